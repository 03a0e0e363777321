"""`glowtable games check` tells each mistake of a game in a sentence; what simulate and the lists say of such games."""

import sys
from contextlib import nullcontext
from io import BytesIO
from random import Random

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from glowtable import games
from glowtable.__main__ import main
from glowtable.game import CHANCE, PUBLIC, Action, Kind, Level, Option, Outcome, Refusal, Rules, Surface
from glowtable.lab import game_check, game_facts
from glowtable.lab.breaches import Breach
from glowtable.lab.game_check import GameCheck
from glowtable.messages import Message, say
from glowtable.table import GREEN, OPEN, Face, Light, Picture, Press, Prompt

from tests.support import dealt_game
from tests.support.command import failing, printed
from tests.support.overridden import overridden
from tests.support.small_game import CELLS, GAME, RULES, PressRules, PressSurface, State


def found(game):
    """The sentences of a check, in English."""
    check = GameCheck(game, 1)
    check.play_matches(2)
    return [filled(breach) for breach in check.breaches.values()]


def filled(message):
    return message.text.format(**{name: filled(v) if isinstance(v, Message) else v for name, v in message.fill})


def with_rules(**broken):
    return GAME._replace(rules=overridden(RULES, **broken))


def with_surface(**broken):
    return GAME._replace(surface=overridden(GAME.surface, **broken))


def illegal(view, legal, determinize, rng):
    return Action(view.seat, "press", (35,))


class Bag:
    """A state that can be overwritten."""

    def __init__(self, pressed=()):
        self.pressed = pressed

    def __repr__(self):
        return f"Bag({self.pressed})"

    @property
    def seat(self):
        return len(self.pressed) % 2


def overwritten(state, action):
    state.pressed = (*state.pressed, action.args[0])
    return state


class Turning(PressRules):
    def legal(self, state, seat):
        raise KeyError("a card")


def is_over(state):
    return len(state.pressed) == len(CELLS)


