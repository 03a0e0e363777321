"""What lights, cards, keys and sentences of Alter Ego mean, moment by moment."""

from itertools import pairwise

import pytest
from glowtable import games
from glowtable.game import CHANCE, PUBLIC, RULING, Action, Refusal
from glowtable.games.alter_ego.cards import NAMES, NUMBER
from glowtable.games.alter_ego.state import Phase
from glowtable.grid import cell_of
from glowtable.messages import TERMINAL
from glowtable.table import (
    BLINK,
    BREATHE,
    DARK,
    DIM,
    GREEN,
    ORANGE,
    PICK,
    RED,
    SKY,
    STEADY,
    WHITE,
    YELLOW,
    Card,
    Key,
    Light,
    Press,
    Said,
    Untag,
)
from glowtable.terminal.translator import Translator

from tests.games.ego_positions import action, do, position, price, recouped, rules, started

GAME = games.find("alter_ego")
SURFACE = GAME.surface
SPEAK = Translator("en", ("Ann", "Ben", "Cid", "Dan"), game=GAME.name)
BULLY = ("Alley Bruiser", {"kin": 1})  # strength and smarts, a sadist's
CREW = ("Black-Van Crew", {"kin": 1, "colleague": 1})  # smarts and luck, an anarchist's
CHEMIST = ("Basement Chemist", {})  # luck and speed, no hostage


def seen(state):
    return rules.view(state, PUBLIC)


def lights(state, *cells):
    picture = SURFACE.paint(seen(state))
    found = [picture.cells[cell_of(cell)] for cell in cells]
    return found if len(found) > 1 else found[0]


def lit(state):
    cells = SURFACE.paint(seen(state)).cells
    return [cell for cell, light in enumerate(cells) if light.pattern == PICK]


def read(event, state):
    return SURFACE.read(event, state)


def means(event, state):
    """What an event means, as one would write it."""
    meant = read(event, state)
    assert isinstance(meant, Action), meant
    about = f" {NAMES[meant.args[0]]}" if meant.args and isinstance(meant.args[0], int) else ""
    return f"{meant.seat} {meant.kind}{about}"


def refused(event, state):
    """The sentence by which an event is refused."""
    meant = read(event, state)
    assert isinstance(meant, Refusal), meant
    return SPEAK.text(meant.message)


def told(state, text):
    """What is said of an action, its own sentence left out."""
    what = action(text, state)
    return [SPEAK.text(message) for message in SURFACE.description(what, state, do(state, text))[1:]]


def put_back(state, text):
    message = SURFACE.undo_instruction(action(text, state), state)
    return message and SPEAK.text(message)


def asked(state):
    return [(prompt.seat, SPEAK.text(prompt.message)) for prompt in SURFACE.prompts(seen(state))]


def said(state, seat):
    """The one instruction of a seat."""
    (found,) = [words for at, words in asked(state)[1:] if at == seat]
    return found


def lines(state):
    return "\n".join(map(SPEAK.text, SURFACE.face(seen(state)).lines))


# -- lights


def test_an_arch_villain_is_the_brighter_the_fewer_tokens_are_left_and_red_in_play():
    for tokens, light in ((6, DIM), (3, DIM), (2, BREATHE), (1, STEADY)):
        assert lights(position(tokens={"sadist": tokens}), "a1") == Light(YELLOW, light)
    assert lights(position(tokens={"sadist": 0}), "a1") == Light(ORANGE, BLINK)
    state = position(in_play=["Madame Vivisect"], defeated=["The Unmayor"])
    assert [light.colour for light in lights(state, "a1", "a2")] == [RED, DARK]
    assert SURFACE.face(seen(state)).cells[:3] == ("4:3", "", "4")


def test_each_number_of_a_pool_shines_in_a_pattern_and_colour_of_its_own():
    shown = [lights(position(pools={"kin": n, "colleague": 0, "neighbour": 0}), "f1") for n in range(6)]
    assert len({light.colour for light in shown}) == len(shown)
    assert shown[0] == Light(RED, BLINK)
    assert all(one.pattern != other.pattern for one, other in pairwise(shown))


def test_each_phase_has_a_lamp_of_its_own():
    phases = (Phase.INCOME, Phase.SUPPORT, Phase.PATROL, Phase.FIGHT, Phase.RECOUP)
    shown = [lights(position(phase=phase), "f6") for phase in phases]
    assert len({light.colour for light in shown}) == len({light.pattern for light in shown}) == 5
    asking = do(position({"display": ["Strength", "Smarts"]}, henchmen=[BULLY]), "0 fight")
    assert lights(asking, "f6") == lights(position(), "f6")


def test_henchmen_with_hostages_are_brighter_and_those_in_overflow_lie_on_row_f():
    state = position(henchmen=[BULLY, CHEMIST])
    assert lights(state, "b1", "b2") == [Light(SKY, STEADY), Light(SKY, DIM)]
    away = state._replace(henchmen=(state.henchmen[0]._replace(place=24), state.henchmen[1]))
    assert lights(away, "f1") == Light(SKY, STEADY) and SURFACE.face(seen(away)).cells[30] == "2:1"
    assert SURFACE.where_is(seen(away), BULLY[0])[1] == 30


