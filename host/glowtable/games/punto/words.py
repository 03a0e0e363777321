"""What people read in a match of Punto: what is asked, what hands do, did, and put back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from glowtable.game import CHANCE, PUBLIC, Action, listed
from glowtable.grid import TABLE_SEAT
from glowtable.kit.bit_sets import members
from glowtable.messages import SILENT, Message, filled, say, say_count
from glowtable.table import Face, Prompt

from . import cells
from .ledger import point
from .letters import COLOUR_WORDS, card_text, named_text
from .rules import RULES
from .state import NOBODY, SETTLED, Phase, Round, State, top_cards, trophies_taken
from .views import View


def _colour_words(colours: str) -> tuple[Message, ...]:
    return tuple(COLOUR_WORDS[colour] for colour in colours)


# -- what is asked


def prompts(view: View) -> tuple[Prompt, ...]:
    asked = PROMPTS.get(Phase(view.phase))
    if asked is None:
        return ()
    seat = TABLE_SEAT if view.phase in (Phase.STARTER, Phase.YOUNGEST) else view.seat
    return (Prompt(seat, asked if isinstance(asked, Message) else asked(view)), *_beyond_table(view))


def _place_prompt(view: View) -> Message:
    return say("Put {card} on a lit cell and press down.", card=named_text(view.card)).on(
        terminal=say("Where does {card} go? Type a lit cell."),
        phone=say("Tap a lit cell for {card}."),
        board=say("Choosing a cell for {card} …"),
    )


def _beyond_table(view: View) -> tuple[Prompt, ...]:
    """The cells for a card that the table does not show."""
    beyond = [cell for cell in view.cells if view.phase == Phase.PLACE and cells.on_table(cell, view) is None]
    if not beyond:
        return ()
    off = say("Off the table (type it): {typed}", typed=tuple(f"@{cells.cell_label(cell, view)}" for cell in beyond))
    return (Prompt(view.seat, off.on(phone=say("Or off the table: {typed}"), board=SILENT)),)


def _trophy_prompt(view: View) -> Message:
    names = tuple(cells.cell_label(cell, view) for cell in view.cells)
    return say("Press the card you keep as a trophy: {cells}", cells=names).on(
        terminal=say("Which card do you keep as a trophy? Type its cell: {cells}"),
        phone=say("Tap the card you keep as a trophy."),
        board=say("Choosing a trophy …"),
    )


def _next_round(view: View) -> Message:
    """Which card leaves the game, how neutral cards are shared out, who starts (P-23, P-30, P-31, P-32)."""
    done = view.rounds[-1]
    trophy = _leaving_text(done, cells.cell_label(done.cell, view)) if done.trophy else say("No trophy this round.")
    steps = (trophy, *_neutral_steps(view, done), *_stack_steps(view))
    return say(
        "{steps} Then press confirm: {seat} starts round {number}.",
        steps=steps,
        seat=view.seat,
        number=len(view.rounds) + 1,
    ).on(
        terminal=say("{steps} Then press Enter: {seat} starts round {number}."),
        phone=say("{seat} starts round {number}."),
        board=say("{steps} {seat} starts round {number}."),
    )


def _leaving_text(done: Round, cell: str) -> Message:
    card, seat = named_text(done.trophy), done.taker
    return say("{seat} keeps {card} (from {cell}) as a trophy.", card=card, cell=cell, seat=seat)


def _neutral_steps(view: View, done: Round) -> tuple[Message, ...]:
    """Source: Punto DE, "Bei 3 Spielern" (P-31)"""
    if not view.neutral:
        return ()
    colour = COLOUR_WORDS[view.neutral]
    kept = say("Leave the {colour} cards that are still in the stacks.", colour=colour)
    if done.stuck[:1] != view.neutral:
        return (*_shared_text(view, done.neutrals, colour), kept)
    stuck = say("{seat} keeps {card} in the stack.", card=named_text(done.stuck), seat=done.seat)
    return (*_shared_text(view, done.neutrals, colour), stuck, kept)


def _shared_text(view: View, played: int, colour: Message) -> tuple[Message, ...]:
    """What becomes of the neutral cards that were played: the even part, and the rest."""
    each, rest = divmod(played, view.seats)
    share = say(
        "Shuffle the {played} {colour} cards played and give each player {each}.",
        played=played,
        colour=colour,
        each=each,
    )
    return ((share,) if each else ()) + ((_rest_text(view, rest, colour),) if rest else ())


def _rest_text(view: View, rest: int, colour: Message) -> Message:
    if ("neutral_rest", "deal") in view.options:
        return say_count(
            "{seat} gets the last {colour} card.",
            "The last {n} {colour} cards go round, one each, starting with {seat}.",
            n=rest,
            colour=colour,
            seat=view.seat,
        )
    return say_count(
        "Put {n} {colour} card aside, face down, for good.",
        "Put {n} {colour} cards aside, face down, for good.",
        n=rest,
        colour=colour,
    )


def _stack_steps(view: View) -> tuple[Message, ...]:
    """All other cards go home; a team's are halved, and it matters who gets the odd one."""
    shuffled = say("Everyone takes back their other cards and shuffles them.")
    if ("teams", "yes") not in view.options:
        return (shuffled,)
    halves = tuple(
        say("{seat} gets {count} cards.", seat=seat, count=count) for seat, count in enumerate(view.next_stacks)
    )
    return (shuffled, *halves)


