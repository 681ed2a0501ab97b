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

.PHONY: all test bench clean

all:
	RUSTFLAGS="-C target-cpu=$(CPU)" $(CARGO) build --profile dist -p regence --bin regence --target-dir "$(TARGET_DIR)"
	cp "$(TARGET_DIR)/dist/regence$(SUFFIX)" "$(EXE)"

test:
	$(CARGO) test --release --workspace

bench:
	$(CARGO) run --release -p regence -- bench

clean:
	$(CARGO) clean
