"""What is asked, as data: each option can be done by its gesture, and belongs to one prompt.

And as sentences: each device tells only gestures that can be made there.
"""

import re
from collections import Counter
from functools import cache
from random import Random

import pytest
from glowtable import games
from glowtable.grid import TABLE_SEAT
from glowtable.match.choices import answers_of, asked_now, public_options
from glowtable.match.judge import plausible
from glowtable.match.presenter import current_prompts
from glowtable.match.session import SHOW_HAND, Phase, Question
from glowtable.messages import BOARD, PHONE, TERMINAL, Message
from glowtable.table import Said

from tests.games.shipped import SHIPPED
from tests.support.adversary import play_match, seats_of, session_at
from tests.support.matches import Match

SEEDS = 4


def sessions(game, seeds=SEEDS, step=3):
    for seed in range(seeds):
        rng = Random(f"choices {game.name} {seed}")
        seats = seats_of(game, rng)
        world = play_match(game, seats, rng, 200)
        for at in range(0, len(world.actions), step):
            yield session_at(game, seats, world, at)


@pytest.mark.parametrize("name", games.names())
def test_each_option_is_in_one_prompt_and_can_be_done(name):
    game, kinds = games.find(name), set()
    for session in sessions(game):
        if not session.is_open:
            continue
        asked, copies = asked_now(session), session.match_state.copies
        actions = {copies.action_text(action): action for action in public_options(session)}
        options = [option for each in asked for option in each.options if not option.startswith("key ")]
        assert sorted(options) == sorted(actions), "each once"
        for each in asked:
            own = [actions[option] for option in each.options if option in actions]
            assert {action.kind for action in own} == set(each.verbs)
            for action in own:
                meant = session.judge.meaning_of(game.surface.gesture(action, session.match_state.public_state))
                assert copies.action_by_kind(plausible(meant)) == copies.action_by_kind(action)
        kinds.update(verb for each in asked for verb in each.verbs)
    assert kinds


@pytest.mark.parametrize("name", games.names())
def test_who_has_a_prompt_of_its_own_finds_its_options_there(name):
    game, own = games.find(name), 0
    for session in sessions(game):
        for each in asked_now(session) if session.is_open else ():
            if each.seat != TABLE_SEAT and each.options and not session.match_state.bots.sole_action:
                own += 1
    assert own


def test_the_card_asked_about_is_named():
    game = games.find("punto")
    cards = {each.card for session in sessions(game) for each in asked_now(session)[:1] if "place" in each.verbs}
    assert len(cards) > 5 and cards <= set(game.alike)


def test_what_the_house_asks_has_its_keys_as_options(tmp_path):
    match = Match(tmp_path, ("Ann", "Ben")).until_laid_out()
    (first, *others) = asked_now(match.session)
    assert first.options == ("key 0 confirm", "key 1 confirm") and first.verbs == () and first.card == ""
    assert not any(each.options for each in others)
    assert [answer.key for answer in answers_of(match.session, 0)] == ["confirm"]


# -- the sentences of each device

TYPE = r"(?:^|[.:,] |\bor |\bthen )type\b"
HANDS = r"\breaders?\b|\bkeys?\b|\bconfirms?\b|\bshow\b|\bslide\b"
ELSEWHERE = {  # what cannot be done there
    TERMINAL: rf"(?i:{HANDS}|\btap\b|\blights?\b|\bpress(?:es)?\b(?! enter))|\bPass\b",  # `pass` can be typed
    PHONE: rf"(?i:{HANDS}|{TYPE}|\benter\b|\bscreen\b|\bpress(?:es)?\b|\bpass\b)",
    BOARD: rf"(?i:{HANDS}|{TYPE}|\benter\b|\btap\b|\bpress(?:es)?\b|\bpass\b)",
}
ADDRESSED = r"(?i:\byou\b|\byour\b)|\?"  # a board speaks to nobody


def texts_of(message, device):
    """The sentence as it is written for a device, and those that fill it: no card's name is mistaken for a word."""
    said = message.for_device(device)
    yield said.text
    for name in said.field_names:
        value = dict(said.fill).get(name)
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, Message):
                yield from texts_of(each, device)