PROMPTS: dict[Phase, Message | Callable[[View], Message]] = {
    Phase.STARTER: say("Drawing the first player …"),
    Phase.YOUNGEST: say("Youngest player: press confirm to start.").on(
        terminal=say("Who is youngest? Type the name."),
        phone=say("Who is youngest? Tap that player."),
        board=say("Choosing the first player …"),
    ),
    Phase.BEGIN: _next_round,
    Phase.TURN: say("Turn over your top card and show it to your reader.").on(
        terminal=say("Turn over your top card and type it."),
        phone=say("Turn over your top card and tap it here."),
        board=say("Turning over a card …"),
    ),
    Phase.PLACE: _place_prompt,
    Phase.TROPHY: _trophy_prompt,
}


def setup_instructions(view: View) -> tuple[Message, ...]:
    """What each player or team lays out. Source: Punto EN, "Setup" (P-02 to P-07)"""
    lines = tuple(_laid_out(view, side) for side in range(len(view.sides)))
    shuffle, ages = say("Shuffle well. Don't look at your stack."), say("Ages 7+ (English rulebook: 8+)")
    return (*lines, shuffle, *_goal_text(view), *_neutral_line(view), ages)


def _goal_text(view: View) -> tuple[Message, Message]:
    """What wins a round, and what a round is worth. Source: Punto EN, "Aim of the game" (P-08, P-18, P-23, P-33)"""
    goal: Any = dict(view.options)["rounds_to_win"]
    return (
        say(
            "Line up {need} cards of one of your colours to win a round. A line runs across, down or diagonally, "
            "without gaps.",
            need=view.need,
        ),
        say_count(
            "The winner keeps the line's highest card as a trophy. Win 1 round to win the match.",
            "The winner keeps the line's highest card as a trophy. Win {n} rounds to win the match.",
            n=goal,
        ),
    )


def _neutral_line(view: View) -> tuple[Message, ...]:
    """Source: Punto EN, "the neutral color doesn't count" (P-19)"""
    if not view.neutral:
        return ()
    return (say("The neutral colour is {colour}. Its lines don't count.", colour=COLOUR_WORDS[view.neutral]),)


def _laid_out(view: View, side: int) -> Message:
    seats, colours = view.sides[side], _colour_words(view.colours[side])
    if len(seats) > 1:
        return say(
            "{who}: shuffle all {colours} cards together, half each, face down", who=listed(seats), colours=colours
        )
    if view.neutral:
        return say(
            "{seat}: all {colours} cards and 6 random {neutral} ones, face down",
            seat=seats[0],
            colours=colours,
            neutral=COLOUR_WORDS[view.neutral],
        )
    return say("{seat}: all {colours} cards, face down", seat=seats[0], colours=colours)


# -- what eyes see in text


