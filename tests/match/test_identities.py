"""Known by its tag, by its kind or not at all: what a session makes of the copies of a card."""

import pytest
from glowtable import games
from glowtable.game import Action, full_options
from glowtable.games.alex_and_co.cards import NUMBER
from glowtable.grid import TABLE_SEAT, cell_of
from glowtable.match.export import redact_record
from glowtable.match.identities import Identities
from glowtable.match.journal import Header
from glowtable.match.judge import ALL_READERS
from glowtable.match.match_record import MatchRecord, match_state_of
from glowtable.match.match_state import MatchState
from glowtable.match.players import Player
from glowtable.match.session import Phase, Session
from glowtable.table import Audited, Card, Key, Lying, Press, Row
from glowtable.terminal.translator import Translator

from tests.support.matches import Match
from tests.support.physical_deck import NamesAlone

PUNTO, ALEX, EGO = map(games.find, ("punto", "alex_and_co", "alter_ego"))
FOUR = ("Ann", "Ben", "Cal", "Dot")  # red, green, blue, yellow: both copies of R5 lie in Ann's stack
THREE = ("Ann", "Ben", "Cal")  # red, green, blue; yellow is shared out


def begun(*names, identities=Identities, **options):
    """A match of Punto, Ann to turn up her first card."""
    terms = full_options(PUNTO, {"first_player": "youngest", **options})
    session = Session(MatchState(PUNTO, tuple(map(Player, names or FOUR)), terms), Phase.PLAYING)
    session.match_state.identities = identities(PUNTO)
    session.handle_event(Key(0, "confirm"))
    return session


def turn(session, card):
    """This card is shown, or its kind typed, by who must; the kinds of the rows that follow."""
    return [row.kind for row in session.handle_event(Card(session.state.seat, card)).rows[1:]]


def lay(session, *turns):
    """`R5a@c3`: each card is shown and laid there."""
    for card, _, cell in (each.partition("@") for each in turns):
        assert turn(session, card) == ["action"], card
        assert not session.handle_event(Press(cell_of(cell))).refused


def said(reply):
    return " ".join(Translator("en", FOUR, game="punto").text(message) for message in reply.said)


ONCE_ROUND = ("G1a@c4", "B1a@d3", "Y1a@d4")  # Ben, Cal and Dot, after Ann has laid a card on c3


# -- a tag contradicts what was typed


def test_the_tag_of_the_copy_that_was_booked_for_another_is_not_refused():
    session = begun()
    lay(session, "R5@c3", *ONCE_ROUND)
    assert turn(session, "R5a") == ["action"]
    assert session.view.card == "R5b" and session.match_state.identities.names == {"R5a": "R5b", "R5b": "R5a"}


def test_a_host_that_knows_names_alone_refuses_it():
    session = begun(identities=NamesAlone)
    lay(session, "R5@c3", *ONCE_ROUND)
    reply = session.handle_event(Card(0, "R5a"))
    assert reply.refused and "R5 is already on the table. Turn over your top card." in said(reply)


def test_a_copy_that_was_won_by_kind_does_not_bar_the_other_one():
    """As a trophy it would be refused for the whole match."""
    session = begun("Ann", "Ben")
    row = ["R5@c3", "G1a@d3", "R4a@c4", "G1b@d4", "R3a@c5", "G2a@d5", "R2a@c6", "G2b@d6", "R1a@c2"]
    lay(session, *row)
    assert session.view.trophies == (("R5a",), ())
    session.handle_event(Key(session.state.seat, "confirm"))
    while session.state.seat != 0:
        lay(session, "G9a@c3")
    assert turn(session, "R5a") == ["action"] and session.view.card == "R5b"


def test_a_card_that_lies_on_the_table_by_its_tag_is_refused_when_it_is_shown_again():
    session = begun()
    lay(session, "R5a@c3", *ONCE_ROUND)
    assert session.handle_event(Card(0, "R5a")).refused
    session.handle_event(Key(1, "pass"))
    assert turn(session, "R5") == ["action"] and session.view.card == "R5b"


def test_the_last_of_its_copies_is_known_by_exclusion():
    session = begun()
    lay(session, "R5a@c3", *ONCE_ROUND, "R5@b3")
    assert session.match_state.identities.doubtful == set()
    session = begun()
    lay(session, "R5@c3", *ONCE_ROUND)
    assert session.match_state.identities.doubtful == {"R5a", "R5b"}
    lay(session, "R5b@b3")
    assert session.match_state.identities.doubtful == set() and session.match_state.identities.names == {}


