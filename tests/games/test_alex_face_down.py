"""The hands of bots lie face down: hands that see only backs do what they are told, and always take the right card."""

import re

import pytest
from glowtable.game import UNREAD, HandCard
from glowtable.match.face_down_rows import FaceDownHands, row_after
from glowtable.match.players import Player
from glowtable.match.presenter import current_prompt
from glowtable.table import Key
from glowtable.terminal.translator import Translator

from tests.games.alex_positions import GAME, action, do, position, rules
from tests.games.play import session_in
from tests.support.blind_hands import PLACE, BlindHands

ANSWERED = ("prove", "point", "name", "ask", "yes", "keep")  # what others are asked for goes to who asks


class AlexHands(BlindHands):
    """Cards go from row to row, and what is laid towards a set lies open."""

    GAME = GAME
    SHOWN_AND_GONE = ("esg", "saz", "lay", "give")

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.drawn = ""
        self.laid = []

    def move(self, what, before, said):
        """What hands do for this action, having heard these sentences."""
        told = [found.groups() for each in said if (found := PLACE.fullmatch(each))]
        if what.kind == "deal":
            self.row(before.seat).append(GAME.deck[what.args[0]])
        elif what.kind == "lay":
            self.laid.append(self.shown)
        elif what.kind == "give":
            self.row(before.active if before.phase == "give" else before.whom).append(self.shown)
        elif what.kind == "draw":
            self.drawn = GAME.deck[what.args[0]]
        elif what.kind == "return":
            ((name, place),) = told
            assert self.rows[name][int(place) - 1] == self.drawn
            return
        came = self.comes(what, before, said)
        gone = self.take_out(told)
        came += gone if what.kind in ANSWERED else []  # else the table has displayed them
        self.lie(before.active if what.kind != "retract" else what.seat, came, said)

    def comes(self, what, before, said):
        """The cards that come to a hand, but from another row as it is told."""
        if what.kind == "retract":
            return self.laid_again()
        if what.kind == "done" or not self.match.session.state.laying:
            self.laid = []
        if what.kind == "draw" and before.act == "swap":
            self.row(before.whom).remove(self.drawn)
            return [self.drawn]
        if what.kind == "take":
            return [GAME.deck[before.faces[place]] for place in rules.view(before, 0).pair]
        if before.act == "call" and before.turned and any(each.startswith("Right!") for each in said):
            return [GAME.deck[before.card]]
        return []

    def laid_again(self):
        laid, self.laid = self.laid, []
        return laid


# -- what is told


SPEAK = Translator("en", ("Ann", "Memory", "Otto"), game=GAME.name)
TABLE = (Player("Ann"), Player("Memory", "memory"), Player("Otto", "random"))
TEUBER, BURM = "Klaus Teuber", "Kris Burm"


def session_at(state, wanted=None):
    return session_in(GAME, state, *TABLE, think=lambda state, seat: wanted and action(state, wanted))


def told(session, text):
    return [SPEAK.text(message) for message in session.apply_action(action(session.state, text)).said]


def asked(session):
    return SPEAK.text(current_prompt(session).message)


def test_of_a_bots_secret_card_people_hear_which_back_it_is_and_not_what():
    state = do(
        position(["Goa"], ["YINSH", "Ra", "DVONN"], ["Jambo"], seats=3), "swap", "ask 1", f"name {BURM}", "accept"
    )
    order = [card.name for card in session_at(state).match_state.face_down.rows_at([], state)[1]]
    for card in ("YINSH", "DVONN"):
        session = session_at(state, f"give {card}")
        place = order.index(card) + 1
        assert asked(session) == f"Memory hands over a card, face down. (Memory's card {place} from the left)"
    assert "Goa" not in asked(session)


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("lay Catan", ()),
        ("prove Catan", ("call", "ask 1", f"name {TEUBER}")),
        ("esg ESG 1", ()),
        ("saz SAZ 1", ()),
        ("give Catan", ("swap", "ask 1", f"name {BURM}", "accept", "give YINSH")),
    ],
)
def test_A38_a_card_that_a_person_shows_is_told_in_no_row_that_was_taken_to_hold_it(text, steps):
    """Whoever showed a card, or typed it, would hear whether a bot holds it, and where."""
    cards = ["Catan", "ESG 1", "SAZ 1"]
    rows = (["Samurai", "Ra", "Jambo"], cards)
    heard = [
        told(session_at(do(position([], ["YINSH"], row, seats=3, untracked={0: 5}), *steps)), text) for row in rows
    ]
    assert heard[0] == heard[1] and "from the left" not in " ".join(heard[1])


