"""Nobody learns what hands of ALEX & CO hold by asking: by names, taps, cards, keys, or by cards read by mistake."""

from itertools import islice

import pytest
from glowtable.game import CHANCE, HIDDEN, PUBLIC, Action, Refusal
from glowtable.games.alex_and_co.cards import PRINTED
from glowtable.messages import say
from glowtable.table import SEAT_KEYS, Card, Key, Press, Row, Said

from tests.games.alex_positions import ABOUT_CARDS, GAME, do, options_for, position
from tests.games.alex_positions import action as written
from tests.games.hidden_cards import ALEX_SECRETS
from tests.games.play import session_in
from tests.games.worlds import differs, pairs, played
from tests.support.campaign import share

RULES, SURFACE = GAME.rules, GAME.surface
GAMES = 600  # whole campaign
BURM = "Kris Burm"


# -- every name, tap, card and key, at every reader, by every seat

READERS = range(8)
OWN = ("turn", "lay", "final", "name", "proof", "give", "pay", "keep")  # a seat says or shows what only it knows
WORDS = [Said(kind) for kind in GAME.kinds]


def answers(state, viewer, cards, read):
    """What is answered to everything that can be done but to what another seat shows of its own hand, or says of it."""
    own = state.phase in OWN and state.seat != viewer
    at = {SURFACE.reader(state), state.seat} if own else set()
    for card in cards:
        yield [(reader, as_told(read(Card(reader, card), state))) for reader in READERS if reader not in at]
        yield None if own else as_told(read(Said(card), state))
    yield [read(Press(cell), state) for cell in range(36)]
    yield [read(Key(seat, key), state) for seat in range(6) for key in SEAT_KEYS if not (own and seat == state.seat)]
    yield None if own else [as_told(read(word, state)) for word in WORDS]


def as_told(answer):
    """Which of several cards that look the same is meant people cannot see."""
    if not isinstance(answer, Action) or answer.kind not in ABOUT_CARDS:
        return answer
    return answer._replace(args=(PRINTED[answer.args[0]],))


def told_apart(read, seats, matches=2, every=5):
    """Of each pair of states that differ in cards hidden from a seat: does an answer differ?"""
    tried = 0
    for world, other, seat in islice(pairs(ALEX_SECRETS, seats), matches):
        exchanged = {GAME.deck[card] for one, two in zip(world.actions, other.actions, strict=True) if one != two
                     for card in (one.args[0], two.args[0])}  # fmt: skip
        for one, two in list(zip(world.states, other.states, strict=True))[::every]:
            if one != two:
                tried += 1
                cards = (*sorted(exchanged), "ESG", "SAZ", *GAME.deck[tried % 11 :: 11])
                yield differs(answers(one, seat, cards, read), answers(two, seat, cards, read))


