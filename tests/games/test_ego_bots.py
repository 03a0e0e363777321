"""The bots of Alter Ego: what the vigilante decides in a position, and how well teams of it do in many matches."""

from functools import partial
from random import Random

import pytest
from glowtable.game import bot_for_seat
from glowtable.games.alter_ego import GAME
from glowtable.games.alter_ego.cards import NAMES
from glowtable.games.alter_ego.guardian import odds_of, worth_of
from glowtable.games.alter_ego.rules import RULES as rules
from glowtable.games.alter_ego.state import Phase

from tests.games.ego_positions import all_ready, dealt, do, position, price, zone
from tests.games.play import last_state
from tests.support.campaign import IN_CAMPAIGN, long_share

BRUISER = ("Alley Bruiser", {"kin": 1})  # strength, smarts
CREW = ("Black-Van Crew", {"kin": 1, "colleague": 1})  # smarts, luck
WINS = {"display": ["Strength", "Smarts", "Focus", "Luck"]}


def choose(state, seat=0, bot="vigilante"):
    """What the bot does, as text with the card's name."""
    legal = rules.legal(state, seat)
    imagine = never if bot == "vigilante" else partial(rules.determinize, state, seat, Random(1))
    chosen = bot_for_seat(GAME, bot, seat)(rules.view(state, seat), legal, imagine, Random(1))
    assert chosen in legal
    about = [
        NAMES[arg] if isinstance(arg, int) and chosen.kind not in ("ask", "trophy") else arg for arg in chosen.args
    ]
    return " ".join([chosen.kind, *map(str, about)])


def never():
    raise AssertionError("the vigilante needs not imagine")


both = pytest.mark.parametrize("bot", ["vigilante", "guardian"])


# -- one decision


@both
def test_it_fights_an_arch_villain_before_a_henchman(bot):
    state = position(WINS, henchmen=[BRUISER], in_play={"Madame Vivisect": {"kin": 1}})
    assert choose(state, bot=bot) == "fight" and choose(do(state, "0 fight"), bot=bot) == "engage Madame Vivisect"


def fought(state):
    """Whom the bot of seat 0 engages, one after the other."""
    names = []
    while choose(state) == "fight":
        names.append(choose(do(state, "0 fight")))
        state = do(state, "0 fight", f"0 {names[-1]}")
    return sorted(names)


def test_it_looks_for_the_set_of_fights_worth_most():
    """Two henchmen together are worth more than the one that is worth most."""
    icons = {"display": ["Smarts", "Luck", "Strength", "Strength", "Focus"]}
    two = [("Blackmail Clerk", {"neighbour": 1}), ("Bagman Bill", {"colleague": 1})]
    short = {"kin": 3, "colleague": 4, "neighbour": 4}  # of kin fewest are left
    best = ("Knife-Grinder", {"kin": 1})  # it would take what both others need
    assert fought(position(icons, henchmen=[best], pools=short)) == ["engage Knife-Grinder"]
    assert fought(position(icons, henchmen=[best, *two], pools=short)) == [
        "engage Bagman Bill",
        "engage Blackmail Clerk",
    ]


@both
def test_it_asks_for_help_where_two_can_do_what_neither_can(bot):
    one, other = {"display": ["Strength", "Smarts"], "tokens": 1}, {"display": ["Focus"]}
    state = position(one, other, in_play={"Madame Vivisect": {"kin": 1}})
    assert choose(state, bot=bot) == "ask 1" and choose(do(state, "0 ask 1"), 1, bot=bot) == "yes"
    assert choose(position({"tokens": 1}, other), bot=bot) == "ready"


def test_it_helps_nobody_to_lose_by_it():
    villain = {"Madame Vivisect": {"kin": 2}}
    state = position({**WINS, "tokens": 1}, WINS, in_play=villain)  # as a team they could engage her only once
    assert choose(do(state, "0 ask 1"), 1) == "no"


