"""A typed line as an event, or a sentence that says what may be typed."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any, NamedTuple
from unicodedata import normalize

from glowtable.game import Action, Game
from glowtable.grid import TABLE_SEAT, seat_name
from glowtable.match.judge import plausible
from glowtable.match.players import fold_name
from glowtable.match.presenter import GO_FIRST, TO_START, current_prompt, line_to_type
from glowtable.match.session import Phase, Question, Session
from glowtable.messages import SILENT, Message, say
from glowtable.table import SEAT_KEYS, TABLE_KEYS, Card, Event, Key, Press, Said
from glowtable.terminal.localized_commands import COMMAND_MESSAGES, after_name, bare

KEY_WORDS = {  # other words for a key: in each language those by which sentences call it
    "": "confirm", "ok": "confirm",
    "bestätigen": "confirm", "passen": "pass", "zurück": "undo", "falsch": "wrong", "nacht": "night",
    "conferma": "confirm", "passo": "pass", "annulla": "undo", "sbagliato": "wrong", "notte": "night",
    "pausa": "pause", "weiter": "confirm", "avanti": "confirm",
    "yes": "confirm", "ja": "confirm", "sì": "confirm", "no": "pass", "nein": "pass",
}  # fmt: skip
CARD_WORD = "card"  # may be typed before the name of one
BEGINNING = 3  # so many letters of a card's name are enough


def not_understood(game: Game) -> Message:
    """A line that is nothing now: what may be typed instead. It repeats nothing: others may read it."""
    return _to_the_terminal(say("I didn't understand that. {game} Type help for more.", game=game.help))


def _to_the_terminal(said: Message) -> Message:
    return said.on(phone=SILENT, board=SILENT)


def _not_understood_now(session: Session) -> Message:
    """Where nothing but Enter is wanted no cell and no card would help."""
    if _waits_for_enter(session):
        return _to_the_terminal(say("I didn't understand that. Press Enter to continue. Type help for more."))
    return not_understood(session.game)


def _waits_for_enter(session: Session) -> bool:
    waits = session.repairs or session.held or (session.is_open and session.match_state.bots.awaiting_confirm)
    return bool(session.phase is Phase.SETTING or waits or current_prompt(session).message in (TO_START, GO_FIRST))


def event_of(line: str, session: Session) -> Event | Message:
    """A typed line as an event; a sentence if it is none. An empty line confirms."""
    word, _, name = line.partition(" ")
    word = KEY_WORDS.get(word.lower(), word.lower())
    if word in TABLE_KEYS:
        return Key(TABLE_SEAT, word)
    if word in SEAT_KEYS:
        seat = _seat_named(name, session) if name else _seat_meant(word, session)
        return Key(seat, word) if seat is not None else _ask_who(word, session)
    return _person_named(line, session) or _parse_sentence(line, session)


def _person_named(line: str, session: Session) -> Key | None:
    """A name alone, where a person is asked for: it is that person's confirm key."""
    seat = _seat_named(line, session)
    if seat is None or not session.is_open:
        return None
    meant = session.game.surface.read(Key(seat, "confirm"), session.match_state.public_state)
    is_choice = isinstance(meant, Action) and meant.seat != seat
    return Key(seat, "confirm") if is_choice or session.game.surface.asks_who(session.view) else None


def _parse_sentence(line: str, session: Session) -> Event | Message:
    """What a line means that begins with no key: a key of a named seat, a card, a cell, or a sentence."""
    cell = cell_called(line, session)
    who, rest = _split_addressee(line, session)
    key = KEY_WORDS.get(rest.lower(), rest.lower())
    if who is not None and key in SEAT_KEYS:
        return Key(who, key)
    card = _card_meant(line, session) or _card_meant(rest, session, who)
    if card and (cell is None or session.judge.awaits_card):
        return card
    if cell is not None:
        return _cell_pressed(cell, session)
    return _said_event(who, rest, session) or _card_begun(rest, session, who) or _not_understood_now(session)


def _cell_pressed(cell: int, session: Session) -> Event | Message:
    if _waits_for_enter(session) and cell not in session.judge.pressable:
        return _to_the_terminal(say("First press Enter."))
    return Press(cell)


def cell_called(name: str, session: Session) -> int | None:
    """The cell of the table that people call so now, whichever of letter and number comes first: `d4`, `4d`."""
    names, swapped = session.match_state.cell_names, swapped_cell(name.lower())
    return names.index(swapped) if swapped in names else None


def swapped_cell(name: str) -> str:
    """`d4` for `4d`."""
    number, letter = name[:-1], name[-1:]
    return letter + number if number.isdecimal() and "a" <= letter <= "z" else name


def _said_event(who: int | None, rest: str, session: Session) -> Said | Message | None:
    """Words in the game's notation; without a name they belong to the one person who can do this now."""
    numbered = _with_seat_numbers(rest, session)
    said = Said(numbered) if who is None else _said_by(who, numbered)
    meant = session.game.surface.read(said, session.match_state.public_state)
    alone = _said_alone(rest, session) if who is None and not isinstance(meant, Action) else None
    return alone or (said if meant else None)