def test_A38_nor_is_a_card_that_a_person_says_to_hold():
    heard = []
    for row in (["Samurai"], [TEUBER]):
        state = position(["Catan"], [], row, seats=3, untracked={1: 4})
        heard.append(told(session_at(do(state, "call", "ask 1", f"name {TEUBER}", "prove Catan")), "yes"))
    assert heard[0] == heard[1] and "from the left" not in " ".join(heard[1])


def test_A38_a_card_drawn_before_all_eyes_tells_nothing_of_the_row_it_was_not_read_in():
    heard = []
    for row in (["Ra", "Jambo", "Catan"], ["Ra", "Jambo", "Samurai"]):
        state = do(position(["ESG 1"], [], row, seats=3, esg_show="public"), "esg ESG 1", "ask 2")
        heard.append(told(session_at(state), "draw Catan"))
    assert heard[0] == heard[1] == ["Catan is drawn."]


def test_of_a_card_that_a_person_gives_no_place_is_told():
    state = do(position(["Goa", "Ra"], ["YINSH"], seats=3), "swap", "ask 1", f"name {BURM}", "accept", "give YINSH")
    assert "from the left" not in " ".join(told(session_at(state), "give Ra"))


def test_a_card_that_a_person_calls_is_found_in_the_row():
    state = do(position(["Catan"], ["YINSH", TEUBER], seats=3), "call", "ask 1", f"name {TEUBER}")
    place = [card.name for card in session_at(state).match_state.face_down.rows_at([], state)[1]].index(TEUBER) + 1
    assert told(session_at(state), "prove Catan")[-2:] == [
        f"Right! Ann gets {TEUBER} from Memory.",
        f"Memory's card {place} from the left",
    ]


def test_before_a_bot_calls_another_nobody_hears_whether_it_is_right():
    """What the other bot holds is told when the answer is."""
    calling = do(position([], ["Catan"], [TEUBER], seats=3, turn=1), "call", "ask 2", f"name {TEUBER}")
    other = do(position([TEUBER], ["Catan"], ["Ra"], seats=3, turn=1), "call", "ask 2", f"name {TEUBER}")
    sentences = {asked(session_at(state, "prove Catan")) for state in (calling, other)}
    assert sentences == {"Memory shows Catan as proof. (Memory's card 1 from the left)"}
    assert told(session_at(calling), "prove Catan")[-1] == "Otto's card 1 from the left"


def test_A31_what_the_end_displays_of_a_bots_hand_is_told_when_it_has_come_and_not_before():
    """The bot turns up no more cards, and with this quiet turn the match ends (A-39)."""
    heard = []
    for row in (["YINSH", "Catan", "Barbarossa", "Hoity Toity", TEUBER], ["YINSH", "Ra", "Goa", "Jambo", TEUBER]):
        ending = {"stall": "end", "final_auto": "yes", "display_after_reveal": "no"}
        state = do(position([], row, seats=3, turn=1, faces={"a1": "Samurai"}, **ending), "reveal", "at a1")
        session = session_at(state._replace(quiet=8), "stop")
        heard.append((asked(session), sum("from the left" in each for each in told(session, "stop"))))
    assert heard == [("Memory stops turning over cards.", 4), ("Memory stops turning over cards.", 0)]


def test_a_card_that_follows_is_counted_when_the_one_that_was_shown_is_gone():
    session = session_at(position([], ["YINSH", "Ra", "DVONN"], seats=3, turn=1))
    rows = session.match_state.face_down
    row = [card.name for card in rows.rows_at([], session.state)[1]]
    first, last = ((1, name) for name in (row[0], row[-1]))
    rows._cards_leaving = lambda action, before: ([first], [last])
    places = [rows.places_left(None, [], session.state, was_asked) for was_asked in (True, False)]
    assert [[SPEAK.text(place) for place in each] for each in places] == [
        ["Memory's card 2 from the left"],
        ["Memory's card 1 from the left", "Memory's card 3 from the left"],
    ]
    rows._cards_leaving = lambda action, before: ([first], [first, last])  # it was only shown, and lies where it lay
    assert SPEAK.text(rows.places_left(None, [], session.state, True)[1]) == "Memory's card 3 from the left"


def test_an_undo_says_where_a_card_lay():
    state = do(position(["Catan"], ["YINSH", TEUBER], seats=3), "call", "ask 1", f"name {TEUBER}")
    session = session_at(state)
    told(session, "prove Catan")
    session.take_back(1)
    *_, repair = map(SPEAK.text, session.repairs)
    assert re.fullmatch(rf"Put {TEUBER} back: Memory's card \d from the left\.", repair)
    while session.repairs:
        session.handle_event(Key(0, "confirm"))
    assert told(session, "prove Catan")[-1].startswith("Memory's card ")


