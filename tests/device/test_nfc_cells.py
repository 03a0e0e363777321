"""Cells that read tags: what the host has them look for, what it makes of their answers, and of late ones."""

import pytest
from glowpico import wire
from glowtable.device.link import key_code
from glowtable.device.simulated_players import SimulatedPlayers
from glowtable.grid import cell_of
from glowtable.match.presenter import current_prompt
from glowtable.match.session import Phase
from glowtable.table import Card, Key, Press

from tests.support.matches import Match

NOWHERE = ("0" * 8, ())
NOWHERE_SAID = ("0" * 8, "0" * 9)


class NfcMatch(Match):
    """A match at a table of NFC cells."""

    def __init__(self, folder, seats=("Ann", "Ben"), **named):
        super().__init__(folder, seats, cell_kind="nfc", **named)

    def asked(self, word):
        """The fields of every command of this word, repetitions left out, oldest first."""
        frames = {line.encode(): None for line in self.pump.connection.link.sent}
        decoded = [wire.decode(wire.HOST, line) for line in frames]
        return [fields for _, _, said, fields in decoded if said == word]

    @property
    def sought(self):
        """The uid and the cells of the last `seek`."""
        uid, bits = (self.asked("seek") or [NOWHERE_SAID])[-1]
        return uid, tuple(cell for cell in range(36) if int(bits, 16) >> cell & 1)

    def type(self, line):
        self.console.handle_line(line)
        self.wait()

    def show(self, card):
        self.simulated_players.make_gesture(Card(current_prompt(self.session).seat, card), "punto")
        self.wait()

    def put(self, card, cell):
        self.twin.put_down(cell_of(cell), self.uid(card))
        self.wait()

    def lay(self, card, cell):
        self.show(card)
        self.put(card, cell)

    def says(self, word, *fields):
        """An edge that comes late from the table."""
        self.twin.loop.talk.edge(word, *fields)
        self.wait()

    def uid(self, card):
        return self.registry.tags_of("punto", card)[0]

    def rows(self):
        return [(row.kind, row.text) for row in self.journal.good_rows(1)]


@pytest.fixture
def match(tmp_path):
    """Ann and Ben with cards of their own: what the test shows lies there."""
    match = NfcMatch(tmp_path)
    match.session.match_state.dealt = False
    match.simulated_players.make_wanted = lambda *given: None
    match.until(lambda: match.session.phase is Phase.SETTING)
    match.type("")
    match.type("ok Ann")
    return match


def cells(*names):
    return tuple(map(cell_of, names))


def test_the_tag_just_shown_is_sought_on_the_legal_empty_cells_until_it_lies(match):
    assert match.sought == NOWHERE
    match.show("R5a")
    assert match.sought == (match.uid("R5a"), cells("c3", "c4", "d3", "d4"))
    match.put("R5a", "c3")
    assert match.session.history[-1].action.kind == "place" and match.sought == NOWHERE
    assert len(match.asked("seek")) == 2  # once for each moment
    assert ("event", f"press {cell_of('c3')}") in match.rows()


def test_a_card_on_a_cell_where_it_may_not_lie_is_not_noticed(match):
    match.lay("R5a", "a1")
    assert match.session.lit_cells and match.sought[0] == match.uid("R5a")


def test_a_card_of_several_tags_is_sought_by_the_one_that_was_shown(match):
    match.registry.cards["0badcafe"] = ("punto", "R5a")
    match.twin.lay(0, "0badcafe")
    match.wait()
    assert match.sought[0] == "0badcafe"


def test_a_cover_is_never_sought_and_taken_by_keys(match):
    match.lay("R5a", "c3")
    match.show("G9a")
    _, empty = match.sought
    assert cell_of("c3") in match.session.lit_cells and cell_of("c3") not in empty
    match.put("G9a", "c3")
    while match.session.cursor != cell_of("c3"):
        match.type("pass")
    match.type("ok")
    assert match.session.history[-1].action.args == (cell_of("c3"),)


def test_a_late_hit_changes_nothing_and_is_recorded(match):
    match.show("R5a")
    match.type("pause")
    assert match.sought == NOWHERE
    match.says("press", cell_of("c3"))
    match.type("pause")
    assert match.session.lit_cells and match.sought[0] == match.uid("R5a")
    assert ("note", f"late: press {cell_of('c3')}") in match.rows()


def returned(match):
    match.until(lambda: match.session.phase is Phase.ASLEEP)
    match.until(lambda: match.session.phase is Phase.PLAYING)
    match.wait()


def test_a_table_that_comes_back_is_audited_and_told_the_search_again(match):
    match.lay("R5a", "c3")
    match.show("G9a")
    before = match.sought
    match.twin.restart()
    returned(match)
    assert match.sought == before and len(match.asked("audit")) == 1
    assert ("event", f"lying {cell_of('c3')} R5a") in match.rows() and ("note", "agreed") in match.rows()


