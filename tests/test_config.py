"""The config file: wishes of the right name and type, or one sentence that says what is wrong."""

import ctypes
import sys
from pathlib import Path
from types import SimpleNamespace

import platformdirs
import pytest
from glowtable import config
from glowtable.config import Config, load_config
from glowtable.messages import USAGE, UserError
from platformdirs.unix import Unix


def test_without_a_file_the_defaults_hold(tmp_path):
    assert load_config(tmp_path / "none.toml") == Config()


def test_every_key_is_read(tmp_path):
    file = tmp_path / "config.toml"
    file.write_text(
        'language = "de"\nport = "/dev/ttyACM0"\ngame = "punto"\nseats = ["Ann", "bot:greedy"]\nsound = false\n'
        "auction_s = 20\n"
    )
    assert load_config(file) == Config("de", "/dev/ttyACM0", "punto", ("Ann", "bot:greedy"), False, 20)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('colour = "red"', "doesn't know"),
        ("port = 3", "must be"),
        ('seats = "Ann"', "must be"),
        ('sound = "yes"', "must be"),
        ("sound = 1", "must be"),
        ("auction_s = true", "must be"),
        ('auction_s = "20"', "must be"),
        ("seats = [1, 2]", "must be"),
        ("port = ", "Can't read {path} ({cause})."),
    ],
)
def test_a_wrong_key_type_or_file_is_one_sentence(tmp_path, text, words):
    file = tmp_path / "config.toml"
    file.write_text(text)
    with pytest.raises(UserError) as caught:
        load_config(file)
    assert words in caught.value.message.text and caught.value.exit_code == USAGE


def test_the_environment_may_name_the_files(monkeypatch, tmp_path):
    monkeypatch.setenv("GLOWTABLE_CONFIG", str(tmp_path / "c.toml"))
    monkeypatch.setenv("GLOWTABLE_DATA", str(tmp_path / "d"))
    assert config.config_path() == tmp_path / "c.toml"
    assert config.data_path() == tmp_path / "d"


@pytest.fixture
def unnamed(monkeypatch):
    """Nobody says where our files are."""
    for variable in ("GLOWTABLE_CONFIG", "GLOWTABLE_DATA"):
        monkeypatch.delenv(variable, raising=False)


@pytest.mark.parametrize("named", ["", " ", "relative", "~/there", "/elsewhere"])
def test_on_linux_files_lie_where_the_library_says(named, monkeypatch, unnamed):
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(variable, named)
    monkeypatch.setattr(sys, "platform", "linux")
    assert str(config.config_path().parent) == Unix("glowtable").user_config_dir
    assert str(config.data_path()) == Unix("glowtable").user_data_dir


def test_elsewhere_the_library_says_where_files_lie(monkeypatch, unnamed):
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(platformdirs, "user_config_dir", "/settings/{}".format)
    monkeypatch.setattr(platformdirs, "user_data_dir", "/data/{}".format)
    assert config.config_path() == Path("/settings/glowtable/config.toml")
    assert config.data_path() == Path("/data/glowtable")


# Source: Microsoft, "[MS-LCID]", 2.2: German of Germany and of Austria, Italian of Switzerland, English, French
@pytest.mark.parametrize(
    ("code", "language"), [(0x0407, "de"), (0x0C07, "de"), (0x0810, "it"), (0x0409, "en"), (0x040C, "en")]
)
def test_on_windows_the_language_is_that_of_its_menus(code, language, monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    kernel = SimpleNamespace(GetUserDefaultUILanguage=lambda: code)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    assert config.choose_language("") == "en"
    monkeypatch.setattr(sys, "platform", "win32")
    assert config.choose_language("") == language
    monkeypatch.setenv("LANG", "it_IT.UTF-8")
    assert config.choose_language("") == "it"


def test_language_is_the_wish_then_the_systems_then_english(monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "it_IT.UTF-8")
    assert config.choose_language("de") == "de"
    assert config.choose_language("") == "it"
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert config.choose_language("") == "en"
