package diag

// Reading program text, SQ0101 to SQ0199.
const (
	BadCharacter     Code = "SQ0101"
	OpenString       Code = "SQ0102"
	OpenComment      Code = "SQ0103"
	BadNumber        Code = "SQ0104"
	Syntax           Code = "SQ0105"
	UnknownWord      Code = "SQ0106"
	ComparisonChain  Code = "SQ0107"
	TooDeep          Code = "SQ0108"
	GivenTwice       Code = "SQ0109"
	KeywordName      Code = "SQ0110"
	TransferEnds     Code = "SQ0111"
	QueueUnsupported Code = "SQ0190"
)

// Names and meaning of program text, SQ0201 to SQ0299.
const (
	UnknownName     Code = "SQ0201"
	UnknownFamily   Code = "SQ0202"
	UnknownFunction Code = "SQ0203"
	DeclaredTwice   Code = "SQ0204"
	NameTaken       Code = "SQ0205"
	DeclaredBelow   Code = "SQ0206"
	NotConstant     Code = "SQ0207"
	BadConstant     Code = "SQ0208"
	FamilySize      Code = "SQ0209"
	ArrayIndex      Code = "SQ0210"
	FamiliesDiffer  Code = "SQ0211"
	WrongArguments  Code = "SQ0212"
	DefKind         Code = "SQ0213"
	DefCycle        Code = "SQ0214"
	DrawTwice       Code = "SQ0215"
	Capture         Code = "SQ0216"
	NotFresh        Code = "SQ0217"
	TooManyTerms    Code = "SQ0218"
	TooLarge        Code = "SQ0219"
	Missing         Code = "SQ0220"
	TwoSides        Code = "SQ0221"
	StmtNotHere     Code = "SQ0222"
	NoRoleStage     Code = "SQ0223"
	RoleOnStep      Code = "SQ0224"
	AtAdmission     Code = "SQ0225"
	LibraryItem     Code = "SQ0226"
	CannotRead      Code = "SQ0227"
	UnknownOverride Code = "SQ0228"
	BadData         Code = "SQ0229"
	RunWithoutStage Code = "SQ0230"
)

// Compiling a trace into a program, SQ0620 to SQ0629.
const InlineTrace Code = "SQ0620"