def test_a_henchman_just_brought_breathes_in_the_colour_of_its_seat_until_the_round_ends():
    state = position({"drawn": [BULLY[0]]}, {"drawn": [CREW[0]]}, phase=Phase.CHOOSE)
    after = do(state, f"1 choose {CREW[0]}", f"0 choose {BULLY[0]}")
    seats = SURFACE.paint(seen(after)).seats
    assert [light.pattern for light in lights(after, "b1", "b2")] == [BREATHE] * 2
    assert [light.colour for light in lights(after, "b1", "b2")] == [seats[0].colour, seats[1].colour]
    later = recouped(do(after, "0 ready", "1 ready"))
    assert later.round == 3 and lights(later, "b1", "b2") == [Light(SKY, STEADY)] * 2


def test_seats_show_who_is_asked_who_is_ready_and_whose_card_is_forced():
    state = do(position(seats=3, phase=Phase.INCOME), "1 ready")
    one, two, three, four, *_ = SURFACE.paint(seen(state)).seats
    assert two == Light(WHITE, STEADY) and one.pattern == three.pattern == BREATHE and four.colour == DARK
    recoup = position({"penalties": {"support": 2}}, {}, phase=Phase.RECOUP)
    forced, free, *_ = SURFACE.paint(seen(recoup)).seats
    assert forced == Light(lights(position(phase=Phase.SUPPORT), "f6").colour, BLINK) and free.pattern == BREATHE


def test_whom_one_can_pay_is_green():
    state = do(position({"display": ["Strength", "Smarts"]}, henchmen=[BULLY, CREW, CHEMIST]), "0 fight")
    assert lights(state, "b1") == Light(GREEN, PICK) and lit(state) == [6]
    assert means(Press(6), state) == "0 engage Alley Bruiser"
    assert refused(Press(7), state) == "Black-Van Crew needs 1 luck more."


def test_hostages_to_choose_from_are_their_pools():
    state = do(position({"display": ["Luck", "Smarts"]}, henchmen=[CREW]), "0 fight", f"0 engage {CREW[0]}")
    assert lit(state) == [30, 31] and read(Press(31), state) == Action(0, "rescue", ("colleague",))
    assert asked(state) == [(0, "Black-Van Crew: who do you rescue? f1 kin, f2 colleague")]
    assert refused(Press(32), state) == "That hostage isn't there. Choose a lit one."
    assert refused(Press(35), state) == "Something else comes first."


def test_icons_and_phases_to_choose_from_lie_on_row_f():
    rig = do(position({"gear": ["Quick-Change Rig"], "money": 1, "display": ["Speed", "Luck"]}),
             "0 activate Quick-Change Rig 1")  # fmt: skip
    assert lit(rig) == [31, 34] and read(Press(31), rig) == Action(0, "convert", ("speed",))
    excuse = position({"gear": ["Good Excuse"], "money": 1, "penalties": {"income": 1, "patrol": 1}})
    excuse = do(excuse, "0 activate Good Excuse 1")
    assert lit(excuse) == [30, 32] and read(Press(32), excuse) == Action(0, "forgive", ("patrol",))


# -- what cards, keys and cells mean


def test_a_card_of_the_supply_is_bought_at_a_reader():
    state = position(
        {"money": price("Case Files")}, {"money": 1}, phase=Phase.INCOME, row=["Case Files", "Second Wind"]
    )
    assert means(Card(0, "Case Files"), state) == "0 buy Case Files"
    assert means(Card(0, "case files"), state) == "0 buy Case Files"
    assert refused(Card(1, "Case Files"), state) == f"It costs ${price('Case Files')}. Ben has $1."
    assert refused(Press(9), state) == "Who is this? Press your key first, or show the card."


ROW = ["Case Files", "Tyre Iron", "Night Scope"]


@pytest.mark.parametrize(
    "phase", [Phase.INCOME, Phase.SUPPORT, Phase.PATROL, Phase.AFTERMATH, Phase.FIGHT, Phase.RECOUP]
)
def test_E35_a_card_of_the_supply_that_is_pressed_waits_for_the_key_of_who_pays(phase):
    state = position({"money": 2}, {}, phase=phase, row=ROW)
    meant = read(Press(cell_of("a5")), state)
    assert isinstance(meant, Refusal) and meant.by_confirm and not lit(state)
    assert refused(Press(cell_of("a5")), state).startswith("Replace Tyre Iron for $1? Whoever pays presses confirm.")
    typed = read(Press(cell_of("a5")), state).message.for_device(TERMINAL)
    assert SPEAK.text(typed) == "Replace Tyre Iron for $1? Type ok and who pays. To buy it, type its name."
    assert means(Said("1 a5"), state) == "0 cycle Tyre Iron" and means(Said("1 a6 a4 a5"), state) == "0 sweep"
    assert refused(Said("2 a5"), state) == "Ben can't afford that."
    assert refused(Said("1 a4 a5"), state) == "Replace 1 card for $1, or all of them for $2."
    assert refused(Said("1 a4 a5 b1"), state) == refused(Said("1 c5"), state) == "Something else comes first."
    assert "Replace cards: press a4 to a6, then confirm." in said(state, 0) and "a4 to a6" not in said(state, 1)


def test_E28_a_sentence_is_quoted_to_all_if_it_forbids_them_all():
    both = position({"display": ["Luck"]}, {}, henchmen=[BULLY])
    assert read(Press(6), both).quote == "E-28"
    one = position({"display": ["Strength", "Smarts"]}, {}, henchmen=[BULLY])
    assert read(Press(6), one).quote == RULING


def test_E35_without_a_deck_no_key_is_waited_for():
    state = position({"money": 2}, row=ROW, offers=[])
    assert refused(Press(3), state) == "The deck is empty. Nothing can replace that card."
    assert not read(Press(3), state).by_confirm and "a4 to a6" not in said(state, 0)