def test_a_neutral_copy_of_two_bags_is_turned_up_by_its_kind_whichever_tag_is_read():
    """One copy of Y5 surely lies in Ann's stack, the other with anybody: the tag may be of either."""
    session = begun(*THREE)
    assert turn(session, "Y5") == ["action"]
    assert session.match_state.identities.doubtful == {"Y5a", "Y5b"}
    assert session.match_state.identities.card_brought(session.history[-1]) == ""


# -- undo


def undone(*cards):
    """Ann and Ben have laid a card each, and Ann turned up another; all was taken back, and the two laid again."""
    session = begun("Ann", "Ben")
    lay(session, cards[0] + "@c3", "G1a@c4")
    assert turn(session, cards[1]) == ["action"]
    for _ in range(2):
        session.handle_event(Key(0, "undo"))
        session.handle_event(Key(1, "confirm"))
        while session.repairs:
            session.handle_event(Key(0, "confirm"))
    session.handle_event(Press(cell_of("c3")))
    lay(session, "G1a@c4")
    assert session.state.seat == 0 and session.match_state.chance.required_draw
    return session


@pytest.mark.parametrize(
    ("cards", "again", "accepted"),
    [
        (("R9a", "R5"), "R5b", True),  # typed: either tag
        (("R9a", "R5a"), "R5", True),  # shown: its kind
        (("R9a", "R5a"), "R5a", True),
        (("R9a", "R5a"), "R5b", False),  # the other copy did not lie on top
        (("R5", "R5b"), "R5b", True),
        (("R5", "R5b"), "R5a", False),
    ],
)
def test_the_card_of_an_undo_comes_again_as_far_as_anybody_can_tell(cards, again, accepted):
    session = undone(*cards)
    assert (turn(session, again) == ["action"]) is accepted


def test_a_cell_that_stands_for_the_kind_will_do_after_an_undo():
    session = undone("R9a", "R5b")
    session.judge.readers = ALL_READERS & ~1
    entries = PUNTO.surface.entry_cells(session.view)
    cell = next(
        cell for cell, (action, _) in entries.items() if action == Action(-1, "turn", (PUNTO.deck.index("R5a"),))
    )
    assert [row.kind for row in session.handle_event(Press(cell)).rows] == ["event", "action"]
    assert session.view.card == "R5b"


# -- bots: any copy of the card they want


