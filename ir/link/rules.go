package link

import (
	"serq/ir"
	"serq/ir/diag"
)

// A rule is one rule of the language; what it demands and why is its code's
// explanation. It looks at the whole program, at one expression at a time, or both.
type rule struct {
	code  diag.Code
	check func(c *checker)
	expr  func(c *checker, at *ir.Path, x ir.Expr, m ir.Moment) // m is when x is read
}

// rules are the rules, but for LinkShape, which Check looks at before the others.
var rules = []rule{
	{code: diag.LinkIndex, check: (*checker).checkIndices, expr: (*checker).attrIndex},
	{code: diag.LinkTree, check: (*checker).checkTree},
	{code: diag.LinkSettings, check: (*checker).checkSettings},
	{code: diag.LinkArrival, check: (*checker).checkArrival, expr: (*checker).gapRead},
	{code: diag.LinkArity, check: (*checker).checkLists, expr: (*checker).arity},
	{code: diag.LinkDistribution, expr: (*checker).distribution},
	{code: diag.LinkSize, check: (*checker).checkSizes},
	{code: diag.LinkMoment, expr: (*checker).moment},
	{code: diag.LinkNoSession, expr: (*checker).session},
	{code: diag.LinkHidden, expr: (*checker).hiddenRead},
	{code: diag.LinkHiddenList, check: (*checker).checkHiddenList},
	{code: diag.LinkDraw, expr: (*checker).draw},
	{code: diag.LinkGauge, expr: (*checker).gaugeRead},
	{code: diag.LinkOwnDecision, check: (*checker).checkServeCycle, expr: (*checker).ownDecision},
	{code: diag.LinkStraight, check: (*checker).checkStraight},
	{code: diag.LinkMode, check: (*checker).checkModes},
	{code: diag.LinkStageKind, check: (*checker).checkStageKinds, expr: (*checker).budgetKind},
	{code: diag.LinkSpillCycle, check: (*checker).checkSpillCycle},
	{code: diag.LinkOutsideHold, check: (*checker).checkOutsideHold},
	{code: diag.LinkHoldPools, check: (*checker).checkHoldPools},
	{code: diag.LinkHoldIndex, check: (*checker).checkHoldIndex},
	{code: diag.LinkPreemptedIndex, check: (*checker).checkPreemptedIndex},
	{code: diag.LinkReuse, check: (*checker).checkReuse},
	{code: diag.LinkCached, check: (*checker).checkCached},
	{code: diag.LinkTooBig, check: (*checker).checkTooBig},
	{code: diag.LinkRows, check: (*checker).checkRows},
	{code: diag.LinkAmount, check: (*checker).checkAmounts},
	{code: diag.LinkAssign, check: (*checker).checkAssign},
	{code: diag.LinkProgress, check: (*checker).checkProgress},
	{code: diag.LinkGuard, check: (*checker).checkGuards},
	{code: diag.LinkFlowStage, check: (*checker).checkFlowStages},
	{code: diag.LinkFlowPlain, check: (*checker).checkFlowPlain},
	{code: diag.LinkFlowTwice, check: (*checker).checkFlowTwice},
	{code: diag.LinkShare, check: (*checker).checkShare},
	{code: diag.LinkStale, check: (*checker).checkStale},
	{code: diag.LinkName, check: (*checker).checkNames},
}
