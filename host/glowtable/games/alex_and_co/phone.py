"""What a phone shows of ALEX & CO: the hand in its sets, actions and players as tiles, what is asked in few words.

All of it is from the seat's own view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from glowtable.game import Action
from glowtable.game.moment import Drawing, Facts, Group, Headline, Moment, Sets, Tile, filled_headline
from glowtable.kit.refusals import number_of
from glowtable.messages import Message, say, say_count

from .cards import DECK, DESIGNERS, ESG, FIRST, GAMES, PRINTED, SAZ, SET, SETS, SIZE
from .cells import place_name
from .sets import by_set
from .state import Phase
from .views import View


def moment(view: View, seat: int) -> Moment:
    """Who waits has its hand in order, too."""
    head, line = _current_headline(view) if seat == view.seat else ("", "")
    return Moment(head, line, (*_lying(view, seat), *_sorted_hand(view)))


def _current_headline(view: View) -> Headline:
    headline = PHASE_HEADLINES.get((view.phase, view.act)) or PHASE_HEADLINES.get((view.phase, ""))
    if not headline:
        return "", ""
    if callable(headline):
        return headline(view)
    facts = {"seat": view.active, "seat2": max(view.whom, 0), "card": view.card, "n": len(view.turned) + 1}
    return filled_headline(headline, facts)


def _turn_headline(view: View) -> Headline:
    if not view.offered:
        how = say("Framed cards in your hand can be displayed.")
        return (say("Display cards, or end."), how) if view.can_display else (say("Nothing more to do?"), "")
    head = say("Right! What now?") if view.mode == "called" else say("What do you do?")
    can_play = view.can_display or DECK.set_of(view.known[view.eyes]) & (ESG | SAZ)
    return head, say("Framed cards in your hand can be displayed or played.") if can_play else ""


def _designers_headline(view: View) -> Headline:
    """Source: EN, "two different designer cards" (A-12)"""
    if not view.asks:
        return say("Who do you ask?"), say("You name a designer next, then ask once more.")
    ((seat, card),) = view.asks
    asked = say("You asked {seat} for {card}. Both answers come after this.", seat=seat, card=card)
    return say("Who do you ask next?"), asked


def _final_headline(view: View) -> Headline:
    if view.can_display:
        return say("Last chance to display."), say("What stays in your hand won't score.")
    return say("Nothing more to display."), say("Tap Pass.")


def _drawn_headline(view: View) -> Headline:
    """Source: EN, "any other card must be returned" (A-11)"""
    is_game = not view.held or GAMES >> DECK.number[view.held] & 1
    return (say("Keep this card?"), "") if is_game else (say("Give this card back."), say("You may only keep a game."))


def _turned_headline(view: View) -> Headline:
    head = say("Turn over another card.") if view.turned else say("Turn over a card.")
    return head, say("Card {n} of 4. A pair may be yours.", n=len(view.turned) + 1)


def _called_headline(view: View) -> Headline:
    """Source: EN, "Briefly show a card" (A-15)"""
    if view.turned:
        here = say("What lies on {place}?", place=place_name(view.turned[-1]))
    else:
        here = say("What does {seat} have?", seat=view.whom)
    return here, say("You must then show a card of its set.")


def _lay_headline(view: View) -> Headline:
    (begun,) = by_set(DECK.set_of(view.laying))
    line = say("{n} of {size} cards so far.", n=begun.amount, size=SIZE[begun.number])
    return say("Display this set?") if begun.is_set else say("Add cards of this set."), line


PHASE_HEADLINES: Mapping[tuple[str, str], Headline | Callable[[View], Headline]] = {
    (Phase.TURN, ""): _turn_headline,
    (Phase.LAY, ""): _lay_headline,
    (Phase.FINAL, ""): _final_headline,
    (Phase.WHOM, "call"): (say("Guess where a card is."), say("A player, or face down. You name the card next.")),
    (Phase.WHOM, "swap"): (say("Who do you swap with?"), say("Next you say whose game you want.")),
    (Phase.WHOM, "esg"): (say("Draw from whose hand?"), say("You draw unseen.")),
    (Phase.WHOM, "saz"): _designers_headline,
    (Phase.NAME, "call"): _called_headline,
    (Phase.NAME, "swap"): (say("Whose game do you want?"), say("You ask {seat2} for any game by this designer.")),
    (Phase.NAME, "saz"): (say("Which designer?"), say("You ask {seat2} for the card you tap.")),
    (Phase.PROOF, "call"): (say("Prove it."), say("Show a card of {card}'s set.")),
    (Phase.ANSWER, ""): (say("{seat} asks for {card}."), say("Do you have it?")),
    (Phase.ANSWER, "swap"): (say("{seat} wants a game."), say("Do you have a game by {card}?")),
    (Phase.DECIDE, ""): (say("{seat2} has one. Swap?"), say("You give a card for a game by {card}.")),
    (Phase.GIVE, ""): (say("Which game do you give?"), say("{seat} gets it.")),
    (Phase.PAY, ""): (say("Which card do you give?"), say("{seat2} gets it.")),
    (Phase.KEEP, ""): _drawn_headline,
    (Phase.REVEAL, ""): _turned_headline,
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
    """The second question of a SAZ card is for another designer, or for the same card (A-12)."""
    seat = number_of(action)
    note: Message = say_count("{n} card", "{n} cards", n=view.sizes[seat])
    for first, card in view.asks:
        note = say("another designer") if seat == first else say("also for {card}", card=card)
    return Tile(say("{seat}", seat=seat), note, seat=seat)


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
    return Tile(card=PRINTED[card], note=say("yours") if held >> card & 1 else "", group=of)


TILES: Mapping[str, Callable[[View, Action], Tile]] = {
    "call": _action_tile("megaphone", say("Call"), say("guess where a card is")),
    "swap": _action_tile("handshake", say("Swap"), say("ask for a game, give a card")),
    "reveal": _action_tile("eye", say("Reveal"), say("turn over up to 4 cards")),
    "ask": _player_tile,
    "point": _pointed_tile,
    "name": _name_tile,
}
