"""One test per sentence of the sheet of Spiel des Jahres, named by its rule number."""

from collections import Counter
from itertools import product
from random import Random

import pytest
from glowtable.game import CHANCE, PUBLIC, Action
from glowtable.games.spiel_des_jahres import bank
from glowtable.games.spiel_des_jahres.cards import CONTRACTS, DECK, IDEAS, NAMES, NUMBER, PAIRS, SYMBOLS, TITLES
from glowtable.games.spiel_des_jahres.kinds import KINDS
from glowtable.games.spiel_des_jahres.payday import dues_k, earnings_k
from glowtable.games.spiel_des_jahres.rules import RULES as rules
from glowtable.games.spiel_des_jahres.staff import MOST_K, WAGE_K
from glowtable.games.spiel_des_jahres.state import COIN_K, COINS, NOBODY, Phase, deck_size, designer_of, games_of
from glowtable.games.spiel_des_jahres.views import may_claim, may_poach
from glowtable.games.spiel_des_jahres.worth import euros, name_of, sum_k, symbols_of
from glowtable.kit.bit_sets import members
from glowtable.messages import say
from glowtable.terminal.translator import Translator

from tests.games.spiel_positions import (
    GAME,
    about,
    action,
    all_ready,
    contract_of,
    dealt,
    do,
    employed,
    hand,
    ideas_of,
    may,
    owned,
    position,
    published,
    refused,
    some,
)

SURFACE = GAME.surface
ROLE_FAMILY = contract_of("role", "family")
PUZZLE_CARDS = contract_of("puzzle", "cards")
QUEST, THE, GAME_CARD = "Quest 1", "The 1", "Game 1"  # puzzle+combat, role+role, puzzle+cards
TREND = ideas_of("cards", "cards")[0]


def ended(state):
    """The ceremony reached: everybody ready until a card is to be drawn."""
    while state.phase not in (Phase.CARD, Phase.OVER):
        state = do(state, f"{rules.to_act(state)[0]} ready")
    return state


SPEAK = Translator("en", ("Ann", "Ben", "Cid"), game="spiel_des_jahres")


def ceremony(games, cards, money_k=(100, 100, 100), **options):
    """The ceremony with these games (owner, ideas, value) and these month cards, in the order they are drawn."""
    before = position(phase=Phase.MONTH, month=12, games=games, money_k=money_k, **{"trades": "off", **options})
    state = all_ready(before._replace(months=tuple(NUMBER[card] for card in cards)))
    for card in cards:
        if state.phase is Phase.CARD:
            state = do(state, f"chance award {card}")
    return state


# -- components


def test_S01_121_cards_110_ideas_and_11_contracts_each_with_two_of_six_symbols():
    assert (len(NAMES), IDEAS, len(CONTRACTS), len(SYMBOLS)) == (121, 110, 11, 6)
    assert len(set(NAMES)) == 121 and all(len(pair) == 2 for pair in PAIRS)
    tops, bottoms = (Counter(pair[at] for pair in PAIRS[:IDEAS]) for at in (0, 1))
    assert set(tops.values()) | set(bottoms.values()) == {18, 19}
    doubles = Counter(pair for pair in PAIRS[:IDEAS] if pair[0] == pair[1])
    assert set(doubles.values()) == {2} and len(doubles) == 6
    assert all(one != other for one, other in PAIRS[IDEAS:])


def test_S02_72_coins_of_four_values():
    assert dict(zip(COIN_K, COINS, strict=True)) == {10: 20, 20: 22, 50: 20, 100: 10}
    assert bank.coins_k(COINS) == 2640


def test_S03_two_to_six_players():
    assert GAME.seats == (2, 3, 4, 5, 6)
    assert all(len(dealt(seats).hands) == seats for seats in GAME.seats)


def test_S04_an_unlimited_bank_keeps_accounts():
    assert GAME.options[0].default == "unlimited"
    after = all_ready(position(games=[(0, some([["role", "role"], ["role", "cards"]]), 3000)]))
    assert after.money_k[0] == 3030 and after.bank_k == 2640 - 90 - 3000


def test_S04_a_limited_bank_pays_as_far_as_it_can():
    before = position(games=[(0, some([["role", "role"], ["role", "cards"]]), 3000)], bank="limited")
    rest_k = bank.coins_k(before.till)
    after = all_ready(before)
    assert after.money_k[0] == 30 + rest_k < 3030 and after.till == (0, 0, 0, 0)
    assert after.games[0].value_k == 3000  # value stays, though markers are missing
    assert bank.coins_k(after.games[0].coins) < 3000


def test_S04_coins_are_changed_and_what_cannot_be_is_lost():
    pool = (0, 2, 1, 1)  # 20 20 50 100
    assert bank.fewest_coins(pool, 70) == (0, 1, 1, 0) and bank.fewest_coins(pool, 60) is None
    assert bank.nearest_coins(pool, 60) == (0, 0, 1, 0)
    assert bank.fewest_coins((0, 3, 1, 0), 60) == (0, 3, 0, 0)  # not always the largest coin first


def test_S04_many_small_coins_make_a_large_sum_exactly():
    for amount_k in range(0, 460, 10):
        coins = bank.fewest_coins((2, 22, 0, 0), amount_k)
        assert bank.coins_k(coins) == amount_k and coins[0] == amount_k % 20 // 10


def test_S04_all_72_coins_make_a_sum_in_every_way_there_is():
    ways = Counter(bank.coins_k(coins) for coins in product(*(range(count + 1) for count in COINS)))
    for amount_k in range(0, 2650, 120):
        found = list(bank.all_purses(COINS, amount_k))
        assert len(set(found)) == len(found) == ways[amount_k]
        assert {bank.coins_k(coins) for coins in found} == {amount_k}
        assert sum(bank.fewest_coins(COINS, amount_k)) == min(map(sum, found))


def test_S04_less_than_nothing_is_marked_with_no_coin_and_lacks_none():
    assert [bank.missing_k(position(bank="limited"), amount, (0, 0, 0, 0)) for amount in (-20, 0, 20)] == [0, 0, 20]
    assert bank.missing_k(position(), 20, (0, 0, 0, 0)) == 0


def test_S04_a_payment_that_some_coins_can_make_is_made():
    state = position(seats=2, bank="limited")._replace(
        till=(1, 0, 0, 0), purses=((0, 1, 1, 0), (0, 2, 0, 0)), money_k=(70, 40)
    )
    after = bank.hand_money(state, 0, 1, 10)  # the giver keeps three of 20, not 50 and 10
    assert (after.money_k, after.purses, after.till) == ((60, 50), ((0, 3, 0, 0), (0, 0, 1, 0)), (1, 0, 0, 0))
    deal = do(state, "0 trade 1", "0 pay 10", "0 hand")
    assert may(deal, "1 accept")


# -- setup


def test_S05_an_open_company_card_each_which_is_no_hand_card():
    state = do(rules.setup(2, dealt(2).terms.options), f"chance company {QUEST}", f"chance company {ROLE_FAMILY}")
    assert rules.view(state, PUBLIC).companies == (QUEST, ROLE_FAMILY)
    assert not any(state.hands) and state.staff == ()  # a contract counts by its symbols only
    assert not state.bag >> NUMBER[QUEST] & 1


def test_S06_three_hidden_cards_and_30000_each():
    state = dealt(4)
    assert [cards.bit_count() for cards in state.hands] == [3] * 4
    assert state.money_k == (30,) * 4
    assert rules.view(state, PUBLIC).known == ((),) * 4 and len(rules.view(state, 1).known[1]) == 3


def test_S07_twelve_month_cards_are_set_aside():
    state = dealt(3)
    assert deck_size(state) == 121 - 3 - 9 - 12
    asked = all_ready(all_ready(state))
    turned = do(asked, f"chance trend {NAMES[rules.chance(asked)[0][0].args[0]]}")
    assert turned.bag.bit_count() == state.bag.bit_count() - 1
    assert deck_size(asked) == deck_size(turned) == deck_size(state)  # it was none of the deck


# -- a month


def test_S08_a_month_card_is_turned_up_and_stays_in_the_row():
    state = all_ready(all_ready(dealt(2)))
    assert state.phase is Phase.TREND and state.month == 2
    after = do(state, f"chance trend {NAMES[rules.chance(state)[0][0].args[0]]}")
    assert after.phase is Phase.MONTH and len(after.months) == 2
    assert after.months[0] == state.months[0]


