"""Nothing of a match of Alter Ego tells a seat what is hidden from it: two worlds look the same to it.

The other world is the same match with two cards exchanged that this seat never saw; the rules must allow it.
"""

from functools import cache
from itertools import count, islice
from random import Random

import pytest
from glowtable.game import CHANCE, HIDDEN, PUBLIC, Action
from glowtable.games.alter_ego import GAME, bots
from glowtable.games.alter_ego.cards import CARDS, HENCHMEN, NAMES, NEMESES, NO_CARD, NUMBER, names_of
from glowtable.games.alter_ego.kinds import CARD_KINDS
from glowtable.games.alter_ego.options import OPTIONS
from glowtable.games.alter_ego.rules import RULES as rules
from glowtable.games.alter_ego.state import Phase, deck_size
from glowtable.kit.bit_sets import members
from glowtable.kit.search import NAME as SEARCH
from glowtable.kit.search import search
from glowtable.match.dealer import Dealer

from tests.games.ego_positions import action as action_of
from tests.games.ego_positions import do, options_for, position, refused
from tests.games.exchange import differs, exchanged, replayed
from tests.games.whereabouts_alter_ego import cards
from tests.support.campaign import IN_CAMPAIGN, share
from tests.support.overridden import overridden

LEAST, MOST = 50, 220  # actions of a match that is looked at
MATCHES = 40  # whole campaign
ASKED_EVERY = 1 if IN_CAMPAIGN else 5  # so many states lie between two at which everything is asked for; prime
UNSEEN = {"draw": "hand", "henchman": "drawn", "nemesis": "nemesis"}  # a card comes to one seat only


def played(seats, seed, most=MOST):
    """A match with options drawn at random, as far as it gets: its states and what is done in each."""
    dealer, rng = Dealer(seed, seats), Random(seed)
    options = {option.name: rng.choice(option.choices) for option in OPTIONS} | {"level": "rookie"}
    state = rules.setup(seats, {**options_for(), **options})
    states, actions = [state], []
    while (actors := rules.to_act(state)) and len(actions) < most:
        if actors == (CHANCE,):
            action = dealer.draw_outcome(rules.chance(state))
        else:
            action = rng.choice(rules.legal(state, rng.choice(actors)))
        state = rules.apply(state, action)
        if not rules.to_act(state):
            break  # a match that is over hides nothing
        states.append(state)
        actions.append(action)
    return states, actions


def hidden_from(states, actions, seat):
    """The cards that moved unseen by this seat, and all cards that it never saw."""
    moved, known = set(), set()
    for state, action in zip(states, actions, strict=False):
        if action.kind in CARD_KINDS:
            own = state.seat if action.seat == CHANCE else action.seat
            secret = (action.kind in UNSEEN or action.kind == "choose") and own != seat
            (moved if secret else known).add(int(action.args[0]))
    in_play = {each.card for state in states for each in state.henchmen}
    laid = {card for card in moved if any(_open(state) >> card & 1 for state in states)}
    seen = known | in_play | laid
    return sorted(moved - seen), seen


def _open(state):
    """Cards that lie open before somebody."""
    found = state.gone
    for person in state.people:
        found |= person.display | person.discard | person.gear | person.trophies | person.open
    return found


def other_world(states, actions, seat, rng):
    """The states and actions with two cards exchanged that the seat knows nothing of; None if none was found."""
    moved, seen = hidden_from(states, actions, seat)
    for _ in range(12 if moved else 0):
        one = rng.choice(moved)
        other = rng.choice(members(like(states[-1], one)))
        again = exchanged(actions, CARD_KINDS, {one: other, other: one})
        if one == other or other in seen:
            continue
        found = replayed(rules, states[0], again)
        if found:
            return found, again
    return None


def like(state, card):
    """The cards that could be there in its place: henchmen, nemeses, what its owner has not seen."""
    for group in (HENCHMEN, NEMESES):
        if group >> card & 1:
            return group
    return next(person.hand | person.deck for person in state.people if (person.hand | person.deck) >> card & 1)


def looks(states, actions, seat, rules=rules):
    """Everything that reaches a seat in the course of a match."""
    for number, state in enumerate(states):
        yield rules.view(state, PUBLIC)
        yield rules.view(state, seat)
        choosing = state.phase is Phase.CHOOSE
        if choosing or not state.untracked >> seat & 1:  # what is not read may be any card that is not read elsewhere
            yield rules.legal(state, seat)
        if number % ASKED_EVERY == 0:
            yield list(judged(state, rules))
        if number < len(actions):
            yield rules.seen(state, actions[number], seat)


