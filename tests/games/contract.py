"""What every game promises, as checks that know no game: each takes a game and a state and asserts.

The checks are used on every match of test_contract.py, and there each is shown to catch a game that breaks it.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from glowtable.game import CHANCE, HIDDEN, NO_READER, PUBLIC, Action, Arg, Game, Outcome, full_options, parse_action
from glowtable.grid import CELLS
from glowtable.kit.cards import NamedCards
from glowtable.kit.json_form import from_json, to_json
from glowtable.messages import UserError
from glowtable.table import CHOICE, Card, Press


def possible(game: Game, state: Any) -> tuple[Action, ...]:
    """Everything that may happen next."""
    if game.rules.to_act(state) == (CHANCE,):
        return tuple(action for action, _ in game.rules.chance(state))
    return tuple(action for seat in game.rules.to_act(state) for action in game.rules.legal(state, seat))


def fitting(game: Game, seats: int, change: Mapping[str, Arg]) -> list[tuple[int, dict[str, Arg]]]:
    """So many seats and the test options so changed; nothing if they do not go together."""
    options = full_options(game, {**game.test_options, **change})
    try:
        game.rules.setup(seats, options)
    except UserError:
        return []
    return [(seats, options)]


def eyes(seats: int) -> tuple[int, ...]:
    return (PUBLIC, *range(seats))


def as_json(value: Any) -> str:
    return json.dumps(to_json(value), sort_keys=True)


def legal_is_what_is_not_refused(game: Game, state: Any, others: Iterable[Action]) -> None:
    """`others` are actions of other moments, seats and kinds; what is not listed may be possible, but is known."""
    legal = possible(game, state)
    for action in {*legal, *others}:
        refusal = game.rules.refuse(state, action)
        unlisted = action.kind in game.kinds and game.rules.is_unlisted(state, action)
        assert (refusal is None) == (action in legal or unlisted), f"{action}: {refusal}"
        if refusal:
            assert refusal.message.text


def over_means_nobody_acts(game: Game, state: Any, seats: int) -> None:
    over = game.rules.outcome(state) is not None
    assert (game.rules.to_act(state) == ()) is over
    assert bool(possible(game, state)) is not over
    if over:
        assert not any(game.rules.legal(state, seat) for seat in range(seats))
        assert not game.rules.chance(state)


def only_who_may_act_has_legal_actions(game: Game, state: Any, seats: int) -> None:
    acting = game.rules.to_act(state)
    for seat in range(seats):
        legal = game.rules.legal(state, seat)
        assert bool(legal) is (seat in acting)
        assert all(action.seat == seat for action in legal)
        assert len(set(legal)) == len(legal) <= 121, "a choice must be factored to about 100 actions"


def chances_have_weights(game: Game, state: Any) -> None:
    chances = game.rules.chance(state)
    assert all(weight > 0 and action.seat == CHANCE for action, weight in chances)
    assert len({action for action, _ in chances}) == len(chances)
    assert bool(chances) is (game.rules.to_act(state) == (CHANCE,))


def apply_leaves_the_old_state(game: Game, state: Any, action: Action) -> None:
    before = as_json(state)
    game.rules.apply(state, action)
    assert as_json(state) == before


def texts_parse_back(game: Game, state: Any, seats: int) -> None:
    for action in possible(game, state):
        assert parse_action(str(action)) == action
    values = [state, *(game.rules.view(state, each) for each in eyes(seats))]
    for value in values:
        again = from_json(type(value), json.loads(as_json(value)))
        assert again == value and type(again) is type(value)


def no_view_holds_a_secret(game: Game, state: Any, seats: int, rng: Any) -> None:
    """Whatever a seat cannot know may be otherwise without its eyes, or the public's, seeing it."""
    for seat in range(seats):
        imagined = game.rules.determinize(state, seat, rng)
        for each in (seat, PUBLIC):
            assert game.rules.view(imagined, each) == game.rules.view(state, each)
        assert game.rules.legal(imagined, seat) == game.rules.legal(state, seat)


def every_action_is_in_the_vocabulary(game: Game, state: Any) -> None:
    strange = [action for action in possible(game, state) if action.kind not in game.kinds]
    assert strange == []
    assert [action for action in possible(game, state) if not game.kinds[action.kind].includes(action)] == []


def what_is_seen_is_an_action(game: Game, state: Any, seats: int) -> None:
    """To any eyes a card is hidden or not, nothing else differs; who acts sees what it does."""
    for action in possible(game, state):
        for each in eyes(seats):
            seen = game.rules.seen(state, action, each)
            assert seen == action or (seen == action._replace(args=(HIDDEN,)) and each != action.seat)
            assert parse_action(str(seen)) == seen


def lights_are_the_legal_cells(game: Game, state: Any) -> None:
    picture = game.surface.paint(game.rules.view(state, PUBLIC))
    lit = {cell for cell in range(CELLS) if picture.cells[cell].pattern in CHOICE}
    assert lit == {cell for cell in range(CELLS) if isinstance(game.surface.read(Press(cell), state), Action)}


def gestures_are_read_back(game: Game, state: Any) -> None:
    for action in possible(game, state):
        assert game.surface.read(game.surface.gesture(action, state), state) == action


