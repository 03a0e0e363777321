# Everything runs in .venv, which is made here; only Python, make and git are needed.
# A stamp file in it says what is installed; after a change of pyproject.toml it is installed again.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play table simulate test test-emulated test-pty test-web test-windows test-peers test-extras test-hardware check campaign campaign-long campaign-emulated mutants mutants-quick fix traces bench bench-journal bench-pico bench-idle bench-start bench-wins bench-levels bench-matches bench-kernel bench-cluster bench-turns bench-compiled wheel-compiled bench-page docs manual reports lock wheels micropython image uf2 sbom locale hardware hardware-kicad cards installed clean

# What was compiled once is not compiled again by each program that tests start
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= $(firstword $(foreach name,python3 python3.14 python3.13 python3.12 python3.11,\
	$(shell $(name) -c 'import sys; sys.version_info < (3, 11) or print("$(name)")' 2>/dev/null)))
BIN := .venv/bin
CHROMIUM = $(firstword $(foreach name,chromium chromium-browser google-chrome,$(shell command -v $(name))))
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
LOCKED := $(PIP) install --constraint requirements.lock
EXTRAS := bench,cluster,dev,hardware,lab,mirror,mpy,mutants,notebook,peers,sim,web
SBOM_TOOL := cyclonedx-bom==7.5.0
# The oldest MicroPython the firmware runs on
STUBS := micropython-rp2-rpi_pico-stubs==1.25.0.post3
# The tests that must reach every branch of the files named in pyproject.toml, tool.coverage
EVERY_BRANCH := tests/games tests/kit tests/web/test_faces.py tests/web/test_leaks.py tests/web/test_zones.py tests/test_learn.py tests/test_session.py tests/test_losses.py tests/test_believed_rows.py tests/test_copies.py tests/test_identities.py tests/firmware/test_wire.py
# Long matches reach no branch that the test of a rule does not reach; nor do controls
COVERING := -m 'not campaign and not slow' -k 'not caught and not noticed'
# So many mutants of each game were judged: make mutants SAMPLE=120 RECORD=1 after a change of rules or tests
MUTANTS_SAMPLE := 120
ON_WINDOWS := tests/test_journal.py tests/test_journal_command.py tests/test_kill.py tests/test_simulate.py tests/test_flash.py
# These open a journal twice in one program: on Windows the second is refused, as that of another program
ONE_PROGRAM := \
	test_journal.py::test_a_journal_replaced_in_mid_match_is_kept_beside_the_other \
	test_journal.py::test_nothing_is_lost_if_what_is_not_yet_carried_over_is_deleted \
	test_journal.py::test_a_copy_that_is_in_use_commits_as_surely_as_a_journal \
	test_journal.py::test_a_backup_is_restored_and_what_was_there_is_kept \
	test_journal.py::test_no_program_opens_beside_another_what_lacks_a_part \
	test_journal.py::test_where_a_file_has_one_name_only_the_old_one_is_renamed \
	test_journal.py::test_what_was_set_aside_is_not_written_over_by_the_next \
	test_journal.py::test_a_copy_that_finds_no_room_leaves_nothing_and_names_the_file \
	test_journal_command.py::test_a_backup_is_a_private_journal_of_its_own
# Generators of which none reads what another writes, but for proofs, which read the prints; what takes longest comes first
TWO_AT_ONCE := solids proofs drawings views cards gerbers tray

help: ## list what can be made
	@sed -n 's/^\([a-z0-9-]*\):.*## /\1	/p' Makefile | expand -t 20

play: .venv/play.stamp ## play at the table that is found, or at a simulated one: make play GAME=alex_and_co ARGS="--seed 3"
	@$(BIN)/glowtable play $(GAME) $(ARGS)

table: .venv/play.stamp ## the table in a browser, and a hand on each phone: make table GAME=alex_and_co ARGS="--seats Ann,Ben --lan"
	@$(BIN)/glowtable play $(GAME) --web --open $(ARGS)

