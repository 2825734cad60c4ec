# Every target first installs into .venv what it needs and doesn't find there: `make play`, `make run` and
# `make install` what the bot and the demo need, the others that and the tools.
# Needed beforehand: Python 3.11 or newer and make. Another interpreter: make test PYTHON=python3.13

PYTHON ?= python3
PY := .venv/bin/python
PLAY_STAMP := .venv/.made-for-play
STAMP := .venv/.made-from-lock
BENCH_PY := bench/.venv/bin/python
BENCH_STAMP := bench/.venv/.made-from-lock
# Else each of the many processes that tests start would compile everything anew.
unexport PYTHONDONTWRITEBYTECODE
PIP_INSTALL := -m pip install --quiet --disable-pip-version-check --no-input

.PHONY: play test soak run install bench messages lock pictures clean

play: $(PLAY_STAMP)  ## play in the browser, on a simulated Discord
	@$(PY) demo.py

run: $(PLAY_STAMP)  ## run the bot; DISCORD_TOKEN comes from the environment or .env
	$(PY) bot.py

install: $(PLAY_STAMP)  ## only make .venv, for a service or a rehearsal

test: $(STAMP)  ## every check there is
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy .
	$(PY) -m scripts.messages --check
	$(PY) -m scripts.lock --check
	$(PY) -m pytest -n 3 --dist worksteal

SOAK_S ?= 1800
SEED ?= 1
soak: $(STAMP)  ## half an hour under fire: make soak SOAK_S=300 SEED=2
	$(PY) -m tests.soak --seconds $(SOAK_S) --seed $(SEED)

bench: $(BENCH_STAMP)  ## measure beside peers; one row alone: make bench ROW=name
	$(BENCH_PY) -m bench $(ROW)

messages: $(STAMP)  ## take new sentences into the catalogues
	$(PY) -m scripts.messages

lock: $(STAMP)  ## renew the lock files after a change of dependencies in pyproject.toml
	$(PY) -m scripts.lock

pictures: $(STAMP)  ## draw the boards of the README again
	$(PY) -m scripts.pictures

clean:  ## remove what the targets made; never a database
	rm -rf .venv bench/.venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(PLAY_STAMP): requirements-play.lock
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Stolik needs Python 3.11 or newer: make PYTHON=python3.11")'
	@echo "making .venv (once)"
	@$(PYTHON) -m venv --clear .venv
	@echo "installing what the bot needs, from $<"
	@$(PY) $(PIP_INSTALL) --require-hashes -r $<
	@touch $@

$(STAMP): requirements-dev.lock $(PLAY_STAMP)
	@echo "installing the tools, from $< (once)"
	@$(PY) $(PIP_INSTALL) --require-hashes -r $<
	@touch $@

$(BENCH_STAMP): requirements.lock bench/requirements.txt
	@echo "making bench/.venv with the peers to measure against"
	@$(PYTHON) -m venv --clear bench/.venv
	@$(BENCH_PY) $(PIP_INSTALL) --require-hashes -r requirements.lock
	@$(BENCH_PY) $(PIP_INSTALL) -r bench/requirements.txt
	@touch $@
