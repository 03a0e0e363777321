"""Plays matches of one game and asks whether it keeps its promises: each that it breaks is one sentence."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from itertools import cycle
from pathlib import Path
from random import Random
from traceback import extract_tb, walk_tb
from typing import Any

from glowtable.game import CHANCE, HIDDEN, Action, Arg, Game, Rules, Surface, bot_for_seat, full_options
from glowtable.games import BROKEN, cause_text, place_of
from glowtable.lab import contract, contract_rules, contract_secrets, game_facts
from glowtable.lab.breaches import Breach, fitting, possible_actions
from glowtable.lab.one_match import illegal_answer, most_actions
from glowtable.match.bot_guard import BotGuard, TooLongError
from glowtable.match.dealer import Dealer, random_stream
from glowtable.messages import Message, UserError, say

CLOSELY = 31  # of so many actions one has all checks; prime, so that no phase is always missed
AT_FIRST = 40  # so many first actions have all of them
ENOUGH = 600  # actions of a match that need not end
MOST_OTHERS = 20  # actions of other moments that are tried
PATIENCE_S = 20  # a move, and all that is asked about it, take no longer
BOT_MS = 1  # so long a bot may think that can be told a time
NONSENSE = (Action(0, "nonsense"), Action(CHANCE, "nonsense", (1,)), Action(5, "place", ("x", -1)))


class GameCheck:
    """The matches of one check, and what they showed."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game, self.seed = game, seed
        self.breaches: dict[str, Message] = {}  # by what is wrong: of several the first
        self.matches = self.actions = 0
        self._has_secret = self._has_worlds = False
        self._folder = Path(sys.modules[type(game.rules).__module__].__file__ or "").parent
        self._guard = BotGuard(PATIENCE_S, self._endless_breach)

    def play_matches(self, matches: int) -> None:
        """So many matches for each number of seats, half of them at random, half by the game's bots."""
        try:
            with self._guard:
                self._play_matches(matches)
        except Breach as endless:
            self.breaches[endless.message.text] = endless.message

    def _play_matches(self, matches: int) -> None:
        game = self.game
        self._ask(contract_rules.every_method_is_there, game)
        self._ask(contract_rules.bots_and_levels_are_there, game)
        if self.breaches:  # nothing can be played
            return
        self._ask_all(game_facts.checks_of_game(game, self._folder))
        for seats in game.seats:
            tables = cycle(self._tables(seats))
            for number in range(matches):
                self._ask(self._play, seats, next(tables), number)
        if game.hidden_information and not self._has_worlds and not self.breaches:
            message = say(
                "hidden_information is True, but nobody ever knew what others didn't. Write view(), or set it False."
            )
            if self._has_secret:
                message = say(
                    "hidden_information is True, but determinize() always returned the same state. Let it return any "
                    "state that the seat can't tell from this one, chosen by rng."
                )
            self.breaches[message.text] = message

    def _ask(self, check: Callable[..., Any], *about: Any) -> bool:
        """Whether the promise is kept and nothing was raised."""
        try:
            check(*about)
        except UserError as error:
            self.breaches.setdefault(error.message.text, error.message)
        except BROKEN as error:
            place, cause = self._place_of(error), cause_text(error)
            breach = say("{place}: {cause}. Correct this line.", place=place, cause=cause)
            if self._is_about_hidden(error):
                breach = say("{place}: {cause}. The card of this action is HIDDEN: not all may know it. Say the "
                             "sentence without it.", place=place, cause=cause)  # fmt: skip
            self.breaches.setdefault(place, breach)
        else:
            return True
        return False

    def _is_about_hidden(self, error: BaseException) -> bool:
        """Whether a method of the game was at work that was handed an action with a card it may not name."""
        frames = (frame for frame, _ in walk_tb(error.__traceback__))
        own = (frame for frame in frames if self._folder in Path(frame.f_code.co_filename).parents)
        values = (value for frame in own for value in frame.f_locals.values())
        is_misread = isinstance(error, (LookupError, TypeError, ValueError))
        return is_misread and any(isinstance(value, Action) and HIDDEN in value.args for value in values)

    def _place_of(self, error: BaseException) -> str:
        """The line of the game; if none of its lines was at work, the method whose answer the check can't use."""
        place = place_of(error, self._folder)
        if place != str(self._folder):
            return place
        frames = [frame for frame, _ in walk_tb(error.__traceback__)]
        used = [frame.f_locals.get("choose") or frame.f_locals.get("bot") for frame in frames]
        names = [name for frame in reversed(frames) for name in frame.f_code.co_names]
        owners = (self.game.surface, self.game.rules)
        used += [getattr(owner, name) for name in names for owner in owners if name in dir(owner)]
        for method in used:
            code = getattr(method, "__code__", None)
            if code and self._folder in Path(code.co_filename).parents:
                return f"{code.co_filename}, line {code.co_firstlineno}"
        return place

    def _endless_breach(self, error: Exception) -> Exception:
        """What took too long as a breach that names the method and its place; any other error as it is."""
        if not isinstance(error, TooLongError):
            return error
        methods = [
            frame.name for frame in extract_tb(error.__traceback__) if self._folder in Path(frame.filename).parents
        ]
        known = [name for name in methods if hasattr(Rules, name) or hasattr(Surface, name)] or methods or ["?"]
        return Breach(
            say("{game}: {method}() doesn't return. It was stopped after {n} seconds in {place}. Let it end.",
                game=self.game.name, method=known[-1], n=self._guard.seconds, place=place_of(error, self._folder))
        )  # fmt: skip

    def _ask_all(self, checks: Iterable[Callable[[], Any]]) -> None:
        for check in checks:
            self._ask(check)

    def _tables(self, seats: int) -> list[dict[str, Arg]]:
        """The test options, and each other choice of each option that goes with so many seats."""
        changes = [{option.name: choice} for option in self.game.options for choice in option.choices]
        tables: list[tuple[int, dict[str, Arg]]] = []
        self._ask(lambda: tables.extend(table for c in changes for table in fitting(self.game, seats, c)))
        return [full_options(self.game, self.game.test_options), *(options for _, options in tables)]

    def _play(self, seats: int, options: Mapping[str, Arg], number: int) -> None:
        """One match; Breach if it does not end in time."""
        game, rules = self.game, self.game.rules
        self.matches += 1
        contract_rules.setup_is_always_the_same(game, seats, options)
        state, dealer = rules.setup(seats, options), Dealer(self.seed, seats, number)
        choose = self._bots(seats, number) if number % 2 else self._anybody(number)
        rng, seen = random_stream(self.seed, seats, number, "check"), list(NONSENSE)
        is_endless = any(options[option.name] in option.endless for option in game.options)
        most = ENOUGH if is_endless else most_actions(game)
        for at in range(most):
            self._guard.start_again()
            contract_rules.who_acts_is_a_tuple_of_seats(game, state, seats)
            contract_rules.only_who_may_act_has_legal_actions(game, state, seats)
            contract_rules.over_means_nobody_acts(game, state, seats)
            action = _next_action(rules, state, choose, dealer, rng)
            is_close = at < AT_FIRST or at % CLOSELY == 0 or not action
            if is_close:
                others = rng.sample(seen, min(MOST_OTHERS, len(seen)))
                self._ask_all(contract.checks_of_state(game, state, seats, options, others, rng))
                self._look_for_secrets(state, seats, rng)
            if not action:
                self._end(state, seats, at, options)
                return
            after = rules.apply(state, action)
            if is_close:
                self._ask_all(contract.checks_of_action(game, state, action, after, seats))
            seen += possible_actions(game, state)[:3]
            state = after
            self.actions += 1
        if not is_endless:
            raise Breach(say("A match of {seats} seats didn't end within {most} actions, 10 times test_bound. Let it "
                             "end, or raise test_bound.", seats=str(seats), most=most))  # fmt: skip

    def _look_for_secrets(self, state: Any, seats: int, rng: Random) -> None:
        self._has_worlds = self._has_worlds or contract_secrets.could_be_another(self.game, state, seats, rng)
        self._has_secret = self._has_secret or contract_secrets.holds_a_secret(self.game, state, seats, rng)

    def _end(self, state: Any, seats: int, actions: int, options: Mapping[str, Arg]) -> None:
        game = self.game
        outcome = game.rules.outcome(state)
        if outcome:
            self._ask(contract_rules.winners_are_all_or_none_if_they_play_together, game, outcome, seats)
        if actions > game.test_bound and options == full_options(game, game.test_options):
            raise Breach(say("A match took {n} actions, but test_bound is {most}. Raise test_bound, or let matches end "
                             "sooner.", n=actions, most=game.test_bound))  # fmt: skip

    # -- who plays

    def _anybody(self, number: int) -> Callable[[Any, int], Action]:
        rng = random_stream(self.seed, number, "anybody")
        return lambda state, seat: rng.choice(self.game.rules.legal(state, seat))

    def _bots(self, seats: int, number: int) -> Callable[[Any, int], Action]:
        """In each seat the next of the game's bots. UserError for an answer that is not legal."""
        game, rng = self.game, random_stream(self.seed, number, "bots")
        names = [*game.bots]
        sitting = [names[(number // 2 + seat) % len(names)] for seat in range(seats)]
        bots = [bot_for_seat(game, name, seat, BOT_MS) for seat, name in enumerate(sitting)]

        def choose(state: Any, seat: int) -> Action:
            legal, determinize = game.rules.legal(state, seat), game.rules.determinize
            bot = bots[seat]
            action = bot(game.rules.view(state, seat), legal, lambda: determinize(state, seat, rng), rng)
            if action not in legal:
                raise illegal_answer(sitting[seat], seat, action)
            return action

        return choose


def _next_action(
    rules: Rules[Any, Any], state: Any, choose: Callable[[Any, int], Action], dealer: Dealer, rng: Random
) -> Action | None:
    """What chance brings, or what one of those who may act chooses; None if nobody acts."""
    acting = rules.to_act(state)
    if acting == (CHANCE,):
        return dealer.draw_outcome(rules.chance(state))
    return choose(state, rng.choice(acting)) if acting else None
