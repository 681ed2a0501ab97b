# For OpenBench and for packagers: `make EXE=name` leaves the shipped build at that path.
# Everybody else needs only cargo; see README.md.

EXE ?= regence
# The processor to build for. `make CPU=generic` runs everywhere, `make CPU=x86-64-v3` on every
# x86-64 processor of the last ten years.
CPU ?= native
# `make EVALFILE=net` builds another network in, `make TUNABLE=1` the numbers of the search as UCI options.
EVALFILE ?=
TUNABLE ?=

CARGO ?= cargo
TARGET_DIR ?= $(or $(CARGO_TARGET_DIR),target)
FEATURES := $(if $(TUNABLE),--features tunable)
PROFILE :=

ifeq ($(OS),Windows_NT)
    SUFFIX := .exe
    ifeq ($(filter %.exe,$(EXE)),)
        override EXE := $(EXE).exe
    endif
endif

.PHONY: all pgo test bench clean static dist

all:
	RUSTFLAGS="-C target-cpu=$(CPU) $(PROFILE)" EVALFILE="$(abspath $(EVALFILE))" \
		$(CARGO) build --profile dist -p regence --bin regence $(FEATURES) --target-dir "$(TARGET_DIR)"
	cp "$(TARGET_DIR)/dist/regence$(SUFFIX)" "$(EXE)"

# The same, optimised by what the benches run most.
pgo:
	CPU="$(CPU)" .ci/pgo
	$(MAKE) all PROFILE="-C profile-use=$(abspath $(TARGET_DIR))/pgo/regence.profdata"

# What a release publishes for this platform: target/archives.
dist:
	.ci/dist

# The page with its engine in the browser, for any file server: target/static.
static:
	npm ci --prefix crates/web/page --no-audit --no-fund --loglevel=error
	npm run static --silent --prefix crates/web/page

test:
	$(CARGO) test --release --workspace

bench:
	$(CARGO) run --release -p regence -- bench

clean:
	$(CARGO) clean
