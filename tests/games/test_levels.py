"""The ladder of each game, and what tells its steps apart; how strong they are docs/BOTS.md says."""

import glowtable as gt
import pytest
from glowtable import games
from glowtable.__main__ import main
from glowtable.game import STRENGTHS, Level, adviser_for, bot_for_seat, levels_of, named_bot
from glowtable.games.alex_and_co.bots import Forgetful, Mind
from glowtable.games.punto import kernel, kernel_bot
from glowtable.games.punto.bots import Danger
from glowtable.games.punto.lines import cell_named
from glowtable.kit.search import Search
from glowtable.lab.one_match import is_timed
from glowtable.match.dealer import random_stream
from glowtable.messages import UserError

from tests.games.punto_positions import GAME as PUNTO
from tests.games.punto_positions import position, turned
from tests.games.shipped import SHIPPED
from tests.support.command import printed

SPIEL = games.find("spiel_des_jahres")


@pytest.mark.parametrize("game", list(map(games.find, SHIPPED)), ids=lambda game: game.name)
def test_each_shipped_game_has_a_ladder_that_begins_with_chance(game):
    assert len(game.levels) >= 3 and game.levels[0].bot == "random"
    assert {level.bot for level in game.levels} <= set(game.bots)
    assert next(iter(levels_of(game))) == "level1" and named_bot(game, "level1") == "random"
    assert named_bot(game, [*levels_of(game)][-1]) == game.levels[-1].bot
    assert len({level.about for level in game.levels}) == len(game.levels)


def test_a_level_that_there_is_not_lists_those_there_are():
    levels = ", ".join(f"level{number}" for number in range(1, 7))
    bots = f"greedy, watchful, kernel, learned, casual, beginner, random, {levels}"
    with pytest.raises(UserError, match=rf"Choose one of {bots}\.$"):
        named_bot(PUNTO, "level8")


@pytest.mark.parametrize(
    ("bots", "meant"),
    [((), ["greedy"] * 3), (("random",), ["random"] * 3), (("random", "greedy"), ["random", "greedy", "greedy"])],
)
def test_with_fewer_levels_a_strength_means_the_nearest(bots, meant):
    game = PUNTO._replace(levels=tuple(Level(bot, PUNTO.levels[0].about) for bot in bots))
    assert [named_bot(game, strength) for strength in STRENGTHS] == meant


def test_a_level_sits_in_a_match_and_in_a_simulation(capsys):
    played = gt.play("punto", ["level5", "level1"], seed=1, rounds_to_win=1, max_rounds=1)
    assert played == gt.play("punto", ["watchful", "random"], seed=1, rounds_to_win=1, max_rounds=1)


def test_without_an_adviser_the_best_level_that_plays_at_once_gives_the_hint():
    assert adviser_for(PUNTO, 0) is PUNTO.bots["watchful"]
    assert adviser_for(PUNTO._replace(levels=()), 0) is PUNTO.bots["greedy"]
    assert adviser_for(PUNTO._replace(levels=(Level("random", PUNTO.levels[0].about),)), 0) is PUNTO.bots["random"]


def test_with_other_bots_a_game_has_the_levels_of_those_that_stayed():
    own, kept = PUNTO._replace(bots={"last": lambda *_: None}), dict(PUNTO.bots)
    assert adviser_for(own, 0) is own.bots["last"] and not levels_of(own)
    with pytest.raises(UserError, match=r"Choose one of last\.$"):
        bot_for_seat(own, "level2", 0)
    del kept["watchful"]
    two = PUNTO._replace(bots=kept)
    assert [*levels_of(two)] == ["level1", "level2", "level3", "level4", "level6"]
    assert adviser_for(two, 0) is PUNTO.bots["greedy"]


def test_a_search_gives_hints_where_it_has_time_for_it():
    assert {name for name in games.names() if games.find(name).adviser} == {"alter_ego", "spiel_des_jahres"}
    alex = games.find("alex_and_co")
    assert adviser_for(alex, 0) is alex.bots["memory"]


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_the_bots_of_each_game_are_told_in_plain_words(language, capsys):
    told = printed(capsys, "bots", "--language", language)
    for game in map(games.find, games.names()):
        assert all(f"{name}  {level.bot}" in told for name, level in levels_of(game).items())
        assert all(bot in told for bot in game.bots)
    assert ("Forgets nothing" in told) == (language == "en") and "search:200" in told
    assert "memory" not in printed(capsys, "bots", "punto", "--language", language)


def test_all_games_are_listed_with_those_of_a_person(tmp_path, capsys):
    mine = tmp_path / "mine.py"
    mine.write_text(
        "import glowtable as gt\ngt.register(gt.find('punto')._replace(name='small', levels=()))\n", "utf-8"
    )
    listed = printed(capsys, "games", "--with", str(mine), "--language", "en")
    assert [line.partition(":")[0] for line in listed.splitlines()] == list(games.names())
    assert "spiel_des_jahres: Spiel des Jahres, 2 to 6 players; bots: publisher, loner, search, random" in listed
    games._guests.pop("small")


