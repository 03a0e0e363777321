"""The page of a terminal: the public view as text, in the person's language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from glowtable.game import Game
from glowtable.grid import TABLE_SEAT
from glowtable.match.presenter import current_picture, current_prompts, marked_cells
from glowtable.match.result import result_lines
from glowtable.match.session import Phase, Session
from glowtable.messages import Message, say, say_count
from glowtable.table import COVER, OPEN, PICK, Prompt
from glowtable.terminal.layout import Size, Text, fill_pane, fold_lines, put_beside, width_of, wrap_texts
from glowtable.terminal.lights import GRID_WIDTH, grid_lines, lights_in_words
from glowtable.terminal.localized_commands import key_line
from glowtable.terminal.translator import Translator

PANE = GRID_WIDTH + 4  # where the pane beside the grid begins
PANE_COLUMNS = 36  # a narrower one is none
BACK = say("Enter: back to the table")
TOO_NARROW = say("Make the window {n} columns wide to see the table.", n=GRID_WIDTH + 2)


def page_lines(
    session: Session,
    translator: Translator,
    *,
    title: str,
    mark: str = "",
    said: Sequence[str],
    private: Sequence[str] = (),
    asked: Sequence[str] = (),
    hand: Sequence[str] = (),
    typed: str | None,
    offers: Sequence[str] = (),
    size: Size = Size(),
) -> list[Text]:
    """The whole screen: grid, score, sentences, what is asked, the typed line; `private` is what one seat asked to see.

    What the terminal `asked` for itself stands in place of what the match asks.

    `hand` are the cards of the only person who looks, shown where half of the room left is enough.

    `mark` stands at the typed line, which every size has room for.

    Nothing of the score, nor of what is asked, is left out without a word: what does not fit is folded, and `status`
    shows it. In a terminal of at least 40 columns and 10 lines the page fits. In one narrower than the grid a sentence
    stands in its place.
    """
    columns, draw_grid = size.columns, _grid_painter(session, translator)
    is_wide = columns >= GRID_WIDTH
    grid = draw_grid(columns) if is_wide else wrap_texts([translator.text(TOO_NARROW)], "bold", columns)
    typing = [] if typed is None else [_typing_line(typed, columns, mark, offers)]
    room = max(2, size.lines - len(grid) - len(typing))
    more = partial(_more_lines, translator, columns)
    first = [("  " if number else "> ") + text for number, text in enumerate(asked)]
    prompts = first or prompt_texts(session, translator)
    said = [text for text in said if not any(text in prompt for prompt in prompts)]
    asking = fold_lines(_prompt_lines(prompts, columns), room - 1, more)
    shown = fold_lines(wrap_texts(private, "", columns), room - len(asking) - 1, more) if private else []
    room -= len(asking) + len(shown)
    own = _if_room(wrap_texts(hand, "", columns), room // 2)
    room -= len(own)
    last = _if_room(wrap_texts(said[-1:], "dim", columns), room - 1)
    room -= len(last)
    top, state = _around_grid(grid, partial(draw_grid, PANE - 2), state_texts(session, translator), columns, room)
    state = fold_lines(state, max(1, room), more) if state else []
    room -= len(state)
    before = _if_room(wrap_texts(said[:-1], "dim", columns), room)
    legend = _if_room(_legend_lines(session, translator, columns), room - len(before))
    room -= len(before) + len(legend)
    head = _if_room(wrap_texts([title], "bold", columns), room) if title else []
    blank = _if_room([Text()] * 3, room - len(head))[:1]
    return [*head, *blank, *top, *legend, *blank, *state, *blank, *before, *last, *own, *shown, *asking, *typing]


def _grid_painter(session: Session, translator: Translator) -> Callable[[int], list[Text]]:
    face = session.game.surface.face(session.view)
    labels = [translator.text(label) if isinstance(label, Message) else label for label in face.cells]
    names = list(map(translator.name_seat, range(len(session.players))))
    picture, marked = current_picture(session), marked_cells(session)
    return partial(grid_lines, picture, labels, face.rows, face.columns, names, marked=marked)


def _typing_line(typed: str, columns: int, mark: str = "", offers: Sequence[str] = ()) -> Text:
    """What is typed, seen at its end, and what Tab offers after it."""
    before = f"{mark} » " if mark else "» "
    offered = Text("   " + "  ".join(offers) if offers else "", "dim")
    return (Text(before + typed[-max(1, columns - 1 - len(before)) :]) + offered).cut(columns)


def state_texts(session: Session, translator: Translator) -> list[str]:
    """What everybody knows of the match beside the grid; at its end the result."""
    if session.outcome:
        lines: Sequence[Message] = result_lines(session.game, session.outcome)
    else:
        lines = session.game.surface.face(session.view).lines
    return list(map(translator.text, lines))


def lights_texts(session: Session, translator: Translator) -> list[str]:
    """What shines now, in words, under what the lights mean in this game."""
    lines = lights_in_words(current_picture(session), session.match_state.cell_names, len(session.players))
    return [translator.text(session.game.legend), "", *map(translator.text, lines)]


def has_rules_text(game: Game) -> bool:
    return bool(game.short_rules or game.sheet)


def short_rules_texts(game: Game, translator: Translator) -> list[str]:
    """The game in ten numbered sentences, and where the rest is."""
    lines = [say("{n}. {words}", n=n, words=words) for n, words in enumerate(game.short_rules, 1)]
    rule = next(iter(game.sheet), "")
    more = [say("Rulebook text: type rules all, or rules {rule}.", rule=rule)] if rule else []
    return list(map(translator.text, (*lines, *more)))


def prompt_texts(session: Session, translator: Translator) -> list[str]:
    """What is asked of whom, what is asked first with a mark; not what hands set up where the program deals."""
    asked = current_prompts(session)
    is_set_up = session.phase is Phase.SETTING and session.match_state.dealt
    prompts = enumerate(asked[:1] if is_set_up else asked)
    return [("  " if number else "> ") + _prompt_text(prompt, translator) for number, prompt in prompts]


def _prompt_lines(texts: Sequence[str], columns: int) -> list[Text]:
    return [*wrap_texts(texts[:1], "bold", columns), *wrap_texts(texts[1:], "", columns)]


def pager_lines(
    texts: Sequence[str], at: int, translator: Translator, typed: str | None, size: Size, mark: str = ""
) -> list[Text]:
    """A leaf of a long text instead of the page, from its line `at` on, and how Enter goes on."""
    lines = wrap_texts(texts, "", size.columns)[at:]
    room = leaf_room(size)
    left = len(lines) - room
    foot = say_count("Enter: 1 more line", "Enter: {n} more lines", n=left) if left > 0 else BACK
    typing = [_typing_line(typed or "", size.columns, mark)] if typed or mark else []
    return [*lines[:room], *wrap_texts([translator.text(foot)], "bold", size.columns), *typing]


def leaf_room(size: Size) -> int:
    """How many lines of a text fit on a leaf."""
    return max(1, size.lines - 3)


def _around_grid(
    grid: Sequence[Text], draw_narrow: Callable[[], list[Text]], texts: Sequence[str], columns: int, room: int
) -> tuple[list[Text], list[Text]]:
    """The grid, and the state under it; if that is too tall, its first lines stand beside a narrower grid."""
    under = wrap_texts(texts, "", columns)
    pane_columns = columns - PANE
    if len(under) <= room or pane_columns < PANE_COLUMNS:
        return list(grid), under
    pane, count = fill_pane(texts, pane_columns, len(grid))
    return put_beside(draw_narrow(), pane, PANE), wrap_texts(texts[count:], "", columns)


def _legend_lines(session: Session, translator: Translator, columns: int) -> list[Text]:
    letters = session.game.letters
    texts = ["  " + _legend_text(session, translator), *(["  " + key_line(letters, translator)] if letters else [])]
    return wrap_texts(texts, "dim", columns)


def _legend_text(session: Session, translator: Translator) -> str:
    """What the shapes mean; where the game says nothing of its own, only of those that are lit."""
    game = session.game
    if game.legend != Game._field_defaults["legend"]:
        return translator.text(game.legend)
    lit = {light.pattern for light in current_picture(session).cells}
    return "   ".join(translator.text(each) for pattern, each in SHAPES if not pattern or pattern in lit)


SHAPES = ((OPEN, say("○ free")), (COVER, say("◎ cover")), (PICK, say("◇ choose")), ("", say("● look here")))


def _if_room(lines: list[Text], room: int) -> list[Text]:
    return lines if len(lines) <= room else []


def _more_lines(translator: Translator, columns: int, count: int) -> str:
    """Where there is no room for it, without what to type."""
    text = translator.text(say_count("… 1 more line: type status", "… {n} more lines: type status", n=count))
    return text if width_of(text) <= columns else Text(text.partition(":")[0]).cut(columns).plain


def _prompt_text(prompt: Prompt, translator: Translator) -> str:
    who = "" if prompt.seat == TABLE_SEAT else f"{translator.name_seat(prompt.seat)}: "
    return who + translator.text(prompt.message)


# -- what is read on leaves in place of the page


Texts = Callable[[], Sequence[str]]


class Pager:
    """Open while there are `texts`, which are made again each time they are drawn. `line` is the first one shown."""

    def __init__(self) -> None:
        self.close_texts()

    def open_texts(self, texts: Texts, *, at: int = 0, is_private: bool = False) -> None:
        """`is_private`: others at this screen may not read it."""
        self._texts, self.line, self.is_private = texts, at, is_private

    def close_texts(self) -> None:
        self.open_texts(tuple)

    @property
    def texts(self) -> Sequence[str]:
        return self._texts()

    def turn_leaf(self, size: Size) -> bool:
        """Go to the next leaf; False if the one that is shown is the last."""
        self.line += leaf_room(size)
        return self.line < len(wrap_texts(self.texts, "", size.columns))
