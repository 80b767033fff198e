package result

// Serving is the service of requests as their clients saw it, in the terms and
// under the key names of `vllm bench serve`. docs/report.md defines the figures. A
// figure is nil where what it needs is not observed, or never was.
type Serving struct {
	ClockUnit            string   `json:"clock_unit"`             // name of a ClockUnit: what a clock unit was taken for
	Duration             float64  `json:"duration"`               // seconds, the measured time
	Completed            Count    `json:"completed"`              // requests
	TotalInputTokens     *float64 `json:"total_input_tokens"`     // sum of input_tokens
	TotalOutputTokens    *float64 `json:"total_output_tokens"`    // sum of output_tokens
	RequestThroughput    *float64 `json:"request_throughput"`     // requests per second
	RequestGoodput       *float64 `json:"request_goodput"`        // requests per second that meet SLO; nil without one
	OutputThroughput     *float64 `json:"output_throughput"`      // output tokens per second
	TotalTokenThroughput *float64 `json:"total_token_throughput"` // input and output tokens per second
	SLO                  *SLO     `json:"slo"`

	// Time to first token.
	MeanTTFT   *float64 `json:"mean_ttft_ms"`
	MedianTTFT *float64 `json:"median_ttft_ms"`
	P90TTFT    *float64 `json:"p90_ttft_ms"`
	P99TTFT    *float64 `json:"p99_ttft_ms"`

	// Time per output token after the first, of requests that have more than one.
	MeanTPOT   *float64 `json:"mean_tpot_ms"`
	MedianTPOT *float64 `json:"median_tpot_ms"`
	P90TPOT    *float64 `json:"p90_tpot_ms"`
	P99TPOT    *float64 `json:"p99_tpot_ms"`

	// Inter-token latency: the gaps between the tokens of all requests together.
	MeanITL   *float64 `json:"mean_itl_ms"`
	MedianITL *float64 `json:"median_itl_ms"`
	P90ITL    *float64 `json:"p90_itl_ms"`
	P99ITL    *float64 `json:"p99_itl_ms"`

	// End-to-end latency.
	MeanE2EL   *float64 `json:"mean_e2el_ms"`
	MedianE2EL *float64 `json:"median_e2el_ms"`
	P90E2EL    *float64 `json:"p90_e2el_ms"`
	P99E2EL    *float64 `json:"p99_e2el_ms"`
}

// An SLO is the objectives that a good request meets, in milliseconds, > 0; nil
// where there is none.
type SLO struct {
	TTFT *float64 `json:"ttft"`
	TPOT *float64 `json:"tpot"`
	E2EL *float64 `json:"e2el"`
}

// A ClockUnit is a time that a program's clock unit can stand for.
type ClockUnit struct {
	Name    string
	Seconds float64
}

// ClockUnits are those that have a name. The schema lists them, too.
var ClockUnits = []ClockUnit{{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}, {"min", 60}, {"h", 3600}}
