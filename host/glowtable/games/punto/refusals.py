"""Why not? The reason an action of Punto is refused, with its rule."""

from __future__ import annotations

from enum import StrEnum

from glowtable.game import CHANCE, Action, Arg, Refusal
from glowtable.kit.refusals import CommonReason, match_over, nobody_there
from glowtable.messages import say

from .cards import CARD_KINDS, DECK
from .kinds import KINDS, VOCABULARY
from .ledger import End, end_of
from .letters import card_text
from .lines import TABLE_SIDE, box, frames
from .state import Phase, State, top_cards, trophies_taken


class Reason(StrEnum):
    NOT_YOUR_TURN = "not your turn"
    NO_CARD = "no card turned up"
    READ_TWICE = "read twice"
    FIRST_STAYS = "first card stays"
    ON_TABLE = "card on the table"
    OUT = "card out of the game"
    NOT_IN_STACK = "card not in this stack"
    MIDDLE = "first card not in the middle"
    NOT_HIGHER = "not higher"
    OUTSIDE = "outside the frame"
    APART = "apart"
    NO_TROPHY = "no trophy"


DEALT_BY = {(2, 2): "P-03", (3, 3): "P-04", (4, 4): "P-05", (4, 2): "P-06"}  # by seats and sides
BELONGS = {
    "starter": (Phase.STARTER,),
    "begin": (Phase.YOUNGEST, Phase.BEGIN),
    "turn": (Phase.TURN,),
    "shown": (Phase.TURN,),
    "place": (Phase.PLACE,),
    "trophy": (Phase.TROPHY,),
}
GOING_ON = say("The round isn't over. It's {seat}'s turn.")
ASKED = {
    Phase.STARTER: say("Wait: the first player is being drawn."),
    Phase.YOUNGEST: say("First say who is youngest."),
    Phase.BEGIN: say("This round is over. {seat} starts the next one."),
    Phase.TURN: GOING_ON,
    Phase.PLACE: GOING_ON,
    Phase.TROPHY: say("First {seat} chooses a trophy."),
}
OVER = {
    End.ROUNDS: match_over("P-33"),
    End.ROWS: Refusal(CommonReason.OVER, say("The match is over. Most lines won it."), "P-26a"),
    End.LAST: Refusal(CommonReason.OVER, say("The match is over. That was the last round."), "P-33a"),
}


def why(state: State, action: Action) -> Refusal:
    """The reason for an action that is not legal."""
    if state.phase is Phase.OVER:
        return OVER[end_of(state)]
    if action.kind not in KINDS or (action.seat == CHANCE) != KINDS[action.kind].by_chance:
        return VOCABULARY.no_such_action()
    if state.phase not in BELONGS[action.kind]:
        return _too_early_or_late(state, action)
    if action.seat not in (CHANCE, state.seat):
        return _not_the_beginner(state) if action.kind == "begin" else not_your_turn(state)
    what = action.args[0] if len(action.args) == 1 else None
    return ARGUMENTS[action.kind](state, what)


def not_your_turn(state: State) -> Refusal:
    """With the rule that says whose turn it is: who begins the match or a round, or who is next (P-09, P-11, P-32)."""
    begins = "P-32" if state.rounds else "P-09"
    return Refusal(Reason.NOT_YOUR_TURN, say("It's {seat}'s turn.", seat=state.seat), "P-11" if state.laid else begins)


def _too_early_or_late(state: State, action: Action) -> Refusal:
    if state.phase is Phase.PLACE and action.kind in ("turn", "shown"):
        if action.args not in ((state.card,), (CARD_KINDS[state.card],)):
            return first_stays(state)
        message = say("{card} is already face up. Play it.", card=card_text(state.card))
        return Refusal(Reason.READ_TWICE, message, "P-12")
    if state.phase is Phase.TURN and action.kind == "place":
        message = say("First {seat} turns over the top card.", seat=state.seat)
        return Refusal(Reason.NO_CARD, message, "P-12")
    return Refusal(CommonReason.NOT_NOW, ASKED[state.phase]._replace(fill=(("seat", state.seat),)))