NO_RULES = type("Unwritten", (Rules,), {"setup": RULES.setup, "to_act": RULES.to_act})()
MISTAKES = {
    "no tuple": (with_rules(to_act=lambda state: [state.seat]), "to_act() returned [0]. Let it return a tuple"),
    "no seat": (with_rules(to_act=lambda state: (state.seat + 2,)), "to_act() returned (2,). Let it return a tuple"),
    "nothing legal": (with_rules(legal=lambda state, seat: ()), "to_act() names seat 0, but legal(state, 0) is empty."),
    "others act": (
        with_rules(legal=lambda state, seat: () if is_over(state) else RULES.legal(state, state.seat)),
        "legal(state, 1) lists 0 press 0, but to_act() doesn't name seat 1.",
    ),
    "never over": (
        with_rules(apply=lambda state, action: state),
        "A match of 2 seats didn't end within 30 actions, 10 times test_bound.",
    ),
    "bound": (GAME._replace(test_bound=2), "A match took 3 actions, but test_bound is 2. Raise test_bound"),
    "no end": (with_rules(outcome=lambda state: None, to_act=RULES.to_act), "while outcome() is None. Let to_act()"),
    "late": (
        with_rules(chance=lambda state: ((Action(CHANCE, "turn"), 1),) if is_over(state) else ()),
        "may still be done after the end.",
    ),
    "kinds": (GAME._replace(kinds={"press": Kind(((0, 1),))}), "kinds doesn't include 0 press 2. Add its kind"),
    "no kinds": (GAME._replace(kinds={}), "kinds doesn't include 0 press 0. Add its kind"),
    "bot": (GAME._replace(bots={"cheat": illegal}), "Bot cheat in 0 answered 0 press 35, which isn't legal."),
    "in place": (
        GAME._replace(
            rules=overridden(RULES, setup=lambda seats, options: Bag(), apply=overwritten), surface=GAME.surface
        ),
        "apply() changed the old state when it did 0 press ",
    ),
    "no JSON": (with_rules(setup=lambda seats, options: Bag()), "A Bag doesn't come back from JSON ("),
    "list": (
        with_rules(setup=lambda seats, options: State([])),
        "A State doesn't come back from JSON (pressed: [] became ()).",
    ),
    "dark": (with_surface(paint=lambda view: Picture()), "A press on a1 means 0 press 0, but paint() lights nothing"),
    "lit": (
        with_surface(paint=lambda view: Picture.of({35: Light(GREEN, OPEN)})),
        "paint() lights f6 as if it could be pressed, but read() gives no action for it.",
    ),
    "read": (
        with_surface(read=lambda event, state: Action(state.seat, "press", tuple(event[:1]))),
        "which isn't legal. Return rules.refuse(state, action) or action.",
    ),
    "gesture": (with_surface(gesture=lambda action, state: Press(35)), "gesture() says Press(cell=35) for 0 press 0"),
    "colour": (
        with_surface(paint=lambda view: Picture.of({7: Light("x")})),
        "Light(colour='x', pattern='s') doesn't exist. Take colours and patterns of glowtable.table.",
    ),
    "field": (
        with_surface(instruction=lambda action, state: say("Press {cell}.")),
        '"Press {cell}." has nothing for cell. Fill it: say(..., cell=...).',
    ),
    "inner field": (
        with_surface(instruction=lambda action, state: say("{what}", what=(say("Press {cell}."),))),
        '"Press {cell}." has nothing for cell. Fill it: say(..., cell=...).',
    ),
    "no instruction": (
        with_surface(instruction=lambda action, state: None),
        "instruction() returned None. Return a sentence: say(...).",
    ),
    "silent": (with_surface(prompts=lambda view: ()), "prompts() asks nothing though the match isn't over."),
    "why": (
        with_rules(why=lambda state, action: Refusal("no", say(""))),
        "without a sentence. Say what stops it.",
    ),
    "no methods": (GAME._replace(rules=NO_RULES), "Unwritten lacks legal(), apply(), outcome(). Write what Rules asks"),
    "no surface": (GAME._replace(surface=Surface()), "Surface lacks read(), gesture(), paint(), "),
    "no bots": (GAME._replace(bots={}), "bots is empty. Give the game one:"),
    "levels": (GAME._replace(levels=(Level("best", say("Wins.")),)), "levels names best, which bots doesn't have."),
    "strength": (
        GAME._replace(levels=(Level("random", say("Anything."), "weak"),)),
        "A level's strength can be easy, medium, hard, not weak.",
    ),
    "winners": (
        with_rules(outcome=lambda state: Outcome("full", (2,), (1,), ()) if is_over(state) else None),
        "outcome() has winners (2,) and scores (1,). Name seats",
    ),
    "hidden": (
        with_rules(view=lambda state, eyes: state if eyes == PUBLIC else State((*state.pressed, eyes))),
        "A seat knows what others don't. Set hidden_information=True.",
    ),
    "two worlds": (
        with_rules(determinize=lambda state, seat, rng: State((*state.pressed, 9))),
        "Seat 0 can't tell two states apart, but view(state, 0) differs.",
    ),
    "observation": (
        GAME._replace(observation=lambda seats, options: {}["parts"]),
        "KeyError: 'parts'. Correct this line.",
    ),
    "weights": (
        with_rules(chance=lambda state: ((Action(CHANCE, "turn"), 0.5),)),
        "List different actions of CHANCE with whole weights above 0",
    ),
    "blinks": (
        with_surface(paint=lambda view: Picture.of({7: Light("r" if CHANCE_OF_ALL.random() < 0.5 else "g")})),
        "paint() made two different pictures of one view.",
    ),
    "face": (
        with_surface(face=lambda view: Face.of({3: 7})),
        "face() returned 7. Let it return Face.of({cell: str | Message}).",
    ),
    "prompt of another": (
        with_surface(prompts=lambda view: (Prompt(1 - view.seat, say("Press a cell.")),)),
        "prompts() asks seat 1, but to_act() is (0,). Ask a seat that may act, or all: TABLE_SEAT.",
    ),
    "prompt without say": (
        with_surface(prompts=lambda view: (Prompt(view.seat, "Press a cell."),)),
        "prompts() returned 'Press a cell.'. Return a sentence: say(...).",
    ),
    "undo without say": (
        with_surface(undo_instruction=lambda action, before: "Take it."),
        "undo_instruction() returned 'Take it.'. Return a sentence: say(...).",
    ),
    "setup without a tuple": (
        with_surface(setup_instructions=lambda view: say("Sit down.")),
        "setup_instructions() returned 'Sit down.'. Return a sentence: say(...).",
    ),
    "private field": (
        with_surface(private=lambda view: (say("your hand: {cards}", crads="A"),)),
        '"your hand: {cards}" has nothing for cards. Fill it: say(..., cards=...).',
    ),
    "help field": (
        GAME._replace(help=say("Type {like}.")),
        '"Type {like}." has nothing for like. Fill it: say(..., like=...).',
    ),
    "help without say": (GAME._replace(help="Type a1."), "help of the game has 'Type a1.'. Write a sentence there"),
    "ending": (
        GAME._replace(endings={"ful": say("All cells are pressed.")}),
        "The match ended by 'full', which endings doesn't name. Name it there.",
    ),
    "outcome": (
        with_rules(outcome=lambda state: "full" if is_over(state) else None),
        "outcome() returned 'full'. Let it return Outcome | None.",
    ),
    "option": (
        GAME._replace(options=(Option("size", (3,), 3, "", "", "how many cells"),)),
        "Option size has no rule or no help. Name the rule that it answers, such as G-01,",
    ),
    "card asked": (with_surface(card_asked=lambda view: 7), "card_asked() returned 7. Let it return str."),
    "zones": (
        with_surface(zones=lambda view: ("left", 3)),
        "zones() returned ('left', 3). Let it return tuple[Zone, ...].",
    ),
    "tokens": (
        with_surface(tokens=lambda view: {4: 3}),
        "tokens() returned 3. Let it return tuple[TableItem, ...].",
    ),
    "moment": (with_surface(moment=lambda view, seat: "go"), "moment() returned 'go'. Let it return Moment | None."),
    "tile": (with_surface(tile=lambda view, action: {}["tile"]), "KeyError: 'tile'. Correct this line."),
    "consequences": (
        with_surface(consequences=lambda view, action: say("You win.")),
        "Let it return tuple[Message, ...].",
    ),
    "short rules": (GAME._replace(short_rules=(say("Can't read it."),)), "Can't read it."),
    "raises": (GAME._replace(rules=Turning()), "KeyError: 'a card'. Correct this line."),
}  # fmt: skip


