"""One test per sentence of the sheet of Alter Ego, named by its rule number; cards one by one are in test_ego_cards."""

from collections import Counter
from random import Random

import pytest
from glowtable.game import CHANCE, HIDDEN, PUBLIC, Action
from glowtable.games.alter_ego.anytime import PAY
from glowtable.games.alter_ego.cards import (
    ALTER_EGO,
    CATALOGUE,
    CHARACTERS,
    COMMUNITY,
    EQUIPMENT,
    EVENTS,
    FAMILY,
    HENCHMEN,
    HEROES,
    ICONS,
    JOB,
    NAMES,
    NEMESES,
    NUMBER,
    OF_TYPE,
    PRINTED,
    STARTING,
    VILLAINS,
    count,
    names_of,
)
from glowtable.games.alter_ego.dealing import first_tokens
from glowtable.games.alter_ego.icons import icons_of, lacking, payable
from glowtable.games.alter_ego.kinds import KINDS
from glowtable.games.alter_ego.options import OPTIONS
from glowtable.games.alter_ego.patrol import leave_deck
from glowtable.games.alter_ego.rounds import resume
from glowtable.games.alter_ego.rules import RULES as rules
from glowtable.games.alter_ego.state import (
    BOARD,
    TOKENS,
    Phase,
    Status,
    cards_in,
    changed,
    count_in,
    deck_size,
    in_area,
)
from glowtable.kit.bit_sets import members
from glowtable.terminal.translator import Translator

from tests.games.ego_positions import (
    about,
    action,
    all_ready,
    dealt,
    do,
    henchmen,
    hostages,
    in_play,
    lost,
    may,
    pools,
    position,
    price,
    recouped,
    refused,
    some_henchman,
    started,
    tokens,
    zone,
)

SEATS = (1, 2, 3, 4)
DEFAULTS = {option.name: option.default for option in OPTIONS}


# -- components


def test_E01_cards_and_tokens_that_the_sheet_fixes():
    assert HEROES.bit_count() == 50 and ALTER_EGO.bit_count() == 75
    assert [each.bit_count() for each in (FAMILY, JOB, COMMUNITY)] == [25, 25, 25]
    assert CHARACTERS.bit_count() == 10 and BOARD["count"] == 4
    assert VILLAINS.bit_count() == 9 and [each.bit_count() for each in OF_TYPE] == [3, 3, 3]
    assert TOKENS["civ_each"] * 3 == 15 and TOKENS["arch_villain_or_penalty"] == 40


def test_E02_cards_and_tokens_of_our_own():
    assert (HENCHMEN.bit_count(), STARTING.bit_count(), NEMESES.bit_count()) == (54, 6, 8)
    assert (EQUIPMENT.bit_count(), EVENTS.bit_count()) == (24, 12)
    assert (TOKENS["teamwork"], TOKENS["money_ones"] + 5 * TOKENS["money_fives"], TOKENS["black_civ"]) == (20, 100, 2)


@pytest.mark.parametrize("seats", SEATS)
def test_E03_one_to_four_players(seats):
    assert len(started(seats).people) == seats


def test_E03_actions_name_players_by_their_seats_four_at_most():
    assert KINDS["ask"].domains == KINDS["trophy"].domains == (range(4),)


def test_E04_icons_of_heroes_alter_egos_and_characters():
    assert ICONS[NUMBER["Luck 3"]] == {"luck": 1}
    assert ICONS[NUMBER["Family 1"]] == {"family": 2, "teamwork": 1}
    assert ICONS[NUMBER["Job 1"]] == {"money": 2}
    assert ICONS[NUMBER["Community 1"]] == {"community": 1, "badge": 1}
    assert ICONS[NUMBER["Ada Pell"]] == {"smarts": 1, "luck": 1}
    assert count(FAMILY | JOB, "family") == 50


def test_E05_the_player_board():
    board = {name: BOARD[name] for name in ("family", "community", "money", "display_size", "penalty_limit")}
    assert board == {"family": 4, "community": 1, "money": 0, "display_size": 5, "penalty_limit": 2}


# -- setup


def test_E06_pools_of_hostages_and_of_teamwork_tokens():
    state = started(2)
    assert sum(state.pools) + sum(sum(each.hostages) for each in state.henchmen) == 15 and state.teamwork == 20


def test_E07_six_starting_henchmen_three_with_a_hostage():
    state = started(3)
    assert len(state.henchmen) == 6 and pools(state) == {"kin": 4, "colleague": 4, "neighbour": 4}
    assert sorted(sum(each.hostages) for each in state.henchmen) == [0, 0, 0, 1, 1, 1]


def test_E08_starting_henchmen_remove_no_tokens_but_by_option():
    assert tokens(started(3)) == {"sadist": 4, "anarchist": 4, "mastermind": 4}
    assert tokens(started(3, start_removes_tokens="yes")) == {"sadist": 3, "anarchist": 3, "mastermind": 3}


@pytest.mark.parametrize("henchmen", [0, 1, 2, 3])
def test_E08_no_villain_has_less_than_no_token(henchmen):
    before = [(name, {}) for name in ("Alley Bruiser", "Basement Chemist", "Brass-Knuckle Choir")[:henchmen]]
    state = position({}, henchmen=before, level="nightmare", start_removes_tokens="yes")
    assert first_tokens(state, 0) == [1, 0, 0, 0][henchmen]


def test_all_money_is_in_the_bank_or_with_people():
    assert TOKENS["money_ones"] == 40 and TOKENS["money_fives"] == 12
    state = started(2)
    assert state.bank + sum(person.money for person in state.people) == 100


@pytest.mark.parametrize(("seats", "each"), [(1, 2), (2, 3), (3, 4), (4, 6)])
def test_E09_one_villain_of_each_type_with_tokens_by_players(seats, each):
    state = started(seats)
    assert [villain.tokens for villain in state.villains] == [each] * 3
    assert all(OF_TYPE[at] >> villain.card & 1 for at, villain in enumerate(state.villains))
    assert {villain.status for villain in state.villains} == {Status.WAITING}
    assert len({NAMES[started(1, seed).villains[0].card] for seed in range(12)}) == 3


def test_E10_three_cards_of_the_supply_lie_open():
    state = started(2)
    assert len(state.row) == state.offered == 3 and count_in(state.offers) == 33
    assert all((EQUIPMENT | EVENTS) >> card & 1 for card in state.row)


@pytest.mark.parametrize("seats", SEATS)
def test_E11_each_has_a_character_of_its_own_and_the_deck_it_names(seats):
    state = started(seats)
    assert len({each.character for each in state.people}) == seats
    for person in state.people:
        entry = PRINTED[person.character]
        kinds = Counter(NAMES[NUMBER[name]].split()[0].lower() for name in names_of(person.deck | person.display))
        named = {**entry["start"], **entry["start_hero"], entry["name"].split()[0].lower(): 1}
        assert +kinds == Counter(named) and sum(kinds.values()) == 13
    assert state.stacks.bit_count() == 125 - 12 * seats


def test_E12_the_first_display_is_the_character_and_four_cards():
    person = started(1).people[0]
    assert person.display.bit_count() == 5 and person.display >> person.character & 1
    assert person.deck.bit_count() == 8 and person.hand == 0


def test_E12_the_character_is_discarded_or_by_option_stays():
    for option, stays in (("no", False), ("yes", True)):
        state = all_ready(position({"character_shown": True, "display": ["Job"]}, character_stays=option))
        assert bool(state.people[0].display >> state.people[0].character & 1) is stays
        assert zone(state, 0, "discard") >= {"Job 1"}


def test_E13_nemeses_only_by_option_and_hidden():
    assert all(each.nemesis == -1 for each in started(2).people)
    state = started(2, nemesis="personal")
    assert len({each.nemesis for each in state.people} & set(range(234, 242))) == 2
    assert [each.nemesis for each in rules.view(state, 0).people][1] == "?"
    assert [each.nemesis for each in rules.view(state, PUBLIC).people] == ["?", "?"]
    assert rules.view(state, 0).people[0].nemesis == NAMES[state.people[0].nemesis]


def test_E13_as_far_as_everybody_knows_any_nemesis_may_be_anybody_s_until_the_match_is_over():
    state = started(2, nemesis="personal")
    known = rules.public_state(state)
    assert known.nemeses == NEMESES and {each.nemesis for each in known.people} == {members(NEMESES)[0]}
    over = rules.public_state(state._replace(phase=Phase.OVER))
    assert [each.nemesis for each in over.people] == [each.nemesis for each in state.people]
    assert over.nemeses == state.nemeses


def test_E14_the_play_area_is_display_equipment_and_trophies():
    person = position({"display": ["Job"], "gear": ["Side Business"], "trophies": ["Office Arsonist"]}).people[0]
    assert count(in_area(person), "money") == 4


# -- the round


def test_E15_five_phases_in_order_each_ends_when_all_are_ready():
    state, seen = started(2), []
    while state.round == 1:
        if state.phase is Phase.CHOOSE:
            for seat in rules.to_act(state):
                state = rules.apply(state, rules.legal(state, seat)[0])
        elif state.phase is Phase.RECOUP:
            seen.append("recoup")
            state = recouped(state)
        else:
            seen.append(str(state.phase))
            state = dealt(all_ready(state))
    assert [each for each in seen if each not in ("patrol", "aftermath")] == ["income", "support", "fight", "recoup"]
    assert state.phase is Phase.INCOME and state.round == 2


def test_E15_a_phase_waits_for_everybody_and_then_is_closed():
    state = do(position({}, {}, phase=Phase.INCOME), "0 ready")
    assert rules.to_act(state) == (1,) and refused(state, "0 ready") == ("ready already", "E-15")
    assert refused(state, "1 fight") == ("closed phase", "E-15")
    assert refused(state, "1 take Job") == ("closed phase", "E-15")


def incomes(*people, **options):
    """The Income that follows a Recoup in which everybody lays out this display already."""
    return recouped(position(*people, phase=Phase.RECOUP, **options))


def test_E16_a_dollar_for_each_icon_and_money_is_kept():
    person = {"hand": ["Job", "Job"], "trophies": ["Office Arsonist"], "money": 1}
    before = do(position({**person}, phase=Phase.RECOUP), "0 take Luck")
    assert recouped(before).people[0].money == 1 + 2 * 2 + 1


def test_E16_by_option_money_goes_back_each_round():
    after = incomes({"hand": ["Job"], "money": 7}, money_kept="no")
    assert after.people[0].money == 2 and after.bank == 98


@pytest.mark.parametrize(("card", "penalties"), [("Job", 0), ("Family", 1)])
def test_E17_without_a_job_in_play_a_penalty_on_income(card, penalties):
    state = do(position({"hand": [card]}, phase=Phase.RECOUP), "0 take Luck")
    assert recouped(state).people[0].penalties == (penalties, 0, 0)