def face(view: View) -> Face:
    """The top cards; score and stacks, a line for each player or team; what makes a line and what does not."""
    tops = {cell: named_text(pile[-1]) for cell, pile in view.piles}
    scores = (_score_line(view, side) for side in range(len(view.sides)))
    line = say("{need} of one colour in a line wins the round.", need=view.need)
    rows, columns = cells.headings(view)
    shown = Face.of(cells.all_on_table(tops, view), *scores, line, *_neutral_line(view))
    return shown._replace(rows=rows, columns=columns)


def _score_line(view: View, side: int) -> Message:
    line = say(
        "{who} ({colours}): {won} of {goal} rounds, {stacks} cards left",
        who=listed(view.sides[side]),
        colours=_colour_words(view.colours[side]),
        won=view.wins[side],
        goal=dict(view.options)["rounds_to_win"],
        stacks=tuple(view.stacks[seat] for seat in view.sides[side]),
    )
    trophies = tuple(map(named_text, view.trophies[side]))
    return say("{line}, trophies {cards}", line=line, cards=trophies) if trophies else line


# -- what hands do, and what they did

COVER = "cover"  # a card laid on another one


def _kind_of(action: Action, state: State) -> str:
    return COVER if action.kind == "place" and action.args[0] in top_cards(state) else action.kind


def _action_facts(action: Action, state: State) -> dict[str, Any]:
    """What a sentence about an action may name."""
    facts: dict[str, Any] = {"seat": state.seat if action.seat == CHANCE else action.seat}
    about: Any = action.args[0] if action.args else None
    if action.kind in ("turn", "shown"):
        facts["card"] = named_text(about) if action.kind == "shown" else card_text(about)
    elif action.kind == "starter":
        facts["seat"] = about
    elif action.kind in ("place", "trophy"):
        below = top_cards(state).get(about)
        facts |= {"cell": state.terms.cell_label(about), "top": "" if below is None else card_text(below)}
        facts["card"] = card_text(state.card) if action.kind == "place" else facts["top"]
    return facts


def instruction(action: Action, state: State) -> Message:
    if action.kind == "begin" and state.rounds:
        return _next_round(RULES.view(state, PUBLIC))
    return filled(INSTRUCTIONS[_kind_of(action, state)], _action_facts(action, state))


SHOWN = say("Show {card} to {seat}'s reader.").on(
    terminal=say("{seat} turns over {card}. Type it."),
    phone=say("{seat} turns over {card}. Tap it."),
    board=say("{seat} turns over {card}."),
)
INSTRUCTIONS = {
    "begin": say("{seat} starts the first round."),
    "starter": say("{seat} starts."),
    "turn": SHOWN,
    "shown": SHOWN,
    "place": say("Put {card} on {cell} and press down.").on_screens(say("Put {card} on {cell}.")),
    COVER: say("Put {card} on top of {top} on {cell} and press down.").on_screens(
        say("Put {card} on top of {top} on {cell}.")
    ),
    "trophy": say("Press {cell} and take {card} off as the trophy.").on_screens(
        say("Take {card} off {cell} as the trophy.")
    ),
}


LABELS = {
    "begin": say("Start"),
    "place": say("Put {card} on {cell}"),
    COVER: say("Cover {top} with {card}"),
    "trophy": say("Keep {card}"),
}


def label(action: Action, state: State) -> Message:
    """What the button says that does it."""
    text = LABELS.get(_kind_of(action, state))
    return filled(text, _action_facts(action, state)) if text else instruction(action, state)


def description(action: Action, before: State, after: State) -> tuple[Message, ...]:
    """The action, and if it ended the round: why, who won it and which card leaves the game."""
    kind = _kind_of(action, before)
    facts = {**_action_facts(action, before), "number": len(before.rounds) + 1}
    said: tuple[Message, ...] = (filled(DESCRIPTIONS[kind], facts),) if kind in DESCRIPTIONS else ()
    if len(after.rounds) > len(before.rounds):
        said += _round_end(after)
    return said + _trophy_taken(after)


