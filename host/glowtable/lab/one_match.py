"""One match on the rules alone, played or replayed: no table, no clock, no files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from glowtable import games
from glowtable.game import CHANCE, Action, Arg, Choose, Game, Outcome, bot_for_seat, full_options
from glowtable.match.dealer import Dealer, random_stream
from glowtable.match.export import MatchRecord, course_of, from_jsonl, from_text
from glowtable.match.players import ask_bot
from glowtable.messages import UserError, say

PATIENCE = 10  # times the game's test bound, for options that the bound does not cover; then a match is given up


class Match(NamedTuple):
    """What was done, and how it ended: `outcome` is None if it did not. `str` of an action reads it."""

    game: str
    players: int
    options: dict[str, Arg]
    actions: tuple[Action, ...]
    outcome: Outcome | None


def play_match(
    game: Game | str,
    players: Sequence[str | Choose] = (),
    options: Mapping[str, Arg] | None = None,
    seed: int = 1,
    index: int = 0,
) -> Match:
    """Play one match: for each seat a bot of the game by name, or a function choose(view, legal, determinize, rng).

    Without players the best bot sits in as few seats as the game allows. Options that are not given are those under
    which every match ends. The same seed and index bring the same match, as in `glowtable simulate`. UserError for a
    game, option, value or bot that there is not.
    """
    found = games.find(game) if isinstance(game, str) else game
    seats = players or (next(iter(found.bots)),) * min(found.seats)
    terms = full_options(found, {**found.test_options, **(options or {})})
    choosers = [bot_for_seat(found, who, seat) if isinstance(who, str) else who for seat, who in enumerate(seats)]
    actions, state = [], found.rules.setup(len(seats), terms)
    for action, after in match_steps(found, state, choosers, seed, index):
        actions.append(action)
        state = after
    return Match(found.name, len(seats), terms, tuple(actions), found.rules.outcome(state))


def match_steps(
    game: Game, state: Any, choosers: Sequence[Choose], seed: int, index: int
) -> Iterator[tuple[Action, Any]]:
    """Each action and the state after it, with two streams of random numbers: for the dealer, for the players."""
    rules, dealer, rng = game.rules, Dealer(seed, index, "dealer"), random_stream(seed, index, "bots")
    left = PATIENCE * game.test_bound
    while left and (actors := rules.to_act(state)):
        left -= 1
        if actors[0] == CHANCE:
            action = dealer.draw_outcome(rules.chance(state))
        else:
            seat = actors[0] if len(actors) == 1 else rng.choice(actors)
            action = ask_bot(choosers[seat], game, state, seat, rng)
        state = rules.apply(state, action)
        yield action, state


def replay(text: str) -> Match:
    """The match that `glowtable export` wrote, as JSON lines or in the game's notation; UserError if it is none."""
    record = read_match(text)
    course = course_of(games.find(record.header.game), record)
    actions = tuple(step.action for step in course.history)
    return Match(record.header.game, len(course.players), dict(course.options), actions, course.outcome)


def read_match(text: str) -> MatchRecord:
    """A match from the text of any of our formats; UserError says what was expected."""
    first = text.lstrip().split("\n", 1)[0].lower()
    if first.startswith("{"):
        return from_jsonl(text)
    named = [game for game in map(games.find, games.names()) if first.startswith(game.title.lower())]
    if not named:
        raise UserError(say("this is not an exported match: its first line names no game that glowtable knows"))
    return from_text(max(named, key=lambda game: len(game.title)), text)
