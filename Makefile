# make run    build in release, replay all scenarios of the folder Scenarios, write Reports/suite
# make test   run the tests, each contract once (ARGS: options of swift test, such as --filter CommandTests)
# make test-all  run the exhaustive tests too, as CI does
# make test-debug  run the tests unoptimized, with the checks for debugging
# make test-times  run each suite alone, and print its processor seconds and those of the programs that tests start
# make server  build the server of pins, which 'mappressure serve' and the scenario server-clusters start
# make test-server  run the tests of the server; tests of PostgreSQL need postgresql with PostGIS
# make bench-server  start the server, load it with requests and changes, and print a table (ARGS: see --help)
# make plan-server  simulate the server on more than one machine, and print a table (ARGS: see --help)
# make lint   check the format, the words of Documentation/Glossary.md, how doc comments begin, and that the answers
#             that 'mappressure lint' gives are those of Reports/reference
# make renew  write the files that tests make: tables of documents, the list of scenarios, expected reports
# make lint-tool  build mappressure-lint, which reads the code of an app and is started by 'mappressure lint'
# make test-lint-tool  run the tests of mappressure-lint
# make bench  compare the clusterers with supercluster's algorithm, and print one table (ARGS: see --help)
# make bench-page  renew Documentation/Clustering.csv and the table of Clustering.md (half an hour; ARGS: peers, see
#             --help of make bench)
# make bench-differences  measure differences of annotations, and print a table
# make docs   build a static site in Site: its front page is the page of Reports/reference, with links to the
#             documentation of Clustering and MapPressure (BASE: the path below which it is hosted)
# make dist   make what people install without Swift, in the folder Dist: a program that needs no libraries,
#             a wheel for pip, an artifact bundle, and a package with a plugin that uses it
# make reference  run all scenarios with their draws (ten minutes and more), and renew Reports/reference
# make fuzz SECONDS=60  fuzz the readers of files for 60 seconds in total (ARGS: options of the build)
# make torture ROUNDS=100  kill and stop runs, and break their disks and streams; no result may be lost (ARGS: see --help)
# make calibrate  measure the gate's false alarms and its power on this machine (ARGS: see --help)
ARGS ?=
SECONDS ?= 60
ROUNDS ?= 100
BASE ?=

# On Linux the program has an identifier: "MP", the commit, then 01 if files have changed since, otherwise 00 with the
# version of the commit's tag (v0.2.0), if it has one. It is an option of the linker, so a new commit recompiles nothing.
# lld links in a few seconds; a gate builds its base with the same linker.
ifeq ($(shell uname -s),Linux)
LLD := $(shell ls "$$(dirname "$$(readlink -f "$$(command -v swift)")")/ld.lld" 2>/dev/null)
RELEASE := -c release $(if $(LLD),-Xswiftc -Xclang-linker -Xswiftc -fuse-ld=lld)
COMMIT := $(shell git rev-parse HEAD 2>/dev/null)
CHANGED := $(shell git status --porcelain --untracked-files=no 2>/dev/null | head -c 1)
TAG := $(shell git describe --tags --exact-match --match 'v[0-9]*' 2>/dev/null | sed 's/^v//' | tr -d '\n' | od -An -v -tx1 | tr -d ' \n')
IDENTIFIER := $(if $(COMMIT),-Xlinker --build-id=0x4d50$(COMMIT)$(if $(CHANGED),01,$(if $(TAG),00$(TAG))))
else
RELEASE := -c release
endif

.PHONY: run build server test test-all test-debug test-times tests test-server lint-tool test-lint-tool bench-server plan-server lint bench bench-page bench-differences build-benchmarks docs dist renew reference fuzz torture calibrate libraries

# What takes minutes says how many before it begins.
run:
	@.ci/seconds say "make run" build replay
	@.ci/seconds keep build $(MAKE) --no-print-directory build
	$(if $(ARGS),,.ci/seconds keep replay) .build/release/mappressure run $(ARGS)

build: libraries
	.ci/build $(RELEASE) $(IDENTIFIER) $(LINK) --product mappressure
	@echo '$(RELEASE)' > .build/options # For packages of 'mappressure init', which build with these modules.

# The tests run against the modules of 'make build', and start its programs: one build serves both.
tests: libraries
	.ci/build $(RELEASE) $(IDENTIFIER) $(LINK) --build-tests

RUN_TESTS := swift test --skip-build --disable-testable-imports -c release

test:
	@.ci/seconds say "make test" build-tests tests
	@.ci/seconds keep build-tests $(MAKE) --no-print-directory tests
	$(if $(ARGS),,.ci/seconds keep tests) $(PRICED) $(RUN_TESTS) $(ARGS)

test-all: tests
	MAPPRESSURE_TEST_ALL=1 $(RUN_TESTS) $(ARGS)

test-times: tests
	Tests/times $(ARGS)

# Nothing optimized, with the standard library's and our own checks for debugging.
DEBUG := --scratch-path .build/debug-checks -c release -debug-info-format none -Xswiftc -Onone -Xswiftc -DDEBUG

test-debug: libraries
	.ci/build $(DEBUG) --build-tests
	swift test --skip-build --disable-testable-imports $(DEBUG) $(ARGS)

# A package of its own: its library for HTTP would make every build of the tool longer. Its build plan is
# made again, because an old one does not have new files of the main package.
SERVER := --package-path Server --disable-build-manifest-caching
SERVER_RELEASE := $(SERVER) $(RELEASE) $(if $(filter Linux,$(shell uname -s)),--static-swift-stdlib)

