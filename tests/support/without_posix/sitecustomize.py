"""A Python in which our own packages find only what Windows has; all others find what there is.

With this folder on PYTHONPATH it holds for every program that is started. msvcrt_model.py is what Windows has instead.
"""

import builtins
import os
import select
import signal
import stat
import sys
from types import ModuleType

OURS = ("glowtable", "glowpico")
MODULES = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}
LACKING = {
    "os": {
        "O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "chown", "fchmod", "fork", "getegid", "geteuid",
        "getgid", "getpgid", "getuid", "killpg", "mkfifo", "openpty", "posix_fallocate", "pread", "pwrite", "setsid",
        "statvfs", "sync", "uname",
    },
    "signal": {
        "SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGSTOP", "SIGTSTP", "SIGUSR1",
        "SIGWINCH", "alarm", "pthread_sigmask", "setitimer",
    },
    "select": {"epoll", "kqueue", "poll"},
}  # fmt: skip


class Reduced(ModuleType):
    """A module without what Windows has not."""

    def __init__(self, whole, lacking):
        super().__init__(whole.__name__)
        self.__dict__.update(_whole=whole, _lacking=lacking)

    def __getattr__(self, name):
        if name in self._lacking:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r} on Windows")
        return getattr(self._whole, name)

    def __setattr__(self, name, value):
        setattr(self._whole, name, value)

    def __delattr__(self, name):
        delattr(self._whole, name)


def select_sockets(reading, writing, failing, seconds=None):
    """As Windows does it: sockets alone, and at least one."""
    files = [file if isinstance(file, int) else file.fileno() for file in (*reading, *writing, *failing)]
    if not files or not all(stat.S_ISSOCK(os.fstat(file).st_mode) for file in files):
        raise OSError(10038, "An operation was attempted on something that is not a socket")
    return select.select(reading, writing, failing, seconds)


REDUCED = {module.__name__: Reduced(module, LACKING[module.__name__]) for module in (os, select, signal)}
REDUCED["select"].__dict__["select"] = select_sockets
import_whole = builtins.__import__


def import_reduced(name, globals=None, locals=None, fromlist=(), level=0):
    """What `import` does in our own modules."""
    if not str((globals or {}).get("__name__", "")).startswith(OURS) or level:
        return import_whole(name, globals, locals, fromlist, level)
    if name in MODULES:
        raise ModuleNotFoundError(f"No module named {name!r} on Windows", name=name)
    if name == "msvcrt":
        return import_whole("msvcrt_model")
    return REDUCED.get(name) or import_whole(name, globals, locals, fromlist, level)


builtins.__import__ = import_reduced
sys.without_posix = True
