// Package cli is what the serq commands have in common: how they read their
// command line and their input, write their output, show diagnostics and end.
//
// A command is a value with its input and output injected, so that a test runs
// it like any function.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/pflag"

	"serq/ir"
	"serq/ir/diag"
)

// Version is the version of the toolchain.
const Version = "0.1.0"

// Exit statuses, the same for every command.
const (
	OK          = 0   // done
	Rejected    = 1   // the input is wrong, a difference was found, or the run failed
	Usage       = 2   // the command line is wrong, or a file cannot be read or written
	Bug         = 3   // the tool is at fault
	Interrupted = 130 // SIGINT or SIGTERM, as a shell counts it
)

// IO is the world as a command sees it.
type IO struct {
	In  io.Reader // standard input
	Out io.Writer // the product and nothing else
	Err io.Writer // diagnostics, progress, warnings
}

// An Action does the work of a command once its flags are set, and returns its
// exit status.
type Action func(ctx context.Context, env *Env) int

// A Command is one tool.
type Command struct {
	Name     string
	Operands string // as in the usage line: "[FILE|-]"
	Purpose  string // what it does, one line, no full stop
	About    string // what else there is to know, in wrapped lines; may be empty
	Examples string // command lines, one a line
	MaxArgs  int    // operands it takes at most

	// Flags declares the command's own flags and returns the action that reads them.
	Flags func(fs *pflag.FlagSet) Action

	// WatchesContext says that the action ends soon after its context does. The
	// others are ended on the spot by an interrupt.
	WatchesContext bool
}

// Main runs the command with the process's own arguments, streams and signals,
// and ends the process.
func Main(c Command) {
	signal.Ignore(syscall.SIGPIPE) // a write to a closed pipe fails instead, see Env.Fail
	ctx, cancel := context.WithCancel(context.Background())
	interrupts := make(chan os.Signal, 2)
	signal.Notify(interrupts, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-interrupts
		if c.WatchesContext {
			cancel()
			<-interrupts // asked twice: do not wait for the action
		}
		os.Exit(Interrupted)
	}()
	os.Exit(c.Run(ctx, os.Args[1:], IO{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}

// Run runs the command and returns its exit status. It never panics.
func (c Command) Run(ctx context.Context, args []string, std IO) (status int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(std.Err, "%s: this is a bug in %s %s, please report it with the input: %v\n\n%s",
				c.Name, c.Name, Version, r, debug.Stack())
			status = Bug
		}
	}()

	fs := pflag.NewFlagSet(c.Name, pflag.ContinueOnError)
	fs.SetOutput(io.Discard) // errors are printed here
	fs.SortFlags = false
	action := c.Flags(fs)
	common := addCommonFlags(fs)

	env := &Env{IO: std, Tool: c.Name, sources: map[string][]byte{}}
	if err := fs.Parse(args); err != nil && !errors.Is(err, pflag.ErrHelp) {
		return env.UsageError(err.Error())
	}
	switch {
	case common.help:
		return env.print(c.help(fs))
	case common.version:
		return env.print(fmt.Sprintf("%s %s (IR %d)\n", c.Name, Version, ir.Version))
	case common.explain != "":
		return env.explain(common.explain)
	case common.format != "text" && common.format != "json":
		return env.UsageError(fmt.Sprintf("--format is text or json, not %q", common.format))
	case fs.NArg() > c.MaxArgs:
		return env.UsageError(fmt.Sprintf("unexpected argument %q", fs.Arg(c.MaxArgs)))
	}
	env.Args = fs.Args()
	env.json = common.format == "json"
	return action(ctx, env)
}

// commonFlags are the flags that every command has.
type commonFlags struct {
	help, version   bool
	explain, format string
}

func addCommonFlags(fs *pflag.FlagSet) *commonFlags {
	c := new(commonFlags)
	fs.StringVar(&c.format, "format", "text", "how diagnostics are written: `text|json`")
	fs.StringVar(&c.explain, "explain", "", "explain a diagnostic's `CODE` and exit")
	fs.BoolVar(&c.version, "version", false, "print the version and exit")
	fs.BoolVarP(&c.help, "help", "h", false, "print this help and exit")
	return c
}

// Output declares -o, the file that a command writes its product to.
func Output(fs *pflag.FlagSet) *string {
	return fs.StringP("output", "o", "", "write to `FILE` instead of standard output")
}

// help is the text of --help.
func (c Command) help(fs *pflag.FlagSet) string {
	s := fmt.Sprintf("%s: %s\n\nUsage: %s [flags] %s\n", c.Name, c.Purpose, c.Name, c.Operands)
	if c.About != "" {
		s += "\n" + c.About + "\n"
	}
	s += "\nFlags:\n" + flagUsages(fs)
	s += "\nExamples:\n" + indent(c.Examples)
	s += "\nExit status: 0 done; 1 input wrong, difference found or run failed;\n" +
		"2 command line wrong or file not usable; 3 a bug; 130 interrupted.\n"
	return s
}

// flagUsages is a line for each flag. (pflag's own shows "[=true|false]" behind
// every switch.)
func flagUsages(fs *pflag.FlagSet) string {
	var rows [][2]string
	width := 0
	fs.VisitAll(func(f *pflag.Flag) {
		value, usage := pflag.UnquoteUsage(f)
		left := "      --" + f.Name
		if f.Shorthand != "" {
			left = "  -" + f.Shorthand + ", --" + f.Name
		}
		if f.Value.Type() != "bool" {
			left += " " + value
		}
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0" && f.DefValue != "0s" && f.DefValue != "[]" {
			usage += fmt.Sprintf(" (default %s)", f.DefValue)
		}
		rows = append(rows, [2]string{left, usage})
		width = max(width, len(left))
	})
	var b strings.Builder
	for _, row := range rows {
		fmt.Fprintf(&b, "%-*s   %s\n", width, row[0], row[1])
	}
	return b.String()
}

// explain answers --explain.
func (e *Env) explain(code string) int {
	code = strings.ToUpper(code)
	if x, ok := diag.Explain(diag.Code(code)); ok {
		return e.print(x.Format(diag.Code(code)))
	}
	known := make([]string, 0, 100)
	for _, c := range diag.Codes() {
		known = append(known, string(c))
	}
	msg := fmt.Sprintf("there is no diagnostic %q", code)
	if s := diag.Suggest(code, known); s != "" {
		msg += fmt.Sprintf("; did you mean %s?", s)
	}
	return e.UsageError(msg)
}