@both
def test_it_uses_what_it_has_for_a_fight_it_could_not_pay(bot):
    state = position({"display": ["Strength"], "gear": ["Informant"], "money": 1}, henchmen=[BRUISER])
    assert choose(state, bot=bot) == "activate Informant"
    state = position({"display": ["Strength"], "hand": ["Second Wind"]}, henchmen=[BRUISER])
    assert choose(state, bot=bot) == "event Second Wind 1"
    assert choose(position({"display": ["Strength"], "tokens": 1}, henchmen=[BRUISER]), bot=bot) == "spend"
    assert choose(position({"hand": ["Second Wind"]}), bot=bot) == "ready"


@both
def test_it_rescues_who_is_missed_most(bot):
    state = position(WINS, henchmen=[CREW], pools={"kin": 4, "colleague": 0, "neighbour": 4})
    assert choose(do(state, "0 fight", "0 engage Black-Van Crew"), bot=bot) == "rescue colleague"


@both
def test_it_brings_in_who_endangers_the_hostages_least(bot):
    state = position({"display": ["Community"]}, phase=Phase.SUPPORT, deck=["Alley Bruiser", "Bagman Bill"],
                     pools={"colleague": 5, "neighbour": 5})  # fmt: skip
    assert choose(dealt(all_ready(state)), bot=bot) == "choose Bagman Bill"


def test_it_draws_out_the_nearest_villain_and_no_second_one():
    def preferred(tokens, **options):
        deck = ["Alley Bruiser", "Bail-Bond Bully"]  # sadist, mastermind
        state = position({"display": ["Community"]}, phase=Phase.SUPPORT, deck=deck, tokens=tokens, **options)
        return choose(dealt(all_ready(state)))

    assert preferred({"sadist": 1, "mastermind": 3}) == "choose Alley Bruiser"
    assert preferred({"sadist": 3, "mastermind": 1}) == "choose Bail-Bond Bully"
    assert preferred({"sadist": 1, "mastermind": 4}, in_play={"The Unmayor": {"kin": 1}}) == "choose Bail-Bond Bully"


@both
def test_it_calls_the_cops_on_who_holds_most(bot):
    badges = {"display": ["Community"] * 3}
    state = position(badges, phase=Phase.AFTERMATH, henchmen=[BRUISER, CREW])
    assert choose(state, bot=bot) == "call" and choose(do(state, "0 call"), bot=bot) == "cops Black-Van Crew"


def test_a_vigilante_calls_them_before_new_ones_come_only_if_it_must():
    before = position({"display": ["Community"] * 3}, phase=Phase.PATROL, henchmen=[BRUISER, CREW])
    assert choose(before) == "ready"
    assert choose(before._replace(pools=(0, 4, 5, 0), lost=(4, 0, 0, 0))) == "call"


@pytest.mark.parametrize("phase", [Phase.INCOME, Phase.SUPPORT, Phase.FIGHT])
@pytest.mark.parametrize("at", range(3))
def test_it_buys_the_most_useful_card_it_can_pay(phase, at):
    row = ["Day Off", "Tyre Iron", "Weighted Gloves"]
    bought = choose(position({"money": price(row[at])}, phase=phase, row=row))
    assert bought.removesuffix(" 1") == f"buy {row[at]}"
    assert choose(position({"money": price(row[0]) - 1}, phase=phase, row=row)) == "ready"


def test_it_prefers_what_lasts():
    row = ["Second Wind", "Tyre Iron", "Silver Dollar"]
    assert choose(position({"money": 9}, phase=Phase.INCOME, row=row)) == "buy Silver Dollar"


def test_it_takes_its_teamwork_token():
    state = position({"display": ["Family"] * 3}, phase=Phase.SUPPORT)
    assert choose(state) == "token"


def test_it_plays_early_what_helps_early():
    assert choose(position({"hand": ["Anonymous Tip"]}, phase=Phase.SUPPORT)) == "event Anonymous Tip"
    assert choose(position({"hand": ["Rally the Block"]}, phase=Phase.INCOME)) == "event Rally the Block 1"