def test_the_compiled_level_without_a_compiler_says_what_is_missing(monkeypatch, tmp_path, capsys):
    for name, value in (("HERE", tmp_path), ("COMPILERS", ()), ("ZIG", ("false",))):
        monkeypatch.setattr(kernel, name, value)
    monkeypatch.setattr(kernel_bot, "kernel_library", kernel.kernel_library.__wrapped__)
    assert main(["simulate", "punto", "--bots", "level6,level1", "--language", "en"]) == 1
    told = "The bots kernel and learned need a C compiler. There is one as a package. In Glowtable's folder: "
    told += ".venv/bin/pip install -e '.[sim]'"
    assert capsys.readouterr().err == f"glowtable simulate: {told}\n"


@pytest.mark.parametrize("name", ["alter_ego", "spiel_des_jahres"])
def test_a_level_that_searches_is_given_its_time(name):
    game = games.find(name)
    best = bot_for_seat(game, "level4", 1)
    assert isinstance(best, Search) and best.ms == 200 and bot_for_seat(game, "search", 1, 50).ms == 50


@pytest.mark.parametrize(
    ("name", "is_so"),
    [("search:200", True), ("search:40p", False), ("search", True), ("level4", True), ("level3", False)],
)
def test_whose_matches_hang_on_the_machine_is_known_by_name(name, is_so):
    assert is_timed(SPIEL, name) == is_so


# -- what tells them apart


def test_watchful_counts_the_cards_that_would_complete_a_line():
    state = turned(position({"b1": "G3", "b2": "G3", "b3": "G9", "b4": "G9"}, seats=2), "R5")
    view = PUNTO.rules.view(state, 0)
    green = sum(card.startswith("G") for card in view.sure[1])
    higher = sum(card.startswith("G") and card[1] > "5" for card in view.sure[1])
    danger, size = Danger(view), view.stacks[1]
    assert danger.after(cell_named("d1", 6)) == pytest.approx(green / size)
    assert danger.after(cell_named("b5", 6)) == pytest.approx(higher / size) and 0 < higher < green
    assert danger.after(cell_named("b2", 6)) == 0  # the line is broken
    best = turned(position({"b1": "G3", "b2": "G3", "b3": "G9", "b4": "G9"}, seats=2), "R9")
    assert Danger(PUNTO.rules.view(best, 0)).after(cell_named("b5", 6)) == 0  # nothing covers a nine


def test_a_line_of_its_own_or_of_its_partner_is_no_danger():
    for seats, options in ((2, {}), (4, {"teams": "yes"})):
        state = turned(position({"b1": "R3", "b2": "R3", "b3": "R9", "b4": "R9"}, seats=seats, **options), "R5")
        assert Danger(PUNTO.rules.view(state, 0)).after(cell_named("d1", 6)) == 0


def test_forgetful_remembers_half_and_what_lies_open():
    alex = games.find("alex_and_co")
    played = gt.play("alex_and_co", ["random"] * 3, seed=3)
    kept = seen = turned_up = 0
    for state, _ in played.steps():
        view = alex.rules.view(state, 0)
        all_seen, half = Mind(view, random_stream(1)), Forgetful(view, random_stream(1))
        assert half.faces.items() <= all_seen.faces.items() and set(view.turned) & set(all_seen.faces) <= set(
            half.faces
        )
        assert half.hand == all_seen.hand and all(h & ~a == 0 for h, a in zip(half.hands, all_seen.hands, strict=True))
        assert not set(half.unseen) & set(half.faces)
        kept, seen, turned_up = kept + len(half.faces), seen + len(all_seen.faces), turned_up + len(view.turned)
    assert turned_up and 0.35 < kept / seen < 0.7


def test_loners_employ_nobody_and_publishers_do():
    def employed(bot):
        played = gt.play("spiel_des_jahres", [bot] * 2, seed=4)
        return sum(action.kind in ("hire", "claim", "call") for action in played.actions), played.outcome

    assert employed("loner")[0] == 0 < employed("publisher")[0] and employed("loner")[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "better", "worse", "seats", "deals"),
    [
        ("punto", "level2", "level1", 2, 40),
        ("punto", "level3", "level2", 2, 10),
        ("punto", "level4", "level3", 2, 10),
        ("alex_and_co", "level3", "level2", 3, 12),
        ("alex_and_co", "level2", "level1", 3, 8),
        ("spiel_des_jahres", "level3", "level2", 2, 40),
        ("spiel_des_jahres", "level2", "level1", 2, 15),
    ],
)
def test_a_level_beats_the_one_below(game, better, worse, seats, deals, record_property):
    """With few matches; of the others make bench B=levels plays enough: hundreds, or such as take their time."""
    found = gt.tournament(game, [better, worse], seats=seats, deals=deals).pair_score(better, worse)
    record_property(f"{game}: {better} against {worse}", str(found))
    assert found.low > 0.5
