"""The bots of Spiel des Jahres: what the publisher decides in a position, and how well it does in many matches."""

from collections import Counter
from random import Random

import pytest
from glowtable.game import bot_for_seat
from glowtable.games.spiel_des_jahres.state import Phase, State
from glowtable.games.spiel_des_jahres.worth import name_of

from tests.games.play import last_state
from tests.games.spiel_positions import GAME, action, contract_of, do, hand, ideas_of, position, rules, some
from tests.support.campaign import long_share

ROLE_FAMILY, PUZZLE_CARDS = contract_of("role", "family"), contract_of("puzzle", "cards")
MATCHES = 200


def choose(state: State, seat: int = 0, bot: str = "publisher") -> str:
    """What the bot does, as text."""
    legal = rules.legal(state, seat)
    chosen_one = bot_for_seat(GAME, bot, seat)(rules.view(state, seat), legal, never, Random(1))
    assert chosen_one in legal
    return str(chosen_one)


def never():
    raise AssertionError("no bot of Spiel des Jahres needs to imagine")


def text(what: str) -> str:
    return str(action(what))


def acts(state: State, seat: int = 0) -> State:
    """The publisher plays on by itself until it is ready."""
    while seat in rules.to_act(state) and state.phase is Phase.MONTH:
        what = choose(state, seat)
        if what.endswith("ready"):
            break
        state = rules.apply(state, next(each for each in rules.legal(state, seat) if str(each) == what))
    return state


# -- one decision


GOOD = some([["role", "cards"], ["role", "puzzle"]])  # with a company that makes role and puzzle, and cards in demand


def test_it_publishes_what_is_good_enough():
    hand = GOOD + ideas_of("resource", "family")[:1]
    assert [game.value_k for game in acts(position([hand], trend=("role", "puzzle"))).games] == [30]
    assert not acts(position([hand], trend=("role", "family"))).games  # worth 20: the ideas wait for more


def test_in_the_last_month_but_one_it_gathers_ideas():
    assert choose(position([GOOD], trend=("role", "puzzle"), month=11)) == text("0 brainstorm")
    assert choose(position([GOOD], trend=("role", "puzzle"), month=10)).startswith("0 tap")


def test_it_brainstorms_where_nothing_is():
    assert choose(position([ideas_of("resource", "family")[:3]])) == text("0 brainstorm")
    assert choose(position()) == text("0 brainstorm")


def test_in_the_last_month_whatever_is_worth_nothing_less_may_win():
    hand = [ideas_of("role", "puzzle")[0], ideas_of("family", "combat")[0]]
    assert acts(position([hand], month=12)).games and not acts(position([hand], month=1)).games


def test_it_takes_back_what_is_not_of_its_plan():
    state = do(position([[*GOOD, "Goat"]], trend=("role", "puzzle")), "0 tap Goat")
    assert choose(state) == text("0 take Goat")
    assert acts(state).games


def test_what_it_tapped_for_nothing_goes_back():
    assert choose(do(position([["Goat"]]), "0 tap Goat")) == text("0 take Goat")


def test_it_avoids_a_taken_name():
    hand = ["The 1", "Game 1"]  # worth 10 in either order; The Game shows more symbols
    free = acts(position([hand], month=12))
    taken = acts(position([hand], month=12, games=[(1, ["The 2", "Game 2"], 10)]))
    assert [name_of(game.cards) for game in free.games] == ["The Game"]
    assert [name_of(game.cards) for game in taken.games] == ["The Game", "Game The"]


RICH = [(0, ["The 1", "Game 1"], 40)]


def test_it_employs_when_the_wages_are_safe():
    rich = position([[ROLE_FAMILY]], games=RICH, money_k=[90])
    assert choose(rich) == text(f"0 hire {ROLE_FAMILY}")
    assert choose(position([[ROLE_FAMILY]])) != text(f"0 hire {ROLE_FAMILY}")  # the wage would take all
    assert choose(rich._replace(month=12)) == text(f"0 hire {ROLE_FAMILY}")  # the last game is worth more with him
    assert choose(rich._replace(phase=Phase.OFFERS)) == text(f"0 hire {ROLE_FAMILY}")


def test_it_fires_who_cannot_be_paid():
    state = position(phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 0, 30), (PUZZLE_CARDS, 0, 60)], money_k=[40])
    assert choose(state) == text(f"0 fire {PUZZLE_CARDS}")
    assert choose(do(state, f"0 fire {PUZZLE_CARDS}")) == "0 ready"


