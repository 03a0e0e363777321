"""Every numbered rule of ALEX & CO, a test or more for each, named by it."""

from itertools import groupby, permutations

import pytest
from glowtable.game import CHANCE, HIDDEN, PUBLIC, RULING, Action
from glowtable.games.alex_and_co.cards import (
    DECK,
    ESG,
    EVERY,
    FIRST,
    GAMES,
    MAJORITY,
    NAMES,
    NUMBER,
    SAZ,
    SET,
    SETS,
    SIZE,
)
from glowtable.games.alex_and_co.hands import find, locate
from glowtable.games.alex_and_co.ledger import decided, points
from glowtable.games.alex_and_co.revealing import are_pair
from glowtable.games.alex_and_co.rules import RULES as rules
from glowtable.games.alex_and_co.rules import is_unlisted, recalled, reminders
from glowtable.games.alex_and_co.state import GAP, UNKNOWN, Mode, Phase, unseen
from glowtable.match.dealer import Dealer
from glowtable.messages import say, say_count
from glowtable.table import Card
from glowtable.terminal.translator import Translator

from tests.games.alex_positions import (
    GAME,
    about,
    action,
    dealt,
    displayed,
    do,
    finished,
    hand,
    kinds,
    may,
    of_size,
    options_for,
    position,
    refused,
)

TEUBER, CATAN, BARBAROSSA = "Klaus Teuber", "Catan", "Barbarossa"
ROSENBERG, BOHNANZA, AGRICOLA = "Uwe Rosenberg", "Bohnanza", "Agricola"
BURM, YINSH, DVONN = "Kris Burm", "YINSH", "DVONN"
SACKSON = ["Acquire", "Focus", "Sleuth"]  # three of five
CALL = ("call", "ask 1", f"name {TEUBER}", f"prove {CATAN}")
ESG_NAMES = DECK.names_of(ESG)
SWAP_BURM = ("swap", "ask 1", f"name {BURM}")


def unlisted(state, text):
    """After what is not listed, and possible all the same."""
    meant = action(state, text)
    assert meant not in rules.legal(state, state.seat) and rules.is_possible(state, meant)
    return rules.apply(state, meant)


def test_A01_there_are_99_cards_in_27_sets():
    assert sorted(SIZE, reverse=True) == [6] * 3 + [5] * 2 + [4] * 4 + [3] * 7 + [2] * 11
    assert len(NAMES) == len(set(NAMES)) == 99
    assert ESG.bit_count() == SAZ.bit_count() == 6


def test_A02_a_set_is_a_designer_and_one_to_five_games():
    assert GAMES.bit_count() == 60
    for first, cards in zip(FIRST, SETS, strict=True):
        assert cards & ~GAMES == 1 << first and 1 <= (cards & GAMES).bit_count() <= 5


def test_A03_three_to_six_play():
    assert GAME.seats == (3, 4, 5, 6)


def test_A04_with_three_a_set_of_each_size_an_ESG_and_a_SAZ_card_leave():
    gone = dealt(3).gone
    assert gone.bit_count() == 22
    sizes = [size for cards, size in zip(SETS, SIZE, strict=True) if gone & cards == cards]
    assert sizes == [6, 5, 4, 3, 2]
    assert (gone & ESG).bit_count() == (gone & SAZ).bit_count() == 1
    assert dealt(4).gone == 0


def test_A04_any_set_of_a_size_may_leave():
    state = do(rules.setup(3, options_for()), "starter 0")
    assert [len(rules.chance(state)), *(len(rules.chance(state := do(state, out))) for out in OUT)] == LEAVING


OUT = ("out Klaus Teuber", "out Sid Sackson", f"out {ROSENBERG}", f"out {BURM}", "out David Parlett", "out ESG 3")
LEAVING = [3, 2, 4, 7, 11, 6, 6]


def setting_up(seats, **options):
    """The phases before the first turn, each with how often it is asked; seat 1 owns the game."""
    state, phases = rules.setup(seats, options_for(first_player="owner", **options)), []
    dealer = Dealer(1)
    while state.phase != "turn":
        phases.append(str(state.phase))
        by_chance = rules.to_act(state) == (CHANCE,)
        legal = () if by_chance else rules.legal(state, 1 if state.phase == "owner" else state.seat)
        state = rules.apply(state, dealer.draw_outcome(rules.chance(state)) if by_chance else legal[0])
    return [(phase, len(list(times))) for phase, times in groupby(phases)], state


def test_A04_A06_with_three_cards_leave_then_hands_are_dealt_and_slid_then_the_display_is_laid():
    order, state = setting_up(3)
    assert order == [("owner", 1), ("out", 7), ("deal", 24), ("display", 1)]
    assert (state.active, state.seat, state.gone.bit_count()) == (1, 1, 22)
    asked, _ = setting_up(3, knowledge="trust")
    assert asked == [("owner", 1), ("out", 7), *[("hand", 1), ("deal", 8)] * 3, ("display", 1)]
    assert setting_up(4)[0] == [("owner", 1), ("deal", 32), ("display", 1)]


def test_A06_who_begins_confirms_that_the_display_lies():
    state = do(rules.setup(4, options_for()), "starter 2")
    while state.phase == "deal":
        state = rules.apply(state, rules.chance(state)[0][0])
    assert rules.to_act(state) == (2,) and kinds(state) == {"laid"} and state.faces == ()
    assert refused(state, "reveal") == ("not now", "")
    assert do(state, "laid").phase == "turn" and do(state, "laid").seat == 2


def test_A05_everybody_gets_eight_cards():
    for seats in GAME.seats:
        assert all(cards.bit_count() == 8 for cards in dealt(seats).hands)


@pytest.mark.parametrize(("seats", "pile"), [(3, 8), (4, 22), (5, 14), (6, 6)])
def test_A06_45_cards_lie_face_down_and_the_rest_is_the_pile(seats, pile):
    state = dealt(seats, layout="36+9")
    assert state.faces == (UNKNOWN,) * 45 and state.pile == pile


def test_A06_hands_that_are_not_read_are_no_part_of_the_pile():
    state = do(rules.setup(4, options_for(knowledge="trust")), "starter 2", *["trust"] * 4, "laid")
    assert state.pile == dealt(4).pile == 31


def test_A07_a_card_that_leaves_the_display_is_replaced_unseen():
    state = position([CATAN], faces={"a1": TEUBER})
    after = do(state, "call", "at a1", f"name {TEUBER}", f"prove {CATAN}")
    assert after.faces[0] == UNKNOWN and after.pile == state.pile - 1


def test_A08_the_owner_begins_and_the_turn_goes_to_the_left():
    state = rules.setup(4, options_for(first_player="owner"))
    assert rules.to_act(state) == (0, 1, 2, 3)
    assert rules.apply(state, Action(2, "begin")).active == 2
    turn = position([], seats=4, turn=3, mode="revealed")
    assert do(turn, "end").active == 0


def test_A08_turns_are_counted_from_none_on():
    state = dealt(4)
    assert rules.view(state, PUBLIC).turns == 0
    assert rules.view(do(state, "reveal", "at a1", "turn Ra", "stop", "end"), PUBLIC).turns == 1


def test_A09_one_action_is_compulsory_and_cards_are_displayed_at_any_moment():
    state = position([CATAN, BURM, YINSH, DVONN], [TEUBER])
    assert kinds(state) == {"call", "swap", "reveal", "lay"}
    assert refused(state, "end") == ("must go on", "A-09")
    called = do(state, *CALL)
    assert kinds(called) == {"call", "end", "lay"}
    assert refused(called, "reveal") == refused(called, "swap") == ("not now", "A-09")
    assert refused(position([CATAN], mode="revealed"), "call") == ("not now", "A-09")


def test_A10_ESG_and_SAZ_come_before_and_exclude_reveal():
    state = position([CATAN, "ESG 1", "ESG 2", "SAZ 1"], [BURM, ROSENBERG])
    after = do(state, "esg ESG 1", "ask 1", f"draw {BURM}", "return")
    assert {"esg", "saz", "call", "swap"} <= kinds(after)
    assert refused(after, "reveal") == ("ESG or SAZ before reveal", "A-10")
    assert DECK.names_of(after.gone) == ("ESG 1",)
    assert refused(position(["ESG 1"], [BURM], mode="called"), "esg ESG 1") == ("ESG or SAZ after the action", "A-10")


@pytest.mark.parametrize(("mode", "quote"), [("called", RULING), ("revealed", "")])
def test_A10_after_a_call_no_sentence_of_the_sheet_forbids_them(mode, quote):
    """It says that they come before; that there is no Reveal beside them it says in words (A-18)."""
    state = position(["ESG 1"], ["Ra"], mode=mode)
    assert rules.refuse(state, action(state, "esg ESG 1")).quote == quote


def test_A10_only_ESG_and_SAZ_cards_are_played():
    assert refused(position([CATAN], [BURM]), f"esg {CATAN}") == ("unknown", "A-10")
    assert refused(position([CATAN], [BURM]), "esg ESG 1") == ("card not in this hand", "A-38")


def test_A11_a_game_drawn_may_be_kept_any_other_card_is_returned():
    state = position(["ESG 1"], [CATAN, TEUBER, "ESG 2", "SAZ 2"])
    drawing = do(state, "esg ESG 1", "ask 1")
    assert len(rules.chance(drawing)) == 4
    assert hand(do(drawing, f"draw {CATAN}", "keep"), 0) == {CATAN}
    assert hand(do(drawing, f"draw {CATAN}", "return"), 1) == {CATAN, TEUBER, "ESG 2", "SAZ 2"}
    for card in (TEUBER, "ESG 2", "SAZ 2"):
        drawn = do(drawing, f"draw {card}")
        assert kinds(drawn) == {"return"}
        after = do(drawn, "return")
        assert after == unlisted(drawn, "keep"), "a refusal would tell all that it is no game"
        assert after.phase == "turn" and hand(after, 0) == set() and card in hand(after, 1)