def _seat_named(name: str, session: Session) -> int | None:
    names = [fold_name(player.name) for player in session.players]
    return names.index(fold_name(name)) if fold_name(name) in names else None


def is_part_of_card(text: str, game: Game) -> bool:
    """Whether a card's name, or that from a later word on, begins so, whatever its capitals and accents."""
    begun = f" {bare(text)}"
    return any(begun in f" {name}" for name in _plain_names(game.deck))


@lru_cache
def _plain_names(deck: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(bare, deck))


def _split_addressee(line: str, session: Session) -> tuple[int | None, str]:
    """`Ann Goat`: the seat, and the rest; None and the line if it does not begin with a player's name.

    The beginning of a card's name is that card, even if a player has its first name; `june ok` is for June to say.
    """
    seats = sorted(range(len(session.players)), key=lambda seat: -len(session.players[seat].name))
    for seat in seats:
        rest = after_name(line, session.players[seat].name)
        if rest is not None:
            rest = rest.strip()
            return (seat, rest) if _is_wish(rest, session) or not is_part_of_card(line, session.game) else (None, line)
    return None, line


def _is_wish(rest: str, session: Session) -> bool:
    """Whether it is a key, or begins as what people say."""
    word, _, about = rest.lower().partition(" ")
    return word in session.game.kinds or (not about and KEY_WORDS.get(word, word) in SEAT_KEYS)


def _with_seat_numbers(text: str, session: Session) -> str:
    """`1 trade Ben` as games read it: a player's name becomes the number of the seat, but not within a card's name."""
    if is_part_of_card(text, session.game):
        return text
    numbers = {fold_name(player.name): seat_name(seat) for seat, player in enumerate(session.players)}
    names = _names_in_text(session.game.deck, (*numbers, *(player.name for player in session.players)))
    return names.sub(lambda found: numbers.get(fold_name(found[0]), found[0]), normalize("NFC", text))


@lru_cache
def _names_in_text(deck: tuple[str, ...], players: tuple[str, ...]) -> re.Pattern[str]:
    """Finds names of players and of cards as whole words, the longest first."""
    cards = {name.lower() for card in deck for name in (card, card[:-1].rstrip())}
    names = "|".join(map(re.escape, sorted({*cards, *players}, key=len, reverse=True)))
    return re.compile(rf"(?<!\S)({names})(?!\S)", re.IGNORECASE)


def _said_by(seat: int, text: str) -> Said:
    return Said(f"{seat_name(seat)} {text}")


def _said_alone(text: str, session: Session) -> Said | Message | None:
    """`trade Ben` by the one person who can do it; if several can, the sentence asks who."""
    seats = session.match_state.seats_to_act
    said = {seat: _said_by(seat, _with_seat_numbers(text, session)) for seat in seats}
    able = [
        seat
        for seat in seats
        if isinstance(session.game.surface.read(said[seat], session.match_state.public_state), Action)
    ]
    if len(able) > 1:
        line = line_to_type(text, session.game)
        lines = tuple(say("{name} {line}", name=session.players[seat].name, line=line) for seat in able)
        return say("Who? Type {examples}.", examples=lines).on(phone=SILENT, board=SILENT)
    return said[able[0]] if able else None


def _seat_meant(key: str, session: Session) -> int | None:
    """The seat whose key is meant if no name is typed; None if it could be several."""
    if key == "undo" and not session.question:
        return (
            session.match_state.last_decider
            if session.match_state.last_decider is not None
            else min(session.people, default=0)
        )
    if session.question and not session.held:
        return _seat_answering(key, session.question, len(session.people))
    asked = current_prompt(session).seat
    if asked in session.people:
        return asked
    actors = session.match_state.seats_to_act
    if session.is_open and len(actors) > 1:
        return None
    return min(actors or session.people, default=max(asked, 0))


def _seat_answering(key: str, question: Question, people: int) -> int | None:
    """Anybody may say no; who says yes is meant only where one alone could from the beginning."""
    several = len(question.actions) > 1 or (question.all_of_them and people > 2)
    anybody = key == "pass" or (len(question.needed) == 1 and not several)
    return min(question.needed) if anybody and not question.typed else None


def seat_of_hand(name: str, session: Session) -> int | None:
    """Whose hand is meant: that of the person named, of the person asked now, or of the only person."""
    if name:
        seat = _seat_named(name, session)
        return seat if seat in session.people else None
    asked = current_prompt(session).seat
    if asked in session.people:
        return asked
    return min(session.people) if len(session.people) == 1 else None


def people_names(session: Session) -> tuple[str, ...]:
    return tuple(session.players[seat].name for seat in sorted(session.people))


