"""From an error to the next start: at whatever line it happens, the table is reset, and then says where it was."""

import sys
import traceback
from pathlib import Path

import pytest
from glowpico import crash, wire
from glowpico.loop import Loop
from glowpico.settings import DEFAULTS

from tests.firmware.board import SESSION, Board, Table
from tests.support.campaign import LONG

RIG = Path(__file__).parents[1] / "micropython/rig"  # it has the modules of a Pico
FIRMWARE = Path(crash.__file__).parent
TICKING = ("cells", "loop", "readers", "scanner", "strip", "talk", "wire")  # what runs in a tick
ALL_CELLS = "fffffffff"
UID = "04a1b2c3d4e5f6"


@pytest.fixture
def start(monkeypatch):
    monkeypatch.syspath_prepend(str(RIG))
    from glowpico import start

    yield start
    for name in ("machine", "tag_model", "glowpico.start", "glowpico.clock"):
        sys.modules.pop(name, None)


class Power:
    """What outlives the table, in memory: the file of the last error, and what was done about it."""

    def __init__(self, file=None, dev=False, lasted_ms=1000):
        self.file, self.dev, self.lasted_ms = file, dev, lasted_ms
        self.shown = ""
        self.leaves_garbage = True
        self.resets = 0
        self.stays = ""

    def text_of(self, error):
        """As MicroPython writes it; the lines of this test are not the table's."""
        frames = [
            frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename) != Path(__file__)
        ]
        rows = [f'  File "{frame.filename}", line {frame.lineno}, in {frame.name}' for frame in frames]
        return "\n".join(["Traceback (most recent call last):", *rows, f"{type(error).__name__}: {error}"])

    def keep(self, word):
        is_too_often = crash.is_too_often(self.file, self.lasted_ms)
        self.file = crash.written(self.file, word, self.lasted_ms)
        return is_too_often

    def show(self, text):
        self.shown = text

    def stay(self, word):
        self.stays = word

    def reset(self):
        self.resets += 1


def evening(cell_kind="buttons"):
    """What can happen at a table in some seconds, and each part of a tick with it; the table after it."""
    board = Board()
    board.cell_kind = cell_kind
    board.trouble = ("place.7",)
    table = Table(board, dict(DEFAULTS, dead_cells=[3], budget_ma=600), session=None)
    table.tick(20)  # the walk
    board.waiting += b"noise\n" + wire.encode(wire.HOST, "beef", 1, "snapshot")
    table.greet(SESSION)
    for picture in ("wosgybrp-" * 5, "g" * 42):
        table.say("lights", picture[:42], ("sdbkfecp" * 6)[:42], 60)
        table.tick(30)
    board.keys = {7, 36, 59}
    table.tick(8)
    board.keys = set()
    table.loop.look(table.now_ms)
    board.keys = {8}
    table.loop.look(table.now_ms)
    board.keys = set()
    for _ in range(8):  # a loose contact
        board.keys ^= {9}
        table.tick()
    board.keys = set()
    board.tags[0] = UID
    table.tick(16)
    board.tags[0] = ""
    table.tick(40)
    for part in ("stats", "raw", "supply", "chip", "khz", "wings"):
        table.say("test", part, 0)
    board.on_cells[4] = [UID]
    table.say("seek", UID, ALL_CELLS)
    table.tick(60)
    table.say("audit")
    table.tick(60)
    table.say("snapshot")
    board.rail_mv = 0
    table.tick(10)
    board.waiting += wire.encode(wire.HOST, SESSION, 99, "audit")[:-3] + b"x\n" + b"y" * 300 + b"\n"
    table.tick(1100)  # nobody is there
    return table


def lines_of(act):
    """The lines of the firmware that this runs: (module, line), each once."""
    seen = {}

    def trace(frame, event, argument):
        name = module_of(frame)
        if not name:
            return None
        if event == "line":
            seen[name, frame.f_lineno] = True
        return trace

    traced(trace, act)
    return list(seen)


