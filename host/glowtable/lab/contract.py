"""What every game promises, as checks that know no game: each takes a game and a state, and raises a Breach.

`glowtable games check` and the tests play matches and ask them. Seats are numbered as in Python, from 0.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from random import Random
from typing import Any

from glowtable.game import (
    CHANCE,
    HIDDEN,
    NO_READER,
    PUBLIC,
    STRENGTHS,
    Action,
    Arg,
    DrawSource,
    Game,
    Outcome,
    Pile,
    Place,
    Rules,
    Surface,
    TableItem,
    Zone,
    full_options,
    parse_action,
)
from glowtable.game.moment import Moment, Tile
from glowtable.grid import CELLS, TABLE_SEAT, cell_name
from glowtable.kit.cards import NamedCards
from glowtable.kit.json_form import from_json, to_json
from glowtable.match.copies import Copies
from glowtable.match.dealer import random_stream
from glowtable.match.public_texts import PublicTexts
from glowtable.match.undo import PlayedAction
from glowtable.messages import Message, UserError, say
from glowtable.table import CHOICE, COLOURS, PATTERNS, Card, Press, Prompt

MOST_LEGAL = 121  # a choice of more is made in steps
MOST_COMPARED = 8  # actions of one state, each with each
WORLDS = 64  # of so many one at least is another, even if only two are possible
REQUIRED: tuple[tuple[str, type, tuple[str, ...]], ...] = (
    ("Rules", Rules, ("setup", "to_act", "legal", "apply", "outcome")),
    ("Surface", Surface, ("read", "gesture", "paint", "prompts", "instruction")),
)


class Breach(UserError):
    """A promise that a game breaks: a sentence with cause and next step."""


def breach_unless(is_kept: bool, breach: Message) -> None:
    if not is_kept:
        raise Breach(breach)


def possible_actions(game: Game, state: Any) -> tuple[Action, ...]:
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


Check = Callable[[], Any]  # raises a Breach


def checks_of_state(
    game: Game, state: Any, seats: int, options: Mapping[str, Arg], others: Sequence[Action], rng: Random
) -> Iterator[Check]:
    """All that is promised of a single state. `others` are actions of other moments."""
    is_usual = options == full_options(game, game.test_options)
    yield partial(legal_is_what_is_not_refused, game, state, others)
    of_state = (
        chances_have_weights, every_action_is_in_the_vocabulary, lights_are_known, lights_are_the_legal_cells,
        gestures_are_read_back, words_and_keys_hang_on_no_hand, entries_are_chances,
        a_kind_means_a_copy_that_can_come, the_board_asks_nothing, something_is_asked, who_is_asked_may_act,
        what_comes_has_a_source, what_may_come_is_believed, tables_are_told_what_lies,
    )  # fmt: skip
    yield from (partial(check, game, state) for check in of_state)
    of_seats = (
        who_acts_is_a_tuple_of_seats, only_who_may_act_has_legal_actions, over_means_nobody_acts, texts_parse_back,
        what_is_seen_is_an_action, cards_come_to_the_reader_that_is_said, a_card_for_one_seat_is_in_its_hand,
        own_devices_are_told_what_may_be_done,
    )  # fmt: skip
    yield from (partial(check, game, state, seats) for check in of_seats)
    yield partial(no_view_holds_a_secret, game, state, seats, rng)
    yield partial(nothing_is_hidden_unless_said, game, state, seats, rng)
    yield partial(what_is_hidden_has_its_methods, game, state, seats)
    yield partial(what_no_view_shows_is_not_seen, game, state, seats)
    yield partial(what_is_not_seen_no_view_shows, game, state, seats)
    yield partial(worlds_follow_from_rng, game, state, seats, rng)
    yield partial(hands_are_counted, game, state, seats, is_usual)
    if is_usual:
        yield partial(public_state_hides_what_is_hidden, game, state, seats, rng)
        yield partial(what_is_not_seen_is_imagined, game, state, seats, rng)
    if game.deck:
        yield partial(what_lies_is_shown_and_belongs_there, game, state)
    if game.observation:
        sight = game.observation(seats, options)
        yield from (partial(sight.tensor, game.rules.view(state, seat), seat) for seat in range(seats))


def checks_of_action(game: Game, state: Any, action: Action, after: Any, seats: int) -> Iterator[Check]:
    """All that is promised of an action that led from a state to the one after it."""
    yield partial(apply_leaves_the_old_state, game, state, action)
    yield partial(rounds_are_counted, game, state, after)
    yield partial(sentences_can_be_filled, game, state, action, after, seats)


# -- of the game as a whole


def every_method_is_there(game: Game) -> None:
    for title, base, methods in REQUIRED:
        made = type(game.rules if base is Rules else game.surface)
        missing = _missing_methods(made, base, methods)
        breach_unless(
            not missing,
            say("{made} lacks {methods}. Write what {base} asks of them.",
                made=made.__name__, methods=missing, base=title),
        )  # fmt: skip


def _missing_methods(made: type, base: type, methods: Iterable[str]) -> str:
    """Those that a game has not overridden, as text."""
    return ", ".join(f"{name}()" for name in methods if getattr(made, name) is getattr(base, name))


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
            chances=_shortened(chances)),
    )  # fmt: skip


def every_action_is_in_the_vocabulary(game: Game, state: Any) -> None:
    for action in possible_actions(game, state):
        breach_unless(
            action.kind in game.kinds and game.kinds[action.kind].includes(action),
            say("kinds doesn't include {action}. Add its kind, or the values of its arguments.", action=str(action)),
        )


def apply_leaves_the_old_state(game: Game, state: Any, action: Action) -> None:
    before = _fingerprint(state)
    after = game.rules.apply(state, action)
    breach_unless(
        _fingerprint(state) == before,
        say("apply() changed the old state when it did {action}. Return a new state, such as state._replace(...).",
            action=str(action)),
    )  # fmt: skip
    breach_unless(
        _fingerprint(game.rules.apply(state, action)) == _fingerprint(after),
        say("apply() made two different states of {action}. Leave what is random to chance().", action=str(action)),
    )


def setup_is_always_the_same(game: Game, seats: int, options: Mapping[str, Arg]) -> None:
    one, other = (_fingerprint(game.rules.setup(seats, options)) for _ in range(2))
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
                made=type(value).__name__, cause=_changed(value, again)),
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
    breach_unless(
        isinstance(outcome, Outcome),
        say("{method}() returned {given}. Let it return {type}.",
            method="outcome", given=_shortened(outcome), type="Outcome | None"),
    )  # fmt: skip
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


# -- what is hidden


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
    missing = _missing_methods(type(game.rules), Rules, methods)
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
                given=_shortened((names, count)), n=str(seat), others=to_all),
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
        _must_be("draw_source", source, isinstance(source, DrawSource), "DrawSource")


# -- lights, gestures, cards


def lights_are_known(game: Game, state: Any) -> None:
    view = game.rules.view(state, PUBLIC)
    breach_unless(
        game.surface.paint(view) == game.surface.paint(view),
        say("paint() made two different pictures of one view. Leave out what is random."),
    )
    for picture in (game.surface.paint(view), game.surface.board(view)):
        for light in (*picture.cells, *picture.seats):
            breach_unless(
                light.colour in COLOURS and light.pattern in PATTERNS,
                say("{light} doesn't exist. Take colours and patterns of glowtable.table.", light=str(light)),
            )


def lights_are_the_legal_cells(game: Game, state: Any) -> None:
    picture = game.surface.paint(game.rules.view(state, PUBLIC))
    for cell in range(CELLS):
        read = game.surface.read(Press(cell), state)
        is_lit = picture.cells[cell].pattern in CHOICE
        breach_unless(
            not isinstance(read, Action) or game.rules.is_possible(state, read),
            say("read() gives {action} for a press on {cell}, which isn't legal. Return rules.refuse(state, action) or "
                "action.",
                cell=cell_name(cell), action=str(read)),
        )  # fmt: skip
        breach_unless(
            is_lit or not isinstance(read, Action),
            say("A press on {cell} means {action}, but paint() lights nothing to choose there. Give the cell OPEN, "
                "COVER or PICK.",
                cell=cell_name(cell), action=str(read)),
        )  # fmt: skip
        breach_unless(
            not is_lit or isinstance(read, Action),
            say("paint() lights {cell} as if it could be pressed, but read() gives no action for it. Light it with "
                "another pattern, or let read() return its action.",
                cell=cell_name(cell)),
        )  # fmt: skip


def gestures_are_read_back(game: Game, state: Any) -> None:
    for action in possible_actions(game, state):
        event = game.surface.gesture(action, state)
        read = game.surface.read(event, state)
        breach_unless(
            read == action,
            say("gesture() says {event} for {action}, but read() makes {read} of it. Let read() undo gesture().",
                event=repr(event), action=str(action), read=_shortened(read)),
        )  # fmt: skip


def entries_are_chances(game: Game, state: Any) -> None:
    """Nothing can be entered by hand, or every card that may come: to hands one of its copies is like the other."""
    entries = game.surface.entry_cells(game.rules.view(state, PUBLIC))
    text = PublicTexts(game, state).choice_text
    entered = {text(action, state) for action, _ in entries.values()}
    breach_unless(
        all(action.seat == CHANCE and game.rules.refuse(state, action) is None for action, _ in entries.values())
        and all(light.pattern in CHOICE for _, light in entries.values())
        and (not entries or entered == {text(action, state) for action in possible_actions(game, state)}),
        say("entry_cells() doesn't fit chance(). Light a cell with OPEN, COVER or PICK for each outcome."),
    )


def cards_come_to_the_reader_that_is_said(game: Game, state: Any, seats: int) -> None:
    """To any, if none is named and chance acts."""
    reader = game.surface.reader(state)
    shown = {action: game.surface.gesture(action, state) for action in possible_actions(game, state)}
    cards = {action: event for action, event in shown.items() if isinstance(event, Card)}
    readers = {event.reader for event in cards.values()}
    breach_unless(
        reader == NO_READER or readers <= {reader},
        say("gesture() shows cards to readers {readers}, but reader() says {said}. Say the same in both.",
            readers=", ".join(map(str, sorted(readers))), said=reader),
    )  # fmt: skip
    if reader == NO_READER and game.rules.to_act(state) == (CHANCE,):
        for action, event in list(cards.items())[:1]:
            others = (event._replace(reader=reader) for reader in range(seats))
            breach_unless(
                all(game.surface.read(other, state) == action for other in others),
                say("reader() names no reader, but read() takes {card} at one reader only. Take it at any.",
                    card=event.card),
            )  # fmt: skip


def the_board_asks_nothing(game: Game, state: Any) -> None:
    board = game.surface.board(game.rules.view(state, PUBLIC))
    asking = [cell_name(cell) for cell in range(CELLS) if board.cells[cell].pattern in CHOICE]
    breach_unless(
        not asking,
        say("board() lights {cells} with OPEN, COVER or PICK. Show only cards there.",
            cells=", ".join(asking)),
    )  # fmt: skip


def what_lies_is_shown_and_belongs_there(game: Game, state: Any) -> None:
    view = game.rules.view(state, PUBLIC)
    lying, labels = game.surface.cards_on_cells(view), game.surface.face(view).cells
    breach_unless(
        set(lying) == {cell for cell in range(CELLS) if labels[cell]},
        say("face() and cards_on_cells() name different cells. Let each cell with cards have a face, and no other."),
    )
    named = frozenset[str]().union(*(names for pile in lying.values() for names in pile))
    breach_unless(
        named <= set(game.deck),
        say("cards_on_cells() names {names}, which deck doesn't have. Name cards of the deck.",
            names=", ".join(sorted(named - set(game.deck)))),
    )  # fmt: skip
    _each_lies_where_it_belongs(game, view, lying, {name: game.surface.where_is(view, name) for name in named})


def _each_lies_where_it_belongs(game: Game, view: Any, lying: Mapping[int, Pile], homes: Mapping[str, Place]) -> None:
    hidden = {name for name, (place, at) in homes.items() if at is None and name not in repr(place)}
    copies = set().union(*game.alike.values())  # one may be hidden while another lies open
    for cell, pile in lying.items():
        for names in pile:
            where, single = {homes[name][1] for name in names}, names - copies
            is_hidden = single and single <= hidden
            breach_unless(
                cell in where or bool(is_hidden) or (cell in game.surface.face_down(view) and not single),
                say("{card} is on {cell}, but where_is() says something else. Let it name that cell, or, of a hidden "
                    "card, neither cell nor card.",
                    card=", ".join(sorted(names)), cell=cell_name(cell)),
            )  # fmt: skip


def a_kind_means_a_copy_that_can_come(game: Game, state: Any) -> None:
    for action, _ in game.rules.chance(state):
        event = game.surface.gesture(action, state)
        if not isinstance(event, Card):
            continue
        for kind in (kind for kind, cards in game.alike.items() if event.card in cards):
            breach_unless(
                isinstance(game.surface.read(event._replace(card=kind), state), Action),
                say("read() doesn't take {kind} for {action}. Read the name of a kind in alike as one of its copies.",
                    kind=kind, action=str(action)),
            )  # fmt: skip


# -- what people read


def something_is_asked(game: Game, state: Any) -> None:
    asked = game.surface.prompts(game.rules.view(state, PUBLIC))
    for prompt in asked:
        _must_be_said("prompts", prompt.message)
    breach_unless(
        (bool(asked) or game.rules.outcome(state) is not None) and all(prompt.message.text for prompt in asked),
        say("prompts() asks nothing though the match isn't over. Say what whoever acts can do."),
    )


def who_is_asked_may_act(game: Game, state: Any) -> None:
    """Others may read after it what they have put together. Where chance acts, a seat is asked whose hands do it."""
    acting = game.rules.to_act(state)
    for at, prompt in enumerate(game.surface.prompts(game.rules.view(state, PUBLIC))):
        _must_be("prompts", prompt, isinstance(prompt, Prompt), "tuple[Prompt, ...]")
        breach_unless(
            at > 0 or prompt.seat in (*acting, TABLE_SEAT) or acting == (CHANCE,),
            say("prompts() asks seat {n}, but to_act() is {acting}. Ask a seat that may act, or all: TABLE_SEAT.",
                n=str(prompt.seat), acting=repr(acting)),
        )  # fmt: skip


def tables_are_told_what_lies(game: Game, state: Any) -> None:
    """What pages draw of the public view."""
    surface, view = game.surface, game.rules.view(state, PUBLIC)
    card, zones, tokens, labels = (
        surface.card_asked(view),
        surface.zones(view),
        surface.tokens(view),
        surface.face(view),
    )
    _must_be("card_asked", card, card in ("", *game.deck), "str")
    _must_be("zones", zones, _is_tuple_of(Zone, zones), "tuple[Zone, ...]")
    _must_be("tokens", tokens, isinstance(tokens, Mapping), "Mapping[int, tuple[TableItem, ...]]")
    for method, piles in (("tokens", [*tokens.values()]), ("zones", [zone.things for zone in zones])):
        for things in piles:
            _must_be(method, things, _is_tuple_of(TableItem, things), "tuple[TableItem, ...]")
    for label in labels.cells:
        _must_be("face", label, isinstance(label, (str, Message)), "Face.of({cell: str | Message})")


def own_devices_are_told_what_may_be_done(game: Game, state: Any, seats: int) -> None:
    """What the own device of a seat shows of its view."""
    surface = game.surface
    for seat in range(seats):
        view = game.rules.view(state, seat)
        moment = surface.moment(view, seat)
        _must_be("moment", moment, moment is None or isinstance(moment, Moment), "Moment | None")
        for action in game.rules.legal(state, seat)[:MOST_COMPARED]:
            tile, told = surface.tile(view, action), surface.consequences(view, action)
            _must_be("tile", tile, tile is None or isinstance(tile, Tile), "Tile | None")
            _must_be("consequences", told, _is_tuple_of(Message, told), "tuple[Message, ...]")


def _is_tuple_of(kind: type, value: Any) -> bool:
    return type(value) is tuple and all(isinstance(each, kind) for each in value)


def _must_be(method: str, given: Any, is_right: bool, kind: str) -> None:
    breach_unless(
        is_right,
        say("{method}() returned {given}. Let it return {type}.", method=method, given=_shortened(given), type=kind),
    )


def _must_be_said(method: str, given: Any) -> None:
    """It is a sentence that has all that fills it."""
    breach_unless(
        isinstance(given, Message),
        say("{method}() returned {given}. Return a sentence: say(...).", method=method, given=_shortened(given)),
    )
    must_be_filled(given)


def must_be_filled(message: Message) -> None:
    """The sentence has all that fills it, and so has each in it."""
    for each in (message, *_inner(message)):
        names = dict(each.fill)
        missing = [name for name in each.field_names if name not in names]
        breach_unless(
            not missing,
            say('"{sentence}" has nothing for {fields}. Fill it: say(..., {example}=...).',
                sentence=each.text, fields=", ".join(missing), example=missing[0] if missing else ""),
        )  # fmt: skip


def sentences_can_be_filled(game: Game, state: Any, action: Action, after: Any, seats: int) -> None:
    """Templates name what fills them: no sentence breaks when it is shown."""
    for method, said in _sentences(game, state, action, after, seats):
        for each in said:
            _must_be_said(method, each)


def _sentences(
    game: Game, state: Any, action: Action, after: Any, seats: int
) -> Iterator[tuple[str, Iterable[Message | None]]]:
    """By the method that says them."""
    surface, texts, rules = game.surface, PublicTexts(game, after), game.rules
    view, played, outcome = rules.view(state, PUBLIC), PlayedAction(state, action), rules.outcome(after)
    yield "setup_instructions", surface.setup_instructions(view)
    yield "face", surface.face(view).lines
    yield "instruction", (texts.instruction_text(action, state),)
    yield "label", (texts.label_text(action, state),)
    yield "description", texts.description_texts(played, after)
    yield "held", texts.held_texts(played, after)
    yield "undo_instruction", filter(lambda undo: undo is not None, (texts.undo_text(played),))
    yield "put_back", texts.repair_texts([played], after)
    yield "expected_at", (surface.expected_at(view, 14),)
    yield "where_is", (surface.where_is(view, card)[0] for card in game.deck[:1])
    yield "private", (line for seat in range(seats) for line in surface.private(rules.view(after, seat)))
    yield "outcome", (point.message for point in outcome.ledger) if outcome else ()


def _inner(value: Any) -> Iterator[Message]:
    """The sentences that fill it, and those that fill them."""
    inside: Sequence[Any] = [each for _, each in value.fill] if isinstance(value, Message) else value
    for each in inside:
        if isinstance(each, Message):
            yield each
        if isinstance(each, tuple):
            yield from _inner(each)


def _fingerprint(state: Any) -> str:
    """What tells whether it was changed; of a state that has no JSON form, how it looks."""
    try:
        return as_json(state)
    except (TypeError, ValueError, LookupError, AttributeError):
        return repr(state)


def _changed(value: Any, again: Any) -> str:
    """The first field that is another one now; else what came of the whole."""
    if type(again) is type(value):
        for name in getattr(value, "_fields", ()):
            was, now = getattr(value, name), getattr(again, name)
            if was != now:
                return f"{name}: {_shortened(was)} became {_shortened(now)}"
    return _shortened(again)


def _shortened(value: Any) -> str:
    return repr(value)[:120]
