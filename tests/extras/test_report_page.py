"""Pages of reports: what is in them, and what is refused."""

import re
from html import escape
from xml.etree import ElementTree

import glowtable as gt
import pytest
from glowtable import games
from glowtable.__main__ import main
from glowtable.messages import FAILED, USAGE, UserError

pytestmark = pytest.mark.extras
SHORT = {"rounds_to_win": 1, "max_rounds": 1}


@pytest.fixture(scope="module")
def make():
    from glowtable.lab.report_page import report_page

    return report_page


def drawings(page):
    """Every plot, as a tree: well-formed, and the words that stand in it."""
    found = re.findall(r"<svg.*?</svg>", page, re.S)
    return [" ".join(ElementTree.fromstring(each).itertext()) for each in found]


def test_a_page_has_a_plot_for_each_question_and_needs_nothing_else(make):
    studies = [gt.simulate("punto", games=30, first_cell=cells, **SHORT) for cells in ("centre4", "any")]
    page = make(studies)
    words = drawings(page)
    assert len(words) == 6
    assert "number 1 in turn order" in words[0] and "fair share" in words[0]
    assert "“anywhere” – first card: one of the" in words[1] and "no difference" in words[1]
    assert "how often a cell is chosen in a match" in words[-1] and "“R1”" in words[-2]
    assert "<script" not in page and not re.search(r'(src|href)="(?!#|data:)', page)
    assert "Compared with the first matches, how often the starting player wins:" in page and "first_cell" not in page
    assert "who uses a card" in page and escape("card and seat can't be separated") in page
    goal, verdict = page.index("Who wins, and does starting, a rule or a card decide?"), page.index("Starting ")
    assert page.index("<h1>") < goal < verdict < page.index("<svg") and page.count("<li>Starting ") == 2
    assert page == make(studies)


def test_cards_that_keep_their_seats_are_not_drawn_if_bots_keep_theirs(make):
    page = make([gt.simulate("punto", ["greedy", "random"], games=70, **SHORT)])
    assert len(drawings(page)) == 4 and "who uses a card" not in page
    assert page.count(escape("card and seat can't be separated")) == 2


@pytest.mark.parametrize("game", games.names())
def test_every_game_has_its_page(make, game):
    best = next(iter(gt.find(game).bots))
    page = make([gt.simulate(game, [best], games=12, seats=min(gt.find(game).seats))])
    assert len(drawings(page)) >= 3 and escape(gt.find(game).title) in page
    assert ("All win together: " in page) == gt.find(game).cooperative


def test_it_speaks_the_persons_language(make):
    studies = [gt.simulate("punto", games=3, **SHORT)]
    assert '<html lang="de">' in make(studies, "de") and make(studies, "de") != make(studies)


def test_what_a_name_holds_is_shown_as_text(make):
    @gt.bot("punto", "evil")
    def evil(view, legal, determinize, rng):
        return legal[0]

    study = gt.simulate("punto", ["evil"], games=2, seats=2, **SHORT)
    renamed = gt.Study(study.run, tuple(m._replace(bots=("<script>", "<b>")) for m in study.matches))
    assert "<script" not in make([renamed]) and "cannot be played again" in make([renamed])


def changed(study, **fields):
    """The same matches as of another run."""
    return gt.Study(study.run._replace(**fields), study.matches)


@pytest.mark.parametrize(
    "fields", [{"options": {"first_cell": "nowhere"}}, {"options": {"of_old": 1}}, {"players": 6, "options": {}}]
)
def test_a_record_of_an_older_program_has_its_page_but_is_not_played_again(make, fields):
    study = changed(gt.simulate("punto", games=4, **SHORT), **fields)
    bots = ("greedy",) * study.run.players
    renamed = gt.Study(study.run, tuple(match._replace(bots=bots) for match in study.matches))
    assert "cannot be played again" in make([renamed])


def test_options_that_are_not_told_are_those_by_default(make):
    study = gt.simulate("punto", games=2, **{option.name: option.default for option in gt.find("punto").options})
    assert "how often a cell is chosen in a match" in make([changed(study, options={})])


def test_labels_are_no_formulas_and_no_two_are_the_same(make):
    study = gt.simulate("punto", games=4, **SHORT)
    options = [{**study.run.options, "first_cell": value} for value in ("centre4", r"$\foo{$", "any", "any")]
    words = drawings(make([changed(study, options=each) for each in options]))
    assert r"first_cell $\foo{$" in words[1] and "any cell (1)" in words[1] and "any cell (2)" in words[1]


def test_a_team_of_several_bots_wins_as_often_as_it_does(make):
    study = gt.simulate("alter_ego", ["vigilante", "random"], games=6, seats=2, level="rookie")
    won = sum(bool(match.outcome.winners) for match in study.matches)
    assert won and f"these bots win {won / 6:.1%} [" in make([study])


def test_nothing_and_several_games_make_no_page(make):
    with pytest.raises(UserError, match="No match ended"):
        make([gt.Study(gt.simulate("punto", games=1, **SHORT).run)])
    with pytest.raises(UserError, match=r"These are of alex_and_co \(3\), punto \(2\)"):
        make([gt.simulate("punto", games=1, **SHORT), gt.simulate("alex_and_co", games=1)])


# -- typed


@pytest.fixture
def file(tmp_path):
    gt.simulate("punto", ["greedy", "random"], games=4, **SHORT).save(tmp_path / "matches.jsonl")
    return str(tmp_path / "matches.jsonl")


def refused(capsys, *typed):
    code = main(["report", *typed, "--language", "en"])
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and "Traceback" not in err
    return code, err


def test_the_command_writes_a_page_and_a_table(capsys, tmp_path, file):
    page, table = tmp_path / "page.html", tmp_path / "matches.csv"
    assert main(["report", file, "--html", str(page), "--csv", str(table), "--language", "en"]) == 0
    assert capsys.readouterr().out.startswith("Punto: 4 matches") and "<svg" in page.read_text("utf-8")
    lines = table.read_text("utf-8").splitlines()
    assert len(lines) == 5 and lines[0].startswith("format,version,game") and ",greedy|random," in lines[1]
    before = page.read_bytes()
    code, err = refused(capsys, file, "--html", str(page))
    assert code == USAGE and "already exists. Name another file." in err and page.read_bytes() == before


def test_what_cannot_be_written_as_a_whole_is_not_begun(capsys, monkeypatch, tmp_path, file):
    page, table = tmp_path / "page.html", tmp_path / "table.csv"
    table.touch()
    for second in (table, page):
        code, err = refused(capsys, file, "--html", str(page), "--csv", str(second))
        assert code == USAGE and "already exists. Name another file." in err and not page.exists()


def test_a_name_that_no_encoding_has_is_in_the_page(tmp_path, file):
    other = tmp_path / "other.jsonl"
    other.write_text((tmp_path / "matches.jsonl").read_text().replace('"greedy"', r'"\ud800"'))
    assert main(["report", file, str(other), "--html", str(tmp_path / "page.html"), "--language", "en"]) == 0
    assert r"random, \ud800" in drawings((tmp_path / "page.html").read_text("utf-8"))[1]


def test_a_page_that_cannot_be_written_is_one_sentence(capsys, tmp_path, file):
    code, err = refused(capsys, file, "--html", str(tmp_path / "no" / "page.html"))
    assert code == FAILED and "(No such file" in err


def test_without_the_extra_it_is_one_sentence(capsys, monkeypatch, tmp_path, file):
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    code, err = refused(capsys, file, "--html", str(tmp_path / "page.html"))
    assert code == FAILED and "pip install -e '.[lab]'" in err
