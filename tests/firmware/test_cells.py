"""NFC cells on a board that counts its fields: where is this tag, which tags are all here."""

import pytest
from glowpico import wire
from glowpico.loop import ROOM, TURNS
from glowpico.readers import BUSY, EMPTY, GARBLED
from glowpico.settings import DEFAULTS
from glowpico.talk import RING

from tests.firmware.board import SESSION, Board, Table

ANN, BEN, EVE = "04a1b2c3d4e5f6", "04a1b2c3d4e5f7", "0badcafe"
STEPS = 3  # that a question takes
ALL = "fffffffff"
NOWHERE = ("00000000", "000000000")
LONG = 40 * 36 * STEPS  # ticks: an audit and much more


class Radio(Board):
    """Its chips take time; a question asked before another one is over would be a second field: it fails."""

    cell_kind = "nfc"

    def __init__(self, readers=0xFF):
        super().__init__(readers)
        self.under_way = None  # (which chip, its question)
        self.steps = 0
        self.given_up = 0
        self.asked_readers = []

    def step(self, chip, question):
        """True when the question is over."""
        assert self.under_way in (None, (chip, question)), "a second field"
        self.under_way = (chip, question)
        self.steps += 1
        if self.steps < STEPS:
            return False
        self.end()
        return True

    def end(self):
        self.under_way = None
        self.steps = 0

    def poll(self, reader):
        if not self.step(("reader", reader), "poll"):
            return BUSY
        self.asked_readers.append(reader)
        return self.tags[reader]

    def seek(self, place, uid):
        return super().seek(place, uid) if self.step(place, uid) else BUSY

    def inventory(self, place):
        if not self.step(place, "inventory"):
            return BUSY
        answer = super().inventory(place)
        if answer not in (EMPTY, GARBLED):
            self.under_way = (place, "inventory")
        return answer

    def give_up(self):
        assert self.under_way, "nothing is under way"
        self.given_up += 1
        self.told.clear()
        self.end()


class NfcTable(Table):
    def __init__(self, board=None, settings=None, **more):
        super().__init__(board or Radio(), settings, **more)

    def ask(self, word, *fields):
        """Say it without waiting for what comes of it."""
        self.number += 1
        self.board.waiting += wire.encode(wire.HOST, SESSION, self.number, word, *fields)

    def hears(self, ticks=LONG):
        """What it tells in so many ticks; the host acknowledges at once."""
        told = []
        for at in range(ticks):
            self.tick()
            told += self.heard()
            if at % 200 == 0:
                self.beat()
        return told


def bits(*cells):
    return f"{sum(1 << cell for cell in cells):09x}"


# -- seek


@pytest.mark.slow
def test_a_tag_sought_presses_its_cell_once_wherever_it_lies():
    for cell in range(wire.CELLS):
        table = NfcTable()
        table.board.on_cells[cell] = [BEN, ANN]
        assert table.say("seek", ANN, ALL) == []
        assert table.hears() == [("press", cell)]


def test_a_tag_is_sought_again_and_again_until_it_lies_there():
    table = NfcTable()
    table.say("seek", ANN, bits(3, 30))
    assert table.hears() == []
    assert table.board.asked_cells[:6] == [3, 30, 3, 30, 3, 30]
    table.board.on_cells[30] = [ANN]
    assert table.hears() == [("press", 30)]
    table.board.asked_cells.clear()
    assert table.hears() == []
    assert table.board.asked_cells == []


def test_only_the_cells_named_are_asked_and_only_for_this_tag():
    table = NfcTable()
    table.board.on_cells = {3: [BEN], 4: [ANN]}
    table.say("seek", ANN, bits(3, 5))
    assert table.hears() == []
    assert set(table.board.asked_cells) == {3, 5}


def test_another_seek_takes_the_place_of_the_one_under_way():
    table = NfcTable()
    table.board.on_cells = {3: [ANN], 4: [BEN]}
    table.say("seek", ANN, bits(9))
    table.say("seek", BEN, ALL)
    assert table.hears() == [("press", 4)]


def test_a_seek_without_cells_stops_the_one_under_way():
    table = NfcTable()
    table.say("seek", ANN, ALL)
    table.say("seek", *NOWHERE)
    table.board.on_cells[4] = [ANN]
    assert table.hears() == []


def test_a_new_session_seeks_and_audits_nothing():
    for word, fields in (("seek", (ANN, ALL)), ("audit", ())):
        table = NfcTable()
        table.say(word, *fields)
        table.greet("beef")
        table.board.on_cells[4] = [ANN]
        assert table.hears() == []


def test_a_garbled_answer_is_asked_again():
    table = NfcTable()
    answers = [GARBLED, EMPTY, ANN]
    table.board.seek = lambda place, uid: answers.pop(0)
    table.say("seek", ANN, bits(8))
    assert table.hears(50) == [("press", 8)]


# -- audit


def some_tags(board):
    board.on_cells = {0: [ANN, BEN], 7: [EVE], 35: ["04112233"]}
    return [("found", 0, ANN), ("found", 0, BEN), ("found", 7, EVE), ("found", 35, "04112233")]


def test_an_audit_tells_every_tag_and_its_end():
    table = NfcTable()
    tags = some_tags(table.board)
    table.say("audit")
    assert table.hears() == [*tags, ("audited", bits())]


