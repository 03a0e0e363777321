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


@pytest.mark.micropython
def test_each_release_is_tested_by_all_it_can_do(release, found, record_property):
    """Or what fails when it is asked would take its tests with it."""
    lacks = runtime.ABILITIES - found.can
    assert not release or lacks == (set() if release.port == "unix" else runtime.ABILITIES)
    without = f", without the tests that need {', '.join(sorted(lacks))}" if lacks else ""
    record_property(f"tests on MicroPython {release or 'here'}", ".".join(map(str, found.version)) + without)


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


@pytest.mark.parametrize("release", [runtime.UNIX[0], runtime.WASM[0]], ids=str)
def test_a_release_that_cannot_be_had_is_said(bare, release):
    assert "needs" in str(runtime.taken.__wrapped__(release))


def test_a_registry_that_has_another_version_by_now_is_said(bare, monkeypatch):
    install(bare, "micropython", "echo 1 27 0")
    monkeypatch.setattr(runtime, "command_of", lambda release: runtime.on_path())
    with pytest.raises(runtime.Missing, match=r"unix-1\.26\.1 .* 1\.27\.0"):
        runtime.fetched(runtime.Release("unix", "1.26.1"))
