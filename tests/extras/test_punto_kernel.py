"""The compiled kernel of Punto is the contract: whole matches by the rules, each round of them by both."""

import hashlib
import platform
import sys
from random import Random

import glowtable as gt
import pytest
from glowtable.game import CHANCE, Action, full_options
from glowtable.games.punto import kernel, kernel_bot
from glowtable.messages import UserError

from tests.docs.pages import block_with
from tests.support.campaign import share

pytestmark = pytest.mark.extras
PUNTO = gt.find("punto")
MATCHES = 10_000
WORD = (1 << 64) - 1
SEARCHED = "146beae0bd0a9505"  # as Numba compiled the same search before: what a level plays does not change unnoticed


class Stream:
    """SplitMix64, as the kernel draws."""

    def __init__(self, seed):
        self.state = seed

    def draw(self, n):
        self.state = (self.state + 0x9E3779B97F4A7C15) & WORD
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
        return ((z ^ z >> 31) >> 32) * n >> 32

    def take(self, cards):
        """One of these cards, in whose place the last one comes."""
        at = self.draw(len(cards))
        card, cards[at] = cards[at], cards[-1]
        cards.pop()
        return card


def dealt(view, stream):
    """The cards of each stack, as the kernel deals them."""
    stacks = [list(cards) for cards in view.sure]
    for bag, held in view.mixed:
        rest = list(bag)
        for seat, count in enumerate(held):
            stacks[seat] += [stream.take(rest) for _ in range(count)]
    return stacks


def some_terms(rng):
    """Any number of seats, any options that end."""
    seats = rng.choice(PUNTO.seats)
    chosen = {option.name: rng.choice(option.choices) for option in PUNTO.options}
    chosen |= {"first_player": "random", "max_rounds": rng.randint(1, 4), "rounds_to_win": rng.randint(1, 2)}
    return seats, full_options(PUNTO, {**chosen, "teams": chosen["teams"] if seats == 4 else "no"})


def equal_rounds(number):
    """Play a match by the rules with the kernel's random numbers; each round of it is the kernel's. How many it had."""
    rng, rules, rounds = Random(number), PUNTO.rules, 0
    state = rules.setup(*some_terms(rng))
    while rules.to_act(state):
        if state.phase == "turn":
            rounds += 1
            state = equal_round(state, rng.getrandbits(60))
        elif rules.to_act(state) == (CHANCE,):
            state = rules.apply(state, rng.choice(rules.chance(state))[0])
        else:
            state = rules.apply(state, rng.choice(rules.legal(state, state.seat)))
    return rounds


def equal_round(state, seed):
    """The state after a round by the rules; the kernel came to the same winner by as many cards."""
    rules, stream, before = PUNTO.rules, Stream(seed), len(state.rounds)
    view = rules.view(state, 0)
    now = kernel_bot.Round(view)
    wins, laid = now.play_rounds(1, seed)
    stacks, count = dealt(view, stream), 0
    while len(state.rounds) == before:
        card = stream.take(stacks[state.seat])
        state = rules.apply(state, Action(CHANCE, "turn", (PUNTO.deck.index(card),)))
        assert now.cells(card) == tuple(action.args[0] for action in rules.legal(state, state.seat)
                                           if action.kind == "place")  # fmt: skip
        if len(state.rounds) > before:
            break
        legal = rules.legal(state, state.seat)
        action = legal[stream.draw(len(legal))]
        wins_now = action.args[0] in now.winning_cells(card)
        state = rules.apply(state, action)
        now.lay_on(action.args[0], card)
        count += 1
        assert wins_now == (len(state.rounds) > before and state.rounds[-1].end == "line")
    done = state.rounds[-1]
    assert (wins.index(1), laid) == (done.winner % (len(view.sides) + 1), count)
    assert done.end == "line" or (now.winner_by_rows(), done.winner) in [(done.winner, done.winner), (None, -1)]
    return state


@pytest.mark.campaign
def test_every_round_of_the_kernel_is_the_contracts():
    matches = share(MATCHES)
    assert sum(equal_rounds(number) for number in range(matches)) >= matches


@pytest.mark.parametrize(("name", "wrong"), [("need", 3), ("first_cells", 1 << 9), ("shortest", 1)])
def test_a_kernel_with_other_rules_is_noticed(monkeypatch, name, wrong):
    right = kernel_bot.rules_of

    def rules_of(*played_by):
        rules = type(right(*played_by)).from_buffer_copy(right(*played_by))
        setattr(rules, name, wrong)
        return rules

    equal_rounds(0)
    monkeypatch.setattr(kernel_bot, "rules_of", rules_of)
    with pytest.raises(AssertionError):
        for number in range(20):
            equal_rounds(number)


def test_any_moment_of_a_match_can_be_put_to_the_kernel():
    for seats in PUNTO.seats:
        played = gt.play("punto", ["random"] * seats, seed=seats, frame="floating", rounds_to_win=1)
        for state, action in played.steps():
            if action.kind == "place":
                view = PUNTO.rules.view(state, 0)
                assert action.args[0] in kernel_bot.Round(view).cells(view.card)


# -- the player


