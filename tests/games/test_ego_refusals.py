"""Why not? Each reason for which an action of Alter Ego is refused, and what nobody hears by it."""

import pytest
from glowtable.game import CHANCE, Action
from glowtable.games.alter_ego.cards import NUMBER
from glowtable.games.alter_ego.refusals import Reason
from glowtable.games.alter_ego.rules import RULES as rules
from glowtable.games.alter_ego.state import Phase
from glowtable.kit.refusals import CommonReason

from tests.games.ego_positions import all_ready, do, position, refused, started

CREW = {"display": ["Strength", "Smarts"]}
IN_FIGHT = position(CREW, {"money": 1}, henchmen=[("Alley Bruiser", {"kin": 1}), ("Cellar Jailer", {})])
UNKNOWN = [
    Action(0, "dance"),
    Action(CHANCE, "buy", (1,)),
    Action(0, "ready", (1,)),
    Action(0, "buy"),
    Action(0, "buy", ("x",)),
    Action(0, "buy", (999,)),
    Action(0, "forgive", ("fight",)),
    Action(0, "rescue", (1,)),
    Action(2, "ready"),
    Action(9, "ready"),
    Action(0, "ask", (2,)),
    Action(0, "ask", (-1,)),
    Action(-3, "ready"),
    Action(CHANCE, "draw", (-1,)),
]


@pytest.mark.parametrize("action", UNKNOWN, ids=str)
def test_what_there_is_not_is_unknown(action):
    assert rules.refuse(IN_FIGHT, action).reason == CommonReason.UNKNOWN


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("0 choose Cellar Jailer", Reason.CLOSED),
        ("0 kill Cellar Jailer", Reason.CLOSED),
        ("0 token", Reason.CLOSED),
        ("0 full", CommonReason.NOT_NOW),
        ("0 yes", CommonReason.NOT_NOW),
        ("chance draw Job 1", CommonReason.ELSEWHERE),
        ("0 engage Alley Bruiser", Reason.ANNOUNCE),
        ("1 fight", Reason.ICONS),
        ("0 event Job 1", Reason.CLOSED),
        ("0 event Strength 1", Reason.CLOSED),
        ("0 event Community 25", Reason.CLOSED),
        ("0 event Tyre Iron", CommonReason.NOT_HELD),
        ("0 activate Weighted Gloves", Reason.NOT_OWNED),
    ],
)
def test_what_is_not_asked_now(text, reason):
    assert refused(IN_FIGHT, text)[0] == reason


def test_another_player_is_asked():
    state = do(IN_FIGHT, "0 fight")
    assert refused(state, "1 engage Alley Bruiser") == (CommonReason.NOT_YOURS, "")
    assert refused(state, "1 ready") == (CommonReason.NOT_YOURS, "")
    assert refused(state, "0 ready") == (CommonReason.NOT_NOW, "E-15")
    assert refused(state, "0 engage Subway Swarm") == (CommonReason.ELSEWHERE, "E-28")


def test_equipment_that_only_lies_there_is_not_activated():
    assert refused(position({"gear": ["Roomy Coat"]}), "0 activate Roomy Coat") == (Reason.NOT_OWNED, "E-36")


def test_what_is_missing_for_a_fight_is_said():
    refusal = rules.refuse(do(IN_FIGHT, "0 fight"), Action(0, "engage", (NUMBER["Cellar Jailer"],)))
    fill = dict(refusal.message.fill)
    assert [dict(each.fill)["n"] for each in fill["icons"]] == [1, 1] and "wild" not in fill


def test_ready_and_chosen_already():
    state = do(started(2), "0 ready")
    assert refused(state, "0 buy Case Files") == (CommonReason.READY, "E-15")


def test_every_reason_is_given_somewhere():
    """The tests of rules, cards and this file name them all."""
    from pathlib import Path

    texts = "".join(path.read_text() for path in Path(__file__).parent.glob("test_ego_*.py"))
    assert [
        reason.name for reason in Reason if f'"{reason}"' not in texts and f"Reason.{reason.name}" not in texts
    ] == []


def test_over_is_said_first():
    state = all_ready(position({}, phase=Phase.FIGHT))
    assert refused(state._replace(phase=Phase.OVER), "0 dance") == (CommonReason.OVER, "E-41")
