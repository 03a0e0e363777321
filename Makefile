# In GNU make. `make` alone lists what can be made; all that is installed goes into .venv, what is fetched into ~/.cache/glowtable.
.DELETE_ON_ERROR:
.PHONY: help play table serve simulate test check fix bench mutants renew docs hardware uf2 release clean

unexport PYTHONDONTWRITEBYTECODE T B R P

PYTHON ?= $(firstword $(foreach name,python3 python3.14 python3.13 python3.12 python3.11,\
	$(shell $(name) -c 'import sys; sys.version_info < (3, 11) or print("$(name)")' 2>/dev/null)))
BIN := .venv/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
LOCKED := $(BIN)/python .ci/install.py --constraint requirements.lock
ENDED := ; code=$$?; [ $$code = 130 ] || exit $$code # left by Ctrl-C is no error
EXTRAS := bench,cluster,dev,hardware,lab,mirror,mpy,mutants,notebook,peers,sim,web
OF_DEV := list quick emulated versions pty windows wheels branches # tiers that need no other extra
SENTENCES := $(wildcard $(addprefix host/glowtable/,locale/*/*/*.po games/*/locale/*/*/*.po))
STUBS := micropython-rp2-rpi_pico-stubs==1.25.0.post3

help: ## list what can be made
	@sed -n 's/^\([a-z0-9-]*\):.*## /\1	/p' Makefile | expand -t 12

play: .venv/play.stamp .venv/sentences.stamp ## play at the table that is found, or at a simulated one: make play GAME=alex_and_co ARGS="--seed 3"
	@trap : INT; $(BIN)/glowtable play $(GAME) $(ARGS)$(ENDED)

table: .venv/play.stamp .venv/sentences.stamp ## the table in a browser, and a hand on each phone: make table GAME=alex_and_co ARGS="--seats Ann,Ben --lan"
	@trap : INT; $(BIN)/glowtable play $(GAME) --web --open $(ARGS)$(ENDED)

serve: .venv/play.stamp .venv/sentences.stamp ## the lobby in a browser, for everybody's phones: make serve ARGS=--lan
	@trap : INT; $(BIN)/glowtable serve $(ARGS)$(ENDED)

simulate: .venv/play.stamp .venv/sentences.stamp ## play many matches of bots: make simulate ARGS="punto --players 2 --games 300 --seed 1"
	@$(BIN)/glowtable simulate $(ARGS)

test: .venv/$(if $(filter $(or $(T),quick),$(OF_DEV)),dev,all).stamp .venv/sentences.stamp ## all quick tests, or another tier: make test T=web ARGS="-k tap"; T=list lists them
	@$(BIN)/python -m tests.tiers $(or $(T),quick) $(ARGS)

check: .venv/dev.stamp mpytypings/stamp ## format, lint, types of host, firmware and pages, every branch of rules, session and wire
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/mypy --config-file .ci/firmware.mypy.ini
	@$(MAKE) --no-print-directory -C .ci/web check
	@$(BIN)/python -m tests.tiers branches

fix: .venv/dev.stamp ## correct what can be corrected automatically: format and lint
	$(BIN)/ruff format . && $(BIN)/ruff check --fix .
	@$(MAKE) --no-print-directory -C .ci/web fix

bench: .venv/all.stamp ## ratios of CPU time measured in one run: make bench B=idle; B=list lists them
	@$(BIN)/python -m tests.bench $(or $(B),press) $(ARGS)

mutants: .venv/all.stamp ## rules made wrong on purpose: do the tests notice? make mutants ARGS="punto --sample 120 --quick --jobs 2"
	$(BIN)/python -m pytest -m mutants tests/mutants
	$(BIN)/python -m tests.mutants $(ARGS)

renew: $(if $(filter lock,$(R)),,.venv/$(if $(filter hardware page reports,$(R)),all,dev).stamp) ## write again what is made of the code: languages, or R=hardware, hostile, lock, measured, page, reports, screens, traces
	@$(MAKE) --no-print-directory $(addprefix renew.,$(or $(R),locale))

renew.reports renew.traces renew.screens renew.page renew.hostile renew.measured renew.hardware:
	@set -e; for module in $(MADE_BY_$(@:renew.%=%)); do $(BIN)/python -m $$module $(ARGS); done
MADE_BY_reports := docs.reports.reports
MADE_BY_traces := tests.support.record_traces
MADE_BY_screens := tests.docs.picture tests.docs.captures
MADE_BY_page := tests.browser.pictures
MADE_BY_hostile := tests.docs.hostile_page
MADE_BY_measured := tests.docs.measured_page
MADE_BY_hardware := hardware.proofs hardware.views hardware.drawings
renew.lock:
	rm -rf dist/lock && $(PYTHON) -m venv dist/lock
	dist/lock/bin/python -m pip --quiet --disable-pip-version-check install '.[$(EXTRAS)]'
	dist/lock/bin/python -m pip --disable-pip-version-check freeze --exclude glowtable > dist/lock.txt
	mv dist/lock.txt requirements.lock && rm -rf dist/lock

GAMES = host/glowtable/games/*/__init__.py host/glowtable/commands/game_template/host/glowtable/games/*/__init__.py
renew.locale: $(patsubst %,renew.locale/%,host/glowtable/ $(dir $(wildcard $(GAMES))))
	@$(BIN)/python host/compiled/generated.py
	@touch .venv/sentences.stamp
renew.locale/%:
	@$(BIN)/pybabel -q extract --no-default-keywords --keywords=say --keywords=say_count:1,2 --no-location --sort-output --no-wrap \
		-o .venv/messages.pot $(wildcard $(addprefix $*,*.py */*.py))
	@for language in $(if $(wildcard $*locale),de it); do [ -f $*locale/$$language/LC_MESSAGES/messages.po ] || \
		$(BIN)/pybabel -q init -l $$language -i .venv/messages.pot -d $*locale --no-wrap || exit; done
	@$(if $(wildcard $*locale),$(BIN)/pybabel -q update -i .venv/messages.pot -d $*locale --no-fuzzy-matching --ignore-obsolete --no-wrap --ignore-pot-creation-date)

