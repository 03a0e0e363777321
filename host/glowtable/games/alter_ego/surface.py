"""How Alter Ego lies on the table: what a card, a key or a press means. The lights are in lights.py.

A cell has no seat. So what a seat wants is said by its key, or by a card at its reader; presses answer what one seat
is asked. Hero, alter ego and player's own cards lie beside the table. The sentences are in words.py and its like.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter

from glowtable.game import CHANCE, NO_READER, Action, Refusal, Surface
from glowtable.grid import CELLS, cell_of, seat_name, seat_of
from glowtable.kit.bit_sets import mask_of, members
from glowtable.kit.events import if_possible, read_by_event
from glowtable.kit.refusals import CommonReason
from glowtable.messages import say
from glowtable.table import Card, Event, Face, Key, Press, Said

from . import words
from .cards import COPIES, EVENTS, IDS, NAMES, NO_CARD, NUMBER, PRICE, TITLES, copies_of
from .cells import HENCHMEN_DECK, OFFERS, WORD_KINDS, henchman_cell, word_cell, word_on
from .face_lines import lines, private
from .fight import foes
from .kinds import CARD_KINDS, KINDS, SEAT_KINDS, VOCABULARY
from .lights import board, paint
from .phone import moment, tile
from .recoup import owes
from .refusals import no_deck, not_asked, why_not_pressed
from .rounds import OPEN
from .rules import PHASES, RULES
from .state import NOBODY, Phase, State, Status
from .views import SeenHenchman, SeenVillain, View
from .where_is import cards_on_cells, expected_at, face_down, where_is
from .zones import ROWS, from_hands, tokens, zones

BY_CHANCE = {phase: next(iter(step.effects)) for phase, step in PHASES.chance_steps.items()}  # its one kind
AT_ANY_READER = (Phase.VILLAIN, Phase.OFFER)  # these cards belong to no seat
PRESSED = {Phase.CALL: "cops", Phase.TARGET: "engage", Phase.FREE: "free", Phase.KILL: "kill"}
ANNOUNCED = {Phase.FIGHT: "engage", Phase.PATROL: "cops", Phase.AFTERMATH: "cops"}  # what is meant before it is asked
SHOWN = {**PRESSED, Phase.CHOOSE: "choose", Phase.TRASH: "trash"}  # at a seat's reader, where only one thing is asked

# -- what an event means

_checked = if_possible(RULES)


def _show_card(reader: int, text: str, state: State) -> Action | Refusal:
    """A card by its name or its title; copies are alike, so the one that makes sense now is meant."""
    cards = _cards_meant(reader, text, state)
    if not cards:
        return VOCABULARY.no_such_card()
    if state.phase in BY_CHANCE and state.phase not in AT_ANY_READER and reader != state.seat:
        return not_asked(state, reader)
    return _first_fitting([_about_card(reader, card, state) for card in cards], state)


def _first_fitting(actions: list[Action], state: State) -> Action | Refusal:
    fitting = (action for action in actions if RULES.refuse(state, action) is None)
    return next(fitting, None) or _checked(actions[0], state)


def _cards_meant(seat: int, text: str, state: State) -> list[int]:
    """The cards that may be meant, the one named first; where everybody sees one of them lie, no hand is thought of."""
    named = copies_of(text)
    if state.phase in BY_CHANCE:
        return with_copies(named)
    lies = [card for card in named if card in state.row or _gear_of(seat, state) >> card & 1]
    return lies or [card for card in with_copies(named) if card not in state.row]


def with_copies(cards: tuple[int, ...]) -> list[int]:
    """These cards of a kind and after them all others of it."""
    others = [card for card in members(COPIES[IDS[cards[0]]]) if card not in cards] if cards else []
    return [*cards, *others]


def _gear_of(seat: int, state: State) -> int:
    return state.people[seat].gear if 0 <= seat < len(state.people) else 0


def _lying_cards(kind: str, seat: int, state: State) -> int:
    """Where all see the copy that is meant, that; else what is not for sale."""
    if kind == "activate":
        return _gear_of(seat, state)
    offered = mask_of([card for card in state.row if card != NO_CARD])
    return offered if kind in ("buy", "cycle") else ~offered


def _about_card(seat: int, card: int, state: State) -> Action:
    """What this card at the reader of this seat means."""
    if state.phase in BY_CHANCE:
        return Action(CHANCE, BY_CHANCE[state.phase], (card,))
    return Action(seat, SHOWN.get(state.phase) or _in_open_phase(seat, card, state), (card,))


def _in_open_phase(seat: int, card: int, state: State) -> str:
    """Of the supply it is bought, own equipment is used, an event played; in Recoup a card is taken or laid out."""
    if card in state.row:
        return "buy"
    if _gear_of(seat, state) >> card & 1:
        return "activate"
    if state.phase in ANNOUNCED and any(card == foe.card for foe in foes(state)):
        return ANNOUNCED[state.phase]
    if EVENTS >> card & 1 or state.phase is not Phase.RECOUP:
        return "event"
    seated = 0 <= seat < state.terms.seats
    return "take" if seated and owes(state, seat) else "fill"


def _press_cell(cell: int, state: State) -> Action | Refusal:
    """A cell does not know who presses it. Of the supply the payer's key then tells; else the first seat speaks."""
    if state.phase not in OPEN:
        return _pressed_by(state.seat if state.seat != NOBODY else 0, cell, state)
    card = _card_on(cell, state)
    if state.phase is Phase.FIGHT and card is not None and any(card == foe.card for foe in foes(state)):
        return why_not_pressed(state, card)
    offered = _offered_on(cell, state)
    if offered == NO_CARD:
        said = say("Who is this? Press your key first, or show the card.").on(
            terminal=say("Who is this? Type your name and the card."),
            phone=say("Who is this? Choose it at your own seat."),
            board=say("Who is this?"),
        )
        return Refusal(CommonReason.NOT_NOW, said, "E-15")
    if not state.offers:
        return no_deck()
    said = say("Replace {card} for $1? Whoever pays presses confirm. Press every card first to replace all for $2.",
               card=TITLES[offered]).on(
        terminal=say("Replace {card} for $1? Type ok and who pays. To buy it, type its name."),
        phone=say("Replace {card} for $1? Tap every card first to replace all for $2."),
        board=say("Replacing {card} …"),
    )  # fmt: skip
    return Refusal(CommonReason.NOT_NOW, said, "E-35", by_confirm=True)