def test_what_is_missing_for_a_henchman_is_told_whoever_presses_it():
    """In the open Fight, where nobody knows who presses: of all who may still act (E-28)."""
    crew = {"display": ["Strength", "Smarts"]}, {"display": ["Luck"], "hand": ["Second Wind"]}, {}
    state = do(position(*crew, henchmen=[BULLY, CREW]), "1 event Second Wind", "2 ready")
    assert refused(Press(7), state) == (
        "Ann: Black-Van Crew needs 1 luck more. Ben: First Ben presses confirm to fight."
    )
    assert refused(Said("2 b1"), state) == "First Ben presses confirm to fight."
    off = do(state, "0 fight", "0 back")
    assert refused(Key(0, "confirm"), off) == "Ann called it off. Do something else first."
    assert said(off, 0) == "You called off the fight. Do something else first. Pass: done with this phase."
    poor = position({"display": ["Luck"]}, {}, henchmen=[BULLY, CREW])
    assert refused(Key(0, "confirm"), poor) == (
        "Ann can't beat anyone: Alley Bruiser needs 1 strength, 1 smarts more. Black-Van Crew needs 1 smarts more."
    )
    assert refused(Key(0, "confirm"), position({"display": ["Luck"]})) == "There's nobody to fight."
    wind = do(
        position({"display": ["Luck"], "hand": ["Second Wind"]}, henchmen=[("Subway Swarm", {})]), "0 event Second Wind"
    )
    assert refused(Said("1 b1"), wind) == (
        "Subway Swarm needs 1 strength, 1 speed, 1 smarts, 1 focus more. Your team has 2 of any type."
    )


def test_a_henchman_shown_or_pressed_before_the_cops_are_called_is_told_apart():
    state = position({"display": ["Community"] * 3}, {}, phase=Phase.PATROL, henchmen=[BULLY])
    for event in (Card(0, BULLY[0]), Said("1 b1"), Said("1 cops Alley Bruiser")):
        assert refused(event, state) == "First Ann presses confirm to call the cops."
    assert refused(Said("2 b1"), state) == "You need 3 Badge icons to call the cops."
    off = do(state, "0 call", "0 back")
    assert said(off, 0) == "Pass: done with this phase." and "called it off" in refused(Key(0, "confirm"), off)


def test_a_card_that_lies_open_is_meant_before_one_of_a_hand():
    """Whether the hand has one nobody hears."""
    row = ["Second Wind 1", "Case Files"]
    with_one = position({"hand": ["Second Wind 2"], "money": 9}, row=row)
    without = position({"hand": ["Family"], "money": 9}, row=row)
    assert means(Card(0, "Second Wind"), with_one) == means(Card(0, "Second Wind"), without) == "0 buy Second Wind 1"
    assert means(Card(0, "Second Wind 2"), with_one) == "0 event Second Wind 2"


def test_copies_are_alike():
    state = position({"hand": ["Family 3", "Second Wind 1"], "money": 1}, phase=Phase.RECOUP)
    taken = do(state, "0 take Strength")
    assert means(Card(0, "Family 9"), taken) == means(Card(0, "family"), taken)
    assert means(Card(0, "Family 9"), taken).startswith("0 fill Family")
    assert means(Card(0, "Second Wind 3"), taken) == "0 event Second Wind 1"


def test_own_equipment_is_used_at_the_reader_that_of_others_is_not():
    state = position({"gear": ["Tyre Iron"], "money": 1}, {"money": 1}, phase=Phase.SUPPORT)
    assert means(Card(0, "Tyre Iron"), state) == "0 activate Tyre Iron"
    assert "Ben can't have that card." in refused(Card(1, "Tyre Iron"), state)


def test_in_recoup_a_card_is_taken_first_and_then_the_hand_laid_out():
    state = position({"hand": ["Strength"]}, phase=Phase.RECOUP)
    assert means(Card(0, "Luck"), state) == "0 take Luck 1"
    assert means(Card(0, "Strength"), do(state, "0 take Luck")).startswith("0 fill Strength")


def test_a_henchman_is_chosen_at_the_reader_of_who_drew_it():
    state = position({"drawn": [BULLY[0], CREW[0]]}, {"drawn": [CHEMIST[0]]}, phase=Phase.CHOOSE)
    assert means(Card(1, CHEMIST[0]), state) == "1 choose Basement Chemist"
    assert refused(Card(0, CHEMIST[0]), state) == "Ann didn't draw that henchman."
    chosen = do(state, f"1 choose {CHEMIST[0]}")
    assert refused(Card(1, CHEMIST[0]), chosen) == "Ben has already chosen."


def test_keys_do_what_the_phase_is_for():
    badges = {"display": ["Community"] * 3, "gear": ["Two-Way Radio", "Two-Way Radio", "Honorary Badge"]}
    lying = {"henchmen": [BULLY]}
    assert means(Key(0, "confirm"), position(badges, phase=Phase.PATROL, **lying)) == "0 call"
    assert means(Key(0, "confirm"), position({"display": ["Strength", "Smarts"]}, **lying)) == "0 fight"
    assert means(Key(0, "confirm"), position({"display": ["Family"] * 3}, phase=Phase.SUPPORT)) == "0 token"
    for phase in (Phase.INCOME, Phase.SUPPORT, Phase.PATROL, Phase.AFTERMATH, Phase.FIGHT):
        assert means(Key(0, "pass"), position(phase=phase)) == "0 ready"
    assert means(Key(0, "confirm"), position(phase=Phase.INCOME)) == "0 ready"
    assert read(Key(0, "confirm"), position({"drawn": [BULLY[0]]}, phase=Phase.CHOOSE)) is None
    assert read(Untag(0), position()) is None


