"""One match on the rules alone, played or replayed: no table, no clock, no files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from glowtable import games
from glowtable.game import CHANCE, Action, Arg, Game, Outcome, check_seats, full_options
from glowtable.lab.players import Bot, Think, make_player
from glowtable.match.dealer import Dealer, random_stream
from glowtable.match.export import MatchRecord, from_jsonl, from_text, match_state_of
from glowtable.messages import UserError, say

PATIENCE = 10  # times the game's test bound, for options that the bound does not cover; then a match is given up


class Match(NamedTuple):
    """What was done, and how it ended: `outcome` is None if it did not. `str` of an action reads it."""

    game: str
    players: int
    options: dict[str, Arg]
    actions: tuple[Action, ...]
    outcome: Outcome | None

    def steps(self) -> Iterator[tuple[Any, Action]]:
        """Each state with the action done in it, from the first; the states are the rules' own."""
        rules = games.find(self.game).rules
        state = rules.setup(self.players, self.options)
        for action in self.actions:
            yield state, action
            state = rules.apply(state, action)


class Step(NamedTuple):
    """An action, the state after it, and how many were legal; 0 where chance decided."""

    action: Action
    after: Any
    choices: int


def play_match(
    game: Game | str,
    players: Sequence[Bot] = (),
    options: Mapping[str, Arg] | None = None,
    seed: int = 1,
    index: int = 0,
) -> Match:
    """Play one match: for each seat a bot of the game by name, or a function choose(view, legal, determinize, rng).

    Without players the best bot sits in as few seats as the game allows. Options that are not given are those under
    which every match ends. The same seed and index bring the same match, as in `glowtable simulate`. UserError for a
    game, option, value, bot or number of players that there is not, and for a function that fails or does what is not
    legal.
    """
    game_found = games.find(game) if isinstance(game, str) else game
    bots = tuple(players) or (best_bot(game_found),) * min(game_found.seats)
    check_seats(game_found, len(bots))
    terms = full_options(game_found, {**game_found.test_options, **(options or {})})
    actions, state = [], game_found.rules.setup(len(bots), terms)
    for action, after, _ in match_steps(game_found, state, make_players(game_found, bots), seed, index):
        actions.append(action)
        state = after
    return Match(game_found.name, len(bots), terms, tuple(actions), game_found.rules.outcome(state))


def play(game: Game | str, bots: Sequence[Bot] = (), *, seed: int = 1, index: int = 0, **options: Arg) -> Match:
    """`play_match` with the options by their names: play("punto", ["greedy", "random"], rounds_to_win=1)."""
    return play_match(game, bots, options, seed, index)


def best_bot(game: Game) -> str:
    """The name of the bot that plays best."""
    return next(iter(game.bots))


def make_players(game: Game, bots: Sequence[Bot]) -> list[Think]:
    """One for each seat of one match."""
    return [make_player(game, bot, seat) for seat, bot in enumerate(bots)]


def match_steps(game: Game, state: Any, players: Sequence[Think], seed: int, index: int) -> Iterator[Step]:
    """Step by step to the end, with two streams of random numbers: for the dealer, for the players.

    Nobody is asked, and nothing is shown, where only one action is legal.
    """
    rules, dealer, rng = game.rules, Dealer(seed, index, "dealer"), random_stream(seed, index, "bots")
    left = PATIENCE * game.test_bound
    while left and (actors := rules.to_act(state)):
        left -= 1
        if actors[0] == CHANCE:
            action, choices = dealer.draw_outcome(rules.chance(state)), 0
        else:
            seat = actors[0] if len(actors) == 1 else rng.choice(actors)
            legal = rules.legal(state, seat)
            choices = len(legal)
            action = legal[0] if choices == 1 else players[seat](state, legal, rng)
        state = rules.apply(state, action)
        yield Step(action, state, choices)


def replay(text: str) -> Match:
    """The match that `glowtable export` wrote, as JSON lines or in the game's notation; UserError if it is none."""
    record = read_match(text)
    match_state = match_state_of(games.find(record.header.game), record)
    actions = tuple(step.action for step in match_state.history)
    return Match(record.header.game, len(match_state.players), dict(match_state.options), actions, match_state.outcome)


def read_match(text: str) -> MatchRecord:
    """A match from the text of any of our formats; UserError says what was expected."""
    first = text.lstrip().split("\n", 1)[0].lower()
    if first.startswith("{"):
        return from_jsonl(text)
    named = [game for game in map(games.find, games.names()) if first.startswith(game.title.lower())]
    if not named:
        raise UserError(say("This isn't an exported match. Its first line names no game that glowtable knows."))
    return from_text(max(named, key=lambda game: len(game.title)), text)
