"""Who won a match of Punto, and why: one ledger line per round."""

from __future__ import annotations

from enum import StrEnum

from glowtable.game import Outcome, Point, listed
from glowtable.messages import Message, say, say_count

from .score import Step
from .state import NOBODY, Phase, PuntoParameters, Round, State, rounds_won


class End(StrEnum):
    ROUNDS = say("enough rounds won").text  # P-33
    ROWS = say("most rows when a player could not play").text  # P-26a
    LAST = say("the last round was played").text  # P-33a


ENDINGS = {
    str(End.ROUNDS): say("Enough rounds were won."),
    str(End.ROWS): say("A player couldn't play, so the most rows decided."),
    str(End.LAST): say("The last round was played."),
}


def outcome(state: State) -> Outcome | None:
    """Most rounds win the match, or the rows do (P-26a, P-33, P-33a); None while it goes on."""
    if state.phase is not Phase.OVER:
        return None
    terms, won, reason = state.terms, rounds_won(state), end_of(state)
    best = {side for side, rounds in enumerate(won) if rounds == max(won)}
    if reason is End.ROWS:
        best = {state.rounds[-1].winner}
    seats = range(terms.seats)
    return Outcome(
        reason,
        tuple(seat for seat in seats if terms.side_of[seat] in best),
        tuple(won[terms.side_of[seat]] for seat in seats),
        tuple(point(terms, number, done) for number, done in enumerate(state.rounds, 1)),
        tuple(done.end for done in state.rounds),
        decided(terms, state.rounds, won, reason),
    )


def decided(terms: PuntoParameters, rounds: tuple[Round, ...], won: tuple[int, ...], reason: End) -> Message:
    """Who won how many rounds, and how many more than the next; of the only round, or the one that counts, how."""
    last, most = rounds[-1], max(won)
    if reason is End.ROWS or len(rounds) == 1:
        return _round_decided(terms, last)
    if not most:
        return say("Nobody won a round.")
    best = [side for side, count in enumerate(won) if count == most]
    who = listed([seat for side in best for seat in terms.sides[side]])
    if len(best) > 1:
        return say("{who} won {count} of {all} rounds each.", who=who, count=most, all=len(rounds))
    second = max(count for side, count in enumerate(won) if side not in best)
    others = listed([seat for side, count in enumerate(won) if count == second for seat in terms.sides[side]])
    ahead = most - second
    return say("{who} won {count} of {all} rounds, {ahead} more than {others}.",
               who=who, count=most, all=len(rounds), ahead=ahead, others=others)  # fmt: skip


def _round_decided(terms: PuntoParameters, done: Round) -> Message:
    """What decided one round."""
    if done.winner == NOBODY:
        return say("Rows and points are equal, so nobody won the round.")
    who = listed(terms.sides[done.winner])
    if done.end == "line":
        return say("{who} completed a line of {length}.", who=who, length=max(map(len, done.lines)))
    step = done.steps[-1]
    by_rows = dict(zip(step.sides, step.rows, strict=True))
    most = by_rows[done.winner]
    if step.rows.count(most) == 1:
        count, others = _next_best(terms, {side: -rows for side, rows in by_rows.items()}, done.winner)
        return say("Most rows of {length} win: {count} for {who}, {other} for {others}.",
                   who=who, length=step.length, count=most, other=-count, others=others)  # fmt: skip
    points = {side: each for side, each in zip(step.sides, step.points, strict=True) if by_rows[side] == most}
    count, others = _next_best(terms, points, done.winner)
    return say("Rows of {length} are tied. Fewest points win: {count} for {who}, {other} for {others}.",
               who=who, length=step.length, count=points[done.winner], other=count, others=others)  # fmt: skip


def _next_best(terms: PuntoParameters, counts: dict[int, int], winner: int) -> tuple[int, Message]:
    """The least that another side has, and who has it."""
    least = min(count for side, count in counts.items() if side != winner)
    sides = [side for side, count in counts.items() if count == least and side != winner]
    return least, listed([seat for side in sides for seat in terms.sides[side]])


def end_of(state: State) -> End:
    """Why a match that is over has ended."""
    options = state.terms.options
    if state.rounds[-1].end == "stalemate" and options["stalemate_wins"] == "game":
        return End.ROWS
    return End.ROUNDS if max(rounds_won(state)) == options["rounds_to_win"] else End.LAST


def point(terms: PuntoParameters, number: int, done: Round) -> Point:
    """The ledger line of one round."""
    if done.winner == NOBODY:
        return Point((), 0, say("Round {number} is a tie. {why}", number=number, why=steps_text(terms, done)), "P-28")
    if done.end == "line":
        lines = tuple(
            say("a line of {length} on {cells}", length=len(line), cells=" ".join(map(terms.cell_label, line)))
            for line in done.lines
        )
        message = say("Round {number}: {lines}.", number=number, lines=lines)
        return Point(terms.sides[done.winner], 1, message, "P-18")
    message = say("Round {number}: {why}", number=number, why=steps_text(terms, done))
    first = done.steps[0].rows
    rule = "P-28" if len(done.steps) > 1 else "P-26" if first.count(max(first)) == 1 else "P-27"
    return Point(terms.sides[done.winner], 1, message, rule)


def steps_text(terms: PuntoParameters, done: Round) -> Message:
    """Every comparison of rows in the order it was made."""
    return say("{steps}", steps=tuple(_step_text(terms, step) for step in done.steps))


def _step_text(terms: PuntoParameters, step: Step) -> Message:
    if not any(step.rows):
        return say("Nobody has {length} in a line.", length=step.length)
    summed = terms.options["tie_points"] == "sum"
    counted = zip(step.sides, step.rows, step.points, strict=True)
    rows = tuple(_rows_text(terms.sides[side], count, points, summed) for side, count, points in counted)
    if step.rows.count(max(step.rows)) > 1:
        return say("Rows of {length}: {rows}. Fewest points win.", length=step.length, rows=rows)
    return say("Rows of {length}: {rows}.", length=step.length, rows=rows)


def _rows_text(seats: tuple[int, ...], count: int, points: int, summed: bool) -> Message:
    """How many rows, and the points that would settle a tie (P-27)."""
    who = listed(seats)
    if not count:
        return say("none for {who}", who=who)
    worth = say_count("1 point", "{n} points", n=points)
    if summed:
        return say("{count} for {who} ({worth})", who=who, count=count, worth=worth)
    return say("{count} for {who} (the lowest: {worth})", who=who, count=count, worth=worth)
