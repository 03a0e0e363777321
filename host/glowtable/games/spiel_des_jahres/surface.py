"""How Spiel des Jahres lies on the table: which light means what, what a card, a key or a press means.

Published games lie in their owner's row. Cards are shown at the reader of who acts; the same card means what
makes sense now: an idea is tapped or taken back, a designer employed, fired or called. The sentences are in words.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter

from glowtable.game import CHANCE, NO_READER, Action, Refusal, Surface
from glowtable.grid import CELLS, SIDE, seat_name, seat_of
from glowtable.kit.events import if_possible, read_by_event
from glowtable.table import Card, Event, Face, Key, Press, Said

from . import refusals, words
from .cards import DECK, IDEAS, NAMES
from .cells import cell_at, cell_of, choice_cells
from .kinds import CARD_KINDS, KINDS, VOCABULARY
from .lights import paint, still
from .phases import PHASES
from .phone import is_offered, moment, tile
from .rules import RULES
from .state import CHOICES, NOBODY, Phase, State, designer_of, game_of, place_for
from .views import View
from .where_is import cards_on_cells, expected_at, where_is
from .zones import ROWS, from_hands, tokens, zones

BY_CHANCE = {phase: next(iter(step.effects)) for phase, step in PHASES.chance_steps.items()}  # the one kind it does
AT_ANY_READER = (Phase.TREND, Phase.CARD)  # these cards belong to no seat
TYPED = {name for name, kind in KINDS.items() if not kind.by_chance} - {"seal"}


# -- what an event means


_if_possible = if_possible(RULES)


def _show_card(reader: int, text: str, state: State) -> Action | Refusal:
    """A card by its name, or by a title of which only one copy makes sense now.

    If several do, all copies there are are named: which of them a hand holds nobody hears.
    """
    cards = DECK.copies_of(text)
    if not cards:
        return VOCABULARY.no_such_card()
    if state.phase in BY_CHANCE and state.phase not in AT_ANY_READER and reader != state.seat:
        return refusals.not_yours(state)
    actions = [_about_card(reader, card, state) for card in cards]
    fitting = [action for action in actions if RULES.refuse(state, action) is None]
    if len(fitting) > 1:
        return refusals.several(cards)
    return fitting[0] if fitting else _if_possible(actions[0], state)


def _about_card(seat: int, card: int, state: State) -> Action:
    """What this card at the reader of this seat means."""
    if state.phase in BY_CHANCE:
        return Action(CHANCE, BY_CHANCE[state.phase], (card,))
    if state.phase is Phase.TRADE:
        return _put_in(seat, card, state)
    if card < IDEAS:
        tapped = seat < state.terms.seats and card in state.trays[seat]
        return Action(seat, "take" if tapped else "tap", (card,))
    return Action(seat, _about_designer(seat, card, state), (card,))


def _put_in(seat: int, card: int, state: State) -> Action:
    """A card of a published game stands for the game."""
    for game in state.games:
        if card in game.cards:
            return Action(seat, "game", (game.number,))
    return Action(seat, "give", (card,))


def _about_designer(seat: int, card: int, state: State) -> str:
    designer = designer_of(state, card)
    if designer is None or state.phase is not Phase.OFFERS:
        return "hire"
    return {seat: "fire", NOBODY: "claim"}.get(designer.employer, "call")


def _press_cell(cell: int, state: State) -> Action | Refusal:
    """A secret choice in the own row; where the stack is laid it is published, as by the key."""
    seat = cell // SIDE
    if state.phase is Phase.MONTH and _tray_of(seat, state) and cell == cell_at(seat, place_for(state, seat)):
        return _if_possible(Action(seat, "publish"), state)
    if state.phase is Phase.SEAL and cell in choice_cells(seat):
        return _if_possible(Action(seat, "seal", (CHOICES[choice_cells(seat).index(cell)],)), state)
    return refusals.not_now(state)


def _press_key(seat: int, key: str, state: State) -> Action | Refusal | None:
    """`confirm` goes forward, `pass` back or out."""
    meant = KEYS.get(key, {}).get(state.phase)
    return _if_possible(meant(seat, state), state) if meant else None


Meant = Callable[[int, State], Action]


def _does_kind(kind: str) -> Meant:
    return lambda seat, state: Action(seat, kind)


def _tray_of(seat: int, state: State) -> tuple[int, ...]:
    """The ideas a seat has tapped; none where nobody sits."""
    return state.trays[seat] if 0 <= seat < state.terms.seats else ()


def _back_key(seat: int, state: State) -> Action:
    tray = _tray_of(seat, state)
    return Action(seat, "take", (tray[-1],)) if tray else Action(seat, "ready")


KEYS: Mapping[str, Mapping[Phase, Meant]] = {
    "confirm": {
        Phase.HAND: _does_kind("full"),
        Phase.MONTH: lambda seat, state: Action(seat, "publish" if _tray_of(seat, state) else "brainstorm"),
        Phase.AUCTION: _does_kind("raise"),
        Phase.TRADE: lambda seat, state: Action(seat, "accept" if state.deal and state.deal.handed else "hand"),
    },
    "pass": {
        Phase.HAND: _does_kind("trust"),
        Phase.MONTH: _back_key,
        Phase.AUCTION: _does_kind("pass"),
        Phase.TRADE: _does_kind("pass"),
        **dict.fromkeys((Phase.OFFERS, Phase.LAST_CALL, Phase.AWARD), _does_kind("ready")),
    },
}


def _parse_text(text: str, state: State) -> Action | Refusal | None:
    """`1 trade 2`, `1 pay 50`, `1 tap Goat`: a seat counted from one, what it does, about what; else None.

    The seat may be left out where only one may act.
    """
    who, _, rest = text.strip().partition(" ")
    if who in TYPED:
        acting = RULES.to_act(state)
        return refusals.whose() if len(acting) > 1 else _parse_text(f"{seat_name(max((0, *acting)))} {text}", state)
    kind, _, about = rest.partition(" ")
    seat = seat_of(who)
    if seat is None or kind not in TYPED:
        return None
    if kind in CARD_KINDS:
        return _typed_about(seat, kind, about, state)
    if not about:
        return _if_possible(Action(seat, kind), state)
    number = seat_of(about) if kind == "trade" else int(about) if about.isdecimal() else None
    return None if number is None else _if_possible(Action(seat, kind, (number,)), state)


def _typed_about(seat: int, kind: str, text: str, state: State) -> Action | Refusal:
    """`tap Goat`: a card by a name that no other card has."""
    cards = DECK.copies_of(text)
    if not cards:
        return VOCABULARY.no_such_card()
    return refusals.several(cards) if len(cards) > 1 else _if_possible(Action(seat, kind, (cards[0],)), state)


read = read_by_event({Card: _show_card, Press: _press_cell, Key: _press_key, Said: _parse_text})


# -- how hands do it


def gesture(action: Action, state: State) -> Event:
    """A wish to trade and money are typed; all else is shown, pressed or a key."""
    if action.kind in GESTURES:
        return GESTURES[action.kind](action, state)
    if action.kind in CARD_KINDS:
        dealt = 0 if state.phase in AT_ANY_READER else state.seat
        return Card(dealt if action.seat == CHANCE else action.seat, NAMES[int(action.args[0])])
    return Key(action.seat, "confirm" if action.kind in CONFIRMED else "pass")


CONFIRMED = {"full", "brainstorm", "publish", "raise", "hand", "accept"}


def _say_it(action: Action, state: State) -> Event:
    about = (seat_name(int(arg)) if action.kind == "trade" else str(arg) for arg in action.args)
    return Said(" ".join((seat_name(action.seat), action.kind, *about)))


def _show_game(action: Action, state: State) -> Event:
    game = game_of(state, int(action.args[0]))
    return Card(action.seat, NAMES[game.cards[-1]]) if game else _say_it(action, state)


GESTURES: Mapping[str, Callable[[Action, State], Event]] = {
    **dict.fromkeys(("trade", "pay", "ask", "withdraw"), _say_it),
    # with ideas tapped the pass key takes them back, so it is said
    "ready": lambda action, state: _say_it(action, state) if _tray_of(action.seat, state) else Key(action.seat, "pass"),
    # where cells are lit for a secret choice the pass key points at them, so it is said
    "pass": lambda action, state: _say_it(action, state) if state.phase is Phase.SEAL else Key(action.seat, "pass"),
    "game": _show_game,
    "seal": lambda action, state: Press(choice_cells(action.seat)[CHOICES.index(str(action.args[0]))]),
}


# -- the table in text


def face(view: View) -> Face:
    """On each cell the value of its game in thousands."""
    values = {cell_of(game): str(game.value_k) for game in view.games}
    return Face(tuple(values.get(cell, "") for cell in range(CELLS)), words.lines(view))


def reader(state: State) -> int:
    """Of the seat that is dealt to or draws, or whose turn it is in a trade."""
    if state.deal:
        return state.deal.seats[state.deal.turn]
    return state.seat if state.phase in words.FOR_SEAT else NO_READER


def closed_by_silence(view: View) -> bool:
    """An auction, if people want it to have a time (S-25)."""
    return view.phase == Phase.AUCTION


def rounds_over(view: View) -> int:
    """A round is a month."""
    return view.month if view.phase == Phase.OVER else max(0, view.month - 1)


def own_hand(view: View) -> tuple[tuple[str, ...], int]:
    return view.known[view.eyes], view.sizes[view.eyes] - len(view.trays[view.eyes].cards)


class SpielSurface(Surface[State, View]):
    """How Spiel des Jahres lies on the table."""

    passing = words.PASSING
    read = staticmethod(read)
    gesture = staticmethod(gesture)
    reader = staticmethod(reader)
    lost_options = staticmethod(words.lost_options)
    closed_by_silence = staticmethod(closed_by_silence)
    from_hands = staticmethod(from_hands)
    paint = staticmethod(paint)
    board = staticmethod(still)
    face = staticmethod(face)
    zones = staticmethod(zones)
    tokens = staticmethod(tokens)
    cards_on_cells = staticmethod(cards_on_cells)
    own_hand = staticmethod(own_hand)
    hand_in_row = staticmethod(ROWS.hand_in_row)
    where_is = staticmethod(where_is)
    expected_at = staticmethod(expected_at)
    prompts = staticmethod(words.prompts)
    card_asked = staticmethod(attrgetter("lot"))
    instruction = staticmethod(words.instruction)
    label = staticmethod(words.label)
    setup_instructions = staticmethod(words.setup_instructions)
    private = staticmethod(words.private)
    description = staticmethod(words.description)
    consequences = staticmethod(words.consequences)
    held = staticmethod(words.held)
    rounds_over = staticmethod(rounds_over)
    undo_instruction = staticmethod(words.undo_instruction)
    moment = staticmethod(moment)
    tile = staticmethod(tile)
    is_offered = staticmethod(is_offered)


SURFACE = SpielSurface()
