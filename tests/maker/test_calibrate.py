"""Learning how a table is wired: whatever the wires, hands that press the cell that shines give back the truth."""

import json
from contextlib import nullcontext
from random import Random

import pytest
from glowpico import settings as settings_of
from glowtable.__main__ import main
from glowtable.commands import care as command
from glowtable.commands.care import Calibration
from glowtable.device.clock import RushedClock
from glowtable.device.twin import Twin
from glowtable.grid import CELLS, SEATS, TABLE_SEAT, cell_name, cell_of
from glowtable.maker import pico as at_prompt
from glowtable.maker.calibrate import (
    PLAIN_GRIDS,
    READING,
    Draft,
    Orders,
    find_seats,
    is_newer,
    learn_orders,
    settings_file,
    usable_settings,
    with_orders,
)
from glowtable.maker.settings_store import TwinSettings
from glowtable.maker.wizard import WaitTimeout
from glowtable.messages import INTERRUPTED, NO_TABLE, USAGE
from glowtable.table import DARK, Audited, Found, Key, Press, Release, Said
from glowtable.terminal.translator import Translator

from tests.support.campaign import slow
from tests.support.person import Person

PLAIN = tuple(range(CELLS))


class SimulatedPlayers:
    """Somebody at a table wired like this, who does what the script asks; answers a script's waits with what comes."""

    def __init__(self, cell_order=PLAIN, led_order=PLAIN, dead=(), dark=(), noisy=(), nfc=False, pods=range(SEATS)):
        self.cell_order, self.led_order = cell_order, led_order
        self.dead, self.dark, self.noisy = dead, dark, noisy
        self.nfc = nfc
        self.pods = pods  # the seats that have one, as the lights' data passes them
        self.lying = []  # where the card lies before it is moved on
        self.mistakes = {}  # message begins so -> what is done instead, once
        self.said = []
        self.runs = 0  # how often the running light was looked at

    def follow(self, script, most=2000):
        """Run the script to its end; its outcome."""
        wait = next(script)
        try:
            for _ in range(most):
                for came in self.answer(wait):
                    wait = script.send(came)
        except StopIteration as stopped:
            return stopped.value
        raise AssertionError(f"no end; it waits for {wait}")

    def answer(self, wait):
        text = wait.message.text.format(**dict(wait.message.fill))
        if wait.said:
            self.said.append(wait.said.text)
        for begin in [begin for begin in self.mistakes if text.startswith(begin)]:
            return self.mistakes.pop(begin)
        if text.startswith("Hands off"):
            return [*(Press(self.cell_order[cell]) for cell in self.noisy), WaitTimeout()]
        if text.startswith("Press a key of the lit seat"):
            (place,) = [place for place, light in enumerate(wait.picture.seats) if light.colour != DARK]
            seat = self.pods[place] if place < len(self.pods) else None
            return [Said("skip") if seat is None else Key(seat, "pass")]
        if text.startswith(("Press the lit cell", "Put one card")):
            return self.pressed(self.shining(wait))
        if text.startswith("From seat 1: "):
            return self.pressed(cell_of(text.split(" (")[0][-2:]))
        if text.startswith("Which cell is lit"):
            cell = self.shining(wait)
            return [Said("skip" if cell is None else cell_name(cell))]
        if text.startswith("Does a light run"):
            self.runs += 1
            return [Said("yes")]
        raise AssertionError(text)

    def pressed(self, cell):
        if cell is None or cell in self.dead:
            return [Said("skip")]
        return self.laid(self.cell_order[cell]) if self.nfc else tap(self.cell_order[cell])

    def laid(self, place):
        """An audit before the card is taken up, one while it is in a hand, and the next finds it."""
        before, self.lying = self.lying, [Found(place, "04a1b2c3")]
        return [*before, Audited(0), Audited(0), *self.lying]

    def shining(self, wait):
        """The cell that people see shine; None if its LED is dark."""
        places = [place for place, light in enumerate(wait.picture.cells) if light.colour != DARK]
        cell = self.led_order.index(places[0])
        return None if len(places) != 1 or cell in self.dark else cell


def tap(place):
    return [Press(place), Release(place)]


def shuffled(seed):
    order = list(PLAIN)
    Random(seed).shuffle(order)
    return tuple(order)


# -- what is learned