def test_the_search_is_repeatable_and_tries_what_it_was_told():
    now = kernel_bot.Round(gt.match("punto", seats=3, seed=5).view())
    tried = now.search_cells(200, seed=7)
    assert tried == now.search_cells(200, seed=7) != now.search_cells(200, seed=8)
    assert sum(each.tries for each in tried.values()) == 200 and set(tried) <= set(now.cells(now.card))
    assert all(0 <= each.worth <= 1 for each in tried.values())


@pytest.mark.parametrize("seats", PUNTO.seats)
@pytest.mark.parametrize("frame", ["fixed", "floating"])
def test_it_plays_whole_matches(seats, frame):
    played = gt.play("punto", [kernel_bot.kernel_bot(20)] * seats, frame=frame, rounds_to_win=1)
    assert played.outcome and played == gt.play(
        "punto", [kernel_bot.kernel_bot(20)] * seats, frame=frame, rounds_to_win=1
    )


def test_it_wins_against_chance():
    study = gt.simulate("punto", [kernel_bot.kernel_bot(50), "random"], games=20, rounds_to_win=1)
    assert study.seat_score(0).value > 0.9


def test_what_it_opens_first_is_what_greedy_plays():
    """With as many iterations as cells nothing but the order decides, and that is greedy's."""
    m = gt.match("punto", seats=2, seed=7, rounds_to_win=1)
    rng = Random(1)
    for _ in range(12):
        view = m.view()
        chosen = PUNTO.bots["greedy"](view, m.legal(), lambda: m.state, rng)
        tried = kernel_bot.Round(view).search_cells(1, seed=1)
        if not kernel_bot.Round(view).winning_cells(view.card) and len(view.cells) > 4:
            assert gain_of(view, *tried) == pytest.approx(gain_of(view, *chosen.args))
        m.push(chosen)


def gain_of(view, cell):
    from glowtable.games.punto import bots

    shown = {at: bots._shown_by(pile[-1]) for at, pile in view.piles}
    return bots._cell_gain(view, shown, bots._window_weights(view), cell)


def test_it_is_a_bot_by_its_name_and_keeps_its_time():
    named = gt.play("punto", ["kernel", "random"], seed=3, rounds_to_win=1)
    assert named == gt.play("punto", [kernel_bot.kernel_bot(), "random"], seed=3, rounds_to_win=1)
    now, ticks = kernel_bot.Round(gt.match("punto", seats=3, seed=5).view()), iter(range(100))
    tried = now.search_cells(10_000, 7, lambda: next(ticks) / 1000, 3)  # each look at the clock takes a millisecond
    assert sum(each.tries for each in tried.values()) == 3 * kernel_bot.SLICE
    assert gt.play("punto", ["kernel:1", "random"], seed=3, rounds_to_win=1, max_rounds=1).outcome


def test_its_search_is_what_it_always_was():
    found = []
    for number in range(12):
        frame, rng = ("fixed", "floating")[number % 2], Random(number)
        m = gt.match("punto", seats=2 + number % 3, seed=number, first_player="random", frame=frame)
        while m.state.phase != "place" or len(m.actions) < number:
            m.push(rng.choice(m.legal()))
        now = kernel_bot.Round(m.view())
        tried = sorted((cell, each.tries, each.worth) for cell, each in now.search_cells(300, number).items())
        found.append((tried, now.play_rounds(100, number)))
    assert hashlib.sha256(repr(found).encode()).hexdigest()[:16] == SEARCHED


# -- its machine code

PROCESSOR, *_ = kernel.processors_of(platform.machine())


def test_machine_code_is_made_once_for_each_source(monkeypatch, tmp_path):
    monkeypatch.setattr(kernel, "HERE", tmp_path)
    made = kernel._machine_code(PROCESSOR)
    written = made.stat().st_mtime_ns
    assert made.parent == tmp_path / "__pycache__" and kernel._machine_code(PROCESSOR) == made
    assert made.stat().st_mtime_ns == written
    monkeypatch.setattr(kernel, "SOURCE", tmp_path / "kernel.c")
    (tmp_path / "kernel.c").write_text("int punto_start(void) { return 1; }")
    assert kernel._machine_code(PROCESSOR) != made


def test_it_is_made_elsewhere_where_nothing_can_be_written(monkeypatch, tmp_path):
    (tmp_path / "__pycache__").write_text("a file")
    monkeypatch.setattr(kernel, "HERE", tmp_path)
    assert kernel._machine_code(PROCESSOR).exists()


def test_without_a_compiler_one_sentence_says_so(monkeypatch, tmp_path):
    monkeypatch.setattr(kernel, "HERE", tmp_path)
    monkeypatch.setattr(kernel, "COMPILERS", ())
    monkeypatch.setattr(kernel, "ZIG", (sys.executable, "-c", "raise SystemExit(1)"))
    with pytest.raises(UserError, match=r"The bots kernel and learned need a C compiler\. There is one as a package"):
        kernel._machine_code(PROCESSOR)


# -- the player


def test_fewer_than_one_iteration_is_refused():
    with pytest.raises(UserError, match=r"A kernel search needs at least 1 iteration, not 0."):
        kernel_bot.kernel_bot(0)


def test_the_page_for_those_who_study_games_shows_what_runs():
    exec(compile(block_with("glowtable.games.punto.kernel_bot"), "LEARN.md", "exec"), {})
