"""Every arch villain, equipment and event of Alter Ego does what its card says; each effect is written out."""

import pytest
from glowtable.game import PUBLIC
from glowtable.games.alter_ego.cards import (
    ACTIVATED,
    EQUIPMENT,
    EVENTS,
    IDS,
    NAMES,
    NUMBER,
    PRINTED,
    TITLES,
    VILLAINS,
    names_of,
)
from glowtable.games.alter_ego.cells import pressed_cells
from glowtable.games.alter_ego.rules import RULES as rules
from glowtable.games.alter_ego.state import Phase, State, deck_size, hand_size
from glowtable.kit.bit_sets import members
from glowtable.kit.json_form import from_json, to_json

from tests.games.ego_positions import (
    about,
    all_ready,
    dealt,
    do,
    henchmen,
    hostages,
    lost,
    may,
    pools,
    position,
    recouped,
    refused,
    some_henchman,
    zone,
)

FOUR = {"display": ["Strength", "Speed", "Smarts", "Focus", "Luck"]}


def next_round(state):
    """From the fight of this round to Income of the next one, or what is asked in between."""
    return recouped(all_ready(state))


def bring(name, *people, **options):
    """A Patrol of seat 0 (and others) in which these henchmen come into play in seat order."""
    names = [name] if isinstance(name, str) else name
    state = all_ready(position(*people, phase=Phase.SUPPORT, deck=names, **options))
    for each in names:
        state = do(state, f"chance henchman {each}")
    for seat, each in enumerate(names):
        state = do(state, f"{seat} choose {each}")
    return state


# -- arch villains


def vivisect():
    """No hostage rescued from her: a kin dies; none of another type, and none after a rescue."""
    before = position(FOUR, in_play={"Madame Vivisect": {"kin": 1, "neighbour": 1}}, pools={"kin": 2, "colleague": 2})
    after = next_round(before)
    assert pools(after) == {"kin": 1, "colleague": 2, "neighbour": 0} and lost(after) == lost(before) + 1
    rescued = next_round(do(before, "0 fight", "0 engage Madame Vivisect", "0 rescue neighbour"))
    assert pools(rescued)["kin"] == 2
    empty = position({}, in_play={"Madame Vivisect": {"neighbour": 1}}, pools={"colleague": 2})
    assert next_round(empty).phase is Phase.INCOME  # nothing must be taken


def furnaceman():
    """A sadist henchman enters: a colleague dies after it took its hostages."""
    sadist, other = some_henchman(["sadist"], {"neighbour": 1}), some_henchman(["mastermind"], {"neighbour": 1})
    foe = {"The Furnaceman": {"kin": 1}}
    assert pools(bring(sadist, {}, in_play=foe)) == {"kin": 4, "colleague": 4, "neighbour": 4}
    assert pools(bring(other, {}, in_play=foe)) == {"kin": 4, "colleague": 5, "neighbour": 4}


def lullaby():
    """Six hostages on henchmen: one of them is removed, as the group chooses; with five none."""
    held = {"kin": 2}, {"colleague": 2}, {"neighbour": 1, "colleague": 1}
    crew = [(name, each) for name, each in zip(("Alley Bruiser", "Bagman Bill", "Hired Heckler"), held, strict=True)]
    state = next_round(position({}, {}, in_play={"Doctor Lullaby": {"neighbour": 1}}, henchmen=crew))
    assert state.phase is Phase.KILL and rules.to_act(state) == (0, 1)
    assert about(state, 1, "kill") == {"Alley Bruiser", "Bagman Bill", "Hired Heckler"}
    after = do(state, "1 kill Alley Bruiser")
    assert hostages(after, "Alley Bruiser") == {"kin": 1} and after.phase is Phase.INCOME and after.round == 3
    asked = do(state, "0 kill Hired Heckler")
    assert about(asked, 0, "victim") == {"colleague", "neighbour"}
    assert refused(asked, "0 victim kin") == ("no such hostage", "E-28")
    assert hostages(do(asked, "0 victim neighbour"), "Hired Heckler") == {"colleague": 1}
    assert refused(state, "0 kill Cellar Jailer") == ("no such hostage", "E-28")
    for last, phase in (({"kin": 1}, Phase.INCOME), ({"kin": 1, "black": 1}, Phase.KILL)):  # a black token counts
        some = position({}, in_play={"Doctor Lullaby": {"kin": 1}}, henchmen=[*crew[:2], ("Hired Heckler", last)],
                        safety_net=1)  # fmt: skip
        assert next_round(some).phase is phase


