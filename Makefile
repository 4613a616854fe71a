# Every target sets itself up: it needs only make, Python 3.11 or newer, and pip's access to packages.
PYTHON ?= python3
JOBS ?= 2

BIN := .venv/bin
READY := .venv/.ready
BENCH_READY := .venv/.bench-ready
SUITES := $(filter $(notdir $(wildcard tests/*)),exact felt review house log protocol drill client play cli replay)
PYTEST := $(BIN)/pytest -q -n $(JOBS)

.DEFAULT_GOAL := help
.PHONY: run play test soak mutate-books conformance figures protocol picture screens bench bench-house bench-page clean help

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("comeout needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	$(BIN)/python -m compileall -q src
	@touch $@

$(BENCH_READY): $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@touch $@

run: $(READY) ## open the house: live tables for anybody who connects
	@$(BIN)/comeout serve

play: $(READY) ## sit down at a table in this terminal
	@$(BIN)/comeout play

test: $(READY) ## lint, types, every test and doctest, full branch coverage of rules/ and table/
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/python tests/documents.py
	$(BIN)/mypy src tests build/documents
	$(BIN)/pyright --pythonpath $(BIN)/python --project build/documents
	$(PYTEST) --cov=src/comeout/rules --cov=src/comeout/table --cov-report=term --doctest-modules \
		tests src/comeout $(foreach suite,$(SUITES) page,--ignore=tests/$(suite))
	$(PYTEST) $(foreach suite,$(SUITES),tests/$(suite))
	@$(BIN)/python tests/page/tools.py
	$(PYTEST) tests/page

soak: export COMEOUT_GAMES ?= 100000
soak: export COMEOUT_ROLLS ?= 1000000
soak: export COMEOUT_WORLDS ?= 20000
soak: export COMEOUT_POSITIONS ?= 400000
soak: export COMEOUT_KILLS ?= 1000
soak: export HYPOTHESIS_PROFILE ?= soak
soak: $(READY) ## the same tests with far more games and examples, the house on both stores, coverage of all pure parts
	$(PYTEST) --cov=src/comeout/rules --cov=src/comeout/table --cov=src/comeout/exact --cov=src/comeout/felt \
		--cov=src/comeout/review --cov-report=term tests --ignore=tests/house --ignore=tests/page
	$(PYTEST) tests/house
	COMEOUT_TESTS_ON=postgresql $(PYTEST) tests/house --ignore=tests/house/test_world.py
	@$(BIN)/python tests/page/tools.py
	$(PYTEST) tests/page

mutate-books: $(READY) ## change the rulebooks one cell at a time and see the tests notice
	$(BIN)/python tests/mutate_books.py

conformance: $(READY) ## write which tests show each clause, and the pages of docs/conformance
	$(BIN)/python tests/write_conformance.py
	$(BIN)/python tests/write_conformance.py --pages

figures: $(READY) ## write the exact figures of docs/figures
	$(BIN)/python docs/figures.py

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

bench-page: $(READY) ## time the page in a browser: the first bet on a slow phone, the frames of a roll
	@$(BIN)/python tests/page/tools.py
	$(BIN)/python bench/page.py

clean: ## remove the virtual environment and everything built or cached
	rm -rf .venv build dist .coverage .coverage.* htmlcov .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
