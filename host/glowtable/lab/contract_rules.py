"""What every game promises of its rules: who acts, what may be done, how it ends."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from glowtable.game import CHANCE, PUBLIC, STRENGTHS, Action, Arg, Game, Outcome, Rules, Surface, parse_action
from glowtable.kit.json_form import from_json
from glowtable.lab.breaches import (
    Check,
    as_json,
    breach_unless,
    changed_part,
    eyes,
    fingerprint,
    missing_methods,
    must_be,
    possible_actions,
    shortened,
)
from glowtable.messages import say

MOST_LEGAL = 121  # a choice of more is made in steps
REQUIRED: tuple[tuple[str, type, tuple[str, ...]], ...] = (
    ("Rules", Rules, ("setup", "to_act", "legal", "apply", "outcome")),
    ("Surface", Surface, ("read", "gesture", "paint", "prompts", "instruction")),
)


def checks_of_state(game: Game, state: Any, seats: int, others: Sequence[Action]) -> Iterator[Check]:
    """What is promised of a single state. `others` are actions of other moments."""
    yield partial(legal_is_what_is_not_refused, game, state, others)
    yield partial(chances_have_weights, game, state)
    yield partial(every_action_is_in_the_vocabulary, game, state)
    of_seats = (
        who_acts_is_a_tuple_of_seats, only_who_may_act_has_legal_actions, over_means_nobody_acts, texts_parse_back,
    )  # fmt: skip
    yield from (partial(check, game, state, seats) for check in of_seats)


def every_method_is_there(game: Game) -> None:
    for title, base, methods in REQUIRED:
        made = type(game.rules if base is Rules else game.surface)
        missing = missing_methods(made, base, methods)
        breach_unless(
            not missing,
            say("{made} lacks {methods}. Write what {base} asks of them.",
                made=made.__name__, methods=missing, base=title),
        )  # fmt: skip


def bots_and_levels_are_there(game: Game) -> None:
    breach_unless(
        bool(game.bots), say("bots is empty. Give the game one: bots={usual}.", usual='{"random": random_bot}')
    )
    strange = [level.bot for level in game.levels if level.bot not in game.bots]
    breach_unless(
        not strange,
        say("levels names {names}, which bots doesn't have. Name bots of the game.", names=", ".join(strange)),
    )
    unknown = [level.strength for level in game.levels if level.strength not in ("", *STRENGTHS)]
    breach_unless(not unknown, say("A level's strength can be {known}, not {given}.",
                       known=", ".join(STRENGTHS), given=", ".join(unknown)))  # fmt: skip


def copies_are_what_their_kind_says(game: Game) -> None:
    """Cards that nobody can tell apart have one kind, which is no card's name; and the surface knows it by that."""
    alike = [card for cards in game.alike.values() for card in cards]
    breach_unless(
        len(set(alike)) == len(alike)
        and set(alike) <= set(game.deck)
        and all(len(cards) > 1 for cards in game.alike.values())
        and not set(game.alike) & set(game.deck),
        say("alike doesn't fit deck. Let each kind name two or more cards of the deck, each card once, and let no "
            "kind have a card's name."),
    )  # fmt: skip


# -- who acts, and what may be done


def who_acts_is_a_tuple_of_seats(game: Game, state: Any, seats: int) -> None:
    acting = game.rules.to_act(state)
    breach_unless(
        isinstance(acting, tuple)
        and (acting == (CHANCE,) or {*acting} <= {*range(seats)})
        and len(set(acting)) == len(acting),
        say("to_act() returned {given}. Let it return a tuple of different seats from 0 to {last}, (CHANCE,), or () at "
            "the end.",
            given=repr(acting), last=seats - 1),
    )  # fmt: skip


def only_who_may_act_has_legal_actions(game: Game, state: Any, seats: int) -> None:
    acting = game.rules.to_act(state)
    for seat in range(seats):
        legal = game.rules.legal(state, seat)
        breach_unless(
            bool(legal) or seat not in acting,
            say("to_act() names seat {n}, but legal(state, {n}) is empty. List an action, or leave the seat out.",
                n=str(seat)),
        )  # fmt: skip
        breach_unless(
            not legal or seat in acting,
            say("legal(state, {n}) lists {action}, but to_act() doesn't name seat {n}. Return () there.",
                n=str(seat), action=str(legal[:1] and legal[0])),
        )  # fmt: skip
        for action in legal:
            breach_unless(
                action.seat == seat,
                say("legal(state, {n}) lists {action}, of another seat. Give it seat {n}.",
                    n=str(seat), action=str(action)),
            )  # fmt: skip
        breach_unless(
            len(set(legal)) == len(legal) <= MOST_LEGAL,
            say("legal(state, {n}) lists {count} actions, some perhaps twice. List each once, {most} at most: make a "
                "choice in several steps.",
                n=str(seat), count=len(legal), most=MOST_LEGAL),
        )  # fmt: skip


def over_means_nobody_acts(game: Game, state: Any, seats: int) -> None:
    acting, outcome = game.rules.to_act(state), game.rules.outcome(state)
    breach_unless(
        (acting == ()) is (outcome is not None),
        say("to_act() is {acting} while outcome() is {outcome}. Let to_act() be () when there is an outcome, and only "
            "then.",
            acting=repr(acting), outcome=str(outcome)),
    )  # fmt: skip
    late = [action for seat in range(seats) for action in game.rules.legal(state, seat)] + [*game.rules.chance(state)]
    breach_unless(
        outcome is None or not late,
        say("{action} may still be done after the end. Let legal() and chance() list nothing then.",
            action=str(late[:1] and late[0])),
    )  # fmt: skip