def test_it_takes_a_hero_and_lays_out_what_can_fight():
    person = {"hand": ["Strength", "Smarts", "Job", "Job", "Job", "Job"]}
    state = position(person, phase=Phase.RECOUP, henchmen=[BRUISER])
    taken = choose(state)
    assert taken.split()[1] in ("Strength", "Speed", "Smarts", "Focus", "Luck")
    state = do(state, f"0 {taken}")
    while any(each.kind == "fill" for each in rules.legal(state, 0)):
        state = do(state, f"0 {choose(state)}")
    assert {"Strength", "Smarts"} <= {name.split()[0] for name in zone(state, 0, "display")}


def test_it_is_spared_a_forced_card_if_it_can():
    state = position({"hand": ["Day Off"], "penalties": {"income": 2}}, phase=Phase.RECOUP)
    assert choose(state) == "event Day Off 1"


# -- the guardian


def test_a_guardian_lays_out_a_card_of_each_phase_and_icons_that_are_of_use():
    person = {"hand": ["Strength", "Smarts", "Job", "Family", "Community", "Job"]}
    state = position(person, phase=Phase.RECOUP, henchmen=[BRUISER])
    while choice := [each for each in rules.legal(state, 0) if each.kind in ("take", "fill")]:
        state = do(state, f"0 {choose(state, bot='guardian')}")
        assert choice
    kinds = {name.split()[0] for name in zone(state, 0, "display")}
    assert {"Strength", "Smarts"} <= kinds and len(kinds) == 5
    assert choose(state, 0, "guardian") == "ready"


def test_a_guardian_that_has_won_or_lost_knows_it():
    won_now = position(WINS, in_play={"Madame Vivisect": {"kin": 1}}, tokens=2)
    ended = do(won_now, "0 fight", "0 engage Madame Vivisect")
    lost = ended._replace(winners=())
    assert worth_of(ended) > worth_of(won_now) > worth_of(lost)
    assert 1 > odds_of(ended, 0) > odds_of(won_now, 0) > odds_of(lost, 0) > 0, "as a search guesses a match's end"


# -- many matches

MATCHES = 200
THOUGHTFUL = 100  # of bots that think longer
WON = {1: (0.50, 0.80), 2: (0.40, 0.75), 3: (0.30, 0.65), 4: (0.25, 0.60)}
LEVELS = ("rookie", "vigilante", "nightmare")


def won(bot, seats, matches, level="vigilante"):
    """How many of so many matches are won, and their mean number of rounds."""
    ends = [last_state(GAME, [bot] * seats, seed, level=level) for seed in range(matches)]
    return sum(bool(state.winners) for state in ends) / matches, sum(state.round for state in ends) / matches


@pytest.mark.slow
@pytest.mark.parametrize("seats", WON)
def test_a_team_wins_neither_always_nor_never_and_the_levels_differ(seats, record_property):
    """The bands hold for a long campaign; a few matches show only that it wins, and how long it takes."""
    matches = max(2, long_share(MATCHES))
    found = {level: won("vigilante", seats, matches, level) for level in LEVELS}
    figures = ", ".join(f"{level} {rate:.1%} in {rounds:.1f} rounds" for level, (rate, rounds) in found.items())
    record_property(f"{seats} vigilantes", f"{figures} ({matches} matches each)")
    (rookie, _), (rate, rounds), (nightmare, _) = found.values()
    assert 5 <= rounds <= 12 and rookie > 0
    if matches >= MATCHES:
        low, high = WON[seats]
        assert low <= rate <= high and rookie >= rate + 0.1 and nightmare < rate


@pytest.mark.slow
@pytest.mark.parametrize("seats", WON)
def test_guardians_win_neither_always_nor_never(seats, record_property):
    """They share no thought with vigilantes: the prices fit both."""
    matches = max(1, long_share(THOUGHTFUL))
    rate, rounds = won("guardian", seats, matches)
    record_property(f"{seats} guardians", f"{rate:.1%} in {rounds:.1f} rounds ({matches} matches)")
    low, high = WON[seats]
    assert 4 <= rounds <= 15 and (matches < THOUGHTFUL or low <= rate <= high)


@pytest.mark.campaign
@pytest.mark.parametrize("seats", WON)
def test_chance_alone_hardly_wins(seats):
    """The control: random teams lose."""
    assert won("random", seats, 20 if IN_CAMPAIGN else 4)[0] < 0.05
