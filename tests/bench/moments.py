"""How many bytes a moment of a match costs one page: the whole page as it is sent, beside the differences alone.

    python -m tests.bench.moments [--actions 60]

Deterministic, without a network: what a WebSocket sends when it deflates with what it sent before.
"""

from __future__ import annotations

import argparse
import json
import statistics
import zlib
from collections.abc import Iterator
from random import Random
from typing import Any

from glowtable import games
from glowtable.game import Game
from glowtable.terminal.translator import Translator
from glowtable.web.outgoing import public_page
from glowtable.web.translated import as_text

from tests.support.adversary import play_match, seats_of, session_at

WINDOW, TAIL = -12, 4  # bits of the window that servers offer; bytes of each flush that are not sent
LONG_LIST = 3  # a longer list is compared place by place


class Deflated:
    """One connection: how many bytes each text takes after those before it."""

    def __init__(self) -> None:
        self._deflate = zlib.compressobj(6, zlib.DEFLATED, WINDOW)

    def count(self, text: str) -> int:
        sent = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
        return len(sent) - TAIL


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--actions", type=int, default=60)
    actions = parser.parse_args().actions
    print("bytes of a moment, mean: whole, deflated / differences, deflated")
    for name in games.names():
        whole, deflated, changed, changed_deflated = costs(games.find(name), actions)
        print(f"{name}: {whole:.0f}, {deflated:.0f} / {changed:.0f}, {changed_deflated:.0f}")
    return 0


def costs(game: Game, actions: int) -> tuple[float, ...]:
    """Means in bytes of all moments but the first: whole, deflated, differences, those deflated."""
    whole, differences, before, rows = Deflated(), Deflated(), None, []
    for text in texts_of(game, actions):
        now = json.loads(text)
        change = json.dumps(changes(before, now))
        rows.append((len(text.encode()), whole.count(text), len(change.encode()), differences.count(change)))
        before = now
    return tuple(map(statistics.mean, zip(*rows[1:], strict=True)))


def texts_of(game: Game, actions: int) -> Iterator[str]:
    """What all may see, in English, before each action of a match of random ones."""
    rng = Random(3)
    seats = seats_of(game, rng)
    world = play_match(game, seats, rng, actions)
    tell = Translator("en", [player.name for player in seats.players], game=game.name).text
    for at in range(len(world.states)):
        yield as_text(public_page(session_at(game, seats, world, at)), tell)


def changes(before: Any, now: Any) -> Any:
    """What `now` has that `before` has not: of objects and long lists only the members that differ."""
    if isinstance(before, dict) and isinstance(now, dict):
        return {name: changes(before.get(name), value) for name, value in now.items() if before.get(name) != value}
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now) > LONG_LIST:
        pairs = enumerate(zip(before, now, strict=True))
        return {str(n): changes(old, new) for n, (old, new) in pairs if old != new}
    return now


if __name__ == "__main__":
    raise SystemExit(main())