def test_the_cops_are_called_by_key_and_shown_whom_to_take():
    state = do(position({"display": ["Community"] * 3}, phase=Phase.PATROL, henchmen=[BULLY, CREW]), "0 call")
    assert lit(state) == [6, 7] and means(Press(7), state) == "0 cops Black-Van Crew"
    assert means(Card(0, CREW[0]), state) == "0 cops Black-Van Crew"
    assert means(Key(0, "confirm"), state) == "0 back"
    assert refused(Card(0, "Madame Vivisect"), state) == "The cops can't take an arch villain."
    assert told(state, f"0 cops {CREW[0]}")[0] == "Back to the pools: kin, colleague."


def test_a_team_is_asked_for_and_the_trophy_goes_to_whose_key_is_pressed():
    state = position({"display": ["Strength"], "tokens": 1}, {"display": ["Smarts"]}, {}, henchmen=[BULLY])
    asking = do(state, "0 ask 1")
    assert asked(asking) == [(1, "Ann wants you on the team. Confirm: yes. Pass: no.")]
    assert means(Key(1, "confirm"), asking) == "1 yes" and means(Key(1, "pass"), asking) == "1 no"
    assert refused(Key(2, "confirm"), asking) == "Wait: it's someone else's choice."
    won = do(asking, "1 yes", "0 fight", f"0 engage {BULLY[0]}")
    assert read(Key(1, "confirm"), won) == Action(0, "trophy", (1,))
    assert refused(Key(2, "confirm"), won) == "You can't choose that. Choose something else."
    assert read(Key(1, "pass"), won) == read(Key(0, "pass"), won) == Action(0, "pass"), "they do not agree"
    assert refused(Key(2, "pass"), won) == "Wait: it's someone else's choice."


def test_whence_a_card_was_trashed_that_nobody_read_is_told_by_key():
    crew = {"hand": ["Hang Up the Apron"], "deck": ["Job", "Family"], "hidden_count": 1, "buried": 1}
    state = do(position(crew, knowledge="trust")._replace(untracked=1), "0 event Hang Up the Apron", "0 trash Job")
    assert asked(state) == [(0, "Where was Job? Confirm: in your hand. Pass: in your discards.")]
    assert means(Key(0, "confirm"), state) == "0 hand" and means(Key(0, "pass"), state) == "0 discards"


def test_anybody_says_which_hostage_doctor_lullaby_takes():
    crowd = [("Alley Bruiser", {"kin": 3}), ("Bagman Bill", {"colleague": 3}), CHEMIST]
    state = position({}, {}, phase=Phase.KILL, in_play=["Doctor Lullaby"], henchmen=crowd,
                     pools={"neighbour": 0, "kin": 0, "colleague": 0})  # fmt: skip
    assert lit(state) == [6, 7]
    assert means(Press(6), state) == "0 kill Alley Bruiser"
    assert means(Card(1, "Bagman Bill"), state) == means(Said("2 b2"), state) == "1 kill Bagman Bill"


def test_free_rescues_light_cheap_henchmen_with_hostages():
    state = position({"hand": ["Side-Door Rescue"]}, henchmen=[BULLY, ("Subway Swarm", {"neighbour": 1}), CHEMIST])
    state = do(state, "0 event Side-Door Rescue")
    assert lit(state) == [6] and means(Press(6), state) == "0 free Alley Bruiser"


def test_chance_is_any_copy_and_comes_to_the_reader_of_its_seat():
    state = started(2)._replace(phase=Phase.DRAW, seat=1)
    unseen = rules.view(state, PUBLIC).people[1].unseen
    kind = next(each for each in ("Family", "Job", "Community") if each in unseen)
    meant = read(Card(1, f"{kind} 25"), state)
    assert meant.seat == CHANCE and NAMES[meant.args[0]].startswith(kind)
    assert refused(Card(0, kind), state) == "Wait: it's someone else's choice."
    assert refused(Card(1, "Madame Vivisect"), state) == "That card can't come now. It belongs somewhere else."


def test_all_may_be_typed():
    state = position({"money": 5, "tokens": 1}, {}, row=["Case Files", "Tyre Iron", "Night Scope"], henchmen=[BULLY])
    assert means(Said("1 cycle case files"), state) == "0 cycle Case Files"
    assert means(Said("1 sweep"), state) == "0 sweep"
    assert read(Said("1 ask 2"), state) == Action(0, "ask", (1,))
    assert means(Said("2 ready"), state) == "1 ready"
    assert means(Said("1 buy Tyre Iron"), state) == "0 buy Tyre Iron"
    rig = do(position({"gear": ["Quick-Change Rig"], "money": 1, "display": ["Speed"]}), "0 activate Quick-Change Rig")
    assert read(Said("1 convert SPEED"), rig) == Action(0, "convert", ("speed",))
    for nonsense in ("hello", "ready", "1 dance", "1", "x 1", "0 ready"):
        assert read(Said(nonsense), state) is None


