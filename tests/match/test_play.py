"""The pump, with a twin at its other end: whole matches, typed lines, ports that go and come."""

import pytest
from glowtable import games
from glowtable.device.clock import WallClock
from glowtable.device.connection import Connection, PortSearch
from glowtable.device.link import Link
from glowtable.game import Refusal, full_options
from glowtable.games.spiel_des_jahres.state import Phase as Month
from glowtable.grid import TABLE_SEAT
from glowtable.kit.refusals import CommonReason
from glowtable.match.match_state import MatchState
from glowtable.match.players import Player, players_of
from glowtable.match.presenter import current_picture, current_prompt
from glowtable.match.result import result_lines
from glowtable.match.session import Phase, Session
from glowtable.match.trouble_watch import TroubleWatch
from glowtable.messages import MISMATCH, Message, UserError
from glowtable.table import Card, Key, Press, Said
from glowtable.terminal.help import help_messages
from glowtable.terminal.keyboard import END_OF_INPUT
from glowtable.terminal.localized_commands import in_signs
from glowtable.terminal.screen import Size
from glowtable.terminal.translator import Translator
from glowtable.terminal.typed_line import BEGINNING, event_of, not_understood

from tests.games.spiel_positions import position
from tests.support.matches import PUNTO, Match
from tests.support.overridden import overridden


@pytest.fixture
def match(tmp_path):
    return Match(tmp_path)


@pytest.fixture
def people(tmp_path):
    """Ann and Ben at the table, Ann's first card turned up by simulated hands."""
    match = Match(tmp_path, ("Ann", "Ben")).until_laid_out()
    for line in ("", "ok Ann"):
        assert match.console.handle_line(line)
        match.wait()
    assert match.session.history[-1].action.kind == "turn"
    return match


def test_bots_play_a_match_to_its_end_the_page_tells_it_and_the_journal_agrees(match):
    match.to_the_end()
    page = "\n".join(str(line) for line in match.console.page_lines(""))
    assert "won Punto! (" in page and "P-" in page and "Type next to play again, or quit." in page
    assert match.journaled().state == match.session.state
    stored = match.journal.find_match(1)
    assert stored.state == "over" and stored.result.splitlines() == [
        match.console.translator.text(line) for line in result_lines(match.game, match.session.outcome)
    ]


def test_an_end_taken_back_reopens_the_match(tmp_path):
    match = Match(tmp_path, ("Ann", "bot:greedy"), rounds_to_win=1, max_rounds=1).until_laid_out()
    match.console.handle_line("")

    def ann_lays():
        if current_prompt(match.session).seat == 0 and match.session.lit_cells:
            match.pump._take_event(Press(match.session.lit_cells[0]))
        elif current_prompt(match.session).seat in (0, TABLE_SEAT) and match.session.phase is Phase.PLAYING:
            match.pump._take_event(Key(0, "confirm"))
        return match.session.phase is Phase.OVER

    match.until(ann_lays)
    assert match.journal.find_match(1).state == "over"
    match.console.handle_line("undo")
    match.wait()
    assert match.session.phase is not Phase.OVER and match.journal.find_match(1).state == "running"
    assert match.journaled().state == match.session.state


# -- typed lines


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("c3", Press(14)),
        ("C3", Press(14)),
        ("", Key(0, "confirm")),
        ("ok", Key(0, "confirm")),
        ("ok Ben", Key(1, "confirm")),
        ("pass", Key(0, "pass")),
        ("undo ben", Key(1, "undo")),
        ("wrong", Key(TABLE_SEAT, "wrong")),
        ("pause", Key(TABLE_SEAT, "pause")),
        ("R5@c3", Said("R5@c3")),
        ("card R5", Card(0, "R5")),
        ("R5a", Card(0, "R5a")),
        ("undo", Key(0, "undo")),
        ("UNDO Ben", Key(1, "undo")),
        ("Ben undo", Key(1, "undo")),
        ("ben ok", Key(1, "confirm")),
    ],
)
def test_typed_lines_mean_events(people, line, event):
    assert event_of(line, people.session) == event


@pytest.mark.parametrize(("line", "words"), [("ok Zoe", "Who? Type"), ("rubbish", "Type help for more.")])
def test_lines_that_mean_nothing_are_answered_with_what_would(people, line, words):
    answer = event_of(line, people.session)
    assert isinstance(answer, Message) and words in answer.text


