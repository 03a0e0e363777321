"""`play --cards`: whose cards a match is played with. With real ones nothing is dealt; all is typed."""

import sys
from contextlib import nullcontext
from functools import partial

import pytest
from glowtable import games
from glowtable.__main__ import main
from glowtable.commands import play as play_command
from glowtable.device import discovery
from glowtable.device.clock import RushedClock
from glowtable.match.export import from_jsonl, to_jsonl
from glowtable.match.header import DEALT, REAL, Header
from glowtable.match.journal import BEGIN, Journal
from glowtable.match.match_record import MatchRecord
from glowtable.match.session import Phase
from glowtable.messages import USAGE, UserError
from glowtable.table import Row

from tests.support.typed_table import TypedTable

PUNTO = games.find("punto")
MOST = 4000  # things done in a match


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A person sits at a terminal; `glowtable` keeps its files here and speaks English."""
    monkeypatch.setenv("GLOWTABLE_DATA", str(tmp_path))
    monkeypatch.setenv("GLOWTABLE_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setattr(discovery, "pico_ports", list)
    monkeypatch.setattr(play_command, "terminal_of_person", lambda *moment: nullcontext())
    monkeypatch.setattr(play_command, "WallClock", RushedClock)
    return tmp_path


class Tty:
    def isatty(self):
        return True


def played(monkeypatch, play, *arguments):
    """`glowtable play` with these arguments; what happens at its console is handed in. Its exit code."""
    monkeypatch.setattr(sys, "stdin", Tty())
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(play_command, "play_to_end", lambda console, clock, *_: play(console, clock))
    return main(["play", *arguments, "--port", "twin:"])


def to_the_end(seed, tables, console, clock):
    table = TypedTable(console, clock, seed)
    tables.append(table)
    table.lay_out()
    table.play(MOST)
    return table.host.phase is not Phase.OVER


WHOLE = [
    ("punto", "Ann,Ben", ()),
    ("punto", "Ann,bot:greedy,Ben", ("max_rounds=2",)),
    ("alex_and_co", "Ann,Ben,Cleo", ("knowledge=trust", "stall=end")),
    ("alex_and_co", "Ann,Ben,Cleo", ("knowledge=full", "stall=end")),
    ("spiel_des_jahres", "Ann,Ben", ("knowledge=trust",)),
    ("alter_ego", "Ann,Ben", ("knowledge=trust", "empty_deck=loss")),
    ("alter_ego", "Ann", ("knowledge=trust", "empty_deck=loss")),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats", "options"), WHOLE)
def test_a_whole_match_of_every_game_is_typed(home, monkeypatch, capsys, name, seats, options):
    tables = []
    words = [word for option in options for word in ("--option", option)]
    assert played(monkeypatch, partial(to_the_end, name, tables), name, "--seats", seats, "--cards", REAL, *words) == 0
    (table,) = tables
    assert table.wrong == [] and table.host.phase is Phase.OVER
    assert table.host.outcome == games.find(name).rules.outcome(table.true_state)
    assert "your own cards" in capsys.readouterr().out.splitlines()[0]
    assert table.did["kinds"] > 10


# -- nothing is dealt


def begun(console, clock, looks=600):
    """The cards are laid out, and for a while nobody types anything."""
    table = TypedTable(console, clock, "begun")
    table.lay_out()
    for _ in range(looks):
        table.look()
    return table


def test_nothing_comes_until_it_is_typed_and_then_it_is_that(monkeypatch):
    def play(console, clock):
        table = begun(console, clock)
        table.type("ok Ann")
        before = table.host.state
        for _ in range(600):
            table.look()
        assert table.host.state is before and table.host.judge.awaits_card and console.pump.simulated_players is None
        table.type("R1")
        assert table.game.deck[table.host.state.card] == "R1a"
        return True

    assert played(monkeypatch, play, "punto", "--seats", "Ann,Ben", "--cards", REAL) == 0


def test_an_undo_says_which_card_goes_back_where(monkeypatch):
    def play(console, clock):
        table = begun(console, clock)
        for line in ("ok Ann", "R1", "c3", "undo Ann", "ok Ben"):
            table.type(line)
        assert "> Take R1 off c3 and keep it in your hand. Then press Enter." in table.page()
        return True

    assert played(monkeypatch, play, "punto", "--seats", "Ann,Ben", "--cards", REAL) == 0


# -- which of the two it is

FIRST_LINE = {
    DEALT: "Punto · simulated table · the program deals the cards",
    REAL: "Punto · simulated table · your own cards: type them instead of using a reader",
}


def half(console, clock):
    """Ann and Ben have turned up and laid a card or two, and leave."""
    table = begun(console, clock)
    for line in ("ok Ann", *(("R1", "c3") if not table.host.match_state.dealt else ())):
        table.type(line)
    table.look_until(lambda: len(table.host.history) > 1)
    return True


def header_of(home, match=1):
    return Journal(home / "journal.sqlite").find_match(match).header


@pytest.mark.parametrize("cards", [DEALT, REAL])
def test_the_first_line_says_whose_cards_and_a_resumed_match_remembers(home, monkeypatch, capsys, cards):
    assert played(monkeypatch, half, "punto", "--seats", "Ann,Ben", "--cards", cards) == 0
    assert capsys.readouterr().out.splitlines()[0] == FIRST_LINE[cards]
    again = []
    assert played(monkeypatch, lambda console, _: again.append(console) or True, "--resume") == 0
    assert capsys.readouterr().out.splitlines()[0] == FIRST_LINE[cards]
    assert again[0].pump.session.match_state.dealt == (cards == DEALT) and again[0].pump.session.history
    assert (again[0].pump.simulated_players is None) == (cards == REAL)
    assert header_of(home).cards == cards


def test_the_program_deals_unless_it_is_asked_not_to(home, monkeypatch, capsys):
    assert played(monkeypatch, half, "punto", "--seats", "Ann,Ben") == 0
    assert capsys.readouterr().out.splitlines()[0] == FIRST_LINE[DEALT] and header_of(home).cards == DEALT


def test_the_next_match_is_played_with_the_same_cards(home, monkeypatch):
    def play(console, clock):
        to_the_end("next", [], console, clock)
        console.handle_line("next")
        return True

    options = ("--option", "max_rounds=1", "--cards", REAL)
    assert played(monkeypatch, play, "punto", "--seats", "Ann,Ben", *options) == 0
    assert header_of(home, 2).cards == REAL


def at_a_table(monkeypatch):
    """A table that is not simulated, as far as the program can tell."""
    table = discovery.simulated_table(RushedClock())._replace(twin=None)
    monkeypatch.setattr(discovery, "find_table", lambda *_: table)


def test_at_a_table_cards_are_always_real_and_stay_so_at_the_simulated_one(home, monkeypatch, capsys):
    with monkeypatch.context() as real:
        at_a_table(real)
        assert (
            played(real, lambda console, _: not console.pump.session.match_state.dealt, "punto", "--seats", "Ann,Ben")
            == 0
        )
        assert capsys.readouterr().out == "Punto · simulated table\n", (
            "what the table itself says, and nothing of cards"
        )
    header = header_of(home)
    journal = Journal(home / "journal.sqlite")
    journal.append_rows(journal.begin_match(header._replace(started="later")), [Row("note", "ready")])
    journal.close()
    assert played(monkeypatch, lambda console, _: True, "--resume") == 0
    assert capsys.readouterr().out.splitlines()[0] == FIRST_LINE[REAL]


def refused(monkeypatch, capsys, *arguments):
    assert played(monkeypatch, lambda *_: pytest.fail("it was played"), *arguments) == USAGE
    return capsys.readouterr().err


def test_at_a_table_no_cards_are_dealt(monkeypatch, capsys):
    at_a_table(monkeypatch)
    sentence = refused(monkeypatch, capsys, "punto", "--cards", DEALT)
    assert "--cards=dealt works only at the simulated table. Play it with --port twin:" in sentence


def test_who_types_for_a_bot_would_see_its_hand(monkeypatch, capsys):
    sentence = refused(monkeypatch, capsys, "spiel_des_jahres", "--seats", "Ann,bot:publisher", "--cards", REAL)
    assert "With your own cards, Spiel des Jahres is for people only. Without card readers someone" in sentence
    assert "would have to type a bot's hand." in sentence


def test_with_neither_terminal_nor_page_nobody_can_say_what_is_turned_up(monkeypatch, capsys):
    monkeypatch.setattr(Tty, "isatty", lambda self: False)
    sentence = refused(monkeypatch, capsys, "punto", "--seats", "Ann,Ben", "--cards", REAL)
    assert "Someone has to type your own cards. Play at a terminal, or in a browser (--web)." in sentence


def test_on_the_page_what_is_turned_up_is_tapped(home, monkeypatch):
    monkeypatch.setattr(Tty, "isatty", lambda self: False)
    options = ("--cards", REAL, "--web", "--port-http", "0")
    assert played(monkeypatch, lambda console, _: True, "punto", "--seats", "Ann,Ben", *options) == 0
    assert header_of(home).cards == REAL


def test_a_game_without_cards_says_nothing_of_them(monkeypatch, capsys):
    monkeypatch.setattr(games, "find", lambda name: PUNTO._replace(deck=(), alike={}))
    assert played(monkeypatch, lambda *_: True, "punto", "--seats", "Ann,Ben") == 0
    assert capsys.readouterr().out == "Punto · simulated table\n"


# -- a hand that is dealt is known to the table

TRUSTING = [name for name in games.names() if any(option.name == "knowledge" for option in games.find(name).options)]


@pytest.mark.parametrize("asked", [(), ("--option", "knowledge=trust")])
@pytest.mark.parametrize("name", TRUSTING)
def test_every_hand_is_tracked_where_the_program_deals(home, monkeypatch, capsys, name, asked):
    """Dealt, untracked and named at will: so a person could take any hidden card out of another's hand."""

    def play(console, clock):
        table = begun(console, clock)
        assert not table.host.state.untracked and "Should the table know your cards" not in table.page()
        told = "knowledge=trust needs real cards in hand (--cards real). Here it's knowledge=full."
        assert (told in console.said) == bool(asked)
        return True

    assert played(monkeypatch, play, name, "--seats", "Ann,Ben,Cleo", *asked) == 0
    assert header_of(home).options["knowledge"] == "full"
    assert ("knowledge=full" in capsys.readouterr().err) == bool(asked)