@pytest.mark.parametrize(("card", "done"), [(TEUBER, "return"), (CATAN, "keep")])
def test_A11_all_are_told_what_became_of_the_card_and_not_which_key_was_pressed(card, done):
    drawn = do(position(["ESG 1"], [CATAN, TEUBER]), "esg ESG 1", "ask 1", f"draw {card}")
    assert [rules.seen(drawn, Action(0, "keep"), eyes).kind for eyes in (PUBLIC, 0, 2)] == [done] * 3


def test_A11_each_card_of_a_hand_is_as_likely_whether_it_was_read_or_not():
    state = do(position(["ESG 1"], ["Ra"], untracked={1: 3}), "esg ESG 1", "ask 1")
    weights = {int(draw.args[0]): weight for draw, weight in rules.chance(state)}
    assert 4 * weights[NUMBER["Ra"]] == sum(weights.values())


def test_A11_a_card_known_to_be_in_a_hand_is_not_known_to_be_the_one_drawn():
    state = position(["ESG 1"], [CATAN, TEUBER])._replace(open=position([TEUBER]).hands[0])
    drawn = do(state, "esg ESG 1", "ask 1", f"draw {TEUBER}")
    assert [rules.view(drawn, eyes).held for eyes in (0, 1, 2, PUBLIC)] == [TEUBER, TEUBER, "", ""]
    assert rules.public_state(drawn).held < 0 and unlisted(drawn, "keep") == do(drawn, "return")


def test_A11_what_lies_open_and_is_no_game_is_not_kept():
    """All see it: the refusal tells nothing."""
    drawn = do(position(["ESG 1"], [TEUBER], esg_show="public"), "esg ESG 1", "ask 1", f"draw {TEUBER}")
    assert refused(drawn, "keep") == ("must go on", "A-11")


@pytest.mark.parametrize(("show", "seen"), [("private", [True, True, False, False]), ("public", [True] * 4)])
def test_A11_who_sees_the_card_drawn(show, seen):
    state = do(position(["ESG 1"], [CATAN, TEUBER], esg_show=show), "esg ESG 1", "ask 1", f"draw {TEUBER}")
    assert [TEUBER in rules.view(state, eyes).known[1] for eyes in range(4)] == seen
    assert [rules.view(state, eyes).held == TEUBER for eyes in range(4)] == seen


def test_A11_a_card_that_all_saw_is_kept_before_all_eyes():
    kept = do(position(["ESG 1"], [CATAN], esg_show="public"), "esg ESG 1", "ask 1", f"draw {CATAN}", "keep")
    assert [rules.view(kept, eyes).known[0] for eyes in range(4)] == [(CATAN,)] * 4


def test_A11_nobody_else_knows_which_game_was_kept():
    state = position(["ESG 1"], [CATAN, BARBAROSSA])._replace(open=position([CATAN]).hands[0])
    kept = do(state, "esg ESG 1", "ask 1", f"draw {CATAN}", "keep")
    assert [rules.view(kept, eyes).known[0] for eyes in range(4)] == [(CATAN,), (CATAN,), (), ()]


def test_A11_a_game_that_goes_unseen_leaves_what_is_known_of_a_third_hand():
    state = position(["ESG 1"], [CATAN], ["Goa"], ["Jambo"])
    state = state._replace(open=1 << NUMBER["Goa"], aware=(1 << NUMBER["Jambo"], 0, 0, 0))
    kept = do(state, "esg ESG 1", "ask 1", f"draw {CATAN}", "keep")
    assert DECK.names_of(kept.open) == ("Goa",)
    assert set(DECK.names_of(kept.aware[0])) >= {"Jambo"}


def test_A11_who_kept_a_game_may_have_got_any_that_it_denied():
    state = position(["ESG 1"], [CATAN])._replace(denied=(SETS[SET[NUMBER[CATAN]]], 0, 0, 0))
    kept = do(state, "esg ESG 1", "ask 1", f"draw {CATAN}", "keep")
    assert DECK.names_of(kept.denied[0]) == (TEUBER,)


def test_A11_of_the_cards_that_a_drawer_has_seen_it_forgets_the_one_that_is_displayed_and_no_other():
    *shown, one, other = of_size(6)
    known = DECK.set_of([one, other])
    state = position([one, other], shown={0: shown})._replace(aware=(0, known, 0, 0))
    assert DECK.names_of(do(state, f"lay {one}").aware[1]) == (other,)


def test_A12_a_SAZ_card_asks_one_player_for_two_designers():
    state = do(position(["SAZ 1"], [TEUBER, BURM], [ROSENBERG]), "saz SAZ 1", "ask 1", f"name {TEUBER}", "ask 1")
    assert TEUBER not in about(state, "name")
    assert hand(do(state, f"name {BURM}"), 0) == {TEUBER, BURM}
    assert hand(do(state, f"name {ROSENBERG}"), 0) == {TEUBER}


def test_A12_who_has_no_such_designer_is_known_not_to_hold_it():
    state = do(position(["SAZ 1"], [TEUBER], [BURM]), "saz SAZ 1", "ask 1", f"name {ROSENBERG}", "ask 2")
    assert [DECK.names_of(denied) for denied in state.denied] == [(), (ROSENBERG,), (ROSENBERG,), ()]


def test_A12_or_two_players_for_one():
    state = do(position(["SAZ 1"], [TEUBER], [BURM]), "saz SAZ 1", "ask 2", f"name {TEUBER}", "ask 1")
    assert hand(state, 0) == {TEUBER} and state.phase == "turn" and state.mode == "played"


def test_A12_only_designers_are_asked_for():
    state = do(position(["SAZ 1"], [TEUBER]), "saz SAZ 1", "ask 1")
    assert len(about(state, "name")) == 27
    assert refused(state, f"name {CATAN}") == ("unknown", "A-12")


@pytest.mark.parametrize("begun", [("saz SAZ 1", "ask 1"), ("swap", "ask 1")])
def test_A12_A19_no_designer_is_asked_for_whose_set_left(begun):
    state = position(["SAZ 1", BURM], [CATAN], seats=3)
    state = do(state._replace(gone=SETS[0], bag=state.bag & ~SETS[0]), *begun)
    assert len(about(state, "name")) == 26 and NAMES[FIRST[0]] not in about(state, "name")


def test_A13_naming_an_open_card_or_ones_own_is_allowed_and_fails():
    state = position([CATAN, TEUBER], [BARBAROSSA])
    assert do(state, "call", "ask 1", f"name {TEUBER}", f"prove {CATAN}").active == 1


@pytest.mark.parametrize("open_card", ["in a hand", "on a place", "displayed"])
def test_A13_naming_a_card_that_lies_open_elsewhere_fails(open_card):
    """Klaus Teuber is in the open hand of seat 2, seen on c3, or displayed by seat 2; seat 1 is asked."""
    state = position(
        [CATAN],
        [BURM],
        [TEUBER] if open_card == "in a hand" else [],
        shown={2: [TEUBER, *of_size(6, 1)[2:]]} if open_card == "displayed" else None,
        faces={"c3": TEUBER} if open_card == "on a place" else None,
    )
    after = do(state._replace(open=state.hands[2]), *CALL)
    assert after.active == 1 and hand(after, 0) == {CATAN}


def test_A14_a_call_needs_a_card_of_the_set_in_hand():
    state = do(position([CATAN], [BURM]), "call", "ask 1")
    assert about(state, "name") == set(of_size(6, 1))
    assert refused(state, f"name {BURM}") == ("no right to call", "A-14")
    assert "back" not in kinds(state), "bots that have a right make use of it"


def test_A14_or_another_players_incomplete_set():
    state = do(position(["Ra"], [BURM], shown={2: SACKSON}), "call", "ask 1", "name Can't Stop")
    assert about(state, "point") == {"2"}
    assert refused(state, "point 1") == ("no proof", "A-14")
    complete = position([], [BURM], shown={2: of_size(2)})
    assert not may(complete, "call")


def test_A14_another_players_incomplete_set_gives_a_right_to_an_empty_hand():
    state = position([], [BURM], shown={1: SACKSON})
    assert "call" in kinds(state) and "swap" not in kinds(state)
    assert about(do(state, "call", "ask 1", "name Can't Stop"), "point") == {"1"}
    assert "call" not in kinds(position([], [BURM], shown={0: SACKSON})), "one's own set gives none"


def test_A14_an_own_displayed_set_gives_a_right_only_by_option():
    for choice in ("no", "yes"):
        state = position(["Ra"], [BURM], shown={0: SACKSON}, call_from_own_display=choice)
        assert may(do(state, "call", "ask 1"), "name Can't Stop") is (choice == "yes")
    assert about(do(state, "call", "ask 1", "name Can't Stop"), "point") == {"0"}


def test_A14_who_has_no_right_goes_back_and_may_not_call_again():
    state = do(position(["ESG 1"], [BURM]), "call", "ask 1", "back")
    assert refused(state, "call") == ("no right to call", "A-14")
    assert {"swap", "reveal", "esg"} == kinds(state)


def test_A14_who_had_no_right_may_call_again_in_its_next_turn():
    state = do(
        position(["ESG 1"], [BURM], seats=3), "call", "ask 1", "back", "reveal", "at a1", "turn Ra", "stop", "end"
    )
    assert state.active == 1 and may(state, "call"), "the next player never was without"
    later = do(state, "reveal", "at a1", "stop", "end", "reveal", "at a1", "stop", "end")
    assert later.active == 0 and may(later, "call")
    swapped = do(
        position(["ESG 1"], [BURM, YINSH]), "call", "ask 1", "back", "swap", "ask 1", f"name {BURM}", "decline"
    )
    assert swapped.active == 1 and may(swapped, "call")


