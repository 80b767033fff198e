package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/pflag"

	"serq/cmd/internal/cli"
	"serq/ir"
	"serq/ir/result"
	"serq/ir/trace"
	"serq/sim"
)

var command = cli.Command{
	Name:     "serqsim",
	Operands: "[FILE|-]",
	Purpose:  "runs a program (IR) and reports what it measured",
	About: "The report is text, or JSON with --json. An interrupt, --timeout and --max-events\n" +
		"end the run at the next event and report what there is so far, marked partial.\n" +
		"Of replications those that are finished are reported.",
	Examples: "serqc mm1.sq | serqsim\n" +
		"serqsim mm1.ir.json --seed 7 --horizon 1e5 --json -o report.json\n" +
		"serqc mm1.sq | serqsim --dump samples\n" +
		"serqc mm1.sq | serqsim --html mm1.html\n" +
		"serqc mm1.sq | serqsim --events mm1.trace.json\n" +
		"serqsim mm1.ir.json --until-ci 0.01 --warmup auto",
	MaxArgs:        1,
	Flags:          flags,
	WatchesContext: true,
}

// toolName is how reports call this tool.
const toolName = "serqsim " + cli.Version

// A simulation is one call of serqsim.
type simulation struct {
	fs       *pflag.FlagSet
	seed     int64
	horizon  float64
	warmup   warmup
	arrivals int64
	trace    string
	slo      string

	replications    int
	jobs            int
	untilCI         float64
	maxReplications int

	clockUnit   string
	json        bool
	output      *string
	html        string
	dump        string
	events      string
	eventsLimit int64
	dumpCode    bool
	plainLoop   bool
	maxEvents   int64
	timeout     time.Duration
	quiet       bool
	progress    string

	display *display
	curves  *result.Curves // of the first run, for the page; nil without one
}

func flags(fs *pflag.FlagSet) cli.Action {
	s := &simulation{fs: fs}
	fs.Int64Var(&s.seed, "seed", 0, "run with seed `N` instead of the program's")
	fs.Float64Var(&s.horizon, "horizon", 0, "end at time `T`")
	fs.Var(&s.warmup, "warmup", "measure from time `T` on; auto: find the transient's end (MSER-5)")
	fs.Int64Var(&s.arrivals, "arrivals", 0, "let exactly `N` sessions arrive, then drain")
	fs.StringVar(&s.trace, "trace", "", "replay the trace in `FILE` instead of the program's")
	fs.IntVar(&s.replications, "replications", 1, "report the means over `R` runs")
	fs.IntVar(&s.jobs, "jobs", 0, "run `K` replications at a time, if not one for each processor")
	fs.Float64Var(&s.untilCI, "until-ci", 0, "run more replications until every relative half-width is below `REL`")
	fs.IntVar(&s.maxReplications, "max-replications", 1000, "run at most `N` replications for --until-ci")
	fs.StringVar(&s.slo, "slo", "", "report the goodput under `OBJECTIVES` in ms, as ttft:200,tpot:50,e2el:5000")
	fs.StringVar(&s.clockUnit, "clock-unit", "s", "what a clock unit is in the serving table: `ns|us|ms|s|min|h`")
	fs.BoolVar(&s.json, "json", false, "write the report as JSON")
	s.output = cli.Output(fs)
	fs.StringVar(&s.html, "html", "", "write the report with pictures to `FILE`, too, as a page that needs no network")
	fs.StringVar(&s.dump, "dump", "", "write every sample and gauge value as CSV below `DIR`, or DIR/rep-0, …")
	fs.StringVar(&s.events, "events", "", "write what happens to `FILE`, for ui.perfetto.dev or chrome://tracing")
	fs.Int64Var(&s.eventsLimit, "events-limit", 1_000_000, "write at most `N` events to the file of --events")
	fs.BoolVar(&s.dumpCode, "dump-code", false, "print the program as it was lowered, and do not run it")
	fs.BoolVar(&s.plainLoop, "plain-loop", false, "run engines without their fast path, for comparison")
	fs.Int64Var(&s.maxEvents, "max-events", 0, "end the run after `N` events; 0: no limit")
	fs.DurationVar(&s.timeout, "timeout", 0, "end the run after `D` of real time, as 30s or 5m; 0: no limit")
	fs.StringVar(&s.progress, "progress", "auto", "show how far the runs are: `auto|always|never`; auto: on a terminal")
	fs.BoolVar(&s.quiet, "quiet", false, "write no warnings, no notes and, with --progress auto, no progress")
	return s.run
}

func (s *simulation) run(ctx context.Context, env *cli.Env) int {
	in, err := env.ReadDocument(env.Operand(0))
	if err != nil {
		return env.Fail(err)
	}
	program, found := env.Program(in, ir.Read)
	if found.HasErrors() {
		return env.Report(found)
	}
	if !s.quiet {
		env.Report(found)
	}
	if s.dumpCode {
		return s.write(env, []byte(sim.Disassemble(program)))
	}
	opt, status := s.options(env, program)
	if status != cli.OK {
		return status
	}
	var stop atomic.Bool
	opt.Stop = &stop
	timedOut := s.stopOn(ctx, &stop)
	recording, err := s.record(program, &opt)
	if err != nil {
		return env.Fail(err)
	}
	defer recording.discard() // in a panic; a file that is whole stays
	s.display = s.newDisplay(env, &opt)
	defer s.display.end()
	report, err := s.measure(program, opt)
	s.display.end()
	if err != nil {
		return max(fail(env, program, err), s.endRecording(env, recording, &opt))
	}
	if status := s.endRecording(env, recording, &opt); status != cli.OK {
		return status
	}
	return s.finish(ctx, env, program, report, timedOut())
}

