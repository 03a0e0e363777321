"""What people read in a match of Alter Ego: what is asked of whom, what hands do, what was done and is put back.

Everybody hears and sees all of it, so it names no card that is hidden from anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain

from glowtable.game import HIDDEN, Action
from glowtable.grid import TABLE_SEAT, cell_name
from glowtable.kit import hands
from glowtable.kit.phases import readied
from glowtable.messages import SILENT, Message, filled, say, say_count
from glowtable.table import Prompt

from .anytime import PAY
from .cards import COST, IDS, NO_CARD, PRICE, TITLES, TYPES, VILLAIN_TYPE
from .cells import OFFERS, WORD_KINDS, fightable, henchman_cell, may_call, may_take_token, word_cell, words_offered
from .dealing import FIRST_DEALT
from .kinds import CARD_KINDS, SEAT_KINDS
from .naming import ACTION_WORDS, PHASE_NAMES, TEXTS, TYPE_NAMES, joined, name_icons
from .news import news_of
from .rounds import not_ready
from .state import Phase, State
from .supply_back import SUPPLY, Taken, supply_back
from .views import View

# -- what is asked


def prompts(view: View) -> tuple[Prompt, ...]:
    """What is asked of all or of one; in an open phase and while all choose also what each seat may do."""
    if view.phase is Phase.OVER:
        return ()
    asked = [Prompt(view.seat if view.phase in FOR_SEAT else TABLE_SEAT, ASKED[view.phase](view))]
    for seat in view.acting if view.phase in PHASE_PROMPTS else ():
        parts = chain.from_iterable(part(view, seat) for part in PHASE_PROMPTS[view.phase])
        asked.append(Prompt(seat, joined(parts).on(board=SILENT)))  # the first prompt says whom all wait for
    return tuple(asked)


FOR_SEAT = (
    Phase.CHARACTER, Phase.HAND, Phase.DEAL, Phase.NEMESIS, Phase.DRAW, Phase.HUNT, Phase.CALL, Phase.TARGET,
    Phase.CONVERT, Phase.FORGIVE, Phase.TRASH, Phase.WHENCE, Phase.FREE, Phase.RESCUE, Phase.TROPHY,
    Phase.CONSENT, Phase.VICTIM,
)  # fmt: skip


Part = Callable[[View, int], Iterator[Message]]


def _money_prompt(view: View, seat: int) -> Iterator[Message]:
    if view.people[seat].money:
        yield say("${money} to spend: show a card to buy or use it.", money=view.people[seat].money).on(
            terminal=say("Spend ${money}: type a card."), phone=say("Spend ${money}: tap a card.")
        )
        if view.offers:
            yield say("Replace cards: press {first} to {last}, then confirm.", first=cell_name(OFFERS),
                      last=cell_name(OFFERS + len(view.row) - 1)).on(
                terminal=say("Replace: {first} to {last}, Enter."),
                phone=say("Or replace cards."),
            )  # fmt: skip


def _done_prompt(view: View, seat: int) -> Iterator[Message]:
    yield say("Pass: done with this phase.").on(terminal=say("pass: done."), phone=TAP_DONE)


def _done_by_both(view: View, seat: int) -> Iterator[Message]:
    """Where `confirm` is for nothing else."""
    yield say("Confirm: done with this phase.").on(terminal=say("Enter: done with this phase."), phone=TAP_DONE)


def _draw_prompt(view: View, seat: int) -> Iterator[Message]:
    """A hand that is untracked is drawn without a reader."""
    if seat in view.untracked:
        yield say("Cards in your hand: {n}.", n=view.people[seat].hand_size)


def _token_prompt(view: View, seat: int) -> Iterator[Message]:
    if may_take_token(view, seat):
        yield say("Confirm: take a teamwork token.").on(
            terminal=say("Enter: take a teamwork token."), phone=say("You can take a teamwork token.")
        )


def _call_prompt(view: View, seat: int) -> Iterator[Message]:
    if may_call(view, seat):
        yield say("Confirm: call the cops.").on(
            terminal=say("Enter: call the cops."), phone=say("You can call the cops.")
        )


def _lay_prompt(view: View, seat: int) -> Iterator[Message]:
    drawn = view.people[seat].drawn_size
    if seat in view.untracked:
        yield say_count("Draw 1 henchman. Only you look.", "Draw {n} henchmen. Only you look.", n=drawn)
    if drawn > 1:
        yield say("Choose one: put it face down on your reader. The rest go under the deck.").on(
            terminal=say("Choose one: type its name. The rest go under the deck."),
            phone=say("Choose one. The rest go under the deck."),
        )
    else:
        yield say("Put it face down on your reader.").on(terminal=say("Type its name."), phone=say("Tap it."))


def _fight_prompt(view: View, seat: int) -> Iterator[Message]:
    person = view.people[seat]
    if seat in view.called_off:
        yield say("You called off the fight. Do something else first.")
    elif fightable(view, seat):
        yield say("Confirm: fight with {icons}.", icons=name_icons(person.team_icons)).on(
            terminal=say("Enter: fight with {icons}."), phone=say("You can fight with {icons}.")
        )
    elif _possible_helpers(view, seat):
        asked = _possible_helpers(view, seat)[0]
        yield say("Confirm: ask {seat} to join your team, for 1 teamwork token.", seat=asked).on(
            terminal=say("Enter: ask {seat} to join your team, for 1 teamwork token."),
            phone=say("You can ask {seat} to join your team, for 1 teamwork token."),
        )
    elif _spendable_prompt(view, seat):
        yield SPEND_TOKEN
    elif any(person.team_icons):
        yield say("You can't rescue anyone yet. You have {icons}.", icons=name_icons(person.team_icons))


def _possible_helpers(view: View, seat: int) -> tuple[int, ...]:
    """Whom a token could add to the team, the next in seat order first."""
    person = view.people[seat]
    others = ((seat + more) % view.seats for more in range(1, view.seats))
    free = tuple(each for each in others if each not in (*person.team, *person.refused))
    return free if person.tokens else ()


def _spendable_prompt(view: View, seat: int) -> bool:
    return bool(view.people[seat].tokens) and view.seats == 1 and view.token_is_icon


def _take_prompt(view: View, seat: int) -> Iterator[Message]:
    person = view.people[seat]
    if not person.owes:
        return
    if person.forced:
        yield say(
            "Penalty: take a card for {phases} from the stacks.", phases=tuple(PHASE_NAMES[at] for at in person.forced)
        )
    else:
        yield say("Take a card from the stacks and show it to your reader.").on(
            terminal=say("Which card do you take from the stacks? Type its name."),
            phone=say("Which card do you take from the stacks?"),
        )


def _fill_prompt(view: View, seat: int) -> Iterator[Message]:
    person = view.people[seat]
    if not person.owes:
        yield say("Display: {n} of {size} cards.", n=len(person.display), size=person.display_size)
        if _may_fill(view, seat):
            yield say("Fill it: show cards from your hand.").on(
                terminal=say("Fill it: type cards."), phone=say("Fill it: tap cards.")
            )


def _may_fill(view: View, seat: int) -> bool:
    """As far as everybody knows: what its hand holds nobody else sees."""
    person = view.people[seat]
    return len(person.display) < person.display_size and bool(person.hand_size)


def _recoup_prompt(view: View, seat: int) -> Iterator[Message]:
    """A hand that nobody sees may be nothing but events, and these fill no display."""
    person = view.people[seat]
    if not person.owes:
        done = OR_DONE if _may_fill(view, seat) else TAP_DONE
        yield say("Confirm: done.").on(terminal=say("Enter: done."), phone=done)


OR_DONE, TAP_DONE = say("Or tap Done."), say("Nothing more? Tap Done.")
SPEND_TOKEN = say("Confirm: spend a teamwork token for any icon.").on(
    terminal=say("Enter: spend a teamwork token for any icon."),
    phone=say("You can spend a teamwork token for any icon."),
)
PHASE_PROMPTS: Mapping[Phase, tuple[Part, ...]] = {
    Phase.INCOME: (_money_prompt, _done_by_both),
    Phase.SUPPORT: (_draw_prompt, _token_prompt, _money_prompt, _done_prompt),
    Phase.PATROL: (_call_prompt, _money_prompt, _done_prompt),
    Phase.CHOOSE: (_lay_prompt,),
    Phase.AFTERMATH: (_call_prompt, _money_prompt, _done_prompt),
    Phase.FIGHT: (_fight_prompt, _money_prompt, _done_prompt),
    Phase.RECOUP: (_take_prompt, _fill_prompt, _money_prompt, _recoup_prompt),
}


# -- what is given up


def lost_options(view: View, action: Action) -> tuple[Message, ...]:
    """What the seat could still do in this phase and in none of this round that follows."""
    could = FORFEITS.get((view.phase, action.kind))
    if could is None or not could[0](view, action.seat):
        return ()
    return (filled(could[1], {"seat": action.seat}),)


FORFEITS: Mapping[tuple[Phase, str], tuple[Callable[[View, int], object], Message]] = {
    (Phase.SUPPORT, "ready"): (may_take_token, say("{seat} could still take a teamwork token.")),
    (Phase.AFTERMATH, "ready"): (may_call, say("{seat} could still call the cops.")),
    (Phase.FIGHT, "ready"): (fightable, say("{seat} could still fight.")),
    (Phase.RECOUP, "ready"): (_may_fill, say("{seat} may still be able to add cards.")),
}


def _waiting_prompt(text: Message) -> Callable[[View], Message]:
    """A sentence about all who are not ready."""
    return lambda view: filled(text, {"n": view.round, "seats": view.acting})


def _choice_prompt(text: Message, phone: Message, board: Message) -> Callable[[View], Message]:
    """A sentence about a choice on the cells of row f; on a phone each has a button."""
    asked = text.on(phone=phone, board=board)

    def prompt(view: View) -> Message:
        kind = WORD_KINDS[view.phase]
        offered = ((cell_name(word_cell(kind, word)), ACTION_WORDS[word]) for word in words_offered(view))
        choices = tuple(say("{cell} {what}", cell=cell, what=what) for cell, what in offered)
        return filled(asked, {"choices": choices, "card": view.card})

    return prompt


ASKED: Mapping[Phase, Callable[[View], Message]] = {
    Phase.VILLAIN: lambda view: say(
        "Turn over an arch villain ({type}). Show it to reader 1 and put it on {cell}.",
        type=TYPE_NAMES[TYPES[len(view.villains)]], cell=cell_name(len(view.villains)),
    ).on(
        terminal=say("Turn over an arch villain ({type}). Type it and put it on {cell}."),
        phone=say("Turn over an arch villain ({type}). Tap it and put it on {cell}."),
        board=say("Turning over an arch villain ({type}) …"),
    ),
    Phase.OFFER: lambda view: say(
        "Show the supply's next card to reader 1. Put it on {cell}.",
        cell=cell_name(OFFERS + view.row.index("")),
    ).on(
        terminal=say("Put the supply's next card on {cell}. Type its name."),
        phone=say("Put the supply's next card on {cell}. Tap its name."),
        board=say("Turning over the supply's next card …"),
    ),
    Phase.CHARACTER: lambda view: say("Draw a character and show it to your reader.").on(
        terminal=say("Draw a character and type it."),
        phone=say("Draw a character and tap it."),
        board=say("Drawing a character …"),
    ),
    Phase.HAND: lambda view: hands.ASKED,
    Phase.DEAL: lambda view: say(
        "Card {n} of {all}: show your deck's top card. Put it in your display.",
        n=len(view.people[view.seat].display), all=FIRST_DEALT,
    ).on(
        terminal=say("Card {n} of {all}: display your deck's top card. Type its name."),
        phone=say("Card {n} of {all}: display your deck's top card. Tap its name."),
        board=say("Dealing card {n} of {all} …"),
    ),
    Phase.NEMESIS: lambda view: say(
        "Draw a nemesis. Slide it, face down, over your reader. Keep it secret."
    ).on(
        terminal=say("Draw a nemesis and type it, while the others look away."),
        phone=say("Draw a nemesis and tap it. Keep it secret."),
        board=say("Drawing a nemesis …"),
    ),
    Phase.INCOME: _waiting_prompt(say("Round {n}: Income. Waiting for {seats}.")),
    Phase.SUPPORT: _waiting_prompt(say("Round {n}: Support. Waiting for {seats}.")),
    Phase.PATROL: _waiting_prompt(say("Round {n}: Patrol, before drawing. Waiting for {seats}.")),
    Phase.CHOOSE: _waiting_prompt(say("Round {n}: Patrol, silence! Still choosing: {seats}.")),
    Phase.AFTERMATH: _waiting_prompt(say("Round {n}: Patrol, after drawing. Waiting for {seats}.")),
    Phase.FIGHT: _waiting_prompt(say("Round {n}: Fight. Waiting for {seats}.")),
    Phase.RECOUP: _waiting_prompt(say("Round {n}: Recoup. Waiting for {seats}.")),
    Phase.DRAW: lambda view: say("Draw a card and slide it face down over your reader.").on(
        terminal=say("Draw a card and type it."),
        phone=say("Draw a card and tap it."),
        board=say("Drawing a card …"),
    ),
    Phase.HUNT: lambda view: say(
        "No talking. Look at henchman {n} of {all}. Slide it, face down, over your reader.",
        n=view.people[view.seat].drawn_size + 1,
        all=min(view.people[view.seat].to_hunt, view.people[view.seat].drawn_size + view.deck),
    ).on(
        terminal=say("No talking. Look at henchman {n} of {all} and type it."),
        phone=say("No talking. Look at henchman {n} of {all} and tap it."),
        board=say("No talking. Drawing henchman {n} of {all} …"),
    ),
    Phase.CALL: lambda view: say(
        "Which henchman do the cops take? Press it. Confirm: don't call them now."
    ).on(
        terminal=say("Which henchman do the cops take? Type its cell. Enter: don't call them now."),
        phone=say("Which henchman do the cops take? Tap it."),
        board=say("Choosing a henchman for the cops …"),
    ),
    Phase.TARGET: lambda view: joined(_aim_prompt(view)).on(board=say("Choosing who to fight …")),
    Phase.CONVERT: _choice_prompt(
        say("Which icon becomes any type? {choices}"),
        phone=say("Which icon becomes any type?"), board=say("Choosing an icon …"),
    ),
    Phase.FORGIVE: _choice_prompt(
        say("Which phase loses penalty tokens? {choices}"),
        phone=say("Which phase loses penalty tokens?"), board=say("Choosing a phase …"),
    ),
    Phase.TRASH: lambda view: say("Which card goes back to its stack? Show it, from your hand or discards.").on(
        terminal=say("Which card goes back to its stack? Type it, from your hand or discards."),
        phone=say("Which card goes back to its stack?"),
        board=say("Choosing a card to put back …"),
    ),
    Phase.WHENCE: lambda view: say(
        "Where was {card}? Confirm: in your hand. Pass: in your discards.", card=view.card
    ).on(
        terminal=say("Where was {card}? Enter: in your hand. pass: in your discards."),
        phone=say("Where was {card}?"),
        board=say("Has to say where {card} was …"),
    ),
    Phase.FREE: lambda view: say("Rescue a hostage for free: press its henchman.").on(
        terminal=say("Rescue a hostage for free: type its henchman's cell."),
        phone=say("Rescue a hostage for free: tap its henchman."),
        board=say("Rescuing a hostage for free …"),
    ),
    Phase.RESCUE: _choice_prompt(
        say("{card}: who do you rescue? {choices}"),
        phone=say("{card}: who do you rescue?"), board=say("{card}: choosing a hostage to rescue …"),
    ),
    Phase.TROPHY: lambda view: say(
        "Who gets {card} as a trophy? That player presses confirm. Can't agree? Pass.", card=view.card
    ).on(
        terminal=say("Who gets {card} as a trophy? Type a name. Can't agree? Type pass."),
        phone=say("Who gets {card} as a trophy?"),
        board=say("Choosing who gets {card} as a trophy …"),
    ),
    Phase.CONSENT: lambda view: say(
        "{seat} wants you on the team. Confirm: yes. Pass: no.", seat=view.whom
    ).on(
        terminal=say("{seat} wants you on the team. Enter: yes. pass: no."),
        phone=say("{seat} wants you on the team."),
        board=say("Deciding whether to join {seat}'s team …"),
    ),
    Phase.KILL: lambda view: say(
        "A hostage is lost. Press the henchman that loses it."
    ).on(
        terminal=say("A hostage is lost. Type the cell of the henchman that loses it."),
        phone=say("A hostage is lost. Tap the henchman that loses it."),
        board=say("A hostage is lost. Choosing its henchman …"),
    ),
    Phase.VICTIM: _choice_prompt(
        say("{card}: which hostage is lost? {choices}"),
        phone=say("{card}: which hostage is lost?"), board=say("{card}: choosing the hostage that is lost …"),
    ),
}  # fmt: skip


def _aim_prompt(view: View) -> Iterator[Message]:
    """Whom to fight, and how the team grows before."""
    yield say("Who do you fight? Press a green cell.").on(
        terminal=say("Who do you fight? Type a green cell."), phone=say("Who do you fight? Tap a green cell.")
    )
    if _possible_helpers(view, view.seat):
        helpers = _possible_helpers(view, view.seat)
        yield say("Need help for 1 teamwork token? Confirm key: {seats}.", seats=helpers).on(
            terminal=say("Need help for 1 teamwork token? Type a name: {seats}."),
            phone=say("Need help for 1 teamwork token? Ask {seats}."),
        )
    elif _spendable_prompt(view, view.seat):
        yield SPEND_TOKEN
    if not _spendable_prompt(view, view.seat):
        yield say("Confirm: don't fight now.").on(
            terminal=say("Enter: don't fight now."), phone=say("You can also call it off.")
        )


def setup_instructions(view: View) -> tuple[Message, ...]:
    """What people lay out. Source: EN, setup 1 to 8 (E-06 to E-12)"""
    starting = tuple(
        say("{card} on {cell}", card=each.name, cell=cell_name(henchman_cell(each.place))) for each in view.henchmen
    )
    return (
        say("Sort hostages by type next to f1 to f3. Put teamwork, penalty and money tokens next to the table."),
        say("Put the starting henchmen on the table: {henchmen}.", henchmen=starting),
        say("3 of them take 1 hostage each. Put the henchmen's deck on f4."),
        say(
            "Sort hero and alter ego cards into 8 face-up stacks. Shuffle the supply, the characters, and the "
            "arch villains by type."
        ),
    )


# -- what hands do and put back


def instruction(action: Action, state: State) -> Message:
    return filled(INSTRUCTIONS[action.kind], _action_facts(action, state))


def description(action: Action, before: State, after: State) -> tuple[Message, ...]:
    """What was done, and then everything that is different now."""
    text = SECRETLY_DONE.get(action.kind) or INSTRUCTIONS[action.kind]
    return (filled(text, _action_facts(action, before)), *news_of(action, before, after))


def held(action: Action, before: State, after: State) -> tuple[Message, ...]:
    """What the end of a round has changed."""
    return tuple(news_of(action, before, after)) if after.round > before.round > 0 else ()


def undo_instruction(action: Action, before: State) -> Message | None:
    """What hands put back, if anything was moved."""
    if action.kind == "ready" and not_ready(readied(before, action.seat)):
        return None
    text = UNDO_INSTRUCTIONS.get(action.kind)
    return filled(text, _action_facts(action, before)) if text else None


def put_back(taken: Taken, after: State) -> tuple[Message, ...]:
    """What hands put back in all: each action by itself, the last first, and the supply's moves all at once."""
    others = (undo_instruction(action, before) for before, action in reversed(taken) if action.kind not in SUPPLY)
    return (*filter(None, others), *supply_back(taken, after))


