"""Ann, Ben and a bot at a simulated table, in any game in which people may keep their hands unread."""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from glowtable.game import Action, Game
from glowtable.match.presenter import current_prompt
from glowtable.match.session import Session

from tests.support.matches import Match

BOTS = {"alex_and_co": "bot:memory", "alter_ego": "bot:vigilante", "spiel_des_jahres": "bot:publisher"}
FIRST = ("display", "income", "month", "seal")  # what follows when all have said whether their hands are read
Wish = Callable[[Sequence[Action], Random], Action]  # of what is legal


def seats_of(game: Game) -> tuple[str, ...]:
    return ("Ann", "Ben", BOTS[game.name])


def begun(game: Game, folder: Path, ann: bool = True, ben: bool = True, seed: int = 3, **options: Any) -> Match:
    """A match that Ann begins; both people have said whether their cards are read."""
    match = Match(folder, seats_of(game), seed=seed, game=game, **options).until_laid_out()
    match.types("ok Ann", *["ok Ann"] * (game.name == "alex_and_co"))  # there she owns the game, too
    for name, is_read in (("Ann", ann), ("Ben", ben)):
        match.until(lambda: match.session.state.phase == "hand")
        match.types(f"{'ok' if is_read else 'pass'} {name}")
    match.until(lambda: match.session.state.phase in FIRST)
    if match.session.state.phase == "display":
        match.says("ok Ann")
        match.until(lambda: match.session.state.phase == "turn")
        match.wait()  # until her key is released
    return match


def says(match: Match, *lines: str) -> None:
    """What is typed for one of several people that player's key agrees to."""
    for line in lines:
        match.types(line)
        match.agrees()


def askable(match: Match) -> list[int]:
    """The people who may act while nothing else goes on."""
    session = match.session
    if not session.is_open or session.match_state.chance.is_awaited or session.match_state.bots.wanted_action:
        return []
    return [seat for seat in match.game.rules.to_act(session.state) if seat in session.people]


def plays_on(match: Match, rng: Random, until: Callable[[Session], object], wish: Wish | None = None) -> None:
    """Ann and Ben type whatever is legal, or what they wish of it; the other hands do the rest."""
    for _ in range(400_000):
        if until(match.session) or match.session.phase == "over":
            return
        match.agrees()
        if match.session.question:
            settles(match)
        before = match.session.state
        if askable(match):
            match.wait(60)  # a bot's hands may have pressed a key of Ann's: it must be released first
        people = askable(match)
        if people and match.session.state is before:
            legal = match.game.rules.legal(before, rng.choice(people))
            match.says(match.line_for((wish or random_wish)(legal, rng)))
            waits_for(match, before)
        match.step()
    raise AssertionError(f"still {current_prompt(match.session)}")


def random_wish(legal: Sequence[Action], rng: Random) -> Action:
    return rng.choice(legal)


def eager_for(kinds: Sequence[str], eager: float) -> Wish:
    """Mostly what is of these kinds, or nothing more: it brings the match on."""

    def wish(legal: Sequence[Action], rng: Random) -> Action:
        useful = [each for each in legal if each.kind in kinds] or [each for each in legal if each.kind == "ready"]
        return rng.choice(useful if useful and rng.random() < eager else legal)

    return wish


def seldom(kinds: Sequence[str]) -> Wish:
    """What is of these kinds only now and then."""

    def wish(legal: Sequence[Action], rng: Random) -> Action:
        others = [each for each in legal if each.kind not in kinds]
        return rng.choice(others if rng.random() < 0.9 and others else legal)

    return wish


def settles(match: Match) -> None:
    """A card typed as a phase ended took the place of another one: it did not. Any other question is agreed to."""
    question = match.session.question
    assert question
    match.console.handle_line("pass" if question.swap else f"ok {match.players[min(question.needed)].name}")
    match.wait(600)  # a card may be laid on a reader now


def waits_for(match: Match, before: Any) -> None:
    """Hands need a moment, and the next card comes when this one has gone."""
    for _ in range(20):
        if match.session.question or match.session.state is not before:
            break
        match.wait(100)
    match.agrees()
    match.wait(50)