@pytest.mark.parametrize("grid", PLAIN_GRIDS)
def test_a_plain_grid_is_known_from_its_corners(grid):
    hands = SimulatedPlayers(grid, shuffled(1))
    draft = Draft()
    assert hands.follow(learn_orders(draft)) == Orders(grid, shuffled(1), ())
    assert len(draft.pressed) == 4


@pytest.mark.parametrize("seed", range(5))
def test_any_wiring_is_learned_cell_by_cell(seed):
    hands = SimulatedPlayers(shuffled(seed), shuffled(seed + 100))
    assert hands.follow(learn_orders(Draft())) == Orders(shuffled(seed), shuffled(seed + 100), ())


def test_the_eight_grids_differ_and_hold_every_place():
    assert len(set(PLAIN_GRIDS)) == 8 and PLAIN in PLAIN_GRIDS
    assert all(sorted(grid) == list(PLAIN) for grid in PLAIN_GRIDS)
    assert sorted(READING) == list(PLAIN)


@pytest.mark.parametrize(
    ("pods", "seat_order"),
    [
        ((0, 1, 3), (0, 1, 3, 2, 4, 5)),
        ((5,), (1, 2, 3, 4, 5, 0)),
        ((), (0, 1, 2, 3, 4, 5)),
        ((2, 0, 1, 5, 4, 3), (1, 2, 0, 5, 4, 3)),
    ],
    ids=["one missing between", "the last alone", "none", "another order"],
)
def test_which_seat_has_which_lights_is_learned(pods, seat_order):
    draft = Draft()
    found = SimulatedPlayers(PLAIN, PLAIN, pods=pods).follow(learn_orders(draft))
    assert found == Orders(PLAIN, PLAIN, (), seat_order) and tuple(draft.seats) == (
        *pods,
        *[None] * (SEATS - len(pods)),
    )
    assert settings_of.is_allowed("seat_order", list(found.seat_order))


def test_a_seat_can_be_typed_and_what_cannot_be_is_asked_again():
    steps = find_seats(draft := Draft())
    next(steps)
    answers = (Said("7"), Said("a1"), Key(TABLE_SEAT, "pause"), Said("1"), Key(0, "undo"), Said("3"), Said("back"))
    said = [steps.send(answer).said for answer in answers]
    assert [problem and problem.text[:13] for problem in said] == [
        "Press a key o", "Press a key o", "Press a key o", None, "That seat has", None, None,
    ]  # fmt: skip
    steps.send(Key(1, "undo"))
    steps.send(Said("skip"))
    steps.send(Said("4"))
    steps.send(Key(4, "undo"))
    with pytest.raises(StopIteration) as stopped:
        steps.send(Said("skip"))
    assert stopped.value.value and draft.seats == [0, 1, None, 3, 4, None]


def test_skip_leaves_out_one_seat_alone_whose_place_gets_a_seat_that_is_left():
    hands = SimulatedPlayers(PLAIN, PLAIN, pods=(2, None, 0, 5, 4, 3))
    assert hands.follow(learn_orders(Draft())).seat_order == (2, 1, 0, 5, 4, 3)


@pytest.mark.parametrize("nfc", [False, True])
def test_a_key_that_moves_by_itself_answers_nothing(nfc):
    hands = SimulatedPlayers(PLAIN, PLAIN, nfc=nfc)
    noisy = Key(4, "undo")
    hands.mistakes["Hands off"] = [noisy, WaitTimeout()]
    hands.mistakes["Press a key of the lit seat (1"] = [noisy, Key(0, "pass")]
    assert hands.follow(learn_orders(Draft("nfc" if nfc else "buttons"))) == Orders(PLAIN, PLAIN, ())


@pytest.mark.parametrize(
    ("grid", "lights", "dead", "dark", "left_out"),
    [
        (PLAIN_GRIDS[3], shuffled(4), (7, 14), (), (7, 14)),
        (PLAIN_GRIDS[5], shuffled(4), (9,), (), (9,)),
        (PLAIN_GRIDS[1], shuffled(8), (20,), (3,), (3, 20)),
        (shuffled(6), shuffled(7), (20,), (3,), (20,)),
    ],
    ids=["two dead", "one dead, no question", "dark and dead", "of a scrambled grid a dark cell answers all the same"],
)
def test_a_dead_cell_keeps_its_light_and_is_told_from_a_dark_one(grid, lights, dead, dark, left_out):
    hands = SimulatedPlayers(grid, lights, dead=dead, dark=dark)
    assert hands.follow(learn_orders(Draft())) == Orders(grid, lights, left_out)


