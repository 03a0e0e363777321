"""What an event means: the function of its kind says so, and what a game's rules refuse is refused."""

from glowtable.game import Action, Refusal, Rules
from glowtable.kit.events import if_possible, read_by_event
from glowtable.messages import say
from glowtable.table import Card, Press, Said

from tests.support.overridden import overridden

NO = Refusal("no", say("not now"))
LEGAL = Action(0, "lay", (1,))
RULES = overridden(
    Rules(),
    setup=lambda seats, options: 0,
    to_act=lambda state: (0,),
    legal=lambda state, seat: (LEGAL,),
    apply=lambda state, action: state,
    view=lambda state, eyes: state,
    outcome=lambda state: None,
    why=lambda state, action: NO,
)
if_legal = if_possible(RULES)
read = read_by_event(
    {
        Press: lambda cell, state: if_legal(Action(0, "lay", (cell,)), state),
        Card: lambda reader, card, state: Action(reader, card, (state,)),
    }
)


def test_an_event_goes_to_the_function_of_its_kind_with_what_it_holds():
    assert read(Card(2, "goat"), 7) == Action(2, "goat", (7,))
    assert read(Press(1), 7) == LEGAL


def test_what_the_rules_refuse_is_refused():
    assert read(Press(3), 7) == NO


def test_an_event_of_another_kind_means_nothing():
    assert read(Said("hello"), 7) is None