def tinder():
    """The first henchman of a Patrol takes one more of the fullest pool, tie kin first; the second none."""
    both = [some_henchman([], {"kin": 1}), some_henchman(["mastermind"], {"colleague": 1})]
    foe = {"Kid Tinder": {}}
    state = bring(
        both, {}, {}, in_play={"Kid Tinder": {"neighbour": 1}}, pools={"kin": 3, "colleague": 3, "neighbour": 1}
    )
    assert hostages(state, both[0]) == {"kin": 1, "colleague": 1} and hostages(state, both[1]) == {"colleague": 1}
    tie = bring(both[0], {}, in_play=foe, pools={"kin": 4, "colleague": 3, "neighbour": 3})
    assert hostages(tie, both[0]) == {"kin": 2}
    none = bring(both[0], {}, in_play=foe, pools={"kin": 1})
    assert none.phase is Phase.OVER  # all pools are empty, and one more must be taken


def test_kid_tinder_comes_before_the_furnaceman():
    """What one does when a henchman is revealed is over before what the other does when it has entered."""
    sadist, foes = some_henchman(["sadist"], {"neighbour": 1}), {"The Furnaceman": {}, "Kid Tinder": {}}
    state = bring(sadist, {}, in_play=foes, pools={"kin": 3, "colleague": 4, "neighbour": 3})
    assert hostages(state, sadist) == {"colleague": 1, "neighbour": 1}
    assert pools(state) == {"kin": 3, "colleague": 2, "neighbour": 2}


def unmayor():
    """The cops need five badges."""
    for badges, called in ((4, False), (5, True)):
        crew = {"display": ["Community"] * badges}
        state = position(
            crew, phase=Phase.PATROL, in_play={"The Unmayor": {"kin": 1}}, henchmen=[("Cellar Jailer", {})]
        )
        assert may(state, "0 call") is called
    assert rules.view(state, 0).badges_needed == 5


def static_queen():
    """One henchman is drawn, whatever icons there are."""
    crew = {"display": ["Community"] * 2}
    state = dealt(all_ready(position(crew, phase=Phase.SUPPORT, in_play={"Static Queen": {"colleague": 1}})))
    assert state.people[0].drawn.bit_count() == 1
    assert refused(position({"hand": ["Anonymous Tip"]}, phase=Phase.SUPPORT, in_play=["Static Queen"]),
                   "0 event Anonymous Tip") == ("a villain forbids it", "E-45b")  # fmt: skip


def auditor():
    """$ icons on displays do not count for Income, those of equipment and trophies do."""
    crew = {"hand": ["Job"], "gear": ["Side Business"], "trophies": ["Office Arsonist"]}
    assert next_round(position(crew, in_play={"The Auditor": {"kin": 1}})).people[0].money == 2
    assert next_round(position(crew)).people[0].money == 4


def cardinal():
    """Base display size 4; Display icons still add to it."""
    for gear, size in (([], 4), (["Roomy Coat"], 5)):
        state = position({"gear": gear}, in_play={"Grey Cardinal": {"kin": 1}})
        assert rules.view(state, 0).people[0].display_size == size


def nowhere():
    """A token adds a player, but no icon; alone it gives nothing."""
    state = do(position({"tokens": 1}, {}, in_play={"Mister Nowhere": {"neighbour": 1}}), "0 ask 1", "1 yes")
    assert state.people[0].team == 3 and rules.view(state, 0).people[0].team_icons == (0,) * 6
    assert not may(position({"tokens": 1}, in_play=["Mister Nowhere"]), "0 spend")


BY_NAME = {
    "Madame Vivisect": vivisect, "The Furnaceman": furnaceman, "Doctor Lullaby": lullaby,
    "Kid Tinder": tinder, "The Unmayor": unmayor, "Static Queen": static_queen,
    "The Auditor": auditor, "Grey Cardinal": cardinal, "Mister Nowhere": nowhere,
}  # fmt: skip