def test_a_dead_corner_leaves_the_grid_plain():
    draft = Draft()
    assert SimulatedPlayers(PLAIN_GRIDS[2], PLAIN, dead=(0,)).follow(learn_orders(draft)) == Orders(
        PLAIN_GRIDS[2], PLAIN, (0,)
    )
    assert len(draft.pressed) == 4


def test_a_single_corner_does_not_tell_how_the_grid_lies():
    draft, dead = Draft(), (0, 5, 30)
    found = SimulatedPlayers(PLAIN_GRIDS[2], PLAIN, dead=dead).follow(learn_orders(draft))
    assert len(draft.pressed) == CELLS and (found.led_order, found.dead_cells) == (PLAIN, dead)
    assert all(found.cell_order[cell] == PLAIN_GRIDS[2][cell] for cell in set(PLAIN) - set(dead))


def test_what_presses_by_itself_is_not_believed_and_left_out():
    hands = SimulatedPlayers(PLAIN_GRIDS[6], shuffled(2), dead=(11,), noisy=(11,))
    draft = Draft()
    assert hands.follow(learn_orders(draft)) == Orders(PLAIN_GRIDS[6], shuffled(2), (11,))
    assert draft.noisy == {PLAIN_GRIDS[6][11]}


def test_an_nfc_table_is_learned_with_one_card():
    hands = SimulatedPlayers(PLAIN_GRIDS[5], shuffled(3), dead=(30,), nfc=True)
    assert hands.follow(learn_orders(Draft("nfc"))) == Orders(PLAIN_GRIDS[5], shuffled(3), (30,))
    assert set(hands.said) == {"Several cells lit, or only part of one? Type q: the LED count per cell is wrong."}


# -- what goes wrong on the way


@pytest.mark.parametrize(
    ("mistake", "sentence"),
    [
        (tap(0), "You already pressed that one."),
        ([Press(5), Press(6), Release(5), Release(6)], "That was several cells."),
        ([Said("c3")], "Press a cell, or type"),
        ([*tap(0), *tap(0), *tap(0)], "That cell is stuck."),
    ],
)
def test_a_press_that_cannot_be_is_one_sentence_and_asked_again(mistake, sentence):
    hands = SimulatedPlayers()
    hands.mistakes["Press the lit cell (2"] = mistake
    assert hands.follow(learn_orders(Draft())) == Orders(PLAIN, PLAIN, ())
    assert any(sentence in said for said in hands.said)


@pytest.mark.parametrize(
    ("wiring", "mistakes"),
    [
        (Orders(PLAIN, PLAIN, ()), {
            "Hands off": [Press(4), WaitTimeout()], "Press a key of the lit seat (1": [Said("back")]}),
        (Orders(PLAIN_GRIDS[4], shuffled(5), ()), {
            "Press the lit cell (9": [*tap(PLAIN_GRIDS[4][35]), Said("back")], "From seat 1: press a1": [Said("back")],
            "From seat 1: press f6": [Said("back")], "Does a light run": [Said("back")],
            "Press the lit cell (1 ": [Said("back")]}),
        (Orders(PLAIN_GRIDS[4], shuffled(5), (8, 9)), {
            "Does a light run": [Said("back")], "Which cell is lit (1": [Said("back")]}),
    ],
    ids=["at the first seat it asks for quiet again", "a step", "through every step"],
)  # fmt: skip
def test_back_asks_again(wiring, mistakes):
    hands = SimulatedPlayers(*wiring[:2], dead=wiring.dead_cells)
    hands.mistakes |= mistakes
    assert hands.follow(learn_orders(draft := Draft())) == wiring
    assert hands.mistakes == {} and draft.noisy == frozenset()


def test_nothing_lies_before_the_first_step():
    hands = SimulatedPlayers(nfc=True)
    hands.mistakes["Put one card on the lit cell (1 "] = [Said("back")]
    assert hands.follow(learn_orders(Draft("nfc"))) == Orders(PLAIN, PLAIN, ())
    assert hands.runs == 1


def test_a_light_that_does_not_run_as_one_reads_makes_every_cell_be_asked_for():
    inner = list(PLAIN)
    inner[7], inner[8] = inner[8], inner[7]  # the corners cannot tell
    hands = SimulatedPlayers(tuple(inner), PLAIN)
    hands.mistakes["Does a light run"] = [Said("no")]
    assert hands.follow(learn_orders(Draft())) == Orders(tuple(inner), PLAIN, ())