def test_S08_only_of_a_hidden_card_it_is_asked_whether_it_was_misread_and_only_as_the_month_s():
    games = [(1, ("The 1", "Quest 1"), 10)]
    state = position([["Goat"]], games=games)._replace(phase=Phase.TREND, month=2)
    plausible = [rules.refuse(state, action(f"chance trend {card}")).plausible for card in ("Goat", "The 1")]
    assert plausible == [action("chance trend Goat"), None]
    drawing = state._replace(phase=Phase.DRAW, seat=1, draws=1)
    assert rules.refuse(drawing, action("chance draw Goat")).plausible is None


def test_S08_twelve_months_and_no_more():
    """The whole year with nobody doing anything: twelve cards, eleven offers, then the end."""
    state, offers = dealt(2), 0
    while rules.to_act(state):
        offers += state.phase is Phase.OFFERS and state.ready == 0
        state = do(state, f"chance trend {next_trend(state)}") if state.phase is Phase.TREND else all_ready(state)
    assert (len(state.months), state.month, offers, state.end) == (12, 12, 11, "no game was published")


def test_S09_no_turn_order_and_at_most_one_of_the_two():
    state = position([["The 1", "Quest 1", "Goat"], [], []])
    assert rules.to_act(state) == (0, 1, 2)
    drawn = do(state, "2 brainstorm", "chance draw Teapot")
    assert rules.to_act(drawn) == (0, 1, 2)
    assert refused(drawn, "2 brainstorm") == ("one action a month", "S-09")
    after = published(state, 0, "The 1", "Quest 1")
    assert refused(after, "0 brainstorm") == ("one action a month", "S-09")
    idea = hand(drawn, 2).pop()
    assert refused(drawn, f"2 tap {idea}") == ("one action a month", "S-09")


def test_S09_a_month_has_no_seat_whose_turn_it_is():
    assert dealt(3).seat == NOBODY and rules.to_act(dealt(3)) == (0, 1, 2)


def test_S09_doing_nothing_is_allowed():
    after = all_ready(position())
    assert after.phase is Phase.OFFERS and after.did == ("nothing",) * 3


def test_S10_free_the_first_claim_wins_by_order_of_the_seat_buttons():
    state = position([["The 1", "Game 1"], ["The 2", "Game 2"]])
    tapped = do(state, "0 tap The 1", "0 tap Game 1", "1 tap The 2", "1 tap Game 2")
    assert refused(do(tapped, "1 publish"), "0 publish") == ("name taken", "S-20")
    assert refused(do(tapped, "0 publish"), "1 publish") == ("name taken", "S-20")


def test_S10_secret_all_choose_first_and_reveal_together():
    state = position([["The 1", "Quest 1"]], phase=Phase.SEAL, actions="secret")
    state = do(state, "1 seal brainstorm", "0 seal publish")
    assert state.phase is Phase.SEAL and rules.view(state, PUBLIC).sealed == ("?", "?", "")
    assert rules.view(state, 0).sealed == ("publish", "?", "")
    assert refused(state, "0 seal nothing") == ("ready already", "S-10")
    state = do(state, "2 seal nothing")
    assert state.phase is Phase.MONTH
    assert rules.view(state, PUBLIC).sealed == ("publish", "brainstorm", "nothing")
    assert refused(state, "0 brainstorm") == ("chosen otherwise in secret", "S-10")
    assert refused(state, "2 brainstorm") == ("chosen otherwise in secret", "S-10")
    assert may(state, "0 tap The 1") and may(state, "1 brainstorm")


def test_S10_all_know_who_has_chosen_and_not_what():
    state = do(position(phase=Phase.SEAL, actions="secret"), "1 seal publish")
    known = rules.public_state(state).sealed
    assert [bool(choice) for choice in known] == [False, True, False] and known[1] != "publish"


def test_S10_a_choice_stays_secret_and_binding_in_a_trade_begun_meanwhile():
    state = do(position([["Goat"]], phase=Phase.SEAL, actions="secret"), "1 seal publish", "0 trade 2")
    assert rules.view(state, PUBLIC).sealed == ("", "?", "") and rules.view(state, 1).sealed == ("", "publish", "")
    imagined = {rules.determinize(state, 0, Random(seed)).sealed for seed in range(30)}
    assert imagined == {("", choice, "") for choice in ("brainstorm", "publish", "nothing")}
    assert {rules.determinize(state, 1, Random(seed)).sealed for seed in range(9)} == {state.sealed}, "one's own"
    after = do(state, "0 pass", "0 trade 1", "0 give Goat", "0 hand", "1 accept")
    assert after.phase is Phase.SEAL and after.ready == 0b010 and hand(after, 1) == {"Goat"}
    assert refused(after, "1 seal nothing") == ("ready already", "S-10")


def test_S10_a_choice_is_open_once_all_have_chosen_in_a_trade_too():
    state = position([["Goat"]], phase=Phase.SEAL, actions="secret")
    revealed = do(state, "0 seal nothing", "1 seal publish", "2 seal brainstorm")
    for month in (revealed, do(revealed, "0 trade 2")):
        for eyes in (PUBLIC, 0, 2):
            assert rules.view(month, eyes).sealed == ("nothing", "publish", "brainstorm")
        assert rules.public_state(month).sealed == month.sealed
        assert {rules.determinize(month, 0, Random(seed)).sealed for seed in range(20)} == {month.sealed}


def test_S10_who_wants_nothing_may_pass_and_holds_nobody_up():
    state = do(position(phase=Phase.SEAL, actions="secret"), "0 seal publish", "1 pass")
    assert refused(state, "1 pass") == ("ready already", "S-10")
    after = do(state, "2 pass")
    assert after.phase is Phase.MONTH and after.sealed == ("publish", "nothing", "nothing")


def test_S10_secret_choices_are_made_every_month():
    state = position(phase=Phase.SEAL, actions="secret")
    month = do(state, *(f"{seat} seal nothing" for seat in range(3)))
    after = do(all_ready(all_ready(month)), f"chance trend {TREND}")
    assert after.phase is Phase.SEAL and after.sealed == ("", "", "") and after.month == 2


@pytest.mark.parametrize("designers", [0, 1, 2])
def test_S11_brainstorming_draws_one_and_one_for_each_designer(designers):
    staff = [(contract, 0, 30) for contract in (ROLE_FAMILY, PUZZLE_CARDS)[:designers]]
    state = do(position(staff=staff), "0 brainstorm")
    for n in range(1 + designers):
        assert state.phase is Phase.DRAW
        state = do(state, f"chance draw {ideas_of('combat', 'role')[n]}")
    assert state.phase is Phase.MONTH and len(hand(state, 0)) == 1 + designers


def test_S11_a_hand_that_is_not_read_takes_as_many_unseen():
    state = position(staff=[(ROLE_FAMILY, 0, 30)], hidden_count={0: 3}, knowledge="trust")
    after = do(state, "0 brainstorm")
    assert after.hidden_count == (5, 0, 0) and after.phase is Phase.MONTH


def test_S11_a_short_deck_gives_what_there_is():
    state = position(month=1)
    months_to_come = 11
    short = state._replace(bag=sum(1 << card for card in range(30, 30 + months_to_come + 1)))
    assert deck_size(short) == 1
    after = do(short._replace(staff=position(staff=[(ROLE_FAMILY, 0, 30)]).staff), "0 brainstorm")
    assert after.draws == 1
    empty = short._replace(bag=short.bag & (short.bag - 1))
    assert do(empty, "0 brainstorm").phase is Phase.MONTH


@pytest.mark.parametrize(
    ("phase", "is_ordered"), [(Phase.COMPANY, True), (Phase.DEAL, False), (Phase.TREND, True), (Phase.DRAW, False)]
)
def test_hands_that_only_see_backs_cannot_turn_up_again_what_was_dealt_or_drawn(phase, is_ordered):
    assert rules.draw_source(position(phase=phase)).ordered is is_ordered


def test_S12_one_or_more_games_of_two_or_three_ideas():
    state = position([["The 1", "Quest 1", "Game 1", "Goat", "Teapot", "Moon"]])
    assert not may(do(state, "0 tap The 1"), "0 publish")
    two = published(state, 0, "The 1", "Quest 1")
    three = do(two, "0 tap Game 1", "0 tap Goat", "0 tap Teapot")
    assert refused(three, "0 tap Moon") == ("too many ideas", "S-12")
    after = do(three, "0 publish")
    assert [len(game.cards) for game in after.games] == [2, 3] and hand(after, 0) == {"Moon"}
    assert [game.number for game in after.games] == [0, 1] and after.published == 2