def test_a_card_with_a_long_name_may_be_typed_by_its_beginning():
    game = games.find("spiel_des_jahres")
    session = Session(MatchState(game, players_of(("Ann", "Ben")), full_options(game, {})))
    names = [card for card in game.deck if len(card) > BEGINNING]
    only = next(card for card in names if sum(other.startswith(card[:BEGINNING]) for other in game.deck) == 1)
    assert event_of(only[:BEGINNING], session) == Card(0, only)
    assert event_of("Ben " + only[:BEGINNING].lower(), session) == Card(1, only)
    assert event_of(only[: BEGINNING - 1], session) == not_understood(game)
    assert event_of("sec", session) == not_understood(game)  # Secondhand, Secret


@pytest.mark.parametrize(
    ("game", "name", "line", "event"),
    [
        ("alex_and_co", "Uwe", "uwe rosenberg", Card(0, "Uwe Rosenberg")),
        ("alex_and_co", "Uwe", "uwe ros", Said("uwe ros")),
        ("alex_and_co", "Uwe", "ok uwe", Key(1, "confirm")),
        ("alex_and_co", "Uwe", "uwe ok", Key(1, "confirm")),
        ("alex_and_co", "Art", "ask art", Said("ask 2")),
        ("alex_and_co", "Rudiger", "rudiger dorn", Said("rudiger dorn")),
        ("alter_ego", "June", "june ok", Key(1, "confirm")),
        ("alter_ego", "June", "june oka", Card(0, "June Okafor")),
        ("alter_ego", "Queen", "1 fight static queen", Said("1 fight static queen")),
        ("alter_ego", "June", "june fight", Said("2 fight")),
        ("spiel_des_jahres", "Bruno", "bruno kartenthal", Card(0, "Bruno Kartenthal")),
        ("spiel_des_jahres", "Bruno", "Ann trade Bruno", Said("1 trade 2")),
        ("spiel_des_jahres", "Bruno", "Ann tap Bruno Kartenthal", Said("1 tap Bruno Kartenthal")),
        ("spiel_des_jahres", "Bruno", "bruno goat", Card(1, "Goat")),
    ],
)
def test_a_player_with_a_name_from_a_card_is_told_from_the_card(game, name, line, event):
    played = games.find(game)
    if isinstance(event, Said):  # whatever the game makes of it now: what counts is which words it hears
        played = played._replace(
            surface=overridden(played.surface, read=lambda event, state: Refusal(CommonReason.NOT_NOW, "", ""))
        )
    session = Session(MatchState(played, players_of(("Ann", name, "Cid")), full_options(played, {})))
    assert event_of(line, session) == event


def test_a_title_that_copies_share_is_typed_without_their_number():
    game = games.find("spiel_des_jahres")
    session = Session(MatchState(game, players_of(("Ann", "Ben")), full_options(game, {})))
    assert event_of("quest", session) == Card(0, "Quest") and event_of("Ben Quest", session) == Card(1, "Quest")


def test_who_is_youngest_is_not_answered_without_a_name(tmp_path):
    match = Match(tmp_path, ("Ann", "Ben")).until_laid_out()
    for line in ("", ""):
        match.console.handle_line(line)
        match.wait()
    assert match.console.said[-1] == "Who? Type ok Ann, ok Ben." and not match.session.history
    match.console.handle_line("ok Ben")
    match.wait()
    assert current_prompt(match.session).seat == 1


def test_undo_is_the_wish_of_whoever_laid_last(people):
    people.console.handle_line(cell_lit(people))
    people.wait()
    assert current_prompt(people.session).seat == 1
    assert event_of("undo", people.session) == Key(0, "undo")


def test_a_name_that_is_cell_and_card_is_the_card_where_a_card_is_asked(people):
    assert event_of("b5", people.session) == Press(10)
    people.session.match_state.state = people.session.history[-1].before
    assert event_of("b5", people.session) == Press(10), "where cards are dealt none is asked"
    people.session.match_state.dealt = False
    assert event_of("b5", people.session) == Card(0, "B5")
    people.session.judge.entering = True
    assert event_of("b5", people.session) == Press(10)