@pytest.mark.parametrize("name", TRUSTING)
def test_with_real_cards_each_seat_is_asked(home, monkeypatch, name):
    assert played(monkeypatch, lambda *_: True, name, "--seats", "Ann,Ben,Cleo", "--cards", REAL) == 0
    assert header_of(home).options["knowledge"] == "trust"


@pytest.mark.slow
def test_nobody_takes_a_dealt_card_out_of_another_hand_by_naming_it(monkeypatch):
    def play(console, clock):
        table = begun(console, clock, 60)
        table.look_until(lambda: "36 cards face down" in table.page())
        table.type("ok")
        table.look_until(lambda: table.host.lit_cells)
        hands, (seat, *_) = table.host.state.hands, table.game.rules.to_act(table.host.state)
        for card, name in enumerate(table.game.deck):
            if not hands[seat] >> card & 1:
                table.type(f"{table.players[seat].name} {name}")
                table.type(f"ok {table.players[seat].name}" if table.host.question else "why")
        assert table.host.state.hands == hands and sum(map(int.bit_count, hands)) > 20
        return True

    options = ("--option", "knowledge=trust", "--option", "first_player=random")
    assert played(monkeypatch, play, "alex_and_co", "--seats", "Ann,Ben,Cleo", *options) == 0


# -- a match as text


def record(**changed):
    header = Header("punto", ("Ann", "Ben"), {}, 1, "", REAL)
    return to_jsonl(MatchRecord(header, ())).replace('"cards": "real"', changed.get("cards", '"cards": "real"'))


def test_an_export_says_whose_cards_were_played_with():
    assert from_jsonl(record()).header.cards == REAL


def test_a_match_from_before_it_was_written_down_was_dealt(home):
    assert from_jsonl(record(cards='"old": 1')).header.cards == DEALT
    journal = Journal(home / "journal.sqlite")
    with journal.transaction():
        begin = '{"game": "punto", "players": ["Ann"], "options": {}, "seed": 1, "started": ""}'
        journal._insert_rows(1, [Row(BEGIN, begin)])
    assert journal.find_match(1).header == Header("punto", ("Ann",), {}, 1, "", DEALT)


@pytest.mark.parametrize("cards", ['"marked"', "3", "[]", "null"])
def test_other_cards_there_are_not(cards):
    with pytest.raises(UserError, match=r"Line 1: cards must be one of dealt, real\."):
        from_jsonl(record(cards=f'"cards": {cards}'))
