"""What hands do for an action of Alter Ego, and what they put back when it is undone, in a sentence each.

No sentence names a card that is hidden from anybody.
"""

from __future__ import annotations

from collections.abc import Mapping

from glowtable.game import HIDDEN, Action
from glowtable.kit.phases import readied
from glowtable.messages import Message, say

from .cards import COST, IDS, NAMES, NO_CARD, PRICE, TITLES, VILLAIN_TYPE
from .cards import TYPES as VILLAIN_TYPES
from .gear import PAY
from .naming import CIVS, ICONS, PHASES, TYPES, fight_icons
from .places import OFFERS, cell_name, henchman_cell
from .refusals import CARD_KINDS, SEAT_KINDS
from .state import State
from .steps import all_ready
from .texts import TEXTS

WORDS: Mapping[str, Message] = {**ICONS, **CIVS, **PHASES}  # whatever an action names by a word


def instruction(action: Action, state: State) -> Message:
    return filled(DOING[action.kind], _facts(action, state))


def told(action: Action, before: State) -> Message:
    """What was done; of a secret choice how hands help a bot to make it is no news."""
    return filled(TOLD.get(action.kind) or DOING[action.kind], _facts(action, before))


def undo_instruction(action: Action, before: State) -> Message | None:
    """What hands put back, if anything was moved."""
    if action.kind == "ready" and not all_ready(readied(before, action.seat)):
        return None
    text = UNDONE.get(action.kind)
    return filled(text, _facts(action, before)) if text else None


def filled(text: Message, facts: Mapping[str, object]) -> Message:
    """A sentence filled with those of the facts that it names."""
    return Message(text.text, tuple((name, value) for name, value in facts.items() if f"{{{name}}}" in text.text))


def _facts(action: Action, state: State) -> dict[str, object]:
    """What the sentences about an action are filled with."""
    said = action.args[0] if action.args else NO_CARD
    number = said if isinstance(said, int) else NO_CARD
    return {
        "seat": state.seat if action.seat < 0 else action.seat,
        "seat2": number if action.kind in SEAT_KINDS else state.whom,
        "word": WORDS.get(str(said), ""),
        **_facts_of_card(number if action.kind in CARD_KINDS and said != HIDDEN else state.card, state),
    }


def _facts_of_card(card: int, state: State) -> dict[str, object]:
    if card == NO_CARD:
        return {"card": "", "title": "", "cell": ""}
    return {
        "card": NAMES[card],
        "title": TITLES[card],
        "cell": place_of(card, state),
        "price": PRICE[card],
        "pay": PAY.get(card, 0),
        "says": TEXTS.get(IDS[card], ""),
        "cost": fight_icons(COST[card]),
        "type": TYPES[VILLAIN_TYPES[VILLAIN_TYPE[card]]] if card in VILLAIN_TYPE else "",
    }


def place_of(card: int, state: State) -> str:
    """The cell on which a card lies face up, or a card of the supply will; '' for any other."""
    at = {each.card: henchman_cell(each.place) for each in state.henchmen}
    at |= {each.card: cell for cell, each in enumerate(state.villains)}
    at |= {each: OFFERS + gap for gap, each in enumerate(state.row)}
    return cell_name(at[card]) if card in at else ""


