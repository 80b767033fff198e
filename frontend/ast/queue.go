package ast

import (
	"serq/frontend/token"
	"serq/ir"
)

// Queue is a station declared whole, or a family of them: its pools, its stage, its
// NIC, and an entry for each way in. Sugar: pools, stages and, where an entry is
// called, statements.
type Queue struct {
	token.Pos // the header
	Name      Ident
	Size      Expr // nil of a single queue
	Roles     []Ident
	Pools     []*Pool  // by the names that the queue itself uses
	Serve     *Service // nil without
	Nic       *Service // nil without
	Entries   []*Entry
	Cut       bool // a part has an error: it may be any that is absent
}

// A Service is how the stage of a queue, or its NIC, serves.
type Service struct {
	token.Pos // the word
	Kind      StageKind
	Latency   Expr // of a link: the wait before a transfer over it, nil without
}

// An Entry is one way into a queue.
type Entry struct {
	token.Pos       // the header
	Verb      Ident // route, prefill, decode or transfer
	Params    []Ident
	From      *Ident // the name for the pool of the caller's `from`; nil without
	Body      *Block
}

// Pull is the relation `D pull P latency x share s;`: the reader's transfers read
// from the source over the NICs of both.
type Pull struct {
	token.Pos
	Reader, Source Ident
	Latency        Expr     // nil: no wait before a read
	Policy         ir.Share // ir.ShareNone if it is missing or has an error
}