def support(*people, **options):
    """Support, after its draws."""
    return dealt(all_ready(position(*people, phase=Phase.INCOME, **options)))


DECK = ["Job"] * 12


def test_E18_draw_for_the_boards_family_and_each_family_icon_in_play():
    state = support({"display": ["Family", "Family"], "trophies": ["Schoolyard Shakedown"], "deck": DECK})
    assert state.people[0].hand.bit_count() == 4 + 2 * 2 + 1


def test_E18_an_empty_deck_is_made_anew_of_the_discards_once():
    state = support({"deck": ["Luck"], "discard": ["Speed", "Speed"], "display": ["Family"]})
    person = state.people[0]
    assert person.hand.bit_count() == 4 and not person.deck and not person.discard  # the character was there, too


def test_E18_cards_are_drawn_one_by_one_by_chance():
    state = all_ready(position({"deck": ["Luck", "Job"]}, phase=Phase.INCOME))
    assert rules.to_act(state) == (CHANCE,) and state.phase is Phase.DRAW
    assert {NAMES[int(each.args[0])] for each, _ in rules.chance(state)} == {"Luck 1", "Job 1"}
    assert rules.seen(state, Action(CHANCE, "draw", (NUMBER["Luck 1"],)), PUBLIC).args == (HIDDEN,)


def test_E18_who_has_no_card_left_draws_none_later():
    state = changed(position({}), 0, deck=0, discard=0, hand=0)
    assert state.people[0].hidden_count == state.people[0].buried == 0
    after = resume(changed(state, 0, draws=3))
    assert after.people[0].draws == 0 and after.phase is state.within


def test_E19_three_teamwork_icons_one_token():
    state = support({"display": ["Family"] * 3, "deck": DECK}, {"display": ["Family"] * 2, "deck": DECK})
    state = do(state, "0 token")
    assert state.people[0].tokens == 1 and state.teamwork == 19
    assert refused(state, "0 token") == ("once a round", "E-19")
    assert refused(state, "1 token") == ("too few icons", "E-19")


def test_E19_six_icons_still_one_and_an_empty_pool_none():
    state = support({"display": ["Family"] * 6, "deck": DECK})
    assert do(state, "0 token").people[0].tokens == 1
    assert refused(state._replace(teamwork=0), "0 token") == ("too few icons", "E-19")


@pytest.mark.parametrize("seat", range(3))
def test_E19_E25_E34_E38_once_is_once_for_every_seat(seat):
    def again(person, phase, what, *done, **options):
        state = do(position(*[person] * 3, phase=phase, **options), *(f"{seat} {each}" for each in done))
        return rules.refuse(state, action(f"{seat} {what}", state))

    one_token = again({"display": ["Family"] * 3}, Phase.SUPPORT, "token", "token")
    one_call = again(BADGES, Phase.PATROL, "call", "call", "cops Cellar Jailer", henchmen=LYING)
    fighter = {"display": ["Strength", "Smarts"]}
    called_off = again(fighter, Phase.FIGHT, "fight", "fight", "back", henchmen=[BRUISER])
    taken = again({}, Phase.RECOUP, "take Job", "take Luck")
    assert [each.reason for each in (one_token, one_call)] == ["once a round"] * 2
    assert (called_off.reason, taken.reason) == ("called off", "a card was taken")
    assert taken.message.text == "{seat} already took a card." and taken.message.fill == (("seat", seat),)


def test_E20_without_family_in_play_a_penalty_on_support():
    state = support({"display": ["Job"], "deck": DECK}, {"display": ["Family"], "deck": DECK})
    assert [each.penalties for each in state.people] == [(0, 1, 0), (0, 0, 0)]


# -- Patrol


def patrol(*people, **options):
    """The secret choice, after henchmen were drawn."""
    return dealt(all_ready(position(*people, phase=Phase.SUPPORT, **options)))


def test_E21_nothing_is_said_until_all_are_revealed():
    state = patrol({}, {"display": ["Community"]})
    assert state.phase is Phase.CHOOSE
    kinds = {each.kind for seat in (0, 1) for each in rules.legal(state, seat)}
    assert kinds == {"choose"}  # nothing else is done meanwhile


def test_E22_draw_for_the_boards_community_and_each_icon():
    state = patrol({"display": ["Community", "Community"]}, {"trophies": ["Block Warden"]}, {})
    assert [each.drawn.bit_count() for each in state.people] == [3, 2, 1]
    assert count_in(state.deck) == 42


def test_E22_one_comes_into_play_the_others_go_under_the_deck_unseen():
    state = patrol({"display": ["Community"]}, deck=["Alley Bruiser", "Cellar Jailer"])
    after = do(state, "0 choose Cellar Jailer")
    assert henchmen(after) == {"Cellar Jailer"} and names_of(cards_in(after.deck)) == ("Alley Bruiser",)
    assert after.people[0].drawn == 0 and "Alley Bruiser" in zone(after, 0, "returned")


def test_E22_what_was_put_under_the_deck_comes_after_all_others():
    state = patrol({"display": ["Community"]}, deck=["Alley Bruiser", "Cellar Jailer", "Bagman Bill"])
    drawn = zone(state, 0, "drawn")
    after = do(state, f"0 choose {sorted(drawn)[0]}")
    assert len(after.deck) == 2 and names_of(after.deck[1]) == tuple(sorted(drawn)[1:])


def test_E22_drawn_henchmen_are_secret():
    state = patrol({"display": ["Community"]}, {})
    assert rules.view(state, 0).people[0].drawn == names_of(state.people[0].drawn)
    assert rules.view(state, 1).people[0].drawn == rules.view(state, PUBLIC).people[0].drawn == ()
    assert rules.view(state, 1).people[0].drawn_size == 2


def test_E22_what_is_no_secret_all_see():
    state = position({}, {}, phase=Phase.PATROL)
    for kind, secret in (("buy", False), ("engage", False), ("ready", False), ("choose", True)):
        what = Action(0, kind, (1,))
        assert [rules.seen(state, what, eyes) == what for eyes in (0, 1, PUBLIC)] == [True, not secret, not secret]


def test_E22_a_short_deck_gives_what_it_has_in_seat_order():
    state = patrol({"display": ["Community"]}, {}, deck=["Cellar Jailer", "Alley Bruiser"])
    assert [each.drawn.bit_count() for each in state.people] == [2, 0] and rules.to_act(state) == (0,)
    assert patrol({}, {}, deck=[]).phase is Phase.FIGHT


def test_E22_a_henchman_one_has_not_drawn_cannot_be_chosen():
    state = patrol({}, {}, deck=["Cellar Jailer", "Alley Bruiser"])
    other = "Alley Bruiser" if "Cellar Jailer" in zone(state, 0, "drawn") else "Cellar Jailer"
    assert refused(state, f"0 choose {other}") == ("not drawn", "E-22")
    state = do(state, f"0 choose {next(iter(zone(state, 0, 'drawn')))}")
    assert refused(state, f"0 choose {other}") == ("ready already", "E-22")


def chosen(deck, *people, **options):
    """Everybody draws one and chooses it; `deck` is in the order in which they come."""
    state = all_ready(position(*people, phase=Phase.SUPPORT, deck=deck, **options))
    for name in deck:
        if state.phase is Phase.HUNT:
            state = do(state, f"chance henchman {name}")
    for seat in rules.to_act(state):
        if state.phase is Phase.CHOOSE:
            state = do(state, f"{seat} choose {next(iter(zone(state, seat, 'drawn')))}")
    return state


def test_E23_all_are_revealed_at_once():
    state = patrol({}, {})
    one, other = (next(iter(zone(state, seat, "drawn"))) for seat in (0, 1))
    assert [person.chosen for person in rules.view(state, PUBLIC).people] == ["", ""]
    half = do(state, f"1 choose {other}")
    assert not henchmen(half) and rules.view(half, 0).people[1].chosen == rules.view(half, PUBLIC).people[1].chosen
    assert rules.view(half, 0).people[1].chosen == "?" and rules.view(half, 1).people[1].chosen == other
    assert henchmen(do(half, f"0 choose {one}")) == {one, other}


def test_E23_henchmen_are_resolved_in_seat_order():
    kin = [some_henchman(["sadist"], {"kin": 1}), some_henchman([], {"kin": 1})]
    state = chosen(kin, {}, {}, pools={"kin": 1, "colleague": 5, "neighbour": 5})
    assert state.phase is Phase.OVER and hostages(state, kin[0]) == {"kin": 1} and hostages(state, kin[1]) == {}
    assert tokens(state)["sadist"] == 3  # the first one was resolved whole


def test_E24_hostages_are_taken_from_the_pools():
    state = chosen(["Black-Van Crew"], {})
    assert hostages(state, "Black-Van Crew") == {"kin": 1, "colleague": 1}
    assert pools(state) == {"kin": 4, "colleague": 4, "neighbour": 5}


def test_E24_each_affiliation_removes_a_token_and_none_below_nothing():
    state = chosen(["Blackmail Clerk"], {}, tokens={"sadist": 2, "anarchist": 1, "mastermind": 0})
    assert tokens(state) == {"sadist": 2, "anarchist": 0, "mastermind": 0} and in_play(state) == []


BADGES = {"display": ["Community"] * 3}
LYING = [("Black-Van Crew", {"kin": 1, "colleague": 1}), ("Cellar Jailer", {})]


def test_E25_three_badges_remove_a_henchman_and_free_its_hostages():
    state = all_ready(position(BADGES, {}, phase=Phase.SUPPORT, henchmen=LYING))
    assert state.phase is Phase.PATROL
    after = do(state, "0 call", "0 cops Black-Van Crew")
    assert henchmen(after) == {"Cellar Jailer"} and pools(after) == {"kin": 5, "colleague": 5, "neighbour": 5}
    assert after.people[0].trophies == 0 and "Black-Van Crew" in names_of(after.gone)


def test_E25_also_if_its_arch_villain_is_in_play():
    state = do(
        position({"display": ["Community"] * 5}, phase=Phase.PATROL, henchmen=LYING, in_play=["Static Queen"]), "0 call"
    )
    assert pools(do(state, "0 cops Black-Van Crew"))["kin"] == 5


def test_E25_once_per_player_and_round_before_or_after():
    state = do(position(BADGES, phase=Phase.PATROL, henchmen=LYING), "0 call", "0 cops Cellar Jailer")
    assert refused(state, "0 call") == ("once a round", "E-25")
    after = dealt(do(state, "0 ready"))
    after = do(after, f"0 choose {sorted(zone(after, 0, 'drawn'))[0]}")
    assert after.phase is Phase.FIGHT  # nobody may call any more, so it goes on