def entries_are_chances(game: Game, state: Any) -> None:
    """Nothing can be entered by hand, or every card that may come: to hands one of its copies is like the other."""
    entries = game.surface.entry_cells(game.rules.view(state, PUBLIC))
    for action, _ in entries.values():
        assert action.seat == CHANCE and game.rules.refuse(state, action) is None
    assert all(light.pattern in CHOICE for _, light in entries.values())
    entered = {game.surface.instruction(action, state) for action, _ in entries.values()}
    assert not entries or entered == {game.surface.instruction(action, state) for action in possible(game, state)}


def cards_come_to_the_reader_that_is_said(game: Game, state: Any, seats: int) -> None:
    """To any, if none is said and chance acts."""
    said = game.surface.reader(state)
    shown = {action: game.surface.gesture(action, state) for action in possible(game, state)}
    cards = {action: event for action, event in shown.items() if isinstance(event, Card)}
    assert said == NO_READER or {event.reader for event in cards.values()} <= {said}
    if said == NO_READER and game.rules.to_act(state) == (CHANCE,):
        for action, event in list(cards.items())[:1]:
            others = (event._replace(reader=reader) for reader in range(seats))
            assert all(game.surface.read(other, state) == action for other in others)


def the_board_asks_nothing(game: Game, state: Any) -> None:
    board = game.surface.board(game.rules.view(state, PUBLIC))
    assert not [cell for cell in range(CELLS) if board.cells[cell].pattern in CHOICE]


def nothing_is_hidden_unless_said(game: Game, state: Any, seats: int, rng: Any) -> None:
    assert game.hidden_information or not holds_a_secret(game, state, seats, rng)


def holds_a_secret(game: Game, state: Any, seats: int, rng: Any) -> bool:
    """Does any seat see what not everybody sees, or could the state be another one as far as it knows?"""
    views = [game.rules.view(state, each) for each in eyes(seats)]
    worlds = [game.rules.determinize(state, seat, rng) for seat in range(seats)]
    told = [game.surface.private(view) for view in views]
    return any(view != views[0] for view in views) or any(world != state for world in worlds) or any(told)


def rounds_are_counted(game: Game, before: Any, after: Any) -> None:
    """From one on; the end of a round may be heard before the next begins, and once."""
    was, now = (game.rules.round_number(state) for state in (before, after))
    assert was >= 1 and now - was in (0, 1)
    heard = [game.surface.rounds_over(game.rules.view(state, PUBLIC)) for state in (before, after)]
    assert heard[1] - heard[0] in (0, 1)
    assert all(over in (number - 1, number) for over, number in zip(heard, (was, now), strict=True))


def winners_are_all_or_none_if_they_play_together(game: Game, outcome: Outcome, seats: int) -> None:
    assert set(outcome.winners) <= set(range(seats)) and len(outcome.scores) == seats
    assert not game.cooperative or len(outcome.winners) in (0, seats)


def what_lies_is_shown_and_belongs_there(game: Game, state: Any) -> None:
    view = game.rules.view(state, PUBLIC)
    lying = game.surface.cards_on_cells(view)
    labels = game.surface.face(view).cells
    assert set(lying) == {cell for cell in range(CELLS) if labels[cell]}
    possible = frozenset().union(*(names for pile in lying.values() for names in pile))
    assert possible <= set(game.deck)
    homes = {name: game.surface.where_is(view, name) for name in possible}
    hidden = {name for name, (told, at) in homes.items() if at is None and name not in repr(told)}
    copies = {name for names in game.alike.values() for name in names}  # one may be hidden while another lies open
    for cell, pile in lying.items():
        for names in pile:
            where, single = {homes[name][1] for name in names}, names - copies
            is_hidden = single and single <= hidden
            face_down = cell in game.surface.face_down(view) and not single
            assert cell in where or is_hidden or face_down, "a card lies where it belongs, or is hidden and not named"


def copies_are_what_their_kind_says(game: Game) -> None:
    """Cards that nobody can tell apart have one kind, which is no card's name; and the surface knows it by that."""
    alike = [card for cards in game.alike.values() for card in cards]
    assert len(set(alike)) == len(alike) and set(alike) <= set(game.deck)
    assert all(len(cards) > 1 for cards in game.alike.values()) and not set(game.alike) & set(game.deck)


def a_kind_means_a_copy_that_can_come(game: Game, state: Any) -> None:
    for action, _ in game.rules.chance(state):
        event = game.surface.gesture(action, state)
        card = event.card if isinstance(event, Card) else ""
        for kind in (kind for kind, cards in game.alike.items() if card in cards):
            assert isinstance(game.surface.read(event._replace(card=kind), state), Action), f"{kind} for {action}"


def words_and_keys_hang_on_no_hand(game: Game, state: Any) -> None:
    """Anybody may press a key: what is done without a card is taken, or refused, by what everybody knows."""
    public = game.rules.public_state(state)
    for one, other in ((state, public), (public, state)):
        for action in possible(game, one):
            if action.seat != CHANCE and not _about_a_card(game, action):
                assert game.rules.is_possible(other, action), f"{action} hangs on what is hidden"


def _about_a_card(game: Game, action: Action) -> bool:
    return any(isinstance(domain, NamedCards) for domain in game.kinds[action.kind].domains)


def something_is_asked(game: Game, state: Any) -> None:
    asked = game.surface.prompts(game.rules.view(state, PUBLIC))
    assert bool(asked) or game.rules.outcome(state) is not None
    assert all(prompt.message.text for prompt in asked)