simulate: .venv/play.stamp ## play many matches of bots: make simulate ARGS="punto --players 2 --games 300 --seed 1"
	@$(BIN)/glowtable simulate $(ARGS)

test: .venv/dev.stamp .venv/ip.stamp ## all quick tests and 1 % of the long runs, of those that take hours a 2,000th
	$(BIN)/python -m pytest -n 2 -m 'not emulated and not pty and not hardware and not kicad and not mutants and not web and not slow and not wheels and not peers and not extras' $(ARGS)

test-emulated: .venv/dev.stamp ## the firmware on an emulated Pico, in lock step, and 1 % of its campaigns
	@$(BIN)/python -m tests.emulated.compiled
	$(BIN)/python -m pytest -n 2 -m 'emulated and not long' --durations=5 $(ARGS)

test-pty: .venv/dev.stamp ## flash, play and break an emulated Pico at a serial port
	@$(BIN)/python -m tests.emulated.compiled
	$(BIN)/python -m pytest -m 'pty and not campaign' --durations=5 $(ARGS)

test-windows: .venv/dev.stamp ## journal, kills, commands and flash where fcntl, grp, termios and more are missing, as on Windows
	PYTHONPATH=tests/without_posix $(BIN)/python -m pytest -n 2 $(ON_WINDOWS) $(addprefix --deselect=tests/,$(ONE_PROGRAM)) $(ARGS)

test-web: .venv/web.stamp ## whole matches by clicks and taps, in Chromium, which is installed if it can be
	$(BIN)/python -m pytest -m web --durations=5 $(ARGS)

test-peers: .venv/peers.stamp ## the tests that PettingZoo and OpenSpiel ship for their own games, on ours
	$(BIN)/python -m pytest -m peers tests/peers $(ARGS)

test-extras: .venv/extras.stamp ## the kernel of Punto, a cluster, the pages of reports, the notebook: what needs the extras for those who study games
	$(BIN)/python -m pytest -m extras tests/extras $(ARGS)

check: .venv/dev.stamp mpytypings/stamp ## format, lint, types of host and firmware, every branch of rules, session and wire
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/mypy --config-file firmware.mypy.ini
	$(BIN)/python -m pytest -n 2 --cov --cov-report=term-missing:skip-covered --cov-fail-under=100 $(EVERY_BRANCH) $(COVERING)

campaign: .venv/extras.stamp ## a twentieth of the long fault, kill and fuzz runs, a hundredth of those that take hours, and every slow test but those of `make test-hardware`
	GLOWTABLE_CAMPAIGN=full $(BIN)/python -m pytest -n 2 --dist worksteal -m '(campaign or slow) and not emulated and not web and not hardware' --durations=12 $(ARGS)

campaign-long: .venv/web.stamp .venv/extras.stamp ## the whole of them, a million probes for secrets and ten thousand decks of cards among them: it takes hours
	GLOWTABLE_CAMPAIGN=long $(BIN)/python -m pytest -n 2 --dist worksteal -m '(campaign or slow) and not emulated' --durations=12 $(ARGS)

campaign-emulated: .venv/dev.stamp ## the whole of the long runs on the emulated Pico: they take a long time
	@$(BIN)/python -m tests.emulated.compiled
	GLOWTABLE_CAMPAIGN=full $(BIN)/python -m pytest -n 2 --dist worksteal -m '(campaign or long) and emulated' --durations=0 $(ARGS)

mutants: .venv/mutants.stamp ## rules made wrong on purpose: do the tests notice? All, or make mutants GAME=punto SAMPLE=120 JOBS=2 RECORD=1
	$(BIN)/python -m pytest -m mutants tests/mutants
	$(BIN)/python -m tests.mutants $(GAME) --sample $(or $(SAMPLE),0) --seed $(or $(SEED),1) --jobs $(or $(JOBS),1) \
		$(if $(RECORD),--record)