def test_S12_there_may_be_as_many_games_as_pairs_of_ideas():
    assert KINDS["game"].domains == (range(110 // 2),)


def test_S12_a_contract_is_no_part_of_a_game():
    assert refused(position([[ROLE_FAMILY]]), f"0 tap {ROLE_FAMILY}") == ("a contract is no part of a game", "S-12")


def test_S13_each_card_hides_the_bottom_of_the_one_before():
    lower, upper = some([["cards", "role"], ["puzzle", "resource"]])
    words = [SYMBOLS[symbol] for symbol in symbols_of((NUMBER[lower], NUMBER[upper]))]
    assert words == ["cards", "puzzle", "resource"]
    words = [SYMBOLS[symbol] for symbol in symbols_of((NUMBER[upper], NUMBER[lower]))]
    assert words == ["puzzle", "cards", "role"]
    assert len(symbols_of((NUMBER[lower], NUMBER[upper], 0))) == 4


def test_S14_the_name_is_the_titles_in_their_order():
    assert name_of((NUMBER["Quest 1"], NUMBER["The 1"], NUMBER["Game 1"])) == "Quest The Game"


def test_S15_the_value_is_fixed_when_published():
    lower, upper = some([["role", "cards"], ["family", "combat"]])
    state = position([[lower, upper]], staff=[(ROLE_FAMILY, 0, 30)], money_k=[90], trend=("family", "cards"))
    after = published(state, 0, lower, upper)
    assert owned(after, 0) == [20]  # role twice, by company and designer; family twice, by month and designer
    later = do(all_ready(after), f"0 fire {ROLE_FAMILY}")
    later = do(all_ready(later), f"chance trend {TREND}")
    assert owned(later, 0) == [20] and earnings_k(later)[0] == 20


def test_S16_every_source_counts_each_of_its_symbols_that_is_present():
    lower, upper = some([["role", "combat"], ["puzzle", "family"]])
    state = position([[lower, upper]], company={0: ("role", "puzzle")}, trend=("family", "combat"))
    terms = published(state, 0, lower, upper).games[0].terms
    assert [(term.kind, SYMBOLS[term.symbol], term.amount_k) for term in terms if term.symbol >= 0] == [
        ("company", "role", 10),
        ("company", "puzzle", 10),
        ("month", "family", 10),  # combat is hidden
    ]
    assert sum_k(terms) == 10 and terms[-1].amount_k == -20


def test_S16_a_source_that_shows_one_symbol_twice_counts_twice():
    lower, upper = some([["combat", "puzzle"], ["combat", "combat"]])
    state = position([[lower, upper]], company={0: ("combat", "combat")}, trend=("combat", "family"))
    assert owned(published(state, 0, lower, upper), 0) == [40]


def test_S16_each_designer_counts():
    lower, upper = some([["role", "cards"], ["family", "cards"]])
    plain = position([[lower, upper]], company={0: ("resource", "resource")}, trend=("resource", "resource"))
    staffed = position(
        [[lower, upper]],
        company={0: ("resource", "resource")},
        trend=("resource", "resource"),
        staff=[(ROLE_FAMILY, 0, 30), (PUZZLE_CARDS, 0, 30), (contract_of("role", "cards"), 1, 30)],
    )
    assert owned(published(plain, 0, lower, upper), 0) == [0]
    terms = published(staffed, 0, lower, upper).games[0].terms
    assert Counter(term.who for term in terms if term.who) == {ROLE_FAMILY: 2, PUZZLE_CARDS: 1}
    assert sum_k(terms) == 10


@pytest.mark.parametrize(
    ("pairs", "kinds"),
    [
        ([["role", "cards"], ["role", "puzzle"]], {"pair": 10}),
        ([["role", "cards"], ["role", "role"]], {"triplet": 30}),
        ([["role", "cards"], ["role", "puzzle"], ["role", "role"]], {"quadruplet": 50}),
        ([["role", "cards"], ["puzzle", "cards"], ["role", "puzzle"]], {"pair": 10}),
        ([["role", "cards"], ["puzzle", "family"]], {}),
    ],
)
def test_S17_equal_symbols_count_once_by_how_many_they_are(pairs, kinds):
    cards = some(pairs)
    state = position([cards], company={0: ("resource", "resource")}, trend=("combat", "combat"), negative="pay")
    terms = published(state, 0, *cards).games[0].terms
    assert {term.kind: term.amount_k for term in terms if term.kind not in ("cards", "month")} == kinds


def test_S17_two_different_pairs_are_20():
    cards = some([["role", "cards"], ["puzzle", "cards"], ["role", "puzzle"]])
    terms = published(position([cards], trend=("combat", "combat")), 0, *cards).games[0].terms
    assert [term.amount_k for term in terms if term.kind == "pair"] == [10, 10]


ANY_TIME = {
    Phase.SEAL: {"actions": "secret"},
    Phase.MONTH: {},
    Phase.LAST_CALL: {"last_call": "yes"},
    Phase.OFFERS: {},
    Phase.AWARD: {},
}


@pytest.mark.parametrize("phase", ANY_TIME)
def test_S22_S29_contracts_and_trades_are_offered_at_any_time(phase):
    state = position([[ROLE_FAMILY]], phase=phase, **ANY_TIME[phase])
    after = do(state, f"0 hire {ROLE_FAMILY}")
    assert employed(after, 0) == {ROLE_FAMILY: 30} and after.phase is phase
    assert do(after, "0 trade 1", "0 pay 10", "0 hand", "1 accept").phase is phase


def test_S22_S29_and_in_an_auction_by_whoever_is_still_asked():
    state = position([[PUZZLE_CARDS], [], ["Goat"]], phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 1, 30)])
    auction = do(state, "2 ready", f"0 call {ROLE_FAMILY}", "2 raise")
    hired = do(auction, f"0 hire {PUZZLE_CARDS}")
    assert hired.phase is Phase.AUCTION and employed(hired, 0) == {PUZZLE_CARDS: 30}
    paid = do(hired, "1 trade 0", "1 pay 30", "1 hand", "0 accept")  # to bid no more, if 0 keeps the promise
    assert paid.phase is Phase.AUCTION and paid.money_k == (60, 0, 30) and paid.bidder == 2
    over = do(paid, "0 pass", "1 pass")
    assert employed(over, 2) == {ROLE_FAMILY: 50}
    assert rules.to_act(over) == (0, 1, 2)  # who was ready, too: the contract played may be answered


def test_S22_a_contract_played_in_a_last_call_is_due_at_once():
    state = position([[PUZZLE_CARDS]], staff=[(ROLE_FAMILY, 1, 300)], last_call="yes")
    asked = do(all_ready(state), f"0 hire {PUZZLE_CARDS}")
    assert asked.phase is Phase.LAST_CALL and all_ready(asked).money_k[0] == 0


BAD = some([["role", "role"], ["puzzle", "cards"], ["family", "combat"]])
NOTHING_FITS = {"company": {0: ("resource", "resource")}, "trend": ("resource", "cards")}


def test_S18_a_negative_sum_is_worth_nothing_and_holds_its_name():
    after = published(position([BAD], **NOTHING_FITS), 0, *BAD)
    assert owned(after, 0) == [0]
    assert [(term.kind, term.amount_k) for term in after.games[0].terms] == [("cards", -30), ("floor", 30)]
    assert rules.view(after, PUBLIC).games[0].name == name_of(tuple(NUMBER[card] for card in BAD))


def test_S18_by_option_it_is_forbidden():
    tapped = do(position([BAD], negative="forbidden", **NOTHING_FITS), *(f"0 tap {card}" for card in BAD))
    assert refused(tapped, "0 publish") == ("worth less than nothing", "S-18")


def test_S18_by_option_its_owner_pays_every_month():
    after = published(position([BAD], negative="pay", **NOTHING_FITS), 0, *BAD)
    assert owned(after, 0) == [-30] and (earnings_k(after)[0], dues_k(after)[0]) == (0, 30)
    assert all_ready(after).money_k[0] == 0


def test_S19_the_range_of_values_without_designers():
    """A sample of the whole: tests/games/test_spiel_values.py goes over every order of random draws."""
    best = some([["combat", "puzzle"], ["combat", "family"], ["combat", "combat"]])
    state = position([best], company={0: ("combat", "cards")}, trend=("combat", "role"))
    assert owned(published(state, 0, *best), 0) == [40]
    worst = published(position([BAD], negative="pay", **NOTHING_FITS), 0, *BAD)
    assert sum_k(worst.games[0].terms) == -30


def test_S20_no_two_games_of_one_name_at_one_time():
    state = position([["The 1", "Game 1", "Quest 1"]], games=[(1, ["The 2", "Game 2"], 10)])
    tapped = do(state, "0 tap The 1", "0 tap Game 1")
    assert refused(tapped, "0 publish") == ("name taken", "S-20")
    assert may(do(tapped, "0 tap Quest 1"), "0 publish")  # another card
    assert may(do(tapped, "0 take The 1", "0 tap The 1"), "0 publish")  # or another order