def _offered_on(cell: int, state: State) -> int:
    return state.row[cell - OFFERS] if 0 <= cell - OFFERS < len(state.row) else NO_CARD


def _replacing_seat(seat: int, cells: list[int], state: State) -> Action | Refusal:
    """The payer of the cards of the supply that were pressed: for one of them, or for all."""
    cards = [_offered_on(cell, state) for cell in cells]
    if NO_CARD in cards or state.phase not in OPEN:
        return not_asked(state, seat)
    if len(cards) == 1:
        return _checked(Action(seat, "cycle", (cards[0],)), state)
    if len(set(cards)) == len(state.row):
        return _checked(Action(seat, "sweep"), state)
    return Refusal(CommonReason.NOT_NOW, say("Replace 1 card for $1, or all of them for $2."), "E-35")


def _pressed_by(seat: int, cell: int, state: State) -> Action | Refusal:
    """Somebody on a cell, or one of the choices on row f."""
    kind = WORD_KINDS.get(state.phase)
    if kind:
        word = word_on(kind, cell)
        return _checked(Action(seat, kind, (word,)), state) if word else not_asked(state, seat)
    card, kind = _card_on(cell, state), PRESSED.get(state.phase) or ANNOUNCED.get(state.phase)
    if kind and card is not None:
        return _checked(Action(seat, kind, (card,)), state)
    return _replacing_seat(seat, [cell], state)


def _card_on(cell: int, state: State) -> int | None:
    """The villain on a cell."""
    card_by_cell = {henchman_cell(each.place): each.card for each in state.henchmen}
    card_by_cell |= {at: each.card for at, each in enumerate(state.villains)}
    return card_by_cell.get(cell)


def _press_key(seat: int, key: str, state: State) -> Action | Refusal | None:
    """`confirm` does what the phase is for, if it is for something, `pass` ends it or denies."""
    if state.phase is Phase.TROPHY and key == "confirm":
        return _checked(Action(state.seat, "trophy", (seat,)), state)
    if state.phase is Phase.TROPHY and state.people[state.seat].team >> seat & 1:
        seat = state.seat  # no agreement: any member of the team may say it
    if key == "confirm" and state.phase in TEAMING:
        return TEAMING[state.phase](seat, state)
    kind = KEYS.get(key, {}).get(state.phase)
    return _checked(Action(seat, kind), state) if kind else None


