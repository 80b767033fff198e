package view

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// describe says what a network is, a line for each thing.
func (n *network) describe() string {
	var s strings.Builder
	names := func(places []place) string {
		var words []string
		for _, at := range places {
			words = append(words, n.placeName(at))
		}
		return strings.Join(words, " ")
	}
	fmt.Fprintln(&s, "row:", names(n.order))
	for _, a := range n.arrows {
		fmt.Fprintf(&s, "%s → %s", n.placeName(a.from), n.placeName(a.to))
		if when := n.shown.condition(a); when != "" {
			fmt.Fprint(&s, " if ", when)
		}
		if t := n.shown.transfer(a.transfer); len(t) > 0 {
			fmt.Fprintf(&s, " (%s)", strings.Join(t, ", "))
		}
		fmt.Fprintln(&s)
	}
	for _, f := range n.flows {
		fmt.Fprintln(&s, "flow:", names(f.stations))
	}
	for _, p := range n.pools {
		held := n.heldAt(p)
		at := slices.DeleteFunc(slices.Clone(n.order), func(at place) bool { return !held[at] })
		kind := "pool "
		if p.prefix {
			kind = "cache "
		}
		fmt.Fprintln(&s, strings.TrimSpace(fmt.Sprint(kind, p.name, ": ", names(at))))
	}
	for _, l := range n.leases {
		fmt.Fprintln(&s, strings.TrimSpace(fmt.Sprint("lease ", l.pool.name, ": ", names(l.from), " to ", names(l.until))))
	}
	pods := map[*pod][]string{}
	var order []*pod
	for f := range n.families {
		if f.pod != nil && pods[f.pod] == nil {
			order = append(order, f.pod)
		}
		if f.pod != nil {
			pods[f.pod] = append(pods[f.pod], f.name)
		}
	}
	for _, p := range order {
		fmt.Fprintln(&s, strings.TrimSpace(fmt.Sprintf("pod %s: %s; %s", p.label(), strings.Join(pods[p], " "), strings.Join(n.choice(p, n.shown), ", "))))
	}
	for _, u := range n.unmet {
		fmt.Fprintln(&s, "unmet:", u.name)
	}
	return s.String()
}

