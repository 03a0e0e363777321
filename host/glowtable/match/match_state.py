"""A match so far: what was played, the state it has led to, and who does what next.

Actions only: what an event means is the judge's, what is asked and said the session's. No I/O, no clock, no chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from itertools import chain
from typing import Any, TypeVar

from glowtable.game import CHANCE, PUBLIC, YIELDS, Action, Arg, Chances, Game, Outcome, parse_action
from glowtable.match.copies import Copies
from glowtable.match.face_down_rows import FaceDownHands, with_places
from glowtable.match.identities import Identities
from glowtable.match.players import Player, Think, bot_action, no_bots
from glowtable.match.public_texts import PublicTexts, last_cells
from glowtable.match.undo import (
    PlayedAction,
    UndoneDraws,
    actions_since_decision,
    taken_back_message,
)
from glowtable.messages import Message
from glowtable.table import Event, parse_event

T = TypeVar("T")
ACTION_ROWS = ("action", "swap")  # the kinds of a journal's rows that hold an action


class NextChance:
    """What comes next by chance in this match: a card that somebody turns up, or what the dealer draws."""

    def __init__(self, match_state: MatchState) -> None:
        self.match_state, self.game = match_state, match_state.game
        self._on_top: tuple[Any, Action] | None = None  # the state, and what the dealer has drawn for it

    @property
    def is_awaited(self) -> bool:
        """A card decides what happens next."""
        return self.game.rules.to_act(self.match_state.state) == (CHANCE,)

    @property
    def required_draw(self) -> Action | None:
        """The draw that an undo took back and people must turn up again; None if any card may come."""
        return self.match_state.drawn_before.required_draw(self.match_state.state)

    @property
    def possible_draws(self) -> Chances:
        """The draws that are possible now, as far as this match has shown."""
        return self.match_state.drawn_before.possible_draws(self.match_state.state)

    @property
    def drawn_by_software(self) -> bool:
        """No card stands for what chance brings now, at any table: the dealer draws it."""
        return self.is_awaited and self.game.surface.dealt_by_software(self.match_state.view)

    @property
    def is_next_draw_hidden(self) -> bool:
        """What chance brings now not everybody may see."""
        state, rules = self.match_state.public_state, self.game.rules
        return any(rules.seen(state, draw, PUBLIC) != draw for draw, _ in rules.chance(state))

    @property
    def is_dealing(self) -> bool:
        """The program deals one more of several cards, and nobody needs time to look at it.

        Not everybody may see it, or it is set aside before the first card lies on the table.
        """
        return self.match_state.made_once("dealing", self._deals_more)

    def _deals_more(self) -> bool:
        match = self.match_state
        goes_on = bool(match.history) and match.history[-1].action.seat == CHANCE
        if not (match.dealt and goes_on and self.is_awaited):
            return False
        return self.is_next_draw_hidden or not self.game.surface.cards_on_cells(match.public_view)

    @property
    def dealer_decides(self) -> bool:
        """What comes now comes from the dealer alone, not from a card that lies on the table."""
        return self.drawn_by_software or (self.match_state.dealt and self.is_awaited)

    def stage_draw(self, action: Action) -> None:
        """The dealer has drawn this for the chance that is awaited: nothing else can come where it decides."""
        self._on_top = (self.match_state.state, action)

    @property
    def staged_draw(self) -> Action | None:
        """What the dealer has drawn for the chance that is awaited; None if it has not drawn yet."""
        return self._on_top[1] if self._on_top and self._on_top[0] is self.match_state.state else None


class BotTurn:
    """What a bot of this match does next, and who may hear of it."""

    def __init__(self, match_state: MatchState) -> None:
        self.match_state, self.game = match_state, match_state.game

    def is_bot(self, seat: int) -> bool:
        return seat != CHANCE and seat not in self.match_state.people

    @property
    def wanted_action(self) -> Action | None:
        """What a bot wants to do now, if it is a bot's turn."""
        match = self.match_state
        wanted = partial(bot_action, self.game, match.players, match.history, match.state, match.think)
        return match.made_once("bot", wanted)

    @property
    def sole_action(self) -> Action | None:
        """The same, if no person may act until it is done."""
        return None if self.match_state.seats_to_act else self.wanted_action

    @property
    def pending_action(self) -> Action | None:
        """The same, if people may act first: it is not announced, because it may name a hidden card."""
        return None if self.sole_action else self.wanted_action

    @property
    def announced_action(self) -> Action | None:
        """What a bot does, if all people may hear of it."""
        action = self.sole_action
        return action if action and self.game.rules.seen(self.match_state.state, action, PUBLIC) == action else None

    @property
    def awaiting_confirm(self) -> Action | None:
        """What a bot does as soon as a person has heard of it and confirms."""
        bot = self.sole_action
        announce_before = (
            bot and self.match_state.people and self.game.surface.announce_before(bot, self.match_state.state)
        )
        return bot if announce_before else None

    def instruction_for(self, action: Action) -> Message:
        """What hands do for a bot, and which back of its hand they take: what follows is said when it has happened."""
        place = self.match_state.face_down.place_asked(action, self.match_state.history, self.match_state.state)
        return with_places(self.match_state.texts.instruction_text(action, self.match_state.state), place)


