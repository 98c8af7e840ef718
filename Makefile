# Every target does its own set-up: on a bare Debian or Ubuntu machine with Go and make nothing else is needed.
GO      ?= go
TAGS    := x11
BIN     := build/bonbon
TOOLS   := build/tools
export CGO_ENABLED = 1

# Libraries that only calculate, on one goroutine: glyphs, pictures, tokens. The race detector would spend a third of its time in
# them and look at none of our memory; what calls them is watched as ever.
CALCULATE := github.com/go-text/... golang.org/x/image/... github.com/srwiley/... github.com/pkoukk/... github.com/dlclark/...
RACE      := -race $(foreach p,$(CALCULATE),-gcflags=$(p)=-race=false)

.DEFAULT_GOAL := help
.PHONY: help setup build run demo test unit endure race check golden bench fuzz screenshot fonts clean

help: ## show this list
	@awk -F':.*## ' '/^[a-z]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## install what building needs (C compiler, X11 and OpenGL headers)
	@.ci/setup.sh build

build: setup ## build the program into build/
	@$(GO) build -tags $(TAGS) -o $(BIN) .

run: build ## open the program; without a display, play the demo
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then exec $(BIN) $(ARGS); \
	else echo "No display here: playing the demo in a virtual one instead."; $(MAKE) --no-print-directory demo; fi

demo: build ## play a short talk in a virtual display, pictures in build/demo/
	@.ci/setup.sh display
	@rm -rf build/demo && mkdir -p build/demo
	@BONBON_BINARY=$(CURDIR)/$(BIN) BONBON_PICTURES=$(CURDIR)/build/demo $(GO) test -count=1 -run 'TestStory' ./e2e
	@echo "Pictures of the talk:" && ls build/demo/*.png

test: build ## run every test headless, with the race detector, and the real window in a virtual display
	@.ci/setup.sh display
	@$(MAKE) --no-print-directory -j2 unit endure

# The window's own tests take the longest and one core, so they begin first; `make check` vets.
unit:
	@BONBON_BINARY=$(CURDIR)/$(BIN) $(GO) test $(RACE) -vet=off -timeout 60m -tags "$(TAGS) ci" ./ui ./...

# Years of use in minutes, and programs that are killed in the middle of their work: these wait most of the time, so many run side by
# side. The soak would spend most of its time in the detector's view of libraries; what is ours is watched.
LIBRARIES := go.etcd.io/bbolt/... encoding/json reflect regexp/... net/http/... golang.org/x/text/...
endure:
	@$(GO) test $(RACE) $(foreach p,$(LIBRARIES),-gcflags=$(p)=-race=false) -vet=off -timeout 60m ./soak -turns 20000
	@$(GO) test -count=1 -vet=off -timeout 40m -run Killed -parallel 6 ./llm ./history -kills 300

race: ## run the tests of the packages without a window under the race detector
	@$(GO) test $(RACE) ./history/... ./tokens/... ./persona/... ./llm/...

check: setup ## format, vet, lint, import table, file sizes, vulnerabilities
	@.ci/check.sh

golden: ## write the golden pictures of the window's parts anew: look at the difference before you commit
	@CGO_ENABLED=0 $(GO) test -tags ci ./ui/... -update

bench: ## run every benchmark
	@$(GO) test -tags "$(TAGS) ci" -run '^$$' -bench . -benchmem ./...

FUZZTIME ?= 30s
fuzz: ## fuzz every target for FUZZTIME (30s)
	@.ci/fuzz.sh $(FUZZTIME)

screenshot: build ## make the README's pictures from the real program
	@.ci/setup.sh display
	@mkdir -p docs/pictures
	@BONBON_BINARY=$(CURDIR)/$(BIN) BONBON_PICTURES=$(CURDIR)/docs/pictures $(GO) test -count=1 -run 'TestStory' ./e2e

fonts: ## make the bundled font subsets anew (Debian)
	@assets/fonts/make.sh

clean: ## remove what was built
	@rm -rf build
