"""What is asked, as data: each option can be done by its gesture, and belongs to one prompt."""

from random import Random

import pytest
from glowtable import games
from glowtable.grid import TABLE_SEAT
from glowtable.match.choices import answers_of, asked_now, public_options
from glowtable.match.judge import plausible
from glowtable.match.session import Phase

from tests.support.adversary import play_match, seats_of, session_at
from tests.support.matches import Match

SEEDS = 4


def sessions(game):
    for seed in range(SEEDS):
        rng = Random(f"choices {game.name} {seed}")
        seats = seats_of(game, rng)
        world = play_match(game, seats, rng, 200)
        for at in range(0, len(world.actions), 3):
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
            if each.seat != TABLE_SEAT and each.options and not session.match_state.sole_bot_action:
                own += 1
    assert own


def test_the_card_asked_about_is_named():
    game = games.find("punto")
    cards = {each.card for session in sessions(game) for each in asked_now(session)[:1] if "place" in each.verbs}
    assert len(cards) > 5 and cards <= set(game.alike)


def test_what_the_house_asks_has_its_keys_as_options(tmp_path):
    match = Match(tmp_path, ("Ann", "Ben"))
    match.until(lambda: match.session.phase is Phase.SETTING)
    (first, *others) = asked_now(match.session)
    assert first.options == ("key 0 confirm", "key 1 confirm") and first.verbs == () and first.card == ""
    assert not any(each.options for each in others)
    assert [answer.key for answer in answers_of(match.session, 0)] == ["confirm"]