def test_E25_after_all_are_resolved_if_not_before():
    state = dealt(do(position(BADGES, phase=Phase.PATROL, henchmen=LYING), "0 ready"))
    state = do(state, f"0 choose {sorted(zone(state, 0, 'drawn'))[0]}")
    assert state.phase is Phase.AFTERMATH
    assert do(state, "0 call", "0 cops Cellar Jailer", "0 ready").phase is Phase.FIGHT


BADGE, FILES = "Honorary Badge", "Case Files"
SHOP = [BADGE, FILES, "Roomy Coat"]


@pytest.mark.parametrize(
    ("money", "row", "opens"),
    [
        (price(BADGE), [BADGE], True),
        (price(BADGE) - 1, [BADGE], False),
        (price(FILES), [FILES], True),
        (1, SHOP, True),
        (0, SHOP, False),
    ],
)
def test_E25_after_the_reveal_it_opens_for_all_who_can_still_buy_or_replace_cards(money, row, opens):
    """A badge may be among what is bought, or come in the place of what goes under the deck (E-35)."""
    crew = {"display": ["Community"] * 2, "money": money}
    state = dealt(all_ready(position({}, crew, phase=Phase.SUPPORT, row=row, henchmen=LYING)))
    for seat in (0, 1):
        state = do(state, f"{seat} choose {sorted(zone(state, seat, 'drawn'))[0]}")
    assert state.phase is (Phase.AFTERMATH if opens else Phase.FIGHT)


def test_E25_a_badge_bought_after_the_reveal_calls_the_cops():
    crew = {"display": ["Community"] * 2, "money": 1 + price(BADGE)}
    row = [*SHOP[1:], "Tyre Iron"]
    state = dealt(all_ready(position(crew, phase=Phase.SUPPORT, row=row, henchmen=LYING)))
    state = do(state, f"0 choose {sorted(zone(state, 0, 'drawn'))[0]}", "0 cycle Case Files")
    state = do(state, "chance offer Honorary Badge", "0 buy Honorary Badge", "chance offer Loaded Dice")
    assert do(state, "0 call", "0 cops Cellar Jailer").called == 1


def test_E25_who_has_called_buys_no_second_call():
    crew = {"display": ["Community"] * 3, "money": 6}
    state = do(position(crew, phase=Phase.PATROL, row=["Honorary Badge"], henchmen=LYING), "0 call")
    state = dealt(do(state, "0 cops Cellar Jailer", "0 ready"))
    state = do(state, f"0 choose {sorted(zone(state, 0, 'drawn'))[0]}", "0 buy Honorary Badge")
    assert state.phase is Phase.AFTERMATH and refused(state, "0 call") == ("once a round", "E-25")


def test_E25_fewer_badges_do_not_call_nor_is_an_arch_villain_removed():
    state = position({"display": ["Community"] * 2}, phase=Phase.PATROL, henchmen=LYING)
    assert refused(state, "0 call") == ("too few icons", "E-25")
    state = do(position(BADGES, phase=Phase.PATROL, henchmen=LYING, in_play=["Madame Vivisect"]), "0 call")
    assert refused(state, "0 cops Madame Vivisect") == ("card elsewhere", "E-25")
    assert refused(state, "0 cops Alley Bruiser") == ("card elsewhere", "E-28")
    assert refused(position(BADGES, phase=Phase.PATROL), "0 call") == ("nothing to do", "E-25")


def test_E25_the_cops_may_be_called_back():
    state = do(position(BADGES, phase=Phase.PATROL, henchmen=LYING), "0 call", "0 back")
    assert state.phase is Phase.PATROL and henchmen(state) == {"Black-Van Crew", "Cellar Jailer"}
    assert refused(state, "0 call") == refused(state, "0 cops Cellar Jailer") == ("called off", "E-34")
    later = dealt(do(state, "0 ready"))
    assert may(do(later, f"0 choose {sorted(zone(later, 0, 'drawn'))[0]}"), "0 call")  # in the next phase


def test_E25_before_they_are_called_no_henchman_is_removed():
    state = position(BADGES, {}, phase=Phase.PATROL, henchmen=LYING)
    assert refused(state, "0 cops Cellar Jailer") == ("to be announced first", "E-25")
    assert refused(state, "1 cops Cellar Jailer") == ("too few icons", "E-25")


def test_E25_no_window_opens_where_nobody_may_call():
    assert all_ready(position({}, phase=Phase.SUPPORT, henchmen=LYING)).phase is Phase.HUNT


def test_E26_without_community_in_play_a_penalty_on_patrol():
    state = all_ready(position({}, {"display": ["Community"]}, phase=Phase.SUPPORT))
    assert [each.penalties for each in state.people] == [(0, 0, 1), (0, 0, 0)]


# -- Fight

BRUISER = ("Alley Bruiser", {"kin": 1})  # strength, smarts; sadist
CREW = ("Black-Van Crew", {"kin": 1, "colleague": 1})  # smarts, luck; anarchist
JAILER = ("Cellar Jailer", {})  # speed, focus
PAYS = {"display": ["Strength", "Smarts", "Luck"]}


def test_E27_icons_of_display_equipment_and_trophies_are_spent_once():
    person = {"display": ["Strength"], "gear": ["Case Files"], "trophies": ["Crowbar Twins"]}
    state = position(person, henchmen=[BRUISER, ("Blackmail Clerk", {"neighbour": 1})])
    assert rules.view(state, 0).people[0].icons == (2, 0, 1, 0, 0, 0)
    after = do(state, "0 fight", "0 engage Alley Bruiser")
    assert rules.view(after, 0).people[0].icons == (2, 0, 0, 0, 0, 0)  # the trophy has brought a strength
    assert refused(after, "0 fight") == ("too few icons", "E-28")


def test_E28_all_icons_of_the_card_are_paid_for_one_hostage():
    state = position(PAYS, henchmen=[CREW], pools={"kin": 2, "colleague": 2, "neighbour": 2})
    after = do(state, "0 fight", "0 engage Black-Van Crew", "0 rescue kin")
    assert hostages(after, "Black-Van Crew") == {"colleague": 1} and pools(after)["kin"] == 3
    assert after.people[0].trophies == 0


def test_E28_of_several_types_the_rescuer_chooses():
    state = do(position(PAYS, {}, henchmen=[CREW]), "0 fight", "0 engage Black-Van Crew")
    assert about(state, 0, "rescue") == {"kin", "colleague"}
    assert refused(state, "0 rescue neighbour") == ("no such hostage", "E-28")
    assert refused(state, "1 rescue kin") == ("another player is asked", "")


def test_E28_a_payment_that_does_not_cover_is_refused():
    state = do(position({"display": ["Strength", "Smarts"]}, henchmen=[BRUISER, CREW, JAILER]), "0 fight")
    assert about(state, 0, "engage") == {"Alley Bruiser"}
    assert refused(state, "0 engage Black-Van Crew") == ("too few icons", "E-28")


def test_E28_icons_of_any_type_fill_the_gaps_and_no_more():
    state = position({"display": ["Strength"], "hand": ["Second Wind"]}, henchmen=[BRUISER])
    state = do(state, "0 event Second Wind", "0 fight", "0 engage Alley Bruiser")
    assert rules.view(state, 0).people[0].icons == (1, 0, 0, 0, 0, 1)  # the trophy's strength, one of any type left


def test_E28_of_an_icon_only_what_is_missing_is_filled():
    two, one, wild = (2, 0, 0, 0, 0), (1, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, 1)
    assert (lacking(two, one), lacking(two, wild), lacking(two, (3, 1, 0, 0, 0, 0))) == (1, 1, 0)
    assert payable(two, wild, 0) and not payable(two, one, 0)


def test_E29_each_player_engages_a_card_once_a_round():
    state = do(position({"display": ["Smarts", "Luck"] * 2}, henchmen=[CREW]), "0 fight", "0 engage Black-Van Crew")
    state = do(state, "0 rescue kin")
    assert refused(state, "0 fight") == ("once a round", "E-29")
    assert refused(state._replace(phase=Phase.TARGET, seat=0), "0 engage Black-Van Crew") == ("once a round", "E-29")


def test_E29_another_player_may_engage_the_same_card_by_option_not():
    for option, may_too in (("per_player", True), ("per_card", False)):
        state = position(PAYS, PAYS, henchmen=[CREW], engage=option)
        state = do(state, "0 fight", "0 engage Black-Van Crew", "0 rescue kin")
        assert may(state, "1 fight") is may_too


def test_E29_a_team_may_engage_only_what_no_member_has():
    state = position({"display": ["Smarts", "Luck"] * 2, "tokens": 1}, PAYS, henchmen=[CREW])
    state = do(state, "0 fight", "0 engage Black-Van Crew", "0 rescue kin", "0 ask 1", "1 yes")
    assert not may(state, "0 fight") and not may(state, "1 fight")


def test_E29_a_team_engagement_uses_up_that_of_every_member():
    state = position({"display": ["Smarts"] * 2, "tokens": 1}, {"display": ["Luck"] * 2}, henchmen=[CREW])
    state = do(state, "0 ask 1", "1 yes", "0 fight", "0 engage Black-Van Crew", "0 rescue kin")
    assert not may(state, "1 fight")


def test_E29_arch_villains_likewise():
    villain = {"Madame Vivisect": {"kin": 2}}
    person = {"display": ["Strength", "Smarts", "Focus", "Luck"] * 2}
    state = do(position(person, person, in_play=villain), "0 fight", "0 engage Madame Vivisect")
    assert not may(state, "0 fight") and may(state, "1 fight")


def test_E30_a_henchman_without_a_hostage_is_defeated_by_paying_once():
    state = do(position({"display": ["Speed", "Focus"]}, henchmen=[JAILER]), "0 fight", "0 engage Cellar Jailer")
    assert zone(state, 0, "trophies") == {"Cellar Jailer"} and not state.henchmen


def test_E31_rescued_hostages_are_lost_while_an_affiliated_villain_is_in_play():
    for foes, back in (({"Madame Vivisect": {"kin": 1}}, 0), ({"The Unmayor": {"kin": 1}}, 1), ({}, 1)):
        before = position(PAYS, henchmen=[BRUISER], in_play=foes, pools={"kin": 2, "colleague": 2, "neighbour": 2})
        after = do(before, "0 fight", "0 engage Alley Bruiser")
        assert pools(after)["kin"] == 2 + back and lost(after) == lost(before) + 1 - back


def test_E31_defeated_or_waiting_villains_do_not_count():
    state = position(PAYS, henchmen=[BRUISER], in_play={"The Unmayor": {"kin": 1}}, defeated=["Madame Vivisect"])
    after = do(state, "0 fight", "0 engage Alley Bruiser")
    assert lost(after) == lost(state)