def test_a_game_without_mistakes_has_none_told():
    assert found(GAME) == []


DEALT, CHANCE_OF_ALL = dealt_game.GAME, Random(1)


def dealt_with(**broken):
    return DEALT._replace(rules=overridden(DEALT.rules, **broken))


def hand_of_one_too_many(view):
    names, count = DEALT.surface.own_hand(view)
    return names, count + 1


def views_of_all(state, eyes):
    return state._replace(eyes=eyes)


def views_of_first(state, eyes):
    return dealt_game.RULES.view(state, max(eyes, 0))._replace(eyes=eyes)


SECRETS = {
    "same world": (
        dealt_with(determinize=lambda state, seat, rng: state),
        "Seat 1 can't know chance deal 0, but determinize() always returns the same state.",
    ),
    "all views, same world": (
        dealt_with(determinize=lambda state, seat, rng: state, view=views_of_all),
        "view(state, PUBLIC) shows whether it was chance deal 0 or chance deal 1, which seen() hides.",
    ),
    "public view, same world": (
        dealt_with(determinize=lambda state, seat, rng: state, view=views_of_first),
        "view(state, PUBLIC) shows whether it was chance deal 0 or chance deal 1, which seen() hides.",
    ),
    "hands are open": (
        dealt_with(determinize=lambda state, seat, rng: state, view=views_of_all,
                   seen=lambda state, action, eyes: action, public_state=lambda state: state),
        "hidden_information is True, but determinize() always returned the same state.",
    ),
    "rng": (
        dealt_with(determinize=lambda state, seat, rng: dealt_game.RULES.determinize(state, seat, CHANCE_OF_ALL)),
        "determinize() made two different states with the same rng.",
    ),
    "seen": (
        dealt_with(seen=lambda state, action, eyes: action),
        "seen() tells PUBLIC whether it was chance deal 0 or chance deal 1, which view() hides.",
    ),
    "no view": (
        DEALT._replace(rules=type("Open", (dealt_game.DealtRules,), {"view": Rules.view})()),
        "Open lacks view(). A game with hidden_information=True needs view(), determinize() and public_state().",
    ),
    "no worlds": (
        DEALT._replace(rules=type("Open", (dealt_game.DealtRules,), {
            "determinize": Rules.determinize, "public_state": Rules.public_state})()),
        "Open lacks determinize(), public_state(). A game with hidden_information=True needs",
    ),
    "flag": (DEALT._replace(hidden_information=False), "A seat knows what others don't. Set hidden_information=True."),
    "flag and view": (
        DEALT._replace(hidden_information=False, rules=type("Open", (dealt_game.DealtRules,), {
            name: getattr(Rules, name) for name in ("view", "determinize", "public_state", "seen")})(),
            surface=overridden(DEALT.surface, own_hand=lambda state: (("A",), 1))),
        "A seat knows what others don't. Set hidden_information=True.",
    ),
    "nothing hidden": (
        GAME._replace(rules=type("Open", (PressRules,), {"view": lambda self, state, eyes: state})(),
                      hidden_information=True),
        "hidden_information is True, but nobody ever knew what others didn't.",
    ),
    "no believed": (
        dealt_with(believed=lambda state, action: state),
        "As far as everybody knows, chance deal 0 may come, but not after believed().",
    ),
    "no hand": (
        DEALT._replace(surface=overridden(DEALT.surface, own_hand=lambda view: ((), 0))),
        "Seat 0 alone sees chance deal 0, but own_hand() counts no card then.",
    ),
    "source": (
        dealt_with(draw_source=lambda state: "deck"),
        "draw_source() returned 'deck'. Let it return DrawSource.",
    ),
    "public": (
        dealt_with(public_state=lambda state: state),
        "Seat 1 can't tell two states apart, but public_state() differs.",
    ),
    "hand": (
        DEALT._replace(surface=overridden(DEALT.surface, own_hand=hand_of_one_too_many)),
        "own_hand() returns (('A',), 2) for seat 0, but 2 cards from public_state().",
    ),
    "random": (
        with_rules(apply=lambda state, action: RULES.apply(state, Action(0, "press", (CHANCE_OF_ALL.random(),)))),
        "apply() made two different states of 0 press ",
    ),
    "random setup": (
        with_rules(setup=lambda seats, options: State((CHANCE_OF_ALL.random(),))),
        "setup() made two different states.",
    ),
}  # fmt: skip
MISTAKES |= SECRETS


