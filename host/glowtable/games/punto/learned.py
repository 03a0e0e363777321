"""A player of Punto for two that learned from rounds against itself: its recipe, its file, and how it plays.

A table of weights says how likely who just laid a card wins the round (c/learned.h): for each pattern of a line of 5 as
one colour sees it, and for what the next cards may complete, rows, and cards of 9 points. It learns by TD(lambda) after
each round. It plays where each card of the other and its best answer leave it most.
"""

from __future__ import annotations

import json
import lzma
from array import array
from collections.abc import Iterator, Mapping, Sequence
from ctypes import byref, c_uint64
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from glowtable.game import Action, Arg, BotFactory, Choose, Determinize, Game, bot_for_seat
from glowtable.gate import read_file
from glowtable.messages import UserError, say

from .kernel import kernel_library, rules_of
from .kernel_bot import lay_for
from .options import OPTIONS
from .views import View

LEARNED = Path(__file__).with_name("learned.weights")  # what `learned` plays by
ROUNDS, SEED = 1_000_000, 1  # that it is made of
STEPS = 20  # after each its worth can be measured, and the next one learns in smaller steps
RATE, FADE, ODD = 2.0, 0.7, 0.01  # of the first step; lambda; the share of cards that are laid anywhere
GRAIN = 0.001  # of a weight in the file
WIDTH = 12  # cells after which it looks at the other's cards: those worth most at once
VERSION = 1  # of the weights: what each of them means
ELSEWHERE = "watchful"  # plays with other seats or options than were learned
DECIDING = ("teams", "frame", "stalemate_wins", "tie_points", "no_rows")  # options by which a round of two is won


def _kind_of(seats: int, options: Mapping[str, Arg]) -> dict[str, Any]:
    """What weights are for."""
    decided = {name: options[name] for name in DECIDING}
    return {"game": "punto", "version": VERSION, "seats": seats, "options": decided}


DEFAULTS = {option.name: option.default for option in OPTIONS}
KIND = _kind_of(2, DEFAULTS)


# -- the recipe


def learn_rounds(rounds: int = ROUNDS, seed: int = SEED) -> Iterator[bytes]:
    """Learn from so many rounds in 20 steps: the file after each. The same seed brings the same weights.

    Steps without a round bring no file. ValueError for a number of rounds that teaches nothing.
    """
    if type(rounds) is not int or rounds < 1:
        raise ValueError(f"rounds must be a whole number from 1, got {rounds}")
    return _learn_steps(rounds, seed)


def _learn_steps(rounds: int, seed: int) -> Iterator[bytes]:
    kernel, stream = kernel_library(), c_uint64(seed)
    weights, sums, sizes = (array("f", bytes(4 * kernel.punto_weights())) for _ in range(3))
    tables = [table.buffer_info()[0] for table in (weights, sums, sizes)]
    rules = rules_of(2, tuple(DEFAULTS.items()))
    for step in range(STEPS):
        count = rounds * (step + 1) // STEPS - rounds * step // STEPS
        if not count:
            continue
        kernel.punto_learn(byref(rules), *tables, count, RATE * (1 - step / STEPS), FADE, ODD, byref(stream))
        yield _packed(weights, {"rounds": rounds * (step + 1) // STEPS, "of": rounds, "seed": seed})


def _packed(weights: array[float], made_by: Mapping[str, int]) -> bytes:
    """A line of JSON that says what it is, and the weights."""
    grains = array("h", [round(weight / GRAIN) for weight in weights]).tobytes()
    head = {**KIND, **made_by, "sum": sha256(grains).hexdigest()}
    return json.dumps(head).encode() + b"\n" + lzma.compress(grains, lzma.FORMAT_XZ, lzma.CHECK_NONE)


def read_weights(path: Path) -> array[float]:
    """UserError for a file that is damaged, or learned for another game, version, number of players or options.

    Also for one that isn't there.
    """
    if not path.exists():
        raise UserError(say("Can't find {file}.", file=str(path)))
    first, _, rest = read_file(path).partition(b"\n")
    try:
        head, grains = json.loads(first), lzma.decompress(rest)
        kind, whole = {name: head[name] for name in KIND}, head["sum"] == sha256(grains).hexdigest()
    except (ValueError, KeyError, TypeError, EOFError, lzma.LZMAError):
        kind, grains, whole = {}, b"", False
    for name, value in KIND.items() if whole else ():
        if kind[name] != value:
            texts = {"other": json.dumps(kind[name]), "value": json.dumps(value)}
            raise UserError(
                say(
                    "{file} was learned for {name} {other}, not {value}: learn it again.",
                    file=path.name,
                    name=name,
                    **texts,
                )
            )
    if not whole or len(grains) != 2 * kernel_library().punto_weights():
        raise UserError(say("{file} isn't a learned player, or it's damaged: learn it again.", file=path.name))
    return array("f", [grain * GRAIN for grain in array("h", grains)])


# -- the player


@cache
def _shipped_weights() -> array[float]:
    return read_weights(LEARNED)


def learned_bot(path: Path | str | None = None, width: int = WIDTH) -> BotFactory:
    """A bot that plays by this file and has its name, or by ours. UserError for a file that can't be read.

    With other seats or options than it learned it's refused; ours is `watchful` there. It looks at the other's next
    cards for so many cells.
    """
    file = Path(path) if path else None
    return BotFactory(_Learned(read_weights(file) if file else _shipped_weights(), width, file))


class _Learned:
    """Makes the player of a file for a seat. Another process is sent the weights, not the file."""

    def __init__(self, weights: array[float], width: int, file: Path | None) -> None:
        self.weights, self.width = weights, width
        self.bot_name, self.file = (file.stem, file.name) if file else ("learned", "")

    def __call__(self, game: Game, seat: int, budget_ms: int) -> Choose:
        kernel_library()  # before a match, for to make it may take seconds
        if game.name != KIND["game"]:
            raise self._refusal("game", KIND["game"], game.name)
        elsewhere = self._refuse if self.file else bot_for_seat(game, ELSEWHERE, seat)
        lay = lay_for(lambda now, rng: now.value_cells(self.weights, self.width))

        def choose(view: View, legal: Sequence[Action], determinize: Determinize, rng: Random) -> Action:
            has_learned = _kind_of(view.seats, dict(view.options)) == KIND
            return (lay if has_learned else elsewhere)(view, legal, determinize, rng)

        return choose

    def _refuse(self, view: View, legal: Sequence[Action], determinize: Determinize, rng: Random) -> Action:
        """UserError that names the first thing in which this match differs."""
        kinds = _kind_of(view.seats, dict(view.options)), KIND
        here, learned = ({"seats": kind["seats"], **kind["options"]} for kind in kinds)
        name = next(name for name, value in learned.items() if here[name] != value)
        raise self._refusal(name, learned[name], here[name])

    def _refusal(self, name: str, learned: Arg, here: Arg) -> UserError:
        return UserError(
            say("{file} was learned for {name} {other}, not {value}. Change that, or choose another bot.",
                file=self.file or LEARNED.name, name=name, other=json.dumps(learned), value=json.dumps(here))
        )  # fmt: skip