@pytest.mark.parametrize("name", [NAMES[card] for card in members(VILLAINS)])
def test_E45_an_arch_villain_does_what_its_card_says(name):
    BY_NAME[name]()


@pytest.mark.parametrize("name", [NAMES[card] for card in members(VILLAINS)])
def test_E45_but_only_while_it_is_in_play(name):
    """Waiting or defeated it changes neither numbers nor anything that happens in a round."""
    crew = {"display": ["Community"] * 3, "gear": ["Side Business"], "tokens": 1}
    sadist = some_henchman(["sadist"], {"kin": 1})
    for where in ({"villains": [name] * 3}, {"defeated": [name]}):
        options = dict(where) if "defeated" in where else {"villains": waiting(name)}
        state = position(crew, phase=Phase.PATROL, henchmen=[("Cellar Jailer", {})], **options)
        seen = rules.view(state, 0)
        assert (seen.badges_needed, seen.people[0].display_size, seen.people[0].to_hunt) == (3, 5, 4)
        assert may(position({"tokens": 1}, **options), "0 spend")
        after = bring(sadist, {}, **options)
        assert hostages(after, sadist) == {"kin": 1} and pools(after) == {"kin": 4, "colleague": 5, "neighbour": 5}
        assert pools(next_round(after)) == pools(after)
        assert next_round(position({"hand": ["Job"]}, **options)).people[0].money == 2


def waiting(name):
    """Three villains of which this is one, the others without a word in what is looked at."""
    others = {0: "Madame Vivisect", 1: "The Unmayor", 2: "The Auditor"}
    type_ = ("sadist", "anarchist", "mastermind").index(PRINTED[NUMBER[name]]["type"])
    return [name if at == type_ else other for at, other in others.items()]


# -- equipment

STATIC = {  # what it adds to its owner, once in the play area
    "Weighted Gloves": ("icons", (1, 0, 0, 0, 0, 0)),
    "Rooftop Skates": ("icons", (0, 1, 0, 0, 0, 0)),
    "Case Files": ("icons", (0, 0, 1, 0, 0, 0)),
    "Breathing Drill": ("icons", (0, 0, 0, 1, 0, 0)),
    "Silver Dollar": ("icons", (0, 0, 0, 0, 1, 0)),
    "Roomy Coat": ("display_size", 6),
    "Police Scanner": ("to_hunt", 2),
    "Understanding Sister": ("to_draw", 5),
    "Side Business": ("money", 1),
    "Honorary Badge": ("badge", 1),
    "Two-Way Radio": ("teamwork", 1),
}
ACTIVATE = {  # what one activation adds this round
    "Tyre Iron": (1, 0, 0, 0, 0, 0),
    "Hot-Wired Scooter": (0, 1, 0, 0, 0, 0),
    "Informant": (0, 0, 1, 0, 0, 0),
    "Night Scope": (0, 0, 0, 1, 0, 0),
    "Loaded Dice": (0, 0, 0, 0, 1, 0),
}
ASKING = {"Quick-Change Rig", "Good Excuse"}  # have tests of their own


def test_every_equipment_is_tested():
    assert {TITLES[card] for card in members(EQUIPMENT)} == {*STATIC, *ACTIVATE, *ASKING}
    assert {TITLES[card] for card in members(ACTIVATED)} == {*ACTIVATE, *ASKING}


@pytest.mark.parametrize("name", STATIC)
def test_equipment_gives_its_icon_while_in_play(name):
    what, amount = STATIC[name]
    before, after = (rules.view(position({"gear": gear}), 0).people[0] for gear in ([], [name]))
    counted = dict(after.counted)
    found = counted[what] if what in counted else getattr(after, what)
    assert found == amount and before != after
    changed = [field for field in after._fields if getattr(before, field) != getattr(after, field)]
    others = {"gear", "icons", "team_icons", "display_size", "to_hunt", "to_draw", "counted"}
    assert set(changed) <= others and len(changed) <= 3


@pytest.mark.parametrize("name", ACTIVATE)
def test_equipment_activated_gives_an_icon_for_this_round(name):
    state = position({"gear": [name], "money": 2})
    assert rules.view(state, 0).people[0].icons == (0,) * 6
    after = do(state, f"0 activate {name}")
    assert rules.view(after, 0).people[0].icons == ACTIVATE[name] and after.people[0].money == 1
    assert next_round(after).people[0].balance == (0,) * 6