def test_S20_who_publishes_first_has_the_name_whoever_tapped_first():
    state = position([["The 1", "Game 1"], ["The 2", "Game 2"]])
    tapped = do(state, "0 tap The 1", "0 tap Game 1", "1 tap The 2", "1 tap Game 2")
    assert may(tapped, "0 publish") and may(tapped, "1 publish")
    after = do(tapped, "1 publish")
    assert refused(after, "0 publish") == ("name taken", "S-20")
    assert [tray.taken for tray in rules.view(tapped, PUBLIC).trays[:2]] == [False, False]
    assert [tray.taken for tray in rules.view(after, PUBLIC).trays[:2]] == [True, False]


def test_S20_case_and_blanks_do_not_tell_names_apart():
    from glowtable.games.spiel_des_jahres.worth import words_key

    assert words_key("The  Game") == words_key("the game") != words_key("Game The")


def test_S20_a_name_is_free_again_when_its_game_leaves():
    state = position(
        [["The 1", "Game 1"]], seats=3, games=[(1, ["The 2", "Game 2"], 10)], staff=[(ROLE_FAMILY, 1, 900)]
    )
    ruined = do(all_ready(all_ready(state)), f"chance trend {TREND}")
    assert may(do(ruined, "0 tap The 1", "0 tap Game 1"), "0 publish")


def test_S21_a_contract_first_then_publish_or_brainstorm():
    cards = some([["role", "cards"], ["family", "cards"]])
    state = position([[*cards, ROLE_FAMILY]], company={0: ("resource", "resource")}, trend=("combat", "combat"))
    hired = do(state, f"0 hire {ROLE_FAMILY}")
    assert sum_k(published(hired, 0, *cards).games[0].terms) == 0
    assert do(hired, "0 brainstorm").draws == 2
    assert do(do(state, "0 brainstorm")).draws == 1


# -- designers


@pytest.mark.parametrize("phase", [Phase.MONTH, Phase.OFFERS, Phase.SEAL])
def test_S22_a_contract_is_played_at_any_time_for_30000_a_month_without_a_fee(phase):
    after = do(position([[ROLE_FAMILY]], phase=phase), f"0 hire {ROLE_FAMILY}")
    assert employed(after, 0) == {ROLE_FAMILY: 30} and after.money_k[0] == 30 and hand(after, 0) == set()


def test_S22_every_designer_of_the_deck_costs_30000():
    assert set(WAGE_K.values()) == {30} and len(WAGE_K) == 11


def test_S23_income_first_then_wages():
    lower, upper = some([["role", "cards"], ["family", "cards"]])
    state = position(games=[(0, [lower, upper], 40)], staff=[(ROLE_FAMILY, 0, 60)], money_k=[20])
    after = all_ready(state)
    assert after.money_k == (0, 30, 30) and after.alive == 0b111 and after.phase is Phase.OFFERS


def test_S24_who_was_paid_may_be_fired_and_lies_on_the_market_at_his_wage():
    state = position(phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 0, 50)])
    after = do(state, f"0 fire {ROLE_FAMILY}")
    assert designer_of(after, NUMBER[ROLE_FAMILY]).employer == NOBODY
    assert about(after, 1, "claim") == {ROLE_FAMILY}
    assert employed(do(after, f"1 claim {ROLE_FAMILY}"), 1) == {ROLE_FAMILY: 50}


def test_S24_who_was_not_paid_may_not():
    state = do(position([[ROLE_FAMILY]], phase=Phase.OFFERS), f"0 hire {ROLE_FAMILY}")
    assert refused(state, f"0 fire {ROLE_FAMILY}") == ("not paid yet", "S-24")


def month_later(state):
    """The offers of the next month."""
    return all_ready(do(all_ready(state), f"chance trend {next_trend(state)}"))


def next_trend(state):
    return NAMES[members(state.bag)[0]]


def test_S24_the_firer_never_takes_him_back_at_the_same_wage():
    """Any other player: in these offers, and in those of a later month."""
    fired = do(position(phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 0, 50)]), f"0 fire {ROLE_FAMILY}")
    assert refused(fired, f"0 claim {ROLE_FAMILY}") == ("fired by this seat", "S-24")
    later = month_later(fired)
    assert later.phase is Phase.OFFERS and later.month == 2
    assert refused(later, f"0 claim {ROLE_FAMILY}") == ("fired by this seat", "S-24")
    assert about(later, 1, "claim") == {ROLE_FAMILY} and employed(do(later, f"1 claim {ROLE_FAMILY}"), 1)


def test_S24_who_was_fired_by_another_since_may_come_back():
    fired = do(
        position(phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 0, 50)], money_k=[30, 90, 30]), f"0 fire {ROLE_FAMILY}"
    )
    again = do(month_later(do(fired, f"1 claim {ROLE_FAMILY}")), f"1 fire {ROLE_FAMILY}")
    assert about(again, 0, "claim") == {ROLE_FAMILY} and about(again, 1, "claim") == set()


def test_S24_nobody_bids_for_who_lies_on_the_market():
    fired = do(position(phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 0, 50)]), f"0 fire {ROLE_FAMILY}")
    assert about(fired, 0, "call") == about(fired, 1, "call") == set()
    assert refused(fired, f"0 call {ROLE_FAMILY}") == ("not employed there", "S-24")


def test_S24_the_firer_may_offer_more_than_who_employed_him_since():
    """`firer_bids = yes`: like any player (S-25); a call and a raise."""
    state = position(phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 0, 50)], money_k=[30, 30, 90])
    taken = do(state, f"0 fire {ROLE_FAMILY}", f"1 claim {ROLE_FAMILY}")
    assert about(taken, 0, "call") == {ROLE_FAMILY}
    auction = do(taken, f"2 call {ROLE_FAMILY}")
    assert rules.to_act(auction) == (0, 1)
    back = do(auction, "0 raise", "1 pass", "2 pass")
    assert employed(back, 0) == {ROLE_FAMILY: 70}
    assert refused(back, f"0 fire {ROLE_FAMILY}") == ("changed hands in these offers", "S-24b")


def test_S24_by_option_the_firer_does_not_bid_in_the_month_of_the_firing():
    """`firer_bids = no`"""
    state = position(phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 0, 50)], money_k=[30, 30, 90], firer_bids="no")
    taken = do(state, f"0 fire {ROLE_FAMILY}", f"1 claim {ROLE_FAMILY}")
    assert refused(taken, f"0 call {ROLE_FAMILY}") == ("fired by this seat", "S-24")
    assert about(taken, 0, "call") == set() and about(taken, 2, "call") == {ROLE_FAMILY}
    view = rules.view(taken, 0).staff[0]
    assert (view.fired_by, view.barred, view.moved) == (0, 0, True)
    auction = do(taken, f"2 call {ROLE_FAMILY}")
    assert rules.to_act(auction) == (1,) and refused(auction, "0 raise") == ("fired by this seat", "S-24")
    assert rules.to_act(do(auction, "1 raise")) == (2,)
    later = month_later(do(auction, "1 pass"))
    assert employed(later, 2) == {ROLE_FAMILY: 60} and may(later, f"0 call {ROLE_FAMILY}")
    assert rules.view(later, 0).staff[0].barred == NOBODY and not rules.view(later, 0).staff[0].moved


@pytest.mark.parametrize("firer_bids", ["yes", "no"])
@pytest.mark.parametrize("unpaid", ["safe", "poachable"])
def test_S24_S26_whom_a_seat_may_fire_employ_or_outbid(unpaid, firer_bids):
    """Every standing of a designer, against the sheet's sentences; what a view says of it is the same."""
    offers = position(phase=Phase.OFFERS, month=2, staff=[(ROLE_FAMILY, 0, 40)], unpaid=unpaid, firer_bids=firer_bids)
    standings = product((NOBODY, 0, 1), (True, False), (1, 2), (NOBODY, 0, 1, 2), (1, 2))
    for employer, paid, moved_in, firer, fired_in in standings:
        (one,) = offers.staff
        one = one._replace(employer=employer, paid=paid, moved_in=moved_in, fired_by=firer, fired_in=fired_in)
        state = offers._replace(staff=(one,))
        seen = rules.view(state, PUBLIC)
        for seat in range(3):
            barred = firer_bids == "no" and (firer, fired_in) == (seat, 2)
            others = employer not in (NOBODY, seat) and (paid or unpaid == "poachable") and not barred
            expected = {"fire": employer == seat and paid and moved_in != 2,
                        "claim": employer == NOBODY and firer != seat, "call": others}  # fmt: skip
            assert {kind: bool(about(state, seat, kind)) for kind in expected} == expected
            by_view = may_claim(seen, seat, seen.staff[0]), may_poach(seen, seat, seen.staff[0])
            assert by_view == (expected["claim"], expected["call"])