def test_A14_a_displayed_set_is_proof_only_of_another_player_or_by_option():
    """One's own display never stands among the proofs, not even beside another right."""
    shown = {0: SACKSON, 1: [*of_size(4)[:3]]}
    for choice, players in (("no", set()), ("yes", {"0"})):
        state = position(["Can't Stop", "Ra"], [BURM], shown=shown, call_from_own_display=choice)
        named = do(state, "call", "ask 1", "name Sid Sackson")
        assert about(named, "point") == players and about(named, "prove") == {"Can't Stop"}
    other = do(position(["Can't Stop"], [BURM], shown=shown), "call", "ask 1", f"name {of_size(4)[3]}")
    assert about(other, "point") == {"1"}


def test_A14_of_a_hand_that_is_not_read_only_its_player_knows_whether_it_has_a_right():
    state = do(position([], ["Ra"], untracked={0: 3}), "call", "ask 1")
    assert may(state, "back") and "call" not in kinds(do(state, "back"))
    named = do(state, f"name {TEUBER}")
    assert "call" not in kinds(do(named, "back")) and do(named, "back").card == do(state, "back").card


@pytest.mark.parametrize("steps", [(), (f"name {TEUBER}",)], ids=["naming", "proof"])
def test_A14_the_way_back_is_listed_for_a_hand_that_is_not_read_and_for_no_other(steps):
    """A hand that is read and has a right makes use of it, so that bots do not turn round."""
    calling = ("call", "ask 0", *steps)
    unread = do(position(["Ra"], [], turn=1, untracked={1: 3}), *calling)
    assert "back" in kinds(unread)
    for others in ({}, {0: 3}):  # whether somebody else's hand is read says nothing
        read = do(position(["Ra"], [CATAN], turn=1, untracked=others), *calling)
        assert "back" not in kinds(read) and may(read, "back")


@pytest.mark.parametrize("steps", [(), (f"name {TEUBER}",)], ids=["naming", "proof"])
def test_A14_a_call_is_given_up_whatever_the_hand_holds(steps):
    """A refusal would tell all others that the hand has a right to call."""
    has, has_not = (do(position(cards, [BURM]), "call", "ask 1") for cards in ([CATAN], ["ESG 1"]))
    given_up = [unlisted(do(has, *steps), "back"), do(has_not, "back")]
    assert [rules.view(state, PUBLIC) for state in given_up] == [rules.view(given_up[1], PUBLIC)] * 2
    assert "call" not in kinds(given_up[0])


@pytest.mark.parametrize(("act", "rule"), [("swap", "A-19"), ("saz SAZ 1", "A-12")])
def test_A14_nothing_but_a_call_is_given_up(act, rule):
    state = do(position([CATAN, "SAZ 1"], [BURM]), act, "ask 1")
    assert refused(state, "back") == ("must go on", rule)


def test_A15_proof_is_shown_to_all():
    state = do(position([CATAN, BARBAROSSA, BURM], [TEUBER]), "call", "ask 1", f"name {TEUBER}")
    assert about(state, "prove") == {CATAN, BARBAROSSA}
    assert refused(state, f"prove {BURM}") == ("no proof", "A-15")
    assert CATAN in rules.view(do(state, f"prove {CATAN}"), 3).known[0]


def test_A16_a_player_or_one_face_down_card_is_asked_but_not_for_ESG_or_SAZ():
    state = do(position([CATAN], [BURM], [], [YINSH]), "call")
    assert len(about(state, "at")) == 36 and about(state, "ask") == {"1", "3"}
    assert refused(state, "ask 2") == ("player without cards", "A-16")
    assert refused(state, "ask 0") == ("oneself", "A-16")
    assert refused(do(state, "ask 1"), "name ESG 1") == ("no right to call", "A-16")


def test_A17_a_player_who_has_it_hands_it_over():
    state = do(position([CATAN], [TEUBER, BURM]), *CALL)
    assert hand(state, 0) == {CATAN, TEUBER} and hand(state, 1) == {BURM}


def seen_by(state, seat):
    """What each of the four, and the public, sees of this hand."""
    return [set(rules.view(state, eyes).known[seat]) for eyes in (*range(4), PUBLIC)]


def test_A17_all_know_a_card_that_changed_hands_before_their_eyes():
    called = do(position([CATAN], [TEUBER, BURM]), *CALL)
    assert seen_by(called, 0) == [{CATAN, TEUBER}] * 5
    asked = do(position(["SAZ 1"], [TEUBER], [BURM]), "saz SAZ 1", "ask 2", f"name {TEUBER}", "ask 1")
    assert seen_by(asked, 0) == [{TEUBER}] * 5


def test_A17_a_face_down_card_is_turned_up_for_all_and_turned_back_if_wrong():
    state = do(position([CATAN], [BURM]), "call", "at b2", f"name {TEUBER}", f"prove {CATAN}")
    assert rules.to_act(state) == (CHANCE,)
    wrong = do(state, "turn Ra")
    assert wrong.active == 1 and rules.view(wrong, 3).places[7] == "Ra"
    right = do(state, f"turn {TEUBER}")
    assert hand(right, 0) == {CATAN, TEUBER} and right.active == 0 and right.mode == "called"


def test_A17_a_card_seen_before_needs_no_turning_up():
    state = position([CATAN], faces={"a1": "Ra"})
    assert do(state, "call", "at a1", f"name {TEUBER}", f"prove {CATAN}").active == 1


def test_A17_all_know_a_card_that_was_taken_from_the_display():
    for faces in ({}, {"b2": TEUBER}):
        state = do(position([CATAN], faces=faces), "call", "at b2", f"name {TEUBER}", f"prove {CATAN}")
        assert seen_by(state if faces else do(state, f"turn {TEUBER}"), 0) == [{CATAN, TEUBER}] * 5


def test_A18_right_calls_go_on_and_a_wrong_one_ends_the_turn():
    right = do(position([CATAN], [TEUBER, BARBAROSSA], [BURM]), *CALL)
    again = do(right, "call", "ask 1", f"name {BARBAROSSA}", f"prove {TEUBER}")
    assert hand(again, 0) == {CATAN, TEUBER, BARBAROSSA}
    assert do(again, "end").active == 1
    wrong = do(right, "call", "ask 2", "name Löwenherz", f"prove {CATAN}")
    assert wrong.active == 1 and wrong.phase == "turn"


def test_A19_a_swap_needs_a_card_to_give_and_asks_for_games_only():
    assert refused(position([], [BURM]), "swap") == ("player without cards", "A-19")
    assert refused(position([BURM]), "swap") == ("player without cards", "A-19")
    state = do(position([BURM], [ROSENBERG]), "swap", "ask 1")
    assert refused(state, f"name {CATAN}") == ("unknown", "A-19")
    assert do(state, f"name {ROSENBERG}").active == 1  # the left neighbour: the answer was no
    assert do(state, f"name {ROSENBERG}").denied[1] == SETS[5] & GAMES


def swap(*more, **options):
    hands = ([BURM, CATAN], [], [], [BOHNANZA, AGRICOLA, ROSENBERG])
    return do(position(*hands, seats=5, **options), "swap", "ask 3", f"name {ROSENBERG}", *more)


def test_A20_the_asked_player_picks_the_game_and_the_asker_any_card_he_had():
    given = swap("accept")
    assert given.seat == 3 and about(given, "give") == {BOHNANZA, AGRICOLA}
    assert refused(given, f"give {ROSENBERG}") == ("card of no set", "A-20")
    paying = do(given, f"give {AGRICOLA}")
    assert paying.seat == 0 and about(paying, "give") == {BURM, CATAN}
    after = do(paying, f"give {BURM}")
    assert hand(after, 0) == {CATAN, AGRICOLA} and hand(after, 3) == {BOHNANZA, ROSENBERG, BURM}


def test_A20_the_asker_may_decline_unless_agreed_otherwise():
    assert do(swap("decline"), "swap").active == 3
    assert kinds(swap(swap_optional="no")) == {"give"}


def test_A20_or_the_asker_draws_one_of_the_games_unseen():
    state = swap("accept", swap_pick="asker_blind")
    assert {NAMES[int(each.args[0])] for each, _ in rules.chance(state)} == {BOHNANZA, AGRICOLA}
    assert do(state, f"draw {BOHNANZA}").phase == "pay"


def test_A20_only_the_two_know_what_was_swapped():
    after = swap("accept", f"give {AGRICOLA}", f"give {BURM}")
    assert [AGRICOLA in rules.view(after, eyes).known[0] for eyes in range(5)] == [True, False, False, True, False]
    assert [BURM in rules.view(after, eyes).known[3] for eyes in range(5)] == [True, False, False, True, False]


def test_A20_after_a_swap_the_asked_player_may_have_got_whatever_it_denied():
    state = position([BURM], [BOHNANZA], [], [])
    state = state._replace(denied=(0, SETS[0] | GAMES & ~state.hands[1], 0, 0))
    after = do(state, "swap", "ask 1", f"name {ROSENBERG}", "accept", f"give {BOHNANZA}", f"give {BURM}")
    assert after.denied == (0, 0, 0, 0)


def test_A20_and_the_asker_any_game_of_the_designer_but_nothing_else():
    state = position([BURM], [BOHNANZA])
    denied = SETS[SET[NUMBER[BOHNANZA]]] | SETS[SET[NUMBER[CATAN]]]
    after = do(
        state._replace(denied=(denied, 0, 0, 0)),
        *("swap", "ask 1", f"name {ROSENBERG}", "accept", f"give {BOHNANZA}", f"give {BURM}"),
    )
    assert set(DECK.names_of(after.denied[0])) == {ROSENBERG, *DECK.names_of(SETS[SET[NUMBER[CATAN]]])}