def test_a_game_that_keeps_its_secrets_has_none_told():
    assert found(DEALT) == []


@pytest.mark.parametrize("name", MISTAKES)
def test_each_mistake_of_a_game_is_a_sentence(name):
    game, sentence = MISTAKES[name]
    told = found(game)
    assert any(sentence in each for each in told), told
    assert len(told) == len(set(told))


def test_what_is_raised_names_its_file_and_line():
    line = Turning.legal.__code__.co_firstlineno + 1
    assert any(f"{__file__}, line {line}: KeyError" in each for each in found(MISTAKES["raises"][0]))


class OwnRules(PressRules):
    """In this file's folder, which is that of the game then."""


class Unprompted(PressSurface):
    def prompts(self, view):
        return ("Press a cell.",)


class Named(type(DEALT.surface)):
    def instruction(self, action, state):
        return say("Draw {card}.", card=dealt_game.DECK[int(action.args[0])])


def test_who_names_a_hidden_card_reads_that_it_is_hidden():
    told = found(DEALT._replace(rules=OwnDealing(), surface=Named()))
    assert any("ValueError: invalid literal" in each and "The card of this action is HIDDEN" in each for each in told)


class Divided(Named):
    def instruction(self, action, state):
        return 1 / 0


def test_control_another_error_beside_a_hidden_card_is_no_matter_of_it():
    told = found(DEALT._replace(rules=OwnDealing(), surface=Divided()))
    assert told and all("ZeroDivisionError" in each and "HIDDEN" not in each for each in told)


class OwnDealing(dealt_game.DealtRules):
    """In this file's folder."""


class Misspelt(PressRules):
    def legal(self, state, seat):
        return tuple(action._replace(kind="dropp") for action in super().legal(state, seat))


class Unpacked(PressRules):
    def legal(self, state, seat):
        return tuple(action._replace(args=action.args[0]) for action in super().legal(state, seat))


class WinnerAlone(PressRules):
    def outcome(self, state):
        outcome = super().outcome(state)
        return outcome and outcome._replace(winners=0)


def bot_of_two(view, legal):
    return legal[0]


