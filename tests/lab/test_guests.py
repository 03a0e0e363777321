"""Bots and games that a program brings: found like those of the house, and kept to what a seat may know and do."""

import gc
import importlib.metadata
import json
import subprocess
import sys
import types
from importlib.metadata import EntryPoint, EntryPoints

import glowtable as gt
import pytest
from glowtable import games
from glowtable.__main__ import main
from glowtable.game import Rules, look_of
from glowtable.games.alex_and_co.views import View
from glowtable.kit.lazy_view import LazyView
from glowtable.kit.search import Search
from glowtable.lab.one_match import bot_name, make_player
from glowtable.lab.scripts import run_scripts
from glowtable.match import bot_guard
from glowtable.match.bot_guard import TooLongError
from glowtable.messages import UserError

PUNTO = gt.find("punto")


@pytest.fixture(autouse=True)
def no_guests(monkeypatch):
    """What a test registers is forgotten after it."""
    monkeypatch.setattr(games, "_guests", {})
    monkeypatch.setattr(games, "_guest_bots", {})


def first(view, legal, determinize, rng):
    return legal[0]


def play(*bots):
    return gt.play("punto", bots, rounds_to_win=1, max_rounds=1)


def test_a_decorated_function_is_a_bot_by_its_name():
    assert gt.bot("punto")(first) is first
    assert play("first", "greedy") == play(first, "greedy")
    assert "first" in gt.find("punto").bots and "first" not in gt.find("alter_ego").bots


def test_a_bot_may_have_another_name_and_be_defined_again():
    gt.bot("punto", name="last")(lambda view, legal, determinize, rng: legal[-1])
    one = play("last", "greedy")
    gt.bot("punto", name="last")(first)
    assert play("last", "greedy") != one


def test_a_factory_is_told_the_game_and_the_seat():
    made = []

    def make(game, seat, budget_ms):
        made.append((game.name, seat, budget_ms))
        return first

    play(gt.BotFactory(make), "greedy")
    gt.bot("punto")(gt.BotFactory(make))
    play("greedy", "make")
    play("greedy", "make:150")
    assert made == [("punto", 0, 0), ("punto", 1, 0), ("punto", 1, 150)]


@pytest.mark.parametrize("text", ["greedy:200", "level2:200", "timed:", "timed:-5", "timed:soon", "timed:12345678"])
def test_a_time_for_who_takes_none_or_that_is_none_is_one_sentence(text):
    gt.bot("punto", "timed")(gt.BotFactory(lambda game, seat, budget_ms: first))
    with pytest.raises(UserError, match="Only a bot made by a factory can"):
        play(text, "greedy")


@pytest.mark.parametrize("ms", [0, 60_001, 3_600_000])
def test_no_time_and_an_hour_are_refused_before_anybody_thinks(ms):
    gt.bot("punto", "timed")(gt.BotFactory(lambda game, seat, budget_ms: first))
    for name in ("timed", "kernel", "search"):
        with pytest.raises(UserError, match=rf"^{name} can take 1 to 60000 ms a decision, not {ms}\.$"):
            play(f"{name}:{ms}", "greedy")
    assert play("timed:60000", "greedy") == play("timed:1", "greedy")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("greedy", "already has a bot called greedy"),
        ("level1", "already has a bot called level1"),
        ("a,b", "A bot's name can have letters"),
    ],
)
def test_a_name_that_is_taken_or_cannot_be_typed_is_refused(name, why):
    with pytest.raises(UserError, match=why):
        gt.bot("punto", name)(first)


def test_a_function_without_a_name_has_that_of_its_class():
    class Chooser:
        def __call__(self, view, legal, determinize, rng):
            return legal[0]

    assert bot_name(Chooser()) == "Chooser" and bot_name("greedy") == "greedy"


# -- what a guest does wrong


def cheat(view, legal, determinize, rng):
    return legal[0]._replace(args=(35,))


def shout(view, legal, determinize, rng):
    return "place it anywhere"


def fail(view, legal, determinize, rng):
    return {}["nothing"]


def stumble(view, legal, determinize, rng):
    return json.loads("")


def line_of(bot):
    """That of its only statement."""
    return bot.__code__.co_firstlineno + 1


def ponder(view, legal, determinize, rng):
    while True:
        pass


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        (cheat, "Bot cheat in seat 1 answered 0 place 35, which isn't legal"),
        (shout, "Bot shout in seat 1 answered place it anywhere, which isn't legal"),
        (fail, f"Bot fail in seat 1 failed: KeyError: 'nothing' (test_guests.py, line {line_of(fail)})"),
        (stumble, f"Bot stumble in seat 1 failed: JSONDecodeError: Expecting value: line 1 column 1 (char 0)"
                  f" (test_guests.py, line {line_of(stumble)})"),
        (gt.BotFactory(fail), "Bot fail in seat 1 failed: TypeError: "),
    ],
)  # fmt: skip
def test_what_a_guest_does_wrong_is_one_sentence(bot, why):
    with pytest.raises(UserError) as caught:
        play(bot, "greedy")
    assert sentence(caught.value) == str(caught.value) and str(caught.value).startswith(why)


