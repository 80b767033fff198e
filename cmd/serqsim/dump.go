package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"serq/cmd/internal/cli"
	"serq/ir"
	"serq/sim"
)

// dump writes NAME.csv for every observation and gauge/NAME.csv for every gauge
// below a folder, which it makes.
func dump(dir string, p *ir.Program, run *sim.Run) error {
	if err := os.MkdirAll(filepath.Join(dir, "gauge"), 0o777); err != nil {
		return fmt.Errorf("cannot write %s: %w", dir, cli.Reason(err))
	}
	for i, name := range p.Observes {
		out := bytes.NewBufferString("time,session,turn,value\n")
		run.Samples(ir.ObserveID(i), func(s sim.Sample) {
			fmt.Fprintf(out, "%s,%d,%d,%s\n", number(s.Time), s.Session, s.Turn, number(s.Value))
		})
		if err := writeTable(filepath.Join(dir, name+".csv"), out.Bytes()); err != nil {
			return err
		}
	}
	for i, g := range p.Gauges {
		out := bytes.NewBufferString("time,value\n")
		run.GaugeValues(i, func(time, value float64) {
			fmt.Fprintf(out, "%s,%s\n", number(time), number(value))
		})
		if err := writeTable(filepath.Join(dir, "gauge", g.Name+".csv"), out.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

func writeTable(name string, data []byte) error {
	if err := cli.WriteFile(name, data); err != nil {
		return fmt.Errorf("cannot write %s: %w", name, cli.Reason(err))
	}
	return nil
}

// number is the shortest text that reads back the same.
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
