# For OpenBench and for packagers: `make EXE=name` leaves the shipped build at that path.
# Everybody else needs only cargo; see README.md.

EXE ?= regence
# The processor to build for. `make CPU=generic` runs everywhere, `make CPU=x86-64-v3` on every
# x86-64 processor of the last ten years.
CPU ?= native

CARGO ?= cargo
TARGET_DIR ?= $(or $(CARGO_TARGET_DIR),target)

ifeq ($(OS),Windows_NT)
    SUFFIX := .exe
    ifeq ($(filter %.exe,$(EXE)),)
        override EXE := $(EXE).exe
    endif
endif

# The page with its engine in the browser, for any file server: target/static.
static:
	npm ci --prefix crates/web/page --no-audit --no-fund --loglevel=error
	npm run static --silent --prefix crates/web/page

.PHONY: all test bench clean static

all:
	RUSTFLAGS="-C target-cpu=$(CPU)" $(CARGO) build --profile dist -p regence --bin regence --target-dir "$(TARGET_DIR)"
	cp "$(TARGET_DIR)/dist/regence$(SUFFIX)" "$(EXE)"

test:
	$(CARGO) test --release --workspace

bench:
	$(CARGO) run --release -p regence -- bench

clean:
	$(CARGO) clean