def test_A21_after_yes_the_asked_player_goes_on_after_no_the_left_neighbour():
    for state in (swap("decline"), swap("accept", f"give {AGRICOLA}", f"give {BURM}")):
        assert state.active == 3 and do(state._replace(mode=Mode.REVEALED), "end").active == 4
    assert do(position([BURM], [], [], [CATAN], seats=5), "swap", "ask 3", f"name {ROSENBERG}").active == 1


def test_A22_at_most_four_cards_are_turned_up_and_one_may_stop():
    state = do(position([], faces={"a1": "Ra", "a2": CATAN, "a3": BURM}), "reveal")
    assert refused(state, "stop") == ("must go on", "A-22")
    one = do(state, "at a1")
    assert refused(one, "at a1") == ("turned up already", "A-22")
    assert do(one, "stop").mode == "revealed"
    four = do(one, "at a2", "at a3", "at a4", "turn ESG 1")
    assert four.mode == "revealed" and four.active == 0
    strict = do(position([], reveal_stop_early="no"), "reveal", "at a1", "turn Ra")
    assert refused(strict, "stop") == ("must go on", "A-22")


def test_A22_why_one_may_not_stop():
    before = do(position([], faces={"a1": "Ra"}, reveal_stop_early="no"), "reveal")
    why = [rules.refuse(state, action(state, "stop")).message.text for state in (before, do(before, "at a1"))]
    assert why == ["Turn over at least 1 card.", "Keep going until a pair or the fourth card."]


@pytest.mark.parametrize("lying", [2, 3])
def test_A22_fewer_are_turned_up_if_fewer_lie(lying):
    cards = dict(zip(("a1", "a2", "a3"), ("Ra", CATAN, BURM)[:lying], strict=False))
    state = position([], faces=cards, pile=0, reveal_stop_early="no")
    state = state._replace(faces=tuple(GAP if face == UNKNOWN else face for face in state.faces))
    *first, last = (f"at {place}" for place in cards)
    before = do(state, "reveal", *first)
    assert before.phase == "reveal" and kinds(before) == {"at"}
    after = do(before, last)
    assert after.phase == "turn" and after.mode == "revealed" and after.active == 0


PAIRS = [(CATAN, BARBAROSSA), (CATAN, TEUBER), ("ESG 1", "ESG 4"), ("SAZ 2", "SAZ 1")]


@pytest.mark.parametrize("pair", PAIRS)
def test_A23_a_pair_ends_the_action_and_may_be_taken(pair):
    state = do(position([], faces=dict(zip(("a1", "f6"), pair, strict=True))), "reveal", "at a1", "at f6")
    assert kinds(state) == {"take", "leave"}
    assert hand(do(state, "take"), 0) == set(pair)
    assert hand(do(state, "leave"), 0) == set()


def test_A23_all_know_a_pair_that_was_taken():
    state = do(position([], faces={"a1": CATAN, "f6": TEUBER}), "reveal", "at a1", "at f6", "take")
    assert seen_by(state, 0) == [{CATAN, TEUBER}] * 5


@pytest.mark.parametrize("no_pair", [(CATAN, "Ra"), ("ESG 1", "SAZ 1"), (TEUBER, BURM)])
def test_A23_other_cards_are_no_pair(no_pair):
    faces = dict(zip(("a1", "f6"), no_pair, strict=True))
    assert do(position([], faces=faces), "reveal", "at a1", "at f6").phase == "reveal"


def test_A23_any_two_cards_are_a_pair_if_both_are_of_a_set_both_esg_or_both_saz():
    for one, other in permutations(DECK, 2):
        assert are_pair(one, other) == any(alike >> one & alike >> other & 1 for alike in (*SETS, ESG, SAZ))


def test_A24_cards_not_taken_stay_and_all_have_seen_them():
    faces = {"a1": CATAN, "a2": "Ra", "a3": TEUBER}
    taken = do(position([], faces=faces), "reveal", "at a1", "at a2", "at a3", "take")
    assert rules.view(taken, 3).places[:3] == ("", "Ra", "")
    assert kinds(taken) == {"end"} and do(taken, "end").active == 1


@pytest.mark.parametrize("card", [NAMES[0], NAMES[-1]])
def test_A24_all_cards_not_taken_are_turned_back_the_first_and_the_last_of_the_deck_too(card):
    state = position([], faces={"a1": card, "a2": "Ra"})
    assert do(state, "reveal", "at a1", "at a2", "stop").back == (0, 1)
    assert unseen(state) == EVERY & ~DECK.set_of([card, "Ra"])


def test_A24_of_two_cards_turned_up_the_one_that_still_lies_open_is_recalled():
    before = do(position([], faces={"a1": CATAN}), "reveal", "at a1", "at b1")
    turn = action(before, "turn Ra")
    now = rules.apply(before, turn)
    assert recalled(before, turn, now) == turn
    assert recalled(before, turn, now._replace(turned=before.turned[:1])).args == (HIDDEN,)


def test_A01_who_knew_a_card_that_comes_to_light_elsewhere_knew_nothing():
    state = position([CATAN], [TEUBER])._replace(aware=(1 << NUMBER[TEUBER], 0, 0, 0))
    assert find(state, NUMBER[TEUBER]).aware == (0, 0, 0, 0)


def test_A16_players_are_chosen_only_when_one_is_asked_for():
    state = position([CATAN], [TEUBER])
    assert rules.view(state, PUBLIC).players == () and rules.view(do(state, "call"), PUBLIC).players == (1,)


def test_A24_whether_one_may_display_after_reveal():
    faces = {"a1": BURM, "a2": YINSH}
    shown = do(position([DVONN], faces=faces), "reveal", "at a1", "at a2", "take")
    assert about(shown, "lay") == {BURM, YINSH, DVONN}
    at_once = do(position([DVONN], faces=faces, display_after_reveal="no"), "reveal", "at a1", "at a2", "take")
    assert at_once.active == 1


def test_A25_a_complete_set_counts_two_points_a_card():
    state = do(position([BURM, YINSH, DVONN]), f"lay {BURM}", f"lay {YINSH}", f"lay {DVONN}")
    assert displayed(state, 0) == {BURM, YINSH, DVONN} and points(state, 0) == 6 and state.phase == "turn"


def test_A24_what_was_turned_back_is_forgotten_the_first_card_of_the_deck_too():
    first, last = DECK.names[0], DECK.names[98]
    state = position(["Ra"], faces={"a1": first, "b1": last})
    after = reminders(state, state)
    assert DECK.names_of(after.forgotten) == (first, last) and set(after.faces) == {UNKNOWN}


def test_A24_a_card_that_lies_open_is_not_forgotten_and_a_gap_stays_one():
    state = position([CATAN], faces={"a1": "Ra", "b1": "Goa"}, pile=0)
    state = do(state._replace(faces=(*state.faces[:-1], GAP)), "reveal", "at a1")
    after = reminders(state, state)
    assert DECK.names_of(after.forgotten) == ("Goa",)
    assert (after.faces[0], set(after.faces[1:-1]), after.faces[-1]) == (NUMBER["Ra"], {UNKNOWN}, GAP)
    stopped = do(state, "stop")
    assert reminders(stopped, stopped).faces[0] == NUMBER["Ra"], "until hands have turned it back"


def test_A25_ESG_and_SAZ_cards_are_not_displayed():
    assert refused(position(["ESG 1"]), "lay ESG 1") == ("card of no set", "A-25")


def test_A26_an_incomplete_set_needs_the_majority():
    assert tuple({2: 2, 3: 2, 4: 3, 5: 3, 6: 4}[size] for size in SIZE) == MAJORITY
    for size in range(2, 7):
        need, cards = size // 2 + 1, of_size(size)
        few = position(cards[: need - 1])
        assert refused(few, f"lay {cards[0]}") == ("not in this hand or no majority", "A-26")
        state = do(position(cards[:need]), *(f"lay {card}" for card in cards[:need]))
        after = do(state, "done") if size > 2 else state
        assert points(after, 0) == (need if size > 2 else 4)


def test_A26_while_a_set_is_displayed_only_its_cards_are():
    state = do(position([*of_size(4)[:3], BURM]), f"lay {of_size(4)[0]}")
    assert refused(state, "done") == ("no majority", "A-26")
    assert refused(state, f"lay {BURM}") == ("card of no set", "A-26")
    assert refused(state, f"lay {of_size(4)[0]}") == ("turned up already", "A-25")
    assert refused(state, "lay Ra") == ("card of no set", "A-26")
    assert refused(state, f"lay {of_size(4)[3]}") == ("card not in this hand", "A-38")
    with_two = do(state, f"lay {of_size(4)[1]}", f"lay {of_size(4)[2]}")
    assert kinds(with_two) == {"done", "retract"}


@pytest.mark.parametrize("end", ["", "sixth set displayed"])
def test_A26_a_hand_that_is_not_read_may_lack_the_majority_and_takes_its_cards_back(end):
    state = position([], ["Ra"], untracked={0: 4})._replace(end=end)
    state = state._replace(phase=Phase.FINAL if end else Phase.TURN)
    begun = do(state, "lay Catan")
    assert "retract" in kinds(begun) and not may(begun, "done")
    after = do(begun, "retract")
    assert after.phase == state.phase and after.shown == state.shown and after.laying == 0
    assert hand(after, 0) == {"Catan"} and after.open.bit_count() == 1 and after.hidden_count[0] == 3


@pytest.mark.parametrize("laid", [1, 2])
@pytest.mark.parametrize("end", ["", "sixth set displayed"])
def test_A26_a_hand_that_is_read_may_take_its_cards_back_too(end, laid):
    """A card may be laid by mistake, or one may think better of it."""
    state = position(of_size(3), ["Ra"])._replace(end=end, phase=Phase.FINAL if end else Phase.TURN)
    begun = do(state, *(f"lay {card}" for card in of_size(3)[:laid]))
    after = do(begun, "retract")
    assert after.phase == state.phase and after.shown == state.shown and after.hands == state.hands
    assert set(DECK.names_of(after.open)) == set(of_size(3)[:laid]), "all have seen them"