def _action_facts(action: Action, state: State) -> dict[str, object]:
    """What the sentences about an action are filled with."""
    said = action.args[0] if action.args else NO_CARD
    number = said if isinstance(said, int) else NO_CARD
    return {
        "seat": state.seat if action.seat < 0 else action.seat,
        "seat2": number if action.kind in SEAT_KINDS else state.whom,
        "word": ACTION_WORDS.get(str(said), ""),
        **_facts_of_card(number if action.kind in CARD_KINDS and said != HIDDEN else state.card, state),
    }


def _facts_of_card(card: int, state: State) -> dict[str, object]:
    if card == NO_CARD:
        return {"card": "", "title": "", "cell": ""}
    return {
        "card": TITLES[card],
        "title": TITLES[card],
        "cell": place_of(card, state),
        "price": PRICE[card],
        "pay": PAY.get(card, 0),
        "says": TEXTS.get(IDS[card], ""),
        "cost": name_icons(COST[card]),
        "type": TYPE_NAMES[TYPES[VILLAIN_TYPE[card]]] if card in VILLAIN_TYPE else "",
    }


def place_of(card: int, state: State) -> str:
    """The cell on which a card lies face up, or a card of the supply will; '' for any other."""
    at = {each.card: henchman_cell(each.place) for each in state.henchmen}
    at |= {each.card: cell for cell, each in enumerate(state.villains)}
    at |= {each: OFFERS + gap for gap, each in enumerate(state.row)}
    return cell_name(at[card]) if card in at else ""