# -- bad input: one clear sentence each


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Said("1 token"), "That belongs to another phase: Support."),
        (Key(0, "confirm"), "Ann can't beat anyone: Alley Bruiser needs 1 strength, 1 smarts more."),
        (Said("1 ask 2"), "Ann has no teamwork token."),
        (Card(0, "Case Files"), f"It costs ${price('Case Files')}. Ann has $2."),
        (Card(0, "Batmobile"), "That card isn't in Alter Ego."),
        (Said("1 buy Batmobile"), "That card isn't in Alter Ego."),
        (Said("1 engage Alley Bruiser"), "Alley Bruiser needs 1 strength, 1 smarts more."),
        (Said("1 b1"), "Alley Bruiser needs 1 strength, 1 smarts more."),
        (Card(0, "Alley Bruiser"), "Alley Bruiser needs 1 strength, 1 smarts more."),
        (Said("1 cops Alley Bruiser"), "That belongs to another phase: Patrol."),
        (Said("1 choose Alley Bruiser"), "That belongs to another phase: Patrol."),
        (Said("1 kill Alley Bruiser"), "That belongs to another phase: Recoup."),
        (Said("1 fill Family"), "That belongs to another phase: Recoup."),
        (Card(3, "Tyre Iron"), "Nobody is playing at that seat."),
        (Said("1 ask Cid"), "Alter Ego doesn't have that move."),
        (Said("1 convert luck"), "Something else comes first."),
        (Press(7), "Who is this? Press your key first, or show the card."),
        (
            Press(6),
            "Ann: Alley Bruiser needs 1 strength, 1 smarts more. Ben: Alley Bruiser needs 1 strength, 1 smarts more.",
        ),
    ],
)
def test_bad_input_gets_one_clear_sentence(event, sentence):
    state = position({"money": 2}, {}, row=["Case Files", "Tyre Iron", "Night Scope"], henchmen=[BULLY])
    assert refused(event, state) == sentence


def test_a_full_display_and_a_forced_card_are_told():
    hand = {"hand": ["Family"] * 6, "penalties": {"income": 2}}
    state = position(hand, phase=Phase.RECOUP)
    assert refused(Card(0, "Strength"), state) == "Penalty: take a card for Income."
    assert refused(Key(0, "pass"), state) == "First Ann takes a card from the stacks."
    assert said(state, 0) == "Penalty: take a card for Income from the stacks."
    taken = do(state, "0 take Job")
    assert refused(Key(0, "pass"), taken) == "Fill your display first."
    full = do(taken, *["0 fill Family"] * 4)
    assert refused(Card(0, "Family"), full) == "Ann's display is full (5 cards)."
    assert said(full, 0) == "Display: 5 of 5 cards. Confirm: done."


# -- what was done


def test_an_engagement_tells_cost_hostage_and_trophy():
    state = do(position({"display": ["Strength", "Smarts"]}, henchmen=[BULLY]), "0 fight")
    act = action(f"0 engage {BULLY[0]}", state)
    assert SPEAK.text(SURFACE.instruction(act, state)) == "Ann fights Alley Bruiser on b1 with strength, smarts."
    assert told(state, f"0 engage {BULLY[0]}") == [
        "Back to the pools: kin.",
        "Ann defeats Alley Bruiser and keeps it as a trophy: strength.",
    ]
    feared = do(position({"display": ["Strength", "Smarts"]}, henchmen=[BULLY], in_play=["Madame Vivisect"]), "0 fight")
    assert told(feared, f"0 engage {BULLY[0]}")[0] == "Out of the game: kin."
    assert put_back(state, f"0 engage {BULLY[0]}") == "Put Alley Bruiser on b1 with its hostages, as before."


def test_the_last_choice_tells_all_at_once():
    state = position({"drawn": [BULLY[0]]}, {"drawn": [CREW[0]]}, phase=Phase.CHOOSE, tokens=1)
    assert told(state, f"1 choose {CREW[0]}") == []
    assert told(do(state, f"1 choose {CREW[0]}"), f"0 choose {BULLY[0]}") == [
        "Now in play: Alley Bruiser on b1 (kin), Black-Van Crew on b2 (kin, colleague).",
        "Tokens left: Madame Vivisect (a1) 0, The Unmayor (a2) 0.",
    ]


def test_a_missing_hostage_ends_the_match_and_is_told():
    state = position({"drawn": [BULLY[0]]}, phase=Phase.CHOOSE, pools={"kin": 0, "colleague": 5, "neighbour": 5})
    assert told(state, f"0 choose {BULLY[0]}")[-1] == "A hostage was needed, and none was left."
    assert SURFACE.prompts(seen(do(state, f"0 choose {BULLY[0]}"))) == ()


def test_a_round_that_ends_tells_who_enters_what_is_earned_and_the_penalties():
    state = position({"hand": []}, phase=Phase.RECOUP, tokens={"sadist": 0, "anarchist": 4, "mastermind": 4})
    news = told(do(state, "0 take Family"), "0 ready")
    assert news[0].startswith("Madame Vivisect arrives and takes 2× kin, neighbour. End of each round")
    assert news[1:] == ["Round 3 starts: Ann gets $0.", "Penalty token on Income: Ann."]
    assert "a1 Madame Vivisect, sadist, IN PLAY" in lines(do(state, "0 take Family", "0 ready"))


def test_the_end_of_fights_discards_displays_and_the_win_is_told():
    state = position({"display": ["Strength"]})
    assert told(state, "0 ready") == ["All displays and played events go to the discards."]
    last = position({"display": ["Strength", "Smarts", "Focus", "Luck"]}, in_play={"Madame Vivisect": {"kin": 1}})
    last = do(last, "0 fight")
    assert lights(last, "a1") == Light(GREEN, PICK)
    assert told(last, "0 engage Madame Vivisect") == [
        "Back to the pools: kin.",
        "Madame Vivisect (sadist) is defeated and out of the game.",
        "The villains in play are defeated.",
    ]