def test_a_question_is_answered_by_whom_it_was_put_to(people):
    people.console.handle_line(f"{cell_lit(people)}")
    people.wait()
    people.console.handle_line("undo Ann")
    people.wait()
    assert event_of("ok", people.session) == Key(1, "confirm")


def cell_lit(match):
    from glowtable.grid import cell_name

    return cell_name(match.session.lit_cells[0])


def test_typed_notation_needs_no_press(people):
    card = PUNTO.deck[people.session.state.card][:2]
    people.console.handle_line(f"{card}@{cell_lit(people)}")
    assert people.session.history[-1].action.kind == "place"


def test_why_explains_without_acting(people):
    state = people.session.state
    people.console.handle_line("why a1")
    assert "P-10" in people.console.said[-1]
    people.console.handle_line(f"why {cell_lit(people)}")
    assert "You can play on " in people.console.said[-1]
    people.console.handle_line("why what")
    assert "Which cell? Type why c3." in people.console.said[-1]
    assert people.session.state is state


@pytest.mark.parametrize("line", ["help", "?"])
def test_help_is_read_instead_of_the_table(people, line):
    assert people.console.handle_line(line)
    told = "Type a cell (c3)"
    assert told in people.page() and not any(told in said for said in people.console.said)


@pytest.mark.parametrize("line", ["quit", "q", END_OF_INPUT])
def test_a_wish_to_leave_is_told(people, line):
    assert not people.console.handle_line(line)


def test_a_small_terminal_keeps_grid_instruction_and_typing(people):
    page = [str(line) for line in people.console.page_lines("c", Size(40, 12))]
    assert len(page) <= 12 and page[0].strip().startswith("1")
    assert any(line.startswith("> Ann: ") for line in page) and page[-1] == "» c"


def test_next_leads_to_another_match_of_people_once_theirs_is_over(tmp_path):
    match = Match(tmp_path, ("Ann", "Ben"), max_rounds=1, rounds_to_win=1).until_laid_out()
    match.types("ok", "next")
    assert match.console.said[-1] == "The match isn't over yet. To stop here, type quit."
    assert any("play again after the end" in str(text) for text in help_messages(match.session))
    while match.session.phase is not Phase.OVER:
        seats = match.session.match_state.seats_to_act
        match.types(*(match.line_for(match.game.rules.legal(match.session.state, seat)[0]) for seat in seats[:1]))
    assert "Type next to play again, or quit." in match.page()
    match.types("next")
    assert match.pump.recorder.match == 2 and match.session.phase is Phase.SETTING


def test_a_sentence_is_not_said_twice_running(people):
    for _ in range(2):
        people.console.handle_line("a1")
        people.wait()
    assert people.console.said.count(people.console.said[-1]) == 1


def test_a_refused_press_flashes_red_until_the_next_event(people):
    people.console.handle_line("a1")
    people.wait()
    assert people.twin.picture_letters[0][0] == "r" and people.twin.picture_letters[1][0] == "f"
    people.console.handle_line(cell_lit(people))
    people.wait()
    assert people.twin.picture_letters[1][0] != "f"


def test_the_page_shows_grid_score_instruction_and_what_is_typed(people):
    page = "\n".join(str(line) for line in people.console.page_lines("c"))
    assert "○" in page and "Ann (red, blue)" in page and "> Ann: " in page and page.endswith("» c")


def test_a_card_without_a_tag_is_given_to_the_session_itself(people):
    people.registry.cards.clear()
    people.console.handle_line("card R5")
    assert people.console.said


def test_where_no_cards_lie_an_undo_asks_for_nothing(people):
    before = people.session.state
    people.types(cell_lit(people))
    people.wait(3000)
    people.types("undo Ann", "ok Ben")
    assert people.session.state is before and "Then press " not in people.page()
    assert "Undone: Ann plays" in people.page() and "> Ann: Where does " in people.page()


# -- one name for each cell, the player's letters for each card


def floating_match(folder):
    match = Match(folder, ("Ann", "Ben"), frame="floating").until_laid_out()
    match.types("", "ok Ann")
    return match


