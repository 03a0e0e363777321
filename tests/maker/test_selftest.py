"""Every part that can fail does so here, in one sentence with a next step; a sound table passes whole."""

import json
from collections import Counter
from contextlib import nullcontext

import pytest
from glowtable.__main__ import main
from glowtable.commands import care as command
from glowtable.device import discovery
from glowtable.device.clock import RushedClock
from glowtable.device.link import Hello, Measured, Snapshot, Stats
from glowtable.device.twin import FakePico
from glowtable.grid import TABLE_SEAT
from glowtable.maker.selftest import ANY_UID, FAIL, PASS, SKIPPED, Facts, try_all_parts
from glowtable.maker.wizard import WaitTimeout
from glowtable.messages import FAILED, NO_TABLE
from glowtable.table import Key, Press, Release, Said, Tag
from glowtable.terminal.translator import Translator

from tests.support.person import Person

HELLO = Hello(1, "0.1.0", "c0ffee00", "buttons", "7f", 168, "00000000", 1, "-")
SOUND = [0x92] * 7 + [0x00]
STATS = Stats(180_000, 4_000, 0, 0, 0)


class Table:
    """A table that answers what the steps ask, and what people do at it."""

    def __init__(self, hello=HELLO, chips=SOUND, supply_mv=5020, stats=STATS, down="0" * 9, moves=()):
        self.hello, self.chips, self.supply_mv, self.stats = hello, chips, supply_mv, stats
        self.down, self.moves = down, moves
        self.eyes = [Said("yes")]
        self.instead = {}  # what is wanted -> what comes instead, before anything else
        self.counts = Counter()
        self.waits = []

    def tested(self, *, kept=None, by_hand=True):
        """Part -> (verdict, sentence) for all findings."""
        steps = try_all_parts(Facts("c0ffee00", kept, self.counts, by_hand))
        wait = next(steps)
        try:
            for _ in range(2000):
                for came in self.answers(wait):
                    self.waits.append(wait)
                    wait = steps.send(came)
        except StopIteration as stopped:
            return stopped.value
        raise AssertionError(f"no end; it waits for {wait}")

    def answers(self, wait):
        """What comes of one wait; the steps may end in the middle of it."""
        if wait.wanted in self.instead:
            return self.instead.pop(wait.wanted)
        if wait.is_question:
            return self.eyes
        if wait.message.text == "greeting the table":
            return [self.hello]
        asked = [came for word in wait.ask for came in self.asked(*word)]
        return asked or ([WaitTimeout()] if wait.for_ms else [wait.wanted or self.hello])

    def asked(self, word, part="", value=0):
        """The answer to one word of the host."""
        if word == "snapshot":
            return [Snapshot(self.down, "000000", "00", 1, 0), *self.moves, WaitTimeout()]
        if part == "stats":
            return [self.stats] if self.stats else []
        known = self.chips[value] if part == "chip" and value < len(self.chips) else None
        measured = self.supply_mv if part == "supply" else known
        return [] if measured is None else [Measured(part, value, measured)]


@pytest.fixture
def table():
    return Table()


def sentences(found, verdict=FAIL):
    translator = Translator("en")
    return [f"{translator.text(part)}: {translator.text(said)}" for part, was, said in found if was == verdict]


def test_a_sound_table_passes_whole():
    found = Table().tested()
    assert sentences(found) == []
    assert sentences(found, SKIPPED) == ["reader 8: the spare place is empty"]
    assert "cells: all 36 answer" in sentences(found, PASS) and "keys: all 22 answer" in sentences(found, PASS)


