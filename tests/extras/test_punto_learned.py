"""The player of Punto that learned: what a board is worth by its weights, its recipe, its file, and how it plays."""

import json
import lzma
import re
from array import array
from hashlib import sha256
from random import Random

import glowtable as gt
import pytest
from glowtable import games
from glowtable.games.punto import learned
from glowtable.games.punto.kernel_bot import Round
from glowtable.games.punto.lines import lines, neighbours
from glowtable.games.punto.score import compare, rows_of
from glowtable.kit.bit_sets import mask_of, members
from glowtable.messages import UserError

from tests.docs.pages import block_with

pytestmark = pytest.mark.extras
COLOURS = gt.match("punto", seats=2).view().colours  # of the two seats
FEW = 4  # cards of the other, so that all of them and all answers are quickly looked at
SHAPES, ROUGH_SHAPES, STAGES = 29646, 3125, 3
STEPS = (0, 0, 0, 1, 1, 1, 2, 2, 3)  # by points from 1
LINES = lines(6, 5)


def number_patterns():
    fine = {}
    for pattern in range(9**5):
        looks = tuple(pattern // 9**at % 9 for at in range(5))
        fine.setdefault(min(looks, looks[::-1], key=lambda each: [*each][::-1]), len(fine))
    return fine


FINE = number_patterns()


def own_cells(tops, colour):
    return {cell for cell, card in tops.items() if card[0] == colour}


def completes(tops, card, cell):
    own = own_cells(tops, card[0]) | {cell}
    return any(cell in line and own >= {*line} for line in LINES)


def open_cells(tops, card):
    near = [cell for cell in range(36) if cell not in tops and any(at in tops for at in members(neighbours(6)[cell]))]
    return [*near, *(cell for cell, top in tops.items() if top[1] < card[1])]


def chance(tops, stack):
    """How likely the next card of this stack completes a line."""
    wins = [any(completes(tops, card, cell) for cell in open_cells(tops, card)) for card in stack]
    return sum(wins) / len(wins) if wins else 0.0


def rows(tops, seat):
    """How many rows of 4 this seat has, and their points."""
    found = rows_of([mask_of(own_cells(tops, colour)) for colour in COLOURS[seat]], 6, 4)
    return len(found), sum(int(tops[cell][1]) for row in found for cell in row)


def end_worth(tops, seat):
    own = [[mask_of(own_cells(tops, colour)) for colour in colours] for colours in COLOURS]
    winner, _ = compare(own, {cell: int(card[1]) for cell, card in tops.items()}, 6, 5, "sum", "draw")
    return 0.5 if winner is None else float(winner == seat)


def look(card, colour):
    return 0 if card is None else (1 if card[0] == colour else 5) + STEPS[int(card[1]) - 1]


def weight_numbers(tops, stacks, seat, risk):
    """The weights that a board has for the seat whose card was just laid."""
    left = sum(map(len, stacks))
    stage = 0 if left > 54 else 1 if left > 36 else 2
    threats = 2 * STAGES * SHAPES
    leads = threats + STAGES * 64
    high = leads + 9 * 13
    rough = high + STAGES * 25
    for line in LINES:
        cards = [tops.get(cell) for cell in line]
        for colour in {card[0] for card in cards if card}:
            table = (colour not in COLOURS[seat]) * STAGES + stage
            looks = tuple(look(card, colour) for card in cards)
            yield table * SHAPES + FINE[min(looks, looks[::-1], key=lambda each: [*each][::-1])]
            coarse = [(each + 1) // 2 for each in looks]
            both = [sum(each * 5**at for at, each in enumerate(order)) for order in (coarse, coarse[::-1])]
            yield rough + table * ROUGH_SHAPES + min(both)
    steps = [min(7, int(part * 18 + 0.99)) for part in (risk, chance(tops, stacks[seat]))]
    yield threats + (stage * 8 + steps[0]) * 8 + steps[1]
    (mine, points), (theirs, others) = rows(tops, seat), rows(tops, 1 - seat)
    lead = mine - theirs
    place = (
        4 + (points < others) - (points > others) if not lead else max(0, 3 + lead) if lead < 0 else min(8, 5 + lead)
    )
    yield leads + place * 13 + left // 6
    nines = [sum(card[1] == "9" for card in stack) for stack in stacks]
    yield high + (stage * 5 + nines[seat]) * 5 + nines[1 - seat]


def worth(tops, stacks, seat, weights):
    """Of a board to the seat whose card was just laid."""
    if not stacks[1 - seat]:
        return end_worth(tops, seat)
    risk = chance(tops, stacks[1 - seat])
    total = sum(weights[number] for number in weight_numbers(tops, stacks, seat, risk))
    return (1 - risk) / (1 + (1 - total / 1024) ** 1024)


def worth_further(tops, stacks, seat, weights):
    """The same over every card of the other and its best answer."""
    other, sum_of_all = 1 - seat, 0.0
    for card in stacks[other]:
        cells, rest = open_cells(tops, card), list(stacks)
        rest[other] = [each for each in stacks[other] if each != card]
        if not cells:
            sum_of_all += end_worth(tops, seat)
        elif not any(completes(tops, card, cell) for cell in cells):
            sum_of_all += 1 - max(worth({**tops, cell: card}, rest, other, weights) for cell in cells)
    return sum_of_all / len(stacks[other])


def some_views(number, rng, is_wanted):
    """Views of matches at random at which a card may be laid and completes no line."""
    found = []
    while len(found) < number:
        m = gt.match("punto", seats=2, seed=rng.randrange(10**9), first_player="random")
        while m.state.phase != "over" and len(found) < number:
            view = m.view()
            if view.phase == "place" and view.piles and is_wanted(view) and not Round(view).winning_cells(view.card):
                found.append(view)
            m.push(rng.choice(m.legal()))
    return found


def test_a_board_is_worth_what_plain_python_says():
    rng = Random(1)
    weights = array("f", [rng.gauss(0, 0.1) for _ in range(2 * STAGES * (SHAPES + ROUGH_SHAPES) + 64 * 3 + 117 + 75)])
    for view in some_views(40, rng, lambda view: rng.random() < 0.05 or not view.stacks[1 - view.seat]):
        tops = {cell: pile[-1] for cell, pile in view.piles}
        right = {cell: worth({**tops, cell: view.card}, view.sure, view.seat, weights) for cell in view.cells}
        assert Round(view).value_cells(weights, 0) == pytest.approx(right)
    for view in some_views(4, rng, lambda view: 0 < view.stacks[1 - view.seat] <= FEW):
        tops = {cell: pile[-1] for cell, pile in view.piles}
        right = {cell: worth_further({**tops, cell: view.card}, view.sure, view.seat, weights) for cell in view.cells}
        assert Round(view).value_cells(weights, 36) == pytest.approx(right)
        first = Round(view).value_cells(weights, 0)
        assert Round(view).value_cells(weights, 2) == pytest.approx(
            {cell: right[cell] for cell in sorted(first, key=lambda cell: -first[cell])[:2]}
        )


def made(rounds, seed=1):
    *_, last = learned.learn_rounds(rounds, seed)
    return last


def head_of(data):
    return json.loads(data.partition(b"\n")[0])


def test_the_same_seed_learns_the_same_weights():
    assert made(40) == made(40) != made(40, seed=2)
    files = list(learned.learn_rounds(60))
    assert [head_of(file)["rounds"] for file in files] == list(range(3, 61, 3)) and len(set(files)) == 20


def test_each_file_has_learned_more_than_the_one_before():
    assert [head_of(file)["rounds"] for file in learned.learn_rounds(3)] == [1, 2, 3]


@pytest.mark.parametrize("rounds", [0, -1, 1.5])
def test_a_number_of_rounds_that_teaches_nothing_is_refused(rounds):
    with pytest.raises(ValueError, match=f"^rounds must be a whole number from 1, got {rounds}$"):
        learned.learn_rounds(rounds)


def test_it_plays_better_the_more_it_learned(tmp_path):
    few, many = tmp_path / "few", tmp_path / "many"
    few.write_bytes(made(20))
    many.write_bytes(made(1500))
    bots = [learned.learned_bot(path, width=0) for path in (many, few)]  # by what it learned alone
    study = gt.tournament("punto", bots, seed=1, deals=10)
    assert study.pair_score("many", "few").low > 0.5


def test_what_ships_is_what_is_described():
    head = head_of(learned.LEARNED.read_bytes())
    grains = lzma.decompress(learned.LEARNED.read_bytes().partition(b"\n")[2])
    assert (head["rounds"], head["of"], head["seed"]) == (learned.ROUNDS, learned.ROUNDS, learned.SEED)
    assert head["sum"] == sha256(grains).hexdigest() and {**head, **learned.KIND} == head
    assert learned.LEARNED.stat().st_size < 300_000
    weights = learned.read_weights(learned.LEARNED)
    assert [round(weight / learned.GRAIN) for weight in weights] == list(array("h", grains))


OTHERS = {
    "game": ("mau_mau", r'learned for game "mau_mau", not "punto"'),
    "version": (2, r"learned for version 2, not 1"),
    "seats": (3, r"learned for seats 3, not 2"),
    "options": (
        {"frame": "floating"},
        r'learned for options \{"frame": "floating"\}, not \{"teams": "no", .*"frame": "fixed"',
    ),
}


@pytest.mark.parametrize("name", OTHERS)
def test_weights_for_something_else_are_refused_in_one_sentence(name, tmp_path):
    head, _, rest = made(20).partition(b"\n")
    value, told = OTHERS[name]
    path = tmp_path / "mine"
    path.write_bytes(json.dumps({**json.loads(head), name: value}).encode() + b"\n" + rest)
    with pytest.raises(UserError, match=rf"^mine was {told}.*: learn it again\.$"):
        learned.learned_bot(path)


@pytest.fixture(scope="module")
def mine(tmp_path_factory):
    path = tmp_path_factory.mktemp("made") / "mine.weights"
    path.write_bytes(made(20))
    return path


ELSEWHERE = {
    "seats 2, not 3": ("punto", 3, {}),
    'frame "fixed", not "floating"': ("punto", 2, {"frame": "floating"}),
    'no_rows "draw", not "step_down"': ("punto", 2, {"no_rows": "step_down"}),
    'game "punto", not "alex_and_co"': ("alex_and_co", 3, {}),
}


@pytest.mark.parametrize("told", ELSEWHERE)
def test_a_file_that_somebody_names_plays_only_what_it_learned(told, mine):
    game, seats, options = ELSEWHERE[told]
    with pytest.raises(UserError) as refused:
        gt.play(game, [learned.learned_bot(mine)] * seats, **options)
    assert str(refused.value) == f"mine.weights was learned for {told}. Change that, or choose another bot."


def test_a_file_that_is_not_there_is_refused_before_a_match(tmp_path):
    with pytest.raises(UserError, match=r"^Can't find .*none\.weights\.$"):
        learned.learned_bot(tmp_path / "none.weights")


def test_a_player_of_a_file_is_named_as_text_and_plays_in_other_processes(mine):
    bot = learned.learned_bot(str(mine), width=0)
    wanted = gt.tournament("punto", [bot, "random"], deals=4, rounds_to_win=1)
    found = gt.tournament("punto", [learned.learned_bot(mine, width=0), "random"], deals=4, jobs=2, rounds_to_win=1)
    assert wanted.digest == found.digest and wanted.bots == ("mine", "random")


def test_a_player_of_a_file_is_registered_by_its_name(mine, tmp_path, monkeypatch):
    monkeypatch.setattr(games, "_guest_bots", {})
    gt.bot("punto")(learned.learned_bot(mine))
    assert gt.play("punto", ["mine", "random"]) == gt.play("punto", [learned.learned_bot(mine), "random"])
    taken = tmp_path / "watchful.weights"
    taken.write_bytes(mine.read_bytes())
    with pytest.raises(UserError, match="punto already has a bot called watchful"):
        gt.bot("punto")(learned.learned_bot(taken))


def short(data):
    """Fewer weights, whose sum is right."""
    grains = bytes(10)
    head = {**head_of(data), "sum": sha256(grains).hexdigest()}
    return json.dumps(head).encode() + b"\n" + lzma.compress(grains)


DAMAGES = {
    "empty": lambda data: b"",
    "cut": lambda data: data[:-20],
    "no head": lambda data: b"[]\n" + data.partition(b"\n")[2],
    "no sum": lambda data: data.replace(b'"sum"', b'"some"'),
    "another sum": lambda data: re.sub(rb'"sum": "....', b'"sum": "none', data),
    "turned bit": lambda data: data[:-100] + bytes([data[-100] ^ 1]) + data[-99:],
    "few weights": short,
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_file_is_refused_in_one_sentence(name, tmp_path):
    path = tmp_path / "mine"
    path.write_bytes(DAMAGES[name](made(20)))
    with pytest.raises(UserError, match=r"^mine isn't a learned player, or it's damaged: learn it again\.$"):
        learned.read_weights(path)


@pytest.mark.parametrize(
    ("seats", "options"),
    [(3, {}), (4, {}), (4, {"teams": "yes"}), (2, {"frame": "floating"}), (2, {"no_rows": "step_down"})],
)
def test_where_it_learned_nothing_it_is_watchful(seats, options):
    bots = [["learned"] * seats, ["watchful"] * seats]
    one, other = [gt.play("punto", each, seed=4, rounds_to_win=1, max_rounds=2, **options) for each in bots]
    assert one == other


@pytest.mark.parametrize("options", [{}, {"first_cell": "any"}, {"multi_line": "highest_of_all", "max_rounds": 3}])
def test_it_plays_whole_matches_of_two_the_same_by_the_same_seed(options):
    played = [
        gt.play("punto", [bot, "random"], seed=3, **options) for bot in ("learned", learned.learned_bot(), "watchful")
    ]
    assert played[0] == played[1] != played[2] and played[0].outcome


def test_the_page_for_those_who_study_games_shows_how_it_learns(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(games, "_guest_bots", {})
    block = block_with("glowtable.games.punto.learned").replace("10_000", "100")
    block = block.replace("deals=5", "deals=1, rounds_to_win=1")
    exec(compile(block, "LEARN.md", "exec"), {})
    first, score, *curve = capsys.readouterr().out.splitlines()
    assert first == "Punto: 2 matches, players 2, seed 1" and score.startswith("greedy scores ")
    assert [line.split()[0] for line in curve] == [str(step) for step in range(1, 21)]
    assert head_of((tmp_path / "step_20.weights").read_bytes())["rounds"] == 100
    assert gt.play("punto", ["mine", "random"]).outcome