def test_of_two_copies_each_is_activated_once():
    crew = {"gear": ["Good Excuse"] * 2, "money": 3, "penalties": {"income": 3}}
    state = do(position(crew), "0 activate Good Excuse", "0 activate Good Excuse")
    assert state.people[0].penalties == (1, 0, 0)
    assert refused(state, "0 activate Good Excuse") == ("used this round", "E-36")


def test_the_quick_change_rig_makes_an_icon_one_of_any_type():
    state = do(position({"gear": ["Quick-Change Rig"], "money": 1, "display": ["Luck"]}), "0 activate Quick-Change Rig")
    assert about(state, 0, "convert") == {"luck"}
    assert refused(state, "0 convert speed") == ("card elsewhere", "E-36")
    assert rules.view(do(state, "0 convert luck"), 0).people[0].icons == (0, 0, 0, 0, 0, 1)
    none = position({"gear": ["Quick-Change Rig"], "money": 1})
    assert refused(none, "0 activate Quick-Change Rig") == ("nothing to do", "E-36")


def test_the_good_excuse_discards_one_penalty_token():
    crew = {"gear": ["Good Excuse"], "money": 1, "penalties": {"income": 2}}
    after = do(position(crew), "0 activate Good Excuse")
    assert after.people[0].penalties == (1, 0, 0) and after.phase is Phase.FIGHT
    both = do(position({**crew, "penalties": {"income": 2, "patrol": 1}}), "0 activate Good Excuse")
    assert about(both, 0, "forgive") == {"income", "patrol"}
    assert refused(both, "0 forgive support") == ("card elsewhere", "E-36")
    assert do(both, "0 forgive patrol").people[0].penalties == (2, 0, 0)
    assert refused(position({"gear": ["Good Excuse"], "money": 1}), "0 activate Good Excuse")[0] == "nothing to do"


# -- events


def second_wind():
    """Two fight icons of any type."""
    assert rules.view(do(position({"hand": ["Second Wind"]}), "0 event Second Wind"), 0).people[0].icons[-1] == 2


def rally():
    """A teamwork token, if the pool has one."""
    state = position({"hand": ["Rally the Block"]})
    after = do(state, "0 event Rally the Block")
    assert (after.people[0].tokens, after.teamwork) == (1, 19)
    assert refused(state._replace(teamwork=0), "0 event Rally the Block") == ("nothing to do", "E-36")


def day_off():
    """All penalty tokens of one phase."""
    after = do(position({"hand": ["Day Off"], "penalties": {"support": 3}}), "0 event Day Off")
    assert after.people[0].penalties == (0, 0, 0)
    asked = do(position({"hand": ["Day Off"], "penalties": {"support": 3, "income": 1}}), "0 event Day Off")
    assert do(asked, "0 forgive support").people[0].penalties == (1, 0, 0)
    assert not may(position({"hand": ["Day Off"]}), "0 event Day Off")


def lucky_break():
    """A fight icon of any type, and a card."""
    state = do(position({"hand": ["Lucky Break"], "deck": ["Job"]}), "0 event Lucky Break")
    assert state.phase is Phase.DRAW
    after = do(state, "chance draw Job")
    assert after.phase is Phase.FIGHT and zone(after, 0, "hand") == {"Job 1"}
    assert rules.view(after, 0).people[0].icons[-1] == 1


def anonymous_tip():
    """Two more henchmen to choose from, if played before they are drawn."""
    state = do(position({"hand": ["Anonymous Tip"]}, phase=Phase.SUPPORT), "0 event Anonymous Tip")
    assert dealt(all_ready(state)).people[0].drawn.bit_count() == 3
    assert refused(position({"hand": ["Anonymous Tip"]}), "0 event Anonymous Tip") == ("nothing to do", "E-36")
    hunted = dealt(all_ready(state))
    chosen = do(hunted, f"0 choose {min(zone(hunted, 0, 'drawn'))}")
    assert (chosen.people[0].tips, next_round(chosen).people[0].tips) == (2, 0)