def sentence(error):
    from glowtable.terminal.translator import Translator

    return Translator("en").text(error.message)


def test_its_own_traceback_is_the_cause():
    with pytest.raises(UserError) as caught:
        play(fail, "greedy")
    assert isinstance(caught.value.__cause__, KeyError)


def test_a_guest_that_does_not_come_to_an_end_is_interrupted():
    walker = gt.match("punto", seed=1)
    think = make_player(PUNTO, ponder, 0, patience_s=0.05)
    with pytest.raises(UserError) as caught:
        think(walker.state, walker.legal(), None)
    assert sentence(caught.value) == "Bot ponder in seat 1 thought for 0.05 seconds and found nothing. Make it quicker."
    assert isinstance(caught.value.__cause__, TooLongError)


def test_where_a_program_cannot_be_interrupted_a_guest_is_asked_all_the_same(monkeypatch):
    monkeypatch.setattr(bot_guard, "can_interrupt", lambda: False)
    assert play(first, "greedy").outcome


# -- what a guest is handed


def reachable(*roots, most=20_000):
    """All that can be found from these, functions' closures included; not what everybody can find anyway: modules."""
    found, waiting = {}, list(roots)
    while waiting and len(found) < most:
        thing = waiting.pop()
        if id(thing) not in found and not isinstance(thing, types.ModuleType | type):
            found[id(thing)] = thing
            inner = thing.__closure__ or () if isinstance(thing, types.FunctionType) else gc.get_referents(thing)
            waiting += inner
    return found.values()


@pytest.mark.parametrize("route", ["function", "factory", "peek", "made:200", "trusted"])
def test_a_guest_cannot_find_the_state_in_what_it_is_handed(route):
    game, seen, kinds = gt.find("alex_and_co"), [], []
    walker = gt.match(game, seats=3, seed=1)

    def peek(view, legal, determinize, rng):
        seen.extend(each for each in reachable(view, legal, determinize) if each is walker.state)
        kinds.append(type(view))
        return legal[0]

    make = gt.BotFactory(lambda game, seat, budget_ms: peek)
    gt.bot(game.name, "peek")(peek)
    gt.bot(game.name, "made")(make)
    trusting = game._replace(bots={"trusted": peek})  # the control: a game's own bot, which is trusted
    seat = walker.to_act[0]
    bots = {"function": peek, "factory": make}
    think = make_player(trusting if route == "trusted" else gt.find(game.name), bots.get(route, route), seat)
    think(walker.state, walker.legal(seat), players_rng())
    assert bool(seen) == (route == "trusted") and kinds == [View]


@pytest.mark.parametrize("name", games.names())
def test_bots_of_another_hand_are_handed_the_view_in_whole_and_those_of_the_folder_at_a_glance(name):
    handed, game = set(), gt.find(name)

    def noting(view, legal, determinize, rng):
        handed.add(type(view))
        return legal[0]

    walker = gt.match(game._replace(bots={"noting": noting}))
    whole, seat = type(walker.view()), walker.to_act[0]
    make_player(walker.game, "noting", seat)(walker.state, walker.legal(seat), players_rng())
    searching = Search(walker.game, seat, 1)
    assert handed == {whole} and type(searching.looks[seat](walker.state, seat)) is whole
    glances = {type(look_of(game, bot)(walker.state, seat)) for bot in game.bots.values()}
    has_glance = type(game.rules).glance is not Rules.glance
    assert all(issubclass(each, LazyView) for each in glances) if has_glance else glances == {whole}


def players_rng():
    from glowtable.match.dealer import random_stream

    return random_stream(1, "bots")


# -- games


def test_a_registered_game_is_found_played_and_listed():
    mine = gt.register(PUNTO._replace(name="my_punto"))
    assert gt.find("my_punto") is mine and "my_punto" in games.names()
    assert gt.play("my_punto", rounds_to_win=1).outcome == gt.play("punto", rounds_to_win=1).outcome
    assert gt.replay(gt.match("punto").to_text()).game in ("punto", "my_punto")


def test_a_game_of_the_house_keeps_its_name():
    with pytest.raises(UserError, match=r"There's already a game called punto\. Give yours another name."):
        gt.register(PUNTO)