def test_without_hands_their_parts_are_skipped(table):
    skipped = sentences(table.tested(by_hand=False), SKIPPED)
    assert [line.split(":")[0] for line in skipped] == ["reader 8", "lights", "sound", "cells", "keys", "cards"]
    assert not any(wait.wanted or wait.is_question for wait in table.waits)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (Table(HELLO._replace(build="00000000")), "firmware: The table's firmware is incomplete. Run glowtable flash."),
        (Table(HELLO._replace(build="deadbeef")), "this program's is c0ffee00. Run glowtable flash"),
        (Table(HELLO._replace(trouble="no-settings")), "The table has no settings yet."),
        (Table(HELLO._replace(trouble="newer-settings")), "from a newer glowtable"),
        (Table(chips=[0x92, 0x00, *SOUND[2:]]), "reader 2: Reader 2 doesn't answer. Check its plug"),
        (Table(chips=[*SOUND[:7], 0x37]), "Reader 8 stopped working. Check its plug."),
        (Table(chips=[0x00] * 8), "MISO is shorted to ground"),
        (Table(chips=[0xFF] * 8), "none is powered or plugged in"),
        (Table(chips=[]), "readers: No answer. Unplug the table and plug it back in."),
        (Table(supply_mv=310), "310 mV: off. USB alone is enough for few lights or none"),
        (Table(supply_mv=4380), "4380 mV instead of 4500 to 5600"),
        (Table(supply_mv=None), "5 V supply: No answer. Unplug the table and plug it back in."),
        (Table(down="000000008"), "quiet: Stuck or held down: cell a4."),
        (Table(moves=[Press(7), Release(7)]), "quiet: Stuck or held down: cell b2."),
        (Table(moves=[Key(2, "undo")]), "quiet: Stuck or held down: key undo of seat 3."),
        (Table(stats=None), "line: The table doesn't answer"),
        (Table(stats=STATS._replace(bad_crc=2)), "line: 2 damaged lines, 0 lines sent again. Try another USB cable"),
        (Table(stats=STATS._replace(free=20_000)), "memory: Not enough memory (20000 bytes free, 50000 needed)."),
        (Table(stats=STATS._replace(tick_us=150_000)), "ticks: Presses arrive late (the longest took 150000 us)."),
        (Table(HELLO._replace(cells="nfc"), chips=SOUND + [0x92] * 4 + [0x00] + [0x92] * 31), "under cell a5"),
    ],
)
def test_each_part_fails_in_one_sentence_with_a_next_step(table, words):
    (sentence,) = sentences(table.tested(by_hand=False))
    assert words in sentence


def test_damage_that_the_host_counted_fails_the_line_too(table):
    table.counts["bad crc"] = 1
    assert "1 damaged line," in sentences(table.tested())[0]


def test_settings_other_than_those_kept_here_fail():
    found = sentences(Table().tested(kept=b'{"pixels_per_cell": 1}'))
    assert "drives 168 LEDs. Its settings saved here say 60" in found[0]
    assert "differs from the copy saved here" in found[1]


def test_what_a_table_cannot_count_is_skipped():
    assert "memory: not counted by this table" in sentences(Table(stats=STATS._replace(free=0)).tested(), SKIPPED)


def test_a_dead_cell_is_told_and_not_asked_for():
    table = Table(HELLO._replace(trouble="dead.c7"))
    found = table.tested()
    assert sentences(found) == [] and "cells: all 35 answer" in sentences(found, PASS)
    assert Press(7) not in [wait.wanted for wait in table.waits]
    assert any("Cell b2 is off." in line for line in sentences(found, SKIPPED))


def test_an_nfc_table_has_no_cells_to_press():
    found = Table(HELLO._replace(cells="nfc"), chips=SOUND + [0x92] * 36).tested()
    assert sentences(found) == [] and "NFC cells: all 36 answer" in sentences(found, PASS)
    assert not any(line.startswith("cells:") for line in sentences(found, PASS))


# -- hands


def test_what_is_skipped_is_named_in_one_failure(table):
    table.instead = {Press(3): [Said("skip")], Press(21): [Said("skip")]}
    (sentence,) = sentences(table.tested())
    assert sentence == "cells: No reaction from cell a4, cell d4. Check switch or module, wires and plug."


def test_a_touch_of_something_else_is_named_and_asked_again(table):
    table.instead = {Press(3): [Press(4), Release(4), Said("a4"), Key(TABLE_SEAT, "wrong"), Press(3)]}
    assert sentences(table.tested()) == []
    said = [Translator("en").text(wait.said) for wait in table.waits if wait.said]
    assert [line.split(" If ")[0] for line in dict.fromkeys(said)] == [
        "That was cell a5.",
        "Do it at the table, or type skip or q.",
        "That was key wrong of the table.",
    ]