def judged(state, rules):
    """Which cards chance may bring unseen, and what a hand that is not read may do: all may hear that by asking."""
    for kind in UNSEEN:
        public = rules.public_state(state)
        found = [rules.refuse(public, Action(CHANCE, kind, (card,))) for card in range(CARDS)]
        yield [None if refusal is None else (refusal.reason, refusal.message) for refusal in found]
    for seat in state.terms.everybody:
        if state.untracked >> seat & 1:
            yield rules.legal(state, seat)


@cache
def pairs_so_far(seats):
    """Those that were made, and the rest."""
    return [], new_pairs(seats)


def pairs(seats):
    """Without end: a match, the same in another world, and a seat that must not tell them apart."""
    made, rest = pairs_so_far(seats)
    for at in count():
        if at == len(made):
            made.append(next(rest))
        yield made[at]


def new_pairs(seats):
    rng = Random(seats)
    for seed in count():
        world, seat = played(seats, seed, rng.randrange(LEAST, MOST)), rng.randrange(seats)
        other = other_world(*world, seat, rng)
        if other:
            yield world, other, seat


@pytest.mark.campaign
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nothing_changes_for_a_seat_when_cards_hidden_from_it_do(seats):
    for one, other, seat in islice(pairs(seats), share(MATCHES)):
        assert not differs(looks(*one, seat), looks(*other, seat))


def leaky(**functions):
    return overridden(rules, **functions)


def caught(broken):
    """Does a leak show in one of a few matches?"""
    few = islice(pairs(2), 4)
    return any(differs(looks(*one, seat, rules=broken), looks(*other, seat, rules=broken)) for one, other, seat in few)


def all_open(state, eyes):
    return rules.view(state._replace(people=tuple(each._replace(open=each.hand) for each in state.people)), eyes)


def test_a_view_that_shows_all_hands_is_caught():
    assert caught(leaky(view=all_open))


def test_a_rule_that_tells_all_actions_is_caught():
    assert caught(leaky(seen=lambda state, action, eyes: action))


@pytest.mark.slow
def test_chance_that_is_judged_by_hidden_hands_is_caught():
    """As it was: a draw is refused if the card is in the hand, so that one can search for another one."""

    assert caught(leaky(public_state=lambda state: state))


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
    dealer, state = Dealer(4), rules.setup(2, options_for())
    while state.phase is not Phase.CHOOSE or len(rules.legal(state, 0)) < 2:
        luck = rules.to_act(state) == (CHANCE,)
        action = (
            dealer.draw_outcome(rules.chance(state))
            if luck
            else dealer.rng.choice(rules.legal(state, rules.to_act(state)[0]))
        )
        state = rules.apply(state, action)
    choices = rules.legal(state, 0)
    after = [rules.apply(state, each) for each in choices]
    for eyes in (1, PUBLIC):
        assert len({repr(rules.view(each, eyes)) for each in after}) == 1
    assert len({repr(rules.view(each, 0)) for each in after}) == len(choices)
    assert {rules.seen(state, each, eyes).args for each in choices for eyes in (1, PUBLIC)} == {(HIDDEN,)}
    assert [rules.seen(state, each, 0) for each in choices] == list(choices)


def test_a_seat_sees_the_card_it_draws_and_nobody_else_does():
    state = position({}, {"deck": ["Luck"]})._replace(phase=Phase.DRAW, seat=1)
    action = rules.chance(state)[0][0]
    assert [rules.seen(state, action, eyes) == action for eyes in (PUBLIC, 0, 1)] == [False, False, True]


@pytest.mark.parametrize("bot", bots.BOTS)
def test_a_bot_decides_alike_in_worlds_it_cannot_tell_apart(bot):
    """It gets its view, what is legal, and states it cannot tell from the true one: the same from either world."""
    rng, asked = Random(2), 0
    asking = [state for state in played(3, 3)[0] if rules.to_act(state) not in ((CHANCE,), ())]
    for state in asking[:: 3 if bot == SEARCH else 1]:
        for seat in rules.to_act(state):
            imagined = rules.determinize(state, seat, rng)
            decide = search(playouts=8).make(GAME, seat, 0) if bot == SEARCH else bots.BOTS[bot]
            choices = {
                decide(rules.view(world, seat), rules.legal(world, seat), lambda one=imagined: one, Random(9))
                for world in (state, rules.determinize(state, seat, rng))
            }
            asked += 1
            assert len(choices) == 1
    assert asked > 20


def test_draw_sources_tell_apart_where_chance_takes_its_cards():
    """What came from one place in a round is not asked of another."""
    states, actions = played(3, 7)
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
