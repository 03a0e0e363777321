"""The config file: wishes of the right name and type, or one sentence that says what is wrong."""

import pytest
from glowtable import config
from glowtable.config import Config, load_config
from glowtable.messages import USAGE, UserError


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
        ('colour = "red"', "there is no key"),
        ("port = 3", "must be"),
        ('seats = "Ann"', "must be"),
        ('sound = "yes"', "must be"),
        ("sound = 1", "must be"),
        ("auction_s = true", "must be"),
        ('auction_s = "20"', "must be"),
        ("seats = [1, 2]", "must be"),
        ("port = ", "cannot be read"),
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


def test_without_the_environment_the_system_says_where(monkeypatch):
    monkeypatch.delenv("GLOWTABLE_CONFIG", raising=False)
    monkeypatch.delenv("GLOWTABLE_DATA", raising=False)
    assert config.config_path().name == "config.toml" and "glowtable" in config.data_path().name


def test_language_is_the_wish_then_the_systems_then_english(monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "it_IT.UTF-8")
    assert config.choose_language("de") == "de"
    assert config.choose_language("") == "it"
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    assert config.choose_language("") == "en"
