package result

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func ptr[T any](x T) *T { return &x }

// twoReads is the report of two reads over one shared NIC, each of 2 clock units.
func twoReads() *Report {
	three := ptr(3.0)
	return &Report{
		ReportVersion: Version, Tool: "serqsim 0.1.0", IRVersion: 8, Program: strings.Repeat("0a", 32),
		Settings: Settings{Horizon: 10, Seed: 1, Replications: 1},
		Run:      Run{End: 10, Events: 7, Arrivals: 2, Ended: 2, MeanLive: 0.8},
		Observes: []Observe{{Name: "transferred", Count: 2, Mean: three, CV2: ptr(0.0), Min: three, Max: three,
			Quantiles: Quantiles{three, three, three, three, three}, QuantileMethod: "exact"}},
		Stages: []Stage{
			{Name: "egress", Kind: "ps", MeanNumber: 0.4, Utilization: 0.2, Completed: 2, Throughput: 0.2,
				MeanWait: ptr(0.0), MeanService: ptr(2.0), Shared: true},
			{Name: "ingress", Index: ptr(0), Kind: "ps", MeanNumber: 0.2, Utilization: 0.1, Completed: 1, Throughput: 0.1,
				MeanWait: ptr(0.0), MeanService: ptr(2.0), Shared: true},
		},
		Notes: []string{},
	}
}

// everything has a value in every field, or in none.
func everything() *Report {
	r := twoReads()
	r.Settings.Warmup, r.Settings.Arrivals = 0.5, ptr(int64(1000))
	r.Run = Run{End: 1234567.8, Events: 12_000_000, Arrivals: 1000, Ended: 998, Turns: 3000, MeanLive: 12.3456, Rejected: 2, Partial: true}
	r.Observes = append(r.Observes,
		Observe{Name: "bytes", Count: 50, Mean: ptr(1234567.8), CI: ptr(1e-7), CV2: ptr(1234.5), Min: ptr(0.0), Max: ptr(2e13),
			Quantiles: Quantiles{ptr(0.0), ptr(-1e-7), ptr(0.0), ptr(2e13), ptr(2e13)}, QuantileMethod: "ddsketch"},
		Observe{Name: "never", QuantileMethod: "exact"})
	r.Gauges = []Gauge{{Name: "depth", Mean: ptr(1.5), CI: ptr(0.25), Min: ptr(0.0), Max: ptr(4.0)}, {Name: "unbounded"}}
	r.Stages = append(r.Stages, Stage{Name: "engine", Index: ptr(11), Kind: "step", MeanNumber: 3.5, Utilization: 0.975, Completed: 998,
		Throughput: 0.0008, MeanWait: ptr(0.125), MeanService: ptr(40.5), Iterations: ptr(Count(123456)), Step: &Step{
			PrefillOnly: 0.1, DecodeOnly: 0.5, Mixed: 0.375, Idle: 0.025, MeanDecodeBatch: ptr(17.5), MeanDecodeStep: ptr(0.0225),
			ITL: ITL{ptr(0.023), ptr(0.0225), ptr(0.31)}}},
		Stage{Name: "spare", Kind: "step", Iterations: ptr(Count(0)), Step: &Step{Idle: 1}})
	r.Pools = []Pool{
		{Name: "kv", Index: ptr(0), Cap: ptr(100000.0), MeanUsed: 98765.4321, MeanCached: 1234.5, MeanQueue: 2.5, MeanHolders: 17,
			MeanWait: ptr(1.25), Admissions: 1000, EvictedEntries: 12, EvictedUnits: 3456, Preemptions: 3, Spills: 4, Rejected: 2,
			Stuck: 1, OverCap: &OverCap{Queue: "kv", Session: 7, Need: 100001}},
		{Name: "slots"},
	}
	r.Serving = &Serving{ClockUnit: "ms", Duration: 1234.5, Completed: 998, TotalInputTokens: ptr(1e6), TotalOutputTokens: ptr(250000.0),
		RequestThroughput: ptr(0.8084), RequestGoodput: ptr(0.5), OutputThroughput: ptr(202.5), TotalTokenThroughput: ptr(1012.5),
		SLO:      &SLO{TTFT: ptr(200.0), E2EL: ptr(5000.0)},
		MeanTTFT: ptr(150.25), MedianTTFT: ptr(140.5), P90TTFT: ptr(300.0), P99TTFT: ptr(1250.75),
		MeanTPOT: ptr(23.5), MedianTPOT: ptr(22.5), P90TPOT: ptr(25.0), P99TPOT: ptr(0.5e-3),
		MeanE2EL: ptr(40500.0), MedianE2EL: ptr(35000.0), P90E2EL: ptr(80000.0), P99E2EL: ptr(123456.75)}
	r.Notes = []string{"pool kv[0] rejected 2 sessions", "observation done is cached < 1 & never true"}
	return r
}