def test_E31_a_rescue_that_is_not_the_last_follows_the_fight_text():
    crew = ("Black-Van Crew", {"kin": 1, "colleague": 1})
    before = position(PAYS, henchmen=[crew], in_play={"The Unmayor": {"neighbour": 1}})
    after = do(before, "0 fight", "0 engage Black-Van Crew", "0 rescue kin")
    assert lost(after) == lost(before) + 1 and henchmen(after) == {"Black-Van Crew"}


def test_E31_by_option_only_the_rescue_that_defeats_a_henchman_costs_a_hostage():
    crew = ("Black-Van Crew", {"kin": 1, "colleague": 1})
    foes = {"The Unmayor": {"neighbour": 1}}
    before = position(PAYS, PAYS, henchmen=[crew], in_play=foes, rescued_leave="last")
    first = do(before, "0 fight", "0 engage Black-Van Crew", "0 rescue kin")
    assert (lost(first), pools(first)["kin"]) == (lost(before), pools(before)["kin"] + 1)
    last = do(first, "1 fight", "1 engage Black-Van Crew")
    assert lost(last) == lost(before) + 1 and not henchmen(last)


def test_E31_from_the_arch_villain_to_the_pool():
    person = {"display": ["Strength", "Smarts", "Focus", "Luck"]}
    state = position(person, in_play={"Madame Vivisect": {"kin": 1, "neighbour": 1}}, pools={"kin": 2})
    after = do(state, "0 fight", "0 engage Madame Vivisect", "0 rescue kin")
    assert pools(after)["kin"] == 3 and after.villains[0].rescued


def test_E32_the_last_rescue_defeats_and_the_trophy_counts_at_once():
    state = position(
        {"display": ["Speed", "Luck", "Luck"]}, henchmen=[("Lookout on a Moped", {}), ("Basement Chemist", {})]
    )
    after = do(state, "0 fight", "0 engage Lookout on a Moped", "0 fight", "0 engage Basement Chemist")
    assert zone(after, 0, "trophies") == {"Lookout on a Moped", "Basement Chemist"}


TEAM = {"display": ["Strength"], "tokens": 1}, {"display": ["Smarts"]}


def teamed(*people, **options):
    return do(position(*people, **options), "0 ask 1", "1 yes")


def test_E32_a_team_decides_who_takes_the_trophy():
    state = do(teamed(*TEAM, henchmen=[BRUISER]), "0 fight", "0 engage Alley Bruiser")
    assert about(state, 0, "trophy") == {"0", "1"} and refused(state, "1 trophy 1")[0] == "another player is asked"
    assert zone(do(state, "0 trophy 1"), 1, "trophies") == {"Alley Bruiser"}


def test_E32_no_agreement_who_paid_most_then_the_lowest_seat():
    state = do(teamed(*TEAM, henchmen=[BRUISER]), "1 fight", "1 engage Alley Bruiser", "1 pass")
    assert zone(state, 0, "trophies") == {"Alley Bruiser"}
    more = {"tokens": 1}, {"display": ["Strength", "Smarts"]}
    state = do(teamed(*more, henchmen=[BRUISER]), "0 fight", "0 engage Alley Bruiser", "0 pass")
    assert zone(state, 1, "trophies") == {"Alley Bruiser"}


def test_E32_what_each_of_the_team_paid_is_known_when_the_trophy_is_taken():
    state = teamed({"tokens": 1}, {"display": ["Smarts"]}, {"display": ["Luck"]}, henchmen=[BRUISER])
    after = do(state, "1 fight", "1 engage Alley Bruiser")
    assert after.phase is Phase.TROPHY and after.paid == (1, 1, 0), "the icon of the token, too"
    assert [each.spent for each in after.people] == [1, 1, 0]


def test_E32_who_engages_pays_with_its_own_icons_first():
    state = teamed({"display": ["Strength"], "tokens": 1}, {"display": ["Strength"]}, henchmen=[("Crowbar Twins", {})])
    after = do(state, "1 fight", "1 engage Crowbar Twins", "1 pass")
    assert zone(after, 1, "trophies") == {"Crowbar Twins"} and after.people[0].spent == 0


def test_E32_who_takes_a_trophy_is_asked_again():
    state = do(teamed(*TEAM, {}, henchmen=[BRUISER]), "1 ready", "2 ready", "0 fight", "0 engage Alley Bruiser")
    assert rules.to_act(do(state, "0 trophy 1")) == (0, 1)


def test_E32a_an_arch_villain_goes_out_of_the_game_and_is_no_trophy():
    person = {"display": ["Strength", "Smarts", "Focus", "Luck"]}
    state = position(person, in_play={"Madame Vivisect": {"kin": 1}, "The Unmayor": {"kin": 1}})
    after = do(state, "0 fight", "0 engage Madame Vivisect")
    assert after.villains[0].status is Status.DEFEATED and after.people[0].trophies == 0
    assert "Madame Vivisect" in names_of(after.gone)


def test_E33_a_token_adds_a_player_and_is_an_icon_of_any_type():
    state = position({"display": ["Strength"], "tokens": 1}, {}, henchmen=[BRUISER])
    after = do(state, "0 ask 1", "1 yes")
    assert [each.team for each in after.people] == [3, 3] and after.people[0].tokens == 0 and after.teamwork == 20
    assert may(after, "1 fight")
    assert not may(teamed({"display": ["Strength"], "tokens": 1}, {}, henchmen=[BRUISER], token_icon="no"), "0 fight")


def test_E33_fight_icons_of_all_members_are_one_pool():
    state = do(teamed(*TEAM, henchmen=[BRUISER], token_icon="no"), "1 fight", "1 engage Alley Bruiser", "1 trophy 0")
    assert rules.view(state, PUBLIC).people[1].icons == (0, 0, 0, 0, 0, 0)


def test_E33_the_other_player_must_agree_and_a_refusal_costs_nothing():
    state = do(position(*TEAM), "0 ask 1")
    assert rules.to_act(state) == (1,)
    after = do(state, "1 no")
    assert after.people[0].tokens == 1 and refused(after, "0 ask 1") == ("refused already", "E-33")


def test_E33_teams_merge_for_one_token():
    state = position({"tokens": 2}, {}, {"tokens": 1}, {})
    state = do(state, "0 ask 1", "1 yes", "2 ask 3", "3 yes", "0 ask 3", "3 yes")
    assert {each.team for each in state.people} == {15} and state.teamwork == 20


def test_E33_a_new_team_is_asked_again():
    state = do(position({"tokens": 1}, {}, {}), "1 ready", "2 ready", "0 ask 1", "1 yes")
    assert rules.to_act(state) == (0, 1)


def test_E33_no_token_no_help_and_none_for_oneself():
    state = position({}, {"tokens": 1})
    assert refused(state, "0 ask 1") == ("no teamwork token", "E-33")
    assert refused(state, "1 ask 1") == ("oneself or the own team", "E-33")
    assert refused(state, "1 ask 7") == ("unknown", "E-03")
    assert refused(state, "1 spend") == ("only for one player", "E-33")


def test_E33_a_team_shares_fight_icons_and_no_others():
    """What badges, teamwork and display icons are good for is asked of each player alone (E-19, E-25, E-38)."""
    badges = {"display": ["Community"] * 3, "tokens": 1}
    state = do(position(badges, {"display": ["Strength"]}, henchmen=[BRUISER]), "0 ask 1", "1 yes")
    assert state.people[0].team == state.people[1].team == 3
    assert [icons_of(state, seat, "badge") for seat in range(2)] == [3, 0]
    assert not any(may(state, f"{seat} {kind}") for seat in range(2) for kind in ("call", "token"))


def test_E33_a_team_lasts_for_the_round():
    assert all(each.team == 1 << seat for seat, each in enumerate(recouped(all_ready(teamed(*TEAM))).people))


def test_E34_who_announced_a_fight_may_still_think_better_of_it():
    state = position({"display": ["Strength", "Smarts"]}, {}, henchmen=[BRUISER])
    asked = do(state, "0 fight")
    assert rules.to_act(asked) == (0,) and refused(asked, "1 back")[0] == "another player is asked"
    off = do(asked, "0 back")
    assert off._replace(called_off=0) == state and off.called_off == 1


PAIR = {"display": ["Strength", "Smarts"], "money": 2, "tokens": 1, "hand": ["Second Wind"]}


def called_off(**options):
    one = {**PAIR, "gear": ["Tyre Iron"]}
    state = position(one, PAIR, {}, henchmen=[BRUISER], row=["Loaded Dice", "Informant", "Night Scope"], **options)
    return do(state, "0 fight", "0 back")


def test_E34_what_was_called_off_is_not_announced_again_before_something_else_has_changed():
    state = called_off()
    assert refused(state, "0 fight") == refused(state, "0 engage Alley Bruiser") == ("called off", "E-34")
    assert may(state, "1 fight") and refused(do(state, "1 fight", "1 back"), "0 fight")[0] == "called off"
    assert refused(do(state, "1 fight", "1 back"), "1 engage Alley Bruiser") == ("called off", "E-34")
    for nothing in (["2 ready"], ["0 ask 1", "1 no"], ["1 fight", "1 ask 2", "2 no"]):
        assert refused(do(state, *nothing), "0 fight")[0] == "called off"


CHANGES = [
    ["0 cycle Informant"], ["0 sweep"], ["1 event Second Wind"], ["0 activate Tyre Iron"], ["0 ask 1", "1 yes"],
    ["1 fight", "1 engage Alley Bruiser"],
]  # fmt: skip


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change[-1])
def test_E34_after_a_change_it_may_be(change):
    state = dealt(do(called_off(), *change))
    assert state.called_off == 0 and (not state.henchmen or may(state, "0 fight"))


def test_E33_who_is_in_the_team_or_refused_is_named_and_the_first_seat_may_be_asked():
    state = position({"tokens": 1}, {"tokens": 1}, {})
    fills = [rules.refuse(do(state, "1 ask 2", f"2 {answer}"), action("1 ask 2")) for answer in ("yes", "no")]
    assert [each.reason for each in fills] == ["oneself or the own team", "refused already"]
    assert [each.message.fill for each in fills] == [(("seat2", 2),)] * 2
    assert refused(position({}, {}), "1 ask 0") == ("no teamwork token", "E-33")


def test_E34_nobody_is_forced_to_fight_and_the_order_is_free():
    state = position(PAYS, PAYS, henchmen=[BRUISER])
    assert rules.to_act(state) == (0, 1) and may(state, "0 ready") and may(state, "1 fight")


# -- equipment and events

