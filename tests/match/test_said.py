"""What people are told of what was done, also by wrong presses and lines: each device reads what can be done there.

Phones and boards get news, refusals, steps of an undo, results and the table's troubles; prompts are test_choices.py's.
"""

import ast
import re
from collections import Counter
from itertools import product
from pathlib import Path
from random import Random

import pytest
from glowtable import games
from glowtable.device.troubles import MENDS_SAFE, PORT_MESSAGES, TROUBLES
from glowtable.grid import TABLE_SEAT
from glowtable.match.session import Phase
from glowtable.messages import BOARD, PHONE, Message, say
from glowtable.table import SEAT_KEYS, TABLE_KEYS, Key
from glowtable.terminal.translator import Translator
from glowtable.web.outgoing import public_page, said_on

from tests.games.shipped import SHIPPED
from tests.match.test_choices import ELSEWHERE, TYPE, texts_of
from tests.support.adversary import Probe, copied, play_match, probes, reply_to, seats_of, session_at

SEEDS, STEP, PROBES = 2, 9, 40
SCREENS = (PHONE, BOARD)
KEYS = {  # the gestures of a table in the other languages
    "de": r"(?i:\btasten?\b|\bbestätig|\b(?:karten)?leser|\bdrück|\benter\b|\btipp\w* .*\bein\b)|\bPassen\b",
    "it": r"(?i:\btast[oi]\b|\bconferma\b|\blettor[ei]\b|\bprem[iae]\b|\binvio\b|\bdigita\b|\bscrivi\b)|\bpasso\b",
}
TAPS = {"de": r"|(?i:\btippe?\b)", "it": r"|(?i:\btocca\b(?! a\b))"}


def said_by(session, probe):
    """All that is told after this is done."""
    other = copied(session)
    reply = reply_to(other, probe)
    yield from (reply,) if isinstance(reply, Message) else reply.said
    yield from other.repairs


def said_in_matches(game):
    """What is told of seeded matches: of each action, and of whatever else people try at its moment."""
    for seed in range(SEEDS):
        rng = Random(f"said {game.name} {seed}")
        seats = seats_of(game, rng)
        world = play_match(game, seats, rng, 300)
        for at in range(0, len(world.actions), STEP):
            session = session_at(game, seats, world, at)
            cards = rng.sample(range(len(game.deck)), min(3, len(game.deck)))
            tried = list(probes(session, rng.randrange(len(seats.players)), cards, rng))
            for probe in rng.sample(tried, min(PROBES, len(tried))):
                session.match_state.dealt = rng.random() < 0.5
                yield from said_by(session, probe)
            yield from copied(session).apply_action(world.actions[at]).said
        ended = session_at(game, seats, world, len(world.actions))
        ended.phase = Phase.OVER
        yield from sentences_in([public_page(ended)[name] for name in ("result", "lines", "players")])


def said_of_keys(game):
    """What each key says where it does nothing, and where it steps through the cells."""
    seats = seats_of(game, Random(game.name))
    world = play_match(game, seats, Random(game.name), 60)
    keys = (
        *((seat, key) for seat in range(len(seats.players)) for key in SEAT_KEYS),
        *((TABLE_SEAT, key) for key in TABLE_KEYS),
    )
    for at in range(0, len(world.actions), 5):
        for seat, key in keys:
            yield from said_by(session_at(game, seats, world, at), Probe(Key(seat, key)))


def sentences_in(part):
    if isinstance(part, Message):
        yield part
    elif isinstance(part, dict):
        yield from sentences_in(list(part.values()))
    elif isinstance(part, list | tuple):
        for each in part:
            yield from sentences_in(each)


def as_catalogue_has_it(text, translator):
    """The sentence in another language, its holes still open."""
    return translator.text(Message(text, tuple((name, f"{{{name}}}") for name in Message(text).field_names)))


