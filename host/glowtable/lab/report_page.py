"""What studies of one game show, as one HTML page that needs nothing else: sentences, and plots beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from importlib.metadata import version
from io import StringIO
from itertools import islice
from textwrap import wrap
from typing import Any

from glowtable import games
from glowtable.grid import SIDE
from glowtable.lab.figures import Interval
from glowtable.lab.replayed_match import (
    CARD_AND_SEAT,
    ReplayedMatch,
    card_shares,
    cell_counts,
    compared,
    differences,
    fair_share,
    keep_seats,
    lessons,
    of_equal_bots,
    replay_matches,
    richest_shares,
)
from glowtable.lab.study import Study, have_seats, report_lines
from glowtable.messages import USAGE, Message, UserError, say, say_count, say_install
from glowtable.terminal.translator import Translator

CARDS_SHOWN = 10  # from either end
VERDICT = 3  # sentences at the top
PROOFS = 3  # matches whose digests are in the page: whether they are still played so
STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color:#222}"
    "svg{max-width:100%;height:auto}h2{margin-top:2.5rem}ul{padding-left:1.2rem}.small{color:#666;font-size:.85rem}"
)
Section = tuple[Message, Sequence[Message], Sequence[str]]  # a title, sentences, plots


def report_page(studies: Sequence[Study], language: str = "en") -> str:
    """The first study in full, the others compared with it. UserError if they are of several games, or of no match."""
    check_plots()
    _check_studies(studies)
    main = studies[0]
    translator = Translator(language, game=main.run.game)
    matches = replay_matches(main)
    title = translator.text(say("What bots show of {game}", game=games.find(main.run.game).title))
    return "".join(
        (
            f'<!doctype html><html lang="{language}"><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width">',
            f'<meta name="matches" content="{" ".join(match.digest.hex() for match in islice(main.matches, PROOFS))}">',
            f"<title>{escape(title)}</title><style>{STYLE}</style><h1>{escape(title)}</h1>",
            f"<p>{escape(translator.text(_goal_line(main)))}</p>",
            *(_draw_section(translator, section) for section in _study_sections(translator, studies, matches)),
            f'<p class="small">{escape(translator.text(_origin_line(main)))}</p></html>\n',
        )
    )


def _check_studies(studies: Sequence[Study]) -> None:
    if not studies or not all(study.ended for study in studies):
        raise UserError(say("No match ended, so nothing can be drawn."), USAGE)
    names = {(study.run.game, 0 if study.is_cooperative else study.run.players) for study in studies}
    if len(names) > 1:
        raise UserError(
            say("A page compares files of one game with one number of players. These are of {games}.",
                games=", ".join(sorted({f"{study.run.game} ({study.run.players})" for study in studies}))),
            USAGE,
        )  # fmt: skip


def _goal_line(study: Study) -> Message:
    """What was asked, of which matches, and how to read the answers."""
    players = say_count("{n} player", "{n} players", n=study.run.players)
    matches = say_count("{n} match", "{n} matches", n=study.played)
    asked = say("Who wins, and does starting, a rule or a card decide?")
    if study.is_cooperative:
        asked = say("How often does a team win, and which rules and cards change that?")
    return say("{asked} Bots (computer players, here {bots}) played {matches} with {players} to find out. In "
               "brackets: the range that holds the true value with 95% certainty.",
               asked=asked, bots=", ".join(study.bots), matches=matches, players=players)  # fmt: skip


def _origin_line(study: Study) -> Message:
    return say("Made by glowtable {version} from {n} matches, seed {seed}. These are figures of these bots. "
               "People may play differently. The sentences at the top allow for how much was compared (Holm's "
               "correction).",
               version=version("glowtable"), n=study.played, seed=study.run.seed)  # fmt: skip


def _draw_section(translator: Translator, section: Section) -> str:
    title, lines, plots = section
    said = "".join(f"<li>{escape(translator.text(line))}</li>" for line in lines)
    return f"<h2>{escape(translator.text(title))}</h2><ul>{said}</ul>{''.join(plots)}"


def _study_sections(
    translator: Translator, studies: Sequence[Study], replayed: Sequence[ReplayedMatch]
) -> Iterator[Section]:
    main, text = studies[0], translator.text
    share = text(say("share of wins"))
    told = lessons(studies, replayed)
    yield say("In short"), told[:VERDICT], ()
    if told[VERDICT:]:
        yield say("Also found"), told[VERDICT:], ()
    places = {} if main.is_cooperative else _place_shares(main, translator)
    plots = [shares_plot(places, main.fair, share, text(_mark_of(main)))] if places else []
    yield say("Who wins"), list(report_lines(main, timed=False)), plots
    if len(studies) > 1:
        options = {text(label): found for label, found, _ in compared(studies)}
        axis, mark = text(say("difference in wins")), text(say("no difference"))
        yield say("By option"), list(differences(studies)), [shares_plot(options, 0, axis, mark)]
    matches = text(say("matches"))
    yield say("How long"), (), (
        counts_plot(main.actions_in, text(say("moves in a match, drawn cards included")), matches),
        counts_plot(main.decisions_in, text(say("choices of players in a match")), matches),
    )  # fmt: skip
    yield from _replayed_sections(main, replayed, translator)


def _replayed_sections(main: Study, matches: Sequence[ReplayedMatch], translator: Translator) -> Iterator[Section]:
    """What only matches show that are played once more."""
    text, share = translator.text, translator.text(say("share of wins"))
    mark = text(_mark_of(main))
    chance = say("A bar beside the dashed line can be chance: about 1 bar in 20 is.")
    if not matches:
        yield say("Cells and cards"), [say("These matches cannot be played again as they were: their bots take their "
                                           "time, have changed, or are not here.")], ()  # fmt: skip
        return
    sample = say_count(
        "{n} match was played again for this.", "{n} matches were played again for this.", n=len(matches)
    )
    for title, at_half in ((say("Who has most half-way"), True), (say("Who has most at the end"), False)):
        rich = richest_shares(games.find(main.run.game), matches, at_half=at_half)
        if rich and not main.is_cooperative:
            yield title, [sample, say("How often a player wins who alone has most of what a bar names."), chance], (
                shares_plot({text(asset.about): each for asset, each in rich.items()}, main.fair, share, mark),
            )  # fmt: skip
    cards = card_shares(matches)
    if cards:
        shown = say(
            "How often a player wins who uses a card: draws, plays, shows or names it. In quotes: the words on "
            "the card."
        )
        bars = {text(say("“{card}”", card=card)): each for card, each in _first_and_last(cards).items()}
        plot = shares_plot(bars, fair_share(main), share, mark)
        if not keep_seats(matches):
            yield say("By card"), [sample, of_equal_bots(main, shown), chance], (plot,)
        elif have_seats(main):
            yield say("By card"), [sample, CARD_AND_SEAT], ()
        else:
            yield say("By card"), [sample, shown, chance, CARD_AND_SEAT], (plot,)
    cells = cell_counts(matches)
    if any(cells):
        yield say("By cell"), [sample], (cells_plot(cells, text(say("how often a cell is chosen in a match"))),)


def _place_shares(study: Study, translator: Translator) -> Mapping[str, Interval]:
    """By place after who began, or by seat if several begin."""
    text, seats = translator.text, range(study.run.players)
    if study.place_score(0).n:
        return {text(say("number {n} in turn order", n=place + 1)): study.place_score(place) for place in seats}
    return {text(say("{seat}", seat=seat)): study.seat_score(seat) for seat in seats}


def _mark_of(study: Study) -> Message:
    """What the dashed line is beside shares of wins."""
    return say("average") if study.is_cooperative else say("fair share")


def _first_and_last(cards: Mapping[str, Interval]) -> Mapping[str, Interval]:
    """The first and the last of a long list."""
    names = list(cards)
    shown = names if len(names) <= 2 * CARDS_SHOWN else [*names[:CARDS_SHOWN], *names[-CARDS_SHOWN:]]
    return {name: cards[name] for name in shown}


# -- plots, as SVG


WIDE, ROW, MARGIN = 7.0, 0.32, 1.3  # of a plot, in inches
NAME = 36  # letters of a line beside a bar
INK, SHADE, LINE = "#1f3a5f", "#8fb4d9", "#b5452c"
LOOK = {"svg.fonttype": "none", "svg.hashsalt": "glowtable", "text.parse_math": False, "font.size": 10,
        "axes.spines.top": False, "axes.spines.right": False}  # fmt: skip


def check_plots() -> None:
    """UserError if nothing can be drawn here."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise UserError(say("A page with plots needs more packages. {install}", install=say_install("lab"))) from None