def test_an_undo_of_a_secret_card_does_not_name_it():
    state = do(position(["Goa"], ["YINSH", "DVONN"], seats=3), "swap", "ask 1", f"name {BURM}", "accept")
    session = session_at(state, "give YINSH")
    told(session, "give YINSH")
    session.take_back(1)
    repairs = " ".join(map(SPEAK.text, session.repairs))
    assert re.search(r"Put the card back: Memory's card \d from the left\.", repairs) and "YINSH" not in repairs


def test_a_card_drawn_from_a_bot_goes_back_to_its_place():
    state = do(position(["ESG 1"], ["YINSH", TEUBER], seats=3), "esg ESG 1", "ask 1", f"draw {TEUBER}")
    assert re.fullmatch(PLACE, told(session_at(state), "return")[-1])
    state = do(position(["ESG 1"], ["YINSH", TEUBER], seats=3), "esg ESG 1", "ask 1", "draw YINSH")
    assert re.fullmatch(PLACE, told(session_at(state), "keep")[-1])


# -- how a row goes on

ONE, TWO, THREE = (HandCard(name, name) for name in ("Catan", "Goa", "Ra"))
ESG_1, ESG_2, ESG_3 = (HandCard(f"ESG {n}", "ESG") for n in (1, 2, 3))
ROWS = {
    "a card comes": ((ONE, TWO), (ONE, TWO, THREE), 3, (ONE, TWO, THREE)),
    "a card leaves": ((ONE, TWO, THREE), (ONE, THREE), 2, (ONE, THREE)),
    "one leaves, another comes": ((ONE, TWO), (TWO, THREE), 2, (TWO, THREE)),
    "it was a copy": ((ESG_1, ONE), (ESG_2, ONE), 2, (ESG_2, ONE)),
    "of two copies one was another": ((ESG_1, ONE, ESG_2), (ESG_3, ONE, ESG_2), 3, (ESG_3, ONE, ESG_2)),
    "it was misread": ((ONE, TWO, THREE), (ONE, THREE), 3, (ONE, UNREAD, THREE)),
    "now it is known": ((ONE, UNREAD, THREE), (ONE, TWO, THREE), 3, (ONE, TWO, THREE)),
    "two were misread, one left": ((ONE, TWO, THREE), (), 2, (UNREAD, UNREAD)),
    "one that is not known leaves": ((UNREAD, TWO, UNREAD), (TWO,), 2, (TWO, UNREAD)),
    "one that is not known comes": ((TWO,), (TWO,), 2, (TWO, UNREAD)),
    "what is not known stays": ((UNREAD, TWO), (TWO, ONE), 3, (UNREAD, TWO, ONE)),
}


@pytest.mark.parametrize("what", ROWS)
def test_a_row_keeps_the_places(what):
    row, known, size, after = ROWS[what]
    assert row_after(row, known, size) == after


def test_rows_follow_a_match_back_and_forth():
    session = session_at(
        position(["Goa"], ["YINSH", "Ra"], ["Jambo"], seats=3, faces={"a1": "Catan", "a2": TEUBER}, turn=1)
    )
    first = session.match_state.face_down.rows_at(session.history, session.state)
    for text in ("reveal", "at a1", "at a2", "take"):
        told(session, text)
    rows = session.match_state.face_down.rows_at(session.history, session.state)
    assert rows[1][:2] == first[1] and [card.name for card in rows[1][2:]] == sorted(
        ["Catan", TEUBER], key=GAME.deck.index
    )
    session.take_back(2)
    assert session.match_state.face_down.rows_at(session.history, session.state) == first
    assert FaceDownHands(GAME, (1, 2)).rows_at(session.history, session.state) == first, "from the history alone"
    told(session, "at a2")
    told(session, "leave")
    assert session.match_state.face_down.rows_at(session.history, session.state) == first


def test_cards_that_come_at_once_are_told_in_their_order():
    state = do(
        position(["Goa"], ["Ra"], seats=3, faces={"a1": "Catan", "a2": TEUBER}, turn=1), "reveal", "at a1", "at a2"
    )
    order = ", ".join(sorted(["Catan", TEUBER], key=GAME.deck.index))
    assert told(session_at(state), "take")[-1] == f"At the right end of Memory's cards: {order}"
    person = do(position(["Goa"], ["Ra"], seats=3, faces={"a1": "Catan", "a2": TEUBER}), "reveal", "at a1", "at a2")
    assert "right end" not in " ".join(told(session_at(person), "take"))
