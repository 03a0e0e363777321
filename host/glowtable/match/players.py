"""The bots of a match: which one acts next, and what it wants. Each sees only what its seat may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

from glowtable.game import CHANCE, PUBLIC, Action, Choose, Game, bot_for_seat
from glowtable.match.dealer import Dealer
from glowtable.match.undo import PlayedAction


class Player(NamedTuple):
    """Who sits in a seat; `bot` names a bot of the game, '' for a person."""

    name: str
    bot: str = ""


Think = Callable[[Any, int], Action]  # what the bot in this seat wants to do in this state


def no_bots(state: Any, seat: int) -> Action:
    raise LookupError(f"no bot sits in seat {seat}")


def think_with(game: Game, players: Sequence[Player], dealer: Dealer) -> Think:
    """The bots of these seats as one function."""
    bots = {seat: bot_for_seat(game, player.bot, seat) for seat, player in enumerate(players) if player.bot}
    return lambda state, seat: ask_bot(bots[seat], game, state, seat, dealer.rng)


def ask_bot(choose: Choose, game: Game, state: Any, seat: int, rng: Random) -> Action:
    """What a bot in this seat does in this state; it sees only what its seat may know."""
    rules = game.rules
    return choose(rules.view(state, seat), rules.legal(state, seat), partial(rules.determinize, state, seat, rng), rng)


def bot_action(
    game: Game, players: Sequence[Player], history: Sequence[PlayedAction], state: Any, think: Think
) -> Action | None:
    """The bot that has waited longest acts; while a person may act, each bot once after an action of a person.

    A secret action then waits for all people: its light would show it to them.
    """
    people = [seat for seat, player in enumerate(players) if not player.bot]
    if len(people) == len(players):
        return None
    actors = game.rules.to_act(state)
    last = {played.action.seat: n for n, played in enumerate(history)}
    with_people = not set(people).isdisjoint(actors)
    before = max((last.get(seat, -1) for seat in people), default=-1) if with_people else len(history)
    due = [seat for seat in actors if seat != CHANCE and seat not in people and last.get(seat, -1) < before]
    if not due:
        return None
    action = think(state, min(due, key=lambda seat: (last.get(seat, -1), seat)))
    in_secret = with_people and game.rules.seen(state, action, PUBLIC) != action
    return None if in_secret else action
