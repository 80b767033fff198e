# The table of contents of what can be done here. Results are exact to the bit for
# one GOARCH and GOAMD64; v1 is the only level whose compiler never fuses x*y + z
# into one rounding, so every golden is made with it.
export GOAMD64 = v1
FUZZTIME ?= 10s

.PHONY: build test check golden fuzz examples bench bench-update bench-check bench-compare pgo fmt demo python-test

build: # the tools, in bin/
	go build -o bin/ ./cmd/...

test: # all tests; those of the Python package where there is a Python
	go test ./...
	@if command -v python3 >/dev/null; then $(MAKE) --no-print-directory python-test; \
	else echo "no python3 here: the tests of tools/serqir are left out"; fi

check: # all that must hold before a commit counts: format, vet, tests, goldens up to date
	@test -z "$$(gofmt -l .)" || { echo "not formatted:"; gofmt -l .; exit 1; }
	go vet ./...
	$(MAKE) --no-print-directory test
	$(MAKE) --no-print-directory golden
	git diff --exit-code
	@test -z "$$(git ls-files --others --exclude-standard)" || { git status --short; exit 1; }

golden: # write what the goldens should be; look at the diff before you commit it
	SERQ_UPDATE=1 go test ./...

fuzz: # every fuzz target, FUZZTIME each
	tools/fuzz.sh $(FUZZTIME)

examples: build # every example program through the whole pipe
	tools/examples.sh

bench: # all measurements, beside loops in C, SimGrid and SimPy; see docs/performance.md
	go run ./tools/bench/run

bench-update: # the same, and the tables in docs/performance.md are replaced
	go run ./tools/bench/run -update docs/performance.md

bench-check: # whether flows end when the other programs end them
	go run ./tools/bench/run -tables check

bench-compare: # the Go benchmarks (BENCH, in PKG) at revision BASE and here, COUNT times each in turns
	tools/bench/compare.sh "$(BASE)" "$(or $(BENCH),.)" "$(or $(COUNT),6)" $(or $(PKG),./sim/...)

pgo: # the profile by which serqsim is compiled, anew; when the event loop has changed much
	go test -run '^$$' -bench 'MM1|Decode|Star' -benchtime 1s -cpuprofile cmd/serqsim/default.pgo -o $(or $(TMPDIR),/tmp)/serq-pgo.test ./sim

fmt:
	gofmt -w .

demo: build # two ways to share a NIC, and a real trace of conversations, with their reports
	@tools/demo.sh

python-test: build # the Python package, against the tools in bin/; SERQ_UPDATE=1 rewrites docs/python.md
	cd tools/serqir && SERQ_BIN=$(CURDIR)/bin PYTHONDONTWRITEBYTECODE=1 python3 -m unittest discover -s tests -t .