def fail_at(place, act):
    """Run it, and let this line raise when it is first reached."""

    def trace(frame, event, argument):
        if module_of(frame) != place[0]:
            return None
        if event == "line" and frame.f_lineno == place[1]:
            sys.settrace(None)
            raise ArithmeticError("on purpose")
        return trace

    traced(trace, act)


def module_of(frame):
    path = Path(frame.f_code.co_filename)
    return path.stem if path.parent == FIRMWARE and path.stem in TICKING else ""


def traced(trace, act):
    before = sys.gettrace()
    sys.settrace(lambda frame, event, argument: trace(frame, event, argument) and trace)
    try:
        act()
    finally:
        sys.settrace(before)


@pytest.mark.slow
@pytest.mark.parametrize("cell_kind", ["buttons", "nfc"])
def test_an_error_at_any_line_of_a_tick_resets_the_table_which_then_says_where_it_was(start, cell_kind):
    places = lines_of(lambda: evening(cell_kind))
    assert len(places) > 300
    for place in places[:: 1 if LONG else 5]:
        power = Power()
        start.guarded(lambda power, place=place: fail_at(place, lambda: evening(cell_kind)), power)
        word = f"crash.{place[0]}.{place[1]}-arithmeticerror"
        assert (power.resets, crash.read(power.file)[0]) == (1, word), power.shown
        assert word in hello_after(word)


def hello_after(word):
    """The words of trouble in the greeting of the table that starts next."""
    board = Board()
    board.trouble = (word,)
    board.waiting += wire.encode(wire.HOST, SESSION, None, "hi")
    Loop(board).tick(0)
    _, _, _, fields = wire.decode(wire.TABLE, board.written[0])
    return fields[-1].split(",")


def test_control_an_evening_without_an_error_is_not_reset(start):
    power = Power()
    start.guarded(lambda power: evening(), power)
    assert (power.resets, power.file, power.stays) == (0, None, "")


def test_the_third_error_within_a_minute_leaves_the_safe_mode(start):
    power = Power()
    for error in range(3):
        assert not power.stays
        start.guarded(failing, power)
        assert power.resets == error + 1
    assert power.stays.startswith("safe-mode,crash.start.") and power.stays.endswith("-valueerror")


def test_errors_that_are_rare_never_do(start):
    power = Power(lasted_ms=40_000)
    for _ in range(10):
        start.guarded(failing, power)
    assert (power.resets, power.stays) == (10, "")


def test_in_development_and_after_ctrl_c_nothing_is_reset(start):
    for power, error in ((Power(dev=True), ValueError), (Power(), KeyboardInterrupt)):
        with pytest.raises(error):
            start.guarded(lambda power, error=error: failing(power, error), power)
        assert (power.resets, power.file) == (0, None)


def failing(power, error=ValueError):
    raise error("a hole in the bucket")


# -- the word


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (
            'Traceback (most recent call last):\n  File "glowpico/talk.py", line 7, in say\nOSError: 28\n',
            "talk.7-oserror",
        ),
        ("MemoryError: memory allocation failed, allocating 99 bytes", "unknown.0-memoryerror"),
        ('  File "<stdin>", line x, in <module>\nmy.module.Odd_Error', "stdin.0-odd_error"),
        ("", "unknown.0-unknown"),
        (f'  File "{"x" * 90}.py", line 123456, in y\n{"E" * 90}', f"{'x' * 16}.0-{'e' * 20}"),
    ],
)
def test_an_error_is_one_word_that_the_wire_can_carry(text, word):
    assert crash.word_of(text) == "crash." + word
    assert wire.read_field(wire.text(1, wire.MAX_TROUBLE, wire.TOKEN), crash.word_of(text).encode())
    assert crash.read(crash.written(None, crash.word_of(text), 5))[0] == crash.word_of(text)


@pytest.mark.parametrize(
    "raw",
    [None, b"", b"crash.x.1-y", b"crash.x.1-y 5 6", b"noise 5", b"crash.X 5", b"crash.\xff 5", b"crash.x 9999999999"],
)
def test_a_file_that_is_not_ours_tells_nothing(raw):
    assert crash.read(raw) == ("", crash.LONG_MS)
    assert not crash.is_too_often(raw, 1)