def legal_is_what_is_not_refused(game: Game, state: Any, others: Iterable[Action]) -> None:
    """`others` are actions of other moments, seats and kinds; what is not listed may be possible, but is known."""
    legal = possible_actions(game, state)
    for action in {*legal, *others}:
        refusal = game.rules.refuse(state, action)
        unlisted = action.kind in game.kinds and game.rules.is_unlisted(state, action)
        breach_unless(
            (refusal is None) == (action in legal or unlisted),
            say("legal() and refuse() disagree about {action}. Refuse just what legal() doesn't list.",
                action=str(action)),
        )  # fmt: skip
        breach_unless(
            refusal is None or bool(refusal.message.text),
            say("why() refuses {action} without a sentence. Say what stops it.", action=str(action)),
        )


def chances_have_weights(game: Game, state: Any) -> None:
    chances = game.rules.chance(state)
    breach_unless(
        all(type(weight) is int and weight > 0 and action.seat == CHANCE for action, weight in chances)
        and len({action for action, _ in chances}) == len(chances)
        and bool(chances) is (game.rules.to_act(state) == (CHANCE,)),
        say("chance() lists {chances}. List different actions of CHANCE with whole weights above 0 when to_act() is "
            "(CHANCE,), and nothing else.",
            chances=shortened(chances)),
    )  # fmt: skip


def every_action_is_in_the_vocabulary(game: Game, state: Any) -> None:
    for action in possible_actions(game, state):
        breach_unless(
            action.kind in game.kinds and game.kinds[action.kind].includes(action),
            say("kinds doesn't include {action}. Add its kind, or the values of its arguments.", action=str(action)),
        )


def apply_leaves_the_old_state(game: Game, state: Any, action: Action) -> None:
    before = fingerprint(state)
    after = game.rules.apply(state, action)
    breach_unless(
        fingerprint(state) == before,
        say("apply() changed the old state when it did {action}. Return a new state, such as state._replace(...).",
            action=str(action)),
    )  # fmt: skip
    breach_unless(
        fingerprint(game.rules.apply(state, action)) == fingerprint(after),
        say("apply() made two different states of {action}. Leave what is random to chance().", action=str(action)),
    )


def setup_is_always_the_same(game: Game, seats: int, options: Mapping[str, Arg]) -> None:
    one, other = (fingerprint(game.rules.setup(seats, options)) for _ in range(2))
    breach_unless(one == other, say("setup() made two different states. Leave what is random to chance()."))


def texts_parse_back(game: Game, state: Any, seats: int) -> None:
    for action in possible_actions(game, state):
        breach_unless(
            parse_action(str(action)) == action,
            say("{action} doesn't read back from its text. Its arguments can be ints, or words without spaces that "
                "don't look like a number.",
                action=repr(action)),
        )  # fmt: skip
    for value in (state, *(game.rules.view(state, each) for each in eyes(seats))):
        try:
            again = from_json(type(value), json.loads(as_json(value)))
        except (TypeError, ValueError, LookupError, AttributeError) as error:
            again = error
        breach_unless(
            again == value and type(again) is type(value),
            say("A {made} doesn't come back from JSON ({cause}). Make it a NamedTuple of ints, words and tuples, with "
                "their types.",
                made=type(value).__name__, cause=changed_part(value, again)),
        )  # fmt: skip


def rounds_are_counted(game: Game, before: Any, after: Any) -> None:
    """From one on; the end of a round may be heard before the next begins, and once."""
    was, now = (game.rules.round_number(state) for state in (before, after))
    heard = [game.surface.rounds_over(game.rules.view(state, PUBLIC)) for state in (before, after)]
    breach_unless(
        was >= 1
        and now - was in (0, 1)
        and heard[1] - heard[0] in (0, 1)
        and all(over in (number - 1, number) for over, number in zip(heard, (was, now), strict=True)),
        say("round_number() went from {was} to {now}, and rounds_over() from {heard} to {hears}. Count rounds from 1, "
            "one at a time, and let rounds_over() be the same number or one less.",
            was=was, now=now, heard=heard[0], hears=heard[1]),
    )  # fmt: skip


def winners_are_all_or_none_if_they_play_together(game: Game, outcome: Outcome, seats: int) -> None:
    must_be("outcome", outcome, isinstance(outcome, Outcome), "Outcome | None")
    breach_unless(
        not game.endings or outcome.reason in game.endings,
        say("The match ended by {reason}, which endings doesn't name. Name it there.", reason=repr(outcome.reason)),
    )
    breach_unless(
        isinstance(outcome.winners, tuple)
        and isinstance(outcome.scores, tuple)
        and set(outcome.winners) <= set(range(seats))
        and len(outcome.scores) == seats,
        say("outcome() has winners {winners} and scores {scores}. Name seats in a tuple, and give each of {n} a score.",
            winners=repr(outcome.winners), scores=repr(outcome.scores), n=seats),
    )  # fmt: skip
    breach_unless(
        not game.cooperative or len(outcome.winners) in (0, seats),
        say("The game is cooperative, but {winners} won. Let all seats win, or none.", winners=repr(outcome.winners)),
    )