@pytest.mark.parametrize("begun", [of_size(5), DECK.names_of(SETS[-1])])
def test_A26_a_card_without_a_set_belongs_to_none(begun):
    laying = do(position([*begun, "ESG 1"], ["Ra"]), f"lay {begun[0]}")
    assert refused(laying, "lay ESG 1") == ("card of no set", "A-26")


def test_A26_a_set_that_was_taken_back_is_not_begun_again_until_something_has_changed():
    three, four = of_size(5)[:4], of_size(4)
    state = position([*three, *four, "ESG 1"], [of_size(5)[4], "Samurai"], faces={"a1": "Goa", "a2": "Jambo"})
    after = do(state, f"lay {three[0]}", "retract")
    assert about(after, "lay") == set(four)
    for card in three:
        assert refused(after, f"lay {card}") == ("set taken back just now", "A-26"), "shown or not, the same"
    assert about(do(after, f"lay {four[0]}", "retract"), "lay") == set()
    again = {
        "another set is displayed": do(after, *(f"lay {card}" for card in four)),
        "a card of it has come": do(_called(after, three), f"prove {three[0]}"),
        "a card has come unseen": do(after, "esg ESG 1", "ask 1", "draw Samurai", "keep"),
        "the turn has ended": do(after, "reveal", "at a1", "at a3", "turn Ra", "stop", "end")._replace(
            seat=0, active=0
        ),
    }
    for what, changed in again.items():
        assert set(three) <= about(changed, "lay"), what
        assert changed.retracted == 0, what
    pair = do(after, "reveal", "at a1", "at a2", "take")
    assert not set(three) & about(pair, "lay"), "cards of another set change nothing"


def _called(state, held):
    """The card of a set of five that is not held is called from seat 1."""
    return do(state, "call", "ask 1", f"name {of_size(5)[4]}")


def test_A26_in_the_last_step_a_pass_is_a_change():
    state = position(of_size(3), of_size(4))._replace(end="sixth set displayed", phase=Phase.FINAL)
    after = do(state, f"lay {of_size(3)[0]}", "retract")
    assert kinds(after) == {"pass"} and about(do(after, "pass", "pass", "pass", "pass"), "lay") == set()
    assert do(after, "pass").retracted == 0


def test_A27_single_cards_go_with_anothers_incomplete_set():
    state = position(["Can't Stop", "Sid Sackson"], shown={1: SACKSON})
    after = do(state, "lay Can't Stop", "lay Sid Sackson")
    assert points(after, 0) == 2 and points(after, 1) == 3
    assert refused(position(["Can't Stop"]), "lay Can't Stop") == ("not in this hand or no majority", "A-26")


def test_A28_cards_are_added_to_ones_own_set():
    state = do(position([DVONN], shown={0: [BURM, YINSH]}), f"lay {DVONN}")
    assert points(state, 0) == 6 and state.phase == "turn"


def test_A28_with_a_single_card_before_another_a_set_can_no_longer_become_complete():
    """All five cards of Sid Sackson lie displayed at last: four before seat 0, one before seat 1."""
    state = position(["Sid Sackson"], ["Can't Stop", CATAN], ["Ra"], shown={0: SACKSON}, turn=1)
    single = do(state, "lay Can't Stop")
    assert points(single, 0) == 3 and points(single, 1) == 1
    added = do(single._replace(active=0, seat=0), "lay Sid Sackson")
    assert points(added, 0) == 4 and points(added, 1) == 1, "one point a card"
    later = added._replace(active=2, seat=2)
    assert about(do(later, "call", "ask 1", "name Can't Stop"), "point") == {"0"}, "it still lies incomplete"


def test_A26_a_card_of_the_set_that_is_displayed_is_not_in_the_hand_or_of_another_set():
    """The first set of all, too."""
    first, second, *others = of_size(6)
    assert SET[NUMBER[first]] == 0
    state = do(position([first, *others, CATAN]), f"lay {first}")
    assert refused(state, f"lay {second}") == ("card not in this hand", "A-38")
    assert refused(state, f"lay {CATAN}") == ("card of no set", "A-26")


def test_A29_displayed_cards_cannot_be_asked_for():
    state = position([CATAN], [BURM], shown={1: of_size(6, 1)[:1] + of_size(6, 1)[2:5]})
    assert do(state, *CALL).active == 1  # Klaus Teuber lies displayed before seat 1


FIVE = [card for which in range(5) for card in of_size(2, which)]


def test_A30_the_sixth_set_ends_it_and_singles_do_not_count():
    state = position([BURM, YINSH, "Can't Stop"], shown={0: FIVE, 1: SACKSON})
    after = do(state, "lay Can't Stop", f"lay {BURM}", f"lay {YINSH}", "done")
    assert after.phase == "final" and after.end == "sixth set displayed"
    assert rules.outcome(finished(after)).reason == "sixth set displayed"


def test_A30_a_set_displayed_in_the_last_step_does_not_end_the_match_again():
    """The seventh set: the step goes on where it was, and the reason stays."""
    state = position([BURM, YINSH], ["Ra"], shown={0: [*FIVE, *of_size(2, 5)]}, turn=0)
    state = state._replace(phase=Phase.FINAL, end="all face-down cards taken", active=2, tally=0, seat=0)
    after = do(state, f"lay {BURM}", f"lay {YINSH}", "done")
    assert (after.seat, after.active, after.end, after.phase) == (0, 2, "all face-down cards taken", "final")
    assert displayed(after, 0) >= {BURM, YINSH} and kinds(after) == {"pass"}


def test_A30_the_sixth_set_ends_it_also_if_it_is_added_to_nothing():
    """Five sets and a sixth; a card added to a set is no new one."""
    state = position([DVONN, "Ra"], shown={0: [*FIVE[:8], BURM, YINSH]})
    assert do(state, f"lay {DVONN}").phase == "turn"


def last_cards(**options):
    """Two cards lie, the draw pile is empty."""
    state = position([DVONN], [CATAN], faces={"a1": BURM, "a2": YINSH}, pile=0, **options)
    faces = tuple(face if face != UNKNOWN else GAP for face in state.faces)
    return state._replace(faces=faces, gone=state.gone | state.bag, bag=0)


def test_A30_it_ends_when_all_face_down_cards_are_taken():
    after = do(last_cards(), "reveal", "at a1", "at a2", "take")
    assert after.phase == "final" and after.end == "all face-down cards taken"
    called = do(last_cards(), "call", "at a1", f"name {BURM}", f"prove {DVONN}")
    assert do(called, "call", "at a2", f"name {YINSH}", f"prove {DVONN}").phase == "final"


def test_A31_in_the_last_step_all_display_until_all_pass():
    after = do(last_cards(), "reveal", "at a1", "at a2", "take")
    assert kinds(after) == {"lay", "pass"} and after.seat == 0
    shown = do(after, "pass", "pass", "pass", "pass")
    assert rules.outcome(shown).scores == (0, 0, 0, 0)
    shown = do(after, f"lay {BURM}", f"lay {YINSH}", f"lay {DVONN}", "pass", "pass", "pass", "pass")
    assert rules.outcome(shown).scores == (6, 0, 0, 0)


def last_step():
    """Seat 2 has displayed its sixth set; seat 0 can still display a set, seat 1 a single card."""
    state = position([YINSH, DVONN], ["Can't Stop"], [*of_size(2, 5)], shown={2: FIVE, 3: SACKSON}, turn=2)
    return do(state, *(f"lay {card}" for card in of_size(2, 5)))


def test_A31_the_last_step_goes_clockwise_from_the_active_player():
    state, seats = last_step(), []
    while rules.to_act(state):
        seats.append(state.seat)
        state = do(state, "pass")
    assert seats == [2, 3, 0, 1]


def test_A31_it_begins_with_the_active_player_also_if_all_cards_are_taken():
    taken = do(last_cards()._replace(active=3, seat=3), "reveal", "at a1", "at a2", "take")
    assert taken.phase == "final" and taken.seat == 3


def test_A31_after_a_card_displayed_all_must_pass_again():
    state = do(last_step(), "pass", "pass", f"lay {YINSH}", f"lay {DVONN}", "done")
    assert state.seat == 0 and state.phase == "final"
    state = do(state, "pass", "lay Can't Stop", "pass", "pass", "pass")
    assert state.phase == "final" and state.seat == 0 and points(state, 1) == 1
    assert do(state, "pass").phase == "over"


@pytest.mark.parametrize(("choice", "kinds_of"), [("union", "nas"), ("en", "na"), ("it", "ns")])
def test_A31_what_is_displayed_in_the_last_step(choice, kinds_of):
    new, added, single = YINSH, of_size(4)[3], "Can't Stop"
    held = [new, DVONN, added, single]
    state = position(held, shown={0: of_size(4)[:3], 1: SACKSON}, final_display=choice)
    state = state._replace(phase=Phase.FINAL, end="sixth set displayed")
    cards = {new: "n", DVONN: "n", added: "a", single: "s"}
    assert about(state, "lay") == {card for card, kind in cards.items() if kind in kinds_of}
    for card, kind in cards.items():
        if kind not in kinds_of:
            assert refused(state, f"lay {card}") == ("not now", "A-31")


def test_A31_the_table_may_display_all_that_scores():
    after = do(last_cards(final_auto="yes"), "reveal", "at a1", "at a2", "take")
    assert rules.outcome(after).scores == (6, 0, 0, 0)


