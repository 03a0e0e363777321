"""At the simulated table nothing has to be set up; what is typed where only Enter is wanted is answered so."""

import pytest
from glowtable import games
from glowtable.__main__ import main
from glowtable.match.session import Phase
from glowtable.messages import USAGE

from tests.support.matches import Match


@pytest.fixture(params=["punto", "alex_and_co"])
def match(tmp_path, request):
    return Match(tmp_path, seats=("Ann", "bot:medium"), game=games.find(request.param)).until_laid_out()


def test_where_the_program_deals_nobody_sets_anything_up(match):
    asked = [line for line in match.page().splitlines() if line.startswith(("> ", "  Shuffle"))]
    assert asked == ["> Press Enter to start."]


def test_with_own_cards_the_table_is_set_up(match):
    match.session.match_state.dealt = False
    assert "> Set up the table, then press Enter." in match.page() and "huffle" in match.page()


def test_a_typo_where_enter_is_wanted_is_answered_so(match):
    match.types("strat")
    said = match.console.said[-1]
    assert said == "I didn't understand that. Press Enter to continue. Type help for more."
    assert match.session.phase is Phase.SETTING


def test_a_cell_where_enter_is_wanted_is_answered_so(match):
    match.types("c3")
    assert match.console.said[-1] == "First press Enter." and match.session.phase is Phase.SETTING


def test_a_mistyped_command_is_corrected(capsys):
    assert main(["pley", "punto"]) == USAGE
    assert "There's no command pley. Do you mean play?" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["zzzz"])
