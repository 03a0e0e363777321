"""Which MicroPython the tests take, and what they say when there is none."""

from pathlib import Path

import pytest

from tests.micropython import runtime
from uf2 import debian


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with an empty PATH and an empty cache; returns the one folder on PATH."""
    monkeypatch.setattr(runtime, "CACHE", tmp_path / "cache")
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def install(folder: Path, tool: str, script: str) -> None:
    (folder / tool).write_text(f"#!/bin/sh\n{script}\n")
    (folder / tool).chmod(0o755)


def test_an_interpreter_on_the_path_is_taken(bare):
    install(bare, "micropython", "echo 1 26 1")
    assert runtime.find() == runtime.Runtime((str(bare / "micropython"),), (1, 26, 1))


@pytest.mark.parametrize("script", ["echo 1 24 1", "echo what", "exit 1"])
def test_an_interpreter_too_old_or_not_one_at_all_is_passed_over(bare, script):
    install(bare, "micropython", script)
    with pytest.raises(runtime.Missing, match=r"tests\.micropython\.runtime` fetches"):
        runtime.find()


def test_where_nothing_can_be_fetched_each_way_says_what_it_needs(bare):
    with pytest.raises(runtime.Missing, match=r"package needs apt-get; .* needs node and npm"):
        runtime.fetch()


def test_a_failed_fetch_ends_with_the_last_words_of_the_tool(bare, monkeypatch):
    install(bare, "dpkg", "")
    install(bare, "apt-get", "echo some noise >&2; echo E: no network >&2; exit 100")
    monkeypatch.setattr(debian, "KEYRING", bare / "apt-get")
    with pytest.raises(runtime.Missing, match=r"apt-get failed: E: no network; .* needs node and npm"):
        runtime.fetch()