def test_any_card_will_do_at_a_reader_but_not_at_another(table):
    table.instead = {Tag(2, ANY_UID): [Tag(3, "01020304"), Tag(2, "01020304")]}
    assert sentences(table.tested()) == []
    assert "That was reader 4." in str([Translator("en").text(wait.said) for wait in table.waits if wait.said])


@pytest.mark.parametrize(
    ("answer", "verdict", "words"),
    [
        ("no", FAIL, "lights: A light is dark: check its data wire"),
        ("no", FAIL, "sound: The buzzer is silent."),
        ("skip", SKIPPED, "lights: not tried"),
        ("yes", PASS, "sound: as it should be"),
    ],
)
def test_lights_and_sounds_are_judged_by_people(table, answer, verdict, words):
    table.eyes = [Said("perhaps"), WaitTimeout(), Said(answer)]
    assert any(line.startswith(words) for line in sentences(table.tested(), verdict))


@pytest.mark.parametrize(
    "trouble, words", [("-", "Do lights run a1 to f6, then seats"), ("no-settings", "Do all lights come on one by one")]
)
def test_order_and_colours_of_lights_are_asked_for_only_when_calibrate_has_learned_them(trouble, words):
    table = Table(HELLO._replace(trouble=trouble))
    table.tested()
    assert any(wait.message.text.startswith(words) for wait in table.waits)


def test_the_sound_is_made_again_until_it_is_judged(table):
    table.eyes = [WaitTimeout(), Said("yes")]
    table.tested()
    assert [wait.ask for wait in table.waits if "notes" in wait.message.text] == [(("sound", 5),)] * 2


# -- the command, at the simulated table


def test_the_simulated_table_passes_and_the_report_is_a_table(home, capsys):
    assert main(["selftest", "--port", "twin:", "--no-hands"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert "5 V supply  pass     5000 mV" in out
    assert any(line.startswith("lights      skipped") for line in out)


def test_a_failure_is_exit_code_1_and_the_report_may_be_json(home, capsys, monkeypatch):
    monkeypatch.setattr(FakePico, "chip", lambda pico, number: 0xFF if number == 2 else 0x92)
    assert main(["selftest", "--port", "twin:", "--no-hands", "--json", "--language", "de"]) == FAILED
    report = json.loads(capsys.readouterr().out)
    failed = [finding for finding in report if finding["verdict"] == "FAIL"]
    assert [finding["part"] for finding in failed] == ["reader 3"] and "Check its plug" in failed[0]["said"]


@pytest.mark.slow
@pytest.mark.parametrize(("answers", "code"), [({}, 0), ({"Press cell c3": "skip"}, FAILED)])
def test_somebody_at_the_simulated_table_is_led_through_all_of_it(home, capsys, monkeypatch, answers, code):
    monkeypatch.setattr(command, "is_somebody_there", lambda: True)
    monkeypatch.setattr(command, "WallClock", RushedClock)
    monkeypatch.setattr(command, "terminal_of_person", lambda: nullcontext(Person(answers)))
    assert main(["selftest", "--port", "twin:"]) == code
    out = capsys.readouterr().out
    assert "keys        pass     all 22 answer" in out and "cards       pass     all 8 answer" in out
    assert ("No reaction from cell c3." in out) == (code == FAILED)


@pytest.mark.parametrize("naps", [1, 30, 100, 500])
def test_a_table_that_goes_away_fails_and_it_ends(home, capsys, monkeypatch, naps):
    table = discovery.simulated_table

    def simulated(*how):
        found, clock = table(*how), how[0]
        nap, left = clock.nap, iter(range(naps))

        def napped():
            nap()
            if next(left, None) is None:
                found.twin.line.unplug()

        clock.nap = napped
        return found

    monkeypatch.setattr(discovery, "simulated_table", simulated)
    assert main(["selftest", "--port", "twin:", "--no-hands"]) == FAILED
    assert "line" in capsys.readouterr().out


def test_a_bad_line_is_found(home, capsys):
    assert main(["selftest", "--port", "twin:damaged=0.002,seed=2", "--no-hands"]) == FAILED
    assert "Try another USB cable" in capsys.readouterr().out


def test_without_a_table_the_simulated_one_is_not_taken_for_it(home, capsys):
    assert main(["selftest"]) == NO_TABLE
    assert "--port twin:" in capsys.readouterr().err
