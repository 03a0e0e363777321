"""What plain one-track plans score against the best bot of each game that plays at once, each beside its bound.

    python -m tests.bench.probes [--game GAME] [--share N]

One seat follows the plan among seats of the bot, each seat in turn on the same deals; of Alter Ego a team of each plays
them. Intervals of 95 % are Wilson's, by matches, of Alter Ego by deals. `itself` is the control: the bot under another
name, whose interval (of all controls together) must hold the even share. The same seed plays the same matches. Exit 1
if the upper end of a plan's interval is above its bound, or a control is not even. --share 10 plays a tenth of them.
"""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

import glowtable as gt
from glowtable.game import Action, Arg, BotFactory, Choose, Determinize, Game
from glowtable.games.punto.cells import side_of
from glowtable.games.punto.lines import lines_through
from glowtable.games.spiel_des_jahres.bots import loner, publisher
from glowtable.games.spiel_des_jahres.estimate import WAGE_K, best_stack, ideas_of
from glowtable.games.spiel_des_jahres.state import MONTHS, MonthAction, Phase
from glowtable.kit.bots import best_by
from glowtable.lab.figures import Interval, wilson
from glowtable.lab.study import Study
from glowtable.lab.tally import seat_scores

SEED = 1
HOUSE_RULE = MappingProxyType({"month_points": "yes"})  # of Spiel des Jahres


class Probe(NamedTuple):
    """A plan, and what it may score at most; no bound: it is the control."""

    game: str
    name: str
    choose: Choose
    most: float | None = None
    seats: int = 2
    deals: int = 150
    options: Mapping[str, Arg] = MappingProxyType({})


def best_at_once(name: str) -> Choose:
    """The bot of the highest level that is no factory: it takes no time that is given."""
    bots = [gt.find(name).bots[level.bot] for level in gt.find(name).levels]
    return [bot for bot in bots if not isinstance(bot, BotFactory)][-1]


def prefer(game: str, *kinds: str) -> Choose:
    """The game's bot, but an action of these kinds wherever there is one."""

    def choose(view: Any, legal: Sequence[Action], determinize: Determinize, rng: Random) -> Action:
        wanted = [action for action in legal if action.kind in kinds]
        return rng.choice(wanted) if wanted else best_at_once(game)(view, legal, determinize, rng)

    return choose


def avoid(game: str, *kinds: str) -> Choose:
    """The game's bot, but instead of an action of these kinds the last other one, if there is any."""

    def choose(view: Any, legal: Sequence[Action], determinize: Determinize, rng: Random) -> Action:
        chosen = best_at_once(game)(view, legal, determinize, rng)
        others = [action for action in legal if action.kind not in kinds]
        return others[-1] if chosen.kind in kinds and others else chosen

    return choose


# -- Punto: a card is laid where this is most


def _low_cover(view: Any, action: Action) -> int:
    """Best an empty cell, else the lowest card there is."""
    return -next((int(pile[-1][1]) for cell, pile in view.piles if (cell,) == action.args), 0)


def _in_line(own: bool) -> Callable[[Any, Action], int]:
    """The most cards of one colour, that of the card turned up or another, in a line through the cell."""

    def worth(view: Any, action: Action) -> int:
        if view.phase != "place":
            return 0
        tops = {cell: pile[-1][0] for cell, pile in view.piles}
        colours = [colour for colour in "RGBY" if (colour == view.card[0]) == own]
        lines = lines_through(side_of(view), view.need)[int(action.args[0])]
        return max((sum(tops.get(cell) == colour for cell in line) for line in lines for colour in colours), default=0)

    return worth


# -- Spiel des Jahres


def december(view: Any, legal: Sequence[Action], determinize: Determinize, rng: Random) -> Action:
    """Brainstorms for eleven months, then hires whom it can pay once, and publishes."""
    kinds = {action.kind: action for action in legal}
    if view.phase == Phase.MONTH and view.month < MONTHS:
        return kinds.get("brainstorm", kinds["ready"])
    if view.phase == Phase.MONTH and "hire" in kinds and not view.trays[view.eyes].cards:
        plan = best_stack(view, ideas_of(view))
        if view.money_k[view.eyes] + (plan.value_k if plan else 0) >= view.due_k[view.eyes] + WAGE_K:
            return kinds["hire"]
    return (publisher if view.month >= MONTHS - 1 else loner)(view, legal, determinize, rng)


def one_game(view: Any, legal: Sequence[Action], determinize: Determinize, rng: Random) -> Action:
    """The same, but it publishes its best game only."""
    if view.phase == Phase.MONTH and view.did[view.eyes] == MonthAction.PUBLISH:
        return next(action for action in legal if action.kind == "ready")
    return december(view, legal, determinize, rng)


