"""A match that a test plays: each state, what is done in it, and what becomes of it."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from glowtable.game import CHANCE, Action, Game, Rules, bot_for_seat, full_options
from glowtable.match.dealer import Dealer, random_stream
from glowtable.match.match_state import MatchState
from glowtable.match.players import Player, Think, ask_bot, no_bots
from glowtable.match.session import Phase, Session

Choose = Callable[[Any, tuple[int, ...]], Action]  # of a state and who may act in it


class Step(NamedTuple):
    state: Any
    action: Action
    after: Any


def steps(rules: Rules[Any, Any], state: Any, dealer: Dealer, choose: Choose) -> Iterator[Step]:
    """From this state to the end of the match; chance is the dealer's."""
    while actors := rules.to_act(state):
        action = dealer.draw_outcome(rules.chance(state)) if actors == (CHANCE,) else choose(state, actors)
        after = rules.apply(state, action)
        yield Step(state, action, after)
        state = after


def at_random(rules: Rules[Any, Any], rng: Random) -> Choose:
    """Anybody who may act does anything that is legal."""
    return lambda state, actors: rng.choice(rules.legal(state, rng.choice(actors)))


def by_bots(game: Game, bots: Sequence[str], rng: Random) -> Choose:
    """Each seat does what its bot does, with this chance; anybody whose turn it is may be first."""

    def choose(state: Any, actors: tuple[int, ...]) -> Action:
        seat = rng.choice(actors)
        action = ask_bot(bot_for_seat(game, bots[seat], seat, 1), game, state, seat, rng)
        assert action in game.rules.legal(state, seat)
        return action

    return choose


def last_state(game: Game, bots: Sequence[str], seed: int, **options: Any) -> Any:
    """Of a match of these bots under the test options, some of them others."""
    state = game.rules.setup(len(bots), full_options(game, {**game.test_options, **options}))
    *_, last = steps(game.rules, state, Dealer(seed, len(bots)), by_bots(game, bots, random_stream(seed, "bots")))
    return last.after


def after_chance(rules: Rules[Any, Any], state: Any, dealer: Dealer) -> Any:
    """Once chance has brought all that it brings now."""
    while rules.to_act(state) == (CHANCE,):
        state = rules.apply(state, dealer.draw_outcome(rules.chance(state)))
    return state


class Written:
    """What happens in a state, written as text: `action(state, text)` says what a text means there."""

    def __init__(self, rules: Rules[Any, Any], action: Callable[[Any, str], Action]) -> None:
        self.rules, self.action = rules, action

    def do(self, state: Any, *texts: str) -> Any:
        """Each action in turn; it must be legal."""
        for text in texts:
            what = self.action(state, text)
            refusal = self.rules.refuse(state, what)
            assert refusal is None, f"{text}: {refusal}"
            state = self.rules.apply(state, what)
        return state

    def may(self, state: Any, text: str) -> bool:
        return self.rules.refuse(state, self.action(state, text)) is None

    def refused(self, state: Any, text: str) -> tuple[str, str]:
        """Reason and rule of a refusal."""
        refusal = self.rules.refuse(state, self.action(state, text))
        assert refusal is not None, f"{text} is legal"
        assert refusal.message.text
        return str(refusal.reason), refusal.rule

    def all_ready(self, state: Any) -> Any:
        """Everybody who is asked wants nothing more, until the phase is over."""
        phase = state.phase
        while state.phase is phase:
            state = self.do(state, f"{self.rules.to_act(state)[0]} ready")
        return state


def session_in(game: Game, state: Any, *seats: str | Player, think: Think = no_bots) -> Session:
    """A match of these that has come to this state; the cards of each hand were read in the order of their numbers."""
    players = tuple(Player(each) if isinstance(each, str) else each for each in seats)
    session = Session(MatchState(game, players, dict(state.terms.options), think), Phase.PLAYING)
    session.match_state.state = state
    return session