ROW = ["Weighted Gloves", "Second Wind", "Roomy Coat"]
OPEN_PHASES = (Phase.INCOME, Phase.SUPPORT, Phase.PATROL, Phase.AFTERMATH, Phase.FIGHT, Phase.RECOUP)


@pytest.mark.parametrize("phase", OPEN_PHASES)
def test_E35_equipment_is_bought_in_every_phase_and_replaced_at_once(phase):
    state = do(position({"money": 1 + price(ROW[0])}, phase=phase, row=ROW), "0 buy Weighted Gloves")
    assert state.phase is Phase.OFFER and zone(state, 0, "gear") == {"Weighted Gloves"}
    after = dealt(state)
    assert after.phase is phase and -1 not in after.row and after.people[0].money == 1 and after.bank == 99


@pytest.mark.parametrize(("option", "place"), [("hand", "hand"), ("discard", "discard")])
def test_E35_where_an_event_goes(option, place):
    state = do(position({"money": 5}, row=ROW, event_goes=option), "0 buy Second Wind")
    assert "Second Wind 1" in zone(state, 0, place)


def test_E35_an_event_that_was_bought_is_known_to_all_until_it_is_laid_aside():
    state = do(position({"money": 5}, row=["Second Wind"]), "0 buy Second Wind")
    assert rules.view(state, PUBLIC).people[0].hand == ("Second Wind",)


def test_E35_one_dollar_cycles_a_card_to_the_bottom_two_all_three():
    state = position({"money": 3}, row=ROW)
    one = do(state, "0 cycle Roomy Coat")
    assert one.people[0].money == 2 and names_of(one.offers[-1]) == ("Roomy Coat 1",)
    assert set(names_of(do(state, "0 sweep").offers[-1])) == {"Weighted Gloves", "Second Wind 1", "Roomy Coat 1"}
    assert dealt(do(state, "0 sweep")).people[0].money == 1


def test_E35_buying_without_money_or_what_is_not_there():
    state = position({"money": price(ROW[0]) - 1}, {}, row=ROW)
    assert refused(state, "0 buy Weighted Gloves") == ("too little money", "E-35")
    assert refused(state, "0 buy Case Files") == ("not in the supply", "E-35")
    assert refused(state, "1 cycle Roomy Coat") == ("too little money", "E-35")
    assert refused(state, "0 cycle Case Files") == ("not in the supply", "E-35")


def test_E35_without_a_deck_nothing_is_refilled_or_cycled():
    state = position({"money": 9}, row=ROW, offers=[])
    assert do(state, "0 buy Roomy Coat").row.count(-1) == 1
    assert refused(state, "0 sweep") == ("nothing to replace it", "E-35")
    assert refused(state, "0 cycle Roomy Coat") == ("nothing to replace it", "E-35")


def test_E36_equipment_is_activated_once_a_round_for_its_price():
    state = do(position({"money": 2, "gear": ["Tyre Iron"]}), "0 activate Tyre Iron")
    assert state.people[0].money == 1 and rules.view(state, 0).people[0].icons[0] == 1
    assert refused(state, "0 activate Tyre Iron") == ("used this round", "E-36")
    assert refused(position({"gear": ["Tyre Iron"]}), "0 activate Tyre Iron") == ("too little money", "E-35")
    assert refused(position({"money": 2}), "0 activate Tyre Iron") == ("not in this play area", "E-36")
    again = recouped(do(state, "0 ready"))
    assert (again.activated == 0 and rules.view(again, 0).people[0].icons == (0,) * 6) or again.people[0].display


def test_E36_who_has_less_than_its_price_does_not_activate_it(monkeypatch):
    """All prices are a dollar as the cards are now; here one is two."""
    monkeypatch.setitem(PAY, NUMBER["Tyre Iron"], 2)
    assert refused(position({"money": 1, "gear": ["Tyre Iron"]}), "0 activate Tyre Iron") == (
        "too little money",
        "E-35",
    )
    rich = do(position({"money": 3, "gear": ["Tyre Iron"]}), "0 activate Tyre Iron")
    assert rich.people[0].money == 1


def test_E36_an_event_is_played_from_the_hand_into_the_discards():
    state = do(position({"hand": ["Rally the Block"]}), "0 event Rally the Block")
    assert zone(state, 0, "played") == {"Rally the Block 1"} and state.people[0].tokens == 1
    assert "Rally the Block 1" in zone(do(state, "0 ready"), 0, "discard")
    assert refused(state, "0 event Rally the Block") == ("card not in this hand", "E-36")


def test_E36_an_event_lies_beside_the_board_until_displays_are_discarded():
    """It is no card of the deck until then; all see it."""
    state = do(position({"hand": ["Second Wind", "Rally the Block"]}, {}), "0 event Second Wind")
    state = do(state, "0 event Rally the Block", "1 ready")
    assert rules.view(state, PUBLIC).people[0].played == ("Second Wind", "Rally the Block")
    assert not zone(state, 0, "played") & zone(state, 0, "discard")
    recoup = do(state, "0 ready")
    assert recoup.phase is Phase.RECOUP and zone(recoup, 0, "played") == set()
    assert zone(recoup, 0, "discard") >= {"Second Wind 1", "Rally the Block 1"}


def test_E36_an_event_of_recoup_goes_to_the_discards_when_the_round_ends():
    state = do(position({"hand": ["Rally the Block"]}, phase=Phase.RECOUP), "0 event Rally the Block")
    assert zone(state, 0, "played") == {"Rally the Block 1"}
    after = recouped(state)
    assert after.round == 3 and (zone(after, 0, "played"), "Rally the Block 1" in zone(after, 0, "discard")) == (
        set(),
        True,
    )


@pytest.mark.parametrize("phase", OPEN_PHASES)
def test_E36_two_events_that_draw_do_not_draw_each_other_for_ever(phase):
    crew = {"hand": ["Lucky Break", "Lucky Break"], "character_shown": True}
    state = do(position(crew, phase=phase), "0 event Lucky Break", "0 event Lucky Break 2")
    assert not about(state, 0, "event") and rules.view(state, 0).people[0].icons[-1] == 2


def test_E36_events_are_not_laid_out_and_go_with_the_hand():
    state = do(position({"hand": ["Second Wind"]}, phase=Phase.RECOUP), "0 take Luck")
    assert refused(state, "0 fill Second Wind") == ("not now", "E-36")
    assert "Second Wind 1" in zone(do(state, "0 ready"), 0, "discard")


def test_E37_who_presses_first_gets_the_card():
    state = dealt(do(position({"money": 8}, {"money": 8}, row=ROW), "1 buy Roomy Coat"))
    assert refused(state, "0 buy Roomy Coat 1")[0] in ("not in the supply", "too little money")
    assert zone(state, 1, "gear") == {"Roomy Coat 1"}


# -- Recoup

HAND = ["Speed", "Family", "Luck", "Job"]


def recoup(person, **options):
    return position(person, phase=Phase.RECOUP, **options)


def test_E38_the_display_is_discarded():
    state = all_ready(position({"display": ["Job", "Luck"]}))
    assert state.phase is Phase.RECOUP and state.people[0].display == 0
    assert zone(state, 0, "discard") >= {"Job 1", "Luck 1"}


def test_E38_any_hero_or_alter_ego_card_is_taken_into_the_display():
    state = recoup({})
    assert about(state, 0, "take") == {
        "Strength 1", "Speed 1", "Smarts 1", "Focus 1", "Luck 1", "Family 1", "Job 1", "Community 1",
    }  # fmt: skip
    after = do(state, "0 take Luck")
    assert zone(after, 0, "display") == {"Luck 1"} and refused(after, "0 take Luck") == ("a card was taken", "E-38")
    assert refused(state, "0 take Weighted Gloves") == ("no such card in the stacks", "E-38")
    assert refused(state, "0 take Luck 2") == ("no such card in the stacks", "E-38")
    gone = recoup({"hand": ["Luck"]})
    why = [rules.refuse(gone, Action(0, "take", (NUMBER[name],))).message.text for name in ("Luck 1", "Luck 3")]
    assert why == [
        "That card isn't in the stacks. Take another.",
        "All copies are alike. Take the first one of the stack.",
    ]
    assert refused(state, "0 ready") == ("another card is forced", "E-38")
    assert refused(state, "0 fill Speed") == ("another card is forced", "E-38")


@pytest.mark.parametrize(("phase", "card"), [("income", "Job"), ("support", "Family"), ("patrol", "Community")])
def test_E38_penalty_tokens_force_the_card_of_their_phase(phase, card):
    state = recoup({"penalties": {phase: 2}})
    assert about(state, 0, "take") == {f"{card} 1"}
    assert refused(state, "0 take Luck") == ("another card is forced", "E-38")
    after = do(state, f"0 take {card}")
    assert after.people[0].penalties == (0, 0, 0) and after.tokens == state.tokens + 2


def test_E38_several_phases_force_a_card_each():
    state = do(recoup({"penalties": {"income": 2, "support": 1, "patrol": 3}}), "0 take Community")
    assert about(state, 0, "take") == {"Job 1"}
    after = do(state, "0 take Job")
    assert after.people[0].penalties == (0, 1, 0) and not may(after, "0 take Luck")


def test_E38_an_empty_stack_frees_the_choice():
    state = recoup({"penalties": {"income": 2}})
    state = state._replace(stacks=state.stacks & ~JOB, gone=state.gone | state.stacks & JOB)
    after = do(state, "0 take Luck")
    assert after.people[0].penalties == (0, 0, 0) and may(after, "0 ready")


def test_E38_without_any_stack_nothing_is_taken():
    state = recoup({"hand": ["Family"], "penalties": {"income": 2}})
    state = state._replace(stacks=0, gone=state.gone | state.stacks)
    assert refused(state, "0 take Luck") == ("no such card in the stacks", "E-38")
    assert do(state, "0 fill Family", "0 ready").round == state.round + 1


def test_E38_who_goes_without_a_card_hears_why():
    state = recoup({"penalties": {"income": 1}}, penalty_mode="force_card", below_limit="no_card")
    refusal = rules.refuse(state, action("0 take Luck", state))
    assert (refusal.reason, refusal.message.text) == (
        "a card was taken",
        "{seat} has penalty tokens and takes no card.",
    )


def test_E38_whether_a_hand_could_fill_the_display_no_answer_tells():
    """As far as all can tell it may be nothing but events; `ready` is refused only where it cannot be."""
    for card in ("Speed", "Second Wind"):
        state, ready = do(recoup({"hand": [card], "deck": ["Day Off"]}), "0 take Luck"), Action(0, "ready")
        assert rules.is_possible(state, ready) and (ready in rules.legal(state, 0)) is (card == "Second Wind")
        assert not rules.is_possible(state._replace(phase=Phase.KILL), ready)
        assert not rules.is_possible(state._replace(ready=1), ready), "once is enough"
    known = do(recoup({"hand": ["Speed"], "deck": ["Job"]}), "0 take Luck")
    assert refused(known, "0 ready") == ("display not full", "E-38"), "there is no event that it could be"
    assert not rules.is_possible(recoup({"hand": ["Speed"], "deck": ["Day Off"]}), Action(0, "ready")), "a card is owed"


