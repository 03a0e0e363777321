"""How ALEX & CO lies on the table: what a press, a card or a key means, and by what hands do an action.

What an event means follows from the state, what is shown and said from the public view alone; what is legal the
rules are asked. The lights are in lights.py, the sentences in words.py, where cards belong in where_is.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from glowtable.game import CHANCE, Action, Refusal, Surface
from glowtable.grid import CELLS, seat_name, seat_of
from glowtable.kit.events import if_possible, read_by_event
from glowtable.table import Card, Event, Face, Key, Press, Said

from . import refusals, words
from .cards import ESG, NAMES, SAZ, begun_with, copies_of
from .cells import place_name, place_of
from .choosing import ACTIONS, menu
from .kinds import KINDS
from .lights import board, paint
from .phone import moment, tile
from .rules import RULES
from .state import Phase, State
from .views import GONE, View
from .where_is import cards_on_cells, expected_at, face_down, where_is
from .zones import ROWS, from_hands, zones

FACE_DOWN, FACE_UP = "?", "!"  # on the screen; the names of open cards stand below

# What the keys of the seat to act mean: yes and no, or going on.
CONFIRM = {
    Phase.HAND: "full", Phase.DISPLAY: "laid", Phase.TURN: "end", Phase.LAY: "done", Phase.ANSWER: "yes",
    Phase.DECIDE: "accept", Phase.KEEP: "keep", Phase.PAIR: "take", Phase.REVEAL: "stop",
}  # fmt: skip
PASS = {
    Phase.HAND: "trust", Phase.LAY: "retract", Phase.NAME: "back", Phase.PROOF: "back", Phase.ANSWER: "no",
    Phase.DECIDE: "decline", Phase.KEEP: "return", Phase.PAIR: "leave", Phase.FINAL: "pass",
}  # fmt: skip
KEYS = {"confirm": CONFIRM, "pass": PASS}
CHOSEN_SEAT = {Phase.WHOM: "ask", Phase.PROOF: "point"}  # by the confirm key of that seat
SHOWN = {  # what a card at a reader means
    Phase.OUT: "out", Phase.DEAL: "deal", Phase.FLIP: "turn", Phase.DRAW: "draw", Phase.TURN: "lay",
    Phase.FINAL: "lay", Phase.LAY: "lay", Phase.NAME: "name", Phase.PROOF: "prove", Phase.GIVE: "give",
    Phase.PAY: "give",
}  # fmt: skip
ABOUT_A_CARD = (Phase.NAME, Phase.PROOF, Phase.GIVE, Phase.PAY)
ABOUT_A_SEAT = ("starter", "ask", "point")  # typed with its number
AT_ANY_READER = (Phase.OUT, Phase.FLIP)  # cards that everybody sees
BY_CHANCE = (Phase.OUT, Phase.DEAL, Phase.FLIP, Phase.DRAW)


# -- what an event means


_checked = if_possible(RULES)


def _show_card(at: int, text: str, state: State) -> Action | Refusal:
    """A card by its name, or any ESG or SAZ card that may be meant; at a wrong reader the answer is always the same."""
    cards = copies_of(text)
    if not cards:
        return refusals.ALEX_VOCABULARY.no_such_card()
    kind = SHOWN.get(state.phase)
    if kind is None:
        return refusals.not_now(state)
    if at not in (reader(state), state.seat) and state.phase not in AT_ANY_READER:
        return refusals.not_your_turn(state)
    likely = sorted(cards, key=lambda card: _rank_of_copy(card, state))
    meant = [_checked(_about_card(kind, card, state), state) for card in likely]
    return max(meant, key=lambda one: isinstance(one, Action))  # of cards of one name the first that may come


def _rank_of_copy(card: int, state: State) -> int:
    """Of copies that look the same first those known where cards are awaited from, last those in others' hands."""
    giver = state.whom if state.phase is Phase.DRAW else state.seat
    return 0 if state.hands[giver] >> card & 1 else 2 - (state.bag >> card & 1)


def _about_card(kind: str, card: int, state: State) -> Action:
    if state.phase in BY_CHANCE:
        return Action(CHANCE, kind, (card,))
    if state.phase is Phase.TURN and (ESG | SAZ) >> card & 1:
        kind = "esg" if ESG >> card & 1 else "saz"
    return Action(state.seat, kind, (card,))


def reader(state: State) -> int:
    """Where a card is shown now: one that is handed over, at the reader of who gets it; NO_READER: at any."""
    return {Phase.GIVE: state.active, Phase.PAY: state.whom}.get(state.phase, state.seat)


def _press_cell(cell: int, state: State) -> Action | Refusal:
    if state.phase is Phase.TURN:
        kind = next((kind for kind, at in menu(state).items() if at == cell), None)
        return _checked(Action(state.seat, kind), state) if kind else refusals.not_now(state)
    return _checked(Action(state.seat, "at", (cell,)), state)


def _press_key(seat: int, key: str, state: State) -> Action | Refusal | None:
    if state.phase is Phase.OWNER and key == "confirm":
        return _checked(Action(seat, "begin"), state)
    if state.phase in CHOSEN_SEAT and key == "confirm":
        return _checked(Action(state.seat, CHOSEN_SEAT[state.phase], (seat,)), state)
    kind = KEYS.get(key, {}).get(state.phase)
    return _checked(Action(seat, kind), state) if kind else None


