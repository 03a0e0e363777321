"""The ceremony: month cards drawn again, games eliminated, the most valuable one wins; and how a match ends.

Source: Spiel des Jahres EN, "The Spiel des Jahres awards ceremony" (S-33 to S-37)
"""

from __future__ import annotations

from collections.abc import Sequence

from glowtable.game import Action
from glowtable.kit.action_lists import outcomes
from glowtable.kit.bit_sets import mask_of
from glowtable.kit.phases import ChanceStep, Step, Steps, ready_then

from .cards import PAIRS
from .staff import AT_ANY_TIME, at_any_time_or_ready
from .state import COIN_K, NOBODY, End, Phase, Published, State, game_of, not_ready, seats_alive
from .worth import symbols_of

POINT_K = COIN_K[0]  # what a month point adds to each game of its owner


def begin_ceremony(state: State) -> State:
    """All games contend; without any game money decides (S-33, S-37)."""
    if not state.games:
        return end_match(state, End.NO_GAMES, richest_seats(state, seats_alive(state)))
    return _next_card(state._replace(contenders=tuple([game.number for game in state.games])))


def _next_card(state: State) -> State:
    """By option one may trade before each card is drawn (S-29)."""
    trade = state.terms.trades and state.terms.options["ceremony_trades"] == "yes"
    return state._replace(phase=Phase.AWARD if trade else Phase.CARD, seat=NOBODY, ready=0)


def draw_card(state: State, action: Action) -> State:
    """Eliminates what does not fit, then what is not the most valuable; a card that fits none is ignored (S-35)."""
    after = state._replace(drawn=(*state.drawn, int(action.args[0])))
    games = contending_games(after)
    # EN, "at least one of the symbols present on the drawn card" (S-33)
    fitting = [game for game in games if not set(PAIRS[after.drawn[-1]]).isdisjoint(symbols_of(game.cards))]
    used_up = len(after.drawn) == len(after.months)
    if not fitting and not used_up:
        return _next_card(after)
    tied = most_valuable(after, fitting or games)
    after = after._replace(contenders=tuple([game.number for game in tied]))
    if len(tied) == 1:
        return end_match(after, End.AWARD, (tied[0].owner,))
    # EN, "two games have the same symbols and the same value" (S-36); how often does not count
    if used_up or len({frozenset(symbols_of(game.cards)) for game in tied}) == 1:
        return end_match(after, End.STALEMATE, richest_seats(after, stalemate_seats(after, tied)))
    return _next_card(after)


def contending_games(state: State) -> list[Published]:
    contenders = [game_of(state, number) for number in state.contenders]
    return [game for game in contenders if game]


def most_valuable(state: State, games: Sequence[Published]) -> list[Published]:
    """Source: EN, "the most valuable game wins. In the event of a tie, the tied games go head to head" (S-33, S-34)"""
    most_k = max(counted_k(state, game) for game in games)
    return [game for game in games if counted_k(state, game) == most_k]


def counted_k(state: State, game: Published) -> int:
    """What a game counts in the ceremony: its value, and by our house rule its owner's month points (S-38).

    Chosen: a point for each of months 1 to 11 in which one publishes, worth the smallest coin to all games one owns.
    Instead of: a point for the month's best game or highest income; points beside the award, most points winning.
    Because: those go on to whoever led first, and a second way to win would make the ceremony idle. So the best game
    still wins, and one that was saved up for December has months of publishing against it.
    """
    return game.value_k + POINT_K * state.month_points[game.owner]


def stalemate_seats(state: State, tied: Sequence[Published]) -> Sequence[int]:
    """Whose money decides between these games: their owners', by option everybody's (S-36)."""
    if state.terms.options["stalemate"] == "all":
        return seats_alive(state)
    return sorted({game.owner for game in tied})


def richest_seats(state: State, seats: Sequence[int]) -> tuple[int, ...]:
    """Source: EN, "then the player with the most money wins" (S-36, S-37)"""
    most_k = max(state.money_k[seat] for seat in seats)
    return tuple(sorted(seat for seat in seats if state.money_k[seat] == most_k))


def end_match(state: State, end: End, winners: tuple[int, ...]) -> State:
    """Nothing more happens. Winners are several who share, or none (S-31)."""
    return state._replace(phase=Phase.OVER, seat=NOBODY, end=str(end), winners=winners)


# A contract played now costs and earns nothing any more; the sheet forbids it as little as a trade (S-22).
STEPS: Steps[State] = {
    Phase.AWARD: Step(
        not_ready,
        at_any_time_or_ready,
        {**AT_ANY_TIME, "ready": ready_then(not_ready, lambda state: state._replace(phase=Phase.CARD))},
    ),
    # EN, "The twelve cards representing the trends of the twelve months are shuffled" (S-33)
    Phase.CARD: ChanceStep(
        lambda state: outcomes("award").of(mask_of(state.months) & ~mask_of(state.drawn)), {"award": draw_card}
    ),
}