def _ask_who(word: str, session: Session) -> Message:
    typed = "ok" if word == "confirm" else word
    asked = session.question.needed if session.question else range(len(session.players))
    lines = tuple(
        say("{word} {name}", word=COMMAND_MESSAGES[typed], name=session.players[seat].name) for seat in sorted(asked)
    )
    return say("Who? Type {examples}.", examples=lines).on(phone=SILENT, board=SILENT)


def _card_meant(line: str, session: Session, seat: int | None = None) -> Card | None:
    """The card of this name, or of the beginning that its copies share, at the reader of this seat."""
    word = line.removeprefix(f"{CARD_WORD} ").lower()
    fits = [card for card in session.game.deck if word in (card.lower(), card[:-1].rstrip().lower())]
    if not fits:
        return None
    return Card(
        _reader_meant(session) if seat is None else seat, fits[0] if fits[0].lower() == word else fits[0][:-1].rstrip()
    )


def _card_begun(line: str, session: Session, seat: int | None) -> Card | None:
    """The only card whose name begins like this, or whose copies do; a beginning has at least three letters."""
    deck, begun = session.game.deck, bare(line)
    fits = [card for card, name in zip(deck, _plain_names(deck), strict=True) if name.startswith(begun)]
    kinds = session.match_state.copies.kinds
    named = {kinds.get(card, card) for card in fits}
    if len(named) != 1 or len(line) < BEGINNING:
        return None
    card = fits[0] if len(fits) == 1 else named.pop()
    return Card(_reader_meant(session) if seat is None else seat, card)


def _reader_meant(session: Session) -> int:
    """The reader of who is asked; where several may act that of the first person among them."""
    asked = session.game.surface.prompts(session.view)
    if asked and asked[0].seat >= 0:
        return asked[0].seat
    return min(session.match_state.seats_to_act, default=0)


# -- a few letters that would cost something: what they would do is asked before it is done


class Doubt(NamedTuple):
    """What a line would do in this state, and the question; no event where nothing is asked."""

    event: Event | None = None
    texts: tuple[Message, ...] = ()
    state: Any = None


NO_DOUBT = Doubt()


def doubt_about(line: str, event: Event, session: Session) -> Doubt:
    """A person's card of which only the beginning was typed, where doing it leads to something the game can tell.

    Where several people share the screen a hand is not spoken of: there each is asked for consent anyway.
    """
    if not isinstance(event, Card) or session.judge.needs_consent or event.card.casefold() in line.casefold():
        return NO_DOUBT
    action = plausible(session.judge.meaning_of(event)) if session.is_open else None
    if action is None or action.seat not in session.people or session.judge.judge_own(event):
        return NO_DOUBT
    view = session.game.rules.view(session.state, action.seat)
    leads_to = session.game.surface.consequences(view, action)
    what = session.match_state.texts.choice_text(action, session.state)
    question = say("{done} Are you sure? Enter: yes. pass: no.", done=what)
    return Doubt(event, (question, *leads_to), session.state) if leads_to else NO_DOUBT


# -- what Tab makes of the beginning of a line


AFTER_NAMES = ("ok", *SEAT_KEYS, "hand", "hint")  # words after which a player's name may stand
AFTER_CELLS = ("why", "show")
OFFERED = 8  # words shown at once


def completions(typed: str, commands: Sequence[str], session: Session, deeds: Sequence[str] = ()) -> list[str]:
    """All lines that begin so, in order, without those that differ in capitals only.

    `deeds` are the words for the game's kinds of actions in another language; they may follow a player's name.
    """
    lines = dict.fromkeys(
        line
        for line in _complete_lines(typed, commands, session, deeds)
        if fold_name(line).startswith(fold_name(typed)) and line != typed
    )
    return sorted(lines, key=str.casefold)


def complete_line(typed: str, lines: Sequence[str]) -> str:
    """As far as all these lines agree; never shorter than what is typed."""
    if len(lines) == 1:
        return lines[0] + " "
    agree = takewhile(lambda signs: len(set(signs)) == 1, zip(*map(fold_name, lines), strict=False))
    return lines[0][: sum(1 for _ in agree)] if lines else typed


def _complete_lines(typed: str, commands: Sequence[str], session: Session, deeds: Sequence[str]) -> Iterable[str]:
    names = [player.name for player in session.players]
    kinds = session.match_state.copies.kinds
    cards = [kinds.get(card, card) for card in session.game.deck]
    if " " not in typed:
        return [*commands, *(session.match_state.cell_names[cell] for cell in session.lit_cells), *cards, *names]
    word = typed.partition(" ")[0].casefold()
    after = {
        **dict.fromkeys(AFTER_NAMES, names),
        **dict.fromkeys(AFTER_CELLS, session.match_state.cell_names),
        "rules": ("all", *session.game.sheet),
    }
    if word in after:
        return [f"{word} {what}" for what in after[word]]
    own = [f"{name} {what}" for name in names for what in (*SEAT_KEYS, *session.game.kinds, *deeds, *cards)]
    return [*cards, *own]
