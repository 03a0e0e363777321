"""What ended the last run: a word for the greeting out of an error's text, and whether errors come too fast. No I/O.

It is kept in a file, for memory does not outlive a reset: `<word> <ms that the run lasted>`.
"""

FILE = "crash.txt"
OPENING = "crash."  # of every word here
LONGEST = (16, 20)  # characters of a module and of an error
LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789_"
HASTE_MS = 60_000  # if the last two runs together were no longer, this is the third error within a minute
LONG_MS = 1 << 29  # what is said of the run before the first error


def word_of(text):
    """`crash.loop.123-valueerror` from the text of an error: module and line where it was raised, and its kind."""
    name, line, error = "", 0, ""
    for row in text.split("\n"):
        if row.startswith('  File "'):
            path, _, rest = row[8:].partition('", line ')
            name = path.split("/")[-1].split(".")[0]
            line = number_of(rest.split(",")[0].strip())
        elif row and row[0] != " " and not row.startswith("Traceback"):
            error = row.split(":")[0].split(".")[-1]
    return "%s%s.%d-%s" % (OPENING, plain(name, LONGEST[0]), line, plain(error, LONGEST[1]))


def plain(written, longest):
    """What of it may stand on the wire."""
    return "".join([letter for letter in written.lower() if letter in LETTERS])[:longest] or "unknown"


def number_of(written):
    return int(written) if written.isdigit() and len(written) < 6 else 0


def read(raw):
    """(word, ms that the run lasted) of the file; ("", LONG_MS) if there is none, or it is not one of ours."""
    parts = (raw or b"").split()
    if len(parts) != 2 or not parts[1].isdigit() or len(parts[1]) > 9 or len(parts[0]) > 50 or max(parts[0]) > 127:
        return "", LONG_MS
    word = str(parts[0], "ascii")
    if not word.startswith(OPENING) or [letter for letter in word if letter not in LETTERS + ".-"]:
        return "", LONG_MS
    return word, int(parts[1])


def is_too_often(raw, lasted_ms):
    """Is this the third error within a minute? `raw` is the file that the error before left."""
    return read(raw)[1] + lasted_ms <= HASTE_MS


def written(raw, word, lasted_ms):
    """The bytes of the file after an error."""
    return b"%s %d\n" % (word.encode(), min(lasted_ms, LONG_MS) if read(raw)[0] else LONG_MS)
