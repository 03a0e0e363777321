"""The pictures are what the program shows today (python -m tests.docs.picture draws them again)."""

import pytest

from tests.docs.picture import DOCS, pictures


@pytest.fixture(scope="module")
def drawn():
    return pictures()


def test_the_pictures_are_fresh(drawn):
    assert {name: (DOCS / name).read_text(encoding="utf-8") for name in drawn} == drawn
