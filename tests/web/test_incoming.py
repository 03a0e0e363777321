"""What a page sends is a tap of few fields, or nothing."""

import json

import pytest
from glowtable.web.incoming import Tap, read_tap


def test_a_tap_is_read():
    assert read_tap('{"does":"press","at":7,"cell":14,"id":"0 place 14"}') == Tap("press", 7, 14, id="0 place 14")


@pytest.mark.parametrize(
    "sent",
    [
        "", "x", "[]", "3", "null", "{}", "[" * 3000,
        '{"does":"format"}', '{"does":"press","cell":36}', '{"does":"press","cell":-1}', '{"does":"press","cell":true}',
        '{"does":"press","cell":"3"}', '{"does":"key","key":"escape"}', '{"does":"key","seat":6}',
        '{"does":"key","at":"1"}',
        '{"does":"choose","id":7}', '{"does":"choose","id":"' + "x" * 201 + '"}', '{"does":"press","more":1}',
        '{"does":["press"]}',
    ],
)  # fmt: skip
def test_anything_else_is_no_tap(sent):
    assert read_tap(sent) is None


def test_every_kind_of_tap_is_read():
    for does in ("press", "key", "choose", "why", "free"):
        assert read_tap(json.dumps({"does": does})) == Tap(does)
