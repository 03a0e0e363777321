"""Bad input in ALEX & CO: each gets its reason, its rule and one clear sentence that gives nothing away."""

import pytest
from glowtable.game import CHANCE, PUBLIC, Action, Refusal
from glowtable.games.alex_and_co.cards import begun_with, copies_of
from glowtable.games.alex_and_co.cells import place_name, place_of
from glowtable.games.alex_and_co.rules import RULES as rules
from glowtable.games.alex_and_co.state import Phase
from glowtable.games.alex_and_co.surface import SURFACE as surface
from glowtable.table import Card, Key, Press, Release, Said
from glowtable.terminal.translator import Translator

from tests.games.alex_positions import GAME, do, finished, of_size, options_for, position

CATAN, TEUBER, BURM, YINSH = "Catan", "Klaus Teuber", "Kris Burm", "YINSH"
TURN = position([CATAN, BURM, "ESG 1"], [TEUBER], [YINSH])
SPEAK = Translator("en", ("{seat}",) * 4, game=GAME.name)
DEALING = do(rules.setup(3, options_for()), "starter 0")
LEAVING = do(DEALING, *(f"out {of_size(size)[0]}" for size in (6, 5, 4, 3, 2)))
OVER = finished(position()._replace(phase=Phase.FINAL, end="sixth set displayed"))
ALONE = position([CATAN, "ESG 1"])
CALLING = do(TURN, "call", "ask 1", f"name {TEUBER}")
LAID = do(position([BURM, YINSH]), f"lay {BURM}")
TURNING = do(position([CATAN], shown={1: [BURM, YINSH]}), "reveal", "at a1")  # 57 is YINSH
GIVING = do(position([BURM], [CATAN, "Ra"]), "swap", "ask 1", f"name {TEUBER}", "accept")
PAYING = do(GIVING, f"give {CATAN}")
IN_THE_END = position([CATAN])._replace(phase=Phase.FINAL, end="sixth set displayed")
NO_ADDING = position(["DVONN"], shown={0: [BURM, YINSH]}, final_display="it")._replace(
    phase=Phase.FINAL, end="sixth set displayed"
)

ACTIONS = {
    "after the end": (OVER, Action(0, "pass"), "over", "A-30"),
    "no such action": (TURN, Action(0, "dance"), "unknown", ""),
    "chance is no seat": (TURN, Action(0, "turn", (1,)), "unknown", ""),
    "a word for a number": (TURN, Action(0, "lay", ("Catan",)), "unknown", ""),
    "no such card": (TURN, Action(0, "lay", (99,)), "unknown", "A-01"),
    "another's turn": (TURN, Action(1, "call"), "not your turn", ""),
    "another phase": (TURN, Action(0, "keep"), "not now", "A-09"),
    "nobody to swap with": (ALONE, Action(0, "swap"), "player without cards", "A-19"),
    "nobody to draw from": (ALONE, Action(0, "esg", (87,)), "player without cards", "A-11"),
    "no such place": (do(TURN, "reveal"), Action(0, "at", (36,)), "unknown", "A-06"),
    "no place at all": (do(TURN, "reveal"), Action(0, "at", (-1,)), "unknown", "A-06"),
    "nobody at all": (do(TURN, "call"), Action(0, "ask", (-1,)), "unknown", "A-03"),
    "nobody sits there": (do(TURN, "call"), Action(0, "ask", (4,)), "unknown", "A-03"),
    "a game not held": (GIVING, Action(1, "give", (8,)), "card not in this hand", "A-38"),
    "a game of another designer": (GIVING, Action(1, "give", (5,)), "card of no set", "A-20"),
    "displayed in the last step": (IN_THE_END, Action(0, "lay", (7,)), "not in this hand or no majority", "A-26"),
    "the game before the ESG cards": (TURN, Action(0, "esg", (86,)), "unknown", "A-10"),
    "an ESG card that is none": (TURN, Action(0, "esg", (93,)), "unknown", "A-10"),
    "an ESG card for a set": (LAID, Action(0, "lay", (87,)), "card of no set", "A-26"),
    "out of turn by chance": (TURN, Action(CHANCE, "turn", (50,)), "not now", "A-09"),
    "a card that all have seen elsewhere": (TURNING, Action(CHANCE, "turn", (57,)), "card elsewhere", "A-01"),
    "a wrong card leaves": (DEALING, Action(CHANCE, "out", (1,)), "card elsewhere", "A-04"),
    "a card leaves too late": (TURN, Action(CHANCE, "out", (1,)), "not now", "A-09"),
    "an action is under way": (do(TURN, "call"), Action(0, "keep"), "not now", ""),
    "no such starter": (rules.setup(3, options_for()), Action(CHANCE, "starter", (4,)), "unknown", "A-08"),
    "no proof held": (CALLING, Action(0, "prove", (8,)), "card not in this hand", "A-38"),
    "reveal after call": (position([CATAN], mode="called"), Action(0, "reveal"), "not now", "A-09"),
}