mutants-quick: .venv/mutants.stamp ## a sample of them, each by the test that is recorded to notice it
	$(BIN)/python -m pytest -m mutants tests/mutants
	$(BIN)/python -m tests.mutants --sample $(MUTANTS_SAMPLE) --quick --jobs 2

fix: .venv/dev.stamp ## correct what can be corrected automatically: format and lint
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

traces: .venv/dev.stamp ## renew the digests of the golden traces; play a match again: make traces ARGS="--play punto_2p"
	@$(BIN)/python -m tests.record_traces $(ARGS)

bench: .venv/bench.stamp ## a press to its light, and the engine compared with others: ratios of CPU time measured in this run
	@missed=0; \
	$(BIN)/python -m tests.bench.press_to_light || missed=1; \
	$(BIN)/python -m tests.bench.bench $(ARGS) || missed=1; \
	exit $$missed

bench-journal: .venv/dev.stamp ## commands on 5, 500 and 5,000 matches; memory in a long evening: ratios and bounds of this run
	@missed=0; \
	$(BIN)/python -m tests.bench.journal || missed=1; \
	$(BIN)/python -m tests.bench.evening $(ARGS) || missed=1; \
	exit $$missed

bench-pico: .venv/dev.stamp ## latency, load and memory of the firmware in the emulated Pico's own time, with their goals
	@$(BIN)/python -m tests.emulated.compiled
	GLOWTABLE_CAMPAIGN=full $(BIN)/python -m tests.bench.pico $(ARGS)

bench-idle: .venv/dev.stamp ## CPU time of a match in which nobody does anything, beside an earlier program's
	$(BIN)/python -m tests.bench.idle $(ARGS)

bench-start: .venv/dev.stamp ## CPU time from the start of `glowtable play` to its first table, beside an earlier program's; of `import glowtable`
	$(BIN)/python -m tests.bench.start $(ARGS)

bench-wins: .venv/dev.stamp ## how often each bot of Alter Ego wins, the table of its rules: it takes long
	$(BIN)/python -m tests.bench.wins $(ARGS)

bench-kernel: .venv/bench.stamp .venv/extras.stamp ## the compiled kernel of Punto beside C, and beside rollouts wholly in C++
	$(BIN)/python -m tests.bench.kernel $(ARGS)

bench-compiled: .venv/dev.stamp wheel-compiled ## the same beside a wheel compiled by mypyc, which plays the same matches
	$(BIN)/python -m tests.bench.matches --compiled "$$(ls -t dist/glowtable-*-cp*.whl | head -1)" $(ARGS)

bench-turns: .venv/bench.stamp ## turns of our games as environments of PettingZoo beside its connect_four_v3
	$(BIN)/python -m tests.bench.turns $(ARGS)

bench-cluster: .venv/extras.stamp ## two workers of a cluster beside two processes that share the same matches
	$(BIN)/python -m tests.bench.cluster $(ARGS)

bench-levels: .venv/dev.stamp ## how much better each level of each game plays than the one below, the table of docs/SIMULATE.md
	$(BIN)/python -m tests.bench.levels $(ARGS)

bench-matches: .venv/dev.stamp ## matches of bots for a second of CPU time, beside an earlier program's
	$(BIN)/python -m tests.bench.matches $(ARGS)

bench-page: .venv/web.stamp ## the companion page: click to light, first load, blinking, at rest; on a machine that does nothing else
	$(BIN)/python -m tests.bench.page $(ARGS)

hardware: .venv/hardware.stamp ## make and check what a maker needs: boards, printed parts, card sheets, build guide
	$(BIN)/python -m hardware.boards
	@$(MAKE) --no-print-directory -j 2 $(addprefix hardware.,$(TWO_AT_ONCE))
	$(BIN)/python -m hardware.guide
	$(BIN)/python -m pytest -n 2 -m 'not kicad' tests/hardware $(ARGS)

test-hardware: .venv/hardware.stamp ## what `make hardware` makes, checked, and made again in part
	$(BIN)/python -m pytest -n 2 -m 'hardware and not kicad' tests/hardware $(ARGS)

