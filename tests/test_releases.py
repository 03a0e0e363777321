"""What every version wrote is read for ever: journals resume, exports replay, tags, settings and reports count."""

import json
import re
from pathlib import Path
from shutil import copy

import pytest
from glowpico import settings
from glowtable.__main__ import main
from glowtable.config import load_config
from glowtable.device import discovery
from glowtable.device.tag_registry import TagRegistry
from glowtable.maker import bug_report
from glowtable.match.journal import OVER, Journal

RELEASES = Path(__file__).with_name("releases")
VERSIONS = sorted(path.name for path in RELEASES.iterdir() if path.is_dir())
UNFINISHED = {
    "0.1.0-first": {"punto": 1, "spiel_des_jahres": 3},
    "0.1.0": {"punto": 1, "alex_and_co": 2, "spiel_des_jahres": 3, "alter_ego": 4},
}
EXPORTS = {"0.1.0-first": ("match-1.jsonl", "match-1.txt", "match-3.jsonl")}
EXPORTS["0.1.0"] = (*EXPORTS["0.1.0-first"], "bundle.zip")


@pytest.fixture(params=VERSIONS)
def release(request, tmp_path, monkeypatch):
    """The folder of a version; commands keep their files in a copy of it."""
    for path in (RELEASES / request.param).iterdir():
        copy(path, tmp_path)
    monkeypatch.setenv("GLOWTABLE_DATA", str(tmp_path))
    monkeypatch.setenv("GLOWTABLE_CONFIG", str(tmp_path / "none.toml"))
    monkeypatch.setattr(discovery, "pico_ports", list)
    return tmp_path


of_one_release = pytest.mark.parametrize("release", ["0.1.0"], indirect=True)  # what is refused whoever wrote it


def each_of(things):
    """Each version with each of its things."""
    return [pytest.param(version, thing, id=f"{version}-{thing}") for version in things for thing in things[version]]


@pytest.mark.parametrize(("release", "game"), each_of(UNFINISHED), indirect=["release"])
def test_an_unfinished_match_goes_on_to_its_end(release, game, request, capsys):
    assert main(["play", game, "--resume", "--port", "twin:"]) == 0
    journal = Journal(release / "journal.sqlite")
    resumed = journal.find_match(UNFINISHED[request.node.callspec.params["release"]][game])
    assert (resumed.header.game, resumed.state) == (game, OVER)
    assert resumed.rows == len(journal.good_rows(resumed.id)) and journal.lost is None


def test_a_match_that_is_over_is_listed_with_its_result(release, capsys):
    assert main(["matches"]) == 0
    assert "Punto: won by Greedy 2" in capsys.readouterr().out.splitlines()[-1]
    assert main(["journal", "check"]) == 0


@pytest.mark.parametrize(("release", "name"), each_of(EXPORTS), indirect=["release"])
def test_its_exports_and_bundles_replay(release, name, capsys):
    assert main(["replay", str(release / name)]) == 0
    assert re.search(r"^[\w ]+ won [\w ]+! \(", capsys.readouterr().out)


def test_its_tags_are_known(release):
    assert TagRegistry(release / "tags.csv").tags_of("punto", "R1b") == ["04a1b2c4d5e6f7"]


def test_its_settings_count(release):
    read, _, trouble = settings.read((release / "settings.json").read_bytes())
    assert (read["rotation"], read["brightness_pct"], read["dead_cells"], trouble) == (1, 40, [7], ())
    config = load_config(release / "config.toml")
    assert (config.language, config.seats, config.sound) == ("de", ("Ann", "bot:greedy"), False)


def test_its_report_of_the_link_is_shown(release, capsys):
    assert bug_report.load_link(release / "link.json")
    assert main(["doctor", "--frames"]) == 0
    assert "last received" in capsys.readouterr().out


@of_one_release
@pytest.mark.parametrize("version", [2, 99])
def test_a_newer_export_is_refused_in_a_true_sentence(release, version, capsys):
    first, _, rest = (release / "match-1.jsonl").read_text().partition("\n")
    newer = {**json.loads(first), "version": version}
    (release / "newer.jsonl").write_text(json.dumps(newer) + "\n" + rest)
    assert main(["replay", str(release / "newer.jsonl")]) == 1
    said = capsys.readouterr().err
    assert f"from a newer glowtable (format {version}, this one reads up to 1). Update this program." in said


@of_one_release
@pytest.mark.parametrize("version", ['"1"', "true", "0", "null"])
def test_a_version_that_is_none_is_not_called_newer(release, version, capsys):
    text = (release / "match-1.jsonl").read_text().replace('"version": 1', f'"version": {version}', 1)
    (release / "odd.jsonl").write_text(text)
    assert main(["replay", str(release / "odd.jsonl")]) == 1
    assert "version must be a int from 1" in capsys.readouterr().err


def give_options(release, options):
    """The first match of its journal alone, with these options more."""
    journal = Journal(release / "journal.sqlite")
    header = journal.find_match(1).header
    changed = json.dumps(header._replace(options={**header.options, **options})._asdict())
    rows = journal.good_rows(1)
    journal.delete_match(1)
    journal.db.execute("DELETE FROM rows")
    match = journal.begin_match(type(header)(**json.loads(changed)))
    journal.append_rows(match, rows)
    journal.close()


def test_a_match_with_an_option_that_is_no_more_goes_on_and_says_so(release, capsys):
    give_options(release, {"weather": "rain"})
    assert main(["play", "--resume", "--port", "twin:"]) == 0
    said = capsys.readouterr().err
    assert "The option weather no longer exists. The match, played with weather=rain, continues without it." in said


@of_one_release
@pytest.mark.parametrize(
    ("gone", "told"), [(6, "It continues without 1 more option."), (7, "It continues without 2 more options.")]
)
def test_of_many_options_that_are_no_more_the_first_are_named(release, capsys, gone, told):
    give_options(release, {f"weather{n}": "rain" for n in range(gone)})
    assert main(["export", "1"]) == 0
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 6 and "weather0=rain" in said[0] and "weather4=rain" in said[4] and said[5] == told
