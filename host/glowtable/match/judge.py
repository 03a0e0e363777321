"""What an event means at the table, and who may say it.

All that is said before an action is taken follows from what everybody knows (`MatchState.public_state`): nobody learns
a hidden card from an answer. What a seat holds serves only to accept its own act.
"""

from __future__ import annotations

from typing import Any

from glowtable.game import CHANCE, NO_READER, PUBLIC, Action, Game, Refusal
from glowtable.grid import TABLE_SEAT
from glowtable.match.match_state import MatchState
from glowtable.messages import Message, say
from glowtable.table import CHOICE, Card, Event, Key, Press, Said

NOT_AN_ENTRY_CELL = Refusal(
    "not lit",
    say("Press the lit cell for the card you turned over.").on(
        terminal=say("Type the lit cell for the card you turned over."),
        phone=say("Tap the lit cell for the card you turned over."),
        board=say("Choosing the card on a lit cell …"),
    ),
)
DEALER_ONLY = Refusal("dealt", say("Wait for your card: the program deals."))
ALL_READERS = 0xFF


class Judge:
    """Judges events by what was played, and by what this table can read.

    meaning_of       lights, pages, `why`         the public state: all may hear the answer
    truly_meant      what the match does          the public state; of a seat's own act the true one
    judge_speech     what somebody typed          who must agree first, or why nobody may say it
    consenting_seat  a card that a reader sensed  who must agree first
    judge_own        whoever has agreed           the true state: does the seat hold it?

    A Refusal may carry the action that is possible as far as everybody knows: `plausible` takes it out.
    """

    def __init__(self, match_state: MatchState) -> None:
        self.match_state = match_state
        self.game, self.surface, self.rules = match_state.game, match_state.game.surface, match_state.game.rules
        self.readers = ALL_READERS  # one bit per reader that works
        self.entering = False  # `pass` asked to enter cards on lit cells

    # -- how cards are named

    @property
    def awaits_card(self) -> bool:
        """A card of this table is to be shown or named."""
        return self.match_state.chance.is_awaited and not (self.by_hand or self.match_state.chance.dealer_decides)

    @property
    def by_hand(self) -> bool:
        """Cards are entered on lit cells, because `pass` asked for it or the reader does not work."""
        if not self.match_state.chance.is_awaited or self.match_state.chance.dealer_decides:
            return False
        reader = self.surface.reader(self.match_state.state)
        return self.entering or (reader != NO_READER and not self.readers >> reader & 1)

    # -- what may be pressed

    @property
    def pressable(self) -> tuple[int, ...]:
        """Cells that may be pressed now, in order."""
        match_state = self.match_state
        if self.by_hand:
            return tuple(self.surface.entry_cells(match_state.view))
        if match_state.bots.sole_action:
            event = self.surface.gesture(match_state.bots.sole_action, match_state.state)
            return (event.cell,) if isinstance(event, Press) else ()
        lights = self.surface.paint(match_state.view).cells
        choice = tuple(cell for cell, light in enumerate(lights) if light.pattern in CHOICE)
        with_bots = any(map(match_state.bots.is_bot, self.rules.to_act(match_state.state)))
        return tuple(filter(self._may_press, choice)) if with_bots else choice

    def _may_press(self, cell: int) -> bool:
        """Nobody may decide for a bot by pressing here, unless it is what the bot wants."""
        meant = self.surface.read(Press(cell), self.match_state.public_state)
        if not isinstance(meant, Action) or not self.match_state.bots.is_bot(meant.seat):
            return True
        return meant == self.match_state.bots.wanted_action

    def has_key(self, cell: int) -> bool:
        """What a press here means a key means, too."""
        state = self.match_state.public_state
        meant = self.surface.read(Press(cell), state)
        return isinstance(meant, Action) and isinstance(self.surface.gesture(meant, state), Key)

    # -- who may say it

    @property
    def needs_consent(self) -> bool:
        """Several people share what is typed, and each has secrets."""
        return self.game.hidden_information and len(self.match_state.people) > 1

    def judge_speech(self, event: Event) -> Refusal | int | None:
        """Why nobody may type this; or the seat whose key must agree to it; or None, if it may be done.

        Nobody speaks for a bot, and nobody but the dealer says which card comes, where it deals.
        """
        match_state = self.match_state
        if match_state.chance.dealer_decides and not _is_always_heard(event):
            return DEALER_ONLY
        said = isinstance(event, Card | Said) and not match_state.chance.is_awaited
        action = plausible(self.read(event, match_state.public_state)) if said else None
        if action is None:
            return None
        if match_state.bots.is_bot(action.seat):
            return None if action == match_state.bots.announced_action else _for_another(action.seat)
        return action.seat if self.needs_consent else self.judge_own(event)

    def consenting_seat(self, event: Event) -> int | None:
        """The seat that must agree though a card was sensed: it only names a card, and anybody can lay one there."""
        if not (self.needs_consent and isinstance(event, Card)):
            return None
        state = self.match_state.public_state
        action = plausible(self.read(event, state))
        if action is None or action.seat == CHANCE or self.match_state.bots.is_bot(action.seat):
            return None
        return None if isinstance(self.surface.gesture(action, state), Card) else action.seat

    def judge_own(self, event: Event) -> Refusal | None:
        """What a seat says of its own cards is judged by what it holds."""
        truly = self.read(event, self.match_state.state)
        return truly if isinstance(truly, Refusal) else None

    # -- what it means

    def meaning_of(self, event: Event) -> Action | Refusal | None:
        """What an event would do, as far as everybody knows."""
        meant = self.read(event, self.match_state.public_state)
        held_back = self._held_back(event, meant) if isinstance(meant, Action) else None
        return held_back or meant

    def truly_meant(self, event: Event) -> Action | Refusal | None:
        """What an event does. A seat's own act is judged by what it holds.

        Of copies chance brings one that can be there.
        """
        meant = self.meaning_of(event)
        action = plausible(meant)
        if action is None:
            return meant
        truly, gesture = self.read(event, self.match_state.state), self.surface.gesture
        if action.seat != CHANCE:
            return truly
        if not (isinstance(meant, Action) and isinstance(truly, Action)):
            return meant
        shown, believed = gesture(truly, self.match_state.state), gesture(meant, self.match_state.public_state)
        return truly if self.match_state.identities.are_alike(shown, believed) else meant

    def read(self, event: Event, state: Any) -> Action | Refusal | None:
        """What an event means in this state; the copy of a card that is wanted, if nobody can tell."""
        match_state = self.match_state
        if self.by_hand and isinstance(event, Press):
            entry = self.surface.entry_cells(match_state.view).get(event.cell)
            meant: Action | Refusal | None = entry[0] if entry else NOT_AN_ENTRY_CELL
        else:
            meant = self.surface.read(event, state)
        wanted = match_state.chance.required_draw or match_state.chance.staged_draw or match_state.bots.wanted_action
        if wanted and isinstance(meant, Action) and match_state.identities.is_meant(wanted, meant, state):
            return wanted
        return meant

    def _held_back(self, event: Event, meant: Action) -> Refusal | None:
        """Nobody decides for the dealer; after an undo the same card comes first; nobody decides for a waiting bot."""
        match_state = self.match_state
        if meant.seat == CHANCE and match_state.chance.dealer_decides and meant != match_state.chance.staged_draw:
            return DEALER_ONLY
        if match_state.chance.required_draw and meant != match_state.chance.required_draw:
            what = match_state.texts.instruction_text(match_state.chance.required_draw, match_state.state)
            return Refusal("required", say("That card comes later. First, as before the undo: {what}", what=what))
        if not match_state.bots.is_bot(meant.seat) or (
            match_state.bots.wanted_action and self.read(event, match_state.state) == match_state.bots.wanted_action
        ):
            return None
        if match_state.bots.sole_action:
            return Refusal(
                "bot", say("Not there: {what}", what=match_state.bots.instruction_for(match_state.bots.sole_action))
            )
        return _for_another(meant.seat)

    # -- was the card before it read by mistake?

    def other_card(self, event: Event) -> Action | None:
        """A card shown right after another one was turned up in public: what it would have meant then.

        None if the other one came unseen, or was dealt: nothing was read by mistake then. It counts what was public: to
        ask, or not to ask, must not show what lies there or in hidden hands.
        """
        history = self.match_state.history
        if self.match_state.dealt or not isinstance(event, Card) or not history or history[-1].action.seat != CHANCE:
            return None
        before, last = history[-1]
        if self.rules.seen(before, last, PUBLIC) != last:
            return None
        meant = plausible(self.surface.read(event, self.rules.public_state(before)))
        choice = self.match_state.texts.choice_text
        return meant if meant and choice(meant, before) != choice(last, before) else None

    def shown_by(self, event: Event) -> int:
        """The seat at whose reader a card was shown, if it may act now; else the first that may."""
        actors = self.rules.to_act(self.match_state.state)
        return event.reader if isinstance(event, Card) and event.reader in actors else actors[0]


def plausible(meant: Action | Refusal | None) -> Action | None:
    """The action that is possible as far as everybody knows."""
    return meant.plausible if isinstance(meant, Refusal) else meant


def explain_refusal(game: Game, refusal: Refusal) -> Message:
    """The refusal with its rule and, if the sheet has any, its words."""
    quoted = refusal.quote or refusal.rule
    if quoted in game.sheet:
        words = say("{words}", words=game.sheet[quoted])
        return say("{why} ({rule}: {words})", why=refusal.message, rule=refusal.rule, words=words)
    return refusal.message


def _for_another(seat: int) -> Refusal:
    return Refusal("bot", say("That's {seat}'s choice.", seat=seat))


def _is_always_heard(event: Event) -> bool:
    """The table's keys and undo, also while cards are dealt."""
    return isinstance(event, Key) and (event.seat == TABLE_SEAT or event.key == "undo")