def _fight_key(seat: int, state: State) -> Action | Refusal:
    """Who can pay nobody asks for help: the next helper in seat order, alone the token itself."""
    if state.called_off >> seat & 1:
        return _checked(Action(seat, "fight"), state)
    others = [(seat + more) % state.terms.seats for more in range(1, state.terms.seats)]
    wishes = [Action(seat, "fight"), *(Action(seat, "ask", (whom,)) for whom in others), Action(seat, "spend")]
    return _first_fitting(wishes, state)


def _join_key(seat: int, state: State) -> Action | Refusal:
    """Of a seat asked whom it fights the own key spends a token, if it is alone, or goes back; another's key helps."""
    if seat == state.seat:
        return _first_fitting([Action(seat, "spend"), Action(seat, "back")], state)
    return _checked(Action(state.seat, "ask", (seat,)), state)


TEAMING: Mapping[Phase, Callable[[int, State], Action | Refusal]] = {Phase.FIGHT: _fight_key, Phase.TARGET: _join_key}
KEYS: Mapping[str, Mapping[Phase, str]] = {
    "confirm": {  # in CALL `pass` points at lit cells
        Phase.HAND: "full", Phase.INCOME: "ready", Phase.SUPPORT: "token", Phase.PATROL: "call",
        Phase.AFTERMATH: "call", Phase.RECOUP: "ready", Phase.CONSENT: "yes", Phase.CALL: "back", Phase.WHENCE: "hand",
    },
    "pass": {
        Phase.HAND: "trust", Phase.CONSENT: "no", Phase.TROPHY: "pass", Phase.WHENCE: "discards",
        **dict.fromkeys(OPEN, "ready"),
    },
}  # fmt: skip


def _parse_text(text: str, state: State) -> Action | Refusal | None:
    """`1 fight`, `1 c3`, `1 a4 a5 a6`, `1 ask 2`, `1 cycle Case Files`: a seat counted from one, what, about what."""
    who, _, rest = text.strip().partition(" ")
    kind, _, about = rest.partition(" ")
    seat, cells = seat_of(who), [cell for word in rest.lower().split() if (cell := cell_of(word)) is not None]
    if seat is None:
        return None
    if cells and len(cells) == len(rest.split()):
        return _pressed_by(seat, cells[0], state) if len(cells) == 1 else _replacing_seat(seat, cells, state)
    return _parse_words(seat, kind, about, state) if kind in KINDS else None


def _parse_words(seat: int, kind: str, about: str, state: State) -> Action | Refusal | None:
    if kind in CARD_KINDS:
        lying = _lying_cards(kind, seat, state)
        cards = sorted(with_copies(copies_of(about)), key=lambda card: not lying >> card & 1)
        actions = [Action(seat, kind, (card,)) for card in cards]
        return _first_fitting(actions, state) if actions else VOCABULARY.no_such_card()
    if not about:
        return _checked(Action(seat, kind), state)
    whom = seat_of(about) if kind in SEAT_KINDS else None
    return _checked(Action(seat, kind, (about.lower() if whom is None else whom,)), state)


read = read_by_event({Card: _show_card, Press: _press_cell, Key: _press_key, Said: _parse_text})

# -- how hands do it


def gesture(action: Action, state: State) -> Event:
    """What is about a card of the own is shown, who lies on a cell is pressed; a wish without a key is typed."""
    if action.kind in GESTURES:
        return GESTURES[action.kind](action, state)
    if action.kind in CARD_KINDS:
        return _card_to_show(action, state)
    return Key(action.seat, "pass" if action.kind in PASSED else "confirm")


PASSED = {"trust", "no", "pass", "ready", "discards"}


def _card_to_show(action: Action, state: State) -> Event:
    """At the reader of who acts; of what chance brings at that of the seat that is dealt to, if there is one."""
    dealt = 0 if state.phase in AT_ANY_READER else state.seat
    return Card(dealt if action.seat == CHANCE else action.seat, NAMES[int(action.args[0])])


