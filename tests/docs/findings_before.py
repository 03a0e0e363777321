"""What the program answered that the reviews listened to, in the situations of tests/docs/findings.py.

    python -m tests.docs.findings_before

It is taken out of the project's history. There the names of today are given to what was called otherwise, the same
lines are typed, and all that is heard is written beside this file.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

HERE = Path(__file__)
COMMIT = "5a63d15"  # the last one before the games were judged by what everybody knows
PARTS = ("host", "firmware", "tests/games")
INSIDE = "--inside"  # of a folder with that program


def recorded() -> str:
    """What the earlier program lets people hear at each table of each finding, as JSON; '' without the history."""
    from tests.bench.before import files_of

    with files_of(COMMIT, *PARTS) as folder:
        if folder is None:
            return ""
        (folder / "tests" / "docs").mkdir()
        for name in ("findings.py", HERE.name):
            shutil.copy(HERE.with_name(name), folder / "tests" / "docs" / name)
        command = [sys.executable, "-m", f"tests.docs.{HERE.stem}", INSIDE]
        paths = ":".join(str(folder / root) for root in ("host", "firmware", "."))
        done = subprocess.run(
            command, cwd=folder, env={"PYTHONPATH": paths}, capture_output=True, encoding="utf-8", check=True
        )
        return done.stdout


def heard_inside() -> str:
    """The same, where the earlier program is what is imported."""
    name_as_today()
    findings = import_module("tests.docs.findings")
    return json.dumps({each.title: findings.answers(each) for each in findings.FINDINGS}, indent=1) + "\n"


def name_as_today() -> None:
    """What was a session alone is a state and a session now; options and hidden hands had other names."""
    game, sessions = import_module("glowtable.game"), import_module("glowtable.match.session")
    game.full_options = game.chosen
    match_state = ModuleType("glowtable.match.match_state")
    match_state.MatchState = match_state_of
    sys.modules[match_state.__name__] = match_state
    sessions.Session = session_class(sessions.Session)
    positions = import_module("tests.games.alex_positions")
    positions.position = with_trust(positions.position)


def match_state_of(game: Any, players: Any, options: Any, think: Any) -> SimpleNamespace:
    made = SimpleNamespace(game=game, players=players, options=options, think=think)
    made.stage_draw = lambda action: None  # nobody asked what the dealer had drawn
    return made


def session_class(then: Any) -> type:
    class Session(then):
        def __init__(self, played: Any, phase: Any) -> None:
            super().__init__(played.game, played.players, played.options, played.think, phase)
            self.match_state, self.state = played, played.state

        def judge_typed(self, event: Any) -> None:
            """Nothing that was typed was asked about."""

        def handle_event(self, event: Any) -> SimpleNamespace:
            return SimpleNamespace(said=super().hear_event(event).said, does=None)

    return Session


def with_trust(position: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *hands, untracked=None, **named: position(*hands, trust=untracked, **named)


if __name__ == "__main__":
    if INSIDE in sys.argv:
        print(heard_inside(), end="")
    else:
        HERE.with_suffix(".json").write_text(recorded(), "utf-8")
