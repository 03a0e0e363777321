"""What is believed of hidden cards of Alter Ego when others come, and that no choice, bot or event tells of them."""

from functools import partial
from random import Random

import pytest
from glowtable.game import CHANCE, HIDDEN, PUBLIC, Action, Refusal
from glowtable.games.alter_ego import GAME, bots
from glowtable.games.alter_ego.cards import NAMES, NO_CARD, NUMBER, names_of
from glowtable.games.alter_ego.rules import DRAW_SOURCES
from glowtable.games.alter_ego.rules import RULES as rules
from glowtable.games.alter_ego.state import Phase, deck_size
from glowtable.kit.bit_sets import members
from glowtable.kit.search import NAME as SEARCH
from glowtable.kit.search import Search
from glowtable.match.dealer import Dealer
from glowtable.table import Card
from glowtable.terminal.translator import Translator

from tests.games.ego_positions import action as action_of
from tests.games.ego_positions import do, options_for, position, refused
from tests.games.hidden_cards import EGO_SECRETS, UNSEEN
from tests.games.play import at_random, steps
from tests.games.whereabouts_alter_ego import cards
from tests.games.worlds import played


def turned_up(state, name):
    """What people believe after chance has brought this card, wherever it seemed to lie."""
    what = action_of(name)
    assert rules.refuse(rules.public_state(state), what) is None
    return rules.apply(state if rules.is_possible(state, what) else rules.believed(state, what), what)


def test_a_card_drawn_that_seemed_to_be_in_the_hand_was_another_one_there():
    """No true card is refused: what is seen last is believed, and the hand is not known any more."""
    state = position({"hand": ["Luck"], "deck": ["Job", "Family"], "character_shown": True})
    state = state._replace(phase=Phase.DRAW, seat=0, people=(state.people[0]._replace(draws=1),))
    after = turned_up(state, "chance draw Luck 1")
    person = after.people[0]
    assert (names_of(person.hand), person.hidden_count, deck_size(person)) == (("Luck 1",), 1, 1)
    assert after.phase is Phase.FIGHT and sorted(cards(after)) == sorted(cards(state))
    recoup = do(after._replace(phase=Phase.RECOUP, within=Phase.RECOUP), "0 take Speed", "0 fill Job", "0 fill Luck")
    assert recoup.people[0].hidden_count == 0 and sorted(cards(recoup)) == sorted(cards(state))


def test_a_deck_of_which_all_cards_seem_to_be_in_the_hand_is_empty():
    """Then the discards are shuffled, as for any deck (E-18)."""
    crew = {"hand": ["Luck"], "deck": ["Job"], "discard": ["Speed"], "character_shown": True}
    state = position(crew)._replace(phase=Phase.DRAW, seat=0)
    state = state._replace(people=(state.people[0]._replace(draws=2),))
    after = turned_up(state, "chance draw Luck 1")
    assert after.phase is Phase.DRAW and set(names_of(after.people[0].deck)) == {"Job 1", "Speed 1"}
    assert deck_size(after.people[0]) == 1 and after.people[0].discard == 0
    assert do(after, "chance draw Speed 1").phase is Phase.FIGHT


NAMED = ["Alley Bruiser", "Cellar Jailer", "Bagman Bill", "Subway Swarm"]


def hunt():
    """The second seat draws a henchman; the first has drawn one, and one was put under the deck."""
    state = position({"drawn": [NAMED[0]]}, {}, phase=Phase.SUPPORT, deck=NAMED[1:])
    first, below = 1 << NUMBER[NAMED[1]] | 1 << NUMBER[NAMED[2]], 1 << NUMBER[NAMED[3]]
    people = (state.people[0], state.people[1]._replace(hunts=1))
    return state._replace(phase=Phase.HUNT, within=Phase.CHOOSE, seat=1, deck=(first, below), people=people)


@pytest.mark.parametrize("name", NAMED)
def test_a_henchman_that_was_drawn_is_believed_wherever_it_seemed_to_lie(name):
    after = turned_up(hunt(), f"chance henchman {name}")
    assert names_of(after.people[1].drawn) == (name,) and sorted(cards(after)) == sorted(cards(hunt()))
    mine = {NAMES[int(each.args[0])] for each in rules.legal(after, 0)}
    assert mine == ({NAMED[0]} if name in NAMED[1:3] else set(NAMED))