def test_S24b_who_changed_hands_in_these_offers_is_not_fired_again_in_them():
    """His wage of this month was paid, but two companies could fire and claim him for ever."""
    state = position(phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 0, 50)], money_k=[30, 90, 90])
    claimed = do(state, f"0 fire {ROLE_FAMILY}", f"1 claim {ROLE_FAMILY}")
    poached = do(state, f"1 call {ROLE_FAMILY}", "0 pass", "2 pass")
    for moved in (claimed, poached):
        assert refused(moved, f"1 fire {ROLE_FAMILY}") == ("changed hands in these offers", "S-24b")
        assert about(moved, 1, "fire") == set() and about(moved, 2, "call") == {ROLE_FAMILY}
        assert about(month_later(moved), 1, "fire") == {ROLE_FAMILY}


def test_S24b_who_stays_with_the_highest_bidder_has_not_changed_hands():
    state = position(phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 0, 50)])
    kept = do(state, f"1 call {ROLE_FAMILY}", "0 raise", "1 pass", "2 pass")
    assert employed(kept, 0) == {ROLE_FAMILY: 70} and may(kept, f"0 fire {ROLE_FAMILY}")


def test_S24_by_option_who_is_not_hired_leaves():
    for unhired, left in (("stays", [ROLE_FAMILY]), ("leaves", [])):
        state = position(phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 0, 50)], unhired=unhired)
        after = all_ready(do(state, f"0 fire {ROLE_FAMILY}"))
        assert [NAMES[each.card] for each in after.staff] == left
        assert bool(after.gone) is (unhired == "leaves")


def test_S24_by_option_who_is_employed_stays():
    staff = [(ROLE_FAMILY, 0, 50), (PUZZLE_CARDS, 1, 40)]
    state = position(phase=Phase.OFFERS, staff=staff, unhired="leaves")
    after = all_ready(do(state, f"0 fire {ROLE_FAMILY}"))
    assert [NAMES[each.card] for each in after.staff] == [PUZZLE_CARDS]


def test_S25_an_open_ascending_auction_by_steps_of_10000():
    state = do(position(phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 0, 30)]), f"1 call {ROLE_FAMILY}")
    assert (state.bid_k, rules.to_act(state)) == (40, (0, 2))
    state = do(state, "2 raise", "0 raise")  # the present employer may raise too
    assert (state.bid_k, state.bidder, rules.to_act(state)) == (60, 0, (1, 2))
    state = do(state, "1 pass", "2 raise", "0 pass")
    assert rules.to_act(state) == (1,)  # a higher bid asks again
    after = do(state, "1 pass")
    assert employed(after, 2) == {ROLE_FAMILY: 70} and employed(after, 0) == {}


def test_S25_nothing_is_left_of_an_auction_that_is_over():
    offers = position(phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 0, 30)])
    after = do(offers, f"1 call {ROLE_FAMILY}", "2 pass", "0 pass")
    assert (after.lot, after.bidder, after.bid_k, after.passed) == (offers.lot, offers.bidder, offers.bid_k, 0)


def test_S25_one_may_bid_more_than_one_owns():
    state = position(phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 0, 500)], money_k=[900, 10, 10])
    assert may(state, f"1 call {ROLE_FAMILY}")


def test_S25_but_no_more_than_all_coins():
    state = position(phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 0, MOST_K)])
    assert refused(state, f"1 call {ROLE_FAMILY}") == ("more than all coins", "S-25")
    last = do(position(phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 0, MOST_K - 10)]), f"1 call {ROLE_FAMILY}")
    assert refused(last, "2 raise") == ("more than all coins", "S-25")


def test_S25_the_new_wage_is_first_due_at_the_end_of_the_next_month():
    state = position(phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 0, 30)], money_k=[100, 100, 100])
    after = do(state, f"1 call {ROLE_FAMILY}", "0 pass", "2 pass")
    assert after.money_k == (100, 100, 100)
    paid = all_ready(do(all_ready(after), f"chance trend {TREND}"))
    assert paid.money_k == (100, 60, 100)


def test_S26_who_was_played_and_paid_this_month_may_be_poached():
    state = all_ready(do(position([[ROLE_FAMILY]]), f"0 hire {ROLE_FAMILY}"))
    assert state.phase is Phase.OFFERS and may(state, f"1 call {ROLE_FAMILY}") and may(state, f"0 fire {ROLE_FAMILY}")


def test_S26_who_was_played_in_the_offers_is_unpaid_and_neither_fired_nor_poached():
    """`unpaid = safe`: paid is one condition for both, and the first wage is due at the end of the next month."""
    state = do(position([[ROLE_FAMILY]], phase=Phase.OFFERS, money_k=[100, 30, 30]), f"0 hire {ROLE_FAMILY}")
    assert refused(state, f"0 fire {ROLE_FAMILY}") == ("not paid yet", "S-24")
    assert refused(state, f"1 call {ROLE_FAMILY}") == ("not paid yet", "S-26")
    assert about(state, 0, "fire") == about(state, 1, "call") == set() and state.money_k[0] == 100
    later = month_later(state)
    assert later.money_k[0] == 70 and may(later, f"0 fire {ROLE_FAMILY}") and may(later, f"1 call {ROLE_FAMILY}")


def test_S26_so_is_who_was_played_in_an_auction():
    state = position([[PUZZLE_CARDS]], phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 1, 30)])
    over = do(state, f"2 call {ROLE_FAMILY}", f"0 hire {PUZZLE_CARDS}", "0 pass", "1 pass")
    assert about(over, 1, "call") == {ROLE_FAMILY} and refused(over, f"1 call {PUZZLE_CARDS}") == (
        "not paid yet",
        "S-26",
    )


def test_S26_by_option_the_unpaid_may_be_outbid_at_once_but_not_fired():
    """`unpaid = poachable`"""
    state = do(position([[ROLE_FAMILY]], phase=Phase.OFFERS, unpaid="poachable"), f"0 hire {ROLE_FAMILY}")
    assert may(state, f"1 call {ROLE_FAMILY}") and refused(state, f"0 fire {ROLE_FAMILY}") == ("not paid yet", "S-24")


def test_S26_the_first_press_takes_a_fired_one_and_others_may_outbid():
    state = do(position(phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 0, 50)]), f"0 fire {ROLE_FAMILY}")
    taken = do(state, f"2 claim {ROLE_FAMILY}")
    assert refused(taken, f"1 claim {ROLE_FAMILY}") == ("not employed there", "S-24")
    assert may(taken, f"1 call {ROLE_FAMILY}")


def test_S26_who_lay_on_the_market_for_a_month_may_be_outbid_too():
    """He was paid once, though not by who employs him now."""
    state = month_later(do(position(phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 0, 50)]), f"0 fire {ROLE_FAMILY}"))
    assert may(do(state, f"2 claim {ROLE_FAMILY}"), f"1 call {ROLE_FAMILY}")


def test_S27_the_offers_end_when_all_are_ready():
    state = position(phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 0, 50)])
    state = do(state, "1 ready", "2 ready")
    assert state.phase is Phase.OFFERS
    asked = do(state, f"0 fire {ROLE_FAMILY}")
    assert rules.to_act(asked) == (0, 1, 2)  # there is something new to answer
    assert do(state, "0 ready").phase is Phase.TREND


def test_S27_none_after_month_12():
    after = all_ready(position(month=12, games=[(0, ["The 1", "Game 1"], 10)]))
    assert after.phase is Phase.AWARD


def test_S27_who_was_ready_is_asked_again_after_an_auction():
    """Whether the designer changed hands or stayed; the highest bidder's own word stands."""
    state = do(position(phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 0, 30)]), "2 ready", f"1 call {ROLE_FAMILY}")
    assert rules.to_act(do(state, "0 pass", "2 pass")) == (0, 1, 2)
    assert rules.to_act(do(state, "0 raise", "1 pass", "2 pass")) == (0, 1, 2)
    back = do(position(phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 0, 30)]), "2 ready", f"1 call {ROLE_FAMILY}", "2 raise")
    assert rules.to_act(do(back, "0 pass", "1 pass")) == (0, 1)


