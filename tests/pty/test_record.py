"""The recorded run of docs/FLASH.md shows what it says (python -m tests.pty.record records it again)."""

from tests.pty.record import COMMANDS, PICTURE


def test_the_recorded_run_shows_all_three_commands():
    svg = PICTURE.read_text(encoding="utf-8").replace("&#160;", " ")
    for command in (*(name for name, *_ in COMMANDS), "play"):
        assert f"glowtable {command}" in svg
    assert "with MicroPython" in svg and "files written" in svg and "Ann" in svg
    assert "FAIL" not in svg and "http" not in svg.replace("http://www.w3.org/2000/svg", "")