def shares_plot(shares: Mapping[str, Interval], usual: float, axis: str, mark: str) -> str:
    """A bar for each share or difference with its interval, beside a dashed line that has a name."""
    names = ["\n".join(wrap(name, NAME)) for name in shares]

    def draw(axes: Any) -> None:
        from matplotlib.ticker import PercentFormatter

        for place, share in enumerate(shares.values()):
            axes.plot([share.low, share.high], [place, place], color=SHADE, linewidth=6, solid_capstyle="butt")
            axes.plot([share.value], [place], "o", color=INK)
        axes.axvline(usual, color=LINE, linestyle="--", linewidth=1, label=mark)
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1), frameon=False)
        axes.set_yticks(range(len(names)), names)
        axes.set_ylim(len(names) - 0.5, -0.5)
        if usual:
            axes.set_xlim(0, 1)
        axes.locator_params(axis="x", nbins=7, steps=[1, 2, 5, 10])
        axes.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        axes.set_xlabel(axis)

    lines = max(name.count("\n") for name in names)
    return _draw_svg(draw, MARGIN + ROW * len(shares) * (1 + lines / 2))


def counts_plot(counts: Mapping[int, int], axis: str, matches: str) -> str:
    """How many matches had how much of it."""

    def draw(axes: Any) -> None:
        bins = min(30, max(1, max(counts) - min(counts) + 1))
        axes.hist(list(counts), bins=bins, weights=list(counts.values()), color=SHADE, edgecolor=INK)
        axes.set_xlabel(axis)
        axes.set_ylabel(matches)

    return _draw_svg(draw, 2.4)


def cells_plot(counts: Sequence[float], axis: str) -> str:
    """The grid, a1 at its top left; a dark cell is pressed often."""

    def draw(axes: Any) -> None:
        from matplotlib.colors import PowerNorm

        rows = [list(counts[row * SIDE : (row + 1) * SIDE]) for row in range(SIDE)]
        axes.imshow(rows, cmap="Blues", norm=PowerNorm(0.5, vmin=0))
        for cell, count in enumerate(counts):
            ink = "white" if count > max(counts) / 3 else "black"
            axes.text(cell % SIDE, cell // SIDE, f"{count:.1f}", ha="center", va="center", color=ink)
        axes.set_xticks(range(SIDE), [str(column + 1) for column in range(SIDE)])
        axes.set_yticks(range(SIDE), "abcdef")
        axes.set_xlabel(axis)

    return _draw_svg(draw, 4.0)


def _draw_svg(draw: Callable[[Any], None], height: float) -> str:
    """The drawing as an element of a page."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context(LOOK):
        figure = Figure((WIDE, height), layout="constrained")
        draw(figure.subplots())
        text = StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    svg = text.getvalue()
    return svg[svg.index("<svg") :].replace("<svg ", '<svg role="img" ', 1)