def test_it_employs_from_the_market_and_poaches():
    fits = {0: ("role", "family")}
    state = position(phase=Phase.OFFERS, staff=[(ROLE_FAMILY, -1, 30)], games=RICH, money_k=[90], company=fits)
    assert choose(state) == text(f"0 claim {ROLE_FAMILY}")
    poach = position(phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 1, 30)], games=RICH, money_k=[90], company=fits)
    assert choose(poach) == text(f"0 call {ROLE_FAMILY}")
    dear = position(phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 1, 160)], games=RICH, money_k=[200], company=fits)
    assert choose(dear) == "0 ready"


def test_it_bids_up_to_what_a_designer_is_worth():
    fits = {0: ("role", "family"), 1: ("combat", "cards")}
    state = position(
        phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 2, 140)], games=RICH, money_k=[200, 200, 200], company=fits
    )
    state = do(state, f"1 call {ROLE_FAMILY}")
    assert choose(state) == "0 raise"  # 160: both symbols fit
    assert choose(do(state, "0 raise", "1 raise")) == "0 pass"


def test_it_keeps_its_designer_up_to_the_same_bound():
    fits = {0: ("role", "family")}
    state = position(phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 0, 30)], games=RICH, money_k=[90], company=fits)
    assert choose(do(state, f"1 call {ROLE_FAMILY}")) == "0 raise"


def test_it_takes_gifts_and_gives_nothing():
    asked = do(position([["Goat"]]), "1 trade 0", "1 pay 10", "1 hand")
    assert choose(asked) == "0 accept"
    assert choose(do(position([["Goat"]]), "1 trade 0", "1 hand")) == "0 pass"
    mine = do(position([["Goat"]]), "0 trade 1", "0 give Goat")
    assert choose(mine) == "0 pass"


FITS_ANN, FITS_BEN = ("puzzle", "cards"), ("role", "family")
FOR_BEN = ideas_of(*FITS_BEN)[0]


def sellers(hands, phase=Phase.OFFERS, month=3, money_k=(40, 60, 0), **options):
    """Ann, Ben and Cal after payday; Ben's company makes role-playing games for families."""
    company = {0: FITS_ANN, 1: FITS_BEN, 2: ("combat", "resource")}
    return position(hands, phase=phase, month=month, company=company, money_k=money_k, **options)


def bargained(state, seat=0, most=5):
    """What the publisher does from here until it is another's turn, as text."""
    done = []
    while seat in rules.to_act(state) and len(done) < most and not (done and state.phase is not Phase.TRADE):
        done.append(choose(state, seat))
        state = rules.apply(state, next(each for each in rules.legal(state, seat) if str(each) == done[-1]))
    return done, state


def test_it_offers_a_card_that_is_worth_more_to_another_for_half_of_the_difference():
    state = sellers([[FOR_BEN], some([["role", "role"]])])
    done, asked = bargained(state)
    assert done == ["0 trade 1", text(f"0 give {FOR_BEN}"), "0 ask 10", "0 hand"]
    assert choose(asked, 1) == "1 accept"
    after = do(asked, "1 accept")
    assert after.money_k == (50, 50, 0) and FOR_BEN in hand(after, 1)


def test_it_offers_each_card_once():
    _, asked = bargained(sellers([[FOR_BEN]]))
    refused = do(asked, "1 pass")
    assert refused.phase is Phase.OFFERS and choose(refused) == "0 ready"


def test_it_buys_what_brings_more_than_it_costs_and_only_while_the_wages_are_safe():
    useful = some([["role", "role"]])

    def answered(hand, price_k=10, **how):
        offered = sellers([[FOR_BEN], hand], **how)
        return choose(do(offered, "0 trade 1", f"0 give {FOR_BEN}", f"0 ask {price_k}", "0 hand"), 1)

    assert answered(useful) == "1 accept"
    assert answered([]) == "1 pass"  # of one idea no game is made
    assert answered(useful, 60, money_k=(40, 200, 0)) == "1 accept"
    assert answered(useful, 200, money_k=(40, 210, 0)) == "1 pass"  # more than it brings until the end
    assert answered(useful, 20, money_k=(40, 20, 0)) == "1 pass"  # the reserve would be gone
    assert answered(useful, month=12) == "1 pass"  # it earns nothing any more


def test_it_sells_a_contract_it_cannot_pay_to_whom_he_fits():
    state = sellers([[ROLE_FAMILY]], money_k=(10, 90, 300), games=[(1, ["The 1", "Game 1"], 30)])
    done, asked = bargained(state)
    assert done == ["0 trade 1", text(f"0 give {ROLE_FAMILY}"), "0 ask 70", "0 hand"]
    assert choose(asked, 1) == "1 accept"
    assert choose(do(asked, "1 withdraw", "1 pay 30", "1 hand")) == "0 accept"  # worth 17 to Ann herself
    assert choose(do(asked, "1 withdraw", "1 pay 20", "1 hand")) == "0 pass"
    assert choose(do(asked, "1 withdraw", "1 pay 50", "1 hand")) == "0 accept"