def test_S28_one_auction_at_a_time():
    staff = [(ROLE_FAMILY, 0, 30), (PUZZLE_CARDS, 0, 30)]
    state = do(position(phase=Phase.OFFERS, staff=staff), f"1 call {ROLE_FAMILY}")
    assert refused(state, f"2 call {PUZZLE_CARDS}")[0] == "not now"
    after = do(state, "0 pass", "2 pass")
    assert after.phase is Phase.OFFERS and employed(after, 1) == {ROLE_FAMILY: 40}
    second = do(after, f"2 call {PUZZLE_CARDS}", "1 raise", "0 pass", "2 pass")
    assert employed(second, 1) == {ROLE_FAMILY: 40, PUZZLE_CARDS: 50} and employed(second, 0) == {}


# -- money, trade, ruin


TRADERS = position(
    [["Goat", "Moon"], ["Teapot", ROLE_FAMILY]],
    games=[(0, ["The 1", "Game 1"], 20), (1, ["The 2", "Game 2", "Quest 1"], 30)],
    money_k=[100, 50, 30],
)


def test_S29_ideas_contracts_money_and_games_are_traded():
    state = do(TRADERS, "0 trade 1", "0 give Goat", "0 pay 50", "0 game 0", "0 hand")
    assert rules.to_act(state) == (1,)
    state = do(state, f"1 give {ROLE_FAMILY}", "1 game 1", "1 pay 10", "1 hand")
    assert (hand(state, 0), state.money_k) == ({"Goat", "Moon"}, (100, 50, 30))  # nothing has moved yet
    after = do(state, "0 accept")
    assert hand(after, 0) == {"Moon", ROLE_FAMILY} and hand(after, 1) == {"Goat", "Teapot"}
    assert after.money_k == (60, 90, 30)
    assert (owned(after, 0), owned(after, 1)) == ([30], [20])
    assert after.phase is Phase.MONTH


@pytest.mark.parametrize("put_in", ["give Goat", "pay 50", "game 0", "ask 20"])
def test_S29_a_card_a_game_or_money_alone_may_be_given_and_accepted(put_in):
    offered = do(TRADERS, "0 trade 1", f"0 {put_in}")
    assert "withdraw" in {each.kind for each in rules.legal(offered, 0)} and not may(offered, "0 accept")
    assert not rules.view(offered, 0).deal.may_accept and rules.view(do(offered, "0 hand"), 1).deal.may_accept
    after = do(offered, "0 hand", "1 accept")
    assert after.deal is None and after.phase is Phase.MONTH
    moved = [getattr(after, what) != getattr(TRADERS, what) for what in ("hands", "games", "money_k")]
    assert moved == [put_in == "give Goat", put_in == "game 0", put_in in ("pay 50", "ask 20")]


@pytest.mark.parametrize("put_in", ["give Teapot", "pay 10", "game 1"])
def test_S29_what_only_the_other_side_gives_is_accepted_too(put_in):
    asked = do(TRADERS, "0 trade 1", "0 hand", f"1 {put_in}", "1 hand")
    assert do(asked, "0 accept").deal is None


def test_S29_who_was_ready_is_asked_again_after_a_trade():
    state = do(TRADERS, "1 ready", "2 ready", "0 trade 1", "0 give Goat", "0 hand")
    assert rules.to_act(do(state, "1 accept")) == (0, 1)
    assert rules.to_act(do(state, "1 pass")) == (0,)


def test_S29_the_other_may_refuse_and_nothing_moves():
    after = do(TRADERS, "0 trade 1", "0 give Goat", "0 hand", "1 pass")
    assert (after.hands, after.money_k, after.games) == (TRADERS.hands, TRADERS.money_k, TRADERS.games)
    assert after.phase is Phase.MONTH and after.deal is None


def test_S29_what_was_put_in_may_be_withdrawn():
    state = do(TRADERS, "0 trade 1", "0 give Goat", "0 pay 10", "0 withdraw")
    assert state.deal.cards == (0, 0) and state.deal.money_k == (0, 0)
    asked = do(state, "0 hand")
    assert refused(asked, "1 accept") == ("nothing to trade", "S-29")


@pytest.mark.parametrize("phase", [Phase.SEAL, Phase.MONTH, Phase.OFFERS, Phase.LAST_CALL, Phase.AWARD])
def test_S29_at_any_time(phase):
    state = do(TRADERS._replace(phase=phase), "0 trade 1", "0 pay 10", "0 hand", "1 accept")
    assert state.phase is phase and state.money_k == (90, 60, 30)


def test_S29_nobody_gives_what_he_has_not():
    state = do(TRADERS, "0 trade 1")
    assert refused(state, "0 give Teapot") == ("card not in this hand", "S-29")
    assert refused(state, "0 game 1") == ("game of another", "S-29")
    assert refused(do(state, "0 pay 100"), "0 pay 10") == ("more than one has", "S-29")


def test_S29_each_side_of_a_trade_is_seen_as_its_own():
    deal = rules.view(do(TRADERS, "0 trade 1", "0 give Goat", "0 pay 20"), PUBLIC).deal
    assert (deal.cards, deal.games, deal.money_k) == ((("Goat",), ()), ((), ()), (20, 0))


def test_S30_a_card_that_comes_was_not_put_away_by_the_ruined():
    state = position([["Goat"]])
    card = min(members(state.bag))
    lost = state._replace(bag=state.bag ^ 1 << card, away=1 << card)
    after = rules.believed(lost, Action(CHANCE, "draw", (card,)))
    assert (after.away, after.buried, after.bag) == (0, 1, state.bag)


def test_S29_any_sum_one_has_is_paid():
    state = do(TRADERS, "0 trade 1")
    assert about(state, 0, "pay") == {str(10 * tens) for tens in range(1, 11)}
    assert do(state, "0 pay 20", "0 pay 70").deal.money_k == (90, 0)
    for odd in (-10, 0, 7, 15):
        assert rules.refuse(state, Action(0, "pay", (odd,))).reason == "unknown"


def test_S29_no_more_than_all_coins_at_once():
    state = do(position(money_k=[5000, 10, 10]), "0 trade 1")
    message = rules.refuse(state, action("0 pay 2650")).message
    assert message.fill == (("most", euros(2640)),) and may(state, "0 pay 2640")


def test_S29_money_may_be_asked_for_and_the_other_agrees_or_not():
    state = do(TRADERS, "0 trade 1", "0 give Goat", "0 ask 10", "0 ask 20")
    assert about(state, 0, "ask") == {"10", "20"}  # no more than there is
    assert rules.view(state, 2).deal.money_k == (0, 30) and state.money_k == TRADERS.money_k
    asked = do(state, "0 hand")
    after = do(asked, "1 accept")
    assert (after.money_k, hand(after, 1) - hand(TRADERS, 1)) == ((130, 20, 30), {"Goat"})
    less = do(asked, "1 withdraw", "1 pay 20", "1 hand", "0 accept")
    assert less.money_k == (120, 30, 30)
    assert do(asked, "1 pass").money_k == TRADERS.money_k


def test_S29_what_was_asked_for_may_be_withdrawn():
    state = do(TRADERS, "0 trade 1", "0 ask 30", "0 withdraw")
    assert not may(state, "0 withdraw") and do(state, "0 hand").deal.money_k == (0, 0)


def test_S29_nobody_asks_for_money_that_is_hidden():
    state = do(position(money="hidden"), "0 trade 1")
    assert about(state, 0, "ask") == set() and refused(state, "0 ask 10") == ("not now", "S-32")
    asked = do(TRADERS, "0 trade 1")
    assert refused(asked, "0 ask 60") == ("more than one has", "S-29")
    assert rules.refuse(asked, action("0 ask 60")).message.fill == (("seat", 1),), "the other has not so much"
    assert refused(do(TRADERS, "0 trade 1"), "0 ask 5") == ("unknown", "S-29")


def test_S29_employed_designers_and_company_cards_are_not_traded():
    state = position(phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 0, 30)])
    trading = do(state, "0 trade 1")
    assert refused(trading, f"0 give {ROLE_FAMILY}") == ("card not in this hand", "S-29")
    assert refused(trading, f"0 give {NAMES[state.companies[0]]}") == ("card not in this hand", "S-29")
    of_another = do(position(phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 1, 30)]), "0 trade 1")
    own, others = (rules.refuse(each, action(f"0 give {ROLE_FAMILY}")).message for each in (trading, of_another))
    assert own == say("You can't trade a designer who works for you.") != others


def test_S29_by_option_there_are_no_trades():
    assert refused(position(trades="off"), "0 trade 1") == ("no trades", "S-29")


def test_S29_by_option_none_in_the_ceremony():
    games = [(0, ["The 1", "Game 1"], 10), (1, ["The 2", "Game 2"], 10)]
    assert all_ready(position(month=12, games=games, ceremony_trades="no")).phase is Phase.CARD
    open_one = all_ready(position(month=12, games=games))
    assert open_one.phase is Phase.AWARD and may(open_one, "0 trade 1")
    assert all_ready(open_one).phase is Phase.CARD