docs: .venv/dev.stamp ## the documents as a site, in site/index.html; a link that leads nowhere fails
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --config-file .ci/mkdocs.yml

hardware: .venv/all.stamp ## make and check what a maker needs: boards, printed parts, build guide, cards; cards alone: make hardware P=cards ARGS="punto --language de --size poker --backs duplex"
ifeq ($(P),cards)
	$(BIN)/python -m hardware.cards $(ARGS) && $(BIN)/python -m hardware.guide
	$(BIN)/python -m pytest tests/hardware/test_cards.py
else
	$(BIN)/python -m hardware.kicad --stale
	@$(MAKE) --no-print-directory -j 2 $(addprefix hardware.,solids proofs drawings views cards gerbers tray)
	$(BIN)/python -m hardware.guide
	$(BIN)/python -m pytest -n 2 -m 'not kicad' tests/hardware $(ARGS)
endif

hardware.proofs: hardware.solids
hardware.%:
	$(BIN)/python -m hardware.$*

uf2: .venv/dev.stamp ## MicroPython and firmware as one file each for Pico and Pico 2; built twice and compared: make uf2 ARGS=--twice
	@$(BIN)/python -m uf2 $(ARGS)

release: .venv/dev.stamp ## what people download, in dist: wheel with the Pico's files, sdist, zip for makers, list of parts, sums, notes
	@$(BIN)/python -m uf2 && $(BIN)/python .ci/release.py

clean: ## delete everything made here
	rm -rf .venv .ci/web/node_modules mpytypings site .pytest_cache .hypothesis .mypy_cache .ruff_cache .coverage* dist && find . -name __pycache__ -prune -exec rm -rf {} +

IN_dev := [dev]
IN_all := [$(EXTRAS)]
.venv/%.stamp: pyproject.toml requirements.lock | .venv/bin/pip
	@$(LOCKED) -e '.$(IN_$*)'
	@touch $@ .venv/sentences.stamp .venv/play.stamp $(if $(filter all,$*),.venv/dev.stamp)

.venv/sentences.stamp: $(SENTENCES) | .venv/bin/pip
	@$(BIN)/python host/compiled/generated.py 2>/dev/null || $(LOCKED) -e . # to play needs no compiler of catalogues
	@touch $@

mpytypings/stamp: Makefile | .venv/bin/pip
	$(PIP) install --upgrade --target mpytypings '$(STUBS)' && touch $@

.venv/bin/pip:
	@test -n '$(PYTHON)' || { echo 'Glowtable needs Python 3.11 or newer, and found none on PATH (say which: make PYTHON=/path/to/python3)'; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo 'This Python has no venv: install it first (Debian, Ubuntu: the package python3-venv)'; exit 1; }
	@$(PYTHON) .ci/install.py --venv .venv
