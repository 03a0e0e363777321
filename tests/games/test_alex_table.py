"""ALEX & CO at a simulated table: people and bots, hands that are read and hands that are not, and who sees what."""

import pytest

from tests.games.alex_positions import GAME, rules
from tests.matches import Match

SEATS = ("Ann", "Ben", "bot:memory")
KNOWN = {True: "ok", False: "pass"}


def begun(folder, ann=True, ben=True, **options):
    """A match in which Ann begins and both have said whether their hands are read."""
    match = Match(folder, SEATS, seed=3, game=GAME, **options)
    match.until(lambda: match.session.phase == "setting")
    for line in ("ok Ann", "ok Ann"):
        match.play.typed(line)
        match.wait()
    for name, read in (("Ann", ann), ("Ben", ben)):
        match.until(lambda: match.session.state.phase == "hand")
        match.play.typed(f"{KNOWN[read]} {name}")
        match.wait()
    match.until(lambda: match.session.state.phase == "turn")
    return match


def page(match):
    return "\n".join(map(str, match.play.page("")))


def names_on(text):
    """The cards of a page, ESG and SAZ cards aside; a designer's set that left the match is said in the beginning."""
    return {name for name in GAME.deck if len(name) > 3 and name in text}


def test_a_hand_is_shown_only_when_its_seat_asks_and_cleared_after(tmp_path):
    match = begun(tmp_path)
    hand = rules.view(match.session.state, 0).known[0]
    match.play.said.clear()
    assert names_on(page(match)) == set()
    match.play.typed("hand Ann")
    assert all(card in page(match).replace("\n", "") for card in hand)
    match.play.typed("help")
    match.play.said.clear()
    assert names_on(page(match)) == set()


def test_it_goes_too_when_something_happens(tmp_path):
    match = begun(tmp_path)
    match.play.typed("hand")
    match.play.said.clear()
    assert names_on(page(match))
    match.play._event(
        match.play.session.game.surface.gesture(rules.legal(match.session.state, 0)[0], match.session.state)
    )
    match.play.said.clear()
    assert names_on(page(match)) == set()


def test_nobody_is_shown_the_hand_of_a_bot(tmp_path):
    match = begun(tmp_path)
    match.play.typed("hand Memory")
    assert match.play.private == ()
    assert "say whose hand, one of: Ann, Ben" in match.play.said


def test_of_a_hand_that_is_not_read_nothing_is_known(tmp_path):
    match = begun(tmp_path, ann=False)
    match.play.typed("hand Ann")
    assert match.play.private == ("no card of yours is known to the table",)


@pytest.mark.parametrize(("ann", "ben"), [(True, True), (False, True), (False, False)])
def test_a_journal_brings_both_kinds_of_hands_back(tmp_path, ann, ben):
    match = begun(tmp_path, ann, ben)
    state = match.session.state
    assert [bool(state.trust >> seat & 1) for seat in range(3)] == [not ann, not ben, False]
    assert match.journaled().state == state


def test_a_turn_from_the_menu_to_the_next_player(tmp_path):
    match = begun(tmp_path)
    for line in ("a3", "c3", "d4"):
        match.play.typed(line)
        match.wait(2000)
    assert len(match.session.state.turned) == 2 or match.session.state.phase == "pair"
    match.play.typed("ok Ann")  # stops, or takes the pair
    match.wait()
    match.play.typed("ok Ann")  # and ends the turn
    match.wait()
    assert match.session.state.active == 1


def test_a_card_that_no_cell_stands_for_is_typed(tmp_path):
    match = begun(tmp_path, ann=False, ben=False)
    match.hands = match.play.hands = None
    for line in ("a3", "c3", "pass", "pass"):
        match.play.typed(line)
        match.wait()
    assert match.play.said[-1] == "this card is on no cell: type its name"
    card = next(GAME.deck[int(action.args[0])] for action, _ in rules.chance(match.session.state))
    match.play.typed(card)
    match.wait()
    assert card in rules.view(match.session.state, 2).places
