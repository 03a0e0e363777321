"""main.py as it is on the Pico, in a real MicroPython: the host's bytes on its stdin, its own on its stdout.

`machine` is ours (rig/machine.py): it finds the keys held down in a file and leaves the light in others. The clock is
ours too (paced/): no test here depends on how soon a busy machine gives the table, or us, a turn.
"""

import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from glowpico.board import TABLE as BOARD
from glowpico.settings import DEFAULTS
from glowpico.strip import Strip
from glowpico.wire import DRAIN, HOST, NO_SESSION, TABLE, decode, encode

from tests.micropython.interpreter import FIRMWARE, Interpreter
from tests.support.patience import HANG_S, is_readable

pytestmark = pytest.mark.micropython
SESSION = "3f2a"
PATIENCE_BEATS = 60  # a minute of the table's own time; an answer takes milliseconds
PATIENCE_FRAMES = 1000  # an edge is repeated at least each second
CTRL_C = b"\x03"
GREEN = ("g" * 42, "s" * 42, 60)


class Table:
    """A running main.py, and a host's view of it."""

    def __init__(self, process: subprocess.Popen[bytes], workbench: Path):
        assert process.stdin and process.stdout
        self.process, self.workbench = process, workbench
        self.stdin, self.stdout = process.stdin, process.stdout
        self.number = 0

    def hold(self, *keys: str) -> None:
        """Hold down just these keys of the matrix."""
        (self.workbench / "keys.new").write_text(" ".join(keys))
        (self.workbench / "keys.new").rename(self.workbench / "keys")

    def light(self, gpio: int) -> bytes:
        return bytes.fromhex((self.workbench / f"light.{gpio}").read_text())

    def say(self, word, *fields) -> None:
        """The host's next numbered word."""
        self.number += 1
        self.write(encode(HOST, SESSION, self.number, word, *fields))

    def write(self, data: bytes) -> None:
        self.stdin.write(data)

    def line(self) -> bytes:
        """The next line the table says."""
        line = b""
        while not line.endswith(b"\n"):
            assert is_readable(self.stdout.fileno(), most_s=HANG_S), "the table hangs"
            byte = self.stdout.read(1)
            assert byte, "the table ended"
            line += byte
        return line

    def frame(self):
        """The next frame but beats, which are answered as a host does: without taking an edge."""
        for _ in range(PATIENCE_BEATS):
            while not (frame := decode(TABLE, self.line())):
                pass
            if frame[2] != "beat":
                return frame
            self.write(encode(HOST, SESSION, None, "beat", 0))
        raise AssertionError("the table is silent")

    def hears(self, word: str):
        """The next frame with this word: its session, number and fields."""
        for _ in range(PATIENCE_FRAMES):
            session, number, said, fields = self.frame()
            if said == word:
                return session, number, fields
        raise AssertionError(f"the table does not say {word}")

    def end_tick(self) -> None:
        """Talk for longer than one tick listens: what it shows is then shown."""
        for _ in range(DRAIN // len("snapshot")):
            self.say("snapshot")
            self.hears("snapshot")

    def greet(self):
        """Open a session; the fields of hello."""
        self.write(encode(HOST, SESSION, None, "hi"))
        session, _, fields = self.hears("hello")
        assert session == SESSION
        return fields


@pytest.fixture
def start(tmp_path: Path, unix_port: Interpreter) -> Iterator[Callable[..., Table]]:
    """Switch a table on, with main.py or another program; all are switched off in the end."""
    started: list[Table] = []

    def switch_on(*words: str) -> Table:
        program = words or (str(FIRMWARE / "main.py"),)
        started.append(Table(unix_port.paced().start(*program, folder=tmp_path), tmp_path))
        return started[-1]

    yield switch_on
    for table in started:
        table.process.kill()
        table.process.wait()
        table.stdin.close()
        table.stdout.close()


def test_a_greeting_is_answered_with_what_the_table_is(start):
    build = (FIRMWARE / "glowpico/build.txt").read_text().strip()
    protocol, _, said_build, cells, _, pixels, _, reset_cause, _ = start().greet()
    assert (protocol, said_build, cells, pixels, reset_cause) == (1, build, "buttons", 168, 1)


def test_a_press_and_a_release_are_told_in_order(start):
    table = start()
    table.greet()
    table.hold("3.3")
    assert table.hears("press") == (SESSION, 1, (21,))
    table.hold()
    assert table.hears("release") == (SESSION, 2, (21,))
    table.hold("7.5")
    assert table.hears("key") == (SESSION, 3, (11,))


def test_a_picture_is_acknowledged_and_shines(start):
    table = start()
    table.greet()
    table.say("lights", *GREEN)
    assert table.hears("ack") == (SESSION, None, (1,))
    table.end_tick()
    expected = Strip(DEFAULTS)
    expected.show(*GREEN)
    expected.render(0)
    assert any(expected.cells)
    assert table.light(BOARD["cell_leds"]) == expected.cells
    assert table.light(BOARD["seat_leds"]) == expected.seats


def test_garbage_does_no_harm(start):
    table = start()
    rng = Random(1)
    table.greet()
    for _ in range(20):
        noise = rng.randbytes(200).replace(CTRL_C, b"")
        table.write(noise + b"\n" + encode(HOST, SESSION, 1, "sound", 1)[1:])
    table.write(b"\n")
    table.say("sound", 1)
    assert table.hears("ack") == (SESSION, None, (1,))
    table.say("test", "stats", 0)
    free, _, _, noise, _ = table.hears("stats")[2]
    assert free > 0
    assert noise >= 20


def test_a_table_that_restarted_says_so_and_begins_anew(start):
    first = start()
    first.greet()
    first.say("sound", 1)
    first.hears("ack")
    first.process.kill()
    second = start()
    second.write(encode(HOST, SESSION, 2, "sound", 2))
    assert second.hears("hello")[0] == NO_SESSION
    second.greet()
    second.hold("0.5")
    assert second.hears("press") == (SESSION, 1, (5,))


def test_ctrl_c_ends_the_loop_and_puts_out_the_lights(start):
    table = start()
    table.greet()
    table.say("lights", *GREEN)
    table.hears("ack")
    table.write(b"y" * 200 + CTRL_C + b"\r\x01")
    rest = table.stdout.read().decode()
    assert rest.endswith("the table stopped; Ctrl-D starts it again\n")
    assert table.process.wait(HANG_S) == 0
    assert not any(table.light(BOARD["cell_leds"]) + table.light(BOARD["seat_leds"]))


HELD = b"two keys of a seat are held: the table does not start\n"


@pytest.mark.parametrize("keys", ["6.0 7.0", "6.5 8.5", "7.2 8.2 9.1"])
def test_two_keys_of_a_seat_held_at_power_on_leave_the_maker_at_the_prompt(start, tmp_path, keys):
    (tmp_path / "keys").write_text(keys)
    table = start()
    assert table.line() == HELD
    table.hold()
    assert table.stdout.read() == b""
    assert table.process.wait(HANG_S) == 0


@pytest.mark.parametrize("keys", ["6.0", "9.0 9.1", "6.0 7.1", " ".join(f"{row}.3" for row in range(10))])
def test_one_key_or_a_shorted_column_keeps_no_table_from_starting(start, tmp_path, keys):
    (tmp_path / "keys").write_text(keys)
    assert start().greet()


def test_a_dead_key_does_not_count_as_held(start, tmp_path):
    (tmp_path / "keys").write_text("6.0 7.0")
    (tmp_path / "settings.json").write_text('{"dead_keys": [6]}')
    assert "dead.k6" in start().greet()[8]


def test_a_host_that_greets_starts_the_table_though_keys_are_held(start, tmp_path):
    (tmp_path / "keys").write_text("6.0 7.0")
    table = start()
    assert table.line() == HELD
    assert table.greet()


# main.py of a table whose loop fails at some tick
FAILS = """
from glowpico import loop
from glowpico.board import TABLE as BOARD
ticks = []

class Failing(loop.Loop):
    def poll_slow_inputs(self, now_ms):
        ticks.append(now_ms)
        if len(ticks) > {ticks}:
            raise ValueError("there is a hole in the bucket")
        super().poll_slow_inputs(now_ms)

loop.Loop = Failing
import main
"""
WORD = r"crash\.\w+\.\d+-valueerror"


def failed(unix_port, tmp_path, ticks):
    """What a table says that fails after so many ticks and then is reset, and its traceback."""
    with unix_port.paced().start("-c", FAILS.format(ticks=ticks), folder=tmp_path) as process:
        assert process.stdout and process.stderr
        return process.stdout.read().decode(), process.stderr.read().decode()


def test_after_an_error_the_table_goes_dark_and_is_reset_and_its_next_greeting_says_why(start, unix_port, tmp_path):
    said, _ = failed(unix_port, tmp_path, 3)
    assert "ValueError: there is a hole in the bucket" in said
    assert not any(bytes.fromhex((tmp_path / "light.15").read_text()))
    assert re.search(WORD, start().greet()[8])


def test_the_third_error_within_a_minute_leaves_a_safe_mode_that_answers(start, unix_port, tmp_path):
    for _ in range(2):
        failed(unix_port, tmp_path, 3)
    table = start("-c", FAILS.format(ticks=3))
    while b"ValueError" not in table.line():
        continue
    hello = table.greet()
    assert hello[3] == "none" and "safe-mode" in hello[8].split(",")
    table.say("lights", *GREEN)
    assert table.hears("ack")[2] == (1,)
    table.say("snapshot")
    assert table.hears("snapshot")[2] == ("0" * 9, "0" * 6, "00", 1, 0)
    table.write(CTRL_C)
    assert table.stdout.read().decode().endswith("the table stopped; Ctrl-D starts it again\n")


def test_in_development_an_error_ends_at_the_prompt(unix_port, tmp_path):
    (tmp_path / "settings.json").write_text('{"dev": 1}')
    _, errors = failed(unix_port, tmp_path, 3)
    assert "ValueError: there is a hole in the bucket" in errors
    assert not (tmp_path / "crash.txt").exists()


@pytest.mark.parametrize(
    ("settings", "pixels", "trouble"),
    [
        ('{"pixels_per_cell": 1}', 60, []),
        ('{"pixels_per_cell": 3}', 168, ["bad-settings"]),
        ('{"pixels_per_cell": 1', 168, ["bad-settings"]),
    ],
)
def test_settings_are_taken_or_reported(start, tmp_path, settings, pixels, trouble):
    (tmp_path / "settings.json").write_text(settings)
    fields = start().greet()
    assert fields[5] == pixels
    assert [word for word in fields[8].split(",") if "settings" in word] == trouble
