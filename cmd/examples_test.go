package cmd

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestExamples sends every example through the whole pipe, twice: the reports have
// the same bytes. They agree with the expected one beside the program,
// PROGRAM.report.json, which SERQ_UPDATE=1 writes, and with what is known about the
// model, PROGRAM.oracle.json, if it is there. The folder lib has libraries, which the
// programs use.
func TestExamples(t *testing.T) {
	programs, err := filepath.Glob("../examples/*/*.sq")
	if err != nil || len(programs) == 0 {
		t.Fatalf("%d examples, %v", len(programs), err)
	}
	for _, path := range programs {
		dir, file := filepath.Split(path)
		if filepath.Base(dir) == "lib" {
			continue
		}
		name := strings.TrimSuffix(file, ".sq")
		t.Run(filepath.Base(dir)+"/"+name, func(t *testing.T) {
			t.Parallel()
			if _, err := os.Stat(dir + "README.md"); err != nil {
				t.Error("an example has a README")
			}
			dump := t.TempDir()
			run := "serqc " + file + " | serqlink | serqsim --json --dump " + dump
			first, stderr, err := shell(t, dir, run)
			if err != nil || len(first) == 0 {
				t.Fatalf("%s: %v\n%s", run, err, stderr)
			}
			if second, _, err := shell(t, dir, run); err != nil || !bytes.Equal(first, second) {
				t.Errorf("another run gave another report (%v)", err)
			}
			actual := filepath.Join(t.TempDir(), "report.json")
			if err := os.WriteFile(actual, first, 0o666); err != nil {
				t.Fatal(err)
			}
			expected := name + ".report.json"
			if update() {
				if err := os.WriteFile(dir+expected, first, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			differ(t, dir, "serqdiff "+comparison()+" "+expected+" "+actual)
			if _, err := os.Stat(dir + name + ".oracle.json"); err == nil {
				differ(t, dir, "serqdiff "+name+".oracle.json "+actual+" --dump "+dump)
			}
		})
	}
}

// comparison is how closely a report must agree with one from an amd64 machine.
// Elsewhere the compiler may round x*y + z once instead of twice, and one last bit
// in a sum can make a queue take another course.
func comparison() string {
	if runtime.GOARCH == "amd64" {
		return ""
	}
	return "--statistical"
}

func differ(t *testing.T, dir, line string) {
	t.Helper()
	if stdout, stderr, err := shell(t, dir, line); err != nil {
		t.Errorf("%s: %v\n%s%s", line, err, stdout, stderr)
	}
}
