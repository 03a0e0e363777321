"""Every line of the pages that runs the program is run: in a folder with three matches, at no table and no terminal."""

import os
import shutil
import subprocess
import sys

import pytest
from glowtable import games
from glowtable.command_line import COMMANDS

from tests.docs.test_docs import NOT_YET, PAGES, command_lines
from tests.support.patience import HANG_S

FEW = {"--games": "3", "--deals": "2"}  # so many are enough to see that it runs
NEEDED = {  # what is not here: its sentence, and the exit code for it
    "flash --board my-table.toml": (("Can't find",), (2,)),
    "wiring my-table.toml": (("Can't find",), (2,)),
    "flash": (("No Pico", "came without", "Can't find"), (1, 3)),
    "calibrate": (("No Pico",), (3,)),
    "selftest": (("No table",), (3,)),
    "games check": (("Name the game to check",), (2,)),
    "tags check": (("without a tag",), (1,)),
    "tags enrol": (("No table",), (3,)),
    "learn": (("needs a terminal",), (2,)),
    "play --cards real": (("at a terminal",), (2,)),
    "play spiel_des_jahres --cards real": (("at a terminal",), (2,)),
    **dict.fromkeys(
        ("play --seats", "play --resume", *(f"play {game} --seats" for game in games.names())),
        (("Nobody can type for", "Hier kann niemand"), (2,)),
    ),
    "play --mirror": (("mirror", "NeoPixel", "strip"), (1, 2, 4)),
    "journal delete": (("--yes",), (2,)),
}
ALONE = ("play", "bots", "games", "doctor", "matches", "flash", "calibrate", "selftest")  # whole lines by themselves
# Run by test_new_game.py, test_page_command.py, test_serve.py, lab/ and extras/
ELSEWHERE = ("new-game", "serve", "--web", NOT_YET, "my_bots.py", "cluster", "--html")


def told():
    """Each line once, as the program is handed it; what is named by one word is no line."""
    lines = {tuple(words) for page in PAGES.values() for _, words in command_lines(page)}
    whole = {line for line in lines if len(line) > 1 or line[0] in ALONE}
    lacking = {line for line in whole if line[0] in ("export", "journal", "matches", "tags") and len(line) == 2
               and line[1] not in ("list", "compact", "check", "--help", "enrol")}  # fmt: skip
    return sorted(line for line in whole - lacking if not any(word in " ".join(line) for word in ELSEWHERE))


def run(home, *words, typed=""):
    """Exit code, and all that it says."""
    here = {"GLOWTABLE_DATA": str(home), "GLOWTABLE_CONFIG": str(home / "config.toml")}
    done = subprocess.run(
        [sys.executable, "-m", "glowtable", *words], cwd=home, input=typed, capture_output=True, text=True,
        env={**os.environ, **here}, timeout=HANG_S,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """A folder as somebody has it who has read so far: two matches played, one left; the files that pages name."""
    home = tmp_path_factory.mktemp("kept")
    for seed in ("1", "2"):
        assert run(home, "play", "--seed", seed)[0] == 0
    assert run(home, "play", "--seed", "3", "--script", "-", typed="\n\nc3\n")[0] == 0
    assert run(home, "journal", "backup", "copy.sqlite")[0] == 0
    (home / "match.txt").write_text(run(home, "export", "1", "--format", "text")[1])
    for name in ("lines.txt", "first.txt"):
        (home / name).write_text("\n\nc3\n")
    return home


def handed(line, home):
    """The line with files for its placeholders, and few matches; files that it begins are not there, others are."""
    words = [FEW.get(before, word) for before, word in zip(("", *line), line, strict=False)]
    if "backup" in words or "--out" in words or "--bundle" in words:
        (home / words[-1]).unlink(missing_ok=True)
    if words[0] == "report" or "--resume" in words[2:]:
        folder = words[1] if words[0] == "report" else words[-1]
        played = ["simulate", "punto", "--games", "3", "--bots", "greedy,random", "--out", folder]
        assert run(home, *played)[0] == 0
    named = {"restore": "copy.sqlite", "replay": "match.txt"}
    return [
        named.get(before, word) if word == "FILE" else word for before, word in zip(("", *words), words, strict=False)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("line", told(), ids=" ".join)
def test_every_line_is_run(line, kept, tmp_path):
    home = tmp_path / "home"
    shutil.copytree(kept, home)
    code, said = run(home, *handed(line, home))
    needs = [need for begins, need in NEEDED.items() if " ".join(line).startswith(begins)]
    sentences, codes = needs[0] if needs else (("",), (0,))
    assert code in codes and any(sentence in said for sentence in sentences), (code, said)


def test_the_lines_are_of_every_command_but_those_run_elsewhere():
    assert {line[0] for line in told()} == set(COMMANDS) - {"new-game", "cluster", "serve"} and len(told()) > 50