def side_door():
    """A hostage of a cheap henchman for nothing; it is an engagement."""
    crew = [("Alley Bruiser", {"kin": 1}), ("Subway Swarm", {"neighbour": 1}), ("Cellar Jailer", {})]
    state = do(position({"hand": ["Side-Door Rescue"]}, henchmen=crew), "0 event Side-Door Rescue")
    assert about(state, 0, "free") == {"Alley Bruiser"}  # Subway Swarm costs five, the Jailer holds nobody
    assert refused(state, "0 free Subway Swarm") == ("card elsewhere", "E-36")
    after = do(state, "0 free Alley Bruiser")
    assert zone(after, 0, "trophies") == {"Alley Bruiser"} and pools(after)["kin"] == 5
    twice = position({"hand": ["Side-Door Rescue"], "display": ["Smarts", "Luck"] * 2}, henchmen=[
        ("Black-Van Crew", {"kin": 1, "colleague": 1})])  # fmt: skip
    twice = do(twice, "0 event Side-Door Rescue", "0 free Black-Van Crew", "0 rescue kin")
    assert henchmen(twice) == {"Black-Van Crew"} and not may(twice, "0 fight")
    assert not may(position({"hand": ["Side-Door Rescue"]}), "0 event Side-Door Rescue")


def test_a_rescue_by_the_side_door_is_the_engagement_of_who_played_it_only():
    crew = [("Black-Van Crew", {"kin": 2})]
    state = position({"hand": ["Side-Door Rescue"], "tokens": 1}, {"display": ["Smarts", "Luck"]}, {}, henchmen=crew)
    state = do(state, "0 ask 1", "1 yes", "0 event Side-Door Rescue", "0 free Black-Van Crew")
    assert rules.view(state, PUBLIC).henchmen[0].engaged == (0,)


def test_it_may_be_played_after_another_member_engaged():
    person = {"hand": ["Side-Door Rescue"], "tokens": 1}
    state = position(person, {"display": ["Smarts", "Luck"]}, henchmen=[("Black-Van Crew", {"kin": 2})])
    state = do(state, "1 fight", "1 engage Black-Van Crew", "0 ask 1", "1 yes", "0 event Side-Door Rescue")
    assert about(state, 0, "free") == {"Black-Van Crew"}
    assert pressed_cells(rules.view(state, PUBLIC)) == (6,)
    again = position({**person, "display": ["Smarts", "Luck"]}, henchmen=[("Black-Van Crew", {"kin": 2})])
    assert refused(do(again, "0 fight", "0 engage Black-Van Crew"), "0 event Side-Door Rescue")[0] == "nothing to do"


def apron():
    """A hero or alter ego card of hand or discards back to its stack; no character, no event."""
    crew = {"hand": ["Hang Up the Apron", "Job"], "discard": ["Family", "Second Wind"]}
    state = do(position(crew), "0 event Hang Up the Apron")
    assert about(state, 0, "trash") == {"Job 1", "Family 1"}
    from_hand, from_discards = do(state, "0 trash Job"), do(state, "0 trash Family")
    assert from_hand.people[0].hand == 0 and from_hand.stacks >> NUMBER["Job 1"] & 1
    assert "Family 1" not in zone(from_discards, 0, "discard") and from_discards.stacks >> NUMBER["Family 1"] & 1
    assert refused(state, "0 trash Second Wind") == ("card elsewhere", "E-36")
    assert not may(position({"hand": ["Hang Up the Apron"]}), "0 event Hang Up the Apron")


EVENT = {
    "Second Wind": second_wind, "Rally the Block": rally, "Day Off": day_off, "Lucky Break": lucky_break,
    "Anonymous Tip": anonymous_tip, "Side-Door Rescue": side_door, "Hang Up the Apron": apron,
}  # fmt: skip


@pytest.mark.parametrize("name", sorted({TITLES[card] for card in members(EVENTS)}))
def test_an_event_does_what_its_card_says(name):
    EVENT[name]()


def test_an_event_of_a_hand_that_is_not_read_is_trashed_or_played_as_it_is_shown():
    state = position({"deck": ["Job", "Second Wind", "Hang Up the Apron"], "hidden_count": 2}, knowledge="trust")
    state = do(state._replace(untracked=1), "0 event Hang Up the Apron", "0 trash Job")
    assert state.people[0].hidden_count == 0 and zone(state, 0, "deck") == {"Second Wind 1"}
    assert IDS[NUMBER["Second Wind 1"]] == "ev-01"