def test_cells_where_somebody_was_not_understood_are_told_at_the_end():
    table = NfcTable()
    tags = some_tags(table.board)
    table.board.garbled = {7, 8, 35}
    table.say("audit")
    assert table.hears() == [*tags, ("audited", bits(7, 8, 35))]
    table.board.garbled.clear()
    table.say("audit")
    assert table.hears()[-1] == ("audited", bits())


@pytest.mark.parametrize("quarters", range(4))
def test_cells_are_named_as_people_see_them(quarters):
    order = [5, *range(5), *range(6, 36)]
    table = NfcTable(settings={**DEFAULTS, "rotation": quarters, "cell_order": order, "cell_kind": "nfc"})
    where = table.loop.wiring.places[14]
    table.board.on_cells[where] = [ANN]
    table.board.garbled = {where}
    table.say("seek", ANN, bits(14))
    assert table.hears() == [("press", 14)]
    table.say("audit")
    assert table.hears() == [("found", 14, ANN), ("audited", bits(14))]


@pytest.mark.parametrize("ticks", [*range(1, 40), 200, 400])
def test_a_new_audit_at_any_moment_tells_every_tag_again(ticks):
    table = NfcTable(Radio(readers=0))
    tags = some_tags(table.board)
    table.say("audit")
    table.hears(ticks)
    table.ask("audit")
    table.hears(2)  # the word is heard, and told what was found before it
    *found, last = table.hears()
    assert (sorted(found), last) == (sorted(tags), ("audited", bits()))


def test_a_seek_in_the_middle_of_an_audit_ends_it_unsaid():
    table = NfcTable()
    some_tags(table.board)
    table.say("audit")
    table.say("seek", BEN, bits(0))
    assert ("audited", bits()) not in table.hears()


def test_a_host_that_is_slow_to_acknowledge_hears_every_tag_once():
    table = NfcTable()
    tags = [("found", cell, f"04a1b2{cell:02x}") for cell in range(wire.CELLS)]
    table.board.on_cells = {cell: [uid] for _, cell, uid in tags}
    talk = table.loop.talk
    for _ in range(RING - ROOM - 4):
        talk.edge("key", 0)
    table.ask("audit")
    told = {}
    for _ in range(200):
        table.tick(100)  # half a second later the host has saved one edge more
        frames = [wire.decode(wire.TABLE, frame) for frame in table.board.written]
        table.board.written.clear()
        told.update({number: (word, *fields) for _, number, word, fields in frames if number})
        table.beat(talk.oldest)
    assert (talk.lost, list(told)) == (0, list(range(1, len(told) + 1)))
    assert [edge for edge in told.values() if edge[0] != "key"] == [*tags, ("audited", bits())]


def test_control_with_no_regard_for_the_ring_tags_would_be_lost(monkeypatch):
    monkeypatch.setattr("glowpico.loop.ROOM", 0)
    with pytest.raises(AssertionError):
        test_a_host_that_is_slow_to_acknowledge_hears_every_tag_once()


# -- cells and readers share the air


def test_no_question_is_given_up_while_cells_and_readers_take_turns():
    table = NfcTable()
    some_tags(table.board)
    table.say("audit")
    table.hears()
    table.say("seek", "04445566", ALL)
    table.hears()
    assert table.board.given_up == 0


@pytest.mark.parametrize("readers", [0, 0xFF])
@pytest.mark.parametrize(("word", "fields"), [("seek", NOWHERE), ("seek", (BEN, ALL)), ("audit", ())])
def test_a_wish_in_mid_question_gives_that_question_up(word, fields, readers):
    table = NfcTable(Radio(readers))
    table.say("seek", ANN, ALL)
    while table.board.under_way != (7, ANN):
        table.tick()
    table.ask(word, *fields)
    table.tick()
    assert (table.board.given_up, table.board.under_way) == (1, None)
    table.hears()


def test_a_new_session_in_mid_question_gives_that_question_up():
    table = NfcTable(Radio(readers=0))
    table.say("audit")
    while table.board.under_way != (7, "inventory"):
        table.tick()
    table.greet("beef")
    assert (table.board.given_up, table.board.under_way) == (1, None)


def test_control_a_question_that_is_not_given_up_is_noticed():
    table = NfcTable()
    table.board.give_up = lambda: None
    table.say("seek", ANN, ALL)
    while table.board.under_way != (7, ANN):
        table.tick()
    with pytest.raises(AssertionError, match="a second field"):
        table.say("seek", BEN, ALL)
        table.hears()


def test_while_cells_are_asked_readers_still_get_their_turn():
    table = NfcTable()
    table.say("seek", ANN, ALL)
    table.board.asked_readers.clear()
    table.board.asked_cells.clear()
    table.hears(TURNS * STEPS * 30)
    assert (len(table.board.asked_readers), len(table.board.asked_cells)) == (30, 30 * (TURNS - 1))
    table.board.tags[6] = EVE
    assert table.hears() == [("tag", 6, EVE)]


def test_when_nothing_is_sought_all_turns_are_the_readers():
    table = NfcTable()
    table.board.asked_readers.clear()
    table.hears(STEPS * 80)
    assert len(table.board.asked_readers) == 80


@pytest.mark.parametrize("word", ["seek", "audit"])
def test_a_table_of_buttons_asks_no_cell(word):
    table = NfcTable()
    table.board.cell_kind = "buttons"
    table.say(word, *((ANN, ALL) if word == "seek" else ()))
    assert table.hears() == []
    assert table.board.asked_cells == []
    assert table.loop.trouble.words() == "not-done." + word
