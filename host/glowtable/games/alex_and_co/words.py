"""What people read in a match of ALEX & CO: what is asked, what hands do, did, and put back.

Everybody hears and sees all of it, so it names no card that is hidden from anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain

from glowtable.game import CHANCE, HIDDEN, Action
from glowtable.grid import CELLS, TABLE_SEAT
from glowtable.kit import hands
from glowtable.kit.hands import hand_size
from glowtable.kit.refusals import number_of
from glowtable.messages import SILENT, Message, filled, say, say_count
from glowtable.table import Prompt

from .cards import DECK, DESIGNERS, GAMES, NUMBER, PRINTED
from .cells import place_name
from .choosing import menu
from .ledger import line, worth
from .refusals import what_leaves
from .sets import by_set
from .special import done_as
from .state import HAND, NOBODY, NOWHERE, PLACES, End, Phase, State
from .turn import QUIET_ROUNDS
from .views import GONE, View, drawn_openly

# -- what is asked

ON_RIM = say("And 9 more on the rim, R1 to R9?")


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
        yield Prompt(TABLE_SEAT, say("Shuffle the remaining cards and deal {hand} each, face down.", hand=HAND))
    if view.phase == Phase.DISPLAY and PLACES[str(dict(view.options)["layout"])] > CELLS:
        yield Prompt(view.seat, say("Put 9 more on the rim, R1 to R9.").on(terminal=ON_RIM, board=SILENT))
    rim = tuple(place_name(place) for place in view.cells if place >= CELLS)
    if rim:
        on_rim = say("On the rim (type it): {places}", places=rim)
        yield Prompt(view.seat, on_rim.on(phone=say("On the rim: {places}"), board=SILENT))
    came = tuple(map(place_name, view.filled))
    if came:
        yield Prompt(TABLE_SEAT, say("Refill {places} from the draw pile, face down.", places=came))


def lost_options(view: View, action: Action) -> tuple[Message, ...]:
    """Who passes in the last step displays nothing more; whether a hand could is asked of nobody (A-31)."""
    left = view.sizes[action.seat] if action.kind == "pass" else 0
    lost = say_count(
        "{seat} still holds {n} card. It won't score.",
        "{seat} still holds {n} cards. They won't score.",
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
    if view.whom == NOBODY:
        yield say("If it's there, {card} is yours and you go again. If not, your turn ends.", card=card)
    else:
        yield say("If {seat} has it, {card} is yours and you go again. If not, your turn ends.",
                  seat=view.whom, card=card)  # fmt: skip


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
CHOOSING_ACTION = say("Choosing an action …")
TURN: Mapping[str, Message] = {
    "fresh": say("Your turn: {actions}. Or show cards to display or play them.").on(
        terminal=say("Your turn: {actions}. Or type a card."),
        phone=say("Choose an action. Or tap cards to display or play."),
        board=CHOOSING_ACTION,
    ),
    "played": say(
        "Choose an action: {actions}. Or show cards to display or play them. Nothing left to do? Press confirm."
    ).on(
        terminal=say("Your turn: {actions}. Or type a card. Enter: end it."),
        phone=say("Choose an action or tap cards. Or end the turn."),
        board=CHOOSING_ACTION,
    ),
    "called": say("Right! {actions} again, display cards, or press confirm to end your turn.").on(
        terminal=say("Right! {actions} again, display cards, or press Enter to end your turn."),
        phone=say("Right! Go again, display cards, or end your turn."),
        board=CHOOSING_ACTION,
    ),
}
END_IT = say("Display cards, or press confirm to end your turn.").on(
    terminal=say("Display cards, or press Enter to end your turn."),
    phone=say("Display cards, or end your turn."),
    board=say("Finishing the turn …"),
)
NO_ACTION: Mapping[str, Message] = {
    "played": say("Display or play cards. Nothing left to do? Press confirm.").on(
        terminal=say("Display or play cards. Nothing left to do? Press Enter."),
        phone=say("Display or play cards, or end your turn."),
        board=say("Finishing the turn …"),
    ),
    "called": END_IT,
    "revealed": END_IT,
}


def _lay_prompt(view: View) -> Message:
    (begun,) = by_set(DECK.set_of(view.laying))
    if not begun.is_set:
        asked = say("{cards} so far. Show more of this set. Pass: take them back.", cards=view.laying)
        return asked.on(
            terminal=say("{cards} so far. Type more of this set. pass: take them back."),
            phone=say("{cards} so far. Tap more of this set."),
            board=say("Displaying a set: {cards} …"),
        )
    asked = say("{cards} so far. Show more. Confirm: display them. Pass: take them back.", cards=view.laying)
    return asked.on(
        terminal=say("{cards} so far. Type more. Enter: display them. pass: take them back."),
        phone=say("{cards} so far. Tap more, or display the set."),
        board=say("Displaying a set: {cards} …"),
    )


def _second_prompt(view: View) -> Message:
    """A SAZ card asks twice."""
    if not view.asks:
        return say("SAZ: who do you ask for a designer? That player presses confirm.").on(
            terminal=say("SAZ: who do you ask for a designer? Type a name."),
            phone=say("SAZ: who do you ask for a designer? Tap a player."),
            board=say("SAZ: choosing a player …"),
        )
    return say(
        "SAZ again: ask {seat} for another designer, or someone else for {card}. That player presses confirm.",
        seat=view.whom,
        card=view.card,
    ).on(
        terminal=say("SAZ again: ask {seat} for another designer, or someone else for {card}. Type a name."),
        phone=say("SAZ again: ask {seat} for another designer, or someone else for {card}. Tap a player."),
        board=say("SAZ: choosing a player …"),
    )


def _reveal_prompt(view: View) -> Message:
    count = len(view.turned) + 1
    if view.turned and ("reveal_stop_early", "yes") in view.options:
        return say("Card {count} of 4: press a face-down card. Enough? Press confirm.", count=count).on(
            terminal=say("Card {count} of 4: type a face-down card's cell. Enough? Press Enter."),
            phone=say("Card {count} of 4: tap a face-down card. Or stop here."),
            board=say("Turning over card {count} of 4 …"),
        )
    return say("Card {count} of 4: press a face-down card to turn it over.", count=count).on(
        terminal=say("Card {count} of 4: type a face-down card's cell."),
        phone=say("Card {count} of 4: tap a face-down card."),
        board=say("Turning over card {count} of 4 …"),
    )


ASKED: Mapping[tuple[str, str], Message | Callable[[View], Message]] = {
    (Phase.STARTER, ""): say("Drawing the first player …"),
    (Phase.OWNER, ""): say("Own the game, or suggested it? Press confirm to start.").on(
        terminal=say("Who owns the game, or suggested it? Type a name."),
        phone=say("Who owns the game, or suggested it? Tap that player."),
        board=say("Choosing the first player …"),
    ),
    (Phase.OUT, ""): lambda view: say(
        "Draw {card}. Show it to {seat}'s reader. Put that set or card aside for this match.",
        card=what_leaves(view.tally),
        seat=0,
    ).on(
        terminal=say("Draw {card}. Type it. Put that set or card aside for this match."),
        phone=say("Draw {card}. Tap it. Put that set or card aside for this match."),
        board=say("Drawing {card} …"),
    ),
    (Phase.HAND, ""): hands.ASKED,
    (Phase.DEAL, ""): say("Card {n} of {hand}: slide it, face down, over your reader.").on(
        terminal=say("Card {n} of {hand}: type it."),
        phone=say("Card {n} of {hand}: tap it."),
        board=say("Dealing card {n} of {hand} …"),
    ),
    (Phase.DISPLAY, ""): say(
        "Put {cells} cards face down on the cells. The rest is the draw pile. Then press confirm."
    ).on(
        terminal=say("Are {cells} cards face down on the cells, and the rest in the draw pile? Press Enter."),
        phone=say("The cards are dealt. Tap Done."),
        board=say("Laying out the cards …"),
    ),
    (Phase.TURN, ""): _turn_prompts,
    (Phase.LAY, ""): _lay_prompt,
    (Phase.FINAL, ""): say("Last chance to display cards. Nothing more? Pass.").on(
        terminal=say("Last chance to display cards. Nothing more? Type pass."),
        phone=say("Last chance to display cards."),
        board=say("Last chance to display cards."),
    ),
    (Phase.WHOM, "call"): say("Call: press a face-down card. Or ask a player, who presses confirm.").on(
        terminal=say("Call: type a face-down card's cell, or a player's name."),
        phone=say("Call: tap a face-down card or a player."),
        board=say("Call: choosing a card or a player …"),
    ),
    (Phase.WHOM, "swap"): say("Who do you ask? That player presses confirm.").on(
        terminal=say("Who do you want to ask? Type a name."),
        phone=say("Who do you want to ask? Tap a player."),
        board=say("Swap: choosing a player …"),
    ),
    (Phase.WHOM, "esg"): say("ESG: whose hand do you draw from? That player presses confirm.").on(
        terminal=say("ESG: whose hand do you draw from? Type a name."),
        phone=say("ESG: whose hand do you draw from? Tap a player."),
        board=say("ESG: choosing a player …"),
    ),
    (Phase.WHOM, "saz"): _second_prompt,
    (Phase.NAME, "call"): say("Which card do you call? Name it. Nothing to prove it? Pass.").on(
        terminal=say("Which card do you call? Type its name. Nothing to prove it? Type pass."),
        phone=say("Which card do you call?"),
        board=say("Call: naming a card …"),
    ),
    (Phase.NAME, "swap"): say("Whose game do you want? Name the designer.").on(
        terminal=say("Whose game do you want? Type the designer's name."),
        phone=say("Whose game do you want?"),
        board=say("Swap: naming a designer …"),
    ),
    (Phase.NAME, "saz"): say("Which designer do you ask for?").on(board=say("SAZ: naming a designer …")),
    (Phase.PROOF, "call"): say(
        "Prove it: show a card of {card}'s set. Or point at an incomplete one: its owner presses confirm. "
        "Can't prove it? Pass."
    ).on(
        terminal=say(
            "Prove it: type a card of {card}'s set. Or type who displays an incomplete one. Can't prove it? Type pass."
        ),
        phone=say("Prove it with a card of {card}'s set. Or drop the call."),
        board=say("Proving the call: {card} …"),
    ),
    (Phase.FLIP, ""): say("Turn over {place} and show it to your reader.").on(
        terminal=say("Turn over {place} and type the card."),
        phone=say("Turn over {place} and tap the card."),
        board=say("Turning over {place} …"),
    ),
    (Phase.ANSWER, ""): say("Do you have {card}? Confirm: yes. Pass: no.").on(
        terminal=say("Do you have {card}? Enter: yes. pass: no."),
        phone=say("Do you have {card}?"),
        board=say("Has to say yes or no: {card} …"),
    ),
    (Phase.ANSWER, "swap"): say("Do you have a game by {card}? Confirm: yes. Pass: no.").on(
        terminal=say("Do you have a game by {card}? Enter: yes. pass: no."),
        phone=say("Do you have a game by {card}?"),
        board=say("Has to say yes or no: a game by {card} …"),
    ),
    (Phase.DECIDE, ""): say("They have one. Swap? Confirm: yes. Pass: no.").on(
        terminal=say("They have one. Swap? Enter: yes. pass: no."),
        phone=say("They have one. Swap?"),
        board=say("Deciding whether to swap …"),
    ),
    (Phase.GIVE, ""): say("Slide a game by {card}, face down, over {seat2}'s reader.").on(
        terminal=say("Which game by {card} do you give {seat2}? Type its name."),
        phone=say("Which game by {card} do you give {seat2}?"),
        board=say("Choosing a game to give …"),
    ),
    (Phase.PAY, ""): say("Now give a card: slide it, face down, over {seat}'s reader.").on(
        terminal=say("Which card do you give {seat}? Type its name."),
        phone=say("Which card do you give {seat}?"),
        board=say("Choosing a card to give …"),
    ),
    (Phase.DRAW, "esg"): say("Draw a card from {seat}'s hand. Slide it, face down, over your reader.").on(
        terminal=say("Draw a card from {seat}'s hand and type it."),
        phone=say("Draw a card from {seat}'s hand and tap it."),
        board=say("Drawing a card from {seat}'s hand …"),
    ),
    (Phase.DRAW, "swap"): say("Draw a game by {card} from {seat}'s hand. Slide it, face down, over your reader.").on(
        terminal=say("Draw a game by {card} from {seat}'s hand and type it."),
        phone=say("Draw a game by {card} from {seat}'s hand and tap it."),
        board=say("Drawing a game by {card} from {seat}'s hand …"),
    ),
    (Phase.KEEP, ""): say("Is it a game? Confirm: keep it. Anything else: pass to give it back.").on(
        terminal=say("Is it a game? Enter: keep it. Anything else: type pass to give it back."),
        phone=say("Is it a game? Then keep it. Anything else: give it back."),
        board=say("Looking at the drawn card …"),
    ),
    (Phase.REVEAL, ""): _reveal_prompt,
    (Phase.PAIR, ""): say("A pair! Confirm: take both. Pass: leave them.").on(
        terminal=say("A pair! Enter: take both. pass: leave them."),
        phone=say("A pair! Do you take both?"),
        board=say("Found a pair!"),
    ),
}


def setup_instructions(view: View) -> tuple[Message, ...]:
    """What people lay out first; what follows is asked for when its time has come (A-04 to A-06)."""
    if view.seats == 3:
        first = say("Sort the cards by set. For 3 players, some sets, 1 ESG and 1 SAZ come out first.")
    else:
        first = say("Shuffle and deal {hand} cards each, face down.", hand=HAND)
    return first, say("Ages 10+")


# -- what hands do


def instruction(action: Action, state: State) -> Message:
    if action.kind == "draw" and not drawn_openly(state):
        return say("A card is drawn, face down.")
    if action.kind == "turn" and HIDDEN in action.args:
        return say("A card is turned over.")
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
    "starter": say("{seat2} starts."),
    "begin": say("{seat} starts."),
    "laid": say("{seat} lays out the cards and draw pile."),
    "out": say("{card} stays out of this match."),
    "deal": say("{seat} gets a card."),
    "call": say("{seat} chooses Call ({place})."),
    "swap": say("{seat} chooses Swap ({place})."),
    "reveal": say("{seat} chooses Reveal ({place})."),
    "esg": say("{seat} plays an ESG card."),
    "saz": say("{seat} plays a SAZ card."),
    "lay": say("{seat} displays {card}."),
    "done": say("{seat} displays the set."),
    "retract": say("{seat} takes the cards back."),
    "end": say("{seat} ends the turn."),
    "pass": say("{seat} passes."),
    "at": say("{seat} chooses {place}."),
    "ask": say("{seat} asks {seat2}."),
    "name": say("{seat} names {card}."),
    "back": say("{seat} drops the call."),
    "prove": say("{seat} shows {card} as proof."),
    "point": say("{seat} points at {seat2}'s display."),
    "turn": say("{card} is turned over."),
    "yes": say("{seat} says yes."),
    "no": say("{seat} says no."),
    "accept": say("{seat} wants to swap."),
    "decline": say("{seat} doesn't swap."),
    "give": say("{seat} hands over a card, face down."),
    "keep": say("{seat} keeps the drawn game."),
    "return": say("{seat} returns the drawn card."),
    "stop": say("{seat} stops turning over cards."),
    "take": say("{seat} takes the pair."),
    "leave": say("{seat} leaves the pair."),
    "draw": say("{card} is drawn."),
}
# News that a log leaves out as soon as something follows
PASSING = frozenset(INSTRUCTION[kind].text for kind in ("call", "swap", "reveal", "at", "end"))


LABELS: Mapping[str, Message] = {
    **hands.LABELS,
    "begin": say("Start"),
    "laid": say("Done"),
    "call": say("Call"),
    "swap": say("Swap"),
    "reveal": say("Reveal"),
    "esg": say("Play ESG"),
    "saz": say("Play SAZ"),
    "lay": say("Display {card}"),
    "done": say("Display the set"),
    "retract": say("Take them back"),
    "end": say("End the turn"),
    "pass": say("Pass"),
    "at": say("Turn over {place}"),
    "ask": say("Ask {seat2}"),
    "swap name": say("Ask for a game by {card}"),
    "saz name": say("Ask for {card}"),
    "name": say("Call {card}"),
    "back": say("Drop the call"),
    "prove": say("Show {card}"),
    "point": say("Point at {seat2}'s display"),
    "yes": say("Yes"),
    "no": say("No"),
    "accept": say("Swap"),
    "decline": say("Don't swap"),
    "give": say("Give {card}"),
    "keep": say("Keep it"),
    "return": say("Give it back"),
    "stop": say("Enough"),
    "take": say("Take the pair"),
    "leave": say("Leave them"),
}


def label(action: Action, state: State) -> Message:
    """What the button says that does it."""
    text = LABELS.get(f"{state.act} {action.kind}") or LABELS.get(action.kind)
    return filled(text, _action_facts(action, state)) if text else instruction(action, state)


# -- what was done


def description(action: Action, before: State, after: State) -> tuple[Message, ...]:
    """The action, what it turned up, how it was answered, and whether the match nears its end."""
    seen = [instruction(action, before), *_turned_up(action, before)]
    if before.act in ANSWERED:
        seen += ANSWERED[before.act](action, before, after)
    if after.back:  # the open cards that nobody took
        seen.append(say("Turn face down again: {places}.", places=tuple(map(place_name, after.back))))
    for seat, cards in _display_news(action, before, after):  # in the last step by the table (A-31, final_auto)
        seen.append(say("{seat} displays {cards}.", seat=seat, cards=DECK.titles_of(cards)))
    return (*seen, *_what_follows(before, after))


def held(action: Action, before: State, after: State) -> tuple[Message, ...]:
    """The cards that lie open before they are turned back (A-24)."""
    if before.act != "reveal" or after.act == "reveal" or not after.back:
        return ()
    cards = tuple(say("{place} {card}", place=place_name(at), card=PRINTED[after.faces[at]]) for at in after.back)
    return (say("Look: {cards}. Then they turn face down again.", cards=cards),)


def _turned_up(action: Action, before: State) -> Iterator[Message]:
    """A card seen before is turned up for all like any other (A-17, A-22)."""
    place = NOWHERE
    if before.act == "reveal" and action.kind == "at":
        place = int(action.args[0])
    elif before.act == "call" and action.kind in ("prove", "point") and before.turned:
        place = before.turned[0]
    if place != NOWHERE and before.faces[place] >= 0:
        yield say("Turn over {place}: it's {card}.", place=place_name(place), card=PRINTED[before.faces[place]])


def _call_news(action: Action, before: State, after: State) -> tuple[Message, ...]:
    if after.act or action.kind == "back":
        return ()
    card = PRINTED[before.card]
    if brought(before, after):
        taken = say("Right! {seat} takes {card}.", seat=before.active, card=card)
        given = say("Right! {seat} gets {card} from {seat2}.", seat=before.active, card=card, seat2=before.whom)
        return (taken if before.turned else given,)
    if before.turned:
        return (say("Wrong: {card} isn't on {place}.", card=card, place=place_name(before.turned[0])),)
    return (say("Wrong: {seat} doesn't have {card}.", seat=before.whom, card=card),)


def _swap_news(action: Action, before: State, after: State) -> tuple[Message, ...]:
    if before.phase is not Phase.NAME or after.phase is Phase.ANSWER:
        return ()
    yes = after.phase in (Phase.DECIDE, Phase.GIVE, Phase.DRAW)
    return (say("The answer is yes.") if yes else say("The answer is no."),)


def _question_news(action: Action, before: State, after: State) -> tuple[Message, ...]:
    """SAZ: each question that this step has settled (A-12)."""
    if after.phase is Phase.NAME:
        return ()
    asks, gained, givers = before.asks, brought(before, after), _seats_that_gave(before, after)
    if before.phase is not Phase.ANSWER:
        about = int(action.args[0])
        asks += ((before.whom, about) if before.phase is Phase.NAME else (about, before.card),)
    return tuple(
        say("{seat} hands over {card}.", seat=seat, card=PRINTED[card])
        if gained >> card & 1 and seat in givers
        else say("{seat} doesn't have {card}.", seat=seat, card=PRINTED[card])
        for seat, card in asks[: len(asks) - len(after.asks)]
    )


# Whether a Call, a Swap or a SAZ question was right, as soon as the table or a player has answered
ANSWERED: Mapping[str, Callable[[Action, State, State], tuple[Message, ...]]] = {
    "call": _call_news,
    "swap": _swap_news,
    "saz": _question_news,
}


def brought(before: State, after: State) -> int:
    """The cards that a Call or a SAZ question has brought to the seat whose turn it is; a card shown was its own."""
    seat = before.active
    had, has = (hand_size(state, seat) + state.shown[seat].bit_count() for state in (before, after))
    if had == has:
        return 0
    wanted = {"call": 1 << max(before.card, 0), "saz": DESIGNERS}.get(before.act, 0)
    was, now = (state.hands[seat] | state.shown[seat] for state in (before, after))  # displayed at once, in the end
    return wanted & now & ~was


def _seats_that_gave(before: State, after: State) -> tuple[int, ...]:
    """Who has handed something over."""
    return tuple(seat for seat in before.terms.everybody if hand_size(after, seat) < hand_size(before, seat))


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
            yield say("For {count} turns, nobody took a card from the table or displayed one.", count=after.quiet)
        yield say("Next: {seat}.", seat=after.seat)


ENDS: Mapping[End, Message] = {
    End.SIXTH: say("The sixth set is displayed. Now the last step."),
    End.TAKEN: say("All face-down cards are taken. Now the last step."),
    End.STALLED: say("Nothing moved for 3 rounds. Now the last step."),
}


# -- what is taken back


def put_back(taken: Sequence[tuple[State, Action]], after: State) -> tuple[Message, ...]:
    """What hands put back in all: a card turned up and back again in between is left out; a pair comes back open."""
    led_to = [*(before for before, _ in taken[1:]), after]
    steps = [(before, action, then) for (before, action), then in zip(taken, led_to, strict=True)]
    moved = [tuple(_moved_back(action, before, then)) for before, action, then in reversed(steps)]
    pairs = (_refilled_places(before, then) for before, action, then in steps if action.kind == "take")
    now = tuple(dict.fromkeys(chain(_lying_open(after), *pairs)))
    return (*(say("{steps}", steps=each) for each in moved if each), *_faces_again(taken[0][0], after, now))


def _moved_back(action: Action, before: State, after: State) -> Iterator[Message]:
    """What goes back from hands, displays and piles."""
    undoing = UNDO_INSTRUCTION.get("drawn openly" if drawn_openly(before) else done_as(action, before))
    if undoing:
        yield filled(undoing, _action_facts(action, before))
    yield from _handed_back(before, after)
    for seat, cards in _display_news(action, before, after):
        yield say("Put these from {seat}'s display back in the hand: {cards}.", seat=seat, cards=DECK.titles_of(cards))


def _handed_back(before: State, after: State) -> Iterator[Message]:
    """The cards a Call or a SAZ question has brought go back to where they were."""
    cards = brought(before, after)
    if cards and before.turned:
        yield say("Put {card} back on {place}, face down. Its replacement goes back on the draw pile.",
            card=PRINTED[before.card], place=place_name(before.turned[0]))  # fmt: skip
    elif cards:
        yield say(
            "Put these back in {seat}'s hand: {cards}.",
            seat=_seats_that_gave(before, after)[0],
            cards=DECK.titles_of(cards),
        )


def _faces_again(before: State, after: State, now: tuple[int, ...]) -> Iterator[Message]:
    """The cards of a Reveal lie again as they lay: face down, or open if they were turned back (A-22, A-24)."""
    up = _lying_open(before)
    closed = tuple(place_name(place) for place in now if place not in up)
    gone = _refilled_places(before, after)
    opened = tuple(place_name(place) for place in up if place not in (*now, *gone))
    if closed:
        yield say("Turn face down again: {places}.", places=closed)
    if opened:
        yield say("Turn face up again: {places}.", places=opened)


def _lying_open(state: State) -> tuple[int, ...]:
    """The cards that a Reveal has turned up: the last one awaits a reader first."""
    if state.act != "reveal":
        return ()
    return state.turned[:-1] if state.phase is Phase.FLIP else state.turned


def _refilled_places(before: State, after: State) -> tuple[int, ...]:
    """The places whose cards were taken in between."""
    came = enumerate(zip(before.came, after.came, strict=False))  # none before the display is laid
    return tuple([place for place, (was, now) in came if was != now])


UNDO_INSTRUCTION: Mapping[str, Message] = {
    "out": say("Put {card} back into the game."),
    "deal": say("Put back the last card dealt to {seat}."),
    "esg": say("Give {seat} the ESG card back."),
    "saz": say("Give {seat} the SAZ card back."),
    "lay": say("Put {card} from {seat}'s display back in the hand."),
    "done": say("The set isn't finished yet."),
    "take": say("Put the pair back in its places. Its replacements go back on the draw pile."),
    "return": say("Give {seat} the drawn card again."),
    "give": say("Give {seat} the handed-over card back."),
    "prove": say("Give {seat} the proof card back."),
    "draw": say("Put the drawn card back in {seat}'s hand."),
    "drawn openly": say("Put {card} back in {seat}'s hand."),
}


# -- how it stands


def lines(view: View) -> tuple[Message, ...]:
    """Score and hands, a line for each player; open cards; the draw pile; what is out, a set by its designer (A-04)."""
    return (*(_score_line(view, seat) for seat in range(view.seats)), *_cards_lines(view))


def _score_line(view: View, seat: int) -> Message:
    points = sum(map(worth, by_set(DECK.set_of(view.shown[seat]))))
    hand = say_count("1 card in hand", "{n} cards in hand", n=view.sizes[seat])
    line = say_count("{seat}: 1 point, {hand}", "{seat}: {n} points, {hand}", seat=seat, n=points, hand=hand)
    return say("{line}, displayed {cards}", line=line, cards=view.shown[seat]) if points else line


def _cards_lines(view: View) -> Iterator[Message]:
    turned = tuple(f"{place_name(place)} {view.places[place]}" for place in view.turned if view.places[place])
    rim = tuple(place_name(place) for place, card in enumerate(view.places) if place >= CELLS and card != GONE)
    out = tuple(name for name in view.gone if not GAMES >> NUMBER[name] & 1)
    if turned:
        yield say("face up: {cards}", cards=turned)
    if rim:
        yield say("face down on the rim: {places}", places=rim)
    yield say_count("1 card in the draw pile", "{n} cards in the draw pile", n=view.pile)
    if out:
        yield say("out of the game: {cards}", cards=out)


def private(view: View) -> tuple[Message, ...]:
    """The hand, if the table reads it, else the cards shown in this step; and the card just drawn or handed over."""
    return tuple(_own_cards(view))


def _own_cards(view: View) -> Iterator[Message]:
    tracked = view.eyes not in view.untracked
    own = view.known[view.eyes] if tracked else view.laying
    if own:
        yield say("your hand: {cards}", cards=own)
    elif tracked and not view.sizes[view.eyes]:
        yield say("Your hand is empty.")
    else:
        yield say("The table doesn't know any of your cards.")
    if tracked and view.sizes[view.eyes] > len(own):
        yield say("cards in your hand the table doesn't know: {n}", n=view.sizes[view.eyes] - len(own))
    if view.held:
        yield say("drawn or handed over: {card}", card=view.held)