def test_in_the_floating_frame_grid_messages_and_typing_name_a_cell_alike(tmp_path):
    match = floating_match(tmp_path)
    assert event_of("f6", match.session) == Press(14) and event_of("c3", match.session) == Said("c3")
    match.types("why d4")
    assert "P-10" in match.page()
    match.types("c3")
    assert not match.session.state.laid, "it is another cell than the one in the third row and column of the table"
    match.types("f6")
    rows = [line[0] for line in match.page().splitlines() if line[1:2] == " " and line[0] in "abcdefghijk"]
    heading = next(line for line in match.page().splitlines() if line.split() == ["4", "5", "6", "7", "8", "9"])
    assert "".join(rows) == "defghi" and heading
    assert "Ann plays" in match.page() and "on f6" in match.page()
    for cell in ("f7", "f8", "f9", "f10"):
        match.types(cell)
        match.wait(2000)
    beyond = next(line for line in match.page().splitlines() if "Off the table (type it):" in line)
    cell = beyond.rsplit("@", 1)[-1].strip()
    assert cell not in match.session.match_state.cell_names
    laid = len(match.session.state.laid)
    match.types(f"@{cell}")
    assert len(match.session.state.laid) == laid + 1


@pytest.mark.parametrize(
    ("language", "typed", "read"),
    [
        ("de", "Gr5", "G5"), ("de", "ge7@c3", "Y7@c3"), ("de", "G5", "G5"), ("de", "Y7", "Y7"), ("de", "b5", "b5"),
        ("de", "Ann GE3", "Ann Y3"), ("it", "v2", "G2"), ("it", "Gi9@g4", "Y9@g4"), ("it", "G2", "G2"),
        ("it", "give", "give"), ("it", "via3", "via3"), ("de", "ger5", "ger5"), ("en", "gr5", "gr5"),
        ("en", "red 5", "R5"), ("de", "rot 5", "R5"), ("de", "Grün 7@c3", "G7@c3"), ("de", "yellow3", "Y3"),
        ("en", "5R", "R5"), ("de", "5 gelb", "Y5"), ("it", "Ann 4 v", "Ann G4"), ("en", "5b", "B5"),
        ("en", "10f", "10f"), ("en", "4d", "4d"), ("en", "ok Fred 5", "ok Fred 5"), ("en", "5 reds", "5 reds"),
    ],
)  # fmt: skip
def test_cards_are_typed_with_the_letters_of_the_language_or_the_games(language, typed, read):
    assert in_signs(typed, PUNTO.letters, Translator(language, game="punto")) == read


@pytest.mark.parametrize(
    ("language", "key"),
    [
        ("en", "R red   G green   B blue   Y yellow"),
        ("de", "R Rot   Gr Grün   B Blau   Ge Gelb"),
        ("it", "R rosso   V verde   B blu   Gi giallo"),
    ],
)
def test_the_page_explains_the_letters_and_takes_them(tmp_path, language, key):
    match = started(tmp_path / "match", dealt=False)
    match.console.translator = Translator(language, ["Ann", "Ben"], game="punto")
    assert key in match.page()
    green = key.split()[2]
    match.types("B4", "c3", f"{green}7")
    assert match.session.state.card == PUNTO.deck.index("G7a") and f"{green}7" in match.page()


def test_a_game_without_letters_has_no_key_line_and_reads_what_is_typed():
    assert in_signs("gr5", (), Translator("de")) == "gr5" and not games.find("alter_ego").letters


# -- where the dealer deals, nothing that people do or name decides what comes (P-12)

EARLY = ("R1", "Ben R1", "R1a", "card R1", "b5", "pass", "", "@c3", "R1@c3", "starter 2", "Ben b5", "ok Ben")


@pytest.mark.parametrize("before", ["", "c3"])  # while Ann's card comes; while Ben's does, after Ann's first one
@pytest.mark.parametrize("early", EARLY)
def test_P12_what_is_typed_a_moment_early_decides_nothing(tmp_path, before, early):
    lines = (before, early, early) if before else (early, early)
    hurried, patient = started(tmp_path / "hurried"), started(tmp_path / "patient")
    for match in (hurried, patient):
        if before:
            match.until(lambda match=match: match.session.state.card >= 0)
    hurried.types_at_once(*lines)
    patient.types_at_once(*lines[:1] if before else ())
    for match in (hurried, patient):
        match.wait(3000)
    assert hurried.session.state.card >= 0 and hurried.session.state == patient.session.state
    assert not (hurried.session.judge.entering or hurried.session.question)