def asked_by_the_house(game):
    """Prompts that belong to no game: before it, beside it, after it, and each question that people answer."""
    session = next(session for session in sessions(game) if len(session.history) > 2)
    session.phase = Phase.PLAYING
    people, action = frozenset({0, 1}), session.history[-1].action
    questions = (
        Question(0, people), Question(0, people, all_of_them=True), Question(0, people, typed=SHOW_HAND),
        Question(0, people, typed=Said("1 done")), Question(0, people, swap=action),
        Question(0, people, actions=(action,)), Question(0, people, actions=(action, action), losses=(Message("x"),)),
    )  # fmt: skip
    for session.question in questions:
        yield from current_prompts(session)
    session.question, session.paused = None, True
    yield from current_prompts(session)
    session.paused, session.repairs = False, (Message("Put it back."),)
    yield from current_prompts(session)
    session.repairs, session.nfc = (), True
    yield from current_prompts(session)
    for session.phase in (Phase.ASLEEP, Phase.GREETING, Phase.SETTING, Phase.DISPUTED, Phase.OVER):
        yield from current_prompts(session)
    session.phase, session.dispute.look = Phase.DISPUTED, (Message("It is wrong."), None)
    yield from current_prompts(session)


@cache
def asked_in_matches(name):
    return [prompt for session in sessions(games.find(name), seeds=12, step=1) for prompt in current_prompts(session)]


@pytest.mark.parametrize("name", SHIPPED)
def test_no_device_names_a_gesture_that_it_has_not(name):
    found, at_the_table = Counter(), Counter()
    for prompt in (*asked_in_matches(name), *asked_by_the_house(games.find(name))):
        for device, expression in ELSEWHERE.items():
            found.update((device, text) for text in texts_of(prompt.message, device) if re.search(expression, text))
            at_the_table.update(device for text in texts_of(prompt.message, "") if re.search(expression, text))
    assert found == {}
    assert set(at_the_table) == set(ELSEWHERE), "control: what is said at a real table is caught"


@pytest.mark.parametrize("name", SHIPPED)
def test_a_board_speaks_to_nobody(name):
    prompts = [prompt.message for prompt in asked_in_matches(name)]
    found = {text for each in prompts for text in texts_of(each, BOARD) if re.search(ADDRESSED, text)}
    assert found == set()
    assert any(re.search(ADDRESSED, text) for each in prompts for text in texts_of(each, PHONE)), "control"


@pytest.mark.parametrize("name", SHIPPED)
def test_where_the_dealer_draws_nobody_is_asked_to(name):
    found, count = Counter(), 0
    for session in sessions(games.find(name)):
        if session.is_open and session.match_state.chance.is_awaited:
            asked = [prompt.message for prompt in current_prompts(session)]
            session.match_state.dealt = True
            watched = [prompt.message for prompt in current_prompts(session)]
            assert watched == [message.for_device(BOARD) for message in asked]
            found.update(text for each in watched for text in texts_of(each, "") if re.search(ELSEWHERE[BOARD], text))
            count += 1
    assert count and not found


@pytest.mark.parametrize(
    ("device", "wrong", "right"),
    [
        (TERMINAL, "Confirm: yes. Pass: no.", "Enter: yes. pass: no."),
        (TERMINAL, "Press a lit cell.", "Press Enter to start."),
        (TERMINAL, "Show it to your reader.", "Type its name."),
        (PHONE, "Enough? Press Enter.", "Tap a lit cell."),
        (PHONE, "Your turn. Or type a card.", "Shuffle the arch villains by type."),
        (PHONE, "Can't agree? Pass.", "Ann passes."),
        (BOARD, "Tap a lit cell.", "Choosing a cell …"),
        (BOARD, "Type its name.", "Turning over a card …"),
    ],
)
def test_control_a_gesture_is_noticed(device, wrong, right):
    assert re.search(ELSEWHERE[device], wrong) and not re.search(ELSEWHERE[device], right)
