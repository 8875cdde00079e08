.PHONY: setup demo test bench soak lint format docs conformance

SWIFT_FILES = Package.swift Sources Tests Benchmarks Fuzz Tools Examples

setup:
	@./setup

# The main job on the embedded default: a purchase from the tap to the ledger.
demo: setup
	swift build --product stk
	@.build/debug/stk demo

test: setup
	swift test --parallel

# One table of figures, each against the limit it is held to in the same run; also written to .build/bench.json.
bench: setup
	swift build -c release --product Benchmarks
	@.build/release/Benchmarks

# The long form of the searches that `test` runs briefly.
soak: setup
	@Tools/soak

lint: setup
	swift format lint --strict --recursive $(SWIFT_FILES)
	@Tools/build-without-warnings

format: setup
	swift format --in-place --recursive $(SWIFT_FILES)

# A static site in .build/docs.
docs: setup
	@Tools/build-docs

# What others wrote against this package: the example, which builds it as its users do; the listings of the documents
# that it implements; and Apple's API, symbol by symbol.
conformance: setup
	swift test --package-path Examples/PurchaseCore
	../shared/conformance/run-seed-listings .
	@if [ -d ../shared/reference/storekit ]; then Tools/check-surface ../shared/reference/storekit; fi
