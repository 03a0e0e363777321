"""Power on, frozen in: the firmware's files in the flash run if they are whole, or else those frozen in here.

`glowtable flash` removes build.txt before it changes a file and writes it last. Without it nothing of glowpico is
taken from the flash: a part of the files would hide the whole. Settings are read from the flash in either case.
"""

import os
import sys


def is_whole():
    try:
        os.stat("/glowpico/build.txt")
        os.stat("/main.py")
    except OSError:
        return False
    return True


def main():
    if is_whole():
        with open("/main.py") as file:
            code = file.read()
        exec(code, {"__name__": "__main__"})
    else:
        path = sys.path[:]
        sys.path[:] = [".frozen"]  # or each import looks through the flash first, even for what is built in: 5 ms
        try:
            import glowpico.main  # noqa: F401
        finally:
            sys.path[:] = path


main()