@pytest.mark.campaign
@pytest.mark.parametrize("seats", GAME.seats)
def test_no_name_tap_or_card_is_answered_by_what_hands_hold_that_are_hidden(seats, record_property):
    told = list(told_apart(SURFACE.read, seats, max(2, share(GAMES) // len(GAME.seats))))
    assert not any(told) and len(told) > 10
    record_property(f"{seats} players", f"{len(told)} pairs of states")


def listed_only(event, state):
    """A control: a card comes by chance only if the table has not read it in a hand."""
    meant = SURFACE.read(event, state)
    by_chance = meant is not None and not isinstance(meant, Refusal) and meant.seat == CHANCE
    return (
        meant if not by_chance or any(meant == each for each, _ in RULES.chance(state)) else Refusal("held", say("no"))
    )


def at_any_reader(event, state):
    """A control: who acts is judged by its hand wherever the card is shown."""
    if isinstance(event, Card) and state.phase in OWN:
        return SURFACE.read(Card(SURFACE.reader(state), event.card), state)
    return SURFACE.read(event, state)


@pytest.mark.parametrize("leaky", [listed_only, at_any_reader])
def test_an_answer_that_depends_on_hidden_hands_is_caught(leaky):
    assert any(told_apart(leaky, 4, every=1))


# -- a card that is laid on a reader only to name it


def naming(held):
    """Ann, who holds this card, calls a card of Ben; somebody lays one of a set on her reader."""
    session = session_at(do(position([held], ["Goa"]), "call", "ask 1"))
    reply = session.handle_event(Card(0, "Samurai"))
    return session, reply


def test_a_card_laid_on_a_seats_reader_names_nothing_before_that_seat_agrees():
    """Anybody can lay it there, and only who holds a card of its set has the right to call it (A-14)."""
    holding, without = naming("Ra"), naming("Jambo")
    assert holding[1] == without[1] and holding[0].question == without[0].question is not None
    assert [session.handle_event(Key(1, "confirm")).refused for session, _ in (holding, without)] == [True, True]
    agreed = [session.handle_event(Key(0, "confirm")) for session, _ in (holding, without)]
    assert [reply.refused for reply in agreed] == [False, True]
    assert [session.state.phase for session, _ in (holding, without)] == ["proof", "name"]
    assert agreed[0].rows[1:] == (Row("action", f"0 name {GAME.deck.index('Samurai')}"),)


# -- a card read by mistake

DRAWN = do(position(["ESG 1"], [BURM, "Goa", "YINSH"], ["Jambo"]), "esg ESG 1", "ask 1")
DRAWN_FOR_ALL = do(position(["ESG 1"], [BURM, "Goa"], esg_show="public"), "esg ESG 1", "ask 1")
DEALT = do(RULES.setup(4, options_for()), "starter 0", *(f"deal {card}" for card in GAME.deck[:31]))
SEEN = {"shown": {3: [BURM, "YINSH"]}, "faces": {"a1": "Samurai"}}
PLAYED = do(position(["Goa", "ESG 1", "ESG 2"], ["Catan"], ["Jambo"], **SEEN), "esg ESG 1", "ask 1")
TURNED = do(do(PLAYED, "draw Catan", "keep", "swap", "ask 2", f"name {BURM}"), "reveal", "at c3")
BLIND, BLIND_BESIDE_PUBLIC = (
    do(
        position(["Ra"], ["YINSH", "DVONN"], swap_pick="asker_blind", esg_show=show),
        "swap", "ask 1", f"name {BURM}", "accept",
    )
    for show in ("private", "public")
)  # fmt: skip


def asked_after(state, came, card):
    """A card comes by chance and another one is shown: is it asked whether the first was read by mistake?"""
    session = session_at(state)
    session.apply_action(written(state, came))
    session.handle_event(Card(0, card))
    return session.question is not None


@pytest.mark.parametrize("card", ["Goa", "YINSH", "Jambo", "Ra"])
def test_after_a_secret_draw_it_is_not_asked_whether_another_card_was_meant(card):
    """The question would come exactly for the cards of that hand (A-05, A-11)."""
    assert not asked_after(DRAWN, f"draw {BURM}", card)


def test_nor_after_a_secret_swap_or_the_last_card_dealt():
    assert not asked_after(BLIND, "draw YINSH", "DVONN")
    assert not asked_after(DEALT, f"deal {GAME.deck[31]}", GAME.deck[40])


def session_at(state):
    return session_in(GAME, state, "Ann", "Ben", "Cid", "Dan")


@pytest.mark.parametrize("card", ["Goa", "Ra", "Jambo", "Catan", "ESG"])
def test_after_a_card_came_before_all_eyes_it_is_asked_wherever_the_other_one_is_hidden(card):
    """In the hand it was drawn from, in another one, in the bag: the question must not tell."""
    assert asked_after(DRAWN_FOR_ALL, f"draw {BURM}", card)
    assert asked_after(TURNED, "turn TwixT", card)


@pytest.mark.parametrize("card", ["Samurai", "ESG 1", "YINSH"])
def test_of_a_card_that_all_see_elsewhere_it_is_not_asked(card):
    assert not asked_after(TURNED, "turn TwixT", card)
    assert not asked_after(DRAWN_FOR_ALL, f"draw {BURM}", "ESG 1")


def test_nor_of_one_that_looks_the_same():
    assert not asked_after(TURNED, "turn ESG 5", "ESG") and asked_after(TURNED, "turn ESG 5", "SAZ")


@pytest.mark.parametrize("card", ["Jambo", "Puerto Rico"])
def test_if_others_agree_that_it_was_read_by_mistake_the_other_card_is_taken_wherever_it_was_read(card):
    """Jambo was read in Cid's hand, Puerto Rico nowhere: neither question nor answer tells."""
    session = session_at(TURNED)
    session.apply_action(written(TURNED, "turn TwixT"))
    session.handle_event(Card(0, card))
    reply = session.handle_event(Key(0, "confirm"))
    assert session.question is None and not reply.refused
    assert [row.kind for row in reply.rows] == ["event", "swap"]
    assert RULES.view(session.state, PUBLIC).places[14] == card
    assert RULES.view(session.state, PUBLIC).sizes == RULES.view(TURNED, PUBLIC).sizes


# -- the public form of an action


def test_an_ESG_card_drawn_is_public_only_by_option():
    for show, told in (("private", HIDDEN), ("public", GAME.deck.index("Catan"))):
        state = do(position(["ESG 1"], ["Catan"], ["Ra"], seats=3, esg_show=show), "esg ESG 1", "ask 1")
        ((action, _),) = RULES.chance(state)
        assert RULES.seen(state, action, PUBLIC).args == (told,)


SWAPPING = do(position(["Ra"], ["YINSH"], ["Goa"]), "swap", "ask 1", f"name {BURM}", "accept")
KNOW = {  # an action and who sees its card
    "dealt to its player": (do(RULES.setup(4, options_for()), "starter 0"), "deal Ra", {0}),
    "drawn by the one from the other": (DRAWN, "draw Goa", {0, 1}),
    "drawn before all": (DRAWN_FOR_ALL, "draw Goa", {PUBLIC, 0, 1, 2, 3}),
    "drawn for a swap, ESG cards for all": (BLIND_BESIDE_PUBLIC, "draw YINSH", {0, 1}),
    "drawn for a swap": (BLIND, "draw YINSH", {0, 1}),
    "given": (SWAPPING, "give YINSH", {0, 1}),
    "given for it": (do(SWAPPING, "give YINSH"), "give Ra", {0, 1}),
    "turned up": (do(position(["Catan"]), "reveal", "at a1"), "turn Ra", {PUBLIC, 0, 1, 2, 3}),
}


@pytest.mark.parametrize("what", KNOW)
def test_a_card_is_seen_by_who_gives_and_who_gets_it(what):
    state, text, know = KNOW[what]
    action = written(state, text)
    for eyes in (PUBLIC, 0, 1, 2, 3):
        assert RULES.seen(state, action, eyes) == (action if eyes in know else action._replace(args=(HIDDEN,)))


@pytest.mark.parametrize("seats", GAME.seats)
def test_no_sentence_about_a_secret_action_names_its_card(seats):
    told = 0
    for seed in range(5):
        world = played(ALEX_SECRETS, seats, seed)
        for state, action, after in zip(world.states, world.actions, world.states[1:], strict=False):
            if RULES.seen(state, action, PUBLIC) != action:
                card = repr(GAME.deck[int(action.args[0])])
                said = (
                    SURFACE.instruction(action, state),
                    SURFACE.description(action, state, after),
                    SURFACE.put_back([(state, action)], after),
                )
                assert card not in repr(said) or card in repr(RULES.view(state, -2))
                told += action.kind != "deal"
    assert told > 2


def test_the_sentence_about_an_open_card_names_it():
    """The control: the same search finds what is said."""
    state = do(position(["Ra"], ["Goa"], ["Jambo"], seats=3), "reveal", "at c3")
    action, _ = RULES.chance(state)[0]
    assert repr(GAME.deck[int(action.args[0])]) in repr(SURFACE.description(action, state, RULES.apply(state, action)))