DESCRIPTIONS = {  # a trophy is named once, when it is taken
    "begin": say("{seat} starts round {number}."),
    "starter": say("{seat} goes first."),
    "turn": say("{seat} turns over {card}."),
    "shown": say("{seat} turns over {card}."),
    "place": say("{seat} plays {card} on {cell}."),
    COVER: say("{seat} covers {top} on {cell} with {card}."),
}
PASSING = frozenset((DESCRIPTIONS["turn"].text,))  # what is played names the card again


def held(action: Action, before: State, after: State) -> tuple[Message, ...]:
    """A round's end: first who won it, then why."""
    if len(after.rounds) == len(before.rounds):
        return ()
    *reasons, won = _round_end(after)
    return (won, *reasons)


def _round_end(state: State) -> tuple[Message, ...]:
    ended, number = state.rounds[-1], len(state.rounds)
    why = point(state.terms, number, ended)
    if ended.winner == NOBODY:
        return (_stuck_text(ended), why.message)
    who = listed(why.seats)
    if len(why.seats) > 1:
        won = say("{who} win round {number}.", who=who, number=number)
    else:
        won = say("{who} wins round {number}.", who=who, number=number)
    return (why.message, won) if ended.end == "line" else (_stuck_text(ended), why.message, won)


def _stuck_text(ended: Round) -> Message:
    if ended.stuck:
        return say("{seat} can't play {card}: no cell is free for it.", seat=ended.seat, card=named_text(ended.stuck))
    return say("{seat} has no cards left and can't play.", seat=ended.seat)


def _trophy_taken(after: State) -> tuple[Message, ...]:
    if not after.rounds or not after.rounds[-1].trophy or after.phase not in SETTLED:
        return ()
    taken = after.rounds[-1]
    return (_leaving_text(taken, after.terms.cell_label(taken.cell)),)


# -- what hands put back

Taken = Sequence[tuple[State, Action]]  # the actions taken back, each with the state before it


def put_back(taken: Taken, after: State) -> tuple[Message, ...]:
    """Of each card where it lies now and where it lay then; of whole rounds only how the first of them lay."""
    ends = [n for n, (before, action) in enumerate(taken) if action.kind == "begin" and before.rounds]
    if not ends:
        return _put_back_in_round(taken, after)
    end = taken[ends[0]][0]
    again = say("Put the cards of round {number} back where they were.", number=len(end.rounds))
    return (again, *_put_back_in_round(taken[: ends[0]], end))


def _put_back_in_round(taken: Taken, after: State) -> tuple[Message, ...]:
    """The same within a round: a trophy first, then the cards turned up, the last one first."""
    states = [*(before for before, _ in taken), after]
    laid = {card: cell for cell, card in after.laid[len(states[0].laid) :]}
    turned = [
        (before.seat, then.card)
        for (before, action), then in zip(taken, states[1:], strict=True)
        if action.kind in ("turn", "shown")
    ]
    won = trophies_taken(after) & ~trophies_taken(states[0])
    moved = [_face_down(seat, card, laid.get(card), after) for seat, card in reversed(turned)]
    held = states[0].card
    if held in laid:
        moved.append(_in_hand(held, laid[held], after))
    mentioned = {held, *(card for _, card in turned)}
    trophies = [card for card in members(won) if card not in mentioned]
    cell = after.terms.cell_label(after.rounds[-1].cell) if trophies else ""
    return (*(say("Put {card} back on {cell}.", card=card_text(card), cell=cell) for card in trophies), *moved)


def _face_down(seat: int, card: int, cell: int | None, after: State) -> Message:
    """A card goes back on the stack from which it was turned up."""
    if cell is None or trophies_taken(after) >> card & 1:
        return say("Put {card} back on {seat}'s stack, face down.", card=card_text(card), seat=seat)
    return say(
        "Put {card} from {cell} back on {seat}'s stack, face down.",
        card=card_text(card),
        cell=after.terms.cell_label(cell),
        seat=seat,
    )


def _in_hand(card: int, cell: int, after: State) -> Message:
    """A card that had been turned up before comes back from its cell, or as a trophy from its winner."""
    if trophies_taken(after) >> card & 1:
        return say("Take {card} back from the trophies. It's still in play.", card=card_text(card))
    return say(
        "Take {card} off {cell} and keep it in your hand.", card=card_text(card), cell=after.terms.cell_label(cell)
    )