// stopOn sets stop when the context ends or the timeout is over. The function
// that it returns says whether it was the timeout.
func (s *simulation) stopOn(ctx context.Context, stop *atomic.Bool) (timedOut func() bool) {
	cancel := context.CancelFunc(func() {})
	if s.timeout > 0 {
		ctx, cancel = context.WithTimeout(ctx, s.timeout)
	}
	release := context.AfterFunc(ctx, func() { stop.Store(true) })
	return func() bool {
		over := errors.Is(ctx.Err(), context.DeadlineExceeded)
		release()
		cancel()
		return over
	}
}

// options are the program's settings with what the command line overrides.
func (s *simulation) options(env *cli.Env, p *ir.Program) (sim.Options, int) {
	opt := sim.OptionsOf(p)
	opt.Keep, opt.Courses = s.dump != "", s.html != ""
	opt.MaxEvents, opt.PlainLoop = s.maxEvents, s.plainLoop
	if s.fs.Changed("seed") {
		opt.Seed = s.seed
	}
	if s.fs.Changed("horizon") {
		opt.Horizon = s.horizon
	}
	if s.fs.Changed("warmup") {
		opt.Warmup = s.warmup.time
	}
	if s.fs.Changed("arrivals") {
		opt.Arrivals = s.arrivals
	}
	if misuse := s.misuse(p); misuse != "" {
		return opt, env.UsageError(misuse)
	}
	opt.ClockUnit = s.clockUnit
	if s.fs.Changed("slo") {
		slo, err := parseSLO(s.slo, p.Observes)
		if err != nil {
			return opt, env.UsageError(err.Error())
		}
		opt.SLO = slo
	}
	name := s.trace
	if name == "" && p.Trace != nil {
		name = *p.Trace
	}
	if name == "" {
		return opt, cli.OK
	}
	return opt, s.readTrace(env, name, &opt)
}

// misuse says which flags make no sense, by themselves or for a program.
func (s *simulation) misuse(p *ir.Program) string {
	settings := cli.Settings{Seed: s.seed, Arrivals: s.arrivals, Horizon: s.horizon, Warmup: s.warmup.time}
	if wrong := settings.Misuse(s.fs); wrong != "" {
		return wrong
	}
	observes := len(p.Observes) > 0
	switch {
	case s.timeout < 0 || s.maxEvents < 0:
		return "--timeout and --max-events are not negative"
	case s.replications < 1 || s.fs.Changed("jobs") && s.jobs < 1:
		return "--replications and --jobs are at least 1"
	case s.fs.Changed("until-ci") && !(s.untilCI > 0):
		return "--until-ci is a share above 0, as 0.01"
	case s.untilCI > 0 && !observes:
		return "--until-ci goes by the intervals of observations, and the program has none"
	case s.untilCI > 0 && s.maxReplications < max(s.replications, fewestReplications):
		return fmt.Sprintf("--max-replications is not below the %d that --until-ci begins with", max(s.replications, fewestReplications))
	case s.untilCI == 0 && s.fs.Changed("max-replications"):
		return "--max-replications goes with --until-ci"
	case s.html == "-":
		return "--html names a file; the report goes to standard output"
	case s.eventsLimit < 1:
		return "--events-limit is at least 1"
	case s.events == "" && s.fs.Changed("events-limit"):
		return "--events-limit goes with --events"
	case s.events == "-":
		return "--events is a file: standard output has the report"
	case s.warmup.auto && !observes:
		return "--warmup auto goes by the first observation, and the program has none"
	case !slices.Contains(progressModes, s.progress):
		return fmt.Sprintf("--progress is %s or %s, not %q", strings.Join(progressModes[:2], ", "), progressModes[2], s.progress)
	case !slices.Contains(clockUnits(), s.clockUnit):
		return fmt.Sprintf("--clock-unit is one of %s, not %q", strings.Join(clockUnits(), ", "), s.clockUnit)
	}
	return ""
}

func (s *simulation) readTrace(env *cli.Env, name string, opt *sim.Options) int {
	f, err := os.Open(name)
	if err != nil {
		err = fmt.Errorf("cannot read %s: %w", name, cli.Reason(err))
		if !filepath.IsAbs(name) {
			err = fmt.Errorf("%w (a trace's path is relative to the working directory)", err)
		}
		return env.Fail(err)
	}
	defer f.Close()
	corpus, found := trace.Read(f, name)
	if found.HasErrors() || !s.quiet {
		if status := env.Report(found); status != cli.OK {
			return status
		}
	}
	t := &sim.Trace{HasForced: corpus.HasForced}
	for _, rows := range corpus.Sessions {
		turns := make([]sim.TraceTurn, len(rows))
		for i, r := range rows {
			turns[i] = sim.TraceTurn{New: r.New, Out: r.Out, Think: r.Think, Forced: r.Forced}
		}
		t.Sessions = append(t.Sessions, turns)
	}
	opt.Trace = t
	return cli.OK
}

// finish writes the report and the page. The status of a run that was cut short says why.
func (s *simulation) finish(ctx context.Context, env *cli.Env, p *ir.Program, r *result.Report, timedOut bool) int {
	var out bytes.Buffer
	write := result.WriteText
	if s.json {
		write = result.WriteJSON
	}
	if err := write(&out, r); err != nil {
		return env.Fail(err)
	}
	status := s.write(env, out.Bytes())
	if status == cli.OK && s.html != "" {
		status = s.writePage(env, p, r)
	}
	switch {
	case status != cli.OK || !r.Run.Partial:
		return status
	case timedOut || ctx.Err() == nil:
		return cli.Rejected
	}
	return cli.Interrupted
}

func (s *simulation) write(env *cli.Env, data []byte) int {
	if err := env.Write(*s.output, data); err != nil {
		return env.Fail(err)
	}
	return cli.OK
}