def test_A31_of_a_set_the_table_displays_what_the_hand_holds_and_no_card_between():
    held = ("Reiner Knizia", "Ra", "Samurai", "Modern Art")
    state = last_cards(final_auto="yes")
    after = do(state._replace(hands=(state.hands[0], DECK.set_of(held), 0, 0)), "reveal", "at a1", "at a2", "take")
    assert after.phase == "over" and displayed(after, 1) == set(held) and not any(after.hands)


def test_A31_but_not_for_a_hand_it_does_not_know():
    state = last_cards(final_auto="yes")._replace(untracked=0b0010)
    after = do(state, "reveal", "at a1", "at a2", "take")
    assert after.seat == 1 and kinds(after) == {"pass"}


def over(shown, hands=()):
    state = position(*hands, shown=shown)
    return rules.outcome(finished(state._replace(phase=Phase.FINAL, end="sixth set displayed")))


def test_A32_the_ledger_has_a_line_for_each_set():
    outcome = over({0: [*of_size(6), *of_size(3)[:2]], 1: [of_size(3)[2]]}, (["ESG 1"], ["Ra"]))
    assert outcome.scores == (14, 1, 0, 0)
    assert [(point.seats, point.amount, point.rule) for point in outcome.ledger] == [
        ((0,), 12, "A-25"),
        ((0,), 2, "A-26"),
        ((1,), 1, "A-27"),
    ]


def test_A32_single_cards_are_counted_in_words_that_fit():
    kinds = [point.message.text for point in over({0: of_size(4)[:3], 1: [of_size(4)[3]]}).ledger]
    assert kinds == ["{designer}: {count} of {size} cards", "{designer}: 1 single card"]
    two = over({0: of_size(6)[:4], 1: of_size(6)[4:]}).ledger[1].message
    assert two == say_count("{designer}: 1 single card", "{designer}: {n} single cards", designer=of_size(6)[0], n=2)


def test_A33_most_points_win_then_the_largest_sets_then_it_is_shared():
    six, fives = of_size(6)[:4], of_size(5)[:4]
    assert over({0: of_size(2), 1: of_size(3)[:2]}).winners == (0,)
    # 12 points each: sets of 3 and 3, or of 4 and 2
    three = {0: [*of_size(3), *of_size(3, 1)], 1: [*of_size(4), *of_size(2)]}
    assert over(three).winners == (1,)
    assert over({0: of_size(3), 1: of_size(3, 1)}).winners == (0, 1)
    # 4 points each: a set of 4 of 6 against one of 4 of 5
    assert over({0: six, 1: fives}).winners == (0, 1)


def test_A33_single_cards_count_for_the_points_but_not_among_the_largest_sets():
    """Six points and a set of three each; the one set is complete, beside the other lie three single cards."""
    singles = [of_size(size)[-1] for size in (4, 5, 6)]
    outcome = over({0: of_size(3), 1: [*of_size(4, 1)[:3], *singles]})
    assert outcome.scores[:2] == (6, 6) and outcome.winners == (0, 1)


@pytest.mark.parametrize(
    ("ranks", "words"),
    [
        ([(7, (3,)), (9, (4,)), (7, (2,)), (1, ())], "Most points win: Ben has 9, 2 more than Ann and Cid."),
        ([(9, (3,)), (9, (4,)), (7, (2,)), (1, ())], "Ann and Ben have 9 points each. The larger sets win: Ben's."),
        (
            [(9, (4,)), (2, ()), (9, (4,)), (1, ())],
            "Ann and Cid share the win: 9 points each, and sets of the same sizes.",
        ),
    ],
)
def test_A33_the_end_says_who_is_how_far_ahead_or_what_broke_the_tie(ranks, words):
    assert Translator("en", ("Ann", "Ben", "Cid", "Dot"), game=GAME.name).text(decided(ranks)) == words


def test_A34_at_most_174_points_can_be_made():
    everything = [card for number in range(27) for card in DECK.names_of(SETS[number])]
    assert over({0: everything}).scores[0] == 174
    left = [card for card in everything if card not in DECK.names_of(dealt(3).gone)]
    assert over({0: left}).scores[0] == 134


def test_A35_after_an_ESG_or_SAZ_card_with_nothing_left_to_do_the_turn_ends():
    state = position([], [TEUBER, BURM], mode="played")
    assert kinds(state) == {"end"} and do(state, "end").active == 1
    barred = do(position(["ESG 2"], mode="played"), "call", "at a1", "back")
    assert "end" in kinds(barred)
    assert kinds(position([], [TEUBER])) == {"reveal"}


def test_A35_who_has_no_right_to_call_but_a_card_to_swap_does_not_end_its_turn():
    state = position(["ESG 2"], [TEUBER], mode="played")
    assert kinds(state) == {"call", "swap", "esg"} and refused(state, "end") == ("must go on", "A-09")
    alone = position(["ESG 2"], mode="played")
    assert kinds(alone) == {"call"} and refused(alone, "end") == ("must go on", "A-09"), "as for any card"


def test_A35_nor_is_a_hand_that_is_not_read_caught_without_a_right():
    state = position(untracked={0: 1}, mode="played")
    assert refused(state, "end") == ("must go on", "A-09")
    assert kinds(do(state, "call", "at a1", "back")) == {"end"}


def test_A36_a_special_card_taken_as_a_pair_waits_for_the_next_turn():
    after = do(position([], [CATAN], faces={"a1": "ESG 1", "a2": "ESG 2"}), "reveal", "at a1", "at a2", "take")
    assert refused(after, "esg ESG 1") == ("ESG or SAZ after the action", "A-10")
    later = after._replace(mode=Mode.FRESH)
    assert may(later, "esg ESG 1")


def test_A37_without_a_draw_pile_gaps_stay():
    state = position([CATAN], faces={"a1": TEUBER}, pile=0)
    after = do(state, "call", "at a1", f"name {TEUBER}", f"prove {CATAN}")
    assert after.faces[0] == GAP
    assert refused(do(after, "call"), "at a1") == ("place without a card", "A-37")


def test_A38_a_trusted_player_answers_and_what_all_know_is_checked():
    state = do(position([CATAN], untracked={1: 3}), *CALL)
    assert state.phase == "answer" and state.seat == 1 and kinds(state) == {"yes", "no"}
    assert hand(do(state, "yes"), 0) == {CATAN, TEUBER}
    assert do(state, "no").active == 1
    known = do(position([CATAN], [TEUBER], untracked={1: 3}), *CALL)
    assert refused(all_saw(known, TEUBER), "no") == ("answer against what all know", "A-38")


COMES = {  # by chance, while Catan was read in the hand of Cid
    "dealt": do(rules.setup(4, options_for()), "starter 0")._replace(seat=3, hands=(0, 0, 1 << NUMBER[CATAN], 0)),
    "turned up": do(position(["Ra"], [], [CATAN]), "reveal", "at a1"),
    "called from its place": do(
        position([BARBAROSSA], [], [CATAN]), "call", "at a1", f"name {CATAN}", "prove Barbarossa"
    ),
    "drawn from another": do(position(["ESG 1"], ["Ra", "Goa"], [CATAN]), "esg ESG 1", "ask 1"),
    "drawn in a swap": do(
        position(["Ra"], [BARBAROSSA], [CATAN], swap_pick="asker_blind"), "swap", "ask 1", f"name {TEUBER}", "accept"
    ),
}


@pytest.mark.parametrize("what", COMES)
def test_A38_a_card_that_comes_by_chance_is_believed_wherever_it_was_read(what):
    """A refusal would tell that a hand holds it, and would let one search until the card one wants comes."""
    state = COMES[what]
    state = state._replace(bag=state.bag & ~sum(state.hands))
    meant = GAME.surface.read(Card(max(GAME.surface.reader(state), 0), CATAN), state)
    assert isinstance(meant, Action) and meant not in [each for each, _ in rules.chance(state)]
    after = rules.apply(state, meant)
    assert not after.hands[2] and after.hidden_count[2] == 1 and not after.bag >> NUMBER[CATAN] & 1
    hidden = 1 << NUMBER[CATAN] & ~after.open & ~sum(1 << face for face in after.faces if face >= 0)
    assert bool(hidden & sum(after.hands)) is (what not in ("turned up", "called from its place"))


def test_A38_what_all_have_seen_elsewhere_is_neither_dealt_nor_drawn_nor_turned_up():
    seen = position(["ESG 1", "Ra"], ["Goa", "Jambo"], shown={2: [CATAN]}, faces={"a2": BURM})
    drawing = do(all_saw(seen, "Ra"), "esg ESG 1", "ask 1")
    turning = do(all_saw(seen, "Ra"), "reveal", "at a1")
    for card in (CATAN, BURM, "Ra"):
        assert refused(drawing, f"draw {card}") == refused(turning, f"turn {card}") == ("card elsewhere", "A-01")
    assert may(drawing, "draw Samurai") and not may(all_saw(drawing, "Goa", "Jambo"), "draw Samurai"), "all know it"


def test_A38_a_swap_draws_only_a_game_of_the_designer():
    drawing = COMES["drawn in a swap"]
    assert not may(drawing, f"draw {TEUBER}") and not may(drawing, "draw Samurai")
    assert may(drawing, f"draw {CATAN}") and may(drawing, "draw Löwenherz")


def test_A38_a_card_dealt_twice_to_the_same_hand_was_misread_the_first_time():
    """To refuse it would tell everybody who types a name what the hand holds."""
    state = do(rules.setup(4, options_for()), "starter 0", f"deal {CATAN}", f"deal {CATAN}", "deal Ra")
    assert hand(state, 0) == {CATAN, "Ra"} and state.hidden_count[0] == 1 and not state.bag >> NUMBER[CATAN] & 1


