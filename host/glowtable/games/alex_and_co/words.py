"""What people are told in a match of ALEX & CO: what is asked, what hands do, did, and put back.

Everybody hears and sees all of it, so it names no card that is hidden from anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain

from glowtable.game import CHANCE, HIDDEN, Action
from glowtable.grid import CELLS, TABLE_SEAT
from glowtable.kit import hands
from glowtable.kit.hands import hand_size
from glowtable.kit.refusals import number_of
from glowtable.messages import Message, filled, say, say_count
from glowtable.table import Prompt

from .cards import DECK, DESIGNERS, GAMES, NUMBER, PRINTED
from .cells import place_name
from .choosing import menu
from .ledger import line, worth
from .refusals import what_leaves
from .sets import by_set
from .special import done_as
from .state import HAND, NOWHERE, PLACES, End, Phase, State
from .turn import QUIET_ROUNDS
from .views import GONE, View, drawn_openly

# -- what is asked


def prompts(view: View) -> tuple[Prompt, ...]:
    """The one thing that is asked first."""
    if view.phase == Phase.OVER:
        return ()
    asked = ASKED.get((view.phase, view.act)) or ASKED[view.phase, ""]
    sentence = filled(asked, _asked_about(view)) if isinstance(asked, Message) else asked(view)
    return (Prompt(TABLE_SEAT if view.phase in FOR_ALL else view.seat, sentence), *_side_notes(view))


def _asked_about(view: View) -> dict[str, object]:
    """What the sentences that ask are filled with."""
    return {
        "seat": view.whom,
        "seat2": view.active,
        "card": view.card,
        "place": place_name(view.turned[-1]) if view.turned else "",
        "n": view.sizes[view.seat] + 1,
        "hand": HAND,
        "cells": CELLS,
    }


def _side_notes(view: View) -> Iterator[Prompt]:
    """What is to be known beside the one thing that is asked."""
    if view.phase in DEALT and view.seats == 3 and not any(view.sizes):
        yield Prompt(
            TABLE_SEAT, say("shuffle the cards that are left and deal {hand} to each player, face down", hand=HAND)
        )
    if view.phase == Phase.DISPLAY and PLACES[str(dict(view.options)["layout"])] > CELLS:
        yield Prompt(view.seat, say("and nine on the rim, R1 to R9"))
    rim = tuple(place_name(place) for place in view.cells if place >= CELLS)
    if rim:
        yield Prompt(view.seat, say("on the rim, typed: {places}", places=rim))
    came = tuple(map(place_name, view.filled))
    if came:
        yield Prompt(TABLE_SEAT, say("a card of the draw pile comes face down on {places}", places=came))


def lost_options(view: View, action: Action) -> tuple[Message, ...]:
    """Who passes in the last step displays nothing more; whether a hand could is asked of nobody (A-31)."""
    left = view.sizes[action.seat] if action.kind == "pass" else 0
    lost = say_count(
        "{seat} has {n} card left in hand, which counts nothing then",
        "{seat} has {n} cards left in hand, which count nothing then",
        seat=action.seat,
        n=left,
    )
    return (lost,) if left else ()


def consequences(view: View, action: Action) -> tuple[Message, ...]:
    """From the own view: what a Call risks, what the cards shown together are worth."""
    sentence = CONSEQUENCES.get((view.act, action.kind)) or CONSEQUENCES.get(("", action.kind))
    return tuple(sentence(view, action)) if sentence else ()


def _risk_text(view: View, action: Action) -> Iterator[Message]:
    """Source: EN, "if correct: You get the card and may perform this action again" (A-18)"""
    card = PRINTED[number_of(action)] if action.kind == "name" else view.card
    yield say("right: {card} is yours and you go on; wrong: your turn ends", card=card)


def _set_shown(view: View, action: Action) -> Iterator[Message]:
    (begun,) = by_set(DECK.set_of(view.laying))
    point = line(action.seat, begun)
    yield say_count("{what}: {n} point", "{what}: {n} points", n=point.amount, what=point.message)


CONSEQUENCES: Mapping[tuple[str, str], Callable[[View, Action], Iterator[Message]]] = {
    ("call", "name"): _risk_text,
    ("call", "prove"): _risk_text,
    ("call", "point"): _risk_text,
    ("", "done"): _set_shown,
}

DEALT = (Phase.HAND, Phase.DEAL)
FOR_ALL = (Phase.STARTER, Phase.OWNER, Phase.OUT)


def _turn_prompts(view: View) -> Message:
    actions = tuple(filled(MENU[kind], {"place": place_name(cell)}) for kind, cell in view.offered)
    if actions:
        return filled(TURN[view.mode], {"actions": actions})
    return NO_ACTION[view.mode]


MENU: Mapping[str, Message] = {
    "call": say("{place} Call"),
    "swap": say("{place} Swap"),
    "reveal": say("{place} Reveal"),
}
TURN: Mapping[str, Message] = {
    "fresh": say("choose an action: {actions}; show cards at your reader to display them or to play ESG or SAZ"),
    "played": say("choose an action: {actions}; show cards to display or play them; confirm if nothing is left"),
    "called": say("right: {actions} again, show cards to display them, or confirm to end your turn"),
}
END_IT = say("show cards to display them, or confirm to end your turn")
NO_ACTION: Mapping[str, Message] = {
    "played": say("show cards to display or play them; confirm if nothing is left"),
    "called": END_IT,
    "revealed": END_IT,
}


def _lay_prompt(view: View) -> Message:
    (begun,) = by_set(DECK.set_of(view.laying))
    if not begun.is_set:
        return say("{cards} so far, no majority yet: show more of this set, or pass takes them back", cards=view.laying)
    return say("{cards} so far: show more cards of this set, confirm, or pass takes them back", cards=view.laying)


def _second_prompt(view: View) -> Message:
    """A SAZ card asks twice."""
    if not view.asks:
        return say("SAZ: whom do you ask for a designer? that player confirms")
    return say(
        "SAZ, second question: {seat} confirms (for another designer), or another player (for {card})",
        seat=view.whom,
        card=view.card,
    )


def _reveal_prompt(view: View) -> Message:
    count = len(view.turned) + 1
    if view.turned and ("reveal_stop_early", "yes") in view.options:
        return say("press a face-down card to turn it up ({count} of 4), or confirm to stop", count=count)
    return say("press a face-down card to turn it up ({count} of 4)", count=count)


def _has_secret_proof(view: View) -> Message:
    """Whether a hand has a proof nobody else knows (A-14)."""
    shown = say("show a card of the set of {card} at your reader, or who displays one confirms", card=view.card)
    return say("{proof}; pass if you have no right to call", proof=shown)


ASKED: Mapping[tuple[str, str], Message | Callable[[View], Message]] = {
    (Phase.STARTER, ""): say("the first player is being drawn"),
    (Phase.OWNER, ""): say("who owns or proposed the game? That player confirms and begins"),
    (Phase.OUT, ""): lambda view: say(
        "draw {card} and show it at the reader of {seat}: that set or card leaves the game",
        card=what_leaves(view.tally),
        seat=0,
    ),
    (Phase.HAND, ""): hands.ASKED,
    (Phase.DEAL, ""): say("slide a card face down over your reader ({n} of {hand})"),
    (Phase.DISPLAY, ""): say("lay {cells} cards face down, one on each cell; the rest is the draw pile; then confirm"),
    (Phase.TURN, ""): _turn_prompts,
    (Phase.LAY, ""): _lay_prompt,
    (Phase.FINAL, ""): say("last step: show cards to display them; pass: you display nothing more"),
    (Phase.WHOM, "call"): say("Call: press a face-down card, or the player you ask confirms"),
    (Phase.WHOM, "swap"): say("Swap: the player you ask confirms"),
    (Phase.WHOM, "esg"): say("ESG: the player from whom you draw a card confirms"),
    (Phase.WHOM, "saz"): _second_prompt,
    (Phase.NAME, "call"): say("name the card you call; pass if you have no right to call"),
    (Phase.NAME, "swap"): say("name the designer of the game you want"),
    (Phase.NAME, "saz"): say("name the designer you ask for"),
    (Phase.PROOF, "call"): _has_secret_proof,
    (Phase.FLIP, ""): say("turn up the card on {place} and show it at your reader"),
    (Phase.ANSWER, ""): say("do you have {card}? confirm is yes, pass is no"),
    (Phase.ANSWER, "swap"): say("do you have a game by {card}? confirm is yes, pass is no"),
    (Phase.DECIDE, ""): say("the answer is yes: swap? confirm is yes, pass is no"),
    (Phase.GIVE, ""): say("slide a game by {card} face down over the reader of {seat2}"),
    (Phase.PAY, ""): say("slide the card you give face down over the reader of {seat}"),
    (Phase.DRAW, "esg"): say("draw a card of {seat} and slide it face down over your reader"),
    (Phase.DRAW, "swap"): say("draw one of the games by {card} of {seat} and slide it face down over your reader"),
    (Phase.KEEP, ""): say("confirm keeps a game, pass returns the card"),
    (Phase.REVEAL, ""): _reveal_prompt,
    (Phase.PAIR, ""): say("a pair! confirm takes both cards, pass leaves them"),
}


def setup_instructions(view: View) -> tuple[Message, ...]:
    """What people lay out first; what follows is asked for when its time has come (A-04 to A-06)."""
    if view.seats == 3:
        first = say("three players: sort the cards by sets; some sets, an ESG and a SAZ card leave the game first")
    else:
        first = say("shuffle all cards and deal {hand} to each player, face down", hand=HAND)
    return first, say("ages 10+")


# -- what hands do


def instruction(action: Action, state: State) -> Message:
    if action.kind == "draw" and not drawn_openly(state):
        return say("a card is drawn, unseen")
    if action.kind == "turn" and HIDDEN in action.args:
        return say("a card is turned up")
    return filled(INSTRUCTION[done_as(action, state)], _action_facts(action, state))


def _action_facts(action: Action, state: State) -> dict[str, object]:
    """What the sentences about an action are filled with."""
    about, kind = number_of(action), action.kind
    by_chance = state.whom if kind == "draw" else state.seat
    return {
        "seat": by_chance if action.seat == CHANCE else action.seat,
        "seat2": about,
        "card": PRINTED[about],
        "place": place_name(about if kind == "at" else menu(state).get(kind, 0)),
    }


INSTRUCTION: Mapping[str, Message] = {
    **hands.ANSWERED,
    "starter": say("{seat2} begins"),
    "begin": say("{seat} confirms and begins"),
    "laid": say("the face-down cards and the draw pile are laid: {seat} confirms"),
    "out": say("{card} is shown: it leaves the game"),
    "deal": say("a card is dealt to {seat}"),
    "call": say("{seat} presses {place}: Call"),
    "swap": say("{seat} presses {place}: Swap"),
    "reveal": say("{seat} presses {place}: Reveal"),
    "esg": say("{seat} shows an ESG card and discards it"),
    "saz": say("{seat} shows a SAZ card and discards it"),
    "lay": say("{seat} displays {card}"),
    "done": say("{seat} confirms: the set is displayed"),
    "retract": say("{seat} passes: the cards shown go back to the hand"),
    "end": say("{seat} confirms: the turn ends"),
    "pass": say("{seat} passes"),
    "at": say("{seat} presses {place}"),
    "ask": say("{seat} asks {seat2}"),
    "name": say("{seat} names {card}"),
    "back": say("{seat} gives the Call up"),
    "prove": say("{seat} shows {card} as proof"),
    "point": say("{seat} points at the display of {seat2}"),
    "turn": say("{card} is turned up"),
    "yes": say("{seat} says yes"),
    "no": say("{seat} says no"),
    "accept": say("{seat} wants to swap"),
    "decline": say("{seat} does not swap"),
    "give": say("{seat} hands over a card, face down"),
    "keep": say("{seat} keeps the game drawn"),
    "return": say("{seat} returns the card drawn"),
    "stop": say("{seat} turns up no more cards"),
    "take": say("{seat} takes the pair"),
    "leave": say("{seat} leaves the pair"),
    "draw": say("{card} is drawn"),
}


# -- what was done


def description(action: Action, before: State, after: State) -> tuple[Message, ...]:
    """The action, what it turned up, how it was answered, and whether the match nears its end."""
    seen = (*_turned_up(action, before), *_answer_news(action, before, after), *_turned_back(after))
    return (instruction(action, before), *seen, *_by_table(action, before, after), *_what_follows(before, after))


def held(action: Action, before: State, after: State) -> tuple[Message, ...]:
    """The cards that lie open before they are turned back (A-24)."""
    if before.act != "reveal" or after.act == "reveal" or not after.back:
        return ()
    cards = tuple(say("{place} {card}", place=place_name(at), card=PRINTED[after.faces[at]]) for at in after.back)
    return (say("they lie open before they are turned back: {cards}", cards=cards),)


def _turned_up(action: Action, before: State) -> Iterator[Message]:
    """A card seen before is turned up for all like any other (A-17, A-22)."""
    place = NOWHERE
    if before.act == "reveal" and action.kind == "at":
        place = int(action.args[0])
    elif before.act == "call" and action.kind in ("prove", "point") and before.turned:
        place = before.turned[0]
    if place != NOWHERE and before.faces[place] >= 0:
        yield say("turn up {place}: {card} lies there", place=place_name(place), card=PRINTED[before.faces[place]])


def _answer_news(action: Action, before: State, after: State) -> tuple[Message, ...]:
    """Whether a Call, a Swap or a SAZ question was right, as soon as the table or a player has answered."""
    answer = ANSWERED.get(before.act)
    return answer(action, before, after) if answer else ()


def _call_news(action: Action, before: State, after: State) -> tuple[Message, ...]:
    if after.act or action.kind == "back":
        return ()
    card = PRINTED[before.card]
    if brought(before, after):
        return (say("right: {card} is taken", card=card),)
    if before.turned:
        return (say("wrong: {card} is not on {place}", card=card, place=place_name(before.turned[0])),)
    return (say("wrong: {seat} has no {card}", seat=before.whom, card=card),)


def _swap_news(action: Action, before: State, after: State) -> tuple[Message, ...]:
    if before.phase is not Phase.NAME or after.phase is Phase.ANSWER:
        return ()
    yes = after.phase in (Phase.DECIDE, Phase.GIVE, Phase.DRAW)
    return (say("the answer is yes") if yes else say("the answer is no"),)


def _question_news(action: Action, before: State, after: State) -> tuple[Message, ...]:
    """SAZ: each question that this step has settled (A-12)."""
    if after.phase is Phase.NAME:
        return ()
    asks, gained, givers = before.asks, brought(before, after), _seats_that_gave(before, after)
    if before.phase is not Phase.ANSWER:
        about = int(action.args[0])
        asks += ((before.whom, about) if before.phase is Phase.NAME else (about, before.card),)
    return tuple(
        say("{seat} hands over {card}", seat=seat, card=PRINTED[card])
        if gained >> card & 1 and seat in givers
        else say("{seat} has no {card}", seat=seat, card=PRINTED[card])
        for seat, card in asks[: len(asks) - len(after.asks)]
    )


ANSWERED: Mapping[str, Callable[[Action, State, State], tuple[Message, ...]]] = {
    "call": _call_news,
    "swap": _swap_news,
    "saz": _question_news,
}


def brought(before: State, after: State) -> int:
    """The cards that a Call or a SAZ question has brought to the seat whose turn it is; a card shown was its own."""
    seat = before.active
    if _card_count(after, seat) == _card_count(before, seat):
        return 0
    wanted = {"call": 1 << max(before.card, 0), "saz": DESIGNERS}.get(before.act, 0)
    return wanted & _owned_cards(after, seat) & ~_owned_cards(before, seat)


def _card_count(state: State, seat: int) -> int:
    """How many cards a seat has, in its hand or displayed."""
    return hand_size(state, seat) + state.shown[seat].bit_count()


def _owned_cards(state: State, seat: int) -> int:
    """In the last step the table may have displayed a card at once."""
    return state.hands[seat] | state.shown[seat]


def _seats_that_gave(before: State, after: State) -> tuple[int, ...]:
    """Who has handed something over."""
    return tuple(seat for seat in before.terms.everybody if hand_size(after, seat) < hand_size(before, seat))


def _turned_back(after: State) -> Iterator[Message]:
    """The open cards that nobody took (A-17, A-24)."""
    if after.back:
        yield say("turn back: {places}", places=tuple(map(place_name, after.back)))


def _by_table(action: Action, before: State, after: State) -> Iterator[Message]:
    """What the table has displayed in the last step (A-31, final_auto)."""
    for seat, cards in _display_news(action, before, after):
        yield say("{seat} displays {cards}", seat=seat, cards=DECK.titles_of(cards))


def _display_news(action: Action, before: State, after: State) -> Iterator[tuple[int, int]]:
    """The cards of each seat that came to be displayed beside those the action is about."""
    named = before.laying | (1 << int(action.args[0]) if action.kind == "lay" else 0)
    for seat, (cards, already) in enumerate(zip(after.shown, before.shown, strict=True)):
        if fresh := cards & ~already & ~named:
            yield seat, fresh


def _what_follows(before: State, after: State) -> Iterator[Message]:
    """The end that is near, or who is next; it is warned of standing still once every three rounds (A-39)."""
    rounds, turns = divmod(after.quiet, QUIET_ROUNDS * after.terms.seats)
    if after.end and not before.end:
        yield ENDS[End(after.end)]
    elif after.turns != before.turns and after.phase is Phase.TURN:
        if after.terms.options["stall"] == "warn" and rounds and not turns:
            yield say("for {count} turns no card has left the display and none was displayed", count=after.quiet)
        yield say("{seat} is next", seat=after.seat)


ENDS: Mapping[End, Message] = {
    End.SIXTH: say("the sixth set is displayed: now the last step"),
    End.TAKEN: say("all face-down cards are taken: now the last step"),
    End.STALLED: say("nothing has moved for three rounds: now the last step"),
}


# -- what is taken back


def put_back(taken: Sequence[tuple[State, Action]], after: State) -> tuple[Message, ...]:
    """What hands put back in all: a card turned up and back again in between is not told of; a pair comes back open."""
    led_to = [*(before for before, _ in taken[1:]), after]
    steps = [(before, action, then) for (before, action), then in zip(taken, led_to, strict=True)]
    moved = [_all_at_once(*_moved_back(action, before, then)) for before, action, then in reversed(steps)]
    pairs = (_refilled_places(before, then) for before, action, then in steps if action.kind == "take")
    now = tuple(dict.fromkeys(chain(_lying_open(after), *pairs)))
    return (*filter(None, moved), *_faces_again(taken[0][0], after, now))


def _all_at_once(*said: Message) -> Message | None:
    return reduce(lambda one, other: say("{one}; {other}", one=one, other=other), said) if said else None


def _moved_back(action: Action, before: State, after: State) -> Iterator[Message]:
    """What goes back from hands, displays and piles."""
    undoing = UNDO_INSTRUCTION.get("drawn openly" if drawn_openly(before) else done_as(action, before))
    if undoing:
        yield filled(undoing, _action_facts(action, before))
    yield from _handed_back(before, after)
    yield from _taken_up(action, before, after)


def _handed_back(before: State, after: State) -> Iterator[Message]:
    """The cards a Call or a SAZ question has brought go back to where they were."""
    cards = brought(before, after)
    if cards and before.turned:
        yield say("{card} goes back face down on {place}, and the card that came there to the draw pile",
            card=PRINTED[before.card], place=place_name(before.turned[0]))  # fmt: skip
    elif cards:
        yield say(
            "back to the hand of {seat}: {cards}", seat=_seats_that_gave(before, after)[0], cards=DECK.titles_of(cards)
        )


def _faces_again(before: State, after: State, now: tuple[int, ...]) -> Iterator[Message]:
    """The cards of a Reveal lie again as they lay: face down, or open if they were turned back (A-22, A-24)."""
    up = _lying_open(before)
    closed = tuple(place_name(place) for place in now if place not in up)
    gone = _refilled_places(before, after)
    opened = tuple(place_name(place) for place in up if place not in (*now, *gone))
    if closed:
        yield say("turn back: {places}", places=closed)
    if opened:
        yield say("turn up again: {places}", places=opened)


def _lying_open(state: State) -> tuple[int, ...]:
    """The cards that a Reveal has turned up: the last one awaits a reader first."""
    if state.act != "reveal":
        return ()
    return state.turned[:-1] if state.phase is Phase.FLIP else state.turned


def _refilled_places(before: State, after: State) -> tuple[int, ...]:
    """The places whose cards were taken in between."""
    came = enumerate(zip(before.came, after.came, strict=False))  # none before the display is laid
    return tuple([place for place, (was, now) in came if was != now])


def _taken_up(action: Action, before: State, after: State) -> Iterator[Message]:
    for seat, cards in _display_news(action, before, after):
        yield say("{seat} takes {cards} back from the display", seat=seat, cards=DECK.titles_of(cards))


UNDO_INSTRUCTION: Mapping[str, Message] = {
    "out": say("{card} comes back into the game"),
    "deal": say("the last card dealt to {seat} goes back"),
    "esg": say("{seat} takes the ESG card back"),
    "saz": say("{seat} takes the SAZ card back"),
    "lay": say("{seat} takes {card} back from the display"),
    "done": say("the set is not finished yet"),
    "take": say("the pair goes back to its places, and the cards that came there to the draw pile"),
    "return": say("{seat} takes the card drawn again"),
    "give": say("{seat} takes back the card handed over"),
    "prove": say("{seat} takes the proof back"),
    "draw": say("the card drawn goes back to the hand of {seat}"),
    "drawn openly": say("back to the hand of {seat}: {card}"),
}


# -- how it stands


def lines(view: View) -> tuple[Message, ...]:
    """Score and hands, a line for each player; open cards; the draw pile; what is out, a set by its designer (A-04)."""
    return (*(_score_line(view, seat) for seat in range(view.seats)), *_cards_lines(view))


def _score_line(view: View, seat: int) -> Message:
    points = sum(map(worth, by_set(DECK.set_of(view.shown[seat]))))
    hand = say_count("one card in hand", "{n} cards in hand", n=view.sizes[seat])
    line = say_count("{seat}: one point, {hand}", "{seat}: {n} points, {hand}", seat=seat, n=points, hand=hand)
    return say("{line}, displayed {cards}", line=line, cards=view.shown[seat]) if points else line


def _cards_lines(view: View) -> Iterator[Message]:
    turned = tuple(f"{place_name(place)} {view.places[place]}" for place in view.turned if view.places[place])
    rim = tuple(place_name(place) for place, card in enumerate(view.places) if place >= CELLS and card != GONE)
    out = tuple(name for name in view.gone if not GAMES >> NUMBER[name] & 1)
    if turned:
        yield say("turned up: {cards}", cards=turned)
    if rim:
        yield say("face down on the rim: {places}", places=rim)
    yield say_count("one card in the draw pile", "{n} cards in the draw pile", n=view.pile)
    if out:
        yield say("out of the game: {cards}", cards=out)


def private(view: View) -> tuple[Message, ...]:
    """The hand, if the table reads it, else the cards shown in this step; and the card just drawn or handed over."""
    return tuple(_own_cards(view))


def _own_cards(view: View) -> Iterator[Message]:
    tracked = view.eyes not in view.untracked
    own = view.known[view.eyes] if tracked else view.laying
    yield say("your hand: {cards}", cards=own) if own else say("no card of yours is known to the table")
    if tracked and view.sizes[view.eyes] > len(own):
        yield say("cards in your hand that the table does not know: {n}", n=view.sizes[view.eyes] - len(own))
    if view.held:
        yield say("drawn or handed over: {card}", card=view.held)