def bot_with(*cards):
    """ALEX & CO: it is the bot's turn, which holds these cards and wants to play the last of them."""
    wanted = Action(0, "esg", (NUMBER[cards[-1]],))
    terms = full_options(ALEX, {"first_player": "random", "knowledge": "full"})
    players = (Player("Bot", "memory"), *map(Player, ("Ann", "Ben", "Cal")))
    session = Session(MatchState(ALEX, players, terms, lambda state, seat: wanted), Phase.PLAYING)
    session.apply_action(Action(-1, "starter", (0,)))
    others = [name for name in ALEX.deck if not name.startswith(("ESG", "SAZ"))]
    dealt = [*cards, *others[: 8 - len(cards)], *others[10:34]]
    for n, card in enumerate(dealt):
        assert not session.handle_event(Card(n // 8, card)).refused
    if session.state.phase == "display":
        session.apply_action(Action(0, "laid"))
    assert session.match_state.bots.sole_action == wanted
    return session


def test_a_bots_card_is_any_of_its_copies():
    session = bot_with("ESG 2", "ESG 5")
    reply = session.handle_event(Card(0, "ESG 2"))
    assert reply.rows[1:] == (Row("action", f"0 esg {NUMBER['ESG 5']}"),)
    assert session.match_state.identities.names == {"ESG 2": "ESG 5", "ESG 5": "ESG 2"}


def test_another_card_is_not_what_the_bot_wants():
    session = bot_with("SAZ 1", "ESG 5")
    assert session.handle_event(Card(0, "SAZ 1")).refused


def test_hands_show_the_card_that_goes_by_the_name():
    session = bot_with("ESG 2", "ESG 5")
    session.match_state.identities.names = {"ESG 5": "ESG 2", "ESG 2": "ESG 5"}
    assert session.match_state.gesture_for(session.match_state.bots.sole_action) == Card(0, "ESG 2")
    assert session.match_state.gesture_for(Action(0, "end")) == Key(0, "confirm")


# -- the journal


def rows_of(*turns):
    """The rows of a match of these cards, and its session."""
    session, rows = begun(), [Row("event", "key 0 confirm"), Row("action", "0 begin")]
    for card, _, cell in (each.partition("@") for each in turns):
        rows += session.handle_event(Card(session.state.seat, card)).rows
        rows += session.handle_event(Press(cell_of(cell))).rows
    return session, rows


def test_a_resumed_match_knows_the_cards_as_before():
    session, rows = rows_of("R5@c3", *ONCE_ROUND, "R5a@b3", "G7@b4")
    again = begun()
    again.match_state.history, again.match_state.state = [], PUNTO.rules.setup(4, again.options)
    again.match_state.replay_rows(
        [*rows, Row("note", "wrong"), Row("event", "unknown tag"), Row("event", "card hidden")]
    )
    assert again.state == session.state
    assert again.match_state.identities.names == session.match_state.identities.names == {"R5a": "R5b", "R5b": "R5a"}
    assert again.match_state.identities.doubtful == session.match_state.identities.doubtful == {"G7a", "G7b"}


def test_rows_without_events_leave_the_copies_doubtful():
    _, rows = rows_of("R5a@c3")
    again = begun()
    again.match_state.state, again.match_state.history = PUNTO.rules.setup(4, again.options), []
    again.match_state.replay_rows([row for row in rows if row.kind == "action"])
    assert again.match_state.identities.doubtful == {"R5a", "R5b"}


def test_an_export_of_a_running_match_is_replayed_with_what_it_tells_of_the_cards():
    session, rows = rows_of("R5@c3", *ONCE_ROUND, "R5a@b3")
    header = Header("punto", FOUR, dict(session.options), 0, "")
    redacted = redact_record(PUNTO, MatchRecord(header, tuple(rows)))
    assert match_state_of(PUNTO, redacted).state == session.state


# -- names that go out


def test_the_tag_that_is_sought_is_that_of_the_card_that_was_shown():
    session = begun()
    lay(session, "R5@c3", *ONCE_ROUND)
    turn(session, "R5a")
    assert session.match_state.turned_up == "R5b" and session.card_to_place[0] == "R5a"


def test_of_a_typed_card_a_tag_is_sought_only_if_it_is_clear_which():
    session = begun()
    turn(session, "R5")
    assert session.card_to_place is None
    session = begun()
    lay(session, "R5a@c3", *ONCE_ROUND)
    turn(session, "R5")
    assert session.card_to_place[0] == "R5b"


def test_an_inventory_may_find_any_copy():
    session = begun()
    lay(session, "R5@c3", "G1a@c4")
    session.handle_event(Key(TABLE_SEAT, "wrong"))
    for cell, card in (("c3", "R5b"), ("c4", "G1b")):
        session.handle_event(Lying(cell_of(cell), card))
    session.handle_event(Audited(0))
    assert session.phase is Phase.PLAYING


def test_of_a_card_that_may_be_either_copy_each_cell_is_told():
    session = begun()
    lay(session, "R5@c3", *ONCE_ROUND, "R5@b3")
    session.handle_event(Key(TABLE_SEAT, "wrong"))
    session.handle_event(Card(0, "R5b"))
    told = [session.dispute.look[1]]
    session.handle_event(Key(0, "confirm"))
    told.append(session.dispute.look[1])
    assert told == [cell_of("b3"), cell_of("c3")]
    session.handle_event(Key(0, "confirm"))
    assert session.dispute.look is None


def test_of_a_card_known_by_its_tag_its_own_cell_is_told():
    session = begun()
    lay(session, "R5b@c3", *ONCE_ROUND, "R5a@b3")
    session.handle_event(Key(TABLE_SEAT, "wrong"))
    session.handle_event(Card(0, "R5a"))
    assert session.dispute.look[1] == cell_of("b3") and not session.dispute.looks


def test_where_a_hidden_copy_is_nobody_hears_from_what_its_tag_was_once_booked_as():
    known, unknown = Identities(ALEX), Identities(ALEX)
    known.names, known.doubtful = {"ESG 1": "ESG 2", "ESG 2": "ESG 1"}, {"ESG 3"}
    for card in ("ESG 1", "ESG 2", "ESG 3", "ESG", "Catan"):
        assert known.names_for(card) == unknown.names_for(card)


# -- what people type


def test_who_types_a_card_tells_its_kind(tmp_path):
    match = Match(tmp_path, FOUR)
    match.pump.simulated_players = None
    match.until(lambda: match.session.phase is Phase.SETTING)
    match.types("ok", "ok Ann", "R5b")
    assert Row("event", "card 0 R5") in match.journal.good_rows(match.pump.recorder.match)


# -- games


def test_ego_a_second_copy_comes_by_its_kind_while_the_first_lies_in_the_supply():
    title, (first, second) = "Roomy Coat", EGO.alike["Roomy Coat"]
    session = Session(MatchState(EGO, (Player("Ann"),), full_options(EGO, {"knowledge": "full"})), Phase.PLAYING)
    while session.state.phase != "offer":
        session.apply_action(session.match_state.chance.possible_draws[0][0])
    for _ in range(2):
        assert not session.handle_event(Card(0, title)).refused
    assert {EGO.deck[card] for card in session.state.row if card >= 0} == {first, second}
