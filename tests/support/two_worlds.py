"""The tables of two worlds in lock step: what people do is done in both, and from what moment on these may differ."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from glowtable.game import CHANCE, PUBLIC, Action, Game, Rules
from glowtable.match.match_state import MatchState
from glowtable.match.session import SHOW_HAND, Phase, Session
from glowtable.match.undo import PlayedAction
from glowtable.table import STRANGE, Event, event_text
from glowtable.web.followers import Tap

from tests.support.adversary import World, copied
from tests.support.watched_table import Memory, Shown, Watch, WatchedTable


class Deed(NamedTuple):
    """One thing that is done in both worlds: `do` is the name of one of DEEDS, `what` what it needs to know."""

    do: str
    what: Any = None

    def __str__(self) -> str:
        if self.do == "type":
            return str(self.what)
        about = event_text(self.what) if self.do == "sense" else "" if self.what is None else self.what
        return f"({self.do} {about})".replace(" )", ")")


# -- one position in two worlds


class Spot(NamedTuple):
    """A position in both worlds; cards that nobody sees lie there in this `order`, but for those that are exchanged."""

    name: str
    game: Game  # as it is, whatever the sessions play
    pair: tuple[Session, Session]
    tracks: tuple[World, World]  # how both go on
    watches: tuple[Watch, Watch]
    exchanged: tuple[int, ...]  # the cards that are in each other's place
    order: Sequence[str]
    is_forgotten: bool = False  # all have seen the exchanged cards, and are meant to have forgotten which is which

    @property
    def viewer(self) -> int:
        return self.watches[0].viewer

    @property
    def exchanged_names(self) -> list[str]:
        return [self.game.deck[card] for card in self.exchanged]


class TwoTables:
    """The tables of both worlds, in lock step."""

    def __init__(self, spot: Spot, memories: tuple[Memory, Memory]) -> None:
        self.spot, self.game = spot, spot.game
        self.tables = tuple(map(WatchedTable, map(copied, spot.pair), spot.watches, memories))
        self.is_over = False  # what the worlds show may differ from here on
        self.may_differ = False  # what they show now

    @property
    def sessions(self) -> tuple[Session, ...]:
        return tuple(table.session for table in self.tables)

    def do(self, deed: Deed, whole: bool = False) -> tuple[Shown, Shown] | None:
        """Do it in both; None if it cannot be done here."""
        before = [(session, len(session.history)) for session in self.sessions]
        self._confides = self._is_confided(deed)
        if not DEEDS[deed.do](self, deed.what):
            return None
        shown = self.everything(whole)
        is_next = any(session is not now for (session, _), now in zip(before, self.sessions, strict=True))
        self.may_differ = is_next or self._may_differ([count for _, count in before], self.may_differ)
        self.is_over = is_next or (self._is_lost() if self.spot.is_forgotten else self.may_differ)
        return shown

    def everything(self, whole: bool) -> tuple[Shown, Shown]:
        one, other = (table.everything(whole) for table in self.tables)
        return one, other

    def _is_confided(self, deed: Deed) -> bool:
        """A person agrees to what was typed for that person: what comes of it follows from that hand."""
        question = self.sessions[0].question
        if not question or not question.typed or question.typed == SHOW_HAND or question.seat == self.spot.viewer:
            return False
        return deed.do in ("type", "sense", "tap")

    def _may_differ(self, counts: Sequence[int], was_apart: bool) -> bool:
        """Whether the rules show from here on in which world it is: by what was done, or by what a bot wants."""
        one, other = self.sessions
        if self._confides and not one.question:
            return True
        if one.state is other.state:
            return False
        new = [session.history[count:] for session, count in zip(self.sessions, counts, strict=True)]
        if len(one.history) != len(other.history):
            return was_apart
        for played in zip(*new, strict=True):
            if self.seen(played[0]) != self.seen(played[1]):
                return self._is_drawn(played) or self._is_own(played)
        if not new[0] and not self.spot.is_forgotten:
            return False
        return self.known(one) != self.known(other)

    def _is_lost(self) -> bool:
        """The worlds go different ways, or an undo has taken back that one of the cards was ever seen.

        While one of them lies open both may differ; when it is turned back, or its turning up undone, no more.
        All see that a turn ended with it in one world alone: after an undo hands then put back other cards.
        All know a card whose turning up was undone: it has to come again.
        """
        one, other = self.sessions
        if self._ways(one) != self._ways(other):
            return True
        reminders = [reminder(self.game.rules, session.state) for session in self.sessions]
        return not self.may_differ and reminders[0] != reminders[1]

    def _ways(self, session: Session) -> tuple[Any, ...]:
        """How far the match came, who acts, which cells show backs, what chance has to bring again after an undo."""
        match_state, backs = session.match_state, self.game.surface.face_down(session.view)
        again = [self.seen(played) for draws in match_state.drawn_before.kept.values() for played in draws]
        return len(session.history), self.game.rules.to_act(session.state), backs, again

    def _is_drawn(self, played: Sequence[PlayedAction]) -> bool:
        """What no card stands for the program draws: in each world something else."""
        views = [self.game.rules.view(step.before, PUBLIC) for step in played]
        return all(step.action.seat == CHANCE for step in played) and all(
            map(self.game.surface.dealt_by_software, views)
        )

    def _is_own(self, played: Sequence[PlayedAction]) -> bool:
        """What another person's key does follows from what that person holds."""
        (seat,) = seats if len(seats := {step.action.seat for step in played}) == 1 else (CHANCE,)
        return seat not in (CHANCE, self.spot.viewer)

    def seen(self, played: PlayedAction) -> Action:
        copies = self.sessions[0].match_state.copies
        return copies.action_by_kind(self.game.rules.seen(played.before, played.action, self.spot.viewer))

    def known(self, session: Session) -> tuple[Any, ...]:
        """What the viewer, and everybody, may know of it and is meant to remember; and what a bot wants."""
        rules, state = self.game.rules, session.state
        own = rules.view(state, self.spot.viewer)
        if self.spot.is_forgotten:
            own, state = self.game.surface.own_hand(own), reminder(rules, state)
        return rules.view(state, PUBLIC), own, session.match_state.bots.wanted_action

    def next_of_both(self) -> Action | None:
        """What was done next in this match, if in both worlds the same: after an undo it may be done again."""
        at, one, other = len(self.sessions[0].history), *self.spot.tracks
        if at >= min(len(one.actions), len(other.actions)) or one.states[at] is not self.sessions[0].state:
            return None
        return one.actions[at] if one.actions[at] == other.actions[at] else None

    # -- what can be done

    def type(self, line: str) -> bool:
        for table in self.tables:
            table.type(line)
        return True

    def sense(self, event: Event) -> bool:
        for table in self.tables:
            table.sense(event)
        return True

    def draw(self, number: int) -> bool:
        """The card that lies there is shown; the viewer sees no difference."""
        draws = self._draws(number)
        if not draws:
            return False
        for table, draw in zip(self.tables, draws, strict=True):
            match_state = table.session.match_state
            if match_state.dealt and not match_state.chance.staged_draw:
                match_state.chance.stage_draw(draw)
            table.sense(match_state.gesture_for(draw))
        return True

    def _draws(self, number: int) -> list[Action] | None:
        one, other = (session.match_state for session in self.sessions)
        if (
            not (one.chance.is_awaited and other.chance.is_awaited)
            or one.chance.drawn_by_software
            or other.chance.drawn_by_software
        ):
            return None
        draws = [
            self._next_of(match_state, track) for match_state, track in zip((one, other), self.spot.tracks, strict=True)
        ]
        if None in draws:
            chances = [[draw for draw, _ in match_state.chance.possible_draws] for match_state in (one, other)]
            both = [draw for draw in chances[0] if draw in chances[1]]
            draws = [both[number % len(both)]] * 2 if both else []
        seen = [
            self.seen(PlayedAction(match_state.state, draw))
            for match_state, draw in zip((one, other), draws, strict=False)
        ]
        return draws if seen and seen[0] == seen[1] else None

    def _next_of(self, match_state: MatchState, track: World) -> Action | None:
        """What the dealer has drawn, or what came here in this world."""
        at = len(match_state.history)
        if match_state.chance.staged_draw:
            return match_state.chance.staged_draw
        return track.actions[at] if at < len(track.actions) and track.states[at] is match_state.state else None

    def audit(self, what: tuple[tuple[tuple[str, int, int], ...], int]) -> bool:
        """The cells tell their tags: of the cards as they lie in each world, after what somebody did to them.

        A copy of a card may lie for another one, so hands can find out by it which of two lies there.
        """
        session = self.sessions[0]
        if not session.nfc or session.match_state.copies.kinds.keys() & set(self.spot.exchanged_names):
            return False
        moved, unread = what
        everything = list(zip(self.tables, self.lying_cards(), strict=True))
        if not all(lies_as_believed(table.session, lying) for table, lying in everything):
            return False  # somebody has named an exchanged card as the one that was turned up
        for table, lying in everything:
            for act, cell, other in moved:
                MOVES[act](lying, cell, other)
            table.tell_inventory(lying, unread)
        return True

    def tap(self, what: tuple[int | None, Tap]) -> bool:
        for table in self.tables:
            table.tap(*what)
        return True

    def claim(self, seat: int) -> bool:
        for table in self.tables:
            table.claim_or_free(seat)
        return True

    def complete(self, beginning: str) -> bool:
        for table in self.tables:
            table.complete(beginning)
        return True

    def lying_cards(self) -> tuple[dict[int, str], dict[int, str]]:
        """Which tag lies on each cell, in each world."""
        lying, names = lying_cards(self.sessions[0], self.spot.order), self.spot.exchanged_names
        swapped = dict(zip(names, names[::-1], strict=True))
        return lying, {cell: swapped.get(card, card) for cell, card in lying.items()}

    def lose(self, what: None) -> bool:
        for table in self.tables:
            table.lose()
        return True

    def come_back(self, words: tuple[str, ...]) -> bool:
        if self.sessions[0].phase is not (Phase.GREETING if words == ("snapshot",) else Phase.ASLEEP):
            return False
        for table in self.tables:
            table.come_back(*words)
        return True

    def wait(self, ms: int) -> bool:
        for table in self.tables:
            table.let_pass(ms)
        return True

    def look_back(self, at: int) -> bool:
        for table in self.tables:
            table.look_at_moment(at)
        return True

    def export(self, form: str) -> bool:
        for table in self.tables:
            table.export(form)
        return True


