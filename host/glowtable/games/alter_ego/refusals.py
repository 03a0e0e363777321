"""Why not? The reason an action of Alter Ego is refused, with its rule.

What a refusal says everybody hears: it names no card that is hidden in a hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum

from glowtable.game import CHANCE, RULING, Action, Refusal
from glowtable.kit import refusals as common
from glowtable.kit.bit_sets import members
from glowtable.messages import Message, say

from .anytime import PAY, banned, is_of_use
from .cards import ACTIVATED, COST, EVENTS, FIGHT, PRICE, STACKED, TITLES, VILLAIN_TYPE
from .fight import can_pay, foes
from .icons import icons_of, lacking, team_icons
from .kinds import VOCABULARY
from .naming import ICON_NAMES, PHASE_NAMES, joined
from .patrol import badges_needed, calls_offered
from .recoup import choosable, display_size, forced, owes
from .rounds import OPEN, not_ready
from .state import NOBODY, PENALTIES, THRESHOLDS, WILD, Phase, State
from .villains import may_engage


class Reason(StrEnum):
    CLOSED = "closed phase"
    ANNOUNCE = "to be announced first"
    CALLED_OFF = "called off"
    NOT_OFFERED = "not in the supply"
    MONEY = "too little money"
    NO_DECK = "nothing to replace it"
    NOT_OWNED = "not in this play area"
    USED = "used this round"
    BANNED = "a villain forbids it"
    USELESS = "nothing to do"
    ICONS = "too few icons"
    TWICE = "once a round"
    NO_TOKEN = "no teamwork token"
    ONESELF = "oneself or the own team"
    REFUSED = "refused already"
    ALONE = "only for one player"
    NOT_DRAWN = "not drawn"
    FORCED = "another card is forced"
    TAKEN = "a card was taken"
    FULL = "display full"
    FILL = "display not full"
    NOT_STACKED = "no such card in the stacks"
    NO_HOSTAGE = "no such hostage"


Why = Callable[[State, int, int], Refusal]  # the seat, and what it is about


def why(state: State, action: Action) -> Refusal:
    """The reason for an action that is not legal."""
    if state.phase is Phase.OVER:
        return common.match_over("E-41")._replace(quote=RULING)
    strange = VOCABULARY.refuse(action)
    if strange:
        return strange
    if action.seat == CHANCE:  # a card at a reader that cannot come from where the next one comes from
        return common.ruled(
            common.CommonReason.ELSEWHERE, say("That card can't come now. It belongs somewhere else."), "E-14"
        )
    return _of_seat(state, action.seat, action.kind, common.number_of(action))


def _of_seat(state: State, seat: int, kind: str, about: int) -> Refusal:
    if not 0 <= seat < state.terms.seats:
        return common.nobody_there("E-03")
    if state.phase in OPEN and state.ready >> seat & 1:
        return common.ready_already(seat, "E-15")
    if state.phase is Phase.CHOOSE and state.ready >> seat & 1:
        return Refusal(common.CommonReason.READY, say("{seat} has already chosen.", seat=seat), "E-22")
    phases, reason = REASONS.get(kind, ((), OTHER))
    if state.phase in phases and (state.phase in OPEN or state.seat in (seat, NOBODY)):
        return reason if isinstance(reason, Refusal) else reason(state, seat, about)
    return _of_another_phase(state, seat, phases)


def _of_another_phase(state: State, seat: int, phases: Iterable[Phase]) -> Refusal:
    others = dict.fromkeys(PHASE_OF[phase] for phase in phases if phase in PHASE_OF)
    if not others or state.phase not in OPEN:
        return not_asked(state, seat)
    said = say("That belongs to another phase: {phases}.", phases=tuple(PHASE_NAMES[phase] for phase in others))
    return Refusal(Reason.CLOSED, said, "E-15")


PHASE_OF = {**{phase: str(phase) for phase in OPEN}, Phase.AFTERMATH: "patrol", Phase.CHOOSE: "patrol",
            Phase.KILL: "recoup"}  # fmt: skip


def not_asked(state: State, seat: int) -> Refusal:
    return common.not_now("E-15")._replace(quote=RULING) if state.seat in (seat, NOBODY) else common.not_yours("")


# -- the supply, equipment, events


def _refuse_row(state: State, card: int) -> Refusal | None:
    if card not in state.row:
        return Refusal(Reason.NOT_OFFERED, say("{card} isn't for sale now.", card=TITLES[card]), "E-35", quote="E-10")
    return None


def _too_dear(state: State, seat: int, price: int) -> Refusal:
    money = state.people[seat].money
    return Refusal(
        Reason.MONEY, say("It costs ${price}. {seat} has ${money}.", price=price, seat=seat, money=money), "E-35"
    )


def _refuse_sweep(state: State, seat: int, card: int) -> Refusal:
    if not state.offers:
        return no_deck()
    return Refusal(Reason.MONEY, say("{seat} can't afford that.", seat=seat), "E-35")


def no_deck() -> Refusal:
    return common.ruled(Reason.NO_DECK, say("The deck is empty. Nothing can replace that card."), "E-35")


def _refuse_activate(state: State, seat: int, card: int) -> Refusal:
    if not state.people[seat].gear >> card & 1 or not ACTIVATED >> card & 1:
        return common.ruled(Reason.NOT_OWNED, say("{seat} can't use that equipment.", seat=seat), "E-36")
    if state.activated >> card & 1:
        return common.ruled(Reason.USED, say("{card} was already used this round.", card=TITLES[card]), "E-36")
    if state.people[seat].money < PAY[card]:
        return _too_dear(state, seat, PAY[card])
    return _refuse_useless(card)


def _refuse_useless(card: int) -> Refusal:
    return common.ruled(Reason.USELESS, say("{card} would do nothing right now.", card=TITLES[card]), "E-36")


def _refuse_event(state: State, seat: int, card: int) -> Refusal:
    """Whether it is in the hand is said last: who asks for it learns nothing of a hand."""
    if STACKED >> card & 1:
        return Refusal(Reason.CLOSED, say("You can't use that card in this phase."), "E-15")
    if not EVENTS >> card & 1:
        return common.not_held(seat, "E-36")
    if banned(state, card):
        return Refusal(Reason.BANNED, say("A villain in play blocks {card}.", card=TITLES[card]), "E-45b")
    return common.not_held(seat, "E-36") if is_of_use(state, seat, card) else _refuse_useless(card)


# -- Support, Patrol


def _refuse_token(state: State, seat: int, about: int) -> Refusal:
    if state.helped >> seat & 1:
        return Refusal(Reason.TWICE, say("{seat} already took a teamwork token this round.", seat=seat), "E-19")
    said = say("You need {n} Teamwork icons, and a token in the pool.", n=THRESHOLDS["teamwork_icons"])
    return Refusal(Reason.ICONS, said, "E-19")


def _refuse_call(state: State, seat: int, about: int) -> Refusal:
    if state.called_off >> seat & 1:
        return _called_off(seat)
    if state.called >> seat & 1:
        return Refusal(Reason.TWICE, say("{seat} already called the cops this round.", seat=seat), "E-25")
    needed = badges_needed(state)
    if icons_of(state, seat, "badge") < needed:
        return Refusal(Reason.ICONS, say("You need {needed} Badge icons to call the cops.", needed=needed), "E-25")
    return Refusal(Reason.USELESS, say("There's no henchman in play."), "E-25")


def _called_off(seat: int) -> Refusal:
    said = say("{seat} called it off. Do something else first.", seat=seat)
    return Refusal(Reason.CALLED_OFF, said, "E-34")


def _refuse_cops(state: State, seat: int, card: int) -> Refusal:
    if card in VILLAIN_TYPE:
        return Refusal(common.CommonReason.ELSEWHERE, say("The cops can't take an arch villain."), "E-25")
    if all(henchman.card != card for henchman in state.henchmen):
        return _no_foe(card)
    if not calls_offered(state, seat):
        return _refuse_call(state, seat, card)
    said = say("First {seat} presses confirm to call the cops.", seat=seat)
    return common.ruled(Reason.ANNOUNCE, said.on_screens(say("First {seat} has to call the cops.")), "E-25")


def _no_foe(card: int) -> Refusal:
    return common.ruled(
        common.CommonReason.ELSEWHERE, say("{card} isn't a villain in play.", card=TITLES[card]), "E-28"
    )


# -- Fight


def _refuse_fight(state: State, seat: int, about: int) -> Refusal:
    """Of each villain that it may engage it is said what is missing."""
    if state.called_off >> seat & 1:
        return _called_off(seat)
    if not foes(state):
        return common.ruled(Reason.USELESS, say("There's nobody to fight."), "E-28")
    fightable = [foe for foe in foes(state) if may_engage(state, state.people[seat].team, foe.engaged)]
    if not fightable:
        return Refusal(Reason.TWICE, say("{seat} has already fought everyone this round.", seat=seat), "E-29")
    missing = joined([_missing_icons(state, seat, foe.card) for foe in fightable])
    return Refusal(Reason.ICONS, say("{seat} can't beat anyone: {missing}", seat=seat, missing=missing), "E-28")


def _refuse_engage(state: State, seat: int, card: int) -> Refusal:
    foe_by_card = {foe.card: foe for foe in foes(state)}
    if card not in foe_by_card:
        return _no_foe(card)
    if not may_engage(state, state.people[seat].team, foe_by_card[card].engaged):
        return Refusal(Reason.TWICE, say("You already fought {card} this round.", card=TITLES[card]), "E-29")
    if not can_pay(state, seat, card):
        missing = _missing_icons(state, seat, card)
        return (
            Refusal(Reason.ICONS, missing, "E-28")
            if _refuse_lacking(state, seat, card)
            else common.ruled(Reason.ICONS, missing, "E-38")
        )
    if state.called_off >> seat & 1:
        return _called_off(seat)
    said = say("First {seat} presses confirm to fight.", seat=seat)
    return Refusal(Reason.ANNOUNCE, said.on_screens(say("First {seat} has to announce a fight.")), "E-34")


def _refuse_lacking(state: State, seat: int, card: int) -> bool:
    have = team_icons(state, state.people[seat].team)
    return lacking(COST[card], have) > have[WILD]


def _missing_icons(state: State, seat: int, card: int) -> Message:
    """What a seat would need to pay a villain."""
    if not _refuse_lacking(state, seat, card):
        return say("{card}: your penalty tokens cost you fight icons.", card=TITLES[card])
    have = team_icons(state, state.people[seat].team)
    icons = tuple(
        [
            say("{n} {icon}", n=need - has, icon=ICON_NAMES[icon])
            for icon, need, has in zip(FIGHT, COST[card], have, strict=False)
            if need > has
        ]
    )
    if not have[WILD]:
        return say("{card} needs {icons} more.", card=TITLES[card], icons=icons)
    return say(
        "{card} needs {icons} more. Your team has {wild} of any type.", card=TITLES[card], icons=icons, wild=have[WILD]
    )


def why_not_pressed(state: State, card: int) -> Refusal:
    """Of a villain that is pressed in the open Fight: nobody knows by whom, so it is said of all who may act."""
    seats = members(not_ready(state))
    refusals = {seat: _refuse_engage(state, seat, card) for seat in seats}
    reasons = joined([say("{seat}: {why}", seat=seat, why=refusal.message) for seat, refusal in refusals.items()])
    quoted = {refusal.quote or refusal.rule for refusal in refusals.values()}
    return Refusal(common.CommonReason.NOT_NOW, reasons, "E-28", quote=quoted.pop() if len(quoted) == 1 else RULING)


def _refuse_ask(state: State, seat: int, whom: int) -> Refusal:
    if not 0 <= whom < state.terms.seats:
        return common.nobody_there("E-03")
    if state.people[seat].team >> whom & 1:
        return Refusal(Reason.ONESELF, say("{seat2} is already on your team.", seat2=whom), "E-33")
    if not state.people[seat].tokens:
        return _no_token(seat)
    return common.ruled(Reason.REFUSED, say("{seat2} already said no.", seat2=whom), "E-33")


def _no_token(seat: int) -> Refusal:
    return Refusal(Reason.NO_TOKEN, say("{seat} has no teamwork token.", seat=seat), "E-33")


def _refuse_spend(state: State, seat: int, about: int) -> Refusal:
    if state.terms.seats > 1:
        return Refusal(Reason.ALONE, say("A teamwork token adds a player to your team. Ask someone."), "E-33")
    if not state.people[seat].tokens:
        return _no_token(seat)
    return Refusal(Reason.USELESS, say("A teamwork token gives no icon right now."), "E-44")


# -- Recoup


def _refuse_take(state: State, seat: int, card: int) -> Refusal:
    if state.stacks and not owes(state, seat):
        if not state.took >> seat & 1:
            return common.ruled(Reason.TAKEN, say("{seat} has penalty tokens and takes no card.", seat=seat), "E-38")
        return common.ruled(Reason.TAKEN, say("{seat} already took a card.", seat=seat), "E-38")
    if not state.stacks >> card & 1:
        return common.ruled(Reason.NOT_STACKED, say("That card isn't in the stacks. Take another."), "E-38")
    if not choosable(state, seat) >> card & 1 and forced(state, seat):
        phases = tuple([PHASE_NAMES[PENALTIES[at]] for at in forced(state, seat)])
        message = say("Penalty: take a card for {phases}.", phases=phases)
        return Refusal(Reason.FORCED, message, "E-38", quote="E-38 penalty")
    return common.ruled(Reason.NOT_STACKED, say("All copies are alike. Take the first one of the stack."), "E-38")


def _take_first(seat: int) -> Refusal:
    message = say("First {seat} takes a card from the stacks.", seat=seat)
    return Refusal(Reason.FORCED, message, "E-38", quote="E-38 take")


def _refuse_fill(state: State, seat: int, card: int) -> Refusal:
    if owes(state, seat):
        return _take_first(seat)
    if state.people[seat].display.bit_count() >= display_size(state, seat):
        size = display_size(state, seat)
        return Refusal(Reason.FULL, say("{seat}'s display is full ({size} cards).", seat=seat, size=size), "E-38")
    if EVENTS >> card & 1:
        return Refusal(common.CommonReason.NOT_NOW, say("Events don't go in the display."), "E-36")
    return common.not_held(seat, "E-38")


def _refuse_ready(state: State, seat: int, about: int) -> Refusal:
    if owes(state, seat):
        return _take_first(seat)
    return Refusal(Reason.FILL, say("Fill your display first."), "E-38")


# -- what a seat is asked

OTHER = common.ruled(common.CommonReason.ELSEWHERE, say("You can't choose that. Choose something else."), "E-36")
NOT_THERE = common.ruled(Reason.NO_HOSTAGE, say("That hostage isn't there. Choose a lit one."), "E-28")
REASONS: dict[str, tuple[tuple[Phase, ...], Why | Refusal]] = {
    "buy": (OPEN, lambda state, seat, card: _refuse_row(state, card) or _too_dear(state, seat, PRICE[card])),
    "cycle": (OPEN, lambda state, seat, card: _refuse_row(state, card) or _refuse_sweep(state, seat, card)),
    "sweep": (OPEN, _refuse_sweep),
    "activate": (OPEN, _refuse_activate),
    "event": (OPEN, _refuse_event),
    "token": ((Phase.SUPPORT,), _refuse_token),
    "call": ((Phase.PATROL, Phase.AFTERMATH), _refuse_call),
    "cops": ((Phase.PATROL, Phase.AFTERMATH, Phase.CALL), _refuse_cops),
    "choose": (
        (Phase.CHOOSE,),
        lambda state, seat, card: Refusal(
            Reason.NOT_DRAWN, say("{seat} didn't draw that henchman.", seat=seat), "E-22"
        ),
    ),
    "fight": ((Phase.FIGHT,), _refuse_fight),
    "engage": ((Phase.FIGHT, Phase.TARGET), _refuse_engage),
    "ask": ((Phase.FIGHT, Phase.TARGET), _refuse_ask),
    "spend": ((Phase.FIGHT, Phase.TARGET), _refuse_spend),
    "take": ((Phase.RECOUP,), _refuse_take),
    "fill": ((Phase.RECOUP,), _refuse_fill),
    "ready": ((Phase.RECOUP,), _refuse_ready),
    "convert": ((Phase.CONVERT,), OTHER),
    "forgive": ((Phase.FORGIVE,), OTHER),
    "trash": ((Phase.TRASH,), OTHER),
    "free": ((Phase.FREE,), OTHER),
    "trophy": ((Phase.TROPHY,), OTHER),
    "rescue": ((Phase.RESCUE,), NOT_THERE),
    "kill": ((Phase.KILL,), NOT_THERE),
    "victim": ((Phase.VICTIM,), NOT_THERE),
}
