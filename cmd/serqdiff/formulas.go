package main

import (
	"encoding/json"
	"fmt"
	"io"

	"serq/cmd/internal/cli"
	"serq/ir"
	"serq/ir/result"
	"serq/oracle"
)

// formulas compares a report with what theory says of the program that ran.
func (d *diff) formulas(env *cli.Env, in cli.Input, actual *result.Report) int {
	program, found := env.Program(in, ir.Read)
	if found.HasErrors() {
		return env.Report(found)
	}
	match, found := oracle.Recognise(program, actual)
	if found.HasErrors() {
		return env.Report(in.At(found))
	}
	if err := describe(env.Err, match, env.JSON()); err != nil {
		return env.Fail(err)
	}
	differences, err := match.File().Check(actual, nil, d.Options)
	return finish(env, differences, err)
}

// describe says what was recognised, and what was not.
func describe(w io.Writer, m *oracle.Match, asJSON bool) error {
	enc := json.NewEncoder(w)
	for _, model := range m.Models {
		if asJSON {
			if err := enc.Encode(model); err != nil {
				return err
			}
		} else if _, err := fmt.Fprintf(w, "%s: %s (%s)\n", model.At, model.Name, model.Source); err != nil {
			return err
		}
	}
	for _, u := range m.Unchecked {
		if asJSON {
			if err := enc.Encode(u); err != nil {
				return err
			}
		} else if _, err := fmt.Fprintf(w, "not checked: %s: %s\n", u.Path, u.Reason); err != nil {
			return err
		}
	}
	return nil
}
