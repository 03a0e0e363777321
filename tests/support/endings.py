"""Matches that are over, one of each way a match can end, as positions of the games."""

from typing import Any

from glowtable import games
from glowtable.game import Game, Outcome
from glowtable.games.alter_ego.ledger import end_match
from glowtable.games.alter_ego.state import End
from glowtable.games.spiel_des_jahres import award
from glowtable.games.spiel_des_jahres.state import End as Award
from glowtable.match.match_state import MatchState
from glowtable.match.players import Player
from glowtable.match.session import Phase, Session

from tests.games import ego_positions, punto_positions, spiel_positions
from tests.games.punto_positions import lay, past, stuck

NAMES = ("Ann", "Ben", "Cleo", "Dora", "Eve", "Finn")
PUNTO, EGO, SPIEL = map(games.find, ("punto", "alter_ego", "spiel_des_jahres"))
LINE = {"b1": "R1", "b2": "R2", "b3": "R3", "b4": "R4"}
PAIR = {"a1": "R1", "a2": "R2", "b4": "B1", "c4": "Y1", "d4": "B2", "e4": "Y2"}
WINS = {"display": ["Strength", "Smarts", "Focus", "Luck"], "trophies": ["Crowbar Twins"]}
IN_PLAY = {"Madame Vivisect": {"kin": 1}}
LAST_TOKENS = {"anarchist": 0, "mastermind": 3}


def lost_together(*people: Any) -> Any:
    return end_match(ego_positions.position(*people), End.HOSTAGE)


def won_together(*people: Any) -> Any:
    state = ego_positions.position(*people, in_play=IN_PLAY, tokens=LAST_TOKENS)
    return ego_positions.do(state, "0 fight", "0 engage Madame Vivisect")


ENDED: dict[str, tuple[Game, Any]] = {
    "won": (PUNTO, lay(punto_positions.position(LINE, rounds_to_win=1), "R6@b5")),
    "team": (PUNTO, lay(punto_positions.position(LINE, teams="yes", turn=2, rounds_to_win=1), "R6@b5")),
    "tie": (PUNTO, stuck(PAIR, max_rounds=3, rounds=[past(2), past(1)])),
    "nobody": (SPIEL, award.end_match(spiel_positions.position(seats=2), Award.RUIN, ())),
    "won together": (EGO, won_together(WINS, {})),
    "lost together": (EGO, lost_together({"trophies": ["Crowbar Twins"]}, {})),
    "won alone": (EGO, won_together(WINS)),
    "lost alone": (EGO, lost_together({})),
}


def session_over(name: str) -> Session:
    """People sit at the table, and the match is over."""
    game, state = ENDED[name]
    match_state = MatchState(game, tuple(map(Player, NAMES[: seats_of(name)])), state.terms.options)
    match_state.state = state
    return Session(match_state, Phase.OVER)


def outcome_of(name: str) -> Outcome:
    game, state = ENDED[name]
    outcome = game.rules.outcome(state)
    assert outcome, name
    return outcome


def seats_of(name: str) -> int:
    return len(outcome_of(name).scores)