@pytest.mark.parametrize(("limit", "forced"), [(2, True), (3, False), ("board", True)])
def test_E38_the_limit_by_option(limit, forced):
    state = recoup({"penalties": {"income": 2}}, penalty_limit=limit)
    assert (about(state, 0, "take") == {"Job 1"}) is forced
    assert about(recoup({"penalties": {"income": 3}}, penalty_limit=3), 0, "take") == {"Job 1"}


@pytest.mark.parametrize(("below_limit", "takes"), [("any", True), ("no_card", False)])
def test_E38_tokens_below_the_limit_change_nothing_or_by_option_leave_no_card(below_limit, takes):
    state = recoup({"penalties": {"income": 1}, "hand": ["Luck"]}, below_limit=below_limit)
    assert bool(about(state, 0, "take")) is takes
    if not takes:
        assert refused(state, "0 take Luck 2") == ("a card was taken", "E-38")
        assert zone(do(state, "0 fill Luck"), 0, "display") == {"Luck 1"}, "the display is filled all the same"
    assert about(recoup({}, below_limit=below_limit), 0, "take"), "who has none chooses a card"


def test_E38_by_option_a_card_that_is_forced_is_taken_and_no_other():
    state = recoup({"penalties": {"income": 2, "patrol": 1}}, below_limit="no_card")
    assert about(state, 0, "take") == {"Job 1"}
    assert not about(do(state, "0 take Job"), 0, "take")


def test_E38_where_icons_are_lost_no_token_costs_the_card():
    state = recoup({"penalties": {"income": 1}}, below_limit="no_card", penalty_mode="lose_icon")
    assert "Luck 1" in about(state, 0, "take")


def test_E38_by_option_every_two_tokens_cost_a_fight_icon():
    person = {"display": ["Strength", "Smarts"], "penalties": {"income": 1, "patrol": 1}}
    state = position(person, henchmen=[BRUISER], penalty_mode="lose_icon")
    assert not may(state, "0 fight") and refused(
        state._replace(phase=Phase.TARGET, seat=0), "0 engage Alley Bruiser"
    ) == ("too few icons", "E-38")
    assert may(
        position({**person, "display": ["Strength", "Smarts", "Luck"]}, henchmen=[BRUISER], penalty_mode="lose_icon"),
        "0 fight",
    )
    assert "Luck 1" in about(recoup({"penalties": {"income": 4}}, penalty_mode="lose_icon"), 0, "take")


TWINS = [("Crowbar Twins", {}), ("Lookout on a Moped", {})]  # strength; speed


def burdened(helper, *deeds, **own):
    state = position({"display": ["Strength"], "tokens": 1, **own}, helper, henchmen=TWINS, token_icon="no",
                     penalty_mode="lose_icon")  # fmt: skip
    return do(state, "0 ask 1", "1 yes", *deeds)


def test_E38_who_has_no_icon_loses_none_of_the_team():
    assert may(burdened({"penalties": {"income": 4}}), "0 fight")
    assert not may(burdened({"display": ["Speed"], "penalties": {"income": 4}}, display=[]), "0 fight")


def test_E38_each_member_loses_by_its_own_tokens():
    assert may(burdened({"display": ["Job"], "penalties": {"income": 1}}, penalties={"patrol": 1}), "0 fight")


def test_E38_an_icon_that_is_spent_is_not_one_less_to_lose():
    """The helper's speed is lost, whoever pays: of the three icons two can be spent."""
    state = burdened({"display": ["Speed"], "penalties": {"income": 2}}, "0 fight", "0 engage Lookout on a Moped")
    assert rules.view(do(state, "0 trophy 0"), 0).people[0].blocked == 1


def test_E38_the_display_is_filled_as_far_as_possible():
    state = do(recoup({"hand": [*HAND, "Smarts"]}), "0 take Strength")
    for name in HAND[:3]:
        state = do(state, f"0 fill {name}")
    assert refused(state, "0 ready") == ("display not full", "E-38")
    state = do(state, "0 fill Job")
    assert refused(state, "0 fill Smarts") == ("display full", "E-38")
    after = do(state, "0 ready")
    assert after.people[0].hand == 0 and "Smarts 1" in zone(after, 0, "discard")


def test_E38_a_hand_too_small_leaves_the_display_smaller():
    state = do(recoup({"hand": ["Speed"]}), "0 take Luck", "0 fill Speed")
    assert may(state, "0 ready") and refused(state, "0 fill Family") == ("card not in this hand", "E-38")


def test_E38_display_icons_of_equipment_and_trophies_enlarge_it():
    state = recoup({"gear": ["Roomy Coat"], "trophies": ["Hired Heckler"]})
    assert rules.view(state, 0).people[0].display_size == 7


def test_E38_villains_without_tokens_enter_and_take_hostages_last_of_all():
    state = recouped(
        position({"hand": ["Job"]}, phase=Phase.RECOUP, tokens={"sadist": 0, "anarchist": 1, "mastermind": 0})
    )
    assert in_play(state) == ["Madame Vivisect", "The Auditor"] and state.round == 3
    assert pools(state) == {"kin": 5 - 2 - 1, "colleague": 5 - 2, "neighbour": 5 - 1}


def test_E39_a_villain_enters_at_most_once():
    state = recouped(
        position({}, phase=Phase.RECOUP, defeated=["Madame Vivisect"], in_play={"The Unmayor": {"kin": 1}})
    )
    assert in_play(state) == ["The Unmayor"] and hostages(state, "The Unmayor") == {"kin": 1}
    assert state.villains[0].status is Status.DEFEATED


# -- the end


def test_E40_a_hostage_missing_ends_the_match_at_once():
    state = chosen(["Alley Bruiser"], {}, pools={"colleague": 5, "neighbour": 5})
    assert state.phase is Phase.OVER and rules.to_act(state) == ()
    outcome = rules.outcome(state)
    assert (outcome.reason, outcome.winners) == ("a hostage was missing", ())
    assert refused(state, "0 ready") == ("over", "E-41")


def test_E40_and_no_villain_in_play_acts_any_more():
    sadist = some_henchman(["sadist"], {"neighbour": 1})
    state = position(
        {}, phase=Phase.SUPPORT, in_play={"The Furnaceman": {}}, pools={"kin": 3, "colleague": 4}, deck=[sadist]
    )
    over = do(state, "0 ready", f"chance henchman {sadist}", f"0 choose {sadist}")
    assert over.phase is Phase.OVER and pools(over) == {"kin": 3, "colleague": 4, "neighbour": 0}


def test_E40_or_when_a_villain_enters():
    state = recouped(position({}, phase=Phase.RECOUP, tokens={"sadist": 0}, pools={"kin": 1, "neighbour": 5}))
    assert rules.outcome(state).reason == "a hostage was missing" and in_play(state) == ["Madame Vivisect"]


@pytest.mark.parametrize("net", [1, 2])
def test_E40_black_tokens_are_taken_instead_and_never_return(net):
    state = chosen(["Alley Bruiser"], {**PAYS}, pools={"colleague": 5, "neighbour": 5}, safety_net=net)
    assert hostages(state, "Alley Bruiser") == {"black": 1} and state.pools[3] == net - 1
    state = state if state.phase is Phase.FIGHT else all_ready(state)
    after = do(state, "0 fight", "0 engage Alley Bruiser")
    assert after.pools[3] == net - 1 and after.lost[3] == 1 and zone(after, 0, "trophies") == {"Alley Bruiser"}


def test_E41_all_win_when_the_last_villain_in_play_is_defeated():
    person = {"display": ["Strength", "Smarts", "Focus", "Luck"], "trophies": ["Crowbar Twins"]}
    state = position(person, {}, in_play={"Madame Vivisect": {"kin": 1}}, tokens={"anarchist": 0, "mastermind": 3})
    outcome = rules.outcome(do(state, "0 fight", "0 engage Madame Vivisect"))
    assert (outcome.reason, outcome.winners) == ("the villains in play are defeated", (0, 1))
    assert outcome.scores == (1, 0) and [(point.seats, point.amount) for point in outcome.ledger] == [((0,), 1)]


def test_E41_not_while_another_one_is_in_play():
    person = {"display": ["Strength", "Smarts", "Focus", "Luck"]}
    state = position(person, in_play={"Madame Vivisect": {"kin": 1}, "The Unmayor": {"kin": 1}})
    assert rules.outcome(do(state, "0 fight", "0 engage Madame Vivisect")) is None


NEEDS_FAMILY = "The Absent Father"  # six family cards
WINS = {"display": ["Strength", "Smarts", "Focus", "Luck"]}
MEETS_EVERY_NEMESIS = [
    name for name in ("Family", "Job", "Community", "Strength", "Speed", "Smarts", "Focus", "Luck")
    for _ in range(max(each["needs"].get(name.lower(), 0) for each in CATALOGUE["nemesis"]))
]  # fmt: skip


def ended(option, *decks):
    people = [
        {**(WINS if seat == 0 else {}), "deck": deck, "nemesis": nemesis}
        for seat, (deck, nemesis) in enumerate(zip(decks, (NEEDS_FAMILY, "The Shadow Self"), strict=False))
    ]
    state = position(*people, in_play={"Madame Vivisect": {"kin": 1}}, nemesis=option)
    return do(state, "0 fight", "0 engage Madame Vivisect")


@pytest.mark.parametrize("seats", [1, 2])
def test_E42_without_nemeses_all_win_and_nobody_personally(seats):
    """Whatever the decks hold: these would meet every nemesis there is (E-13)."""
    people = [{**(WINS if seat == 0 else {}), "deck": MEETS_EVERY_NEMESIS} for seat in range(seats)]
    state = position(*people, in_play={"Madame Vivisect": {"kin": 1}}, nemesis="none")
    state = do(state, "0 fight", "0 engage Madame Vivisect")
    outcome = rules.outcome(state)
    assert outcome.winners == tuple(range(seats)) and state.personal == () and outcome.ledger == ()


def test_E42_personal_all_win_and_some_their_nemesis_besides():
    state = ended("personal", ["Family"] * 6, ["Family"])
    outcome = rules.outcome(state)
    assert outcome.winners == (0, 1) and state.personal == (0,)
    assert [(point.seats, point.amount, point.rule) for point in outcome.ledger] == [((0,), 0, "E-42")]
    assert outcome.decided is None, "the end says all"
    assert rules.view(state, PUBLIC).people[1].nemesis == "The Shadow Self"