class MatchState:
    """One match so far; `think` decides for bots."""

    def __init__(
        self, game: Game, players: tuple[Player, ...], options: Mapping[str, Arg], think: Think = no_bots
    ) -> None:
        self.game, self.players, self.options, self.think = game, players, options, think
        self.people = frozenset(seat for seat, player in enumerate(players) if not player.bot)
        self.state = game.rules.setup(len(players), options)
        self.history: list[PlayedAction] = []
        self.drawn_before = UndoneDraws(game)  # the draws that an undo took back
        self.face_down = FaceDownHands(game, [seat for seat, player in enumerate(players) if player.bot])
        self.identities = Identities(game)
        self.copies = Copies(game)
        self.dealt = False  # no card lies on this table: the dealer alone decides what chance brings
        self.later: Any = None  # if this is a moment of the past: the state that the match has reached since
        self.chance, self.bots = NextChance(self), BotTurn(self)
        self._made: dict[str, Any] = {}  # what follows from one state
        self._made_for: Any = None

    def made_once(self, what: str, make: Callable[[], T]) -> T:
        """What follows from the state, made once."""
        if self._made_for is not self.state:
            self._made, self._made_for = {}, self.state
        if what not in self._made:
            self._made[what] = make()
        made: T = self._made[what]
        return made

    # -- what is known of it

    @property
    def is_past(self) -> bool:
        """Whether this is a moment of a match that has gone on since."""
        return self.later is not None

    @property
    def texts(self) -> PublicTexts:
        """The sentences that all people may read now."""
        return PublicTexts(self.game, self.later if self.is_past else self.state)

    @property
    def view(self) -> Any:
        """What all people may be shown: the PUBLIC view, without what they are meant to have forgotten."""
        return self.made_once("view", lambda: self.texts.view(self.state))

    @property
    def public_view(self) -> Any:
        """The PUBLIC view, for what compares and says nothing."""
        return self.made_once("public view", lambda: self.game.rules.view(self.state, PUBLIC))

    @property
    def public_state(self) -> Any:
        """The state as far as everybody knows: in it is judged what is said to all."""
        return self.made_once("public state", lambda: self.game.rules.public_state(self.state))

    @property
    def outcome(self) -> Outcome | None:
        return self.game.rules.outcome(self.state)

    @property
    def cell_names(self) -> tuple[str, ...]:
        """What people call each cell of the table now: what they read, hear and type."""
        return self.made_once("cell names", lambda: self.game.surface.face(self.view).names)

    @property
    def turned_up(self) -> str:
        """The card that was turned up last before all eyes, by its name in the game; '' if anything else came last."""
        if not self.history or self.history[-1].action.seat != CHANCE:
            return ""
        return self.texts.card_shown(self.history[-1])

    @property
    def last_cells(self) -> frozenset[int]:
        """The cells where the cards of the last move came to lie."""
        return self.made_once("last cells", lambda: last_cells(self.texts, self.history, self.view))

    # -- people

    @property
    def seats_to_act(self) -> list[int]:
        """The people who may act now."""
        return sorted(self.people.intersection(self.game.rules.to_act(self.state)))

    def gesture_for(self, action: Action) -> Event:
        """What hands do for this action now, with the cards that go by their names in the game."""
        return self.identities.shown_for(self.game.surface.gesture(action, self.state))

    @property
    def pass_actions(self) -> tuple[Action, ...]:
        """For each person who may act the action that ends that person's part, if there is one."""
        legal = (self.game.rules.legal(self.state, seat) for seat in self.seats_to_act)
        ends = ([action for action in each if action.kind in YIELDS and not action.args][:1] for each in legal)
        return tuple(chain.from_iterable(ends))

    # -- what is played

    def apply_action(self, action: Action) -> tuple[Message, ...]:
        """Apply a legal action; what is said of it."""
        moved = self._cards_moved(action, self._believed_state(self.state, action))
        self.advance_state(action)
        return (*self.texts.description_texts(self.history[-1], self.state), *moved)

    def advance_state(self, action: Action) -> None:
        """Apply a legal action without a sentence."""
        before, rules = self._believed_state(self.state, action), self.game.rules
        self.state = rules.apply(before, action)
        self.history.append(PlayedAction(before, action))
        self.identities.book(self.history[-1])
        if action.seat == CHANCE:
            self.drawn_before.came_again(before, action)
        if rules.round_number(before) != rules.round_number(self.state):
            self.drawn_before.forget_draws()

    def swap_card(self, action: Action) -> tuple[Message, ...]:
        """The card turned up was read by mistake: this one really lies on top."""
        self.state = self.history.pop().before
        return self.apply_action(action)

    def last_actions(self, count: int) -> list[tuple[PlayedAction, Any]]:
        """The last so many actions, each with the state after it."""
        played = self.history[len(self.history) - count :]
        return list(zip(played, [*(each.before for each in played[1:]), self.state], strict=False))

    def _believed_state(self, state: Any, action: Action) -> Any:
        """The state; if only what the table has read in secret is against what chance brings, without that."""
        rules = self.game.rules
        if action.seat != CHANCE or rules.is_possible(state, action):
            return state
        believed = rules.believed(state, action)
        return believed if rules.is_possible(believed, action) else state

    def _cards_moved(self, action: Action, before: Any) -> tuple[Message, ...]:
        """Which face-down cards of bots this action takes, but those named before; how several new ones lie."""
        was_asked = not self.people.intersection(self.game.rules.to_act(before))
        taken = self.face_down.places_left(action, self.history, before, was_asked)
        return (*taken, *self.face_down.arrivals(action, self.history, before))

    # -- what is taken back

    @property
    def undo_count(self) -> int:
        """How many actions an undo takes back: those since the last decision of a person, that one included."""
        return actions_since_decision(self.history, self.people)

    @property
    def last_decider(self) -> int | None:
        """The person whose decision an undo would take back."""
        count = self.undo_count
        return self.history[-count].action.seat if count else None

    def take_back(self, count: int) -> tuple[Message, tuple[Message, ...]]:
        """Take back the last `count` actions; what is said of it, and what hands put back, one thing at a time.

        What chance brought in them comes again from the same source.
        """
        if not 1 <= count <= len(self.history):
            raise ValueError(f"undo must be 1..{len(self.history)} actions")
        taken, after, texts = self.history[-count:], self.state, self.texts
        places = self.face_down.places_again(self.history, count)
        del self.history[-count:]
        self.state = taken[0].before
        self.drawn_before.keep_draws(taken)
        repairs = () if self.dealt else (*texts.repair_texts(taken, after), *places)
        then = taken[1].before if taken[1:] else after
        return taken_back_message(texts.description_texts(taken[0], then)), repairs

    # -- from a journal

    def replay_rows(self, rows: Iterable[tuple[str, str]]) -> None:
        """Go on to where the journal's rows end. ValueError names the first row that is impossible."""
        for n, (kind, text) in enumerate(rows, 1):
            if kind in REPLAYS:
                try:
                    REPLAYS[kind](self, text)
                except (ValueError, IndexError) as error:
                    raise ValueError(f"row {n} ({kind} {text}): {error}") from None

    def played_by(self, kind: str, text: str) -> PlayedAction:
        """What the journal's next row, an `action` or a `swap`, does. ValueError if it is impossible."""
        if kind == "swap" and not self.history:
            raise ValueError("there is no action to swap")
        action = parse_action(text)
        before = self._believed_state(self.history[-1].before if kind == "swap" else self.state, action)
        refusal = self.game.rules.refuse(before, action)
        if refusal:
            raise ValueError(f"refused: {refusal.reason}")
        return PlayedAction(before, action)


def _replay_event(match_state: MatchState, text: str) -> None:
    """By which tag a card came; what else an event did its action tells."""
    with suppress(ValueError):  # what is no event, or was left out of an export
        match_state.identities.hear(parse_event(text))


REPLAYS: dict[str, Callable[[MatchState, str], object]] = {
    "event": _replay_event,
    "action": lambda match_state, text: match_state.advance_state(match_state.played_by("action", text).action),
    "undo": lambda match_state, text: match_state.take_back(int(text)),
    "swap": lambda match_state, text: match_state.swap_card(match_state.played_by("swap", text).action),
}
