.PHONY: setup demo test examples bench soak lint format docs conformance

SWIFT_FILES = Package.swift Sources Tests Benchmarks Fuzz Tools Examples

setup:
	@./setup

# The main job on the embedded default: a purchase from the tap to the ledger.
demo: setup
	swift build --product stk
	@.build/debug/stk demo

test: setup
	swift test --parallel

# The packages under Examples, which build this one as their users do.
examples: setup
	swift test --package-path Examples/PurchaseCore

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

# The listings of the documents that this project implements, compiled and run against it; then its StoreKit modules,
# symbol by symbol, against the listings of Apple's API.
conformance: setup
	../shared/conformance/run-seed-listings .
	@if [ -d ../shared/reference/storekit ]; then Tools/check-surface ../shared/reference/storekit; fi