def test_A38_of_cards_that_look_alike_one_is_as_good_as_another():
    """Ben's ESG 2 was read; now ESG 2 is turned up: so his was another one."""
    state = do(position(["Ra"], ["ESG 2", "Goa"])._replace(aware=(0, 0, 1 << NUMBER["ESG 2"], 0)), "reveal", "at a1")
    after = do(state, "turn ESG 2")
    (his,) = hand(after, 1) - {"Goa"}
    assert his.startswith("ESG") and his != "ESG 2" and after.hidden_count[1] == 0
    assert DECK.names_of(after.aware[2]) == (his,) and not after.bag >> NUMBER[his] & 1


def test_A38_if_all_others_are_seen_elsewhere_the_hand_was_misread():
    others = [f"ESG {n}" for n in (1, 3, 4, 5, 6)]
    state = position(["Ra"], ["ESG 2", "Goa"], faces=dict(zip(("b1", "b2", "b3", "b4", "b5"), others, strict=True)))
    after = do(state, "reveal", "at a1", "turn ESG 2")
    assert hand(after, 1) == {"Goa"} and after.hidden_count[1] == 1


def test_A38_an_ESG_card_of_ones_own_is_played_whichever_was_read():
    state = position(["ESG 4", "SAZ 3"], ["Ra"])
    for played in ("ESG 1", "ESG 4"):
        after = do(state, f"esg {played}")
        assert hand(after, 0) == {"SAZ 3"} and DECK.names_of(after.gone) == (played,) and after.hidden_count[0] == 0
        assert after.bag.bit_count() == state.bag.bit_count()
    assert hand(do(position([CATAN, "ESG 4"], ["Ra"]), "esg ESG 1"), 0) == {CATAN}
    for read, played in (("ESG 4", "ESG 3"), ("ESG 4", "ESG 5")):  # next to each other in the deck, too
        assert hand(do(position(["SAZ 3", read], ["Ra"]), f"esg {played}"), 0) == {"SAZ 3"}
    assert refused(state, "lay ESG 1") == ("card of no set", "A-25")
    assert refused(position(["SAZ 3"], ["Ra"]), "esg ESG 1") == ("card not in this hand", "A-38")


@pytest.mark.parametrize("gone", ["ESG 3", "ESG 4", "ESG 5"])
def test_A38_but_none_that_all_have_seen_leave_the_game(gone):
    state = position(["ESG 1", "SAZ 3"], ["Ra"])
    state = state._replace(gone=1 << NUMBER[gone], bag=state.bag & ~(1 << NUMBER[gone]))
    assert [name for name in ESG_NAMES if not may(state, f"esg {name}")] == [gone]


def test_A38_a_hand_with_a_card_that_was_not_read_may_show_any_that_nobody_saw():
    """Its player alone knows it; what was read is judged as before."""
    misread = position([BURM, CATAN], ["Ra"], shown={2: ["Goa"]})._replace(hidden_count=(1, 0, 0, 0))
    assert about(misread, "lay") == set(), "listed is only what was read: a bot does not know its own card"
    laid = do(misread, f"lay {YINSH}")
    assert laid.phase == "lay" and about(laid, "lay") == {BURM} and hand(laid, 0) == {BURM, CATAN, YINSH}
    assert displayed(do(laid, f"lay {BURM}", "done"), 0) == {BURM, YINSH}
    assert refused(misread, "lay Goa") == ("card not in this hand", "A-38")
    assert refused(position([BURM, CATAN], ["Ra"]), f"lay {YINSH}") == ("not in this hand or no majority", "A-26")
    called = do(misread, "call", "ask 1", f"name {BURM}", f"prove {DVONN}")
    assert hand(called, 0) == {BURM, CATAN, DVONN}
    ben = position(["Ra"], [BURM, CATAN], turn=1)._replace(hidden_count=(0, 1, 0, 0))
    assert hand(do(ben, f"lay {YINSH}"), 1) == {BURM, CATAN, YINSH}


def all_saw(state, *cards):
    """All have seen these cards of the hands."""
    return state._replace(open=sum(1 << NUMBER[card] for card in cards))


def test_A38_a_yes_is_refused_only_if_all_have_seen_where_the_card_is():
    elsewhere = do(position([CATAN], [], [TEUBER], untracked={1: 3}), *CALL)
    assert kinds(elsewhere) == {"yes", "no"}, "a hidden hand that holds it must not show"
    assert refused(all_saw(elsewhere, TEUBER), "yes") == ("answer against what all know", "A-38")
    hidden = do(position([CATAN], [], ["YINSH", "DVONN"], untracked={1: 3}), *SWAP_BURM)
    assert may(hidden, "yes") and may(all_saw(hidden, "YINSH"), "yes")
    seen = do(position([CATAN], shown={2: ["YINSH"]}, faces={"a1": "DVONN"}, untracked={1: 3}), *SWAP_BURM)
    assert refused(seen, "yes") == ("answer against what all know", "A-38")
    all_seen = do(position([CATAN], ["Ra"], untracked={1: 0}), *CALL)
    assert refused(all_saw(all_seen, "Ra"), "yes") == ("answer against what the table knows", "A-38")


@pytest.mark.parametrize("ask", [CALL, SWAP_BURM], ids=["call", "swap"])
def test_A38_a_true_no_is_taken_though_the_table_has_read_the_card_in_that_hand(ask):
    """To refuse it would tell what the table has read, and it may have been misled."""
    held = [TEUBER, "YINSH", "DVONN"]
    asked = do(position([CATAN], held, untracked={1: 3})._replace(aware=(1 << NUMBER["YINSH"], 0, 0, 0)), *ask)
    assert kinds(asked) == kinds(do(position([CATAN], [], held, untracked={1: 6}), *ask)) == {"yes", "no"}
    after = do(asked, "no")
    denied = set(DECK.names_of(after.denied[1]))
    assert hand(after, 1) == set(held) - denied and denied & set(held)
    assert after.hidden_count[1] == 3 + len(denied & set(held)) and after.aware[0] == (ask is CALL) << NUMBER["YINSH"]


def test_A38_where_all_hidden_cards_are_in_one_hand_everybody_can_tell_the_answer():
    asked = do(position([CATAN], [], untracked={1: 3}), *CALL)
    hidden = [TEUBER, "Goa", "Ra"]
    seen = asked._replace(gone=EVERY & ~sum(1 << NUMBER[card] for card in (CATAN, *hidden)), faces=())
    assert kinds(seen) == {"yes"} and refused(seen, "no") == ("answer against what the table knows", "A-38")
    assert kinds(seen._replace(hidden_count=(0, 2, 0, 0))) == {"yes", "no"}, "the third may be elsewhere"


# what a hand that is not read shows: with the card in Cid's hand, that is read, and with it in the bag
SHOWN = {
    "a proof": ("Catan", lambda cid: do(position([], ["Ra"], cid, untracked={0: 3}), *CALL[:-1])),
    "a card of a set": ("Barbarossa", lambda cid: position([], ["Ra"], [*cid, *of_size(6)[:1]], untracked={0: 5})),
    "a single card": (of_size(4)[0], lambda cid: position([], [], cid, shown={1: of_size(4)[1:]}, untracked={0: 3})),
    "an ESG card": ("ESG 2", lambda cid: position([], ["Ra"], cid, untracked={0: 3})),
    "a game given": (
        "YINSH",
        lambda cid: do(position([CATAN], [], cid, untracked={1: 3}), *SWAP_BURM, "yes", "accept"),
    ),
    "a card paid": (
        "Ra",
        lambda cid: do(position([], ["YINSH"], cid, untracked={0: 3}), *SWAP_BURM, "accept", "give YINSH"),
    ),
}


@pytest.mark.parametrize("what", SHOWN)
def test_A38_what_a_hand_that_is_not_read_shows_is_taken_wherever_the_table_has_read_the_card(what):
    card, position_with = SHOWN[what]
    for state in (read := position_with([card]), position_with(["Jambo"])):
        meant = GAME.surface.read(Card(GAME.surface.reader(state), card), state)
        assert isinstance(meant, Action) and GAME.deck[meant.args[0]] == card
    dan_knows = read._replace(aware=(0, 0, 0, 1 << NUMBER[card]))
    after = rules.apply(dan_knows, meant)
    assert card not in hand(after, 2) and after.hidden_count[2] == 1
    assert len(hand(after, 2)) + 1 == len(hand(read, 2)) and after.bag.bit_count() == read.bag.bit_count()
    assert not any(cards >> NUMBER[card] & 1 for cards in (after.bag, *after.aware[2:]))
    assert rules.view(after, 2).known[2] == tuple(hand(after, 2)), "who held it finds it missing"


def test_A38_who_pays_with_the_game_received_gives_it_back():
    """To refuse it would tell the others which game it was."""
    state = do(position([], ["YINSH", "Ra"], untracked={0: 3}), *SWAP_BURM, "accept", "give YINSH")
    back, other = do(state, "give YINSH"), do(state, "give Goa")
    assert hand(back, 1) == {"YINSH", "Ra"} and back.hands[0] == 0 and back.hidden_count == (3, 0, 0, 0)
    assert hand(other, 1) == {"Goa", "Ra"} and hand(other, 0) == {"YINSH"}
    assert rules.view(back, 2) == rules.view(other, 2)


def test_A38_what_a_seat_denied_and_then_got_before_all_eyes_it_denies_no_more():
    denied = (1 << NUMBER[TEUBER] | 1 << NUMBER["Ra"], 0, 0, 0)
    state = position([CATAN], [TEUBER], faces={"a1": "Goa", "a2": "Jambo"})._replace(denied=denied)
    assert DECK.names_of(do(state, *CALL).denied[0]) == ("Ra",)
    both = state._replace(denied=(1 << NUMBER["Goa"] | 1 << NUMBER["Ra"], 0, 0, 0))
    assert DECK.names_of(do(both, "reveal", "at a1", "at a2", "take").denied[0]) == ("Ra",)