hardware.proofs: hardware.solids
hardware.%:
	$(BIN)/python -m hardware.$*

hardware-kicad: .venv/hardware.stamp ## check and plot schematics and boards with KiCad 9, which is installed if it can be
	@hardware/install_kicad.sh
	$(BIN)/python -m hardware.kicad
	$(BIN)/python -m pytest -n 2 --dist loadgroup -m kicad tests/hardware $(ARGS)

# Programs know LANGUAGE from the environment as well: here it is that of the cards only where it is given to make
cards: .venv/hardware.stamp ## make and check card sheets and lists of tags: make cards GAME=punto LANGUAGE=de SIZE=poker BACKS=duplex
	$(BIN)/python -m hardware.cards $(GAME) $(if $(filter command,$(origin LANGUAGE)),--language $(LANGUAGE)) \
		$(if $(SIZE),--size $(SIZE)) $(if $(BACKS),--backs $(BACKS))
	$(BIN)/python -m hardware.guide
	$(BIN)/python -m pytest tests/hardware/test_cards.py $(ARGS)

sbom: | .venv/bin/pip ## the wheel, and the list of all that it needs, with versions (CycloneDX), in dist
	rm -rf dist && $(PYTHON) -m venv dist/clean && $(PYTHON) -m venv dist/tool
	dist/tool/bin/python -m pip --quiet --disable-pip-version-check install $(SBOM_TOOL)
	$(PIP) wheel --no-deps --wheel-dir dist .
	dist/clean/bin/python -m pip --quiet --disable-pip-version-check install --constraint requirements.lock dist/*.whl
	dist/clean/bin/python -m pip --quiet --disable-pip-version-check uninstall --yes pip setuptools
	dist/tool/bin/cyclonedx-py environment --pyproject pyproject.toml --output-reproducible --output-file dist/glowtable.cdx.json \
		dist/clean/bin/python
	rm -rf dist/clean dist/tool

image: .venv/dev.stamp ## find or build the MicroPython that the emulated Pico boots
	@$(BIN)/python -m tests.emulated.compiled
	@$(BIN)/python -m tests.emulated.image

uf2: .venv/dev.stamp ## MicroPython and firmware as one file each for Pico and Pico 2; built twice and compared: make uf2 ARGS=--twice
	@$(BIN)/python -m uf2 $(ARGS)

micropython: .venv/dev.stamp ## find or fetch a real MicroPython for the tests
	@$(BIN)/python -m tests.micropython.runtime

locale: .venv/dev.stamp ## copy the sentences of the code into the catalogues of each language, and compile them
	$(foreach home,host/glowtable/ $(dir $(wildcard $(GAMES))),$(call catalogues,$(home)))

# A game's folder has a catalogue of its own, the one that new games begin with, too; all other sentences are in the house's
GAMES = host/glowtable/games/*/__init__.py host/glowtable/commands/game_template/host/glowtable/games/*/__init__.py
define catalogues
	$(BIN)/pybabel -q extract --no-default-keywords --keywords=say --keywords=say_count:1,2 --no-location --sort-output --no-wrap \
		-o .venv/messages.pot $(wildcard $(addprefix $(1),*.py */*.py))
	$(BIN)/pybabel -q update -i .venv/messages.pot -d $(1)locale --no-fuzzy-matching --ignore-obsolete --no-wrap \
		--ignore-pot-creation-date
	$(BIN)/pybabel -q compile -d $(1)locale

endef

docs: .venv/dev.stamp ## the documents as a site, in site/index.html; a link that leads nowhere fails
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build
	@echo 'open site/index.html'

manual: .venv/dev.stamp ## renew the manual page and the shells' completions from the command line they describe
	$(BIN)/python -m glowtable.commands.manual > docs/glowtable.1
	$(BIN)/python docs/completions.py