def test_a_hand_of_henchmen_known_in_part_may_bring_what_is_known_of_it():
    state = hunt()
    people = (state.people[0]._replace(drawn_hidden=1), state.people[1]._replace(drawn_hidden=1, hunts=0))
    state = state._replace(phase=Phase.CHOOSE, people=people, ready=0, seat=-1)
    after = do(state, f"0 choose {NAMED[0]}", f"1 choose {NAMED[1]}")
    assert {NAMES[each.card] for each in after.henchmen} == {NAMED[0], NAMED[1]}
    assert sorted(cards(after)) == sorted(cards(state))


def test_what_is_known_of_a_hand_is_believed_before_what_another_names():
    state = hunt()
    people = (state.people[0]._replace(drawn_hidden=1), state.people[1]._replace(drawn_hidden=1, hunts=0))
    state = state._replace(phase=Phase.CHOOSE, people=people, ready=0, seat=-1)
    again = do(state, f"0 choose {NAMED[0]}", f"1 choose {NAMED[0]}")
    assert again.phase is Phase.CHOOSE and again.ready == 0b01


@pytest.mark.parametrize("name", ["The Landlord", "The Gossip"])
def test_a_nemesis_that_another_seat_seemed_to_have_is_exchanged_unseen(name):
    state = position({"nemesis": "The Landlord"}, {}, nemesis="personal")._replace(phase=Phase.NEMESIS, seat=1, round=0)
    after = turned_up(state, f"chance nemesis {name}")
    assert NAMES[after.people[1].nemesis] == name and after.people[0].nemesis not in (NO_CARD, NUMBER[name])
    assert sorted(cards(after)) == sorted(cards(state))


@pytest.mark.parametrize("text", ["chance draw Strength 1", "chance draw Second Wind 1", "chance henchman Bagman Bill"])
def test_what_all_see_elsewhere_cannot_be_drawn(text):
    """What lies open, is known in the hand, or is not asked for."""
    crew = {"deck": ["Job"], "hand": ["Second Wind"], "display": ["Strength"]}
    state = position(crew)._replace(phase=Phase.DRAW, seat=0)
    known = state._replace(people=(state.people[0]._replace(open=state.people[0].hand),))
    assert refused(rules.public_state(known), text)[0] == "card elsewhere"


def test_a_secret_choice_shows_to_nobody_else():
    """Whatever another has chosen, a seat and the public see the same."""
    dealer = Dealer(4)
    match = steps(rules, rules.setup(2, options_for()), dealer, at_random(rules, dealer.rng))
    choosing = (step.state for step in match if step.state.phase is Phase.CHOOSE)
    state = next(state for state in choosing if len(rules.legal(state, 0)) > 1)
    choices = rules.legal(state, 0)
    after = [rules.apply(state, each) for each in choices]
    for eyes in (1, PUBLIC):
        assert len({repr(rules.view(each, eyes)) for each in after}) == 1
    assert len({repr(rules.view(each, 0)) for each in after}) == len(choices)
    assert {rules.seen(state, each, eyes).args for each in choices for eyes in (1, PUBLIC)} == {(HIDDEN,)}
    assert [rules.seen(state, each, 0) for each in choices] == list(choices)


def test_in_other_worlds_hands_and_nemeses_of_others_change_and_ones_own_stay():
    crew = (
        {"hand": ["Job", "Luck"], "deck": ["Family", "Speed"], "nemesis": name}
        for name in ("The Landlord", "The Gossip")
    )
    state = position(*crew, nemesis="personal")
    worlds = [rules.determinize(state, 0, Random(seed)) for seed in range(60)]
    assert {each.people[0] for each in worlds} == {state.people[0]}
    whole = state.people[1].hand | state.people[1].deck
    assert {each.people[1].hand | each.people[1].deck for each in worlds} == {whole}
    assert len({each.people[1].hand for each in worlds}) == 6, "any two of four"
    left = state.nemeses | 1 << state.people[1].nemesis
    assert {1 << each.people[1].nemesis for each in worlds} == {1 << card for card in members(left)}
    assert all(each.nemeses == left ^ 1 << each.people[1].nemesis for each in worlds)
    returned = state._replace(people=tuple(each._replace(returned=1) for each in state.people))
    assert [each.returned for each in rules.public_state(returned).people] == [0, 0]