INSTRUCTIONS: Mapping[str, Message] = {
    "villain": say("{card} is this match's {type}."),
    "offer": say("For sale: {card} for ${price}. {says}"),
    "character": say("{seat} is {card}."),
    **hands.ANSWERED,
    "deal": say("{card} goes into {seat}'s display."),
    "nemesis": say("{seat} draws a nemesis."),
    "draw": say("{seat} draws a card."),
    "henchman": say("{seat} draws a henchman."),
    "ready": say("{seat} is done."),
    "buy": say("{seat} buys {card} for ${price}. {says}"),
    "cycle": say("{seat} pays $1. {card} goes under the deck."),
    "sweep": say("{seat} pays $2. All cards in the supply go under the deck."),
    "activate": say("{seat} uses {card} for ${pay}. {says}"),
    "event": say("{seat} plays {card} and puts it next to the board. {says}"),
    "token": say("{seat} takes a teamwork token."),
    "call": say("{seat} calls the cops."),
    "cops": say("{seat}'s cops take {card} from {cell}."),
    "choose": say("Slide {seat}'s henchman face down over {seat}'s reader. Put it aside.").on_screens(
        say("{seat} chooses a henchman.")
    ),
    "fight": say("{seat} fights."),
    "engage": say("{seat} fights {card} on {cell} with {cost}."),
    "ask": say("{seat} asks {seat2} to join the team."),
    "yes": say("{seat} joins {seat2}, who spends 1 teamwork token."),
    "no": say("{seat} doesn't join {seat2}."),
    "spend": say("{seat} spends a teamwork token for any icon."),
    "convert": say("{seat} makes 1 icon any type: {word}."),
    "forgive": say("{seat} discards penalty tokens: {word}."),
    "trash": say("{seat} puts {title} back on its stack."),
    "hand": say("{seat} had {title} in hand."),
    "discards": say("{seat} had {title} in the discards."),
    "back": say("{seat} calls it off."),
    "free": say("{seat} rescues a hostage from {card} on {cell} for free."),
    "rescue": say("{seat} frees a hostage from {card}: {word}."),
    "trophy": say("The team gives {card} to {seat2}."),
    "pass": say("You couldn't agree. Whoever paid most gets {card}.").on(
        board=say("The team couldn't agree. Whoever paid most gets {card}.")
    ),
    "take": say("{seat} takes {title} from the stacks into the display."),
    "fill": say("{seat} puts {title} into the display."),
    "kill": say("A hostage from {card} on {cell} is out of the game."),
    "victim": say("{card} loses a hostage: {word}."),
}