def test_who_has_met_a_nemesis_is_told_at_the_end():
    gambler = {"nemesis": "The Gambler", "display": ["Strength", "Smarts", "Focus", "Luck"],
               "deck": ["Luck", "Job", "Job", "Job"]}  # fmt: skip
    state = position(gambler, {"nemesis": "The Landlord"}, in_play={"Madame Vivisect": {"kin": 1}}, nemesis="personal")
    state = do(state, "0 fight")
    assert told(state, "0 engage Madame Vivisect")[-2:] == [
        "The villains in play are defeated.",
        "Ann met the nemesis The Gambler.",
    ]
    assert seen(state).people[0].nemesis == "?"


def test_who_is_alone_spends_tokens_for_icons():
    state = position({"tokens": 1, "display": ["Strength"]}, henchmen=[BULLY])
    assert "Confirm: spend a teamwork token for any icon." in said(state, 0)
    assert means(Said("1 spend"), state) == means(Key(0, "confirm"), state) == "0 spend"
    assert lit(do(state, "0 spend", "0 fight")) == [6]
    aiming = do(position({"tokens": 1, "display": ["Strength", "Smarts"]}, henchmen=[BULLY]), "0 fight")
    assert asked(aiming) == [(0, "Who do you fight? Press a green cell. Confirm: spend a teamwork token for any icon.")]
    assert SURFACE.gesture(Action(0, "back"), aiming) == Said("1 back")
    assert means(Key(0, "confirm"), aiming) == "0 spend" and do(aiming, "0 spend").phase is Phase.FIGHT


@pytest.mark.parametrize("without", [{"token_icon": "no"}, {"in_play": ["Mister Nowhere"]}])
def test_a_token_that_gives_no_icon_is_not_offered(without):
    state = position({"tokens": 1}, **without)
    assert said(state, 0) == "Pass: done with this phase."
    assert refused(Said("1 spend"), state) == "A teamwork token gives no icon right now."


def test_helpers_are_asked_by_keys_and_named_only_while_one_is_left():
    state = position({"tokens": 1, "display": ["Luck"]}, {}, {}, henchmen=[BULLY])
    assert said(state, 0) == "Confirm: ask Ben to join your team, for 1 teamwork token. Pass: done with this phase."
    assert read(Key(0, "confirm"), state) == Action(0, "ask", (1,))
    refused_once = do(state, "0 ask 1", "1 no")
    assert said(refused_once, 0).startswith("Confirm: ask Cid to join your team, ")
    assert read(Key(0, "confirm"), refused_once) == Action(0, "ask", (2,))
    alone = do(refused_once, "0 ask 2", "2 no")
    assert said(alone, 0) == "You can't rescue anyone yet. You have luck. Pass: done with this phase."
    assert refused(Key(0, "confirm"), alone) == "Ann can't beat anyone: Alley Bruiser needs 1 strength, 1 smarts more."


def test_who_is_asked_whom_to_fight_may_still_get_help_by_the_key_of_the_helper():
    state = position({"tokens": 1, "display": ["Strength", "Smarts"]}, {}, {}, henchmen=[BULLY])
    aiming = do(state, "0 fight")
    assert asked(aiming) == [
        (0, "Who do you fight? Press a green cell. "
            "Need help for 1 teamwork token? Confirm key: Ben, Cid. "
            "Confirm: don't fight now.")
    ]  # fmt: skip
    assert read(Key(2, "confirm"), aiming) == Action(0, "ask", (2,))
    assert means(Key(0, "confirm"), aiming) == "0 back"
    assert do(aiming, "0 ask 2", "2 yes").phase is Phase.FIGHT
    assert SURFACE.gesture(Action(0, "ask", (2,)), aiming) == Key(2, "confirm")
    assert SURFACE.gesture(Action(0, "ask", (2,)), state) == Said("1 ask 3")
    assert SURFACE.gesture(Action(0, "ask", (1,)), do(state, "0 ready")) == Said("1 ask 2")


def test_a_henchman_whom_others_hold_is_asked_for_again_without_a_name():
    names = ["Alley Bruiser", "Bagman Bill"]
    state = position({}, {}, phase=Phase.CHOOSE, deck=names)
    state = state._replace(untracked=3, people=tuple(each._replace(drawn_hidden=1) for each in state.people))
    assert said(state, 0) == "Draw 1 henchman. Only you look. Put it face down on your reader."
    half = do(state, "0 choose Bagman Bill")
    assert told(half, "1 choose Bagman Bill") == ["Someone else holds that henchman too. Choose again: Ann, Ben."]


def test_prompts_say_what_the_cards_allow():
    """A deck of one, one henchman drawn, a penalty whose stack is empty: each as it is."""
    hunting = position({"display": ["Community"] * 3}, phase=Phase.HUNT, deck=["Bagman Bill"])._replace(seat=0)
    assert "henchman 1 of 1." in asked(hunting)[0][1]
    one = position({"drawn": [BULLY[0]]}, {"drawn": [CREW[0], CHEMIST[0]]}, phase=Phase.CHOOSE)
    assert said(one, 0) == "Put it face down on your reader."
    assert said(one, 1) == "Choose one: put it face down on your reader. The rest go under the deck."
    forced = position({"penalties": {"income": 2}}, phase=Phase.RECOUP)
    jobs = sum(1 << card for card, name in enumerate(NAMES) if name.startswith("Job "))
    free = forced._replace(stacks=forced.stacks & ~jobs)
    assert said(forced, 0) == "Penalty: take a card for Income from the stacks."
    assert said(free, 0) == "Take a card from the stacks and show it to your reader."
    assert SURFACE.paint(seen(free)).seats[0].pattern == BREATHE


