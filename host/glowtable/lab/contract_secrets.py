"""What every game promises of what is hidden: no view, sentence or key tells it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from random import Random
from typing import Any

from glowtable.game import CHANCE, HIDDEN, PUBLIC, Action, DrawSource, Game, Rules, parse_action
from glowtable.kit.cards import NamedCards
from glowtable.lab.breaches import (
    MOST_COMPARED,
    Check,
    breach_unless,
    eyes,
    missing_methods,
    must_be,
    possible_actions,
    shortened,
)
from glowtable.match.copies import Copies
from glowtable.match.dealer import random_stream
from glowtable.messages import say
from glowtable.table import Card

WORLDS = 64  # of so many one at least is another, even if only two are possible


def checks_of_state(game: Game, state: Any, seats: int, rng: Random, *, is_usual: bool) -> Iterator[Check]:
    """What is promised of a single state; some of it under the usual options only."""
    for of_state in (words_and_keys_hang_on_no_hand, what_comes_has_a_source, what_may_come_is_believed):
        yield partial(of_state, game, state)
    of_seats = (
        what_is_seen_is_an_action, a_card_for_one_seat_is_in_its_hand, what_is_hidden_has_its_methods,
        what_no_view_shows_is_not_seen, what_is_not_seen_no_view_shows,
    )  # fmt: skip
    yield from (partial(check, game, state, seats) for check in of_seats)
    yield partial(no_view_holds_a_secret, game, state, seats, rng)
    yield partial(nothing_is_hidden_unless_said, game, state, seats, rng)
    yield partial(worlds_follow_from_rng, game, state, seats, rng)
    yield partial(hands_are_counted, game, state, seats, is_usual)
    if is_usual:
        yield partial(public_state_hides_what_is_hidden, game, state, seats, rng)
        yield partial(what_is_not_seen_is_imagined, game, state, seats, rng)


def no_view_holds_a_secret(game: Game, state: Any, seats: int, rng: Random) -> None:
    """Whatever a seat cannot know may be otherwise without its eyes, or the public's, seeing it."""
    for seat in range(seats):
        imagined = game.rules.determinize(state, seat, rng)
        for each in (seat, PUBLIC):
            breach_unless(
                game.rules.view(imagined, each) == game.rules.view(state, each),
                say("Seat {n} can't tell two states apart, but view(state, {eyes}) differs. Leave out of the view what "
                    "is hidden, or change less in determinize().",
                    n=str(seat), eyes="PUBLIC" if each == PUBLIC else str(each)),
            )  # fmt: skip
        breach_unless(
            game.rules.legal(imagined, seat) == game.rules.legal(state, seat),
            say("Seat {n} can't tell two states apart, but may do other things. Let legal() follow from what the seat "
                "may know.",
                n=str(seat)),
        )  # fmt: skip


def public_state_hides_what_is_hidden(game: Game, state: Any, seats: int, rng: Random) -> None:
    """All worlds that PUBLIC can't tell apart have one. Asked where each hand is tracked: under the test options."""
    for seat in range(seats):
        imagined = game.rules.determinize(state, seat, rng)
        breach_unless(
            game.rules.public_state(imagined) == game.rules.public_state(state),
            say("Seat {n} can't tell two states apart, but public_state() differs. Leave out of it what is hidden.",
                n=str(seat)),
        )  # fmt: skip


def worlds_follow_from_rng(game: Game, state: Any, seats: int, rng: Random) -> None:
    for seat in range(seats):
        seed = rng.getrandbits(30)
        one, other = (game.rules.determinize(state, seat, random_stream(seed)) for _ in range(2))
        breach_unless(
            one == other,
            say("determinize() made two different states with the same rng. Take all that is random from rng."),
        )


def what_is_not_seen_no_view_shows(game: Game, state: Any, seats: int) -> None:
    """Two matches that differ in nothing but a hidden outcome of chance look alike to whom it is hidden from."""
    for each, one, other in _hidden_pairs(game, state, seats):
        breach_unless(
            one[0].seat != CHANCE or game.rules.view(one[1], each) == game.rules.view(other[1], each),
            say("view(state, {eyes}) shows whether it was {one} or {other}, which seen() hides. Leave it out of the "
                "view, or let seen() return the action as it is.",
                eyes="PUBLIC" if each == PUBLIC else str(each), one=str(one[0]), other=str(other[0])),
        )  # fmt: skip


