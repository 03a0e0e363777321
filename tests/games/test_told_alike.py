"""What hangs on a secret is answered alike: of two tables that differ in a hidden card everybody hears the same."""

import pytest
from glowtable import games
from glowtable.game import CHANCE, Action, full_options
from glowtable.games.spiel_des_jahres.state import Phase as Month
from glowtable.match.match_state import MatchState
from glowtable.match.players import Player
from glowtable.match.presenter import current_prompts
from glowtable.match.session import Phase, Session
from glowtable.messages import Message
from glowtable.table import Card
from glowtable.terminal.translator import Translator
from glowtable.terminal.typed_line import event_of

from tests.games import alex_positions as alex
from tests.games import ego_positions as ego
from tests.games import spiel_positions as spiel

EGO = games.find("alter_ego")
PUNTO = games.find("punto")
NAMES = ("Ann", "Ben", "Cid")


def at(game, state, bots=()):
    """The match in play."""
    players = tuple(Player(name, "random" if seat in bots else "") for seat, name in enumerate(NAMES))
    match_state = MatchState(game, players[: state.terms.seats], dict(state.terms.options), never)
    match_state.state = state
    return Session(match_state, Phase.PLAYING)


def never(state, seat):
    return Action(seat, "ready")


def staged_draw(card):
    """The dealer of Punto has drawn this card, and has not yet shown it."""
    begun = PUNTO.rules.apply(PUNTO.rules.setup(2, full_options(PUNTO, {})), Action(0, "begin"))
    session = at(PUNTO, begun)
    session.match_state.dealt = True
    session.match_state.chance.stage_draw(Action(CHANCE, "turn", (PUNTO.deck.index(card),)))
    return session


def holding(card, bots=()):
    """Ben holds this idea, in a hand that the table has read."""
    return at(spiel.GAME, spiel.position([["Moon"], [card]]), bots)


def bot_holding(card):
    return holding(card, bots=(1,))


def turning_up(card):
    """The card of the first month is turned up; Cid's hand, this card, is read."""
    return at(spiel.GAME, spiel.position([[], [], [card]], phase=Month.TREND)._replace(months=()))


def drawing(card):
    """Ann draws a card of Ben, whose hand nobody has read; Cid's is."""
    state = alex.position(["ESG 1"], ["Catan"], [card, "Jambo"], untracked={1: 3})
    return at(alex.GAME, alex.do(state, "esg ESG 1", "ask 1"))


def revealing(card):
    """Ann turns up the card on c3; Cid's hand is read."""
    return at(alex.GAME, alex.do(alex.position(["Ra"], ["Catan"], [card]), "reveal", "at c3"))


def calling(card):
    """Ann, whose hand is read, calls a card of Ben."""
    return at(alex.GAME, alex.do(alex.position([card], ["Ra"]), "call", "ask 1"))


def patrolling(card):
    """Ann has drawn this henchman, and Ben draws."""
    state = ego.all_ready(ego.position({}, {"display": ["Community"] * 2}, phase=ego.Phase.SUPPORT))
    return at(EGO, ego.do(state, f"chance henchman {card}"))


def recouping(card):
    """Ann has taken a card from the stacks, and holds this one."""
    crew = {"hand": [card], "deck": ["Day Off", "Rally the Block"]}
    return at(EGO, ego.do(ego.position(crew, {}, phase=ego.Phase.RECOUP), "0 take Luck"))


SECRETS = [  # the table, two hidden cards, what is typed: of a Card its tag is read
    (bot_holding, ("Goat", "Teapot"), ("Ben Goat", "Ben tap Goat")),
    (holding, ("Goat", "Teapot"), ("Ben tap Goat", "pass Ben")),
    (holding, ("Spice", "Goat"), ("tap Spice",)),
    (turning_up, ("Goat", "Teapot"), ("Goat",)),
    (turning_up, ("Goat", "Teapot"), (Card(0, "Castle 2"), Card(0, "Goat"), "ok Ben")),
    (drawing, ("Ra", "Samurai"), ("Ann Ra", "ok Ann")),
    (revealing, ("Jambo", "Samurai"), ("Jambo",)),
    (calling, ("Catan", "ESG 1"), ("pass Ann",)),
    (patrolling, ("Bagman Bill", "Subway Swarm"), ("Bagman Bill",)),
    (recouping, ("Speed", "Second Wind"), ("pass Ann", "ok Ann")),
    (staged_draw, ("R5a", "G1b"), ("R5", "c3", "Ann R5", "pass")),
]


def heard(session, typed):
    """All that people hear, and what they are asked."""
    told = Translator("en", NAMES, game=session.game.name).text
    yield from asked(session, told)
    for line in typed:
        yield from map(told, answers(session, line))
        yield from asked(session, told)


def asked(session, told):
    return [f"{prompt.seat}: {told(prompt.message)}" for prompt in current_prompts(session)]


def answers(session, line):
    event = line if isinstance(line, Card) else event_of(line, session)
    if isinstance(event, Message):
        return (event,)
    reply = None if isinstance(line, Card) else session.judge_typed(event)
    reply = reply or session.handle_event(event)
    return (*reply.said, *(session.handle_event(reply.does).said if reply.does else ()))


@pytest.mark.parametrize(("table", "cards", "typed"), SECRETS)
def test_nobody_hears_which_card_it_is(table, cards, typed):
    one, other = (list(heard(table(card), typed)) for card in cards)
    assert one == other and len(one) > len(typed)


def test_control_what_its_owner_does_tells_it():
    one, other = (list(heard(holding(card), ("Ben tap Goat", "ok Ben"))) for card in ("Goat", "Teapot"))
    assert one != other
