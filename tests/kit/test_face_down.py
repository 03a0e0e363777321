"""What games say of the hands that lie face down in a row."""

from collections import namedtuple

from glowtable.game import HandCard
from glowtable.kit.face_down import FaceDown

Table = namedtuple("Table", "hands unread")
ROWS = FaceDown("abcd", "AABB", lambda table, seat: table.hands[seat], lambda table, seat: table.unread[seat])
BEFORE, AFTER = Table((0b0111, 0b1000), (1, 0)), Table((0b0010, 0b1001), (1, 0))


def test_a_row_has_its_known_cards_by_name_and_title_and_as_many_places_as_cards():
    assert ROWS.hand_in_row(BEFORE, 0) == ((HandCard("a", "A"), HandCard("b", "A"), HandCard("c", "B")), 4)
    assert ROWS.hand_in_row(BEFORE, 1) == ((HandCard("d", "B"),), 1)


def test_what_lies_there_no_more_was_taken_away():
    assert ROWS.taken_away((0, 1), BEFORE, AFTER) == ((0, "a"), (0, "c"))
    assert ROWS.taken_away((1,), BEFORE, AFTER) == () == ROWS.taken_away((), BEFORE, AFTER)


def test_a_card_is_named_where_it_lies():
    assert ROWS.named(BEFORE, 0, 2) == ((0, "c"),) and ROWS.named(BEFORE, 1, 2) == ()