def what_is_not_seen_is_imagined(game: Game, state: Any, seats: int, rng: Random) -> None:
    """After a card that a seat didn't see, it can imagine another one. Asked where each hand is tracked."""
    for each, (action, after), (_, other) in _hidden_pairs(game, state, seats):
        if each == PUBLIC or after == other or game.rules.view(after, each) != game.rules.view(other, each):
            continue
        breach_unless(
            any(game.rules.determinize(after, each, rng) != after for _ in range(WORLDS)),
            say("Seat {n} can't know {action}, but determinize() always returns the same state. Let it return any "
                "state that seat {n} can't tell from this one, chosen by rng.",
                n=str(each), action=str(action)),
        )  # fmt: skip


def _hidden_pairs(game: Game, state: Any, seats: int) -> Iterator[tuple[int, tuple[Action, Any], tuple[Action, Any]]]:
    """Eyes, and two actions, each with the state after it, that these eyes see as one with HIDDEN."""
    actions = possible_actions(game, state)
    results = [(each, game.rules.apply(state, each)) for each in actions[:: max(1, len(actions) // MOST_COMPARED)]]
    for each in eyes(seats):
        first: dict[Action, tuple[Action, Any]] = {}
        for action, after in results:
            seen = game.rules.seen(state, action, each)
            if HIDDEN in seen.args and first.setdefault(seen, (action, after))[0] != action:
                yield each, first[seen], (action, after)


def what_is_hidden_has_its_methods(game: Game, state: Any, seats: int) -> None:
    """A view; and where seats know more than everybody, what the others may imagine."""
    views = {each: game.rules.view(state, each) for each in eyes(seats)}
    is_private = any(view != views[PUBLIC] for view in views.values())
    methods = ("view", "determinize", "public_state") if is_private else ("view",)
    missing = missing_methods(type(game.rules), Rules, methods)
    breach_unless(
        not game.hidden_information or not missing,
        say("{made} lacks {methods}. A game with hidden_information=True needs view(), determinize() and "
            "public_state().",
            made=type(game.rules).__name__, methods=missing),
    )  # fmt: skip


def what_no_view_shows_is_not_seen(game: Game, state: Any, seats: int) -> None:
    """If one card or another came, or was given, and the views are the same, nobody else is told which it was."""
    actions = possible_actions(game, state)
    some = actions[:: max(1, len(actions) // MOST_COMPARED)]
    results = [(action, _card_by_kind(game, action, state), game.rules.apply(state, action)) for action in some]
    for (one, card, after), (other, other_card, other_after) in combinations(results, 2):
        if (one.seat, one.kind) != (other.seat, other.kind) or card == other_card or after == other_after:
            continue
        for each in eyes(seats):
            breach_unless(
                each == one.seat
                or game.rules.view(after, each) != game.rules.view(other_after, each)
                or game.rules.seen(state, one, each) == game.rules.seen(state, other, each)
                or _is_known_to_have(game, state, (one, other), each, seats),
                say("seen() tells {eyes} whether it was {one} or {other}, which view() hides. Let it return the action "
                    "with args=(HIDDEN,).",
                    eyes="PUBLIC" if each == PUBLIC else str(each), one=str(one), other=str(other)),
            )  # fmt: skip


def _is_known_to_have(game: Game, state: Any, actions: tuple[Action, ...], eye: int, seats: int) -> bool:
    """Whether this seat, or if nobody's eyes are meant every other, knows that a seat can do each of them."""
    doer, rng = actions[0].seat, random_stream(0)
    others = [seat for seat in range(seats) if seat != doer and eye in (seat, PUBLIC)]
    worlds = (game.rules.determinize(state, seat, rng) for seat in others for _ in range(WORLDS))
    return doer != CHANCE and all({*actions} <= {*game.rules.legal(world, doer)} for world in worlds)


def _card_by_kind(game: Game, action: Action, state: Any) -> Any:
    """The card of an action, a copy by its kind; of one about no card the action."""
    event = Copies(game).event_by_kind(game.surface.gesture(action, state))
    return event.card if isinstance(event, Card) else action


def hands_are_counted(game: Game, state: Any, seats: int, all_tracked: bool) -> None:
    """To its own seat and to everybody a hand is of one size; what the table has read of it is not more."""
    public = game.rules.public_state(state)
    for seat in range(seats):
        names, count = game.surface.own_hand(game.rules.view(state, seat))
        to_all = game.surface.own_hand(game.rules.view(public, seat))[1]
        breach_unless(
            set(names) <= {*game.deck, *game.alike}
            and len(names) <= count == to_all
            and (len(names) == count or not (names and all_tracked)),
            say("own_hand() returns {given} for seat {n}, but {others} cards from public_state(). Name the cards of "
                "the hand, and count all of them in both.",
                given=shortened((names, count)), n=str(seat), others=to_all),
        )  # fmt: skip


def what_is_seen_is_an_action(game: Game, state: Any, seats: int) -> None:
    """To any eyes a card is hidden or not, nothing else differs; who acts sees what it does."""
    for action in possible_actions(game, state):
        for each in eyes(seats):
            seen = game.rules.seen(state, action, each)
            breach_unless(
                (seen == action or (seen == action._replace(args=(HIDDEN,)) and each != action.seat))
                and parse_action(str(seen)) == seen,
                say("seen() shows {action} as {seen}. Return the action, or to others than its seat the same with "
                    "args=(HIDDEN,).",
                    action=str(action), seen=str(seen)),
            )  # fmt: skip


def nothing_is_hidden_unless_said(game: Game, state: Any, seats: int, rng: Random) -> None:
    breach_unless(
        game.hidden_information or not holds_a_secret(game, state, seats, rng),
        say("A seat knows what others don't. Set hidden_information=True."),
    )


def holds_a_secret(game: Game, state: Any, seats: int, rng: Random) -> bool:
    """Does any seat see what not everybody sees, or could the state be another one as far as it knows?"""
    views = [game.rules.view(state, each) for each in eyes(seats)]
    secrets = [game.surface.private(view) or game.surface.own_hand(view)[1] for view in views[1:]]
    actions = possible_actions(game, state)
    return (
        any(view != views[0] for view in views)
        or could_be_another(game, state, seats, rng)
        or any(secrets)
        or any(HIDDEN in game.rules.seen(state, action, each).args for action in actions for each in eyes(seats))
    )


def could_be_another(game: Game, state: Any, seats: int, rng: Random) -> bool:
    """Could the state be another one as far as any seat knows?"""
    return any(game.rules.determinize(state, seat, rng) != state for seat in range(seats))


def words_and_keys_hang_on_no_hand(game: Game, state: Any) -> None:
    """Anybody may press a key: what is done without a card is taken, or refused, by what everybody knows."""
    public = game.rules.public_state(state)
    for one, other in ((state, public), (public, state)):
        for action in possible_actions(game, one):
            breach_unless(
                action.seat == CHANCE or _is_about_a_card(game, action) or game.rules.is_possible(other, action),
                say("Whether {action} is legal depends on hidden cards. Let it follow from public_state().",
                    action=str(action)),
            )  # fmt: skip


def _is_about_a_card(game: Game, action: Action) -> bool:
    kind = game.kinds.get(action.kind)
    return kind is not None and any(isinstance(domain, NamedCards) for domain in kind.domains)


def what_may_come_is_believed(game: Game, state: Any) -> None:
    """What chance may bring as far as everybody knows comes, wherever the table thought that it was."""
    if game.rules.to_act(state) != (CHANCE,):
        return
    for action, _ in [*game.rules.chance(game.rules.public_state(state))][:MOST_COMPARED]:
        breach_unless(
            game.rules.is_possible(game.rules.believed(state, action), action),
            say("As far as everybody knows, {action} may come, but not after believed(). Let believed() take what "
                "came out of the hand in which the table thought it was.",
                action=str(action)),
        )  # fmt: skip


def a_card_for_one_seat_is_in_its_hand(game: Game, state: Any, seats: int) -> None:
    """A card that chance brings to the eyes of one seat alone: its page shows it there."""
    for action, _ in [*game.rules.chance(state)][:1]:
        who = [each for each in eyes(seats) if HIDDEN not in game.rules.seen(state, action, each).args]
        if len(who) != 1 or not isinstance(game.surface.gesture(action, state), Card):
            continue
        view = game.rules.view(game.rules.apply(state, action), who[0])
        breach_unless(
            game.surface.own_hand(view)[1] > 0,
            say("Seat {n} alone sees {action}, but own_hand() counts no card then. Name the cards of the hand there.",
                n=str(who[0]), action=str(action)),
        )  # fmt: skip


def what_comes_has_a_source(game: Game, state: Any) -> None:
    if game.rules.to_act(state) == (CHANCE,):
        source = game.rules.draw_source(state)
        must_be("draw_source", source, isinstance(source, DrawSource), "DrawSource")