def test_S30_who_must_pay_more_than_he_has_loses_all():
    state = position(
        [["Goat"]], games=[(0, ["The 1", "Game 1"], 20)], staff=[(ROLE_FAMILY, 0, 60), (PUZZLE_CARDS, 1, 30)]
    )
    after = all_ready(state)
    assert after.alive == 0b110 and after.money_k == (0, 0, 30)
    assert (hand(after, 0), games_of(after, 0), employed(after, 0)) == (set(), (), {})
    assert {"The 1", "Game 1", ROLE_FAMILY} <= set(rules.view(after, PUBLIC).gone)
    assert employed(after, 1) == {PUZZLE_CARDS: 30}
    assert refused(after, "0 ready") == ("ruined", "S-30")


def test_S30_a_hand_goes_unseen_but_for_what_all_know_of_it():
    ruined = {
        card: all_ready(
            do(position([["Goat", card]], staff=[(ROLE_FAMILY, 0, 60)]), "0 tap Goat", "0 take Goat")._replace(month=2)
        )
        for card in ("Moon", "Teapot")
    }
    moon, teapot = ruined.values()
    assert rules.view(moon, PUBLIC) == rules.view(teapot, PUBLIC) and "Goat" in rules.view(moon, PUBLIC).gone
    assert "Moon" in DECK.names_of(moon.away) and not moon.bag & moon.away
    imagined = {rules.determinize(moon, 1, Random(seed)).away for seed in range(9)}
    assert len(imagined) > 1 and all(away.bit_count() == 1 for away in imagined)


def test_S30_a_hand_that_is_not_read_goes_unseen():
    state = position(hidden_count={0: 4}, staff=[(ROLE_FAMILY, 0, 60)], knowledge="trust")
    after = all_ready(state)
    assert (after.hidden_count[0], after.buried) == (0, 4) and deck_size(after) == deck_size(state)


def test_S30_all_coins_go_back_to_the_bank():
    games = [(0, ["The 1", "Game 1"], 20)]
    state = position(games=games, staff=[(ROLE_FAMILY, 0, 60)], bank="limited")
    after = all_ready(state)
    assert bank.coins_k(after.till) == 2640 - 60 and after.purses[0] == (0, 0, 0, 0)


def test_S30_by_option_one_trade_step_before():
    state = position(staff=[(ROLE_FAMILY, 0, 60)], last_call="yes")
    asked = all_ready(state)
    assert asked.phase is Phase.LAST_CALL and rules.to_act(asked) == (0, 1, 2)
    saved = do(asked, "1 trade 0", *["1 pay 10"] * 3, "1 hand", "0 accept")
    after = all_ready(saved)
    assert after.alive == 0b111 and after.money_k == (0, 0, 30) and after.phase is Phase.OFFERS
    assert all_ready(asked).alive == 0b110
    assert all_ready(position(last_call="yes")).phase is Phase.OFFERS  # nobody is short


def test_S30_a_last_call_without_trades_is_none():
    state = position(staff=[(ROLE_FAMILY, 0, 60)], last_call="yes", trades="off")
    after = all_ready(state)
    assert after.phase is Phase.OFFERS and after.alive == 0b110


def test_S31_the_last_one_wins_at_once():
    after = all_ready(position(seats=2, staff=[(ROLE_FAMILY, 0, 60)]))
    outcome = rules.outcome(after)
    assert (outcome.reason, outcome.winners) == ("all others are ruined", (1,)) and rules.to_act(after) == ()
    assert outcome.decided is None, "the end says all"


def test_S31_all_ruined_at_once_nobody_wins():
    after = all_ready(position(seats=2, staff=[(ROLE_FAMILY, 0, 60), (PUZZLE_CARDS, 1, 60)]))
    assert (rules.outcome(after).reason, rules.outcome(after).winners) == ("all are ruined", ())


def test_S32_money_is_open_or_by_option_hidden():
    assert rules.view(position(money_k=[50]), PUBLIC).money_k == (50, 30, 30)
    hidden = position(money_k=[50], money="hidden")
    assert rules.view(hidden, PUBLIC).money_k == (-1, -1, -1) and rules.view(hidden, 0).money_k == (50, -1, -1)
    over = hidden._replace(phase=Phase.OVER)
    assert rules.view(over, PUBLIC).money_k == over.money_k, "in the end all show it"


# -- the ceremony


COMBAT = some([["combat", "role"], ["combat", "combat"]])
PUZZLE = some([["puzzle", "role"], ["puzzle", "puzzle"]])
FAMILY = some([["family", "role"], ["family", "family"]])


def month_card(*pair):
    """A card with these symbols that is part of none of the games here."""
    return ideas_of(*pair, but=[*COMBAT, *PUZZLE, *FAMILY])[0]


def test_S33_games_without_a_symbol_of_the_card_are_out_and_the_most_valuable_wins():
    games = [(0, COMBAT, 50), (1, PUZZLE, 40), (2, FAMILY, 30)]
    after = ceremony(games, [month_card("puzzle", "family")])
    assert rules.outcome(after).winners == (1,) and rules.outcome(after).reason == "the ceremony"


def test_S33_a_hidden_symbol_does_not_count():
    hidden = some([["puzzle", "family"], ["puzzle", "role"]])  # family is under the second card
    card = ideas_of("family", "cards", but=[*hidden, *FAMILY])[0]
    after = ceremony([(0, hidden, 50), (1, FAMILY, 30)], [card])
    assert rules.outcome(after).winners == (1,)


def test_S33_no_month_card_is_drawn_twice():
    cards = [month_card("cards", "resource"), month_card("combat", "family"), month_card("puzzle", "family")]
    before = position(month=12, games=[(0, COMBAT, 50), (1, PUZZLE, 40)], trades="off")
    state = all_ready(before._replace(months=tuple(NUMBER[card] for card in cards)))
    after = do(state, f"chance award {cards[0]}")  # fits nobody
    assert {NAMES[action.args[0]] for action, _ in rules.chance(after)} == set(cards[1:])


def test_S33_the_twelve_month_cards_are_drawn_again():
    state = all_ready(position(month=12, games=[(0, COMBAT, 50), (1, PUZZLE, 40)], trades="off"))
    assert {action.args[0] for action, _ in rules.chance(state)} == set(state.months)
    assert all(action.seat == CHANCE for action, _ in rules.chance(state))


def test_S34_tied_games_go_on_with_a_new_card():
    games = [(0, COMBAT, 50), (1, PUZZLE, 40), (2, FAMILY, 40)]
    tied = ceremony(games, [month_card("puzzle", "family")] * 1 + [month_card("cards", "family")])
    assert rules.outcome(tied).winners == (2,) and len(tied.drawn) == 2


def test_S35_a_card_that_fits_nobody_is_ignored():
    after = ceremony(
        [(0, COMBAT, 30), (1, PUZZLE, 40)], [month_card("family", "cards"), month_card("combat", "family")]
    )
    assert rules.outcome(after).winners == (0,) and len(after.drawn) == 2


def same_symbols():
    """Two games that show the same set of symbols, one of them more often."""
    return some([["puzzle", "cards"], ["puzzle", "role"]]), ideas_of("role", "puzzle")[:2]


def test_S36_the_same_set_of_symbols_is_a_stalemate_and_money_decides():
    one, other = same_symbols()
    games = [(0, one, 40), (1, other, 40)]
    cards = [month_card("role", "family"), month_card("puzzle", "combat")]
    after = ceremony(games, cards, money_k=(310, 330, 900))
    assert (rules.outcome(after).winners, rules.outcome(after).reason) == ((1,), "a stalemate in the ceremony")
    assert len(after.drawn) == 1


def test_S36_equal_money_is_shared_and_one_owner_wins():
    one, other = same_symbols()
    cards = [month_card("role", "family"), month_card("puzzle", "combat")]
    shared = ceremony([(0, one, 40), (1, other, 40)], cards, money_k=(300, 300, 900))
    assert shared.money_k[0] == shared.money_k[1] and rules.outcome(shared).winners == (0, 1)
    both = ceremony([(2, one, 40), (2, other, 40)], cards)
    assert rules.outcome(both).winners == (2,)