def test_names_that_cannot_be_are_asked_for_again():
    hands = SimulatedPlayers(PLAIN, PLAIN, dead=(1, 2))
    hands.mistakes["Which cell is lit (1"] = [Said("a1")]
    hands.mistakes["Which cell is lit (2"] = [Said("back")]
    assert hands.follow(learn_orders(Draft())) == Orders(PLAIN, PLAIN, (1, 2))
    assert "Type a cell that has no light yet: {free}. Or type skip or back." in hands.said


# -- settings.json


def test_other_settings_are_kept_and_orders_say_what_a_rotation_said():
    old = b'{"brightness_pct": 60, "rotation": 2, "dev": 1, "version": 1}'
    orders = Orders(PLAIN_GRIDS[1], shuffled(1), (4,))
    raw = settings_file(with_orders(usable_settings(old), orders))
    chosen, _, trouble = settings_of.read(raw)
    assert trouble == () and not is_newer(raw)
    assert (chosen["brightness_pct"], chosen["dev"], chosen["rotation"], chosen["dead_cells"]) == (60, 1, 0, [4])
    assert (tuple(chosen["cell_order"]), tuple(chosen["led_order"])) == (PLAIN_GRIDS[1], shuffled(1))


@pytest.mark.parametrize(
    "raw", [None, b"", b"{", b"[1]", b'{"snake": 1}', b'{"budget_ma": "much"}', b"\xff", b"[" * 100_000]
)
def test_of_a_damaged_or_strange_file_nothing_strange_is_kept(raw):
    assert usable_settings(raw) == {}


def test_a_file_of_a_newer_version_is_known():
    assert is_newer(json.dumps({"version": settings_of.VERSION + 1, "glitter": 3}).encode())
    assert not is_newer(b"{") and not is_newer(None)


# -- the whole calibration at the simulated table


def calibration(wiring, person):
    """A calibration at a twin wired like this, which nobody has calibrated yet."""
    clock = RushedClock()
    twin = Twin(clock.now_ms, settings={**settings_of.DEFAULTS, **wiring})
    twin.settings = {**settings_of.DEFAULTS, "rotation": 1}  # wrong ones
    twin.restart()
    store = TwinSettings(twin, clock)
    return store, Calibration(store, clock, Translator("en"), person)


@pytest.mark.slow
def test_a_twin_is_learned_as_it_is_wired_and_plays_so():
    wiring = {"cell_order": list(PLAIN_GRIDS[6]), "led_order": list(shuffled(9)), "seat_order": [2, 0, 1, 5, 4, 3]}
    store, calibration_there = calibration(wiring, Person())
    chosen = json.loads(calibration_there.learn_settings(None))
    assert {name: chosen[name] for name in wiring} == wiring and chosen["dead_cells"] == []
    connection = store.open_connection()
    assert connection.link.hello.trouble == "-"
    assert store.read() == settings_file(chosen)


@pytest.mark.parametrize(
    ("begins", "writes"), [("How many LEDs per cell", 0), ("Press the lit cell (5", 2), ("Done. Cells off: ", 2)]
)
def test_left_anywhere_everything_is_as_it_was(begins, writes):
    store, calibration_there = calibration({}, Person({"How many LEDs per cell": "1"} | {begins: "q"}))
    written = []
    keep = store.write
    store.write = lambda raw: (written.append(raw), keep(raw))
    with pytest.raises(KeyboardInterrupt):
        calibration_there.learn_settings(None)
    assert len(written) == writes and store.read() is None


@pytest.mark.slow
def test_the_last_question_can_be_taken_back_and_not_be_skipped():
    class Doubtful(Person):
        typed = iter(("skip", "back"))

        def finished_lines(self):
            typed = super().finished_lines()
            asks = self.asked.startswith("Done. Cells off: ")
            runs.extend([self.asked] if typed and self.asked.startswith("Does a light run") else [])
            return [next(self.typed, "yes")] if typed and asks else typed

    runs = []
    _, calibration_there = calibration({}, Doubtful())
    assert json.loads(calibration_there.learn_settings(None))["dead_cells"] == []
    assert len(runs) == 2


def test_who_does_not_wait_for_the_settings_to_be_put_back_is_told(at_terminal, capsys, monkeypatch):
    at_terminal(Person({"How many LEDs per cell": "1", "Press the lit cell (3": "q"}))
    write = TwinSettings.write

    def impatient(store, raw):
        if raw is None:
            raise KeyboardInterrupt
        write(store, raw)

    monkeypatch.setattr(TwinSettings, "write", impatient)
    assert main(["calibrate", "--port", "twin:"]) == INTERRUPTED
    printed = capsys.readouterr()
    assert "they may have changed" in printed.err and printed.out == ""


