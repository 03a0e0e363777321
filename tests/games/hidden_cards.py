"""What is hidden in each game that hides something, judged by what happened and not by any view."""

from collections.abc import Iterable
from random import Random
from typing import Any

from glowtable import games
from glowtable.game import CHANCE, Action
from glowtable.games.alex_and_co.refusals import why as why_of_alex
from glowtable.games.alter_ego.cards import CARDS, HENCHMEN, NEMESES
from glowtable.games.alter_ego.kinds import CARD_KINDS as KINDS_OF_EGO
from glowtable.games.alter_ego.refusals import why as why_of_ego
from glowtable.games.alter_ego.state import Phase
from glowtable.games.spiel_des_jahres.kinds import CARD_KINDS as KINDS_OF_SPIEL
from glowtable.games.spiel_des_jahres.refusals import why as why_of_spiel
from glowtable.kit.bit_sets import mask_of
from glowtable.table import Card, Said

from tests.games.alex_positions import ABOUT_CARDS
from tests.games.play import Choose, at_random
from tests.games.worlds import Secrets
from tests.support.campaign import IN_CAMPAIGN, slow

ALEX, EGO, SPIEL = map(games.find, ("alex_and_co", "alter_ego", "spiel_des_jahres"))


# -- ALEX & CO


def unseen_in_alex(state: Any, action: Action, seat: int) -> bool:
    """Source: ALEX & CO, rules section 6: hands are hidden; a card drawn or swapped is seen by the two players."""
    if action.kind == "deal":
        return bool(seat != state.seat)
    is_public = state.act == "esg" and state.terms.options["esg_show"] == "public"
    return action.kind in ("draw", "give") and not is_public and seat not in (state.active, state.whom)


def told_in_alex(rules: Any, state: Any, seat: int) -> Iterable[Any]:
    """What may be done by this seat, or by one whose hand is not read."""
    legal = rules.legal(state, state.seat) if state.seat >= 0 else ()
    if seat == state.seat:
        yield legal
    elif state.seat >= 0 and state.untracked >> state.seat & 1:
        yield [each for each in legal if each.kind in ABOUT_CARDS]


def happened_in_alex(state: Any) -> tuple[Any, ...]:
    sizes = [hand.bit_count() + unread for hand, unread in zip(state.hands, state.hidden_count, strict=True)]
    return state.phase, state.act, state.mode, state.seat, state.active, state.turns, sizes, state.shown, state.faces


def players_of_alex(rng: Random, who: int) -> Choose:
    names = (("random",), ("memory", "random"))[who]

    def choose(state: Any, actors: tuple[int, ...]) -> Action:
        seat, legal = actors[0], ALEX.rules.legal(state, actors[0])
        if state.phase == "hand":
            return rng.choice(legal)
        return ALEX.bots[names[seat % len(names)]](ALEX.rules.view(state, seat), legal, lambda: state, rng)

    return choose


ALEX_SECRETS = Secrets(
    ALEX,
    ABOUT_CARDS,
    unseen_in_alex,
    hands=lambda state: state.hands,
    opened=lambda state: state._replace(open=sum(state.hands)),
    told=told_in_alex,
    shows=lambda card, state: [Said(card)],
    refused=why_of_alex,
    choose=players_of_alex,
    lying_open=lambda state: state.gone,
    happened=happened_in_alex,
    options={"first_player": "random"},
    tables=[(seats, who) for seats in ALEX.seats for who in (0, 1)],
    matches=75,
)


# -- Spiel des Jahres


def refused_in_spiel(state: Any, meant: Action) -> Any:
    """That it is refused tells of a hand that is read, and of the deck; why must tell nothing."""
    return meant if meant.seat >= 0 and state.untracked >> meant.seat & 1 else why_of_spiel(state, meant)


def told_in_spiel(rules: Any, state: Any, seat: int) -> Iterable[Any]:
    """What the own seat may do, and those whose hands are not read: it is judged by what all know."""
    for each in range(len(state.hands)):
        if each == seat or state.untracked >> each & 1:
            yield rules.legal(state, each)


