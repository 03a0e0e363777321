"""`make test` installs no extra: what needs one to be read at all is looked at where it is installed."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("gymnasium") else ["test_punto_batch.py"]
