"""The questions that the rules of TITLE leave open: their words, the answers, our default."""

from __future__ import annotations

from glowtable.game import Option
from glowtable.messages import say

OPTIONS = (
    Option(
        "touch",
        ("others", "own"),
        "others",
        "X-03",
        "beside a stone that it must avoid",
        say("which stones a new one can't touch at an edge: the other player's, or your own").text,
        says=(say("the other player's").text, say("your own").text),
    ),
)
