package link

import (
	"fmt"
	"unicode"

	"serq/ir"
	"serq/ir/diag"
)

// checkNames demands names that can be told apart and be the names of files.
func (c *checker) checkNames() {
	c.nameList("attrs", "attribute", c.p.Attrs)
	c.nameList("observes", "observation", c.p.Observes)
	pools := memberNames{c: c, list: "pools", what: "pool"}
	for i, p := range c.p.Pools {
		pools.check(i, p.Name, p.Index)
	}
	stages := memberNames{c: c, list: "stages", what: "stage"}
	for i, s := range c.p.Stages {
		stages.check(i, s.Name, s.Index)
	}
	taken := map[string]string{}
	for _, name := range c.p.Observes {
		taken[name] = "an observation"
	}
	for i, g := range c.p.Gauges {
		at := doc.Field("gauges").Elem(i).Field("name")
		c.spelling(at, "gauge", g.Name)
		if other, ok := taken[g.Name]; ok {
			c.report(diag.LinkName, at, fmt.Sprintf("the gauge `%s` has the name of %s", g.Name, other), "Write another name: a report lists both.")
		}
		taken[g.Name] = "another gauge"
	}
}

// nameList judges a list of plain names.
func (c *checker) nameList(list, what string, names []string) {
	seen := map[string]bool{}
	for i, name := range names {
		at := doc.Field(list).Elem(i)
		c.spelling(at, what, name)
		if seen[name] {
			c.report(diag.LinkName, at, fmt.Sprintf("there are two %ss `%s`", what, name), "Write another name.")
		}
		seen[name] = true
	}
}

// spelling judges one name.
func (c *checker) spelling(at *ir.Path, what, name string) {
	const hint = "A name consists of letters, digits, `_` and dots."
	if name == "" {
		c.report(diag.LinkName, at, "the name of the "+what+" is empty", hint)
		return
	}
	for _, r := range name {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '.' {
			c.report(diag.LinkName, at, fmt.Sprintf("the name of the %s %q has the character %q", what, name, r), hint)
			return
		}
	}
}

// memberNames judges the names of pools or of stages.
type memberNames struct {
	c          *checker
	list, what string
	seen       map[memberName]bool
	last       string
}

type memberName struct {
	name   string
	index  int
	single bool
}

func (m *memberNames) check(i int, name string, index *int) {
	at := doc.Field(m.list).Elem(i)
	if i == 0 || name != m.last { // a family's name once
		m.c.spelling(at.Field("name"), m.what, name)
	}
	m.last = name
	key := memberName{name: name, single: index == nil}
	if index != nil {
		key.index = *index
	}
	if m.seen == nil {
		m.seen = map[memberName]bool{}
	}
	if m.seen[key] {
		m.c.report(diag.LinkName, at, fmt.Sprintf("there are two %ss `%s`", m.what, member(name, index)), "Write another name.")
	}
	m.seen[key] = true
}
