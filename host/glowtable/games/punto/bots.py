"""Players of Punto. They see what a person sees: the view, what is legal, and their own imagination."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from glowtable.game import Action, BotFactory, Choose, Determinize, Game, Level
from glowtable.kit.bit_sets import mask_of
from glowtable.kit.bots import random_bot
from glowtable.messages import Message, say

from .cards import COLOURS, VALUES
from .cells import side_of
from .letters import COLOUR_WORDS
from .lines import Line, all_lines, lines_through, through
from .views import View

# The worth of a window (`need` cells in a row) to one colour: GROWTH for each card of it there, times how
# easily each card of another colour there is covered. A card more outweighs several windows with a card less.
GROWTH = 6.0
THREAT = 1.2  # the others' windows against one's own: they move first after this placement
HEIGHT = 0.03  # per point on a card of one's own: harder to cover
EASE = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.01)  # by points: how easily it is covered, a 9 never is

# How much the easy levels see: the share of turns in which a beginner looks at all, and at how many cells then; the
# share of cells that a casual player looks at. Chosen so that a beginner wins .65 to .85 against chance, and a casual
# player .15 to .35 against greedy.
LOOKS_UP, GLANCES = 0.4, 2
NOTICES = 0.7

RISK = 10_000.0  # of a line that somebody else may complete next
HIGHEST_POINTS = VALUES[-1]  # points of a card


Shown = dict[int, tuple[str, float, float]]  # cell -> colour on top, its factor for that colour, for all others


def greedy(view: View, legal: Sequence[Action], determinize: Determinize, rng: Random) -> Action:
    """Completes a line if one can be; else the placement after which the lines look best for its side."""
    return _choose_best(view, legal, rng, 0.0)


def beginner(view: View, legal: Sequence[Action], determinize: Determinize, rng: Random) -> Action:
    """Plays on any lit cell, or as greedy does on the better of two."""
    if view.phase != "place" or rng.random() >= LOOKS_UP:
        return rng.choice(legal)
    return greedy(view, rng.sample(legal, min(GLANCES, len(legal))), determinize, rng)


def casual(view: View, legal: Sequence[Action], determinize: Determinize, rng: Random) -> Action:
    """Plays as greedy does, but overlooks each cell three times in ten."""
    noticed = [action for action in legal if rng.random() < NOTICES]
    return greedy(view, noticed or legal, determinize, rng)


def watchful(view: View, legal: Sequence[Action], determinize: Determinize, rng: Random) -> Action:
    """The same, but it also counts the cards with which others could complete a line before its next turn."""
    return _choose_best(view, legal, rng, RISK)


def _choose_best(view: View, legal: Sequence[Action], rng: Random, risk: float) -> Action:
    if view.phase != "place" or len(legal) == 1:
        return rng.choice(legal)
    shown = {cell: _shown_by(pile[-1]) for cell, pile in view.piles}
    wins = [action for action in legal if _completes_line(view, shown, int(action.args[0]))]
    if wins:
        return rng.choice(wins)
    weights = _window_weights(view)
    danger = Danger(view) if risk else None
    scored = []
    for action in legal:
        cell = int(action.args[0])
        gain = _cell_gain(view, shown, weights, cell) - (risk * danger.after(cell) if danger else 0.0)
        scored.append((gain, rng.random(), action))
    return max(scored)[-1]


class Threat(NamedTuple):
    """A line that lacks one card."""

    colour: str
    line: int  # a set of cells
    gap: int  # the set of that one cell
    points: int  # of the card that lies there


class Danger:
    """How likely it is that somebody else completes a line before the seat's next turn."""

    def __init__(self, view: View) -> None:
        self.points = int(view.card[1])
        self.threats = _threatened_cells(view)
        own = next(seats for seats in view.sides if view.seat in seats)
        self.stacks = [
            (more_of(view, seat), view.stacks[seat])
            for seat in range(view.seats)
            if seat not in own and view.stacks[seat]
        ]

    def after(self, cell: int) -> float:
        """Once the card lies there: it breaks some lines, and in some gaps it wants to be covered."""
        bit = 1 << cell
        least: dict[str, int] = {}
        for colour, line, gap, points in self.threats:
            if gap == bit or not line & bit:
                least[colour] = min(least.get(colour, HIGHEST_POINTS), self.points if gap == bit else points)
        safe = 1.0
        for more, size in self.stacks:
            safe *= 1 - sum([more[colour][points] for colour, points in least.items()]) / size
        return 1 - safe


def _threatened_cells(view: View) -> list[Threat]:
    tops = {cell: (pile[-1][0], int(pile[-1][1])) for cell, pile in view.piles}
    threats = []
    for seats, colours in zip(view.sides, view.colours, strict=True):
        for colour in colours if view.seat not in seats else ():
            own = mask_of(cell for cell, (shown, _) in tops.items() if shown == colour)
            for line in all_lines(side_of(view), view.need):
                gap = line & ~own
                if gap and not gap & (gap - 1):
                    threats.append(Threat(colour, line, gap, tops.get(gap.bit_length() - 1, ("", 0))[1]))
    return threats