def _say_it(action: Action, state: State) -> Event:
    name = seat_name if action.kind in SEAT_KINDS else NAMES.__getitem__
    return Said(" ".join((seat_name(action.seat), action.kind, *(name(int(arg)) for arg in action.args))))


def _confirm_key(action: Action, state: State) -> Event:
    """A key, where it means this; what keys cannot say is typed. In TARGET a helper's key says who is asked."""
    helps = action.kind == "ask" and state.phase is Phase.TARGET
    key = Key(int(action.args[0]) if helps else action.seat, "confirm")
    return key if read(key, state) == action else _say_it(action, state)


def _press_card(action: Action, state: State) -> Event:
    return Press(next(cell for cell in range(CELLS) if _card_on(cell, state) == action.args[0]))


GESTURES: Mapping[str, Callable[[Action, State], Event]] = {
    **dict.fromkeys(("cycle", "sweep"), _say_it),
    **dict.fromkeys(("ask", "spend", "back"), _confirm_key),
    **dict.fromkeys(("cops", "engage", "free"), _press_card),
    **dict.fromkeys(WORD_KINDS.values(), lambda action, state: Press(word_cell(action.kind, str(action.args[0])))),
    # a press speaks for the first seat
    "kill": lambda action, state: (_card_to_show if action.seat else _press_card)(action, state),
    "trophy": lambda action, state: Key(int(action.args[0]), "confirm"),
}


# -- the table in text


def rounds_over(view: View) -> int:
    return view.round if view.phase is Phase.OVER else max(0, view.round - 1)


def face(view: View) -> Face:
    """Tokens left on who waits, prices, icons and hostages of who is in play, cards of the henchmen's deck."""
    labels = {at: _villain_label(each) for at, each in enumerate(view.villains) if each.status is not Status.DEFEATED}
    labels |= {OFFERS + at: f"${PRICE[NUMBER[name]]}" for at, name in enumerate(view.row) if name}
    labels |= {henchman_cell(each.place): _villain_label(each) for each in view.henchmen}
    labels |= {HENCHMEN_DECK: str(view.deck)} if view.deck else {}
    return Face(tuple(labels.get(cell, "") for cell in range(CELLS)), lines(view))


def _villain_label(villain: SeenVillain | SeenHenchman) -> str:
    if isinstance(villain, SeenVillain) and villain.status is Status.WAITING:
        return str(villain.tokens)
    return f"{sum(villain.cost)}:{sum(villain.hostages)}"


def reader(state: State) -> int:
    """A card is awaited at the reader of the one seat that is asked, if it is one."""
    return state.seat if state.phase in words.FOR_SEAT else NO_READER


def own_hand(view: View) -> tuple[tuple[str, ...], int]:
    """The hand, and the henchmen drawn in secret."""
    own = view.people[view.eyes]
    return (*own.hand, *own.drawn), own.hand_size + own.drawn_size


class AlterEgoSurface(Surface[State, View]):
    """How Alter Ego lies on the table."""

    passing = words.PASSING
    read = staticmethod(read)
    gesture = staticmethod(gesture)
    reader = staticmethod(reader)
    lost_options = staticmethod(words.lost_options)
    consequences = staticmethod(words.consequences)
    from_hands = staticmethod(from_hands)
    paint = staticmethod(paint)
    board = staticmethod(board)
    face = staticmethod(face)
    zones = staticmethod(zones)
    tokens = staticmethod(tokens)
    cards_on_cells = staticmethod(cards_on_cells)
    face_down = staticmethod(face_down)
    own_hand = staticmethod(own_hand)
    hand_in_row = staticmethod(ROWS.hand_in_row)
    where_is = staticmethod(where_is)
    expected_at = staticmethod(expected_at)
    prompts = staticmethod(words.prompts)
    card_asked = staticmethod(attrgetter("card"))
    instruction = staticmethod(words.instruction)
    label = staticmethod(words.label)
    setup_instructions = staticmethod(words.setup_instructions)
    private = staticmethod(private)
    description = staticmethod(words.description)
    held = staticmethod(words.held)
    rounds_over = staticmethod(rounds_over)
    undo_instruction = staticmethod(words.undo_instruction)
    put_back = staticmethod(words.put_back)
    moment = staticmethod(moment)
    tile = staticmethod(tile)


SURFACE = AlterEgoSurface()
