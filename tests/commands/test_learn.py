"""The guided first match: each step can be done, it waits for that, and the match is over in some three minutes."""

import sys

import pytest
from glowtable import games
from glowtable.__main__ import main
from glowtable.command_line import make_parser
from glowtable.commands.match_setup import lesson_of, make_led_console
from glowtable.device.clock import RushedClock
from glowtable.device.discovery import simulated_table
from glowtable.match.dealer import Dealer
from glowtable.match.journal import Journal
from glowtable.match.lesson import LESSON_COMMANDS, PATTERNS, cells_of_step
from glowtable.match.session import Phase
from glowtable.messages import LANGUAGES, USAGE, UserError
from glowtable.terminal.help import hint_of
from glowtable.terminal.layout import Size
from glowtable.terminal.localized_commands import COMMAND_MESSAGES as OWN_WORDS
from glowtable.terminal.localized_commands import localize_command

from tests.support.at_terminal import AtTerminal
from tests.support.matches import PUNTO, Match

LED = [PUNTO]  # the others: test_led_matches.py
LESSON = PUNTO.read_lesson()
LINE_S = 6  # a person reads what is said, and types a line
LONGEST_S = 180
PACE_MS = 500


class Learner(Match):
    """A person in the match of `glowtable learn` who does exactly what each step says.

    Where a step leaves a choice of cells it takes the one of the number in `choices`, and counts them.
    """

    def __init__(self, folder, game=PUNTO, lesson=LESSON, language="en", choices=()):
        self.game, self.lesson, self.language = game, lesson, language
        self.choices, self.counts, self.lines = choices, [], 0
        self.clock = RushedClock()
        table = simulated_table(self.clock)
        args = make_parser().parse_args(["learn", game.name, "--pace", str(PACE_MS), "--language", language])
        self.twin, self.journal = table.twin, Journal(folder / "journal.sqlite")
        self.console = make_led_console(args, game, lesson, table, self.journal)
        self.players = self.session.players
        self.until(lambda: self.session.phase is Phase.SETTING)

    @property
    def step_of_lesson(self):
        return self.console.guide.step

    def is_asked(self):
        session = self.session
        if session.phase in (Phase.OVER, Phase.SETTING) or self.session.held:
            return True
        return session.is_open and bool(session.match_state.seats_to_act or session.match_state.bots.awaiting_confirm)

    def waits_until_asked(self):
        self.until(self.is_asked)
        while self.session.held:
            self.types_line("")  # Enter goes on, as the page says
            self.until(self.is_asked)

    def goes_on(self):
        """It does what the step says, or else what a hint says, when it is asked next."""
        self.waits_until_asked()
        self.types_line(self.line_for_step(self.step_of_lesson))

    def types_line(self, line):
        self.lines += 1
        assert self.lines < 100, self.step_of_lesson
        self.wait()
        self.console.handle_line(line)
        self.wait()

    def goes_on_until(self, happens):
        self.waits_until_asked()
        while not happens():
            assert self.session.phase is not Phase.OVER
            self.goes_on()
            self.waits_until_asked()

    def goes_through_all_steps(self):
        for number, step in enumerate(self.lesson.steps[:-1]):
            assert self.step_of_lesson == step
            self.goes_on()
            assert self.console.guide.at == number + 1, f"step {number + 1} is not done by doing what it says"
        return self

    def line_for_step(self, step):
        """What it types, which can be done now."""
        if step.wants in PATTERNS:
            return self.cell_for_step(step)
        if step.wants in LESSON_COMMANDS:
            return self.words_for_step(step)
        if step.wants == "end" and self.session.lit_cells:
            return dict(hint_of(self.session, 0, Dealer(self.console.pump.recorder.header.seed, "hints"))[0].fill)[
                "line"
            ]
        return ""

    def cell_for_step(self, step):
        cells = cells_of_step(step, self.session)
        assert cells, f"no cell is as this step says: {step.words['en']}"
        if step.mentions:
            assert set(cells) & set(self.game.lesson_places[step.mentions](self.session.view)), step.mentions
        number = self.choices[len(self.counts)] if len(self.counts) < len(self.choices) else 0
        self.counts.append(len(cells))
        return self.session.match_state.cell_names[cells[number]]

    def words_for_step(self, step):
        """As the step says them in the person's language; who asks why asks it of a dark cell."""
        if step.wants == "why":
            lit = [self.session.match_state.cell_names[cell] for cell in self.session.lit_cells]
            assert step.cell not in lit, f"{step.cell} is lit"
        line = f"{step.wants} {step.cell}".strip()
        own = localize_command(line, self.console.translator, {**OWN_WORDS, **self.game.words})
        assert f" {own}" in step.words[self.language], f"the step does not say {own}"
        return own

    def cell_lit_otherwise(self):
        """A cell that is lit in another way than the step wants."""
        lights = self.game.surface.paint(self.session.view).cells
        wanted = PATTERNS.get(self.step_of_lesson.wants)
        others = [cell for cell in self.session.lit_cells if lights[cell].pattern != wanted]
        return self.session.match_state.cell_names[others[0]] if others else ""


@pytest.fixture
def learner(tmp_path, monkeypatch):
    monkeypatch.setenv("GLOWTABLE_CONFIG", str(tmp_path / "config.toml"))
    return Learner(tmp_path)


# -- each step can be done, in each language, wherever a person presses


def every_way(folder, game, lesson):
    """The choices of each way through the steps, each gone; AssertionError at a step that cannot be done."""
    todo = [()]
    while todo:
        way = todo.pop()
        counts = Learner(folder, game, lesson, choices=way).goes_through_all_steps().counts
        for at in range(len(way), len(counts)):
            todo += [(*way, *[0] * (at - len(way)), other) for other in range(1, counts[at])]
        yield way