UNUSABLE = {
    "prompt": GAME._replace(rules=OwnRules(), surface=Unprompted()),
    "kind": GAME._replace(rules=Misspelt()),
    "args": GAME._replace(rules=Unpacked()),
    "winners": GAME._replace(rules=WinnerAlone()),
    "bot": GAME._replace(rules=Misspelt(), bots={"random": bot_of_two}),
}


@pytest.mark.parametrize("name", UNUSABLE)
def test_an_answer_that_no_check_can_use_names_a_line_of_the_game(name):
    told = found(UNUSABLE[name])
    assert told and all(f"{__file__}, line " in each for each in told if "Correct this line" in each)


class Endless(PressRules):
    def apply(self, state, action):
        while True:
            pass


def test_a_method_that_does_not_return_is_named(monkeypatch):
    monkeypatch.setattr(game_check, "PATIENCE_S", 0.2)
    line = Endless.apply.__code__.co_firstlineno
    (told,) = found(GAME._replace(rules=Endless()))
    assert told.startswith(f"last: apply() doesn't return. It was stopped after 0.2 seconds in {__file__}, line ")
    assert f"line {line + 1}" in told or f"line {line + 2}" in told


def test_each_choice_of_an_option_is_played():
    def setup(seats, options):
        return State() if options["size"] == 3 else {}["four"]

    option = Option("size", (3, 4), 3, "L-02", "", "how many cells")
    assert any("KeyError: 'four'" in each for each in found(with_rules(setup=setup)._replace(options=(option,))))


@pytest.fixture
def registered():
    def register(game):
        games.register(game)
        return game

    yield register
    games._guests.pop("last", None)


def test_the_command_ends_with_0_and_what_was_checked(registered, capsys):
    registered(GAME)
    told = printed(capsys, "games", "check", "last", "--matches", "2", "--language", "en")
    assert told == "Last keeps its promises: 2 matches and 6 actions were checked.\n"


def test_a_game_for_two_is_listed_for_two(registered, capsys):
    registered(GAME)
    assert "last: Last, 2 players; bots: random\n" in printed(capsys, "games", "--language", "en")


def test_the_command_ends_with_1_and_the_mistakes(registered, capsys):
    registered(MISTAKES["raises"][0])
    assert main(["games", "check", "last", "--language", "en"]) == 1
    told = capsys.readouterr()
    assert "KeyError: 'a card'. Correct this line.\n" in told.out and "Traceback" not in told.out + told.err
    assert failing(capsys, "games", "check", "--language", "en")[1].endswith("glowtable games check GAME\n")
    assert failing(capsys, "games", "check", "last", "--matches", "0", "--language", "en")[0] == 2


# -- what else says of a game that it makes a mistake

SIMULATED = {
    "never over": "No match ended within 30 actions.",
    "no tuple": "Last makes a mistake: to_act() returned [0], no tuple of seats. See all its mistakes:",
    "nothing legal": "Last makes a mistake: seat 1 is to act but has no legal action. See all its mistakes:",
    "bot": "Bot cheat in seat 1 answered 0 press 35, which isn't legal. It must return a legal action.",
}


@pytest.mark.parametrize("name", SIMULATED)
def test_simulate_says_a_mistake_and_fails(registered, capsys, name):
    registered(MISTAKES[name][0])
    code, told = failing(capsys, "simulate", "last", "--games", "3", "--language", "en")
    assert code == 1 and SIMULATED[name] in told


def test_simulate_says_how_many_matches_do_not_count(registered, capsys):
    def slow(view, legal, determinize, rng):
        return legal[rng.random() < 0.5]

    def apply(state, action):
        return state if action.args == (1,) else RULES.apply(state, action)

    def legal(state, seat):
        """Cell 1 is legal for ever, and does nothing; the others end the match."""
        return () if is_over(state) or seat != state.seat else tuple(Action(seat, "press", (n,)) for n in (0, 1))

    rules = overridden(RULES, apply=apply, legal=legal)
    registered(GAME._replace(rules=rules, bots={"slow": slow}, test_bound=1))
    assert main(["simulate", "last", "--games", "200", "--language", "en"]) == 0
    assert "matches didn't end within 10 actions and don't count." in capsys.readouterr().err


