"""The values of Spiel des Jahres: the rules' terms, the bots' quick sum and a brute force of its own agree."""

from random import Random

import pytest
from glowtable.games.spiel_des_jahres.cards import CONTRACTS, IDEAS, NAMES, PAIRS, SYMBOLS
from glowtable.games.spiel_des_jahres.estimate import best_stack, ideas_of, sources_of
from glowtable.games.spiel_des_jahres.rules import view
from glowtable.games.spiel_des_jahres.worth import quick_k, sum_k, value_terms, visible_symbols

from tests.games import spiel_oracle
from tests.games.spiel_positions import do, pair_of, position
from tests.support.campaign import IN_CAMPAIGN

DRAWS = 10_000 if IN_CAMPAIGN else 1_000
HAND = 3  # ideas a draw: every order of every two or three of them


def words(pair):
    return tuple(SYMBOLS[symbol] for symbol in pair)


def draw(rng):
    """Ideas, company and month as drawn from one deck, and up to two designers."""
    *ideas, company, month = rng.sample(range(len(NAMES)), HAND + 2)
    ideas = [card if card < IDEAS else rng.randrange(IDEAS) for card in ideas]
    return ideas, company, month, rng.sample(CONTRACTS, rng.randrange(3))


def three_values(cards, company, month, designers):
    symbols = visible_symbols([PAIRS[card] for card in cards])
    sources = [symbol for card in (company, month, *designers) for symbol in PAIRS[card]]
    terms = value_terms(symbols, PAIRS[company], PAIRS[month], [(NAMES[card], PAIRS[card]) for card in designers])
    by_words = [words(PAIRS[card]) for card in cards]
    others = [words(PAIRS[card]) for card in (company, month)], [words(PAIRS[card]) for card in designers]
    return sum_k(terms), quick_k(symbols, sources), spiel_oracle.value_k(by_words, *others[0], others[1])


@pytest.mark.campaign
def test_all_values_of_many_draws_equal_a_brute_force():
    rng, compared, seen = Random(5), 0, set()
    for _ in range(DRAWS):
        ideas, company, month, designers = draw(rng)
        for cards in spiel_oracle.every_order(ideas):
            by_terms, quick, by_force = three_values(cards, company, month, designers)
            assert by_terms == quick == by_force, (cards, company, month, designers)
            compared += 1
            if not designers:
                seen.add((len(cards), by_force))
    assert compared == DRAWS * (HAND * (HAND - 1) + HAND * (HAND - 1) * (HAND - 2))
    two, three = ({value for count, value in seen if count == n} for n in (2, 3))
    assert min(two) == -20 and min(three) == -30 and max(two) <= 40 and max(three) <= 50  # S-19


def test_a_wrong_oracle_would_be_noticed(monkeypatch):
    """The control: a brute force that counts pairs within triplets differs soon."""
    monkeypatch.setattr(spiel_oracle, "value_k", lambda ideas, *_: 0)
    ideas, company, month, designers = draw(Random(5))
    assert any(
        len(set(three_values(cards, company, month, designers))) > 1 for cards in spiel_oracle.every_order(ideas)
    )


@pytest.mark.parametrize("seed", range(20))
def test_the_publisher_finds_the_best_stack_of_its_hand(seed):
    rng = Random(seed)
    hand = rng.sample(NAMES[:IDEAS], 6)
    state = position([hand])
    mine = view(state, 0)
    found = best_stack(mine, ideas_of(mine))
    company, month = (words(PAIRS[card[0]]) for card in (state.companies, state.months))
    values = [
        spiel_oracle.value_k([pair_of(name) for name in names], company, month, [])
        for names in spiel_oracle.every_order(hand)
    ]
    assert found and found.value_k == max(values)
    assert do(state, *(f"0 tap {NAMES[card]}" for card in found.cards), "0 publish").games[0].value_k == max(
        0, max(values)
    )
    assert len(sources_of(mine, 0)) == 4
