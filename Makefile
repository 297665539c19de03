# make serve: set everything up and open the house in the browser.  make help: the other targets.

PYTHON ?= python3
BIN := .venv/bin
NEEDS := nomorebets needs Python 3.11 or newer
SEEDS ?= 1-500
ANOTHER := Install it, or name another one: make PYTHON=python3.13

# Settings of the caller's shell that would send an installation elsewhere or change what is installed.
unexport PYTHONHOME PYTHONPATH PIP_CONSTRAINT PIP_PREFIX PIP_REQUIREMENT PIP_ROOT PIP_TARGET
unexport UV_CONSTRAINT UV_OVERRIDE UV_PYTHON UV_SYSTEM_PYTHON
export PIP_USER := 0
export PIP_REQUIRE_HASHES := 0
# uv trusts the machine's certificates, as pip can be told to (the second name is that of older versions).
export UV_SYSTEM_CERTS := true
export UV_NATIVE_TLS := true

# A .venv whose Python has been upgraded away is made again.
STALE := $(shell test -x $(BIN)/python || echo FORCE)

.DEFAULT_GOAL := serve
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: serve play test slow bench screenshots simulate-house kill fuzz diagram languages docs build load lint types floors format lock clean help FORCE

serve: .venv/.run-ready ## open the house on http://127.0.0.1:8047 (the default)
	@$(BIN)/nomorebets serve

play: .venv/.run-ready ## play roulette in the terminal
	@$(BIN)/nomorebets play roulette

# The tests start some hundred processes: what one of them has compiled to bytecode, the others need not.
test: export PYTHONDONTWRITEBYTECODE :=
test: lint ## check style and types, then run the tests
	@$(BIN)/pytest -n 2 --dist worksteal --ignore=tests/browser
	@$(BIN)/pytest -n 2 --dist worksteal tests/browser

slow: .venv/.dev-ready ## run the long proofs
	@$(BIN)/pytest -n 2 -m slow
	@NOMOREBETS_TEST_BOOK=postgresql $(BIN)/pytest tests/server/test_service.py

bench: .venv/.dev-ready ## measure the speed, beside its peers
	@$(BIN)/python -m benchmarks

screenshots: .venv/.dev-ready ## take pictures of every page and table into screenshots/
	@cd tests && PYTHONPATH=..:. ../$(BIN)/python -m browser.screenshots ../screenshots

simulate-house: .venv/.dev-ready ## whole evenings in a second, with whatever goes wrong: make simulate-house SEEDS=1-1000
	@cd tests && PYTHONPATH=..:. ../$(BIN)/python -m simulated_house --seeds $(SEEDS) $(EVENINGS)

kill: .venv/.dev-ready ## kill the house at every call to its book, and under load: 500 times on SQLite, 100 on PostgreSQL
	@$(BIN)/python tests/server/evening.py
	@$(BIN)/python -m benchmarks.kill --kills 500
	@$(BIN)/python -m benchmarks.kill --kills 100 --db postgres

fuzz: .venv/.dev-ready ## a million messages of nonsense to a house, and evenings with many talking nonsense
	@$(BIN)/python -m benchmarks.fuzz
	@cd tests && PYTHONPATH=..:. ../$(BIN)/python -m simulated_house --seeds 1-50 --patrons 34 --games all --wild 0.3

diagram: .venv/.dev-ready ## draw the imports into ARCHITECTURE.md
	@cd tests && ../$(BIN)/python -m architecture.diagram ../ARCHITECTURE.md

docs: .venv/.run-ready ## write the documentation as a site into build/docs
	@$(BIN)/nomorebets docs -o build/docs

build: .venv/.dev-ready ## wheel and source archive into dist/, the same bytes for the same commit
	@SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(BIN)/python -m hatchling build

languages: .venv/.run-ready ## what the catalogues of other languages lack
	@$(BIN)/python -m nomorebets.server.web.languages

load: .venv/.dev-ready ## a thousand clients and durable wagers beside a bare echo server
	@$(BIN)/python -m benchmarks.house_load