def test_in_public_a_secret_choice_is_the_first_henchman_that_it_may_be_whatever_lies_in_play():
    foes = [("Chop-Shop Foreman", {})]
    state = position({"drawn": ["Cellar Jailer"]}, {}, phase=Phase.CHOOSE, deck=["Alley Bruiser"], henchmen=foes)
    assert NUMBER["Chop-Shop Foreman"] == NUMBER["Cellar Jailer"] + 1
    chosen = rules.public_state(do(state, "0 choose Cellar Jailer")).people[0].chosen
    assert NAMES[chosen] == "Alley Bruiser"


def test_a_seat_sees_the_card_it_draws_and_nobody_else_does():
    state = position({}, {"deck": ["Luck"]})._replace(phase=Phase.DRAW, seat=1)
    action = rules.chance(state)[0][0]
    assert [rules.seen(state, action, eyes) == action for eyes in (PUBLIC, 0, 1)] == [False, False, True]


def decisions(bot, imagines):
    """What it decides, and why if it says so, in each of two worlds; `imagines` takes the world and what may be so."""
    rng = Random(2)
    asking = [state for state in played(EGO_SECRETS, 3, 3).states if rules.to_act(state) not in ((CHANCE,), ())]
    for state in asking[:: 6 if bot == SEARCH else 1]:
        for seat in rules.to_act(state):
            imagined, found = rules.determinize(state, seat, rng), []
            for world in (state, rules.determinize(state, seat, rng)):
                decide = Search(GAME, seat, 1, playouts=2) if bot == SEARCH else bots.BOTS[bot]
                imagine = partial(imagines, world, imagined)
                chosen = decide(rules.view(world, seat), rules.legal(world, seat), imagine, Random(9))
                found.append((chosen, getattr(decide, "explanation", None)))
            yield found


@pytest.mark.parametrize("bot", bots.BOTS)
def test_a_bot_decides_alike_in_worlds_it_cannot_tell_apart(bot):
    """It gets its view, what is legal, and states it cannot tell from the true one: the same from either world."""
    found = list(decisions(bot, lambda world, imagined: imagined))
    assert all(one == other for one, other in found) and len(found) > 20


def test_a_search_that_sees_the_world_is_noticed():
    """The control."""
    assert any(one != other for one, other in decisions(SEARCH, lambda world, imagined: world))


def test_only_of_what_all_see_lie_in_its_order_an_undo_keeps_the_order():
    ordered = {phase: rules.draw_source(position({})._replace(phase=phase, seat=0)).ordered for phase in DRAW_SOURCES}
    shown = {Phase.VILLAIN, Phase.OFFER, Phase.CHARACTER, Phase.DEAL}
    assert ordered == {phase: phase in shown for phase in DRAW_SOURCES}


def test_draw_sources_tell_apart_where_chance_takes_its_cards():
    """What came from one place in a round is not asked of another."""
    states, actions, _ = played(EGO_SECRETS, 3, 7)
    drawn = {}
    for state, action in zip(states, actions, strict=False):
        if action.seat == CHANCE:
            source = rules.draw_source(state)
            key = (rules.round_number(state), source)
            assert drawn.setdefault(key, action) == action and source.keeps
            assert source.ordered is (action.kind not in UNSEEN)
    assert {action.kind for action in drawn.values()} >= {"villain", "offer", "character", "deal", "draw", "henchman"}


def test_a_nemesis_that_comes_twice_is_exchanged_and_at_the_end_nothing_is_hidden():
    state = rules.setup(2, options_for(nemesis="personal"))
    one, two, three = members(state.nemeses)[:3]
    people = (state.people[0], state.people[1]._replace(nemesis=one))
    left = state._replace(people=people, nemeses=state.nemeses & ~(1 << one))
    believed = rules.believed(left, Action(CHANCE, "nemesis", (one,)))
    assert believed.people[1].nemesis == two and believed.nemeses >> one & 1
    assert rules.believed(left, Action(CHANCE, "nemesis", (three,))) == left
    assert rules.public_state(left._replace(phase=Phase.OVER)).people[1].nemesis == one


def test_whether_an_event_is_in_a_hand_nobody_learns_by_asking_for_it():
    idle = "Day Off would do nothing right now."
    for hand in (["Day Off"], ["Family"]):
        state = position({"hand": hand})
        refusal = GAME.surface.read(Card(0, "Day Off"), state)
        assert isinstance(refusal, Refusal) and Translator("en").text(refusal.message).replace("Off 1", "Off") == idle
