package cli

import (
	"fmt"
	"math"

	"github.com/spf13/pflag"
)

// maxSeed is the greatest seed, the last whole number that every double holds.
const maxSeed = 1 << 53

// Settings are the values of the flags --seed, --horizon, --warmup and --arrivals,
// which override a program's own.
type Settings struct {
	Seed, Arrivals  int64
	Horizon, Warmup float64
}

// Misuse says which of the flags that were given is wrong for any program; "" if none.
func (s Settings) Misuse(fs *pflag.FlagSet) string {
	switch {
	case fs.Changed("seed") && (s.Seed < 0 || s.Seed > maxSeed):
		return fmt.Sprintf("--seed is a whole number from 0 to 2^53, not %d", s.Seed)
	case fs.Changed("horizon") && !(s.Horizon > 0 && s.Horizon <= math.MaxFloat64):
		return fmt.Sprintf("--horizon is a finite time above 0, not %v", s.Horizon)
	case fs.Changed("warmup") && !(s.Warmup >= 0 && s.Warmup <= math.MaxFloat64):
		return fmt.Sprintf("--warmup is a finite time from 0 on, not %v", s.Warmup)
	case fs.Changed("arrivals") && s.Arrivals < 1:
		return "--arrivals is at least 1"
	}
	return ""
}