def _parse_text(text: str, state: State) -> Action | Refusal | None:
    """`call`, `ask 2`, `a4`, `Catan`: what hands would do; None for what is no word of ALEX & CO.

    Seats are counted from one. Where a card is to be named or shown, any other word is taken for the name of one
    that does not exist.
    """
    word, _, rest = text.strip().partition(" ")
    seat = seat_of(rest)
    if seat is not None and word in ABOUT_A_SEAT:
        return _checked(Action(CHANCE if word == "starter" else state.seat, word, (seat,)), state)
    place = place_of(text)
    if place is not None:
        return _checked(Action(state.seat, "at", (place,)), state)
    if not rest and word in KINDS and not KINDS[word].domains:
        return _checked(Action(state.seat, word), state)
    if copies_of(text):
        return _show_card(reader(state), text, state)
    name = rest if word.isdecimal() else text  # a seat's number stands before what its player types
    return refusals.ALEX_VOCABULARY.no_such_card() if state.phase in ABOUT_A_CARD and not begun_with(name) else None


read = read_by_event({Card: _show_card, Press: _press_cell, Key: _press_key, Said: _parse_text})


# -- what hands do


def gesture(action: Action, state: State) -> Event:
    """A name is spoken, so it is typed; so are places on the rim."""
    if action.kind in KEYED:
        return Key(action.seat, KEYED[action.kind])
    if action.kind in ACTIONS:
        return Press(menu(state)[action.kind])
    if action.kind in GESTURES:
        return GESTURES[action.kind](action, state)
    return Card(max(reader(state), 0), NAMES[int(action.args[0])])


def _point_at(action: Action, state: State) -> Event:
    place = int(action.args[0])
    return Press(place) if place < CELLS else Said(place_name(place))


KEYED = {"begin": "confirm", **dict.fromkeys(CONFIRM.values(), "confirm"), **dict.fromkeys(PASS.values(), "pass")}
GESTURES: Mapping[str, Callable[[Action, State], Event]] = {
    "starter": lambda action, state: Said(f"starter {seat_name(int(action.args[0]))}"),
    "at": _point_at,
    "ask": lambda action, state: Key(int(action.args[0]), "confirm"),
    "point": lambda action, state: Key(int(action.args[0]), "confirm"),
    "name": lambda action, state: Said(NAMES[int(action.args[0])]),
}


# -- how it stands


def dealt_by_software(view: View) -> bool:
    """Who begins."""
    return view.phase == Phase.STARTER


def card_asked(view: View) -> str:
    """None while a player is chosen: the first question of a SAZ card has been asked (A-12)."""
    return "" if view.phase == Phase.WHOM else view.card


def asks_who(view: View) -> bool:
    """Who owns the game (A-08)."""
    return view.phase == Phase.OWNER


def rounds_over(view: View) -> int:
    """The cards are dealt once: a match is one round."""
    return int(view.phase == Phase.OVER)


def face(view: View) -> Face:
    shown = {
        place: FACE_UP if place in view.turned else FACE_DOWN for place, card in enumerate(view.places) if card != GONE
    }
    return Face(tuple(shown.get(cell, "") for cell in range(CELLS)), words.lines(view))


def while_held(view: View) -> View:
    """The cards of a Reveal lie open until people have looked (A-24)."""
    return view._replace(turned=view.back, back=())


def own_hand(view: View) -> tuple[tuple[str, ...], int]:
    return view.known[view.eyes], view.sizes[view.eyes]


class AlexSurface(Surface[State, View]):
    """How ALEX & CO lies on the table."""

    passing = words.PASSING
    read = staticmethod(read)
    gesture = staticmethod(gesture)
    reader = staticmethod(reader)
    dealt_by_software = staticmethod(dealt_by_software)
    asks_who = staticmethod(asks_who)
    lost_options = staticmethod(words.lost_options)
    from_hands = staticmethod(from_hands)
    paint = staticmethod(paint)
    board = staticmethod(board)
    while_held = staticmethod(while_held)
    face = staticmethod(face)
    zones = staticmethod(zones)
    cards_on_cells = staticmethod(cards_on_cells)
    face_down = staticmethod(face_down)
    own_hand = staticmethod(own_hand)
    hand_in_row = staticmethod(ROWS.hand_in_row)
    where_is = staticmethod(where_is)
    expected_at = staticmethod(expected_at)
    prompts = staticmethod(words.prompts)
    card_asked = staticmethod(card_asked)
    instruction = staticmethod(words.instruction)
    label = staticmethod(words.label)
    setup_instructions = staticmethod(words.setup_instructions)
    private = staticmethod(words.private)
    description = staticmethod(words.description)
    consequences = staticmethod(words.consequences)
    held = staticmethod(words.held)
    rounds_over = staticmethod(rounds_over)
    put_back = staticmethod(words.put_back)
    moment = staticmethod(moment)
    tile = staticmethod(tile)


SURFACE = AlexSurface()