def test_E36_an_event_that_draws_cannot_be_drawn_by_its_own_effect():
    """Though the deck is empty: it is not shuffled with the discards."""
    alone = do(position({"hand": ["Lucky Break"], "character_shown": True}), "0 event Lucky Break")
    assert alone.phase is Phase.FIGHT and not may(alone, "0 event Lucky Break")
    assert [zone(alone, 0, name) for name in ("hand", "discard", "played")] == [set(), set(), {"Lucky Break 1"}]
    crew = {"hand": ["Lucky Break"], "discard": ["Job"], "character_shown": True}
    state = do(position(crew), "0 event Lucky Break")
    assert zone(state, 0, "deck") == {"Job 1"} and not may(state, "chance draw Lucky Break 1")
    assert rules.view(state, 0).people[0].played == ("Lucky Break",)
    assert from_json(State, to_json(state)) == state
    after = do(state, "chance draw Job")
    assert [zone(after, 0, name) for name in ("hand", "discard", "played")] == [{"Job 1"}, set(), {"Lucky Break 1"}]


def test_E36_nor_by_a_hand_that_is_not_read():
    state = position({"hand": ["Lucky Break"], "character_shown": True}, knowledge="trust")._replace(untracked=1)
    person = do(state, "0 event Lucky Break").people[0]
    assert (person.hidden_count, names_of(person.deck), names_of(person.played)) == (0, (), ("Lucky Break 1",))


def test_icons_that_were_spent_from_a_display_gone_by_are_not_there_to_be_changed():
    """In Recoup the display is gone, what was spent of it is still counted."""
    crew = {"display": ["Strength", "Speed"], "gear": ["Quick-Change Rig"], "money": 1}
    state = position(crew, henchmen=[("Schoolyard Shakedown", {"kin": 1})])
    state = do(state, "0 fight", "0 engage Schoolyard Shakedown", "0 ready")
    assert rules.view(state, 0).people[0].icons == (-1, -1, 0, 0, 0, 0)
    assert refused(state, "0 activate Quick-Change Rig") == ("nothing to do", "E-36")


def test_the_only_card_of_a_hand_not_read_cannot_be_trashed_by_itself():
    crew = {"deck": ["Family", "Job", "Hang Up the Apron"], "hidden_count": 1, "character_shown": True}
    state = position(crew, knowledge="trust")._replace(untracked=1)
    assert refused(state, "0 event Hang Up the Apron") == ("nothing to do", "E-36")
    assert may(
        position({**crew, "hidden_count": 2}, knowledge="trust")._replace(untracked=1), "0 event Hang Up the Apron"
    )


def unread_apron(deck, **numbers):
    """Hang Up the Apron was played from a hand that is not read."""
    crew = {"hand": ["Hang Up the Apron"], "deck": deck, "character_shown": True, **numbers}
    return do(position(crew, knowledge="trust")._replace(untracked=1), "0 event Hang Up the Apron")


def left(state):
    person = state.people[0]
    return hand_size(person), person.buried, deck_size(person)


def test_a_card_of_the_discards_that_nobody_read_may_be_trashed():
    state = unread_apron(["Family", "Job", "Community"], buried=2)
    assert about(state, 0, "trash") == {"Family 1", "Job 1", "Community 1"}
    after = do(state, "0 trash Job")
    assert left(after) == (0, 1, 1) and after.phase is Phase.FIGHT and after.stacks >> NUMBER["Job 1"] & 1


@pytest.mark.parametrize(("place", "counts"), [("hand", (0, 2, 0)), ("discards", (1, 1, 0))])
def test_where_it_may_have_been_in_hand_or_discards_it_is_asked(place, counts):
    asked = do(unread_apron(["Family", "Job", "Community"], hidden_count=1, buried=2), "0 trash Job")
    assert asked.phase is Phase.WHENCE and rules.view(asked, PUBLIC).card == "Job"
    after = do(asked, f"0 {place}")
    assert left(after) == counts and after.phase is Phase.FIGHT and "Job 1" not in zone(after, 0, "deck")