@pytest.mark.parametrize(("stalemate", "winner"), [("owners", 1), ("all", 2)])
def test_S36_only_owners_of_these_games_compare_their_money_unless_agreed_otherwise(stalemate, winner):
    one, other = same_symbols()
    cards = [month_card("role", "family"), month_card("puzzle", "combat")]
    after = ceremony([(0, one, 40), (1, other, 40)], cards, money_k=(310, 330, 900), stalemate=stalemate)
    assert rules.outcome(after).winners == (winner,)
    used_up = [(0, COMBAT, 40), (1, [*PUZZLE, *ideas_of("combat", "combat", but=COMBAT)], 40)]
    after = ceremony(used_up, [month_card("combat", "cards")], money_k=(10, 20, 900), stalemate=stalemate)
    assert rules.outcome(after).winners == (winner,)


@pytest.mark.parametrize(
    ("stalemate", "words"),
    [
        ("owners", "Most money wins: Ben has €370k, €20k more than the next."),
        ("all", "Most money wins: Cid has €900k, €530k more than the next."),
    ],
)
def test_S36_the_end_compares_the_money_of_those_who_were_compared(stalemate, words):
    one, other = same_symbols()
    cards = [month_card("role", "family"), month_card("puzzle", "combat")]
    after = ceremony([(0, one, 40), (1, other, 40)], cards, money_k=(310, 330, 900), stalemate=stalemate)
    assert SPEAK.text(rules.outcome(after).decided) == f"The last games are tied. {words}"


def test_S36_who_is_ruined_wins_no_stalemate():
    one, other = same_symbols()
    games, cards = [(0, one, 0), (1, other, 0)], [month_card("role", "family"), month_card("puzzle", "combat")]
    owing = {"staff": [(ROLE_FAMILY, 2, 900)], "seats": 3}
    before = position(month=12, games=games, money_k=(0, 0, 800), trades="off", stalemate="all", **owing)
    state = all_ready(before._replace(months=tuple(NUMBER[card] for card in cards)))
    assert rules.outcome(do(state, f"chance award {cards[0]}")).winners == (0, 1)


def test_S36_the_cards_used_up_is_one_too():
    games = [(0, COMBAT, 40), (1, [*PUZZLE, *ideas_of("combat", "combat", but=COMBAT)], 40)]
    after = ceremony(games, [month_card("combat", "cards")], money_k=(10, 20, 900))
    assert (rules.outcome(after).winners, rules.outcome(after).reason) == ((1,), "a stalemate in the ceremony")


def test_S36_no_card_fits_any_game_the_most_valuable_contend():
    games = [(0, COMBAT, 40), (1, PUZZLE, 50), (2, FAMILY, 50)]
    after = ceremony(games, [month_card("cards", "cards")], money_k=(900, 10, 20))
    assert rules.outcome(after).winners == (2,)


def test_S37_no_game_at_all_most_money_wins():
    after = all_ready(position(month=12, money_k=[30, 50, 50]))
    assert (rules.outcome(after).winners, rules.outcome(after).reason) == ((1, 2), "no game was published")


def test_S37_the_end_says_that_there_was_no_game_and_how_much_money_the_richest_has():
    after = all_ready(position(month=12, money_k=[30, 50, 20]))
    assert SPEAK.text(rules.outcome(after).decided) == (
        "No game was published. Most money wins: Ben has €50k, €20k more than the next."
    )
    award = ceremony([(0, COMBAT, 40)], [month_card("combat", "cards")])
    assert SPEAK.text(rules.outcome(award).decided).startswith("Ann's game ")


def test_S37_who_is_ruined_does_not_share():
    after = all_ready(position(month=12, money_k=[30, 0, 0], staff=[(ROLE_FAMILY, 0, 60)]))
    assert (after.money_k, rules.outcome(after).winners) == ((0, 0, 0), (1, 2))


def test_titles_repeat_so_that_names_can_clash():
    assert max(Counter(TITLES).values()) > 1


def test_a_match_is_not_held_up_by_taking_back():
    state = position([["Goat"]])
    for _ in range(20):
        state = do(state, "0 tap Goat", "0 take Goat")
    state = do(state, "0 tap Goat")
    assert refused(state, "0 take Goat") == ("taken back too often", "S-12")
    after = do(state, "0 ready")
    assert hand(after, 0) == {"Goat"} and after.trays[0] == ()


# -- hands that are not read


def test_S06_what_a_hand_that_is_not_read_may_show_tells_nothing_of_other_hands():
    """The cards in Ben's hand, or others: whatever Ann tries is judged alike."""
    read, other = (position([[], ["Goat", "Moon"], [ROLE_FAMILY]], hidden_count={0: 3}), position(hidden_count={0: 3}))
    assert rules.legal(read, 0) == rules.legal(other, 0)
    assert {"Goat", "Moon"} < about(read, 0, "tap") and ROLE_FAMILY in about(read, 0, "hire")
    trading = (do(state, "0 trade 1") for state in (read, other))
    assert len({rules.legal(state, 0) for state in trading}) == 1


def test_S06_but_no_card_that_all_see_elsewhere():
    hands, games, staff = [[], ["Goat", "Moon", "Star 1"]], [(1, [QUEST, THE], 10)], [(ROLE_FAMILY, 1, 30)]
    state = position(hands, games=games, staff=staff, hidden_count={0: 3})
    state = do(state, "1 tap Goat", "1 tap Moon", "1 take Moon")._replace(gone=1 << NUMBER["Teapot"])
    seen = {"Goat", "Moon", "Teapot", QUEST, THE, *(NAMES[card] for card in (*state.companies, *state.months))}
    assert about(state, 0, "tap") == set(NAMES[:IDEAS]) - seen
    assert about(state, 0, "hire") == set(NAMES[IDEAS:]) - {ROLE_FAMILY}


@pytest.mark.parametrize("where", ["a hand", "the bag", "the cards of the ruined"])
def test_S06_a_card_that_is_shown_is_there_wherever_the_table_had_read_it(where):
    state = position([[], ["Goat", "Moon"] if where == "a hand" else ["Moon"]], hidden_count={0: 3})
    if where == "the cards of the ruined":
        state = state._replace(bag=state.bag ^ 1 << NUMBER["Goat"], away=1 << NUMBER["Goat"])
    after = do(state, "0 tap Goat")
    assert after.trays[0] == (NUMBER["Goat"],) and hand(after, 1) == {"Moon"} and not after.away
    assert after.hidden_count == (2, int(where == "a hand"), 0) and after.buried == (where == "the cards of the ruined")
    assert deck_size(after) == deck_size(state) and not after.bag >> NUMBER["Goat"] & 1
    assert sum(after.bag >> card & 1 for card in range(len(NAMES))) == state.bag.bit_count() - (where == "the bag")


def test_S06_a_hand_that_is_read_shows_only_what_was_read_in_it_whatever_others_show():
    """Nobody could do it for a bot, which does not know its own card that the table has lost."""
    robbed = do(position([[], ["Goat", "Moon", "Star 1"]], hidden_count={0: 3}), "0 tap Goat")
    assert about(robbed, 1, "tap") == {"Moon", "Star 1"} and not about(robbed, 1, "hire")
    assert SURFACE.private(rules.view(robbed, 1))[1] == say("cards in your hand the table doesn't know: {n}", n=1)
    assert len(SURFACE.private(rules.view(do(robbed, "1 tap Moon"), 1))) == 4, "and the money, and what is tapped"
    assert len(SURFACE.private(rules.view(position([["Goat"]]), 0))) == 2


def month_pointed(month=1, **options):
    hand = some([["role", "cards"], ["role", "puzzle"], ["family", "role"], ["family", "puzzle"]])
    before = position([hand], month=month, **options)
    return published(published(before, 0, *hand[:2]), 0, *hand[2:])


def test_S38_a_month_in_which_one_publishes_is_a_point_by_our_house_rule_only():
    assert month_pointed(month_points="yes").month_points == (1, 0, 0)  # for two games of one month
    assert month_pointed(11, month_points="yes").month_points == (1, 0, 0)
    assert month_pointed(12, month_points="yes").month_points == month_pointed().month_points == (0, 0, 0)


def awarded(points, **options):
    state = ceremony([(0, COMBAT, 50), (1, PUZZLE, 40)], [], **options)._replace(month_points=points)
    card = ideas_of("combat", "puzzle", but=[*COMBAT, *PUZZLE])[0]
    return rules.outcome(do(state._replace(months=(NUMBER[card],), drawn=()), f"chance award {card}"))


def test_S38_each_point_counts_10k_for_each_game_of_its_owner_in_the_ceremony():
    assert awarded((0, 0, 0)).winners == (0,) and awarded((0, 2, 0)).winners == (1,)
    assert awarded((2, 2, 0)).winners == (0,)
    one, two = (awarded((points, 3, 0)).ledger[-1] for points in (0, 3))
    assert one.seats == (1,) and one.amount == 30 and one.rule == "S-38" and two == one
    assert len(awarded((0, 0, 0)).ledger) == 2
