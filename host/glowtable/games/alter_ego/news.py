"""What came of an action of Alter Ego, found by what is different from before: everybody may know all of it.

Nothing here looks into hands or decks, but how many cards they have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from glowtable.game import Action
from glowtable.grid import cell_name
from glowtable.kit.bit_sets import members
from glowtable.messages import Message, say, say_count

from .cards import HENCHMEN, ICONS, PRINTED, TITLES, TYPES, titles_of
from .cells import henchman_cell
from .icons import icons_of
from .ledger import ENDINGS
from .naming import CARD_NAMES, ICON_NAMES, PHASE_NAMES, TYPE_NAMES, counted, name_hostages, text_of
from .state import PENALTIES, Phase, State, Status, hand_size, minus


def news_of(action: Action, before: State, after: State) -> Iterator[Message]:
    """Everything that is different now."""
    return (message for part in NEWS for message in part(action, before, after))


News = Callable[[Action, State, State], Iterator[Message]]


def _character_news(action: Action, before: State, after: State) -> Iterator[Message]:
    """The starting deck, as the character names it (E-11)."""
    if action.kind == "character":
        entry = PRINTED[int(action.args[0])]
        cards = counted(CARD_NAMES, (*entry["start"].items(), *entry["start_hero"].items()))
        yield say(
            "{seat} shuffles this deck: {cards}. The character goes in the display.", seat=before.seat, cards=cards
        )


def _revealed_news(action: Action, before: State, after: State) -> Iterator[Message]:
    """Henchmen that came into play, in seat order: all are turned up at once (E-23, E-24).

    Who named a henchman that another one holds is asked again; which, and whose, stays hidden (E-21).
    """
    old = {each.card for each in before.henchmen}
    entered = []
    for henchman in after.henchmen:
        name, cell = TITLES[henchman.card], cell_name(henchman_cell(henchman.place))
        hostages = name_hostages(henchman.hostages)
        if henchman.card not in old and hostages:
            entered.append(say("{card} on {cell} ({hostages})", card=name, cell=cell, hostages=hostages))
        elif henchman.card not in old:
            entered.append(say("{card} on {cell}", card=name, cell=cell))
    if entered:
        yield say("Now in play: {henchmen}.", henchmen=tuple(entered))
    late = after.gone & ~before.gone & HENCHMEN if action.kind == "choose" else 0
    if late:
        yield say("Also turned over: {henchmen}.", henchmen=titles_of(late))
    chosen = action.kind == "choose" and after.phase is Phase.CHOOSE
    again = members((before.ready | 1 << action.seat) & ~after.ready) if chosen else ()
    if again:
        yield say("Someone else holds that henchman too. Choose again: {seats}.", seats=again)


def _threat_news(action: Action, before: State, after: State) -> Iterator[Message]:
    """Tokens taken off arch villains that wait; and villains that enter or are defeated."""
    pairs = list(zip(before.villains, after.villains, strict=False))
    fewer = [
        say("{villain} ({cell}) {n}", villain=TITLES[now.card], cell=cell_name(at), n=now.tokens)
        for at, (was, now) in enumerate(pairs)
        if now.tokens < was.tokens
    ]
    if fewer:
        yield say("Tokens left: {villains}.", villains=tuple(fewer))
    for at, (was, now) in enumerate(pairs):
        name = TITLES[now.card]
        if now.status is not was.status and now.status is Status.IN_PLAY:
            held = name_hostages(now.hostages)
            yield say("{villain} arrives and takes {hostages}. {says}", villain=name, hostages=held, says=text_of(name))
        elif now.status is not was.status:
            yield say("{villain} ({type}) is defeated and out of the game.", villain=name, type=TYPE_NAMES[TYPES[at]])


def _rescue_news(action: Action, before: State, after: State) -> Iterator[Message]:
    """Hostages that went back to their pools, and such that left the game."""
    back = name_hostages(max(0, n) for n in minus(after.pools, before.pools))
    lost = name_hostages(minus(after.lost, before.lost))
    if back:
        yield say("Back to the pools: {hostages}.", hostages=back)
    if lost:
        yield say("Out of the game: {hostages}.", hostages=lost)


def _trophy_news(action: Action, before: State, after: State) -> Iterator[Message]:
    for seat, (was, now) in enumerate(zip(before.people, after.people, strict=True)):
        for card in members(now.trophies & ~was.trophies):
            icons = counted(ICON_NAMES, ICONS[card].items())
            yield say(
                "{seat} defeats {card} and keeps it as a trophy: {icons}.", card=TITLES[card], seat=seat, icons=icons
            )


def _bought_unseen(action: Action, before: State, after: State) -> Iterator[Message]:
    """What goes where it is not obvious, by option (E-35)."""
    if action.kind == "buy" and after.people[action.seat].discard >> int(action.args[0]) & 1:
        yield say("The card goes to {seat}'s discards.", seat=action.seat)


def _round_news(action: Action, before: State, after: State) -> Iterator[Message]:
    """What the end of the fights brings; income is paid when a round begins, where by option no money stays (E-16)."""
    if after.phase is Phase.RECOUP and before.phase is Phase.FIGHT:
        yield say("All displays and played events go to the discards.")
    if after.round == before.round or after.phase is Phase.OVER:
        return
    income = tuple(
        say("{seat} gets ${money}", seat=seat, money=icons_of(after, seat, "money")) for seat in after.terms.everybody
    )
    paid = tuple(
        say("{seat} ${money}", seat=seat, money=each.money) for seat, each in enumerate(before.people) if each.money
    )
    if paid and after.terms.options["money_kept"] == "no":
        yield say("Money goes back to the bank: {paid}.", paid=paid)
    yield say("Round {n} starts: {income}.", n=after.round, income=income)


def _penalty_news(action: Action, before: State, after: State) -> Iterator[Message]:
    for at, phase in enumerate(PENALTIES):
        more = [now.penalties[at] - was.penalties[at] for was, now in zip(before.people, after.people, strict=True)]
        taken = tuple(seat for seat, tokens in enumerate(more) if tokens > 0)
        if taken:
            yield say("Penalty token on {phase}: {seats}.", phase=PHASE_NAMES[phase], seats=taken)
        for seat, tokens in enumerate(more):
            if tokens < 0:
                yield say_count(
                    "{seat} discards 1 penalty token: {phase}.",
                    "{seat} discards {n} penalty tokens: {phase}.",
                    seat=seat,
                    phase=PHASE_NAMES[phase],
                    n=-tokens,
                )


def _hand_news(action: Action, before: State, after: State) -> Iterator[Message]:
    """An untracked hand draws several cards at once; discards are shuffled where the deck is empty."""
    for seat, (was, now) in enumerate(zip(before.people, after.people, strict=True)):
        if now.discard.bit_count() + now.buried < was.discard.bit_count() + was.buried and action.kind != "trash":
            yield say("{seat} shuffles the discards into a new deck.", seat=seat)
        is_said_already = action.kind in ("draw", "henchman") and seat == before.seat  # by the action's own sentence
        if (
            after.untracked >> seat & 1
            and hand_size(now) > hand_size(was)
            and action.kind != "buy"
            and not is_said_already
        ):
            yield say_count(
                "{seat} draws 1 card.", "{seat} draws {n} cards.", seat=seat, n=hand_size(now) - hand_size(was)
            )
        if now.drawn_hidden > was.drawn_hidden and not is_said_already:
            yield say_count("{seat} draws 1 henchman.", "{seat} draws {n} henchmen.", seat=seat, n=now.drawn_hidden)


def _end_news(action: Action, before: State, after: State) -> Iterator[Message]:
    if after.phase is Phase.OVER:
        yield ENDINGS[after.end]
        for seat in after.personal:
            yield say("{seat} met the nemesis {card}.", seat=seat, card=TITLES[after.people[seat].nemesis])


NEWS: tuple[News, ...] = (
    _character_news,
    _revealed_news,
    _rescue_news,
    _trophy_news,
    _bought_unseen,
    _threat_news,
    _round_news,
    _penalty_news,
    _hand_news,
    _end_news,
)