def started(folder, dealt=True):
    """Ann begins; nothing is turned up yet. If no cards are dealt, only what is typed is shown."""
    folder.mkdir()
    match = Match(folder, ("Ann", "Ben"))
    if not dealt:
        match.session.match_state.dealt, match.pump.gestures = False, None
    match.until(lambda: match.session.phase is Phase.SETTING)
    match.types("")
    match.console.handle_line("ok Ann")
    match.until(lambda: match.session.match_state.chance.is_awaited)
    return match


@pytest.mark.parametrize("early", ["R1", "B9", "Y1", "Q1", "b5", "pass", "", "@c3"])
def test_P12_every_answer_is_the_same_whatever_lies_on_top(tmp_path, early):
    match = started(tmp_path / "match")
    known = Session(MatchState(match.game, match.players, match.options), Phase.PLAYING)
    known.match_state.dealt, known.match_state.state = True, match.session.state
    event = event_of(early, known)
    if isinstance(event, Message):
        assert event == not_understood(known.game)
        return
    answers = set()
    for action, _ in known.match_state.chance.possible_draws:
        known.match_state.chance.stage_draw(action)
        answers.add(known.judge_typed(event))
    assert len(answers) == 1 and "Wait for your card: the program deals." in answers.pop().said[0].text


def test_at_a_table_with_cards_the_same_words_decide(tmp_path):
    """The control: what is refused where cards are dealt is how people with cards say what they turned up."""
    match = started(tmp_path / "match", dealt=False)
    match.types("R1")
    assert PUNTO.deck[match.session.state.card] == "R1a"
    match.types("R9", "ok Ben")
    assert PUNTO.deck[match.session.state.card] == "R9a"


# -- the table comes and goes


@pytest.mark.slow
def test_unplugged_in_mid_match_the_match_sleeps_and_goes_on(match):
    match.until(lambda: len(match.session.history) > 20)
    match.twin.line.unplug()
    match.until(lambda: match.session.phase is Phase.ASLEEP)
    actions = len(match.session.history)
    match.wait(2000)
    assert len(match.session.history) == actions
    match.twin.line.replug()
    match.to_the_end()
    assert match.journaled().state == match.session.state


class Silent:
    """A port that says what it is given, and keeps what is typed at it."""

    def __init__(self):
        self.says, self.typed = b"", b""

    @property
    def in_waiting(self):
        return len(self.says)

    def read(self, size=1):
        said, self.says = self.says, b""
        return said

    def write(self, data):
        self.typed += data

    def close(self):
        """It stays as it is."""


@pytest.mark.parametrize(
    ("says", "seen", "keys"),
    [
        (b"", "The table at twin: doesn't answer.", b""),
        (b"MicroPython v1.25.0\r\n>>> ", "The Pico at twin: is at a MicroPython prompt.", b"\r\x04"),
        (b">>> >beef - beat 0 1234\r\nTraceback (most recent call last):\r\nSyntaxError\r\n", "prompt", b"\r\x04"),
        (
            b"Traceback (most recent call last):\r\nValueError\r\n",
            "The table at twin: crashed and is restarting.",
            b"\r\x03\x03\r\x04",
        ),
        (b"hello, world\r\n", "Another program answers at twin:", b"\r\x03\x03\r\x04"),
    ],
)
def test_what_is_seen_of_a_table_that_fell_silent_is_said_with_what_mends_it(people, says, seen, keys):
    port, connection = Silent(), people.pump.connection
    twin, connection._port = connection._port, port
    port.says = says
    people.until(lambda: people.session.phase is Phase.ASLEEP)
    people.wait(2500)
    assert seen in people.console.said[-1]
    port.typed = b""
    people.console.handle_line("mend")
    assert port.typed == keys
    connection._port = twin
    people.until(lambda: people.session.phase in (Phase.PLAYING, Phase.DISPUTED))
    people.console.handle_line("mend")
    assert "Nothing to fix." in people.console.said[-1]


def in_safe_mode(people):
    """The twin's firmware has failed three times, and answers no more than that."""
    twin = people.twin
    twin.loop.board.trouble = ("safe-mode", "crash.loop.7-valueerror")
    people.wait(500)
    assert "is in safe mode. Type mend to restart it" in "".join(people.console.said[-2:])