def more_of(view: View, seat: int) -> Mapping[str, Sequence[float]]:
    """Colour -> points -> how many cards with more points its stack should hold."""
    worth_by_colour = {colour: [0.0] * (HIGHEST_POINTS + 1) for colour in COLOURS}
    held = [(view.sure[seat], 1.0), *[(cards, counts[seat] / len(cards)) for cards, counts in view.mixed if cards]]
    for cards, share in held:
        for card in cards:
            for points in range(int(card[1])):
                worth_by_colour[card[0]][points] += share
    return worth_by_colour


def _shown_by(card: str) -> tuple[str, float, float]:
    points = int(card[1])
    return card[0], GROWTH * (1 + HEIGHT * points), EASE[points]


def _completes_line(view: View, shown: Shown, cell: int) -> bool:
    if view.card[0] == view.neutral:
        return False
    own = mask_of(at for at, (colour, _, _) in shown.items() if colour == view.card[0]) | 1 << cell
    return any(own & line == line for line in through(side_of(view), view.need)[cell])


def _window_weights(view: View) -> dict[str, float]:
    """What a colour's windows are worth to the side to move; the neutral one's nothing to anybody."""
    weights = {view.neutral: 0.0}
    for seats, colours in zip(view.sides, view.colours, strict=True):
        for colour in colours:
            weights[colour] = 1.0 if view.seat in seats else -THREAT
    return weights


def _cell_gain(view: View, shown: Shown, weights: Mapping[str, float], cell: int) -> float:
    """How much better the windows through a cell look once the card lies there."""
    windows = lines_through(side_of(view), view.need)[cell]
    after = {**shown, cell: _shown_by(view.card)}
    return sum(_window_worth(after, weights, window) - _window_worth(shown, weights, window) for window in windows)


def _window_worth(shown: Shown, weights: Mapping[str, float], window: Line) -> float:
    block = 1.0
    mine: dict[str, float] = {}
    for cell in window:
        if cell in shown:
            colour, own, ease = shown[cell]
            block *= ease
            mine[colour] = mine.get(colour, 1.0) * own / ease
    return block * sum([weights[colour] * factor for colour, factor in mine.items()])


def reason(view: View, action: Action) -> Message:
    """Why `watchful` lays a card there: what counts most for it."""
    if view.phase != "place":
        return say("It's the only move.")
    cell, colour = int(action.args[0]), view.card[0]
    shown = {at: _shown_by(pile[-1]) for at, pile in view.piles}
    if _completes_line(view, shown, cell):
        return say("It makes a line of {n}.", n=view.need)
    longest = _longest_line(view, shown, cell, colour)
    covered = shown[cell][0] if cell in shown else colour
    broken = 0 if _window_weights(view).get(covered, 0.0) >= 0 else _longest_line(view, shown, cell, covered)
    if broken > longest:
        return say("It blocks a line of {n} {colour}.", n=broken, colour=COLOUR_WORDS[covered])
    if longest > 1:
        return say("It puts {n} {colour} in one line.", n=longest, colour=COLOUR_WORDS[colour])
    weights = _window_weights(view)
    if _cell_gain(view, shown, weights, cell) < max([_cell_gain(view, shown, weights, other) for other in view.cells]):
        return say("It leaves the others fewer cards that complete a line.")
    return say("No other cell is better for {colour}.", colour=COLOUR_WORDS[colour])


def _longest_line(view: View, shown: Shown, cell: int, colour: str) -> int:
    """The most cards of a colour in a window through this cell, one on the cell included."""
    windows = lines_through(side_of(view), view.need)[cell]
    return max(
        [1 + sum(shown[at][0] == colour for at in line if at in shown and at != cell) for line in windows], default=0
    )


def _make_kernel_bot(game: Game, seat: int, budget_ms: int) -> Choose:
    """UserError where it has no machine code and no compiler makes it."""
    from .kernel_bot import kernel_bot  # where nobody plays it nothing of it is read

    return kernel_bot().make(game, seat, budget_ms)


def _make_learned_bot(game: Game, seat: int, budget_ms: int) -> Choose:
    """It plays at once, whatever time it has. UserError as above."""
    from .learned import learned_bot

    return learned_bot().make(game, seat, budget_ms)


BOTS: Mapping[str, Choose | BotFactory] = {
    "greedy": greedy,
    "watchful": watchful,
    "kernel": BotFactory(_make_kernel_bot),
    "learned": BotFactory(_make_learned_bot),
    "casual": casual,
    "beginner": beginner,
    "random": random_bot,
}
LEVELS = (
    Level("random", say("Plays on any lit cell.")),
    Level("beginner", say("Plays on any lit cell, or on the better of 2."), "easy"),
    Level("casual", say("Plays like greedy, but overlooks 3 cells in 10."), "medium"),
    Level("greedy", say("Finishes its own lines and blocks yours.")),
    Level("watchful", say("Plays like greedy, and counts which of your cards would complete a line."), "hard"),
    Level("learned", say("Learned from a million rounds for two against itself. Elsewhere it's watchful.")),
)
