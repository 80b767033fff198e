package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/pflag"

	"serq/ir/diag"
)

// upper is a command like the real ones: it reads, may refuse, and writes.
func upper() Command {
	return Command{
		Name: "upper", Operands: "[FILE|-]", Purpose: "writes a file in capitals", MaxArgs: 1,
		Examples: "upper a.txt\ncat a.txt | upper -o b.txt",
		Flags: func(fs *pflag.FlagSet) Action {
			out := Output(fs)
			return func(ctx context.Context, env *Env) int {
				in, err := env.Read(env.Operand(0))
				if err != nil {
					return env.Fail(err)
				}
				if bytes.Contains(in.Data, []byte("panic")) {
					panic("told to")
				}
				if i := bytes.Index(in.Data, []byte("bad")); i >= 0 {
					return env.Report(diag.List{{Code: "SQ0101", Severity: diag.Error, Summary: "bad word",
						Span: diag.Span{File: in.Name, Line: 1, Col: i + 1, EndLine: 1, EndCol: i + 4}}})
				}
				if err := env.Write(*out, bytes.ToUpper(in.Data)); err != nil {
					return env.Fail(err)
				}
				return OK
			}
		},
	}
}

func run(stdin string, args ...string) (status int, stdout, stderr string) {
	var out, errs strings.Builder
	status = upper().Run(context.Background(), args, IO{In: strings.NewReader(stdin), Out: &out, Err: &errs})
	return status, out.String(), errs.String()
}

func TestRun(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.txt", []byte("file"), 0o666); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, stdin    string
		args           []string
		status         int
		stdout, stderr string // a part of it; "" means nothing at all
	}{
		{"standard input", "abc", nil, OK, "ABC", ""},
		{"dash", "abc", []string{"-"}, OK, "ABC", ""},
		{"file", "", []string{"a.txt"}, OK, "FILE", ""},
		{"refused", "a bad one", nil, Rejected, "", "<stdin>:1:3: error: bad word [SQ0101]\n   1 | a bad one\n     |   ^~~\n"},
		{"refused, as JSON", "a bad one", []string{"--format", "json"}, Rejected, "", `{"code":"SQ0101",`},
		{"no such file", "", []string{"none.txt"}, Usage, "", "upper: cannot read none.txt: no such file or directory\n"},
		{"cannot write", "abc", []string{"-o", "none/b.txt"}, Usage, "", "upper: cannot write none/b.txt: no such file or directory\n"},
		{"unknown flag", "", []string{"--nope"}, Usage, "", "upper: unknown flag: --nope\nTry 'upper --help'.\n"},
		{"two operands", "", []string{"a.txt", "b.txt"}, Usage, "", `unexpected argument "b.txt"`},
		{"bad format", "", []string{"--format=xml"}, Usage, "", `--format is text or json, not "xml"`},
		{"version", "", []string{"--version"}, OK, "upper " + Version + " (IR 8)\n", ""},
		{"unknown code", "", []string{"--explain", "SQ9"}, Usage, "", `there is no diagnostic "SQ9"`},
		{"bug", "panic", nil, Bug, "", "this is a bug in upper"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			status, stdout, stderr := run(tt.stdin, tt.args...)
			if status != tt.status {
				t.Errorf("status %d, want %d", status, tt.status)
			}
			for _, s := range []struct{ name, got, want string }{{"stdout", stdout, tt.stdout}, {"stderr", stderr, tt.stderr}} {
				if !strings.Contains(s.got, s.want) || s.want == "" && s.got != "" {
					t.Errorf("%s is %q, want %q", s.name, s.got, s.want)
				}
			}
		})
	}
}

func TestHelp(t *testing.T) {
	status, help, stderr := run("", "-h")
	if status != OK || stderr != "" {
		t.Fatalf("status %d, stderr %q", status, stderr)
	}
	lines := strings.Split(strings.TrimSuffix(help, "\n"), "\n")
	for _, line := range lines {
		if len(line) > 80 {
			t.Errorf("wider than a screen: %s", line)
		}
	}
	examples, status2 := strings.Index(help, "\nExamples:\n"), strings.Index(help, "\nExit status: ")
	if examples < 0 || status2 < examples {
		t.Errorf("the help does not end with examples and exit status:\n%s", help)
	}
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out.json")

	if err := WriteFile(name, []byte("one")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link.json")
	if err := os.Symlink(name, link); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(link, []byte("two")); err != nil {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(name); string(data) != "two" {
		t.Errorf("the file that the link leads to has %q, want two", data)
	}
	if info, _ := os.Stat(name); info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, want that of the file before", info.Mode())
	}
	if err := WriteFile("/dev/null", []byte("three")); err != nil {
		t.Errorf("a device: %v", err)
	}
	if err := WriteFile(dir, []byte("four")); err == nil {
		t.Error("a folder was written")
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("left behind: %v %v", entries, err)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

func TestClosedPipeIsQuiet(t *testing.T) {
	for _, tt := range []struct {
		err    error
		status int
		quiet  bool
	}{
		{&os.PathError{Op: "write", Path: "|1", Err: syscall.EPIPE}, OK, true},
		{io.ErrClosedPipe, OK, true},
		{errors.New("disk full"), Usage, false},
	} {
		var errs strings.Builder
		status := upper().Run(context.Background(), nil, IO{strings.NewReader("abc"), failingWriter{tt.err}, &errs})
		if status != tt.status || (errs.String() == "") != tt.quiet {
			t.Errorf("%v: status %d, stderr %q", tt.err, status, errs.String())
		}
	}
}