server: libraries
	@.ci/install-libraries server
	.ci/build $(SERVER_RELEASE) --product mappressure-server

test-server: libraries
	@.ci/install-libraries server
	swift test $(SERVER)

bench-server: server
	.ci/build $(SERVER_RELEASE) --product server-table
	Server/.build/release/server-table $(ARGS)

plan-server: libraries
	.ci/build $(SERVER_RELEASE) --product scale-table
	Server/.build/release/scale-table $(ARGS)

lint:
	swift format lint --strict --recursive Package.swift Sources Scenarios Tests Benchmarks Server Lint
	.ci/words
	.ci/answers --check

# A renewed list of scenarios takes effect in the next build.
renew: tests
	MAPPRESSURE_TEST_ALL=1 MAPPRESSURE_RENEW_GOLDEN=1 $(RUN_TESTS) \
	  --filter "GoldenTests|KeyTableTests|StandardScenariosTests"

# A package of its own, which shares a few files with the tool, by links. The parser of Swift takes minutes to build: a toolchain of the
# same version has it, for its macros.
HOST = $(realpath $(dir $(realpath $(shell command -v swift)))../lib/swift/host)
PARSER = $(if $(wildcard $(HOST)/SwiftParser.swiftmodule/*.swiftinterface),$(shell swift --version 2>/dev/null \
  | grep -q 'Swift version 6[.]3' && echo SWIFT_HOST_LIBRARIES=$(HOST)))

lint-tool:
	$(PARSER) .ci/build --package-path Lint -c release --product mappressure-lint $(ARGS)

test-lint-tool:
	$(PARSER) .ci/build --package-path Lint -c release --build-tests
	$(PARSER) swift test --package-path Lint -c release --skip-build $(ARGS)

# A package of its own. It is built in the folder of the program, with the same options, so that what both have is
# compiled once.
BENCHMARKS := --package-path Benchmarks --scratch-path .build $(RELEASE)

bench: libraries
	swift run $(BENCHMARKS) clustering-table $(ARGS)

# The page keeps its words, outside of the marks; QUIET is a command in front of each measurement.
bench-page: libraries
	swift build $(BENCHMARKS) --product clustering-table
	rm -f .build/Clustering.csv
	for part in "--sizes 10_000 100_000" "--sizes 1_000_000" \
	  "--sizes 100_000 --data uniform city identical horizontal-line vertical-line --rows build query" \
	  "--sizes 10_000_000 --rows projection build query update --repetitions 1"; do \
	  $(QUIET) .build/release/clustering-table --csv .build/Clustering.csv $$part $(ARGS) || exit 1; \
	done > .build/Clustering.runs
	Benchmarks/clustering-page Documentation/Clustering.md .build/Clustering.csv .build/Clustering.runs
	mv .build/Clustering.csv Documentation

bench-differences: libraries
	swift run $(BENCHMARKS) difference-table $(ARGS)

build-benchmarks: libraries
	swift build $(BENCHMARKS)

# The front page is beside its files, so that its links lead to them; the root of the site leads to it.
SITE_LINKS := <nav aria-label="Documentation"><a href="../documentation/mappressure/">MapPressure</a> \
  <a href="../documentation/clustering/">Clustering, the library for apps</a></nav>
FRONT_PAGE := <!doctype html><meta charset="utf-8"><title>MapPressure</title> \
  <meta http-equiv="refresh" content="0; url=reference/report.html"><a href="reference/report.html">MapPressure</a>

# The modules in the order of their links: a link leads to a module before its own. They are those of 'make build'.
docs: libraries
	@command -v docc >/dev/null || command -v xcrun >/dev/null || { \
	  echo "make docs: expected docc beside swift, found none; install a toolchain of swift.org" >&2; \
	  exit 1; }
	MAPPRESSURE_DOCS=1 swift package $(RELEASE) --allow-writing-to-directory Site generate-documentation \
	  --target Clustering --target MapPressure \
	  --enable-experimental-combined-documentation --warnings-as-errors \
	  --transform-for-static-hosting $(if $(BASE),--hosting-base-path $(BASE)) --output-path Site
	rm -rf Site/reference
	cp -R Reports/reference Site/reference
	sed -e '/<body/{' -e 's|<body[^>]*>|&$(SITE_LINKS)|' -e ':rest' -e 'n' -e 'b rest' -e '}' \
	  Reports/reference/report.html > Site/reference/report.html
	echo '$(FRONT_PAGE)' > Site/index.html

dist:
	Distribution/build
	Distribution/bundle

# The journal and the JSON of the run stay in Reports/suite-for-reference, which git ignores.
reference: build
	rm -rf Reports/suite-for-reference
	.build/release/mappressure run --out Reports/suite-for-reference --quiet
	rm -rf Reports/reference
	.build/release/mappressure report Reports/suite-for-reference --publish Reports/reference --quiet
	.ci/answers
	MAPPRESSURE_RENEW_GOLDEN=1 $(MAKE) test ARGS="--filter ReferenceQuoteTests"

fuzz: libraries
	BUILD_OPTIONS="$(ARGS)" Tests/Fuzzing/run $(SECONDS)

torture: tests
	.build/release/torture --rounds $(ROUNDS) $(ARGS)

calibrate: libraries
	.ci/build $(RELEASE) --product gate-calibration
	.build/release/gate-calibration $(ARGS)

libraries:
	@.ci/install-libraries