def first_stays(state: State) -> Refusal:
    message = say("You already turned over {card}. Play that one.", card=card_text(state.card))
    return Refusal(Reason.FIRST_STAYS, message, "P-12")


def _not_the_beginner(state: State) -> Refusal:
    """While the youngest is asked for, anybody who sits there may begin."""
    if state.phase is Phase.YOUNGEST:
        return nobody_there("P-09")
    return Refusal(Reason.NOT_YOUR_TURN, say("{seat} starts the next round.", seat=state.seat), "P-32")


def _refuse_turn(state: State, card: Arg | None) -> Refusal:
    if not isinstance(card, int) or card not in DECK:
        return VOCABULARY.no_such_card()
    if any(card == laid for _, laid in state.laid):
        message = say("{card} is already on the table. Turn over your top card.", card=card_text(card))
        return Refusal(Reason.ON_TABLE, message, "P-12")
    if trophies_taken(state) >> card & 1:
        message = say("{card} is someone's trophy. Turn over your top card.", card=card_text(card))
        return Refusal(Reason.OUT, message, "P-23")
    message = say("{card} isn't one of {seat}'s cards.", card=card_text(card), seat=state.seat)
    # the rule by which the stacks have their cards: neutral ones are dealt again after each round
    terms = state.terms
    is_again = card >= terms.coloured and bool(state.rounds)
    return Refusal(Reason.NOT_IN_STACK, message, "P-31" if is_again else DEALT_BY[terms.seats, len(terms.sides)])


def _refuse_shown(state: State, kind: Arg | None) -> Refusal:
    named = isinstance(kind, str) and kind in CARD_KINDS
    return _refuse_turn(state, DECK.copies_of(str(kind))[0]) if named else VOCABULARY.no_such_card()


def _refuse_place(state: State, cell: Arg | None) -> Refusal:
    terms = state.terms
    if not _is_cell(state, cell):
        return _no_cell(cell)
    assert isinstance(cell, int)
    shown, card = top_cards(state), card_text(state.card)
    if not shown:
        return Refusal(Reason.MIDDLE, say("The first card goes in the middle. Choose a lit cell."), "P-10")
    if cell in shown:
        message = say("{card} can't cover {top}. It needs more points.", card=card, top=card_text(shown[cell]))
        return Refusal(Reason.NOT_HIGHER, message, "P-14")
    occupied = state.board >> terms.lattice.occupied & terms.lattice.full
    side = terms.lattice.side
    if not frames(*box(occupied, side), side, TABLE_SIDE) >> cell & 1:
        message = say("{cell} is too far out: 6 rows and 6 columns at most.", cell=terms.cell_label(cell))
        return Refusal(Reason.OUTSIDE, message, "P-16")
    return Refusal(
        Reason.APART, say("{cell} doesn't touch a card. Choose a lit cell.", cell=terms.cell_label(cell)), "P-13"
    )


def _refuse_trophy(state: State, cell: Arg | None) -> Refusal:
    if not _is_cell(state, cell):
        return _no_cell(cell)
    if state.rounds[-1].end == "stalemate":
        return Refusal(Reason.NO_TROPHY, say("Choose the highest card of a winning line."), "P-29")
    return Refusal(Reason.NO_TROPHY, say("Choose the highest card of the line."), "P-23")


def _no_cell(cell: Arg | None) -> Refusal:
    """Typed cells that the lattice does not have come by their name."""
    if isinstance(cell, str):
        return Refusal(Reason.OUTSIDE, say("{cell} is outside the 6x6 grid.", cell=cell), "P-16")
    return Refusal(CommonReason.UNKNOWN, say("That isn't a cell. Try one like c3."), "P-16")


def _is_cell(state: State, cell: Arg | None) -> bool:
    return isinstance(cell, int) and 0 <= cell < state.terms.lattice.side**2


ARGUMENTS = {
    "starter": lambda state, seat: nobody_there("P-09"),
    "begin": lambda state, extra: VOCABULARY.no_such_action(),
    "turn": _refuse_turn,
    "shown": _refuse_shown,
    "place": _refuse_place,
    "trophy": _refuse_trophy,
}
