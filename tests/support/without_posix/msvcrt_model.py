"""What Windows has instead of fcntl and termios, as a model made from these: it is as strict as the true one.

Source: Microsoft's _locking and LockFile: a range that is locked is locked again by nobody, and unlocked as a whole.
"""

import errno
import fcntl
import os
import select
import struct

LK_UNLCK, LK_LOCK, LK_NBLCK = 0, 1, 2
TOO_FAR = 1 << 31  # places are counted in 31 bits
held: set[tuple[int, int, int]] = set()  # file, first place, how many


def locking(file, mode, count):
    """Lock or unlock so many places from the file's position on. Locks are those of the open file, as on Windows."""
    first = os.lseek(file, 0, os.SEEK_CUR)
    assert first + count <= TOO_FAR
    if mode == LK_UNLCK:
        if (file, first, count) not in held:
            raise PermissionError(errno.EACCES, "the range was not locked")
        held.remove((file, first, count))
        ask(file, fcntl.F_UNLCK, first, count, fcntl.F_OFD_SETLK)
        return
    if any(file == other and first < there + most and there < first + count for other, there, most in held):
        raise PermissionError(errno.EACCES, "a part of the range is locked")
    ask(file, fcntl.F_WRLCK, first, count, fcntl.F_OFD_SETLKW if mode == LK_LOCK else fcntl.F_OFD_SETLK)
    held.add((file, first, count))


def ask(file, kind, first, count, how):
    fcntl.fcntl(file, how, struct.pack("@hhqqi4x", kind, os.SEEK_SET, first, count, 0))


def kbhit():
    """Was a key pressed?"""
    raw()
    return bool(select.select([0], [], [], 0)[0])


def getwch():
    """The next key; a terminal that is gone is Ctrl-Z, the end of input."""
    raw()
    return os.read(0, 1).decode("latin-1") or "\x1a"


def raw():
    """Keys come one by one, are not shown, and none of them is a signal."""
    import termios
    import tty

    if not raw.done:
        tty.setcbreak(0)
        how = termios.tcgetattr(0)
        how[3] &= ~termios.ISIG
        termios.tcsetattr(0, termios.TCSANOW, how)
        raw.done = True


raw.done = False