@pytest.fixture
def broken_folder(tmp_path, monkeypatch):
    """A folder of a game that cannot be imported, beside those of the house."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    folder = tmp_path / "hapless"
    folder.mkdir()
    (folder / "__init__.py").write_text("from glowtable.game import Game\n\nGAME = Game(\n")
    yield folder
    sys.modules.pop("glowtable.games.hapless", None)


def test_a_broken_folder_is_left_out_and_said(broken_folder, capsys):
    told = f"The game hapless can't be loaded: {broken_folder / '__init__.py'}, line 3: SyntaxError: "
    assert main(["games", "--language", "en"]) == 0
    listed = capsys.readouterr()
    assert "punto: Punto" in listed.out and listed.err.startswith(told) and listed.err.count("\n") == 1
    assert told in failing(capsys, "play", "hapless", "--language", "en")[1]
    assert told in failing(capsys, "games", "check", "hapless", "--language", "en")[1]
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    assert "hapless" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("facts", "cause"),
    [
        ("seats=2", "seats is 2, not a tuple of numbers such as (2,). Correct it"),
        ("seats=()", "seats is (), not a tuple of numbers"),
        (
            "options=(Option('line', (4, 3, 5), 'C-03', '', 'help'),)",
            "the default of option line is 'C-03', none of its choices (4, 3, 5). Correct it",
        ),
        ("rules=type(GAME.rules)", "rules is the class PressRules, not an object: PressRules(). Correct it"),
        ("surface=GAME.rules", "surface is PressRules, which doesn't derive from Surface. Correct it"),
    ],
)
@pytest.mark.parametrize("command", [("games",), ("games", "check"), ("play",), ("simulate",)])
def test_facts_of_which_nothing_can_be_asked_name_the_file(broken_folder, capsys, facts, cause, command):
    (broken_folder / "__init__.py").write_text(
        "from glowtable.game import Option\nfrom tests.support.small_game import GAME\n"
        f"GAME = GAME._replace(name='hapless', {facts})\n"
    )
    words = command if command == ("games",) else (*command, "hapless")
    assert main([*words, "--language", "en"]) == (0 if command == ("games",) else 1)
    assert f"The game hapless can't be loaded: {broken_folder / '__init__.py'}: {cause}" in capsys.readouterr().err


def test_a_folder_without_a_game_says_so(broken_folder, capsys):
    (broken_folder / "__init__.py").write_text("GAME = 7\n")
    code, told = failing(capsys, "play", "hapless", "--language", "en")
    assert code == 1 and f"{broken_folder}: GAME is no Game called hapless. Correct it" in told


def test_a_folder_whose_game_has_another_name_says_how_to_call_it(broken_folder, capsys):
    (broken_folder / "__init__.py").write_text("GAMES = 7\n")
    code, told = failing(capsys, "play", "hapless", "--language", "en")
    assert code == 1 and f"{broken_folder / '__init__.py'}: it has no GAME, such as GAME = game_in(...)" in told


GERMAN = """msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8"

msgid "Press {cell}."
msgstr "Dr\u00fccke {Zelle}."

msgid "{n} cell"
msgid_plural "{n} cells"
msgstr[0] "ein Feld"
msgstr[1] "{n} Felder"
"""


@pytest.mark.parametrize(("named", "strange"), [("{cell}", False), ("{Zelle}", True)])
def test_a_translation_that_fills_other_names_is_said(tmp_path, named, strange):
    folder = tmp_path / "locale/de/LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "messages.mo").open("wb") as file:
        write_mo(file, read_po(BytesIO(GERMAN.replace("{Zelle}", named).encode())))
    told = rf'"Dr\u00fccke {named}\." \(de\) has {named}, but its English has {{cell}}'
    with pytest.raises(Breach, match=told) if strange else nullcontext():
        game_facts.translations_have_the_same_fields(tmp_path)


def test_files_of_words_that_tell_nothing_are_said(tmp_path):
    (tmp_path / "short_rules.toml").write_text('[[sentense]]\nen = "Win."\n')
    with pytest.raises(Breach, match="has no sentence"):
        game_facts.short_rules_have_sentences(GAME, tmp_path)
    game_facts.short_rules_have_sentences(GAME, tmp_path / "elsewhere")


@pytest.mark.slow
def test_what_is_shown_though_all_know_it_to_be_there_tells_nobody_a_secret():
    check = GameCheck(games.find("alex_and_co")._replace(seats=(3,)), 5)
    check.play_matches(6)
    assert check.breaches == {}