def test_E42_required_all_must_meet_theirs():
    assert rules.outcome(ended("required", ["Family"] * 6, ["Luck"] * 6)).winners == (0, 1)
    outcome = rules.outcome(ended("required", ["Family"] * 6, ["Luck"] * 5))
    assert (outcome.reason, outcome.winners) == ("a nemesis was not met", ())


def test_E42_equipment_and_trophies_do_not_count():
    gloves = {**WINS, "deck": ["Luck"] * 1, "gear": ["Silver Dollar"], "nemesis": "The Shadow Self"}
    state = do(
        position(gloves, in_play={"Madame Vivisect": {"kin": 1}}, nemesis="required"),
        "0 fight",
        "0 engage Madame Vivisect",
    )
    assert rules.outcome(state).winners == ()  # five heroes and a Silver Dollar are no six


@pytest.mark.parametrize("where", ["deck", "hand", "discard"])
def test_E42_the_whole_deck_counts_wherever_it_is(where):
    """Four heroes of six are in the display."""
    person = {**WINS, where: ["Luck"] * 2, "nemesis": "The Shadow Self"}
    state = position(person, in_play={"Madame Vivisect": {"kin": 1}}, nemesis="required")
    assert rules.outcome(do(state, "0 fight", "0 engage Madame Vivisect")).winners == (0,)


def test_E42_who_met_the_nemesis_is_told_though_all_lose():
    state = ended("required", ["Family"] * 6, ["Luck"] * 5)
    assert (state.winners, state.personal) == ((), (0,))
    said = rules.outcome(state).decided
    assert Translator("en", ("Ann", "Ben"), game="alter_ego").text(said) == (
        "All lose together. Ben didn't meet the nemesis."
    )


def test_E43_without_henchmen_the_match_goes_on_or_by_option_is_lost():
    assert patrol({}, deck=[]).phase is Phase.FIGHT
    outcome = rules.outcome(patrol({}, {}, deck=[], empty_deck="loss"))
    assert (outcome.reason, outcome.winners) == ("no henchman was left to draw", ())


def test_E44_alone_a_token_is_an_icon():
    state = position({"display": ["Strength"], "tokens": 1}, henchmen=[BRUISER])
    after = do(state, "0 spend")
    assert after.people[0].tokens == 0 and after.teamwork == 20 and may(after, "0 fight")
    assert refused(after, "0 spend") == ("no teamwork token", "E-33")


@pytest.mark.parametrize("options", [{"in_play": ["Mister Nowhere"]}, {"token_icon": "no"}])
def test_E44_unless_it_gives_none(options):
    assert refused(position({"tokens": 1}, **options), "0 spend") == ("nothing to do", "E-44")


def test_E45_every_villain_has_text_and_rule():
    assert all(PRINTED[card]["text"] and PRINTED[card]["rule"] for card in range(225, 234))


def test_E45a_the_end_of_the_round_comes_before_a_villain_enters():
    state = recouped(position({}, phase=Phase.RECOUP, tokens={"sadist": 0}))
    assert in_play(state) == ["Madame Vivisect"] and lost(state) == 0
    again = recouped(state._replace(phase=Phase.RECOUP, within=Phase.RECOUP))
    assert lost(again) == 1


def test_E46_levels():
    rookie, nightmare = started(2, level="rookie"), started(2, level="nightmare")
    assert rookie.pools[3] == 2 and [villain.tokens for villain in rookie.villains] == [3, 3, 3]
    assert nightmare.pools[3] == 0 and [villain.tokens for villain in nightmare.villains] == [2, 2, 2]
    assert [villain.tokens for villain in started(1, level="nightmare", start_removes_tokens="yes").villains] == [
        0,
        0,
        0,
    ]


SAID = {option.name: option.help for option in OPTIONS}


@pytest.mark.parametrize("net", [0, 1, 2])
def test_E46_a_rookie_has_two_black_tokens_and_is_told_so(net):
    assert started(1, level="rookie", safety_net=net).pools[3] == 2
    assert "(Rookie: always 2)" in SAID["safety_net"]


@pytest.mark.parametrize("limit", [2, 3, "board"])
def test_E38_where_icons_are_lost_no_limit_forces_a_card_and_that_is_told(limit):
    state = recoup({"penalties": {"income": 9}}, penalty_mode="lose_icon", penalty_limit=limit)
    assert rules.view(state, 0).people[0].forced == ()
    assert "(none where they cost fight icons)" in SAID["penalty_limit"]


def test_E47_one_stock_of_tokens_for_villains_and_penalties():
    state = started(4)
    assert state.tokens == 40 - 18 - sum(sum(each.penalties) for each in state.people)


# -- hands that are not read


def trusted(*people, **options):
    return position(*people, knowledge="trust", **options)._replace(untracked=1)


def test_a_hand_that_is_not_read_is_drawn_unseen_at_once():
    state = trusted({"deck": ["Job"] * 3, "discard": ["Luck"] * 4}, {"deck": DECK}, phase=Phase.INCOME)
    after = do(state, "0 ready", "1 ready")
    assert after.phase is Phase.DRAW and after.seat == 1
    person = after.people[0]
    assert person.hidden_count == 4 and person.hand == 0 and person.deck.bit_count() == 8 and deck_size(person) == 4


def test_a_shuffle_takes_in_what_was_buried_unread():
    crew = {"deck": ["Job"] * 5, "buried": 4, "discard": ["Luck"] * 2, "character_shown": True}
    person = all_ready(trusted(crew, phase=Phase.INCOME)).people[0]
    assert (person.hidden_count, person.buried, person.discard, deck_size(person)) == (4, 0, 0, 3)


def test_what_is_laid_out_of_it_all_have_seen():
    state = trusted({"deck": ["Job", "Luck", "Family"], "hidden_count": 2}, phase=Phase.RECOUP)
    state = do(state, "0 take Speed", "0 fill Luck")
    assert zone(state, 0, "display") == {"Speed 1", "Luck 1"} and state.people[0].hidden_count == 1
    assert about(state, 0, "fill") == {"Job 1", "Family 1"} and refused(state, "0 ready")[0] == "display not full"
    after = do(state, "0 fill Job")
    assert zone(after, 0, "deck") == {"Family 1"} and may(after, "0 ready")


def test_a_hand_not_read_that_may_be_all_events_needs_not_fill():
    state = do(trusted({"deck": ["Job", "Second Wind"], "hidden_count": 1}, phase=Phase.RECOUP), "0 take Speed")
    assert may(state, "0 ready") and may(state, "0 fill Job")
    person = do(state, "0 ready").people[0]
    assert (person.hidden_count, person.buried, deck_size(person)) == (0, 1, 1)


def test_of_two_hands_only_the_one_that_is_not_read_is_drawn_unseen():
    people = {"deck": DECK}, {"deck": ["Luck"] * 8}
    after = do(position(*people, phase=Phase.INCOME)._replace(untracked=0b10), "0 ready", "1 ready")
    assert (after.phase, after.seat) == (Phase.DRAW, 0)
    assert [each.hidden_count for each in after.people] == [0, 4]


def test_E22_a_henchman_put_back_and_drawn_again_is_in_the_deck_no_more():
    card = NUMBER["Bagman Bill"]
    state = changed(position({}, {}, deck=["Bagman Bill", "Cellar Jailer"]), 1, returned=1 << card)
    after = leave_deck(state, card)
    assert after.people[1].returned == 0 and names_of(cards_in(after.deck)) == ("Cellar Jailer",)


def test_henchmen_drawn_unread_are_any_of_the_deck():
    names = ["Alley Bruiser", "Cellar Jailer", "Bagman Bill"]
    state = do(trusted({"display": ["Community"]}, {}, phase=Phase.SUPPORT, deck=names), "0 ready", "1 ready")
    assert state.people[0].drawn_hidden == 2 and state.phase is Phase.HUNT and state.seat == 1
    assert rules.view(state, PUBLIC).deck == 1
    state = do(state, "chance henchman Bagman Bill")
    assert about(state, 0, "choose") == set(names) and about(state, 1, "choose") == {"Bagman Bill"}
    after = do(state, "0 choose Cellar Jailer", "1 choose Bagman Bill")
    assert names_of(cards_in(after.deck)) == ("Alley Bruiser",) and after.people[0].drawn_hidden == 0


def test_E22_what_is_put_back_where_others_drew_unread_lies_anywhere_in_the_deck():
    state = unread_patrol()
    mine = changed(state, 2, drawn=state.people[2].drawn | 1 << NUMBER["Tollbooth Tyrant"])
    after = do(mine, "0 choose Bagman Bill", "1 choose Alley Bruiser", "2 choose Wire-Tapper")
    assert len(after.deck) == 1 and cards_in(after.deck) >> NUMBER["Tollbooth Tyrant"] & 1
    assert [each.returned for each in after.people] == [0, 0, 0]


def unread_patrol(seats=3):
    """Seats that have drawn a henchman each, and only that of the last one was read."""
    names = ["Alley Bruiser", "Cellar Jailer", "Bagman Bill", "Subway Swarm"]
    state = position(*[{}] * (seats - 1), {"drawn": ["Wire-Tapper"]}, phase=Phase.CHOOSE, deck=names)
    people = [each._replace(drawn_hidden=int(seat < seats - 1)) for seat, each in enumerate(state.people)]
    return state._replace(people=tuple(people), untracked=(1 << seats - 1) - 1)


def test_what_others_have_chosen_nobody_learns_by_naming_it():
    """Who has drawn unread may name any henchman that does not lie openly (E-21, E-22)."""
    state = unread_patrol()
    before = about(state, 1, "choose")
    for done in (["0 choose Bagman Bill"], ["2 choose Wire-Tapper"], ["0 choose Wire-Tapper"]):
        assert about(do(state, *done), 1, "choose") == before >= {"Bagman Bill", "Wire-Tapper"}
    assert about(state, 2, "choose") == {"Wire-Tapper"}


@pytest.mark.parametrize(
    ("named", "again"),
    [
        (("Bagman Bill", "Bagman Bill"), 0b011),
        (("Wire-Tapper", "Bagman Bill"), 0b001),
        (("Alley Bruiser", "Wire-Tapper"), 0b010),
    ],
)
def test_who_names_a_henchman_of_another_is_asked_again(named, again):
    """Found when all have chosen, not before (E-22, E-23)."""
    half = do(unread_patrol(), f"0 choose {named[0]}", f"1 choose {named[1]}")
    state = do(half, "2 choose Wire-Tapper")
    assert half.ready == 0b011 and state.phase is Phase.CHOOSE and not henchmen(state)
    assert state.ready == 0b111 & ~again
    free = ["Subway Swarm", "Cellar Jailer"]
    for seat in members(again):
        state = do(state, f"{seat} choose {free[seat]}")
    assert state.phase is not Phase.CHOOSE and "Wire-Tapper" in henchmen(state) and len(henchmen(state)) == 3
    assert len(names_of(cards_in(state.deck))) == 2