@pytest.mark.parametrize("name", ACTIONS)
def test_an_impossible_action_is_refused_with_its_reason(name):
    state, action, reason, rule = ACTIONS[name]
    refusal = rules.refuse(state, action)
    assert refusal and (refusal.reason, refusal.rule) == (reason, rule)
    assert not rule or rule in GAME.sheet or rule in ("A-37", "A-38")


EVENTS = {
    "no such card": (TURN, Card(0, "Monopoly"), "unknown"),
    "at another's reader": (TURN, Card(1, CATAN), "not your turn"),
    "a card of another hand": (TURN, Card(0, TEUBER), "not in this hand or no majority"),
    "a card when none is asked": (do(TURN, "swap"), Card(0, CATAN), "not now"),
    "a cell that is no menu": (TURN, Press(20), "not now"),
    "call without right": (do(position(["ESG 1"], [BURM]), "call", "ask 1"), Said(TEUBER), "no right to call"),
    "a set without majority": (TURN, Card(0, CATAN), "not in this hand or no majority"),
    "a card that all saw, without majority": (TURN._replace(open=1 << 7), Card(0, CATAN), "no majority"),
    "a card that all saw elsewhere": (position([CATAN], shown={1: ["Ra"]}), Card(0, "Ra"), "card not in this hand"),
    "a card to add that is not held": (position(shown={0: [BURM, YINSH]}), Card(0, "DVONN"), "card not in this hand"),
    "a card added in the last step against the option": (NO_ADDING, Card(0, "DVONN"), "not now"),
    "a card of a new set in it": (NO_ADDING, Card(0, "Ra"), "not in this hand or no majority"),
    "a cell where a player is asked": (do(TURN, "swap"), Press(20), "not now"),
    "reveal after a special card": (position([CATAN], [BURM], mode="played"), Press(2), "ESG or SAZ before reveal"),
    "a place turned up twice": (do(TURN, "reveal", "at a1", "turn Ra"), Press(0), "turned up already"),
    "a proof of another set": (CALLING, Card(0, BURM), "no proof"),
    "a player without cards": (do(TURN, "call"), Key(3, "confirm"), "player without cards"),
    "a player typed": (do(TURN, "call"), Said("ask 4"), "player without cards"),
    "a place typed": (do(TURN, "reveal"), Said("R9"), "unknown"),
    "the end too early": (TURN, Key(0, "confirm"), "must go on"),
    "typed too early": (TURN, Said("stop"), "not now"),
}


@pytest.mark.parametrize("name", EVENTS)
def test_a_mistake_at_the_table_is_refused(name):
    state, event, reason = EVENTS[name]
    refusal = surface.read(event, state)
    assert isinstance(refusal, Refusal) and refusal.reason == reason


def test_what_is_no_word_of_the_game_means_nothing():
    assert surface.read(Said("hello there"), TURN) is None
    assert surface.read(Said("Klaus"), GIVING) is None, "two begin so"
    assert surface.read(Said("1 cat"), GIVING) is None, "a card begun behind a player's name: of every game"
    assert surface.read(Key(0, "pass"), TURN) is None
    assert surface.read(Release(3), TURN) is None


def test_words_may_be_typed_for_all_that_hands_do():
    assert surface.read(Said("call"), TURN) == Action(0, "call")
    assert surface.read(Said("esg"), TURN) == Action(0, "esg", (87,))
    assert surface.read(Said("r1"), do(position([], layout="36+9"), "reveal")) == Action(0, "at", (36,))
    assert surface.read(Said("starter 3"), rules.setup(3, options_for())) == Action(CHANCE, "starter", (2,))
    assert surface.read(Said("ask 2"), do(TURN, "call")) == Action(0, "ask", (1,)), "seats are counted from one"
    assert surface.read(Said("ask 0"), do(TURN, "call")) is None


# where a card is, hidden from all but one, must not show in why it is refused: anybody may type it
SAME = {
    "not read: in another hand, in the bag without majority": (position([], [CATAN], untracked={0: 1}), CATAN, "Ra"),
    "read: held without majority, in another hand, nowhere seen": (TURN, CATAN, TEUBER, "Ra"),
    "proof: in another hand, in the bag": (CALLING, TEUBER, "Barbarossa"),
    "no proof, held or not": (do(position([CATAN, BURM]), "call", "at a1", f"name {TEUBER}"), BURM, YINSH),
    "given: held or not, by another": (do(position([BURM], [CATAN, "Ra"]), "swap", "ask 1", f"name {TEUBER}", "accept"),
                                       "Ra", "Samurai"),
    "paid: the game received, or another card": (PAYING, CATAN, "Ra", "Goa"),
    "the last step: held or not": (IN_THE_END, CATAN, TEUBER),
}  # fmt: skip