def test_a_card_laid_while_the_table_was_away_is_noticed_when_it_is_back(match):
    match.lay("R5a", "c3")
    match.show("G9a")
    match.twin.line.unplug()
    match.twin.restart()
    match.put("G9a", "b3")
    match.twin.line.replug()
    match.until(lambda: match.session.history[-1].action.kind == "place" and len(match.session.history) > 3)
    assert match.session.history[-1].action.args == (cell_of("b3"),)


def test_the_word_wrong_has_the_cells_audited_once(match):
    match.lay("R5a", "c3")
    match.console.handle_line("wrong")
    match.until(lambda: match.session.phase is Phase.DISPUTED)
    match.until(lambda: match.session.phase is Phase.PLAYING)
    match.wait(2000)
    assert len(match.asked("audit")) == 1 and "All cards are in the right place." in match.console.said


def test_an_unknown_tag_starts_the_repair_and_no_uid_is_written_down(match):
    match.lay("R5a", "c3")
    match.twin.put_down(cell_of("a2"), "0badcafe")
    match.console.handle_line("wrong")
    match.wait(1000)
    assert match.session.dispute.look[1] == cell_of("a2")
    assert not any("0badcafe" in text for _, text in match.rows())
    match.twin.pick_up(cell_of("a2"))
    match.type("ok")
    match.type("ok")
    assert match.session.phase is Phase.PLAYING and match.journaled().state == match.session.state


def test_a_card_of_the_game_on_a_wrong_cell_is_told_its_own(match):
    match.lay("R5a", "c3")
    match.twin.pick_up(cell_of("c3"))
    match.put("R5a", "d3")
    match.console.handle_line("wrong")
    match.wait(1000)
    assert match.session.dispute.look[1] == cell_of("c3")
    match.type("ok")
    assert match.session.dispute.look[1] == cell_of("d3")
    assert "R5 belongs on c3." in match.console.translator.text(current_prompt(match.session).message)


def test_a_stack_is_left_to_people(match):
    match.lay("R5a", "c3")
    match.lay("G9a", "c3")
    match.pump._take_event(Press(cell_of("c3")))
    match.console.handle_line("wrong")
    match.wait(1000)
    assert match.session.phase is Phase.DISPUTED and match.session.dispute.look is None
    assert match.console.said[-1].endswith("Check these cells yourselves: c3.")


def test_an_audit_interrupted_by_a_restart_is_made_anew(match):
    match.lay("R5a", "c3")
    match.console.handle_line("wrong")
    match.until(lambda: match.asked("audit"))
    match.twin.restart()
    returned(match)
    assert len(match.asked("audit")) == 2


def test_what_an_audit_found_before_the_table_was_lost_is_recorded_without_its_uid(match):
    match.lay("R5a", "c3")
    match.pump._fresh_from = match.pump.connection.link.edge + 2
    match.says("found", cell_of("a2"), match.uid("G9a"))
    assert match.rows()[-1] == ("note", f"late: lying {cell_of('a2')} G9a")


def test_a_table_of_buttons_is_asked_for_nothing(tmp_path):
    match = Match(tmp_path)
    match.to_the_end()
    assert not any(" seek " in frame or " audit " in frame for frame in match.pump.connection.link.sent)


class LayingHands(SimulatedPlayers):
    """Hands that lay cards on cells, and take by keys what no cell notices."""

    match: NfcMatch

    def make_gesture(self, event, game):
        if not isinstance(event, Press):
            return super().make_gesture(event, game)
        session, lying = self.match.session, self.twin.pico.lying[self.twin.loop.wiring.places[event.cell]]
        uid = self.match.uid(session.match_state.turned_up) if session.match_state.turned_up else ""
        if uid and lying[-1:] != [uid]:
            self.twin.put_down(event.cell, uid)
        if not session.card_to_place:
            key = "confirm" if session.cursor == event.cell else "pass"
            self.twin.tap_key(key_code(Key(max(0, current_prompt(session).seat), key)))
        return True


def test_a_whole_round_on_nfc_cells_with_a_restart_and_an_audit_in_its_middle(tmp_path):
    match = NfcMatch(tmp_path, ("bot:greedy", "bot:greedy"), rounds_to_win=1)
    laying = LayingHands(match.twin, match.registry)
    laying.match, match.pump.simulated_players = match, laying
    match.session.match_state.dealt = False  # hands lay its cards on the cells
    match.until(lambda: len(match.session.history) > 12)
    match.twin.restart()
    match.to_the_end()
    assert match.journaled().state == match.session.state
    said = [text for kind, text in match.rows() if kind == "event"]
    assert any(text.startswith("press") for text in said) and any(text.startswith("audited") for text in said)
