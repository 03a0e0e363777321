"""What a phone shows of ALEX & CO: the hand in its sets, actions and players as tiles, what is asked in few words.

All of it is from the seat's own view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from glowtable.game import Action, Drawing, Facts, Group, Moment, Sets, Tile
from glowtable.kit.refusals import number_of
from glowtable.messages import Message, filled, say, say_count

from .cards import DECK, DESIGNERS, ESG, FIRST, GAMES, PRINTED, SAZ, SET, SETS, SIZE
from .sets import by_set
from .state import Phase
from .views import View

Told = tuple[Message, Message | str]  # a headline, and a line of help


def moment(view: View, seat: int) -> Moment:
    """Who waits has its hand in order, too."""
    head, line = _told(view) if seat == view.seat else ("", "")
    return Moment(head, line, (*_lying(view, seat), *_sorted_hand(view)))


def _told(view: View) -> tuple[Message | str, Message | str]:
    told = TOLD.get((view.phase, view.act)) or TOLD.get((view.phase, ""))
    if not told:
        return "", ""
    if callable(told):
        return told(view)
    facts = {"seat": view.active, "seat2": max(view.whom, 0), "card": view.card, "n": len(view.turned) + 1}
    head, line = told
    return filled(head, facts), filled(line, facts) if isinstance(line, Message) else line


def _turn_told(view: View) -> Told:
    if not view.offered:
        return say("Display cards, or end."), say("Tap cards of your hand to display them.")
    head = say("Right! What now?") if view.mode == "called" else say("What do you do?")
    return head, say("Framed cards in your hand can be displayed or played.")


def _designers_told(view: View) -> Told:
    """Source: EN, "two different designer cards" (A-12)"""
    if not view.asks:
        return say("Who do you ask?"), say("You name a designer next, then ask once more.")
    ((seat, card),) = view.asks
    return say("Who else do you ask?"), say("First {seat} for {card}, now for another designer.", seat=seat, card=card)


def _drawn_told(view: View) -> Told:
    """Source: EN, "any other card must be returned" (A-11)"""
    is_game = not view.held or GAMES >> DECK.number[view.held] & 1
    return (say("Keep this card?"), "") if is_game else (say("Give this card back."), say("You may only keep a game."))


def _turned_told(view: View) -> Told:
    head = say("Turn over another card.") if view.turned else say("Turn over a card.")
    return head, say("Card {n} of 4. A pair may be yours.", n=len(view.turned) + 1)


def _lay_told(view: View) -> Told:
    (begun,) = by_set(DECK.set_of(view.laying))
    line = say("{n} of {size} cards so far.", n=begun.amount, size=SIZE[begun.number])
    return say("Display this set?") if begun.is_set else say("Show more of it."), line


TOLD: Mapping[tuple[str, str], Told | Callable[[View], Told]] = {
    (Phase.TURN, ""): _turn_told,
    (Phase.LAY, ""): _lay_told,
    (Phase.FINAL, ""): (say("Last chance to display."), say("What stays in your hand won't score.")),
    (Phase.WHOM, "call"): (say("Guess where a card is."), say("A player, or face down. You name the card next.")),
    (Phase.WHOM, "swap"): (say("Who do you swap with?"), say("Next you say whose game you want.")),
    (Phase.WHOM, "esg"): (say("Draw from whose hand?"), say("You draw unseen.")),
    (Phase.WHOM, "saz"): _designers_told,
    (Phase.NAME, "call"): (say("Which card is there?"), say("Only of a set you can show a card of.")),
    (Phase.NAME, "swap"): (say("Whose game do you want?"), say("You ask {seat2} for any game by this designer.")),
    (Phase.NAME, "saz"): (say("Which designer?"), say("You ask {seat2} for this card.")),
    (Phase.PROOF, "call"): (say("Prove it."), say("Show a card of {card}'s set.")),
    (Phase.ANSWER, ""): (say("{seat} asks for {card}."), say("Do you have it?")),
    (Phase.ANSWER, "swap"): (say("{seat} wants a game."), say("Do you have a game by {card}?")),
    (Phase.DECIDE, ""): (say("They have one. Swap?"), say("You give a card for it.")),
    (Phase.GIVE, ""): (say("Which game do you give?"), ""),
    (Phase.PAY, ""): (say("Which card do you give?"), ""),
    (Phase.KEEP, ""): _drawn_told,
    (Phase.REVEAL, ""): _turned_told,
    (Phase.PAIR, ""): (say("A pair! Take it?"), ""),
}


# -- pictures


def _lying(view: View, seat: int) -> Iterator[Drawing]:
    """What this seat has drawn, is displaying, or has turned over."""
    own = (view.held,) if seat == view.seat and view.phase == Phase.KEEP else ()
    pair = tuple(view.places[place] for place in view.pair)
    shown = (view.laying if seat == view.seat else ()) or own or pair
    if shown:
        yield Facts("", tuple(Tile(card=card) for card in shown if card))


def _sorted_hand(view: View) -> Iterator[Sets]:
    """The largest sets first."""
    cards = DECK.set_of(view.known[view.eyes])
    if not cards:
        return
    groups = [
        Group(PRINTED[FIRST[each.number]], _counted(each.amount, SIZE[each.number]), DECK.titles_of(each.cards))
        for each in sorted(by_set(cards), key=lambda each: -each.amount)
    ]
    specials = (ESG, say("draw a card")), (SAZ, say("ask twice"))
    groups += [Group("", what, DECK.titles_of(cards & kind)) for kind, what in specials if cards & kind]
    yield Sets(tuple(groups))


def _counted(amount: int, size: int) -> Message:
    return say("complete") if amount == size else say("{n} of {size}", n=amount, size=size)


# -- what may be chosen


def tile(view: View, action: Action) -> Tile | None:
    make = TILES.get(action.kind)
    return make(view, action) if make else None


def _action_tile(icon: str, word: Message, note: Message) -> Callable[[View, Action], Tile]:
    return lambda view, action: Tile(word, note, icon=icon)


def _player_tile(view: View, action: Action) -> Tile:
    seat = number_of(action)
    cards = say_count("{n} card", "{n} cards", n=view.sizes[seat])
    return Tile(say("{seat}", seat=seat), cards, seat=seat)


def _pointed_tile(view: View, action: Action) -> Tile:
    seat = number_of(action)
    return Tile(say("{seat}", seat=seat), say("displays this set"), seat=seat)


def _name_tile(view: View, action: Action) -> Tile:
    """Cards of a set stand together, with how many of it the seat holds."""
    card = number_of(action)
    if DESIGNERS >> card & 1 and view.act != "call":
        return Tile(card=PRINTED[card])
    held = DECK.set_of(view.known[view.eyes]) & SETS[SET[card]]
    of = say("{designer}, you hold {n}", designer=PRINTED[FIRST[SET[card]]], n=held.bit_count())
    return Tile(card=PRINTED[card], group=of)


TILES: Mapping[str, Callable[[View, Action], Tile]] = {
    "call": _action_tile("megaphone", say("Call"), say("guess where a card is")),
    "swap": _action_tile("handshake", say("Swap"), say("ask for a game, give a card")),
    "reveal": _action_tile("eye", say("Reveal"), say("turn over up to 4")),
    "ask": _player_tile,
    "point": _pointed_tile,
    "name": _name_tile,
}
