"""Screens of the shipped games at 80x24 in three languages, as text in docs/screens: what people at a terminal read.

python -m tests.docs.captures writes them; test_captures.py holds them fresh.
"""

from functools import partial
from pathlib import Path
from random import Random

from glowtable import games
from glowtable.game import Game, full_options
from glowtable.match.dealer import Dealer
from glowtable.match.players import Player
from glowtable.match.presenter import current_prompt
from glowtable.match.session import Phase, Session
from glowtable.messages import LANGUAGES
from glowtable.terminal.help import help_messages, hint_of
from glowtable.terminal.layout import Size
from glowtable.terminal.localized_commands import COMMAND_MESSAGES, localize_command
from glowtable.terminal.screen import lights_texts, page_lines, pager_lines, short_rules_texts
from glowtable.terminal.translator import Translator

from tests.games.shipped import SHIPPED
from tests.support.adversary import NAMES, Seats, World, play_match, session_at

SCREENS = Path(__file__).parents[2] / "docs" / "screens"
SIZE = Size(80, 24)
MOST_ACTIONS = 2500
MOST_PAGES = 14
RULE = "-" * SIZE.columns


def world_of(game: Game) -> tuple[Seats, World]:
    """The same match each time."""
    players = tuple(map(Player, NAMES[: min(3, max(game.seats))]))
    seats = Seats(players, full_options(game, game.test_options))
    return seats, play_match(game, seats, Random(f"screens of {game.name}"), MOST_ACTIONS)


def told_moments(game: Game) -> list[int]:
    """The first moment of each thing that is asked."""
    seats, world = world_of(game)
    first: dict[str, int] = {}
    for at in range(len(world.states)):
        session = session_at(game, seats, world, min(at, len(world.actions)))
        if session.outcome is None:
            first.setdefault(current_prompt(session).message.text, at)
    return sorted(first.values())[:MOST_PAGES]


def screens_of(game: Game, language: str) -> str:
    seats, world = world_of(game)
    translator = Translator(language, [player.name for player in seats.players], game=game.name)
    pages = [page_of(game, translator, session_at(game, seats, world, at), world, at) for at in told_moments(game)]
    last = session_at(game, seats, world, len(world.actions))
    last.phase = Phase.OVER if last.outcome else last.phase
    pages.append(page_of(game, translator, last, world, len(world.actions)))
    pages += leaves_of(game, translator, session_at(game, seats, world, told_moments(game)[-1]))
    return f"\n{RULE}\n".join(pages) + "\n"


def page_of(game: Game, translator: Translator, session: Session, world: World, at: int) -> str:
    said = []
    if at:
        before, action = world.states[at - 1], world.actions[at - 1]
        said = list(map(translator.text, game.surface.description(action, before, world.states[at])))
    page = page_lines(session, translator, title=game.title, said=said, typed="", size=SIZE)
    return "\n".join(line.plain.rstrip() for line in page)


def leaves_of(game: Game, translator: Translator, session: Session) -> list[str]:
    """What is read instead of the page: rules, lights, help, a hint."""
    told = partial(localize_command, translator=translator, words={**COMMAND_MESSAGES, **game.words})
    asked = session.match_state.seats_to_act[:1]
    hint = [message for seat in asked for message in hint_of(session, seat, Dealer(1, "hints"), told)]
    texts = (
        short_rules_texts(game, translator), lights_texts(session, translator),
        list(map(translator.text, help_messages(session, told))), list(map(translator.text, hint)),
    )  # fmt: skip
    leaves = [pager_lines(text, 0, translator, "", SIZE._replace(lines=60)) for text in texts if text]
    return ["\n".join(line.plain.rstrip() for line in leaf) for leaf in leaves]


def main() -> None:
    SCREENS.mkdir(exist_ok=True)
    for name in SHIPPED:
        for language in LANGUAGES:
            (SCREENS / f"{name}.{language}.txt").write_text(screens_of(games.find(name), language), encoding="utf-8")


if __name__ == "__main__":
    main()
