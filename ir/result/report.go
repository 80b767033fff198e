package result

// Version is the version of the report document.
const Version = 1

// A Report is what a run measured. Undefined and infinite figures are nil and
// null on the wire.
type Report struct {
	ReportVersion  int       `json:"report_version"`
	Tool           string    `json:"tool"`       // name and version of the writer
	IRVersion      int       `json:"ir_version"` // of the program that ran
	Program        string    `json:"program"`    // sha256 of the canonical IR without source, hex
	Settings       Settings  `json:"settings"`
	Run            Run       `json:"run"`
	Observes       []Observe `json:"observes"`
	Gauges         []Gauge   `json:"gauges"`
	Stages         []Stage   `json:"stages"`
	Pools          []Pool    `json:"pools"`
	Serving        *Serving  `json:"serving"` // nil unless some latency of requests is observed
	Notes          []string  `json:"notes"`   // what a reader should not miss
	PerReplication []Report  `json:"per_replication,omitempty"`
}

// A Count is a number of things. It is whole in the report of one run; in that of
// several it is the mean over the replications, as every figure is.
type Count float64

// Settings are what a run was told, after all overrides.
type Settings struct {
	Horizon      float64 `json:"horizon"` // clock units
	Warmup       float64 `json:"warmup"`  // clock units
	Seed         int64   `json:"seed"`
	Arrivals     *int64  `json:"arrivals"` // nil: until the horizon
	Replications int     `json:"replications"`
}

// Run counts from 0, but MeanLive is over the measured time.
type Run struct {
	End      float64 `json:"end"`      // clock units
	Events   Count   `json:"events"`   // arrival events, ends, iteration ends, lease ends, the warm-up's end
	Arrivals Count   `json:"arrivals"` // sessions
	Ended    Count   `json:"ended"`    // sessions
	Turns    Count   `json:"turns"`
	MeanLive float64 `json:"mean_live"` // sessions
	Rejected Count   `json:"rejected"`  // sessions that could never fit
	Partial  bool    `json:"partial"`   // stopped before its end
}

// An Observe is the statistics of one observation over the measured samples.
type Observe struct {
	Name           string    `json:"name"`
	Count          Count     `json:"count"`
	Mean           *float64  `json:"mean"`
	CI             *float64  `json:"ci"`  // 95% half-width; nil: infinite (one run: fewer than 40 samples)
	CV2            *float64  `json:"cv2"` // sample variance over mean²; nil below two samples or at mean 0
	Min            *float64  `json:"min"`
	Max            *float64  `json:"max"`
	Quantiles      Quantiles `json:"quantiles"`
	QuantileMethod string    `json:"quantile_method"` // "exact" or "ddsketch"
}

// Quantiles of the samples.
type Quantiles struct {
	P50  *float64 `json:"p50"`
	P90  *float64 `json:"p90"`
	P95  *float64 `json:"p95"`
	P99  *float64 `json:"p99"`
	P999 *float64 `json:"p999"`
}

// A Gauge is a time average over the measured time.
type Gauge struct {
	Name string   `json:"name"`
	Mean *float64 `json:"mean"`
	CI   *float64 `json:"ci"`  // 95% half-width
	Min  *float64 `json:"min"` // least value held for a positive time
	Max  *float64 `json:"max"`
}

// A Stage is the statistics of one stage.
type Stage struct {
	Name        string   `json:"name"`
	Index       *int     `json:"index"`
	Kind        string   `json:"kind"` // fifo, ps, delay, step
	MeanNumber  float64  `json:"mean_number"`
	Utilization float64  `json:"utilization"`
	Completed   Count    `json:"completed"`
	Throughput  float64  `json:"throughput"`   // jobs per clock unit
	MeanWait    *float64 `json:"mean_wait"`    // clock units, of completed jobs
	MeanService *float64 `json:"mean_service"` // clock units
	Iterations  *Count   `json:"iterations"`   // nil unless step
	Step        *Step    `json:"step"`         // nil unless step
	Shared      bool     `json:"shared"`       // held by flows
}

// Step says how an engine's time divides.
type Step struct {
	PrefillOnly     float64  `json:"prefill_only"`
	DecodeOnly      float64  `json:"decode_only"`
	Mixed           float64  `json:"mixed"`
	Idle            float64  `json:"idle"`
	MeanDecodeBatch *float64 `json:"mean_decode_batch"`
	MeanDecodeStep  *float64 `json:"mean_decode_step"`
	ITL             ITL      `json:"itl"`
}

// ITL is the inter-token latency at a stage, in clock units.
type ITL struct {
	Mean *float64 `json:"mean"`
	P50  *float64 `json:"p50"`
	P99  *float64 `json:"p99"`
}

// A Pool is the statistics of one pool.
type Pool struct {
	Name           string   `json:"name"`
	Index          *int     `json:"index"`
	Cap            *float64 `json:"cap"` // nil: infinite
	MeanUsed       float64  `json:"mean_used"`
	MeanCached     float64  `json:"mean_cached"`
	MeanQueue      float64  `json:"mean_queue"`
	MeanHolders    float64  `json:"mean_holders"`
	MeanWait       *float64 `json:"mean_wait"` // clock units, over the admissions of holds that queue here
	Admissions     Count    `json:"admissions"`
	EvictedEntries Count    `json:"evicted_entries"`
	EvictedUnits   float64  `json:"evicted_units"`
	Preemptions    Count    `json:"preemptions"`
	Spills         Count    `json:"spills"`
	Rejected       Count    `json:"rejected"`
	Stuck          Count    `json:"stuck"`
	OverCap        *OverCap `json:"over_cap"`
}

// OverCap names the head of a queue that asks for more than a pool's cap.
type OverCap struct {
	Queue   string  `json:"queue"`   // the pool in whose queue it stands
	Session int64   `json:"session"` // its serial
	Need    float64 `json:"need"`    // units
}