def test_money_that_goes_back_is_told():
    rich = position({"money": 4}, {}, phase=Phase.RECOUP, money_kept="no")
    rich = do(rich, "0 take Family", "1 take Family", "0 ready")
    assert "Money goes back to the bank: Ann $4." in told(rich, "1 ready")
    kept = position({"money": 4}, phase=Phase.RECOUP)
    assert not any("bank" in line for line in told(do(kept, "0 take Family"), "0 ready"))
    poor = position({}, phase=Phase.RECOUP, money_kept="no")
    assert not any("bank" in line for line in told(do(poor, "0 take Family"), "0 ready"))


def test_henchmen_revealed_behind_the_one_that_ends_the_match_are_named():
    state = position({"drawn": [BULLY[0]]}, {"drawn": [CREW[0]]}, phase=Phase.CHOOSE,
                     pools={"kin": 0, "colleague": 5, "neighbour": 5})  # fmt: skip
    state = do(state, f"1 choose {CREW[0]}")
    assert "Also turned over: Black-Van Crew." in told(state, f"0 choose {BULLY[0]}")


def test_what_the_end_of_a_phase_brought_goes_back_only_if_one_ended():
    state = position({}, {}, phase=Phase.INCOME)
    assert put_back(state, "0 ready") is None
    assert put_back(do(state, "0 ready"), "1 ready").startswith("Put back what the end of the phase brought: ")


def test_a_card_that_is_no_event_is_not_said_to_be_missing():
    state = position({"hand": ["Family 1"]}, phase=Phase.SUPPORT)
    assert refused(Card(0, "Family 1"), state) == "You can't use that card in this phase."


def test_all_see_teams_stacks_and_discards():
    state = position({"display": ["Strength"], "tokens": 1, "discard": ["Luck", "Luck"]}, {"buried": 2}, {})
    shown = lines(do(state, "0 ask 1", "1 yes"))
    assert "stacks: Strength 9, Speed 10, Smarts 10, Focus 10, Luck 8, Family 25, Job 25, Community 25" in shown
    assert "    in a team with Ben; icons: strength, any type; discards: 2× Luck, Wren Castellane" in shown
    assert "    in a team with Ann; discards: Otis Malloy; discards not read: 2" in shown
    assert shown.count("in a team") == 2


def test_penalty_tokens_and_bought_events_are_told():
    state = position({"gear": ["Good Excuse"], "money": 1, "penalties": {"income": 2}})
    assert told(state, "0 activate Good Excuse") == ["Ann discards 1 penalty token: Income."]
    buying = position({"money": 5}, row=["Second Wind"], event_goes="discard")
    assert told(buying, "0 buy Second Wind") == ["The card goes to Ann's discards."]


def test_who_has_an_untracked_hand_hears_how_many_cards_to_draw():
    state = position({"deck": ["Family"] * 3, "discard": ["Job"] * 6, "display": ["Family"]}, phase=Phase.INCOME)
    state = state._replace(untracked=1)
    assert told(state, "0 ready") == ["Ann shuffles the discards into a new deck.", "Ann draws 6 cards."]
    assert "Cards in your hand: 6." in said(do(state, "0 ready"), 0)


def test_hands_help_a_bot_to_choose_without_looking():
    state = position({"drawn": [BULLY[0]]}, {"drawn": [CREW[0]]}, phase=Phase.CHOOSE)
    act = action(f"1 choose {CREW[0]}", state)
    assert SPEAK.text(SURFACE.instruction(act, state)).startswith("Slide Ben's henchman face down")
    assert [SPEAK.text(each) for each in SURFACE.description(act, state, rules.apply(state, act))] == [
        "Ben has chosen a henchman."
    ]


def test_nothing_that_is_hidden_is_named():
    state = position({"drawn": [BULLY[0]]}, {"drawn": [CREW[0]]}, phase=Phase.CHOOSE)
    act = action(f"0 choose {BULLY[0]}", state)
    after = rules.apply(state, act)
    for message in (
        SURFACE.instruction(act, state),
        SURFACE.undo_instruction(act, state),
        *SURFACE.description(act, state, after),
    ):
        assert BULLY[0] not in SPEAK.text(message)
    assert any(BULLY[0] in sentence for sentence in told(do(state, f"1 choose {CREW[0]}"), f"0 choose {BULLY[0]}"))


# -- whereabouts and one's own eyes