@pytest.mark.parametrize("name", SAME)
def test_a_refusal_is_the_same_wherever_the_hidden_card_is(name):
    state, *cards = SAME[name]
    refusals = [surface.read(Said(card), state) for card in cards]
    assert all(isinstance(refusal, Refusal) for refusal in refusals)
    told = {repr(refusal[:3]).replace(repr(card), "card") for refusal, card in zip(refusals, cards, strict=True)}
    assert len(told) == 1


@pytest.mark.parametrize("name", ["a card of another hand", "a set without majority", "call without right"])
def test_a_refusal_names_no_card_of_a_hand(name):
    state, event, _ = EVENTS[name]
    refusal = surface.read(event, state)
    hidden = [card for each in rules.view(state, 0).known for card in each]
    assert not any(card in repr(refusal.message) for card in hidden)
    assert rules.view(state, PUBLIC).known == ((),) * 4


def test_places_have_names():
    assert [place_name(place) for place in (0, 7, 35, 36, 44)] == ["a1", "b2", "f6", "R1", "R9"]
    assert all(place_of(place_name(place)) == place for place in range(45))
    assert {place_of(text) for text in ("", "R10", "a0", "a7", "g1", "r0", "abc", "11")} == {None}


# -- the bad input of which each gets one clear sentence

SENTENCES = {
    "a call without a right to call": (do(TURN, "call", "ask 1"), Said("TwixT"),
        "To call TwixT, you need a card of its set or that set displayed incomplete."),
    "a card that does not exist": (TURN, Card(0, "Chess"), "That card isn't in ALEX & CO."),
    "a game leaves with three": (DEALING, Card(0, CATAN), "First take out the designer of a set of 6 cards."),
    "a designer as the ESG card": (LEAVING, Card(0, TEUBER), "First take out one of the ESG cards."),
    "a SAZ card too early": (LEAVING, Card(0, "SAZ"), "That card isn't next. First take out one of the ESG cards."),
    "a target with no cards": (do(TURN, "call"), Key(3, "confirm"), "{seat} has no cards. Choose someone else."),
    "ESG or SAZ before reveal": (position([CATAN], [BURM], mode="played"), Press(2), "No Reveal after ESG or SAZ."),
    "a proof of another set": (CALLING, Card(0, BURM), "Choose a card of Klaus Teuber's set."),
    "a set without majority": (TURN, Card(0, CATAN), "{seat} needs this card and more than half of its set."),
    "a card of another hand": (TURN, Card(0, "Ra"), "{seat} needs this card and more than half of its set."),
    "a game received is no payment": (PAYING, Card(1, CATAN), "{seat} has to give a card held before this swap."),
    "no card typed where one is named": (do(TURN, "call", "ask 1"), Said("Chess"), "That card isn't in ALEX & CO."),
    "no card typed as proof": (CALLING, Said("Chess"), "That card isn't in ALEX & CO."),
    "no card typed where one is given": (GIVING, Said("1 Chess"), "That card isn't in ALEX & CO."),
    "no card typed where one is paid": (PAYING, Said("Chess"), "That card isn't in ALEX & CO."),
    "a card tapped twice": (LAID, Card(0, BURM), "Kris Burm is already displayed."),
    "an empty place": (do(position([CATAN], [BURM], faces={"c3": TEUBER}, pile=0), "call")._replace(
        faces=(-2,) * 36), Press(14), "There's no card left there. Choose another."),
}  # fmt: skip


@pytest.mark.parametrize("name", SENTENCES)
def test_bad_input_gets_one_clear_sentence(name):
    state, event, words = SENTENCES[name]
    refusal = surface.read(event, state)
    assert isinstance(refusal, Refusal)
    told = SPEAK.text(refusal.message)
    assert words in told and "\n" not in told and len(told) < 120


def test_a_name_may_be_typed_without_accents_case_or_end():
    asked = do(TURN, "call", "ask 1")
    for text in (TEUBER, "klaus teuber", "Klaus T", "teuber", "teub"):
        assert surface.read(Said(text), asked) == Action(0, "name", (GAME.deck.index(TEUBER),))
    assert copies_of("rudiger dorn") == copies_of("Rüdiger Dorn") != ()
    assert len(copies_of("esg")) == 6 and copies_of("ra") == copies_of("Ra") and len(copies_of("ra")) == 1
    assert copies_of("pan") == copies_of("Pandemic") and copies_of("pa") == () and copies_of("al") == ()
    assert copies_of("klaus") == (), "Teuber or Wrede"


def test_two_letters_name_no_card_though_only_one_begins_so():
    assert begun_with("bi") == copies_of("big") != () == copies_of("bi")
