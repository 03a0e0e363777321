"""Runs in MicroPython's unix port: a Pico's prompt on stdin and stdout, with a real littlefs as its disk.

First /main.py runs, unless it was interrupted; then the prompt speaks the raw REPL with raw paste, as a Pico's does.
Ctrl-D ends the script: a soft reboot is a new process with the same disk. Arguments: the disk's file, machine,
language, version as 1.25.0, the folder with what is frozen into the image or `-`, and the words `read-only` and
`interrupted` if so. machine.bootloader() leaves a word in a file beside the disk, and that is the end; another file
there has what a loader put into the flash.
"""

import io
import os
import sys
from collections import namedtuple

import machine
import vfs

BLOCK = 4096
START = 0x10000000  # of the flash
WINDOW = 128  # bytes of a raw paste between two acknowledgements
CTRL_A, CTRL_B, CTRL_C, CTRL_D, CTRL_E = b"\x01\x02\x03\x04\x05"
FROZEN = "/.frozen"
MPY = 4 << 10 | 3 << 8 | 6  # .mpy files of an RP2040: machine code, its version, version
ERRORS = (
    OSError, ImportError, SyntaxError, NameError, AttributeError, TypeError, ValueError, LookupError, AssertionError,
    RuntimeError, MemoryError,
)  # fmt: skip

disk, machine_name, language, version, frozen, *words = sys.argv[1:]
# The next process may start before it is read
loader = open(disk + ".loader", "a")  # noqa: SIM115
loaded = open(disk + ".flash", "a+b")  # noqa: SIM115
Implementation = namedtuple("Implementation", ("name", "version", "_machine", "_mpy"))
implementation = Implementation(language, tuple(map(int, version.split("."))), machine_name, MPY)
machine.bootloader = lambda: enter_loader()
sys.modules["uctypes"] = namedtuple("Memory", ("bytearray_at",))(lambda address, size: flashed(address, size))
machine.bitstream = lambda *light: None  # the rig would write it to the disk


class Flash:
    """Blocks in a file of the computer: what is written is there, even if the next moment the power goes."""

    def __init__(self, path):
        self.file = open(path, "r+b")  # noqa: SIM115
        self.blocks = self.file.seek(0, 2) // BLOCK

    def readblocks(self, block, into, offset=0):
        self.file.seek(block * BLOCK + offset)
        self.file.readinto(into)

    def writeblocks(self, block, data, offset=0):
        self.file.seek(block * BLOCK + offset)
        self.file.write(data)

    def ioctl(self, what, argument):
        return {4: self.blocks, 5: BLOCK}.get(what, 0)


def mount():
    flash = Flash(disk)
    try:
        system = vfs.VfsLfs2(flash)
    except OSError:
        vfs.VfsLfs2.mkfs(flash)
        system = vfs.VfsLfs2(flash)
    frozen_in = None if frozen == "-" else vfs.VfsPosix(frozen)
    vfs.umount("/")
    vfs.mount(system, "/", readonly="read-only" in words)
    if frozen_in:
        vfs.mount(frozen_in, FROZEN)


def boot():
    sys.path[:] = ["/", ".frozen"]
    os.chdir("/")
    try:
        with open("/main.py" if frozen == "-" else FROZEN + "/main.py") as file:
            code = file.read()
        exec(thawed(code), {"__name__": "__main__"})
    except ERRORS as raised:
        sys.print_exception(raised)


def thawed(code):
    """The same with the place where this Pico has what is frozen: the unix port looks for it in itself."""
    return code.replace('".frozen"', '"' + FROZEN + '"')


def enter_loader():
    loader.write("entered")
    loader.close()
    sys.exit()


def flashed(address, size):
    """So much of what is in the flash."""
    loaded.seek(address - START)
    return loaded.read(size)


def say(data):
    sys.stdout.buffer.write(data)


def byte():
    """The next byte from the host."""
    got = sys.stdin.buffer.read(1)
    if not got:
        sys.exit()
    return got[0]


def friendly():
    """The prompt for people: True when the raw one is wanted, False at a soft reboot."""
    say(b"\r\nMicroPython v%s; %s\r\n>>> " % (version.encode(), machine_name.encode()))
    while True:
        key = byte()
        if key == CTRL_A:
            return True
        if key == CTRL_D:
            say(b"\r\nMPY: soft reboot\r\n")
            return False
        if key in b"\r\x03":
            say(b"\r\n>>> ")
        elif key >= ord(" "):
            say(bytes([key]))


def raw():
    """The prompt for programs, until Ctrl-B."""
    say(b"raw REPL; CTRL-B to exit\r\n>")
    names = {"implementation": implementation}
    while True:
        key = byte()
        if key == CTRL_B:
            return
        if key == CTRL_D:
            say(b"OK\r\nMPY: soft reboot\r\n")
            names = {"implementation": implementation}
        if key in (CTRL_A, CTRL_D):
            say(b"raw REPL; CTRL-B to exit\r\n>")
        elif key == CTRL_E and byte() == ord("A") and byte() == CTRL_A:
            say(b"R\x01" + bytes([WINDOW, 0]))
            execute(pasted(), names)


def pasted():
    code = bytearray()
    while (key := byte()) not in (CTRL_C, CTRL_D):
        code.append(key)
        if len(code) % WINDOW == 0:
            say(b"\x01")
    say(b"\x04")
    return bytes(code) if key == CTRL_D else b""


def execute(code, names):
    """Its output, Ctrl-D, its error, Ctrl-D, and the prompt for the next."""
    if b"'_machine'" in code:
        code = code.replace(b"sys.implementation", b"implementation")  # of this Pico, not of the unix port
    error = io.StringIO()
    try:
        exec(thawed(code.decode()), names)
    except ERRORS as raised:
        sys.print_exception(raised, error)
    say(b"\x04" + error.getvalue().encode() + b"\x04>")


mount()
if "interrupted" not in words:
    boot()
while friendly():
    raw()