def test_mend_starts_a_table_in_its_safe_mode_again(people):
    in_safe_mode(people)
    connection = people.pump.connection
    twin, connection._port = connection._port, Silent()
    people.console.handle_line("mend")
    assert people.console.said[-1].startswith("Restarting the table. If it is in safe mode again, type what you")
    assert connection._port.typed == b"\r\x03\x03\r\x04"
    connection._port = twin


def test_mend_says_what_people_can_do_about_a_table_that_answers(people):
    people.twin.loop.board.trouble = ("reader.3", "flash-full")
    people.wait(500)
    people.pump.news.said.clear()
    people.console.handle_line("mend")
    assert ["Reader 4 " in line or "flash" in line for line in people.console.said] == [True, True]
    assert tuple(people.pump.news.said) == people.pump.troubles.messages


def test_only_what_is_new_of_a_tables_trouble_is_told():
    watch = TroubleWatch(Connection("twin:", lambda: None, Link(session="beef")), lambda message: None)
    assert watch.new_words("reader.3") == ["reader.3"] and len(watch.messages) == 1
    assert watch.new_words("reader.3,flash-full") == ["flash-full"] and len(watch.messages) == 2
    assert watch.new_words("-") == [] and watch.messages == ()
    assert watch.new_words("reader.3") == ["reader.3"]


def test_a_cable_that_is_out_is_said_and_cannot_be_mended_from_here(people):
    people.twin.line.unplug()
    people.until(lambda: people.session.phase is Phase.ASLEEP)
    people.wait(2500)
    people.console.handle_line("mend")
    assert "The table at twin: is unplugged." in people.console.said[-1]


def test_of_a_table_just_plugged_in_nobody_says_that_it_is_silent(people):
    people.twin.line.unplug()
    people.until(lambda: people.pump.troubles.messages)
    people.twin.line.replug()
    people.until(lambda: people.session.phase is Phase.PLAYING)
    assert not [line for line in people.console.said if "doesn't answer" in line]


@pytest.mark.parametrize(("port", "news"), [("COM5", ["The table is back at COM5."]), ("twin:", [])])
def test_a_table_that_is_back_at_another_port_is_said_once(people, port, news):
    people.pump.connection.search = PortSearch(port, None, lambda name: people.twin.line.open())
    for _ in range(2):
        people.twin.line.unplug()
        people.until(lambda: people.session.phase is Phase.ASLEEP)
        people.twin.line.replug()
        people.until(lambda: people.session.phase is Phase.PLAYING)
    assert [line for line in people.console.said if line.startswith("The table is back")] == news
    people.twin.line.unplug()
    people.until(lambda: people.pump.troubles.messages)
    assert people.console.translator.text(people.pump.troubles.messages[0]).startswith(
        f"The table at {port} is unplugged."
    )


def test_a_port_that_goes_while_it_is_mended_is_one_sentence(people):
    port, connection = Silent(), people.pump.connection
    connection._port = port
    port.says = b">>> "
    people.until(lambda: people.session.phase is Phase.ASLEEP)
    people.wait(2500)
    port.write = refused
    people.console.handle_line("mend")
    assert "twin:" in people.console.said[-1] and "prompt" not in people.console.said[-1]


def refused(data):
    raise OSError("gone")


def test_a_table_that_is_reset_is_back_before_anything_is_said(people):
    said = len(people.console.said)
    people.twin.restart()
    people.wait(3000)
    assert people.session.phase is not Phase.ASLEEP
    assert not [line for line in people.console.said[said:] if "twin:" in line]


def test_what_was_pressed_while_the_table_was_alone_changes_nothing(people):
    people.twin.line.unplug()
    people.until(lambda: people.session.phase is Phase.ASLEEP)
    people.twin.tap_key(0)  # a confirm that answers nothing anybody saw
    people.wait(200)
    for cell in range(36):
        people.twin.tap(cell)
        people.twin.advance(100)
    before = people.session.state
    people.twin.line.replug()
    people.wait(8000)
    assert people.session.phase is Phase.PLAYING and people.session.state is before
    assert any(row.text.startswith("late: press") for row in people.journal.good_rows(1))