LABELS: Mapping[str, Message] = {
    **hands.LABELS,
    "ready": say("Done"),
    "buy": say("Buy {card} for ${price}"),
    "cycle": say("Put {card} away for $1"),
    "sweep": say("Put all away for $2"),
    "activate": say("Use {card} for ${pay}"),
    "event": say("Play {card}"),
    "token": say("Take a teamwork token"),
    "call": say("Call the cops"),
    "cops": say("Take {card}"),
    "choose": say("Choose {card}"),
    "fight": say("Fight"),
    "engage": say("Fight {card}"),
    "ask": say("Ask {seat2}"),
    "yes": say("Join"),
    "no": say("Don't join"),
    "spend": say("Spend a token"),
    "convert": say("Make it any type: {word}"),
    "forgive": say("Discard penalties: {word}"),
    "trash": say("Return {title}"),
    "hand": say("From my hand"),
    "discards": say("From my discards"),
    "back": say("Call it off"),
    "free": say("Rescue from {card}"),
    "rescue": say("Rescue: {word}"),
    "trophy": say("{seat2} gets {card}"),
    "pass": say("We can't agree"),
    "take": say("Take {title}"),
    "fill": say("Display {title}"),
    "kill": say("From {card}"),
    "victim": say("Lose: {word}"),
}