@pytest.mark.parametrize("name", SHIPPED)
def test_no_device_is_told_a_gesture_that_it_has_not(name):
    game, found, at_the_table = games.find(name), Counter(), 0
    translators = {language: Translator(language, game=name) for language in ("de", "it")}
    told = {repr(message): message for source in (said_in_matches, said_of_keys) for message in source(game)}
    for message in told.values():
        at_the_table += any(re.search(ELSEWHERE[PHONE], text) for text in texts_of(message, ""))
        for device, expression in ELSEWHERE.items():
            found.update((device, text) for text in texts_of(message, device) if re.search(expression, text))
    for (language, keys), device in product(KEYS.items(), SCREENS):
        expression = keys + (TAPS[language] if device == BOARD else "")
        for text in {text for message in told.values() for text in texts_of(message, device) if text}:
            in_language = as_catalogue_has_it(text, translators[language])
            found.update([(language, device, in_language)] if re.search(expression, in_language) else [])
    assert found == {}
    assert at_the_table > 3 and len(told) > 40, "control: what is said at a real table is caught"


# -- all that can be refused, also what no seed tried

HOUSE = Path(games.__file__).parents[1]
REFUSING = sorted((*HOUSE.glob("games/*/refusals.py"), *HOUSE.glob("kit/*.py"), *HOUSE.glob("match/*.py")))


def in_one_form(source):
    """Sentences that name a gesture of the table and have no other text: a `say` on which no `.on` is called."""
    nodes = list(ast.walk(ast.parse(source)))
    on = [node.func.value for node in nodes if isinstance(node, ast.Call) and named(node) in ("on", "on_screens")]
    varied = {each.id for each in on if isinstance(each, ast.Name)}
    assigned = [node.value for node in nodes if isinstance(node, ast.Assign) and named(node.targets[0]) in varied]
    worded = {id(inner) for node in (*on, *assigned) for inner in ast.walk(node)}
    others = {id(each) for node in nodes if isinstance(node, ast.Call) and named(node) in ("on", "on_screens")
              for given in node.keywords + node.args for each in ast.walk(given)}  # fmt: skip
    for node in nodes:
        if isinstance(node, ast.Call) and named(node) in ("say", "say_count") and id(node) not in worded | others:
            texts = [each.value for each in node.args if isinstance(each, ast.Constant)]
            yield from (text for text in texts if any(re.search(ELSEWHERE[device], text) for device in SCREENS))


def named(node):
    """The name that is called, or assigned to."""
    node = getattr(node, "func", node)
    return getattr(node, "attr", "") or getattr(node, "id", "")


PRESSES = {"{n} press was lost while the table was away.", "{n} presses were lost while the table was away."}  # a noun


def test_each_sentence_of_the_rules_and_of_the_house_has_a_text_for_screens():
    found = {text for path in REFUSING for text in in_one_form(path.read_text("utf-8"))}
    assert found == PRESSES


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ('say("Press it.")', 1),
        ('said = say("Press it.")', 1),
        ('say("Press it.").on(phone=say("Tap it."))', 0),
        ('said = say("Press it.")\nsaid.on_screens(say("Choose it."))', 0),
        ('say("Choose it.")', 0),
    ],
)
def test_control_a_sentence_in_one_form_is_found(source, count):
    assert len(list(in_one_form(source))) == count


@pytest.mark.parametrize("message", [*TROUBLES.values(), *PORT_MESSAGES.values(), MENDS_SAFE])
def test_nobody_is_told_to_type_at_a_phone_or_at_a_board(message):
    assert not any(re.search(rf"(?i:{TYPE})", text) for device in SCREENS for text in texts_of(message, device))


def test_what_only_a_terminal_needs_to_say_is_on_no_page():
    typed = say("Which cell? Type show c3.").on(phone=say("Nothing."), board=Message(""))
    assert [each.text for each in said_on(PHONE, (typed,))] == ["Nothing."]
    assert said_on(BOARD, said_on(PHONE, (typed,))) == ()
