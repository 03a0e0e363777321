"""The only person at a terminal sees the own hand all the time; a beginning that costs money is asked about first."""

import pytest
from glowtable import games
from glowtable.table import Key
from glowtable.terminal.layout import Size

from tests.support.matches import Match

SPIEL = games.find("spiel_des_jahres")


def in_month(folder, seats):
    match = Match(folder, seats=seats, game=SPIEL, seed=9, knowledge="full").until_laid_out()
    match.types("ok")
    match.until(lambda: str(match.session.state.phase) == "month")
    return match


@pytest.fixture
def alone(tmp_path):
    return in_month(tmp_path, ("Ann", "bot:medium", "bot:medium"))


def contract_in_hand(match) -> str:
    legal = SPIEL.rules.legal(match.session.state, 0)
    hire = next(action for action in legal if action.kind == "hire")
    return SPIEL.surface.gesture(hire, match.session.state).card


def employed(match) -> int:
    return sum(designer.employer == 0 for designer in match.session.state.staff)


def test_the_own_hand_stays_in_view(alone):
    assert alone.page().count("your hand: ") == 1 and contract_in_hand(alone) in alone.page()
    alone.types("hand")
    assert alone.page().count("your hand: ") == 1
    alone.types("")
    assert "your hand: " in alone.page()


def test_hands_are_covered_where_several_people_share_a_terminal(tmp_path):
    match = in_month(tmp_path, ("Ann", "Ben", "bot:medium"))
    assert "your hand: " not in match.page()


def test_lines_that_stay_on_the_screen_show_no_hand(alone):
    alone.console.keeps_lines = True
    assert "your hand: " not in alone.page()


@pytest.mark.parametrize("size", [Size(40, 10), Size(80, 24)])
def test_the_hand_never_makes_the_page_too_tall(alone, size):
    assert len(alone.console.page_lines("", size)) <= size.lines


def test_a_beginning_that_costs_a_wage_is_asked_about(alone):
    name = contract_in_hand(alone)
    alone.types(name[:5])
    assert employed(alone) == 0 and "Are you sure?" in alone.page() and name in alone.page()
    assert "Enter: brainstorm" not in alone.page(), "Enter means one thing"
    alone.types("")
    assert employed(alone) == 1 and "Are you sure?" not in alone.page()


def test_another_line_means_no(alone):
    alone.types(contract_in_hand(alone)[:5], "status")
    assert employed(alone) == 0
    alone.types("", "")
    assert employed(alone) == 0 and "Are you sure?" not in alone.page()


def test_no_is_no_pass_of_the_month(alone):
    alone.types(contract_in_hand(alone)[:5], "pass")
    assert employed(alone) == 0 and not alone.session.question and "Are you sure?" not in alone.page()


def test_what_was_asked_is_forgotten_when_the_match_stands_elsewhere(alone):
    alone.types(contract_in_hand(alone)[:5])
    alone.pump.take_typed(Key(0, "confirm"))  # on a phone: Ann brainstorms
    alone.wait(500)
    assert "Are you sure?" not in alone.page()
    alone.types("yes")
    assert employed(alone) == 0


def test_a_whole_name_is_meant(alone):
    alone.types(contract_in_hand(alone).lower())
    assert employed(alone) == 1


def test_who_holds_no_card_hears_that(alone):
    view = SPIEL.rules.view(alone.session.state, 0)
    emptied = view._replace(known=((),) * 3, sizes=(0,) * 3, untracked=())
    text = alone.console.translator.text
    assert text(SPIEL.surface.private(emptied)[0]) == "Your hand is empty."
    unread = emptied._replace(untracked=(0,))
    assert text(SPIEL.surface.private(unread)[0]) == "The table doesn't know any of your cards."