def consequences(view: View, action: Action) -> tuple[Message, ...]:
    """Where cards go that are put away: whoever pays doesn't get them (E-35)."""
    instruction = PUT_AWAY.get(action.kind)
    return (instruction,) if instruction else ()


PUT_AWAY: Mapping[str, Message] = {
    "cycle": say("It goes under the deck. You don't get it."),
    "sweep": say("All go under the deck. You don't get them."),
}


def label(action: Action, state: State) -> Message:
    """What the button says that does it."""
    text = LABELS.get(action.kind)
    return filled(text, _action_facts(action, state)) if text else instruction(action, state)


SECRETLY_DONE: Mapping[str, Message] = {"choose": say("{seat} has chosen a henchman.")}
# News that a log leaves out as soon as something follows
PASSING = frozenset(
    (*(INSTRUCTIONS[kind].text for kind in ("draw", "henchman", "ready", "fight")), SECRETLY_DONE["choose"].text)
)

UNDO_INSTRUCTIONS: Mapping[str, Message] = {
    "villain": say("Put {card} back with the arch villains, face down."),
    "character": say("Put {card} back with the characters, and {seat}'s deck on the stacks."),
    "deal": say("Put {card} back on top of {seat}'s deck."),
    "nemesis": say("Put {seat}'s nemesis back, unseen."),
    "draw": say("Put {seat}'s last draw back on the deck."),
    "henchman": say("Put {seat}'s last henchman back on the henchmen's deck, unseen."),
    "activate": say("{card} wasn't used. Give {seat} ${pay} back."),
    "event": say("Put {card} back in {seat}'s hand, and give back what it gave."),
    "token": say("Put {seat}'s teamwork token back."),
    "cops": say("Put {card} back on {cell} with its hostages."),
    "choose": say(
        "{seat} takes back the chosen henchman. Were all turned over? Take them off the table, undo what they "
        "did, and take the others from under the deck."
    ),
    "engage": say("Put {card} on {cell} with its hostages, as before."),
    "yes": say("Give {seat2} the teamwork token back."),
    "spend": say("Give {seat} the teamwork token back."),
    "forgive": say("Put {seat}'s penalty tokens back: {word}."),
    "trash": say("Take {title} off its stack and give it back to {seat}."),
    "hand": say("Take {title} off its stack and give it back to {seat}."),
    "discards": say("Take {title} off its stack and give it back to {seat}."),
    "free": say("Put {card} on {cell} with its hostages, as before."),
    "rescue": say("Put a hostage back on {card}: {word}."),
    "trophy": say("Take {card} back from {seat2}."),
    "pass": say("Give {card} back."),
    "take": say("Put {title} back on its stack. Give {seat} back any penalty tokens it cost."),
    "fill": say("Put {title} back in {seat}'s hand."),
    "kill": say("Put {card} on {cell} with its hostages, as before."),
    "victim": say("Put a hostage back on {card}: {word}."),
    "ready": say("Put back what the end of the phase brought: money, cards, penalty tokens, villains."),
}
