"""What buttons on a seat's own device say: what they do, without naming who does it."""

from random import Random

import pytest
from glowtable import games
from glowtable.messages import LANGUAGES
from glowtable.terminal.translator import STOPS, Translator

from tests.games.shipped import SHIPPED
from tests.support.adversary import NAMES, play_match, seats_of, session_at

SEEDS, LONGEST = 3, 40  # letters


def labels(game):
    """Each kind of action that people can choose in some matches -> its labels, each with the seat."""
    found = {}
    for seed in range(SEEDS):
        rng = Random(f"labels {game.name} {seed}")
        seats = seats_of(game, rng)
        world = play_match(game, seats, rng, 200)
        for at in range(0, len(world.actions), 2):
            session = session_at(game, seats, world, at)
            for seat in session.match_state.seats_to_act:
                for action in game.rules.legal(session.state, seat):
                    label = session.match_state.texts.label_text(action, session.state)
                    found.setdefault(action.kind, {})[label] = seat
    return found


@pytest.mark.parametrize("name", [name for name in games.names() if len(games.find(name).deck)])
def test_a_button_names_no_subject_and_is_no_sentence(name):
    game = games.find(name)
    by_kind = labels(game)
    assert len(by_kind) >= (2 if name in SHIPPED else 1)
    for language in LANGUAGES:
        tell = Translator(language, NAMES, game=name).text
        for kind, found in by_kind.items():
            for label, seat in found.items():
                text = tell(label)
                assert text and not text.startswith(f"{NAMES[seat]} "), f"{kind}: {text}"
                is_sentence = text.endswith(STOPS) and "{card}" not in label.text
                assert not is_sentence or name not in SHIPPED, f"{kind}: {text}"