@pytest.mark.parametrize("game", LED, ids=lambda game: game.name)
def test_each_step_can_be_done_wherever_a_person_presses(game, tmp_path):
    ways = list(every_way(tmp_path, game, game.read_lesson()))
    assert len(set(ways)) == len(ways) > 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", LED, ids=lambda game: game.name)
def test_who_does_what_is_said_in_any_language_comes_to_the_end_and_wins(game, language, tmp_path):
    learner = Learner(tmp_path, game, game.read_lesson(), language).goes_through_all_steps()
    assert learner.step_of_lesson.wants == "end"
    learner.goes_on_until(lambda: learner.session.phase is Phase.OVER)
    assert learner.session.outcome.winners == (0,)


WRONG = [
    ({"seed": 5}, "beside a card of its own colour"),
    ({"seed": 12}, "over another player's"),
    ({"seed": 19}, "a1 is lit"),
    ({"step": "why", "cell": "a2"}, "does not say why a2"),
    ({"step": "hint", "words": {"en": "If you do not know where to lay a card, ask."}}, "does not say hint"),
    ({"step": "cover", "wants": "pick"}, "no cell is as this step says"),
]


def wrong_lesson(seed=LESSON.seed, step="", **said):
    steps = [one._replace(**said) if one.wants == step else one for one in LESSON.steps]
    return LESSON._replace(seed=seed, steps=tuple(steps))


@pytest.mark.parametrize(("wrong", "words"), WRONG)
def test_control_a_step_that_cannot_be_done_is_noticed(wrong, words, tmp_path):
    with pytest.raises(AssertionError, match=words):
        list(every_way(tmp_path, PUNTO, wrong_lesson(**wrong)))


# -- what the guide says, and holds back


def test_it_is_played_through_in_some_three_minutes(learner):
    learner.goes_on_until(lambda: learner.session.phase is Phase.OVER)
    moves = len([played for played in learner.session.history if played.action.seat >= 0])
    assert learner.lines * LINE_S + moves * 2 * PACE_MS / 1000 <= LONGEST_S


def test_a_step_stands_on_the_page_until_it_is_done(learner):
    page = [line.plain for line in learner.console.page_lines("", Size(80, 24))]
    assert f"Step 1 of {len(LESSON.steps)}" in page and any("Welcome to Punto" in line for line in page)


def test_another_move_than_the_step_wants_is_held_back(learner):
    learner.goes_on_until(lambda: learner.step_of_lesson.wants == "why" and learner.session.lit_cells)
    before = learner.session.state
    learner.types(learner.cell_lit_otherwise())
    assert learner.session.state is before and learner.console.said[-1] == "First do this step."
    learner.goes_on_until(lambda: learner.step_of_lesson.wants == "cover" and learner.cell_lit_otherwise())
    before = learner.session.state
    learner.types(learner.cell_lit_otherwise())
    assert learner.session.state is before
    assert learner.console.said[-1].startswith("That works too, but for this step cover a card")
    learner.goes_on_until(lambda: learner.step_of_lesson.wants == "hint")
    assert learner.session.state is not before


def test_a_cell_lit_so_that_the_step_does_not_mean_is_held_back(learner):
    """A card is to lie beside one of its own colour: the last free cell touches the bot's alone."""
    learner.goes_on_until(lambda: learner.step_of_lesson.where and learner.session.lit_cells)
    before, step = learner.session.state, learner.step_of_lesson
    meant = cells_of_step(step, learner.session)
    (other, *_) = set(cells_of_step(step._replace(where=""), learner.session)) - set(meant)
    learner.types(learner.session.match_state.cell_names[other])
    assert learner.session.state is before and learner.step_of_lesson == step
    assert learner.console.said[-1] == "You can play there, too. First try what the step says."
    learner.types(learner.session.match_state.cell_names[meant[0]])
    assert learner.session.state is not before and learner.step_of_lesson != step


def test_anything_else_may_be_typed_and_who_leaves_leaves(learner):
    learner.console.handle_line("rules")
    assert learner.console.guide.at == 0
    assert not learner.console.handle_line("quit")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_step_is_told_in_each_language(language):
    told = [step.words[language] for step in LESSON.steps]
    assert len(set(told)) == len(told) > 5 and all(map(str.strip, told))


def test_a_game_without_a_lesson_says_which_have_one():
    with pytest.raises(UserError) as error:
        lesson_of(PUNTO._replace(title="Chess", read_lesson=None))
    listed = "alex_and_co, alter_ego, punto, spiel_des_jahres"
    assert str(error.value) == f"Chess has no lesson yet. There are lessons for {listed}."
    assert lesson_of(games.find("punto")) == LESSON


def test_without_a_terminal_it_says_where_to_type_it(capsys):
    assert main(["learn", "punto", "--language", "en"]) == USAGE
    assert "The lesson needs a terminal. Run glowtable learn in one." in capsys.readouterr().err


def test_it_begins_at_a_terminal_and_leaves_nothing_behind(tmp_path):
    """The command itself, at a terminal of its own: its first step, and away."""
    person = AtTerminal(
        (sys.executable, "-m", "glowtable", "learn", "punto", "--language", "en"), TERM="xterm",
        GLOWTABLE_DATA=str(tmp_path / "data"), GLOWTABLE_CONFIG=str(tmp_path / "config.toml"),
    )  # fmt: skip
    person.sees("Welcome to Punto")
    person.leaves()
    assert "Step 1 of 8" in person.screen and "glowtable play punto" in person.screen
    assert not list(tmp_path.rglob("journal.sqlite"))