def test_what_it_can_use_itself_it_keeps():
    pair = some([["role", "family"], ["role", "role"]])
    assert choose(sellers([pair])) == "0 ready"  # apart they fit Ben only, together they are a game for her
    assert choose(sellers([pair[:1]])) == "0 trade 1"


@pytest.mark.parametrize(
    "otherwise",
    [{"trades": "off"}, {"money": "hidden"}, {"month": 11}, {"money_k": (40, 10, 0)}, {"money_k": (40, 0, 60)}],
)
def test_it_offers_nothing_where_nobody_could_take_it(otherwise):
    assert choose(sellers([[FOR_BEN]])) == "0 trade 1"
    assert choose(sellers([[FOR_BEN]], **otherwise)) == "0 ready"


def test_in_a_month_it_holds_nobody_up_with_a_trade():
    state = sellers([[FOR_BEN]], phase=Phase.MONTH)._replace(did=("brainstorm", "nothing", "nothing"))
    assert choose(state) == "0 ready"


@pytest.mark.parametrize("month", range(1, 13))
def test_what_it_begins_to_offer_it_offers(month):
    """Or it would begin again and again."""
    assert bargained(sellers([[FOR_BEN]], month=month))[0][-1] == ("0 hand" if month <= 10 else "0 ready")


def test_a_trade_it_has_no_plan_for_it_ends():
    state = sellers([[FOR_BEN, "Goat"]])
    assert choose(do(state, "0 trade 2")) == "0 pass"  # the card is for another
    assert choose(do(state, "0 trade 1", "0 give Goat")) == "0 pass"


def test_it_pays_nothing_for_nothing_and_takes_games_that_earn():
    state = position(games=[(1, ["The 1", "Game 1"], 20), (2, ["The 2", "Game 2"], -20)], negative="pay", month=6)
    assert choose(do(state, "1 trade 0", "1 ask 10", "1 hand")) == "0 pass"
    assert choose(do(state, "1 trade 0", "1 game 0", "1 ask 20", "1 hand")) == "0 accept"
    assert choose(do(state, "2 trade 0", "2 game 1", "2 hand")) == "0 pass"
    assert choose(do(state, "2 trade 0", "2 game 1", *["2 pay 10"] * 3, "2 hand")) == "0 pass"


def test_it_chooses_in_secret_what_it_will_do():
    assert choose(position([GOOD], phase=Phase.SEAL, trend=("role", "puzzle"), actions="secret")) == "0 seal publish"
    nothing = position(phase=Phase.SEAL, actions="secret")
    assert choose(nothing) == "0 seal brainstorm"
    bound = do(nothing, "0 seal nothing", "1 seal nothing", "2 seal nothing")
    assert choose(bound) == "0 ready"


@pytest.mark.parametrize("phase", [Phase.LAST_CALL, Phase.AWARD])
def test_it_has_no_wish_to_trade(phase):
    assert choose(position(phase=phase)) == "0 ready"


# -- many matches


def seated(seed, bot="publisher"):
    """One such bot among three of chance, in another seat each time."""
    return tuple(bot if seat == seed % 4 else "random" for seat in range(4))


@pytest.mark.campaign
def test_the_publisher_beats_three_of_chance(record_property):
    matches = max(20, long_share(MATCHES))
    won = sum(last_state(GAME, seated(seed), seed).winners == (seed % 4,) for seed in range(matches)) / matches
    record_property("publisher against three random", f"{won:.1%} of {matches} matches won")
    assert won >= 0.8


@pytest.mark.slow
def test_one_of_chance_does_not():
    """The control: among four alike nobody wins most."""
    won = sum(last_state(GAME, seated(seed, "random"), seed).winners == (seed % 4,) for seed in range(20)) / 20
    assert won < 0.6


@pytest.mark.slow
@pytest.mark.parametrize("trades", ["off", "open"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_publishers_keep_solvent_and_publish_and_the_ceremony_decides(seats, trades, record_property):
    matches = max(20, long_share(MATCHES))
    states = [last_state(GAME, ("publisher",) * seats, seed, trades=trades) for seed in range(matches)]
    ruined = sum(seats - state.alive.bit_count() for state in states) / matches / seats
    games = sum(state.published for state in states) / matches / seats
    ends = Counter(state.end for state in states)
    decided = ends["the ceremony"] / matches
    figures = f"ruined {ruined:.1%}, games a player {games:.2f}, the ceremony decides {decided:.1%} of {matches}"
    record_property(f"{seats} publishers, trades {trades}", figures)
    assert ruined < 0.05 and 4 <= games <= 6
    assert decided >= (0.85 if matches >= MATCHES else 0.7)  # in few matches chance weighs more