def test_the_simulated_table_has_the_cells_it_has(at_terminal, capsys):
    at_terminal(Person({"What's under the cells": "nfc"}))
    assert main(["calibrate", "--port", "twin:"]) == USAGE
    assert "The simulated table's cells are buttons" in capsys.readouterr().err


class Dealer(Person):
    """Moves one card from cell to cell, as it is told by light or by name."""

    def finished_lines(self):
        typed = super().finished_lines()
        if typed != [""] or " card on " not in self.asked:
            return typed
        lit = [cell for cell, rgb in enumerate(self.twin.cells_shown) if any(rgb)]
        cell = lit[0] if "the lit cell" in self.asked else cell_of(self.asked.split(" (")[0][-2:])
        if self.lying is not None:
            self.twin.pick_up(self.lying)
        self.twin.put_down(cell, "04a1b2c3")
        self.lying = cell
        return []

    lying = None


@pytest.mark.slow
def test_an_nfc_twin_is_learned_by_audits():
    wiring = {"cell_kind": "nfc", "cell_order": list(PLAIN_GRIDS[3]), "led_order": list(shuffled(2))}
    store, calibration_there = calibration(wiring, Dealer())
    calibration_there.terminal.twin = store.twin
    before = b'{"cell_kind": "nfc"}'
    store.write(before)
    chosen = json.loads(calibration_there.learn_settings(before))
    assert {name: chosen[name] for name in wiring} == wiring and chosen["dead_cells"] == []


# -- the command


@pytest.fixture
def at_terminal(home, monkeypatch):
    """Somebody sits there, but not for real; no time is waited for."""
    monkeypatch.setattr(command, "is_somebody_there", lambda: True)
    monkeypatch.setattr(command, "WallClock", RushedClock)

    def sits(person):
        monkeypatch.setattr(command, "terminal_of_person", lambda: nullcontext(person))

    return sits


@pytest.mark.slow
def test_calibrating_the_simulated_table_is_a_rehearsal(at_terminal, capsys):
    at_terminal(Person())
    assert main(["calibrate", "--port", "twin:"]) == 0
    assert capsys.readouterr().out == "The table is calibrated. Try it: glowtable selftest\n"


def test_whoever_leaves_is_told_that_nothing_changed(at_terminal, capsys):
    at_terminal(Person({"Press the lit cell (3": "q"}))
    assert main(["calibrate", "--port", "twin:"]) == INTERRUPTED
    assert capsys.readouterr().out == "The table's settings are unchanged.\n"


@pytest.mark.parametrize(("answer", "code"), [("n", INTERRUPTED), ("", INTERRUPTED), slow("y", 0)])
def test_settings_of_a_newer_version_are_overwritten_only_if_wanted(at_terminal, monkeypatch, answer, code):
    at_terminal(Person())
    monkeypatch.setattr(TwinSettings, "read", lambda store: b'{"version": 99, "brightness_pct": 60}')
    monkeypatch.setattr("builtins.input", lambda question: answer)
    kept = []
    monkeypatch.setattr(TwinSettings, "keep_copy", lambda store, raw: kept.append(json.loads(raw)))
    assert main(["calibrate", "--port", "twin:"]) == code
    assert [chosen["brightness_pct"] for chosen in kept] == [60] * (code == 0)


def test_the_end_of_input_at_the_question_changes_nothing(at_terminal, monkeypatch, capsys):
    def the_end(question):
        raise EOFError

    at_terminal(Person())
    monkeypatch.setattr(TwinSettings, "read", lambda store: b'{"version": 99}')
    monkeypatch.setattr("builtins.input", the_end)
    assert main(["calibrate", "--port", "twin:"]) == INTERRUPTED
    assert "unchanged" in capsys.readouterr().out


def test_without_anybody_at_a_terminal_nothing_is_calibrated(capsys):
    assert main(["calibrate", "--port", "twin:"]) == USAGE
    assert "Run it in a terminal" in capsys.readouterr().err


def test_without_a_pico_that_is_said_first(capsys, monkeypatch):
    monkeypatch.setattr(at_prompt, "pico_ports", list)
    assert main(["calibrate"]) == NO_TABLE
    assert "No Pico is plugged in" in capsys.readouterr().err
