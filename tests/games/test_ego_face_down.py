"""Alter Ego with hands that see only backs: bots choose henchmen, play events, fill displays; no card is mixed up."""

from glowtable import games
from glowtable.games.alter_ego.cards import EVENTS, HENCHMEN, NUMBER
from glowtable.games.alter_ego.state import Phase as Ego
from glowtable.games.alter_ego.state import changed
from glowtable.match.players import Player
from glowtable.match.presenter import current_prompt
from glowtable.terminal.translator import Translator

from tests.games.ego_positions import action, do, position
from tests.games.play import session_in
from tests.support.blind_hands import BlindHands

GAME = games.find("alter_ego")


def is_henchman(card):
    """By its back."""
    return bool(HENCHMEN >> NUMBER[card] & 1)


class VigilanteHands(BlindHands):
    """Henchmen lie in the row with the hand; their backs are others."""

    GAME = GAME
    SHOWN_AND_GONE = ("choose", "fill", "event", "trash")

    def move(self, what, before, said):
        if what.kind in ("draw", "henchman"):
            self.row(before.seat).append(GAME.deck[what.args[0]])
        elif what.kind == "buy" and EVENTS >> what.args[0] & 1 and not any("discards" in each for each in said[1:]):
            self.row(what.seat).append(GAME.deck[what.args[0]])
        if any(each.startswith("Now in play: ") for each in said):
            self.leave(is_henchman)
        elif what.kind == "ready" and before.phase == "recoup" != self.match.session.state.phase:
            self.leave(lambda card: True)

    def leave(self, leaves):
        """Those of all rows for which this is so."""
        for row in self.rows.values():
            row[:] = [card for card in row if not leaves(card)]


# -- what is told

TABLE = (Player("Ann"), Player("Otto", "random"))
SPEAK = Translator("en", [player.name for player in TABLE], game=GAME.name)
BILL, ALLEY = "Bagman Bill", "Alley Bruiser"


def session_at(state, wanted="1 ready"):
    return session_in(GAME, state, *TABLE, think=lambda state, seat: action(wanted, state))


def told(session, text):
    return [SPEAK.text(message) for message in session.apply_action(action(text, session.state)).said]


def row(session):
    return [card.title for card in session.match_state.face_down.rows_at(session.history, session.state)[1]]


def place(title, state):
    return f"Otto's card {row(session_at(state)).index(title) + 1} from the left"


def hunting(ready):
    """Otto has drawn two henchmen and holds two cards; of Ann's nothing lies in a row."""
    otto = {"drawn": [ALLEY, BILL], "hand": ["Family", "Job"]}
    return position({"drawn": ["Bail-Bond Bully"]}, otto, phase=Ego.CHOOSE)._replace(ready=ready)


def test_of_the_henchman_that_a_bot_has_chosen_people_hear_the_place_alone():
    state = hunting(ready=0b01)
    session = session_at(state, f"1 choose {BILL}")
    said = "Slide Otto's henchman face down over Otto's reader. Put it aside."
    assert SPEAK.text(current_prompt(session).message) == f"{said} ({place(BILL, state)})"


def test_henchmen_lie_in_the_row_with_the_hand_until_all_have_chosen():
    session = session_at(hunting(ready=0b00))
    assert sorted(row(session)) == sorted(["Family", "Job", ALLEY, BILL])
    told(session, f"1 choose {BILL}")
    assert sorted(row(session)) == sorted(["Family", "Job", ALLEY])
    said = told(session, "0 choose Bail-Bond Bully")
    assert row(session) == ["Family", "Job"] and "from the left" not in " ".join(said)


def test_an_undo_says_where_the_henchman_lay_and_does_not_name_it():
    state = hunting(ready=0b01)
    session = session_at(state)
    told(session, f"1 choose {BILL}")
    session.take_back(1)
    repairs = " ".join(map(SPEAK.text, session.repairs))
    assert f"Put the card back: {place(BILL, state)}." in repairs and BILL not in repairs
    assert "take the others from under the deck" in repairs


def test_henchmen_that_nobody_has_read_count_as_places_and_one_of_them_is_chosen():
    """What was read of them turned out to be wrong."""
    state = hunting(ready=0b01)
    otto = state.people[1]
    state = changed(state, 1, drawn=0, drawn_hidden=2, hidden_count=1)._replace(deck=(state.deck[0] | otto.drawn,))
    session = session_at(state)
    assert row(session) == ["Family", "Job", "", "", ""]
    chosen = changed(state, 1, chosen=NUMBER[BILL])
    assert row(session_at(chosen)) == ["Family", "Job", "", ""]
    known = changed(state, 1, chosen=NUMBER[BILL], drawn=otto.drawn, drawn_hidden=1)
    assert row(session_at(known)) == ["Family", "Job", ALLEY, "", ""]


def test_what_a_bot_plays_or_lays_while_people_may_act_is_told_with_its_place():
    """Nobody has heard of it before: it is not announced."""
    state = position({}, {"hand": ["Job", "Second Wind", "Family"], "deck": ["Family", "Family"]}, phase=Ego.SUPPORT)
    said = told(session_at(state), "1 event Second Wind")
    assert said[0].startswith("Otto plays Second Wind") and said[-1] == place("Second Wind", state)
    state = position({}, {"hand": ["Job", "Family"]}, phase=Ego.RECOUP)._replace(took=0b11)
    assert told(session_at(state), "1 fill Family")[-1] == place("Family", state)


def test_a_card_given_back_has_a_place_if_it_was_in_the_hand():
    apron = {"hand": ["Job", "Hang Up the Apron"], "discard": ["Family"]}
    state = do(position({}, apron, phase=Ego.INCOME), "1 event Hang Up the Apron")
    session = session_at(state, "1 trash Job")
    assert SPEAK.text(current_prompt(session).message) == f"Otto puts Job back on its stack. ({place('Job', state)})"
    session = session_at(state, "1 trash Family")
    assert SPEAK.text(current_prompt(session).message) == "Otto puts Family back on its stack."


def test_what_people_lay_out_or_draw_has_no_place():
    state = position({"hand": ["Family"]}, {"hand": ["Family"]}, phase=Ego.RECOUP)._replace(took=0b11)
    assert "from the left" not in " ".join(told(session_at(state), "0 fill Family"))
    state = state._replace(phase=Ego.DRAW, seat=1)
    state = changed(state, 1, deck=state.stacks & -state.stacks, draws=1)
    assert "from the left" not in " ".join(told(session_at(state), "chance draw Strength 1"))
