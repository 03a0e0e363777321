"""Spiel des Jahres with hands that see only backs: bots tap, employ, trade and are ruined, and no card is mixed up."""

import re

import pytest
from glowtable.match.players import Player
from glowtable.match.presenter import current_prompt
from glowtable.terminal.translator import Translator

from tests.games.play import session_in
from tests.games.spiel_positions import GAME, action, contract_of, do, position
from tests.support.blind_hands import BlindHands

RUINED = re.compile(r"([\w ]+) can't pay .* and is out of the match\.")


class CompanyHands(BlindHands):
    """Ideas are tapped onto a stack before the bot; what is put into a trade lies open."""

    GAME = GAME
    SHOWN_AND_GONE = ("tap", "hire", "give")

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.stacks, self.put_in = ({seat: [] for seat in range(len(self.names))} for _ in range(2))

    def move(self, what, before, said):
        for ruined in filter(None, map(RUINED.fullmatch, said)):
            self.rows[ruined[1]], self.stacks[self.names.index(ruined[1])] = [], []
        if what.kind in ("deal", "draw"):
            self.row(before.seat).append(GAME.deck[what.args[0]])
        elif what.kind == "tap":
            self.stacks[what.seat].append(self.shown)
        elif what.kind == "give":
            self.put_in[what.seat].append(self.shown)
        elif what.kind == "publish":
            self.stacks[what.seat] = []
        elif what.kind == "take":
            self.stacks[what.seat].remove(GAME.deck[what.args[0]])
            self.lie(what.seat, [GAME.deck[what.args[0]]], said)
        elif what.kind == "ready":
            self.take_back(self.stacks, what.seat, what.seat, said)
        elif what.kind == "withdraw":
            self.take_back(self.put_in, what.seat, what.seat, said)
        elif before.deal and what.kind in ("accept", "pass"):
            one, other = before.deal.seats
            made = what.kind == "accept"
            self.take_back(self.put_in, one, other if made else one, said)
            self.take_back(self.put_in, other, one if made else other, said)

    def take_back(self, lying_open, giver, taker, said):
        cards, lying_open[giver] = lying_open[giver], []
        self.lie(taker, cards, said)


# -- what is told

TABLE = (Player("Ann"), Player("Otto", "random"), Player("Ben"))
SPEAK = Translator("en", [player.name for player in TABLE], game=GAME.name)


def session_at(state, wanted="1 ready"):
    return session_in(GAME, state, *TABLE, think=lambda state, seat: action(wanted))


def told(session, text):
    return [SPEAK.text(message) for message in session.apply_action(action(text)).said]


def place(state, card):
    row = session_at(state).match_state.face_down.rows_at([], state)[1]
    return f"Otto's card {[each.name for each in row].index(card) + 1} from the left"


def test_what_a_bot_taps_while_people_may_act_is_told_with_its_place():
    """Nobody has heard of it before: it is not announced."""
    state = position([["Goat"], ["Moon", "Robot", "Teapot"], []])
    said = told(session_at(state), "1 tap Robot")
    assert said == [said[0], place(state, "Robot")] and said[0].startswith("Otto shows Robot (")


def test_in_a_trade_the_sentence_that_asks_says_which_card_it_is_and_nothing_is_told_twice():
    state = do(position([["Goat"], ["Moon", "Robot"], []]), "1 trade 0")
    session = session_at(state, "1 give Robot")
    asked = SPEAK.text(current_prompt(session).message)
    assert asked.startswith("Otto adds Robot (") and asked.endswith(f"({place(state, 'Robot')})")
    assert "from the left" not in " ".join(told(session, "1 give Robot"))


def test_what_people_tap_has_no_place():
    assert "from the left" not in " ".join(told(session_at(position([["Goat"], ["Moon"], []])), "0 tap Goat"))


@pytest.mark.parametrize(("kind", "card"), [("tap", "Goat"), ("hire", contract_of("role", "family"))])
def test_what_people_show_is_told_in_no_row_that_was_taken_to_hold_it(kind, card):
    """Whoever showed a card, or typed it, would hear whether a bot holds it, and where."""
    rows = (["Moon", "Teapot"], ["Moon", card])
    heard = [told(session_at(position([[], row], hidden_count={0: 3})), f"0 {kind} {card}") for row in rows]
    assert heard[0] == heard[1] and "from the left" not in " ".join(heard[1])


def test_a_title_shared_by_cards_that_differ_makes_them_no_copies():
    """`The 1` leaves and `The 3` comes: it lies at the right end, and not where the other one lay."""
    state = position([["The 3"], ["The 1", "Moon"], []])
    state = do(state, "1 trade 0", "1 give The 1", "1 hand", "0 give The 3", "0 hand")
    session = session_at(state)
    session.match_state.face_down.rows_at([], state)
    told(session, "1 accept")
    assert [card.name for card in session.match_state.face_down.rows_at(session.history, session.state)[1]] == [
        "Moon",
        "The 3",
    ]


def test_cards_that_come_at_once_are_told_in_their_order():
    state = position([[], ["Moon", "Robot", "Goat"], []])
    session = session_at(do(state, "1 tap Robot", "1 tap Moon"))
    order = ", ".join(sorted(["Moon", "Robot"], key=GAME.deck.index))
    assert told(session, "1 ready")[-1] == f"At the right end of Otto's cards: {order}"


def test_an_undo_says_where_a_card_lay():
    state = do(position([["Goat"], ["Moon", "Robot"], []]), "0 brainstorm", "chance draw Teapot")
    session = session_at(state)
    lay = place(state, "Moon")
    told(session, "1 tap Moon")
    session.take_back(1)
    assert f"Put Moon back: {lay}." in map(SPEAK.text, session.repairs)


def test_a_row_of_a_ruined_bot_leaves_as_it_lies():
    """No card of it is named, or counted."""
    state = position([[], ["Moon", "Robot"], []], staff=[(contract_of("role", "family"), 1, 300)], money_k=[50, 10, 50])
    session = session_at(do(state, "0 ready", "1 ready"))
    said = told(session, "2 ready")
    assert "Put Otto's hand aside, face down, for good." in said and "from the left" not in " ".join(said)
    assert session.match_state.face_down.rows_at(session.history, session.state)[1] == ()
