"""A table's day on a clock that wraps: strangers, a greeting, presses, cards, lights, a snapshot, silence."""

from binascii import crc32

from board import Board
from glowpico.loop import Loop
from glowpico.wire import HOST, encode

board = Board()
loop = Loop(board)
now_ms = 0x3FFFFFFF - 2000


def run(ticks, *said):
    """Say it to the table, let it tick, print what it says and shows."""
    global now_ms
    for frame in said:
        board.inbox += frame
    for _ in range(ticks):
        now_ms = (now_ms + 5) & 0x3FFFFFFF
        loop.tick(now_ms)
    cells, seats = board.lit
    print(now_ms, board.sounds, crc32(cells), crc32(seats))
    print(board.said.decode())
    board.said = bytearray()


def host(number, word, *fields):
    return encode(HOST, "3f2a", number, word, *fields)


LIGHTS = ("g" * 18 + "r" * 18 + "w" * 6, "ecpsdbkf" * 5 + "ss", 80)
run(10, b"\x00\xff what\r\n>>> \n")
run(10, host(4, "sound", 2), host(None, "beat", 0))
run(60, host(4, "sound", 2))
run(10, host(None, "hi"), host(1, "lights", *LIGHTS))
for key in (0, 21, 35, 36, 59):
    board.press(key)
    board.tags[key & 1] = f"04a1b2c{key % 10}"
    run(2)
    board.release(key)
    run(4)
run(4, host(2, "sound", 1), host(2, "sound", 1), host(4, "sound", 3))
run(40, host(3, "snapshot"), host(None, "ack", 3))
run(300, host(4, "test", "stats", 0), host(5, "audit"), host(6, "seek", "04a1b2c3", "000000001"))
run(
    10, host(7, "test", "raw", 1), host(8, "test", "supply", 0), host(9, "test", "chip", 1), host(10, "test", "chip", 9)
)
board.rail_mv = 4200
run(300, host(11, "test", "raw", 0), host(None, "beat", 9))
board.rail_mv = 3100
run(300, host(12, "lights", "w" * 42, "s" * 42, 100))
run(10, host(None, "hi"))
run(1200)
board.tags[0] = board.tags[1] = ""
run(20, encode(HOST, "beef", None, "hi"))
run(20, encode(HOST, "beef", None, "beat", 99))