@pytest.fixture
def installed(monkeypatch):
    """Make these entry points be those of installed packages."""

    def install(**points):
        entries = [EntryPoint(name, value, games.ENTRY_POINTS) for name, value in points.items()]

        def entry_points(group, **wanted):
            assert group == "glowtable.games"
            return EntryPoints(entries).select(**wanted)

        monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)

    return install


@pytest.mark.parametrize(
    "line", ["assert False, 'too old'", "raise RuntimeError('too old')", "raise SystemExit('too old')"]
)
def test_an_installed_game_that_refuses_to_be_imported_is_one_sentence(installed, monkeypatch, tmp_path, line):
    (tmp_path / "refusing.py").write_text(line)
    monkeypatch.syspath_prepend(tmp_path)
    installed(refusing="refusing:GAME")
    with pytest.raises(UserError, match=r"The game refusing can.t be loaded: .*too old"):
        gt.find("refusing")


def test_a_game_of_an_installed_package_is_found_by_its_entry_point(installed, monkeypatch):
    theirs = types.ModuleType("theirs")
    theirs.GAME = PUNTO._replace(name="tuppo")
    monkeypatch.setitem(sys.modules, "theirs", theirs)
    installed(tuppo="theirs:GAME", broken="theirs:GAMES", strange="theirs:__name__", missing="no_such_module:GAME")
    assert gt.find("tuppo") is theirs.GAME
    for name, cause in (("broken", "GAMES"), ("strange", "is no Game called strange"), ("missing", "no_such_module")):
        with pytest.raises(UserError, match=rf"The game {name} can.t be loaded: .*{cause}"):
            gt.find(name)
    with pytest.raises(UserError, match=r"Choose one of alex_and_co, alter_ego, broken, .*tuppo"):
        gt.find("chess")


def test_a_game_of_an_installed_package_is_listed_everywhere(installed, monkeypatch, capsys):
    theirs = types.ModuleType("theirs")
    theirs.GAME = PUNTO._replace(name="tuppo", title="Tuppo")
    monkeypatch.setitem(sys.modules, "theirs", theirs)
    installed(tuppo="theirs:GAME", broken="theirs:GAMES")
    loaded, failures = games.load_games()
    assert theirs.GAME in loaded and [dict(failure.fill)["name"] for failure in failures] == ["broken"]
    assert main(["games", "--language", "en"]) == 0
    told = capsys.readouterr()
    assert "tuppo: Tuppo, 2 to 4 players" in told.out and "The game broken can't be loaded" in told.err
    assert games.find_typed("tupp") is theirs.GAME
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    assert "tuppo" in capsys.readouterr().out


def test_a_bot_of_a_file_plays_at_the_table_and_is_missed_without_it(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("GLOWTABLE_DATA", str(tmp_path))
    bots, lines = tmp_path / "my bots.py", tmp_path / "lines"
    bots.write_text(
        "import glowtable as gt\ngt.bot('punto', name='last')(lambda view, legal, determinize, rng: legal[-1])\n"
    )
    lines.write_text("\nquit\n")
    there = ["--port", "twin:", "--script", str(lines)]
    play = ["play", "punto", "--seats", "Ann,bot:last", "--seed", "1", *there]
    assert main(play) == 2 and "Punto has no bot last." in capsys.readouterr().err
    assert main([*play, "--with", str(bots)]) == 0
    assert f"Resume it: glowtable play --resume 1 --with '{bots}'\n" in capsys.readouterr().out
    games._guest_bots.clear()
    run_scripts.cache_clear()
    assert main(["play", "--resume", "1", *there]) != 0
    why = capsys.readouterr().err
    assert "Punto has no bot last." in why
    assert why.endswith(f"Name that, too: glowtable play --resume 1 {' '.join(there)} --with FILE.py\n")
    assert main(["play", "--resume", "--with", str(bots), *there]) == 0


def test_a_game_of_the_house_is_found_without_a_look_at_packages():
    code = (
        "import sys; from glowtable import command_line, games; games.find_typed('punto'); command_line.make_parser()"
        "; print([name for name in sys.modules if name.startswith('importlib.metadata')])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("def", "invalid syntax"),
        ("from glowtable.game import Game\nGAME = Game(colour='blue')", "colour"),
        ("GAME = {}['game']", "game"),
        ("GAME = the_game", "the_game"),
        ("GAME = open('no such file')", "no such file"),
    ],
)
def test_an_installed_game_of_another_time_is_one_sentence(installed, monkeypatch, tmp_path, text, cause):
    (tmp_path / "of_another_time.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "of_another_time", raising=False)
    installed(old="of_another_time:GAME")
    with pytest.raises(UserError, match=rf"The game old can.t be loaded: .*{cause}"):
        gt.find("old")