def test_a_card_tells_where_it_belongs():
    one = {"display": ["Strength 1"], "gear": ["Tyre Iron"], "trophies": ["Bagman Bill"], "discard": ["Luck 1"],
           "hand": ["Focus 1"]}  # fmt: skip
    state = position(one, row=["Case Files"], henchmen=[BULLY], defeated=["Madame Vivisect"])
    view = seen(state)

    def where_is(card):
        message, cell = SURFACE.where_is(view, card)
        return SPEAK.text(message), cell

    assert where_is("Alley Bruiser") == ("Alley Bruiser is on b1.", 6)
    assert where_is("Case Files") == ("Case Files is on a4.", 3)
    assert where_is("The Unmayor") == ("The Unmayor is on a2.", 1)
    in_stack = "{} is in its stack.".format
    assert where_is("Strength 1") == (f"Strength is in Ann's display. {in_stack('Strength')}", None)
    assert where_is("Tyre Iron") == ("Tyre Iron is in Ann's equipment.", None)
    assert where_is("Bagman Bill") == ("Bagman Bill is one of Ann's trophies.", None)
    assert where_is("Luck 1") == (f"Luck is in Ann's discards. {in_stack('Luck')}", None)
    assert where_is("Madame Vivisect") == ("Madame Vivisect is out of the game.", None)
    assert where_is("Luck 9") == where_is("Luck"), "copies are alike"
    assert where_is("Speed 9") == (in_stack("Speed"), None)
    hidden = "hidden. Put it back where it was, face down."
    assert where_is("Subway Swarm") == (f"That card is {hidden}", None)
    assert where_is("Focus 1") == where_is("Focus 9")
    assert where_is("Focus 1") == (f"{in_stack('Focus')} Or it was {hidden}", None)
    assert where_is("Batmobile") == ("That card isn't in Alter Ego.", None)
    shown = seen(state._replace(people=(state.people[0]._replace(open=1 << NUMBER["Focus 1"]),)))
    assert "hidden" in SPEAK.text(SURFACE.where_is(shown, "Focus 1")[0])


def test_what_must_lie_on_a_cell():
    view = seen(position(henchmen=[BULLY], deck=["Subway Swarm", "Wire-Tapper"]))
    assert SPEAK.text(SURFACE.expected_at(view, 6)) == "Alley Bruiser is on b1."
    assert SPEAK.text(SURFACE.expected_at(view, 33)) == "The henchmen's deck is on f4, face down: 2 cards."
    assert SPEAK.text(SURFACE.expected_at(view, 20)) == "There's no card on d3."
    assert len(SURFACE.cards_on_cells(view)[33]) == 2 and BULLY[0] not in SURFACE.cards_on_cells(view)[33][0]


def test_a_seat_sees_its_hand_what_it_drew_its_choice_and_its_nemesis():
    state = position({"hand": ["Family", "Family"], "drawn": [BULLY[0], CREW[0]], "nemesis": "The Gambler"},
                     {"hand": ["Job"]}, phase=Phase.CHOOSE, nemesis="personal")  # fmt: skip
    own = [SPEAK.text(line) for line in SURFACE.private(rules.view(do(state, f"0 choose {CREW[0]}"), 0))]
    assert own == [
        "your hand: 2× Family",
        "henchmen you drew: Alley Bruiser (strength, smarts: kin; sadist; trophy strength)",
        "your choice: Black-Van Crew",
        "your nemesis: The Gambler (needs 2 luck, 1 focus, 3 Job)",
    ]
    assert [SPEAK.text(line) for line in SURFACE.private(rules.view(state, 1))] == ["your hand: Job"]
    assert SPEAK.text(SURFACE.private(rules.view(position(), 0))[0]) == "Your hand is empty."


def test_a_vigilante_with_nothing_takes_one_line():
    view = seen(position({}))
    bare = view.people[0]._replace(icons=(0,) * len(view.people[0].icons), discard=())
    shown = [*map(SPEAK.text, SURFACE.face(view._replace(people=(bare,))).lines)]
    assert sum("in hand" in line for line in shown) == 1 and not any(line.startswith("    ") for line in shown)


def test_all_see_the_city_villains_supply_henchmen_and_vigilantes():
    one = {"display": ["Strength", "Family", "Family"], "gear": ["Tyre Iron"], "money": 3, "tokens": 1,
           "penalties": {"patrol": 1}, "trophies": ["Bagman Bill"]}  # fmt: skip
    state = position(one, row=["Case Files"], henchmen=[CREW, BULLY], level="rookie", pools={"kin": 1, "colleague": 1,
                     "neighbour": 0})  # fmt: skip
    engaged = do(state, *())._replace(henchmen=(state.henchmen[0]._replace(engaged=1), state.henchmen[1]))
    shown = lines(engaged)
    assert "in the pools: kin 1, colleagues 1, neighbours 0, black tokens 2, teamwork tokens 19" in shown
    assert "out of the game: 2× kin, 3× colleague, 5× neighbour" in shown
    assert "a1 Madame Vivisect, sadist, waiting: tokens left 4" in shown
    assert f"a4 Case Files ${price('Case Files')}: While in play: 1 smarts icon." in shown
    assert "b1 Black-Van Crew (smarts, luck: kin, colleague; anarchist; trophy Display) [fought by Ann]" in shown
    assert "b2 Alley Bruiser (strength, smarts: kin; sadist; trophy strength)" in shown
    assert "Ann (Wren Castellane): 0 in hand, $3, teamwork tokens 1, display: Strength, 2× Family" in shown
    assert "icons: strength, speed; penalties: Patrol; equipment: Tyre Iron; trophies: Bagman Bill" in shown


def test_rounds_that_are_over_are_heard():
    assert SURFACE.rounds_over(seen(position())) == 1
    assert SURFACE.rounds_over(seen(position(phase=Phase.OVER))) == 2
    assert SURFACE.dealt_by_software(seen(position())) is False and SURFACE.entry_cells(seen(position())) == {}


@pytest.mark.parametrize(
    ("text", "told"), [("0 cycle Roomy Coat", ["It goes under the deck. You don't get it."]), ("0 ready", [])]
)
def test_who_puts_a_card_away_is_told_where_it_goes(text, told):
    game, view = games.find("alter_ego"), rules.view(started(2), 0)
    assert [message.text for message in game.surface.consequences(view, action(text))] == told