reports: .venv/extras.stamp ## renew the reports in docs/reports, after a change of rules or bots: make reports ARGS="punto"
	$(BIN)/python docs/reports/reports.py $(ARGS)

lock: ## renew the exact versions of all that is installed here, every extra included: requirements.lock
	rm -rf dist/lock && $(PYTHON) -m venv dist/lock
	dist/lock/bin/python -m pip --quiet --disable-pip-version-check install '.[$(EXTRAS)]'
	dist/lock/bin/python -m pip --disable-pip-version-check freeze --exclude glowtable > dist/lock.txt
	mv dist/lock.txt requirements.lock
	rm -rf dist/lock

wheels: .venv/dev.stamp ## wheel and sdist, tried in a clean environment of each Python there is
	$(BIN)/python -m pytest -m wheels tests/wheels $(ARGS)

wheel-compiled: | .venv/bin/pip ## a wheel for this Python and machine, its rules and bots compiled by mypyc, in dist: minutes, and a C compiler
	GLOWTABLE_MYPYC=1 $(PIP) wheel --no-deps --wheel-dir dist .

clean: ## delete everything made here
	rm -rf .venv mpytypings site .pytest_cache .hypothesis .mypy_cache .ruff_cache .coverage* dist
	find . -name __pycache__ -prune -exec rm -rf {} +

.venv/play.stamp: pyproject.toml requirements.lock | .venv/bin/pip
	$(LOCKED) -e .
	@touch $@

.venv/dev.stamp: pyproject.toml requirements.lock | .venv/bin/pip
	$(LOCKED) -e '.[dev]'
	@touch $@ .venv/play.stamp

.venv/bench.stamp: .venv/dev.stamp
	$(LOCKED) -e '.[bench]'
	@touch $@

# Chromium is the system's; where this may install it, it does
.venv/web.stamp: .venv/dev.stamp
	$(LOCKED) -e '.[web]'
	@test -n '$(CHROMIUM)' || { test "$$(id -u)" = 0 && apt-get update -qq && apt-get install -y -qq chromium >/dev/null; } \
		|| { echo 'make test-web needs Chromium: install it (Debian, Ubuntu: the package chromium)'; exit 1; }
	@touch $@

# Tests of networks need the system's ip; where this may install it, it does. A run names what did not run without it.
.venv/ip.stamp: | .venv/bin/pip
	@command -v ip >/dev/null || { test "$$(id -u)" = 0 && apt-get update -qq && apt-get install -y -qq iproute2 >/dev/null; } \
		|| echo 'Some tests of make test need the command ip: install it (Debian, Ubuntu: the package iproute2)'
	@touch $@

.venv/peers.stamp: .venv/dev.stamp
	$(LOCKED) -e '.[peers]'
	@touch $@

.venv/extras.stamp: .venv/dev.stamp
	$(LOCKED) -e '.[sim,cluster,lab,notebook]'
	@touch $@

# Three of these at once, for .ci/run: pip takes as long for one as for all
installed: .venv/dev.stamp
	$(LOCKED) -e '.[hardware,web,peers,sim,cluster,lab,notebook]'
	@touch .venv/hardware.stamp .venv/peers.stamp .venv/extras.stamp
	@$(MAKE) --no-print-directory .venv/web.stamp

.venv/mutants.stamp: .venv/dev.stamp
	$(LOCKED) -e '.[mutants]'
	@touch $@

.venv/hardware.stamp: .venv/dev.stamp
	$(LOCKED) -e '.[hardware]'
	@touch $@

mpytypings/stamp: Makefile | .venv/bin/pip
	$(PIP) install --upgrade --target mpytypings '$(STUBS)'
	@touch $@

.venv/bin/pip:
	@test -n '$(PYTHON)' || { echo 'Glowtable needs Python 3.11 or newer, and found none on PATH (say which: make PYTHON=/path/to/python3)'; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo 'This Python has no venv: install it first (Debian, Ubuntu: the package python3-venv)'; exit 1; }
	$(PYTHON) -m venv --clear .venv