func TestWriteText(t *testing.T) {
	minimal := &Report{Settings: Settings{Horizon: 10, Seed: 1}, Run: Run{End: 10}}
	for name, r := range map[string]*Report{"two-reads": twoReads(), "everything": everything(), "minimal": minimal} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			if err := WriteText(&b, r); err != nil {
				t.Fatal(err)
			}
			golden(t, name+".txt", b.String())
			for _, line := range strings.Split(b.String(), "\n") {
				if strings.TrimRight(line, " ") != line {
					t.Errorf("trailing blanks: %q", line)
				}
			}
		})
	}
}

// golden compares with a file in testdata, which SERQ_UPDATE=1 rewrites.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("SERQ_UPDATE") != "" {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

func TestValue(t *testing.T) {
	for _, tt := range []struct {
		x    float64
		want string
	}{
		{0, "0.0000"}, {math.Copysign(0, -1), "0.0000"}, {3, "3.0000"}, {-0.5, "-0.5000"}, {0.00123, "0.0012"},
		{1e-7, "1.00e-07"}, {-5e-4, "-5.00e-04"}, {99999.5, "99999.5000"}, {1234567.8, "1234567.8"},
		{123456789012, "123456789012.0"}, {1.5e12, "1.5000e+12"}, {5e-324, "4.94e-324"}, {math.MaxFloat64, "1.7977e+308"},
	} {
		if got := FormatValue(tt.x); got != tt.want {
			t.Errorf("FormatValue(%v) = %q, want %q", tt.x, got, tt.want)
		}
	}
}

func TestShareAndSetting(t *testing.T) {
	for _, tt := range []struct {
		x              float64
		share, setting string
	}{
		{0, "0.000", "0"}, {0.8, "0.800", "0.8"}, {-1e-17, "0.000", "-1e-17"}, {1, "1.000", "1"},
		{400000, "400000.000", "400000"}, {1e12, "1.000e+12", "1000000000000"}, {1e15, "1.000e+15", "1e+15"},
		{2.0 / 3, "0.667", "0.6666666666666666"}, {1234567.8, "1234567.800", "1234567.8"},
	} {
		if got := FormatShare(tt.x); got != tt.share {
			t.Errorf("FormatShare(%v) = %q, want %q", tt.x, got, tt.share)
		}
		if got := setting(tt.x); got != tt.setting {
			t.Errorf("setting(%v) = %q, want %q", tt.x, got, tt.setting)
		}
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestMeansOfCounts(t *testing.T) {
	for n, want := range map[Count]string{0: "0", 12_000_000: "12000000", 2.5: "2.5", 19.0625: "19.1", 1e13: "10000000000000"} {
		if got := count(n); got != want {
			t.Errorf("count(%v) = %q, want %q", float64(n), got, want)
		}
	}
}

func TestWriteErrorsAreReturned(t *testing.T) {
	if WriteText(fullDisk{}, twoReads()) == nil || WriteJSON(fullDisk{}, twoReads()) == nil {
		t.Error("a failed write was not reported")
	}
}

// Every cell stands under a head, and every figure is explained.
func TestTablesAreWhole(t *testing.T) {
	report := twoReads()
	report.PerReplication = []Report{*twoReads(), *twoReads()}
	for _, r := range []*Report{everything(), report} {
		for _, table := range Tables(r) {
			for i, c := range table.Columns {
				if c.Name == "" || (c.About == "") != (i == 0) || i == 0 && c.Detail {
					t.Errorf("%s: column %q about %q", table.Title, c.Name, c.About)
				}
			}
			for _, row := range table.Rows {
				if len(row) != len(table.Columns) {
					t.Errorf("%s: %d cells in %d columns: %q", table.Title, len(row), len(table.Columns), row)
				}
			}
		}
	}
}