def test_what_is_determinized_of_unread_choices_is_otherwise():
    """A seat that has drawn unread imagines other choices of the others."""
    state = do(unread_patrol(), "1 choose Bagman Bill", "2 choose Wire-Tapper")
    imagined = [rules.determinize(state, 0, Random(seed)) for seed in range(20)]
    assert len({each.people[1].chosen for each in imagined}) > 1 < len({each.people[2].chosen for each in imagined})
    assert all(rules.view(each, 0) == rules.view(state, 0) for each in imagined)
    own = [rules.determinize(do(unread_patrol(), "0 choose Alley Bruiser"), 0, Random(seed)) for seed in range(9)]
    assert {each.people[0].chosen for each in own} == {NUMBER["Alley Bruiser"]}


def test_it_is_asked_whose_hand_is_read():
    state = rules.setup(2, {**DEFAULTS, "knowledge": "trust"})
    state = dealt(state)
    assert state.phase is Phase.HAND and rules.to_act(state) == (0,)
    state = dealt(do(dealt(do(state, "0 trust")), "1 full"))
    assert state.untracked == 1 and state.phase is Phase.INCOME and state.people[0].display.bit_count() == 5


@pytest.mark.parametrize("change", [("2 ask 3", "3 yes"), ("1 fight", "1 engage Alley Bruiser")])
def test_E34_a_refusal_holds_until_something_has_changed(change):
    """The group acts as it likes (E-33, E-34)."""
    state = position({"tokens": 1}, {"display": ["Strength", "Smarts"]}, {"tokens": 1}, {},
                     henchmen=[("Alley Bruiser", {"kin": 1})])  # fmt: skip
    state = do(state, "0 ask 1", "1 no")
    assert refused(state, "0 ask 1") == ("refused already", "E-33")
    assert may(do(state, *change), "0 ask 1")


# -- a new round


def test_a_new_round_forgets_the_last_one():
    state = position({"gear": ["Tyre Iron"]}, {}, phase=Phase.RECOUP, in_play=["Madame Vivisect"], henchmen=[BRUISER])
    fresh = state.people[0]
    busy = fresh._replace(balance=(0, 0, 0, 0, 0, 2), spent=2, team=3, refused=2, tips=1)
    used = state._replace(
        people=(busy, state.people[1]),
        henchmen=tuple(each._replace(engaged=3, brought=1) for each in state.henchmen),
        villains=tuple(each._replace(engaged=3, rescued=True) for each in state.villains),
        activated=fresh.gear,
        called=3,
        helped=3,
    )
    new = recouped(used)
    person = new.people[0]
    assert new.round == 3 and (new.activated, new.called, new.helped, new.took, new.closing) == (0, 0, 0, 0, 0)
    assert (person.balance, person.spent, person.team) == ((0,) * 6, 0, 1) and (person.refused, person.tips) == (0, 0)
    assert [(each.engaged, each.brought) for each in new.henchmen] == [(0, -1)]
    assert [(each.engaged, each.rescued) for each in new.villains] == [(0, False)] * 3


# -- rules whose breaking went unnoticed


DOUBLE = ("Glass-Jaw Gus", {"kin": 1})  # a sadist's and a mastermind's


@pytest.mark.parametrize(
    ("foe", "back"), [("Madame Vivisect", 0), ("The Auditor", 0), ("The Unmayor", 1)], ids=["first", "second", "none"]
)
def test_E31_of_two_affiliations_either_villain_in_play_is_enough(foe, back):
    crew = {"display": ["Strength", "Smarts", "Luck"]}
    before = position(crew, henchmen=[DOUBLE], in_play={foe: {"neighbour": 1}}, pools={"kin": 2})
    after = do(before, "0 fight", "0 engage Glass-Jaw Gus")
    assert (pools(after)["kin"], lost(after)) == (2 + back, lost(before) + 1 - back)


def test_E31_a_villain_with_another_affiliation_defeated_does_not_count():
    crew = {"display": ["Strength", "Smarts", "Luck"]}
    before = position(crew, henchmen=[DOUBLE], defeated=["Madame Vivisect", "The Auditor"], pools={"kin": 2},
                      in_play={"The Unmayor": {"neighbour": 1}})  # fmt: skip
    assert pools(do(before, "0 fight", "0 engage Glass-Jaw Gus"))["kin"] == 3


def test_E38_what_was_not_read_is_buried_with_each_round():
    """It comes back with the next shuffle, and not before (E-18)."""
    crew = {"deck": ["Job"] * 9, "hidden_count": 2, "buried": 3, "display": ["Luck"], "character_shown": True}
    state = do(trusted({**crew, "display": ["Luck"] * 5}, phase=Phase.RECOUP), "0 take Speed", "0 ready")
    person = state.people[0]
    assert (person.hidden_count, person.buried, deck_size(person)) == (0, 5, 4) and person.hand == 0
    drawn = do(state, "0 ready").people[0]
    assert (drawn.hidden_count, drawn.buried, deck_size(drawn)) == (4, 5, 0)


@pytest.mark.parametrize(("left", "drawn"), [(1, [1, 0, 0]), (2, [2, 0, 0]), (3, [2, 1, 0]), (4, [2, 1, 1])])
def test_E22_a_short_deck_goes_round_in_seat_order_read_or_not(left, drawn):
    names = ["Alley Bruiser", "Cellar Jailer", "Bagman Bill", "Subway Swarm"][:left]
    crew = {"display": ["Community"]}, {}, {}
    for untracked in (0, 0b111, 0b001, 0b110):
        state = position(*crew, phase=Phase.SUPPORT, deck=names)._replace(untracked=untracked)
        state = dealt(all_ready(state))
        assert [each.drawn.bit_count() + each.drawn_hidden for each in state.people] == drawn
        assert rules.to_act(state) == tuple(seat for seat in range(3) if drawn[seat])
        assert rules.view(state, PUBLIC).deck == 0 or left == 4


STACK = {"income": JOB, "support": FAMILY, "patrol": COMMUNITY}


def without_stack(state, phase):
    return state._replace(stacks=state.stacks & ~STACK[phase], gone=state.gone | state.stacks & STACK[phase])


def test_E38_of_two_forced_phases_one_empty_stack_frees_the_choice_for_both():
    """Any card may be taken; one of a forced phase pays that phase, any other the one whose stack is empty."""
    state = without_stack(recoup({"penalties": {"income": 2, "patrol": 3}}), "income")
    assert {name.split()[0] for name in about(state, 0, "take")} == {
        "Strength", "Speed", "Smarts", "Focus", "Luck", "Family", "Community",
    }  # fmt: skip
    assert do(state, "0 take Community").people[0].penalties == (2, 0, 0)
    other = do(state, "0 take Luck")
    assert other.people[0].penalties == (0, 0, 3) and about(other, 0, "take") == {"Community 1"}
    assert refused(state, "0 ready") == ("another card is forced", "E-38")


@pytest.mark.parametrize("phases", [("income", "support"), ("income", "patrol"), ("support", "patrol")])
def test_E38_of_two_forced_phases_any_of_their_cards_may_be_taken_first(phases):
    state = recoup({"penalties": dict.fromkeys(phases, 2)})
    names = dict(zip(STACK, ("Job 1", "Family 1", "Community 1"), strict=True))
    assert about(state, 0, "take") == {names[phase] for phase in phases}


@pytest.mark.parametrize(
    ("phase", "use"),
    [
        (Phase.INCOME, True), (Phase.SUPPORT, True), (Phase.PATROL, True), (Phase.AFTERMATH, False),
        (Phase.FIGHT, False), (Phase.RECOUP, False),
    ],
)  # fmt: skip
def test_E45b_an_anonymous_tip_is_of_use_only_before_henchmen_are_drawn(phase, use):
    state = position({"hand": ["Anonymous Tip"]}, phase=phase)
    assert may(state, "0 event Anonymous Tip") is use
    assert use or refused(state, "0 event Anonymous Tip") == ("nothing to do", "E-36")


def rounds_with(villain, rounds=3, **crew):
    """So many rounds with a villain in play whose hostages nobody rescues; the state in each Income."""
    state = position(crew, in_play={villain: {"neighbour": 1}}, deck=[], phase=Phase.RECOUP)
    for _ in range(rounds):
        state = recouped(state)
        yield state
        while state.phase is not Phase.RECOUP:
            state = dealt(all_ready(state))


@pytest.mark.parametrize(
    ("villain", "what", "value"),
    [
        ("Grey Cardinal", lambda seen: seen.people[0].display_size, 4),
        ("The Unmayor", lambda seen: seen.badges_needed, 5),
        ("Static Queen", lambda seen: seen.people[0].to_hunt, 1),
        ("Mister Nowhere", lambda seen: seen.token_is_icon, False),
        ("The Auditor", lambda seen: seen.people[0].money, 0),
    ],
)
def test_E45_a_static_effect_holds_round_after_round(villain, what, value):
    crew = {"hand": ["Job", "Community"], "deck": ["Job", "Community"] * 9}
    found = [what(rules.view(state, 0)) for state in rounds_with(villain, **crew)]
    assert found == [value] * 3


def test_E23_who_names_a_henchman_of_another_is_asked_again_twice_and_then_brings_none():
    """Else a patrol need not end; of those who named the same one the lowest seat is believed."""
    state = unread_patrol()
    for _ in range(2):
        state = do(state, "0 choose Bagman Bill", "1 choose Bagman Bill")
        state = do(state, "2 choose Wire-Tapper") if not state.ready >> 2 & 1 else state
        assert state.phase is Phase.CHOOSE and state.ready == 0b100
    after = do(state, "0 choose Bagman Bill", "1 choose Bagman Bill")
    assert after.phase is not Phase.CHOOSE and henchmen(after) == {"Bagman Bill", "Wire-Tapper"}
    assert [each.brought for each in after.henchmen] == [0, 2] and count_in(after.deck) == 3
    wrong = do(state, "0 choose Wire-Tapper", "1 choose Bagman Bill")
    assert [each.brought for each in wrong.henchmen] == [1, 2]


def test_E23_the_next_patrol_asks_again_as_often():
    state = do(unread_patrol(), "0 choose Wire-Tapper", "1 choose Bagman Bill", "2 choose Wire-Tapper")
    assert state.asked_again == 1
    state = do(state, "0 choose Cellar Jailer")
    new = all_ready(state._replace(phase=Phase.SUPPORT, within=Phase.SUPPORT, ready=0))
    assert new.asked_again == 0
