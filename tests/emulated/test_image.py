"""Which image the emulated Pico boots, and what is said when there is none."""

import pytest

from tests.emulated import image


@pytest.fixture
def bare(tmp_path, monkeypatch):
    """A machine with an empty PATH and an empty cache."""
    monkeypatch.setattr(image, "CACHE", tmp_path / "cache")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv(image.NAMED, raising=False)
    return tmp_path


def test_the_image_named_wins_over_the_cache(bare, monkeypatch):
    mine = bare / "official.uf2"
    mine.touch()
    image.CACHE.mkdir()
    (image.CACHE / f"RPI_PICO-{image.VERSION}.uf2").touch()
    assert image.find().parent == image.CACHE
    monkeypatch.setenv(image.NAMED, str(mine))
    assert image.find() == image.fetch() == mine


def test_a_named_image_that_is_not_there_is_said_and_nothing_is_built(bare, monkeypatch):
    monkeypatch.setenv(image.NAMED, str(bare / "gone.uf2"))
    with pytest.raises(image.Missing, match=r"GLOWTABLE_UF2 names .*gone\.uf2, and there is no such file"):
        image.fetch()


def test_without_an_image_it_is_said_how_to_get_one(bare):
    with pytest.raises(image.Missing, match=r"tests\.emulated\.image` builds"):
        image.find()


def test_a_machine_without_a_compiler_is_told_what_to_install(bare):
    with pytest.raises(image.Missing, match=r"built with make, gcc, g\+\+: install it"):
        image.fetch()