lint: .venv/.dev-ready ## check style and types only
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo --no-cache

types: .venv/.dev-ready ## is every public name typed? by pyright, in an environment of its own
	@test -x .venv/types/bin/pyright || { echo "installing pyright into .venv/types" \
	&& $(BIN)/python -m venv .venv/types && .venv/types/bin/python -m pip install -qq 'pyright[nodejs]'; }
	@PATH="$(CURDIR)/$(BIN):$$PATH" .venv/types/bin/pyright --verifytypes nomorebets --ignoreexternal

# Tests in which every dependency has a part; FLOORS="tests -k …" names others, FLOORS_PYTHON another Python.
FLOORS ?= tests/table tests/drivers tests/cli/test_naming.py tests/library tests/sim/test_blocks.py tests/papers tests/server/test_service.py
FLOORS_PYTHON ?= $(PYTHON)

floors: ## run some tests with the lowest versions that pyproject.toml allows (needs uv)
	@command -v uv >/dev/null 2>&1 || { echo "make floors needs uv: pip install uv" >&2; exit 1; }
	@uv venv --quiet --clear --python "$(FLOORS_PYTHON)" build/floors
	@uv pip install --quiet --no-config --resolution lowest-direct --python build/floors/bin/python --editable '.[dev]'
	@build/floors/bin/pytest -n 2 $(FLOORS)

format: .venv/.dev-ready ## rewrite the code in the project's style
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

# make lock LOCK_FLAGS=--upgrade takes the newest versions; without it only what pyproject.toml forces changes.
COMPILE = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-config --no-emit-index-url --no-header --no-annotate $(LOCK_FLAGS) pyproject.toml

lock: ## resolve the dependencies again (needs uv)
	@command -v uv >/dev/null 2>&1 || { echo "make lock needs uv: pip install uv" >&2; exit 1; }
	@echo "locking the dependencies"
	@$(COMPILE) --extra build --extra serve --output-file requirements/run.txt >/dev/null
	@$(COMPILE) --extra dev --constraint requirements/run.txt --output-file requirements/dev.txt >/dev/null

clean: ## remove the environment and everything built
	@rm -rf .venv build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache benchmarks/output screenshots
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' Makefile

# $(call install,LOCK): the locked packages, each checked against its hash, then the project itself, editable.
# Only ready-made packages: building one would fetch its build tools without a hash.
define install
@{ command -v uv >/dev/null 2>&1 && { { \
	uv pip install --quiet --python $(BIN)/python --require-hashes --only-binary :all: -r $(1) 2>/dev/null \
	&& uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable . 2>/dev/null; } \
	|| { echo "uv could not install the packages: trying pip"; false; }; }; } \
|| { $(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes --only-binary :all: -r $(1) \
	&& $(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation --editable .; } \
|| { echo "The packages could not be installed; the reason stands above. Is the network reachable? If no" \
	"package matches, this Python may be too new or too rare: try make PYTHON=python3.13 clean serve" >&2; exit 1; }
@touch $@
endef

.venv/.run-ready: requirements/run.txt pyproject.toml .venv/pyvenv.cfg
	@echo "installing nomorebets into .venv (about half a minute the first time)"
	$(call install,requirements/run.txt)

.venv/.dev-ready: requirements/dev.txt pyproject.toml .venv/pyvenv.cfg
	@echo "installing nomorebets and its test tools into .venv (about half a minute the first time)"
	$(call install,requirements/dev.txt)

.venv/pyvenv.cfg: $(STALE)
	@command -v "$(PYTHON)" >/dev/null 2>&1 \
	|| { echo "$(NEEDS), and there is no $(PYTHON) here. $(ANOTHER)" >&2; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	|| { echo "$(NEEDS), and $(PYTHON) is $$("$(PYTHON)" --version 2>&1). $(ANOTHER)" >&2; exit 1; }
	@echo "making a Python environment in .venv"
	@"$(PYTHON)" -m venv --clear .venv \
	|| { echo "Python could not make the environment. On Debian and Ubuntu: sudo apt install python3-venv" >&2; exit 1; }
