"""What a page sends is a tap of few fields, or nothing."""

import json

import pytest
from glowtable.web.followers import Tap, read_tap


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
        '{"does":["press"]}', '{"does":"say","id":"why \\ud800"}',
        '{"does":"key"}', '{"does":"key","seat":0}', '{"does":"key","key":"confirm"}',
        '{"does":"key","key":"confirm","seat":-1}', '{"does":"key","key":"pause","seat":0}',
    ],
)  # fmt: skip
def test_anything_else_is_no_tap(sent):
    assert read_tap(sent) is None


def test_every_kind_of_tap_is_read():
    for does in ("press", "choose", "show", "why", "free"):
        assert read_tap(json.dumps({"does": does})) == Tap(does)


def test_a_key_is_one_of_a_seat_or_one_of_the_table():
    assert read_tap('{"does":"key","key":"pass","seat":1}') == Tap("key", seat=1, key="pass")
    assert read_tap('{"does":"key","key":"night","seat":-1}') == Tap("key", seat=-1, key="night")
