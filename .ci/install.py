"""Install with pip, and say what it is at: in a terminal one line that changes, else a line every 5 seconds.

`python .ci/install.py WORDS` runs `pip install WORDS`, ends with its exit code, and shows what pip said only if it
failed; `--venv FOLDER` sets up an environment there instead. Interrupted, it ends with 130.
"""

import subprocess
import sys
import tempfile
import time
from threading import Thread

STEP_S = 0.2
QUIET_S = 5  # the longest that nothing is written where a line cannot change
WIDTH = 70
SET_UP = "Setting up Glowtable in .venv, once"
INSTALL = "Installing what Glowtable needs, once, in .venv"
NO_VENV = "Python could not set up .venv: see above."
NO_PIP = "pip could not install what Glowtable needs: is there a network? Then try again."


def main(words: list[str]) -> int:
    """Returns the exit code of pip, or of venv."""
    said: list[str] = []
    pip = ["pip", "--disable-pip-version-check", "install", "--progress-bar=off", *words]
    task, module, failed = (
        (SET_UP, ["venv", "--clear", *words[1:]], NO_VENV) if words[0] == "--venv" else (INSTALL, pip, NO_PIP)
    )
    command = [sys.executable, "-m", *module]
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
        reading = Thread(target=lambda: said.extend(process.stdout), daemon=True)
        reading.start()
        try:
            watch(process, said, task)
        except KeyboardInterrupt:
            process.wait()
            print("\nInterrupted: the same command goes on from here.", file=sys.stderr)
            return 130
        reading.join()
        if process.returncode:
            errors.seek(0)
            sys.stderr.write("".join([*said[-10:], errors.read()]))
            print(failed, file=sys.stderr)
        return process.returncode


def watch(process: subprocess.Popen, said: list[str], task: str) -> None:
    """Wait for the end, saying once a second what is done and what pip has said last."""
    began = time.monotonic()
    is_terminal = sys.stdout.isatty()
    due = began
    while process.poll() is None:
        if time.monotonic() >= due:
            seconds = round(time.monotonic() - began)
            line = f"{task}: {seconds:3} s  {doing(said)}"
            print(f"\r{line[:WIDTH]:{WIDTH}}" if is_terminal else line, end="" if is_terminal else "\n", flush=True)
            due += 1 if is_terminal else QUIET_S
        time.sleep(STEP_S)
    if is_terminal:
        print(f"\r{'':{WIDTH}}\r", end="", flush=True)


def doing(said: list[str]) -> str:
    """The package that pip names last: `Collecting uvicorn<1,>=0.54 (from glowtable)`."""
    last = said[-1].split() if said else []
    return last[1].split("<")[0].split(">")[0].split("=")[0] if last[:1] == ["Collecting"] else ""


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