def players_of_spiel(rng: Random, who: int) -> Choose:
    def choose(state: Any, actors: tuple[int, ...]) -> Action:
        legal = SPIEL.rules.legal(state, rng.choice(actors))
        quiet = [each for each in legal if each.kind not in ("hire", "trade", "call")]
        return rng.choice(quiet if quiet and rng.random() < 0.8 else legal)

    return choose


SPIEL_SECRETS = Secrets(
    SPIEL,
    KINDS_OF_SPIEL,
    lambda state, action, seat: action.kind in ("deal", "draw") and state.seat != seat,
    hands=lambda state: state.hands,
    opened=lambda state: state._replace(open=sum(state.hands)),
    told=told_in_spiel,
    shows=lambda card, state: [Card(seat, card) for seat in range(state.terms.seats)],
    refused=refused_in_spiel,
    choose=players_of_spiel,
    most=(250, 250),
    tables=[(2, 0), (3, 0), (4, 0), slow(5, 0), slow(6, 0)],
)


# -- Alter Ego

UNSEEN = {"draw": "hand", "henchman": "drawn", "nemesis": "nemesis"}  # a card comes to one seat only


def unseen_in_ego(state: Any, action: Action, seat: int) -> bool:
    own = state.seat if action.seat == CHANCE else action.seat
    return (action.kind in UNSEEN or action.kind == "choose") and own != seat


def open_in_ego(state: Any) -> int:
    """Cards that lie open before somebody, or in play."""
    found = state.gone | mask_of(each.card for each in state.henchmen)
    for person in state.people:
        found |= person.display | person.discard | person.gear | person.trophies | person.open
    return int(found)


def like_in_ego(state: Any, card: int) -> int:
    """Henchmen, nemeses, what its owner has not seen."""
    for group in (HENCHMEN, NEMESES):
        if group >> card & 1:
            return group
    return next((each.hand | each.deck for each in state.people if (each.hand | each.deck) >> card & 1), 0)


def told_in_ego(rules: Any, state: Any, seat: int) -> Iterable[Any]:
    """What this seat may do. What is not read may be any card that is not read elsewhere."""
    if state.phase is Phase.CHOOSE or not state.untracked >> seat & 1:
        yield rules.legal(state, seat)


def asked_in_ego(rules: Any, state: Any) -> Iterable[Any]:
    """Which cards chance may bring unseen, and what a hand that is not read may do: all may hear that by asking."""
    public = rules.public_state(state)
    for kind in UNSEEN:
        found = [rules.refuse(public, Action(CHANCE, kind, (card,))) for card in range(CARDS)]
        yield [None if refusal is None else (refusal.reason, refusal.message) for refusal in found]
    for seat in state.terms.everybody:
        if state.untracked >> seat & 1:
            yield rules.legal(state, seat)


def opened_in_ego(state: Any) -> Any:
    return state._replace(people=tuple(each._replace(open=each.hand) for each in state.people))


EGO_SECRETS = Secrets(
    EGO,
    KINDS_OF_EGO,
    unseen_in_ego,
    hands=lambda state: tuple(person.hand for person in state.people),
    opened=opened_in_ego,
    told=told_in_ego,
    shows=lambda card, state: [Card(seat, card) for seat in state.terms.everybody],
    refused=why_of_ego,
    choose=lambda rng, who: at_random(EGO.rules, rng),
    asked=asked_in_ego,
    ask_every=1 if IN_CAMPAIGN else 5,
    lying_open=open_in_ego,
    like=like_in_ego,
    most=(50, 219),
    options={"level": "rookie"},
    tables=[(2, 0), slow(3, 0), (4, 0)],
    alike=2,
    matches=40,
)

SECRETS = {secrets.game.name: secrets for secrets in (ALEX_SECRETS, EGO_SECRETS, SPIEL_SECRETS)}
