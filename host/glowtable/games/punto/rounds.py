"""How a round of Punto ends, what its winner takes, and how the next one is made ready."""

from __future__ import annotations

from glowtable.kit.bit_sets import mask_of

from .cards import COLOUR, NO_CARD, VALUE, bag_of, name_of
from .lines import runs_through
from .score import compare, rows_of, trophies
from .stacks import Stacks, halved, shared
from .state import NEUTRAL, Phase, Round, State, rounds_won, top_cards, trophies_taken


def win_by_line(state: State, seat: int, cell: int) -> State:
    """The round is won by the line just completed; longer than needed it counts whole.

    Source: Punto EN, "As soon as a player has 4 or 5 cards" (P-18, P-20, P-21)
    """
    terms = state.terms
    lattice = terms.lattice
    shown = state.board >> lattice.same[top_cards(state)[cell]] & lattice.full
    lines = runs_through(shown, lattice.side, cell, terms.need)
    choices = trophies(lines, _card_values(state), cell, str(terms.options["multi_line"]))
    done = _end_round("line", state, seat)._replace(winner=terms.side_of[seat], taker=seat, lines=lines)
    return _award_round(state, done, choices)


def _end_round(how: str, state: State, seat: int) -> Round:
    """A round that this seat ended; left of it starts the next one, if nothing else is said."""
    return Round(how, seat, starter=state.terms.left_of(seat), neutrals=_neutral_cards(state).bit_count())


def stalemate(state: State) -> State:
    """The seat whose turn it is cannot play: most rows win the round, or nobody does.

    Source: Punto EN, "If a player can't play a card in his turn" (P-25, P-26, P-28)
    """
    terms = state.terms
    options, side = terms.options, terms.lattice.side
    tops = top_cards(state).items()
    shown = [
        tuple(mask_of(cell for cell, card in tops if COLOUR[card] == colour) for colour in colours)
        for colours in terms.colours
    ]
    winner, steps = compare(
        shown, _card_values(state), side, terms.need, str(options["tie_points"]), str(options["no_rows"])
    )
    done = _end_round("draw", state, state.seat)._replace(steps=steps, stuck=name_of(state.card))
    if winner is None:
        return _award_round(state, done, set())
    taker = terms.sides[winner][0]  # of a team the lower seat (P-30)
    rows = rows_of(shown[winner], side, steps[-1].length)
    done = done._replace(end="stalemate", winner=winner, lines=rows, starter=_left_of_winner(state, taker))
    if options["stalemate_trophy"] == "no" or options["stalemate_wins"] == "game":
        return _award_round(state, done, set())
    return _award_round(state, done._replace(taker=taker), trophies(rows, _card_values(state), None, "choose"))


def _left_of_winner(state: State, winner: int) -> int:
    """Who starts after a round won by rows: the two parts of the sheet differ only there.

    A team's round is won by its lower seat. After a draw nobody has won: left of who could not play.
    Source: Punto EN, "left form the winner"; DE, "den letzten Durchgang beendet hat" (P-32)
    """
    terms = state.terms
    return terms.left_of(winner if terms.options["next_start"] == "winner_left" else state.seat)


def _card_values(state: State) -> dict[int, int]:
    return {cell: VALUE[card] for cell, card in top_cards(state).items()}


def _neutral_cards(state: State) -> int:
    return mask_of(card for _, card in state.laid if card >= state.terms.coloured)


def _award_round(state: State, done: Round, choices: set[int]) -> State:
    """The round is entered; its trophy is taken at once unless the winner has to point (P-22, P-23, P-29)."""
    after = state._replace(rounds=(*state.rounds, done))
    if not choices:
        return _close_round(after)
    if len(choices) == 1:
        return take_trophy(after, choices.pop())
    return after._replace(phase=Phase.TROPHY, seat=done.taker, cells=mask_of(choices))


def take_trophy(state: State, cell: int) -> State:
    """The card on this cell leaves the game and lies open before the winner.

    Source: Punto EN, "the card with the most points in his row out of the game" (P-23)
    """
    done = state.rounds[-1]._replace(trophy=name_of(top_cards(state)[cell]), cell=cell)
    return _close_round(state._replace(rounds=(*state.rounds[:-1], done)))


def _close_round(state: State) -> State:
    phase = Phase.OVER if is_over(state) else Phase.BEGIN
    return state._replace(phase=phase, seat=state.rounds[-1].starter, cells=0)


def is_over(state: State) -> bool:
    """Source: Punto EN, "Whoever has won 2 rounds has won the hole game" (P-26a, P-33, P-33a)"""
    options, last = state.terms.options, state.rounds[-1]
    return (
        max(rounds_won(state)) == options["rounds_to_win"]
        or len(state.rounds) == options["max_rounds"]
        or (last.end == "stalemate" and options["stalemate_wins"] == "game")
    )


def gather_cards(state: State) -> State:
    """All cards but the trophies are back in shuffled stacks, and the next round begins (P-30, P-31)."""
    return State(state.terms, Phase.TURN, state.seat, NO_CARD, 0, _gather_cards(state), 0, 0, (), state.rounds)


def _gather_cards(state: State) -> Stacks:
    terms, out = state.terms, trophies_taken(state)
    bags = [bag_of(colours) & ~out for colours in terms.colours]
    if len(terms.sides) == terms.seats:
        return _with_neutrals(state, bags)
    teams = enumerate(zip(bags, terms.sides, strict=True))
    halves = (halved(bag, holders, _seat_of_odd_card(state, side), terms.seats) for side, (bag, holders) in teams)
    return Stacks((0,) * terms.seats, tuple(halves))


def _seat_of_odd_card(state: State, side: int) -> int:
    """Who gets the odd card of a team: the partner of the seat that took its latest trophy (P-30)."""
    lower, upper = state.terms.sides[side]
    took = [done for done in state.rounds if done.winner == side and done.trophy]
    return upper if took and took[-1].end == "line" and took[-1].taker == lower else lower


def _with_neutrals(state: State, sure: list[int]) -> Stacks:
    """Played neutrals are shared out, the others stay where they are, a stuck one with who turned it up.

    Source: Punto DE, "Die nicht gespielten neutralen Karten bleiben" (P-31)
    """
    terms = state.terms
    kept = tuple(mixed for mixed in state.stacks.mixed if mixed.bag)
    neutral = bag_of((NEUTRAL,)) if len(terms.sides) == NEUTRAL else 0
    for seat, held in enumerate(state.stacks.sure):
        sure[seat] |= held & neutral
    if state.card >= terms.coloured:
        sure[state.rounds[-1].seat] |= 1 << state.card
    if played := _neutral_cards(state):
        kept = (*kept, shared(played, terms.seats, state.seat, str(terms.options["neutral_rest"])))
    return Stacks(tuple(sure), kept)