var networks = []struct{ name, text, want string }{
	{"a loop is left at the end of its body", `stage a : fifo; stage b : fifo;
		session { loop { run a (1); run b (1); branch with (0.8) { end; } } }`, `
row: a b
arrival → a
a → b
b → a if with 0.2
b → end if with 0.8
`},
	{"a branch without stations leaves no guard", `stage a : fifo;
		session { set x = 0; branch (serial > 3) { set x = 1; } else { set x = 2; } run a (x); }`, `
row: a
arrival → a
a → end
`},
	{"a branch round a station leaves its guard on both ways", `stage a : fifo; stage b : fifo;
		session { branch (serial > 3 && now < 5) { run a (1); } run b (1); }`, `
row: a b
arrival → a if serial > 3 && now < 5
arrival → b if !(serial > 3 && now < 5)
a → b
b → end
`},
	{"guards add up, and go when the ways meet", `stage a : fifo; stage b : fifo;
		session { branch (serial > 3) { branch (now >= 5) { run a (1); } else { set x = 1; } } run b (1); }`, `
row: a b
arrival → a if serial > 3 && now >= 5
arrival → b
a → b
b → end
`},
	{"two runs in a row at one station are one visit, round a loop they are two", `stage a : fifo;
		session { run a (1); run a (2); loop { run a (1); branch (now > 9) { end; } } }`, `
row: a
arrival → a
a → a if now <= 9
a → end if now > 9
`},
	{"a loop in a loop", `stage a : fifo; stage b : fifo;
		session { loop { run a (1); loop { run b (1); branch (now > 9) { end; } } } }`, `
row: a b
arrival → a
a → b
b → b if now <= 9
b → end if now > 9
`},
	{"the same station under either guard", `stage a : fifo;
		session { branch (serial > 3) { run a (1); } else { run a (2); } }`, `
row: a
arrival → a
a → end
`},
	{"the stations of a flow stand together where the first would stand", `
		stage a : ps(1); stage b : fifo; stage c : ps(1); share maxmin;
		session { run a (1); run b (1); run c, a (1); }`, `
row: c a b
arrival → a
a → b
a → end
b → c
flow: c a
`},
	{"flows that share a station stand on both sides of it", `
		stage a : ps(1); stage b : ps(1); stage c : ps(1); stage d : fifo; share maxmin;
		session { run a (1); run d (1); run a, b (1); run a, c (1); }`, `
row: c a b d
arrival → a
a → d
d → a
b → a
c → end
flow: a b
flow: a c
`},
	{"a hold encloses what is run in it, until it is released", `pool p { cap 9; } stage a : fifo; stage b : fifo; stage c : fifo;
		session { run a (1); hold p (1) { run b (1); release p; run c (1); } }`, `
row: a b c
arrival → a
a → b
b → c
c → end
pool p: b
`},
	{"pools in which holds leave a prefix", `pool p { cap 9; } pool q { cap 9; evict none; } pool r { cap 9; } stage a : fifo;
		session { hold p (1), q (1) { run a (1); } cache (5); hold r (1) { run a (2); } cache (1 > 2 ? serial : 0); }`, `
row: a
arrival → a
a → end
cache p: a
pool q: a
pool r: a
`},
	{"what one branch releases, the other holds", `pool p { cap 9; } stage a : fifo; stage b : fifo;
		session { hold p (1) { branch (serial > 3) { release p; } else { run a (1); } run b (1); } }`, `
row: a b
arrival → a if serial <= 3
arrival → b if serial > 3
a → b
b → end
pool p: a b
`},
	{"a lease lasts until the release", `pool p { cap 9; } stage a : fifo; stage b : fifo; stage c : fifo;
		session { hold p (1) { run a (1); } lease p (5); run b (1); release p; run c (1); }`, `
row: a b c
arrival → a
a → b
b → c
c → end
pool p: a
lease p: a to b
`},
	{"arrays with one index are instances", `pool kv[4] { cap 9; } stage a[4] : fifo; stage b[4] : fifo; stage c : fifo;
		session { choose j in 4 by (queue(a[j]), work(b[j])); hold kv[j] (1) { run a[j] (1); run b[j] (1); } run c (1); }`, `
row: a b c
arrival → a
a → b
b → c
c → end
pool kv: a b
pod instances ×4: a b kv; queue(a), work(b)
`},
	{"arrays that are apart are not", `pool kv[4] { cap 9; } stage a[4] : fifo; stage b[4] : fifo; stage c : fifo;
		session { choose j in 4 by (queue(a[j])); hold kv[j] (1) { run a[j] (1); run c (1); run b[j] (1); } }`, `
row: a c b
arrival → a
a → c
c → b
b → end
pool kv: a c b
`},
	{"stations that are apart are not, either", `stage a[4] : fifo; stage b[4] : fifo; stage c : fifo;
		session { choose j in 4 by (queue(a[j])); run a[j] (1); run c (1); run b[j] (1); }`, `
row: a c b
arrival → a
a → c
c → b
b → end
`},
	{"pods face each other where a flow joins them", pull + `D pull P share maxmin; session { run D[0] (1);` + calls + "}", `
row: P P.nic D.nic D
arrival → D
D → P
D → end
P → P.nic (D pulls from P, share maxmin)
D.nic → D
flow: P.nic D.nic
pool P.kv: P
pool D.kv: D.nic D
lease P.kv: P to D.nic
pod D ×3: D D.nic D.kv; queued(D.kv)
pod P ×2: P P.nic P.kv; queued(P.kv)
`},
	{"what nobody comes to", `pool kv { cap 9; spill tier via link (1) when (1); } pool tier { cap 99; } stage link : fifo; stage a : fifo; stage idle : delay;
		session { hold kv (1) { run a (1); } cache (1); }`, `
row: a
arrival → a
a → end
cache kv: a
pool tier:
unmet: link
unmet: idle
`},
	{"the pull relation", pull + "D pull P latency 3 share maxmin;" + "session {" + calls + "}", `
row: P P.nic D.nic D
arrival → P
P → P.nic (D pulls from P, latency 3, share maxmin)
D.nic → D
D → end
flow: P.nic D.nic
pool P.kv: P
pool D.kv: D.nic D
lease P.kv: P to D.nic
pod P ×2: P P.nic P.kv; queued(P.kv)
pod D ×3: D.nic D D.kv; queued(D.kv)
`},
	{"the pull relation without a latency", pull + "D pull P share bottleneck;" + "session {" + calls + "}", `
row: P P.nic D.nic D
arrival → P
P → P.nic (D pulls from P, share bottleneck)
D.nic → D
D → end
flow: P.nic D.nic
pool P.kv: P
pool D.kv: D.nic D
lease P.kv: P to D.nic
pod P ×2: P P.nic P.kv; queued(P.kv)
pod D ×3: D.nic D D.kv; queued(D.kv)
`},
	{"a link's latency", `stage a : ps(1); stage b : ps(1); stage b.latency : delay; share maxmin;
		session { run b.latency (2); run a, b (1); }`, `
row: a b
arrival → a (latency 2)
b → end
flow: a b
`},
}

const pull = `
queue P[2] : prefill { pool kv { cap 9; } serve fifo; nic ps(4);
	prefill () { hold kv (1) { run P (1); } lease kv (5); } }
queue D[3] : decode { pool kv { cap 9; } serve fifo; nic ps(4);
	decode () from src { hold kv (1) { transfer (1) from src to kv (1); run D (1); } } }
`

const calls = `
	choose i in 2 by (queued(P.kv[i])); P[i].prefill ();
	choose j in 3 by (queued(D.kv[j])); D[j].decode () from P[i];
`

func TestNetworks(t *testing.T) {
	for _, tt := range networks {
		t.Run(tt.name, func(t *testing.T) {
			got := newNetwork(compiled(t, tail+tt.text)).describe()
			if diff := cmp.Diff(tt.want, "\n"+got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