def test_a_match_ends_and_is_over_in_one_commit(match, monkeypatch):
    appended = []
    append = match.journal.append_rows
    monkeypatch.setattr(
        match.journal, "append_rows", lambda n, rows: appended.append(rows := tuple(rows)) or append(n, rows)
    )
    match.to_the_end()
    assert [row.kind for row in appended[-1]][-3:] == ["action", "over", "note"]


def test_a_restarted_table_gets_the_picture_anew(match):
    match.until(lambda: len(match.session.history) > 20)
    match.twin.restart()
    assert match.twin.picture_letters[0] == "-" * 42
    match.until(lambda: match.session.phase is Phase.ASLEEP)
    match.until(lambda: match.session.phase is Phase.PLAYING)
    match.wait()
    assert match.twin.picture_letters[0] != "-" * 42
    match.to_the_end()


def test_another_protocol_is_refused_with_the_command_that_mends_it(match):
    match.twin.loop.hello = lambda: (9, "9.9", "0" * 8, "buttons", "7f", 60, "0" * 8, 1, "-")
    match.twin.loop.talk.hello = match.twin.loop.hello
    with pytest.raises(UserError) as caught:
        match.wait()
    assert caught.value.exit_code == MISMATCH and "glowtable flash" in caught.value.message.text


def test_dead_readers_are_told_by_hello(match):
    match.twin.pico.readers = 0b11111100
    match.wait()
    assert match.session.judge.readers == 0b11111100


class Strip:
    """A mirror that only remembers."""

    def __init__(self):
        self.pictures, self.moments = [], []

    def show_picture(self, picture):
        self.pictures.append(picture)

    def light_strip(self, now_ms):
        self.moments.append(now_ms)


def test_a_mirror_gets_every_picture_and_every_moment(people):
    strip = people.pump.lights.mirror = Strip()
    people.console.handle_line("pass")
    people.wait(100)
    assert strip.pictures == [current_picture(people.session)] and len(strip.moments) == 20


def test_nothing_is_sent_while_nothing_changes(people):
    people.wait(3000)
    sent = people.pump.connection.link.sent
    before = [line for line in sent if " lights " in line]
    people.wait(3000)
    assert [line for line in sent if " lights " in line] == before


def test_the_wall_clock_goes_on():
    clock = WallClock()
    before = clock.now_ms()
    clock.nap()
    assert clock.now_ms() > before


def test_a_full_disk_stops_at_the_last_saved_action(match):
    match.until(lambda: len(match.session.history) > 20)
    pages = match.journal.db.execute("PRAGMA page_count").fetchone()[0]
    match.journal.db.execute(f"PRAGMA max_page_count={pages}")
    with pytest.raises(UserError) as caught:
        match.to_the_end()
    assert "last saved action" in caught.value.message.text
    saved = match.journaled()
    live = [step.action for step in match.session.history]
    assert [step.action for step in saved.history] == live[: len(saved.history)]
    assert len(live) - len(saved.history) <= 1


def in_a_month(*names):
    """All may act in a month of Spiel des Jahres, and typed words are in its notation."""
    spiel = games.find("spiel_des_jahres")
    session = Session(MatchState(spiel, tuple(map(Player, names)), full_options(spiel, {})), Phase.PLAYING)
    session.match_state.state = position(seats=len(names), phase=Month.OFFERS)
    return session


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("Ann trade Ben", "1 trade 2"),
        ("1 trade ben", "1 trade 2"),
        ("1 trade Ben", "1 trade 2"),
        ("1 trade Ann Marie", "1 trade 3"),
        ("Ann Marie trade Ann", "3 trade 1"),
        ("2 ready", "2 ready"),
    ],
)
def test_a_players_name_anywhere_is_the_seats_number(line, text):
    assert event_of(line, in_a_month("Ann", "Ben", "Ann Marie")) == Said(text)


def test_who_trades_need_not_be_said_where_only_one_can():
    assert event_of("trade Ben", in_a_month("Ann", "Ben")) == Said("1 trade 2")
    alone = in_a_month("Ann", "Ben", "Cal")
    assert Translator("en").text(event_of("trade Ben", alone)) == "Who? Type Ann trade Ben, Cal trade Ben."
    german = Translator("de", game=alone.game.name).text(event_of("trade Ben", alone))
    assert german == "Wer? Tippe Ann handeln Ben, Cal handeln Ben."
    assert event_of("swap Ben", alone) == not_understood(alone.game)