DOING: Mapping[str, Message] = {
    "villain": say("{card} is the {type} of this match"),
    "offer": say("{card} is offered for ${price}: {says}"),
    "character": say("{seat} is {card}"),
    "full": say("{seat} confirms: the cards are read"),
    "trust": say("{seat} passes: the cards are not read"),
    "deal": say("{card} into the display of {seat}"),
    "nemesis": say("{seat} draws a nemesis"),
    "draw": say("{seat} draws a card"),
    "henchman": say("{seat} draws a henchman"),
    "ready": say("{seat} is ready"),
    "buy": say("{seat} buys {card} for ${price}: {says}"),
    "cycle": say("{seat} pays $1, {card} goes under the deck"),
    "sweep": say("{seat} pays $2, all cards of the supply go under the deck"),
    "activate": say("{seat} pays ${pay} for {card}: {says}"),
    "event": say("{seat} plays {card}: {says}"),
    "token": say("{seat} takes a teamwork token"),
    "call": say("{seat} calls the cops"),
    "cops": say("the cops of {seat} remove {card} from {cell}"),
    "choose": say("slide the henchmen of {seat} face down over the reader of {seat}, one by one, until one is taken"),
    "fight": say("{seat} fights"),
    "engage": say("{seat} engages {card} on {cell} with {cost}"),
    "ask": say("{seat} asks {seat2} into the team"),
    "yes": say("{seat} joins {seat2}, who spends a teamwork token"),
    "no": say("{seat} does not join {seat2}"),
    "spend": say("{seat} spends a teamwork token for an icon of any type"),
    "convert": say("{seat} changes an icon into one of any type: {word}"),
    "forgive": say("{seat} discards penalty tokens: {word}"),
    "trash": say("{seat} puts {title} back on its stack"),
    "hand": say("{seat} had {title} in the hand"),
    "discards": say("{seat} had {title} in the discards"),
    "back": say("{seat} thinks better of it"),
    "free": say("{seat} rescues from {card} on {cell} without paying"),
    "rescue": say("{seat} rescues from {card}: {word}"),
    "trophy": say("the team gives {card} to {seat2}"),
    "pass": say("no agreement: {card} is for who paid most"),
    "take": say("{seat} takes {title} from the stacks into the display"),
    "fill": say("{seat} lays {title} in the display"),
    "kill": say("a hostage of {card} on {cell} leaves the game"),
    "victim": say("{card} loses: {word}"),
}

TOLD: Mapping[str, Message] = {"choose": say("{seat} has chosen a henchman")}

UNDONE: Mapping[str, Message] = {
    "villain": say("{card} goes back among the arch villains, face down"),
    "offer": say("{card} goes back on top of the supply's deck, face down"),
    "character": say("{card} goes back among the characters, and the deck of {seat} to the stacks"),
    "deal": say("{seat} puts {card} back on top of the deck"),
    "nemesis": say("{seat} puts the nemesis back, unseen"),
    "draw": say("{seat} puts the card just drawn back on the deck"),
    "henchman": say("{seat} puts the henchman just drawn back on its deck, unseen"),
    "buy": say("{card} goes back to the supply, ${price} to {seat}"),
    "cycle": say("{card} comes back from under the deck, $1 to {seat}"),
    "sweep": say("the three cards come back from under the deck, $2 to {seat}"),
    "activate": say("{card} was not used: ${pay} go back to {seat}"),
    "event": say("{seat} takes {card} back into the hand, and gives back what it gave"),
    "token": say("{seat} puts the teamwork token back"),
    "cops": say("{card} comes back to {cell} with its hostages"),
    "choose": say("{seat} takes the chosen henchman back; if all were shown, they leave the table with what they did"),
    "engage": say("{card} lies on {cell} with its hostages as before"),
    "yes": say("{seat2} takes the teamwork token back"),
    "spend": say("{seat} takes the teamwork token back"),
    "forgive": say("the penalty tokens of {seat} come back: {word}"),
    "trash": say("{seat} takes {title} back from its stack"),
    "hand": say("{seat} takes {title} back from its stack"),
    "discards": say("{seat} takes {title} back from its stack"),
    "free": say("{card} lies on {cell} with its hostages as before"),
    "rescue": say("back on {card}: {word}"),
    "trophy": say("{seat2} gives {card} back"),
    "pass": say("{card} is given back"),
    "take": say("{seat} puts {title} back on its stack, and takes back the penalty tokens it paid"),
    "fill": say("{seat} takes {title} back into the hand"),
    "kill": say("{card} lies on {cell} with its hostages as before"),
    "victim": say("back on {card}: {word}"),
    "ready": say("what the end of the phase brought goes back: money, cards, penalty tokens, villains"),
}