DEEDS: dict[str, Callable[[TwoTables, Any], bool]] = {
    "type": TwoTables.type,
    "sense": TwoTables.sense,
    "draw": TwoTables.draw,
    "audit": TwoTables.audit,
    "lost": TwoTables.lose,
    "back": TwoTables.come_back,
    "wait": TwoTables.wait,
    "history page": TwoTables.look_back,
    "export": TwoTables.export,
    "tap": TwoTables.tap,
    "claim": TwoTables.claim,
    "tab": TwoTables.complete,
}


def reminder(rules: Rules, state: Any) -> Any:
    """What all are meant to remember of a state."""
    return rules.reminder_of(rules.public_state(state), state)


def lying_cards(session: Session, order: Sequence[str]) -> dict[int, str]:
    """Which tag lies on each cell; a stack does not answer. Cards that nobody has seen lie in this order."""
    piles = session.game.surface.cards_on_cells(session.match_state.public_view)
    views = (session.game.rules.view(session.state, seat) for seat in range(len(session.players)))
    used = {card for view in views for card in session.game.surface.own_hand(view)[0]}
    lying: dict[int, str] = {}
    for cell, pile in sorted(piles.items(), key=lambda item: len(item[1][0])):
        names = [name for name in order if name in pile[0] and name not in used] if len(pile) == 1 else []
        if names:
            lying[cell] = names[0]
            used.add(names[0])
    return lying


def lies_as_believed(session: Session, lying: Mapping[int, str]) -> bool:
    piles = session.game.surface.cards_on_cells(session.match_state.public_view)
    return all(card in piles[cell][0] for cell, card in lying.items())


def _exchange(lying: dict[int, str], cell: int, other: int) -> None:
    one, two = lying.pop(cell, ""), lying.pop(other, "")
    lying.update({at: card for at, card in ((cell, two), (other, one)) if card})


MOVES: dict[str, Callable[[dict[int, str], int, int], None]] = {
    "exchange": _exchange,
    "take": lambda lying, cell, other: lying.pop(cell, None) and None,
    "strange": lambda lying, cell, other: lying.update({cell: STRANGE}),
}