def scraps(view: Any, legal: Sequence[Action], determinize: Determinize, rng: Random) -> Action:
    """Publishes any two ideas in any month, whatever they are worth."""
    kinds = {action.kind: action for action in legal}
    if view.phase != Phase.MONTH:
        return loner(view, legal, determinize, rng)
    wanted = ["publish", *(["tap"] if view.sizes[view.eyes] > 1 else []), "take", "brainstorm", "ready"]
    return next(kinds[kind] for kind in wanted if kind in kinds)


PUNTO, ALEX, SPIEL, EGO = "punto", "alex_and_co", "spiel_des_jahres", "alter_ego"
PROBES = (
    Probe(PUNTO, "itself", best_at_once(PUNTO), deals=40),
    Probe(PUNTO, "covers the lowest card", best_by(_low_cover), 0.1, deals=40),
    Probe(PUNTO, "only blocks", best_by(_in_line(own=False)), 0.1, deals=40),
    Probe(PUNTO, "never blocks", best_by(_in_line(own=True)), 0.1, deals=40),
    Probe(ALEX, "itself", best_at_once(ALEX), seats=3, deals=25),
    Probe(ALEX, "always calls", prefer(ALEX, "call"), 0.3, 3, 25),
    Probe(ALEX, "never calls", avoid(ALEX, "call"), 0.3, 3, 25),
    Probe(ALEX, "always swaps", prefer(ALEX, "swap"), 0.3, 3, 25),
    Probe(ALEX, "never displays", avoid(ALEX, "lay"), 0.3, 3, 25),
    Probe(SPIEL, "itself", best_at_once(SPIEL)),
    Probe(SPIEL, "publishes in December only", december, 0.6),
    Probe(SPIEL, "publishes in December only", december, 0.45, 3, 100),
    Probe(SPIEL, "publishes in December only, month points", december, 0.3, 2, 150, HOUSE_RULE),
    Probe(SPIEL, "publishes in December only, month points", december, 0.2, 3, 100, HOUSE_RULE),
    Probe(SPIEL, "one game in December", one_game, 0.5),
    Probe(SPIEL, "one game in December", one_game, 0.4, 3, 100),
    Probe(SPIEL, "one game in December, month points", one_game, 0.25, 2, 150, HOUSE_RULE),
    Probe(SPIEL, "one game in December, month points", one_game, 0.15, 3, 100, HOUSE_RULE),
    Probe(SPIEL, "publishes any two ideas", scraps, 0.1),
    Probe(SPIEL, "publishes any two ideas, month points", scraps, 0.35, 2, 150, HOUSE_RULE),
    Probe(SPIEL, "never hires", avoid(SPIEL, "hire", "claim", "call"), 0.2),
    Probe(EGO, "itself", best_at_once(EGO), seats=3, deals=60),
    Probe(EGO, "never fights", avoid(EGO, "fight"), 0.5, 3, 60),
    Probe(EGO, "never buys", avoid(EGO, "buy"), 0.5, 3, 60),
    Probe(EGO, "never calls the cops", avoid(EGO, "call"), 0.6, 3, 60),
    Probe(EGO, "never asks for help", avoid(EGO, "ask"), 0.6, 3, 60),
)


def head_of(probe: Probe) -> str:
    """How its line begins: which plan, how many at a table, and its bound."""
    bound = "even" if probe.most is None else probe.most
    return f"| {gt.find(probe.game).title} | {probe.name} | {probe.seats} | {bound} |"


def played(probe: Probe, share: int = 1) -> Interval:
    """What it scores."""

    def plan(view: Any, legal: Sequence[Action], determinize: Determinize, rng: Random) -> Action:
        return probe.choose(view, legal, determinize, rng)

    game = gt.find(probe.game)
    bot = next(name for name, each in game.bots.items() if each is best_at_once(probe.game))
    deals = max(2, probe.deals // share)
    study = gt.tournament(game, [plan, bot], seats=probe.seats, seed=SEED, deals=deals, **probe.options)
    scores = scores_of(study, "plan", bot, game)
    controls = sum(each.most is None for each in PROBES)
    return wilson(sum(scores), len(scores), controls if probe.most is None else 1)


def scores_of(study: Study, plan: str, bot: str, game: Game) -> list[float]:
    """Of each match with one seat of the plan; of a game that all win together of each deal, .5 being even."""
    if game.cooperative:
        return list(study.pair_scores(plan, bot).elements())
    alone = [match for match in study.finished if match.bots.count(plan) == 1]
    return [seat_scores(match)[match.bots.index(plan)] for match in alone]


def holds(probe: Probe, score: Interval) -> bool:
    """Whether it scores no more than it may; a control, whether it is even."""
    even = 1 / 2 if gt.find(probe.game).cooperative else 1 / probe.seats
    return score.low <= even <= score.high if probe.most is None else score.high <= probe.most


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="")
    parser.add_argument("--share", type=int, default=1)
    given = parser.parse_args(arguments)
    missed = False
    for probe in PROBES:
        if given.game in ("", probe.game):
            score = played(probe, given.share)
            missed |= not holds(probe, score)
            print(f"{head_of(probe)} {score.n} | {score} |", flush=True)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