def test_A38_but_not_if_all_have_seen_the_card_elsewhere():
    for seen in ({"shown": {2: [CATAN]}}, {"faces": {"a1": CATAN}}):
        state = do(position([], ["Ra"], untracked={0: 3}, **seen), *CALL[:-1])
        assert refused(state, f"prove {CATAN}") == ("card not in this hand", "A-38")


def test_A38_a_majority_may_be_where_nobody_has_seen_the_cards():
    cards = of_size(4)
    state = position([], ["Ra"], cards[1:], untracked={0: 3})
    assert do(state, f"lay {cards[0]}").phase == "lay"
    assert not may(all_saw(state, *cards[2:]), f"lay {cards[0]}")
    assert not may(state._replace(hidden_count=(2, 0, 0, 0)), f"lay {cards[0]}"), "three cards are the majority"


def test_A38_of_a_hand_that_is_not_read_what_it_got_unseen_is_not_counted():
    """The table knows all its cards, the others none: what may be shown must not tell that."""
    state = position([TEUBER, "Goa"], ["Ra"], untracked={0: 0})
    assert rules.legal(state, 0) == rules.legal(position([], ["Ra"], untracked={0: 2}), 0)
    proof = do(state, "call", "ask 1", "name Ra", "prove Samurai")
    assert hand(proof, 0) == {"Samurai", "Ra"} and proof.hidden_count[0] == 1
    assert all(proof.bag >> NUMBER[card] & 1 for card in (TEUBER, "Goa"))


def test_A38_what_all_have_seen_in_a_hand_is_not_forgotten_for_a_card_that_it_shows():
    for held in (["Goa", TEUBER], [TEUBER, "Goa"]):
        shown, hidden = held
        state = all_saw(position(held, ["Ra"], untracked={0: 0}), shown)
        proof = do(state, "call", "ask 1", "name Ra", "prove Samurai")
        assert hand(proof, 0) == {shown, "Samurai", "Ra"} and proof.bag >> NUMBER[hidden] & 1


def robbed(*held):
    """Ann, whose hand is not read, shows a card that the table had read in Ben's; then it is Ben's turn."""
    state = position([], [CATAN, *held], ["Jambo"], untracked={0: 3})
    shown = do(state, "call", "ask 2", f"name {TEUBER}", f"prove {CATAN}")
    assert hand(shown, 1) == set(held) and shown.hidden_count[1] == 1
    return shown._replace(active=1, seat=1)


def test_A38_a_hand_that_is_read_shows_only_what_was_read_in_it_whatever_others_show():
    """A bot does not know its own card that the table has lost, and cannot lay it."""
    state = robbed("Goa", *of_size(2), "ESG 1", "ESG 2")
    assert about(state, "lay") == set(of_size(2)) and about(state, "esg") == {"ESG 1", "ESG 2"}
    called = do(state, "call", "ask 0", "name Jambo")
    assert about(called, "prove") == {"Goa"} and not about(state, "saz")


def test_A38_such_a_hand_pays_with_any_card_if_none_of_it_is_known():
    state = do(position([], ["YINSH"], ["Jambo"], turn=1, untracked={0: 3}), "swap", "ask 0", f"name {BURM}", "yes")
    given = do(state, "accept", "give YINSH")
    assert given.hands[1] == 0 and given.hidden_count[1] == 1
    assert about(given, "give") == set(NAMES), "nobody has seen any card"
    assert hand(do(given, "give Ra"), 1) == {"YINSH"}


def test_A38_a_game_that_the_table_has_read_elsewhere_is_drawn_if_its_player_says_to_have_one():
    games = set(DECK.names_of(GAMES & SETS[SET[NUMBER[BURM]]]))
    state = position([CATAN], [], sorted(games), untracked={1: 3}, swap_pick="asker_blind")
    drawing = do(state, *SWAP_BURM, "yes", "accept")
    assert {NAMES[each.args[0]] for each, _ in rules.chance(drawing)} == games
    assert do(drawing, "draw YINSH").hidden_count == (0, 2, 1, 0)


@pytest.mark.parametrize(("stall", "phase"), [("end", "final"), ("warn", "turn"), ("off", "turn")])
def test_A39_three_rounds_without_a_card_moved(stall, phase):
    state = position([], seats=3, mode="revealed", stall=stall)._replace(quiet=8)
    after = do(state, "end")
    assert after.phase == phase and after.quiet == 9
    assert do(state._replace(stirred=True), "end").quiet == 0


@pytest.mark.parametrize(("turns", "phase"), [(11, "turn"), (12, "final")])
def test_A39_the_count_begins_with_the_match(turns, phase):
    state = position([], faces={"a1": "Ra"}, stall="end")
    for _ in range(turns):
        state = do(state, "reveal", "at a1", "stop", "end")
    assert state.phase == phase


def still(hand=(), quiet=8, **options):
    """Three players; with the end of this turn three rounds are over in which no card moved."""
    return position(hand, ["Can't Stop"], seats=3, stall="end", **options)._replace(quiet=quiet)


MOVING = {
    "pair taken": (still(faces={"a1": BURM, "a2": YINSH}), ("reveal", "at a1", "at a2", "take", "end")),
    "card called from its place": (
        still([BURM], faces={"a1": YINSH}),
        ("call", "at a1", f"name {YINSH}", f"prove {BURM}", "end"),
    ),
    "set displayed": (still([BURM, YINSH], mode="revealed"), (f"lay {BURM}", f"lay {YINSH}", "done", "end")),
    "single displayed": (still(["Sid Sackson"], mode="revealed", shown={1: SACKSON}), ("lay Sid Sackson", "end")),
    "card added": (still(["Sid Sackson"], mode="revealed", shown={0: SACKSON}), ("lay Sid Sackson", "end")),
}


@pytest.mark.parametrize("what", MOVING)
def test_A39_a_card_that_left_the_display_or_was_displayed_begins_the_count_again(what):
    state, actions = MOVING[what]
    after = do(state, *actions)
    assert after.phase == "turn" and after.active == 1 and after.quiet == 0


def test_A39_a_card_that_went_from_hand_to_hand_does_not():
    state = still([CATAN])
    state = state._replace(hands=(state.hands[0], position([TEUBER]).hands[0], 0))
    assert do(state, *CALL, "end").phase == "final"
    state = do(still([CATAN]), "reveal", "at a1", "turn Ra", "stop", "end")
    assert state.phase == "final", "nor does a card turned up and turned back"


@pytest.mark.parametrize(("stall", "told"), [("warn", True), ("off", False)])
def test_A39_of_three_rounds_without_a_card_moved_the_table_warns_by_option(stall, told):
    for quiet in range(30):
        state = position([], seats=3, mode="revealed", stall=stall)._replace(quiet=quiet)
        said = GAME.surface.description(action(state, "end"), state, do(state, "end"))
        assert any("nobody took a card" in message.text for message in said) is (told and quiet in (8, 17, 26))
        assert said[-1] == say("Next: {seat}.", seat=1)


def test_A39_a_turn_in_which_a_card_moved_is_not_warned_of():
    state = position([], seats=3, mode="revealed")._replace(quiet=9, stirred=True)
    assert GAME.surface.description(action(state, "end"), state, do(state, "end"))[1:] == (
        say("Next: {seat}.", seat=1),
    )


@pytest.mark.parametrize(("seats", "pile"), [(3, 17), (4, 31), (5, 23), (6, 15)])
def test_A40_on_36_cells_the_other_nine_start_in_the_draw_pile(seats, pile):
    state = dealt(seats)
    assert state.faces == (UNKNOWN,) * 36 and state.pile == pile


def test_A40_36_cells_are_the_default_and_45_places_an_option():
    (layout,) = (option for option in GAME.options if option.name == "layout")
    assert layout.default == "36" and layout.choices == ("36", "36+9")
    assert [len(dealt(4, **options).faces) for options in ({}, {"layout": "36+9"})] == [36, 45]


def test_A40_a_hand_may_be_read_or_not():
    state = do(rules.setup(4, options_for(knowledge="trust")), "starter 2", "trust")
    assert state.hidden_count == (8, 0, 0, 0) and state.seat == 1 and kinds(state) == {"full", "trust"}
    dealing = do(state, "full", f"deal {CATAN}")
    assert hand(dealing, 1) == {CATAN}
    assert CHANCE in rules.to_act(dealing)


def test_A38_what_is_known_of_a_third_hand_stays_known_when_a_hand_was_misread():
    state = position([CATAN], ["Ra"], ["Goa"], ["Jambo"])._replace(aware=(1 << NUMBER["Jambo"], 0, 0, 0))
    after = locate(state, 1, NUMBER["YINSH"])
    assert hand(after, 1) == {"YINSH"} and DECK.names_of(after.aware[0]) == ("Jambo",)


@pytest.mark.parametrize(
    ("own", "others", "words"),
    [
        ([], ["Ra"], "{seat} has no card to give, so no swap."),
        ([CATAN], [], "Nobody else has any cards. Choose something else."),
    ],
)
def test_A19_a_swap_needs_two_cards(own, others, words):
    state = position(own, others)
    assert rules.refuse(state, action(state, "swap")).message.text == words


def test_A38_what_all_have_seen_in_the_own_hand_is_not_denied():
    state = position([BURM], [CATAN], untracked={1: 2})._replace(open=1 << NUMBER[CATAN])
    asked = do(state, "swap", "ask 1", f"name {TEUBER}")
    assert refused(asked, "no") == ("answer against what all know", "A-38")


def test_A14_a_card_that_was_not_read_gives_no_right_to_call():
    asked = do(position([CATAN], ["Ra"])._replace(hidden_count=(1, 0, 0, 0)), "call", "ask 1")
    assert not is_unlisted(asked, action(asked, "name Goa"))
