"""What is on a card, be it drawn on a page or on paper."""

from typing import NamedTuple

from glowtable.messages import Message


class Letter(NamedTuple):
    """What stands for a word in the names of cards, and how the player's language writes it: `G`, `Gr`, `grün`."""

    sign: str
    short: Message
    word: Message


class Symbol(NamedTuple):
    """A sign on a card: an icon's name (web/icons.json), its ink as 0xRRGGBB, and what it means.

    The shape around it (web/faces.py FAMILIES) says of which family it is, and `amount` how much of it.
    """

    icon: str
    ink: int
    word: str
    shape: str = "disc"
    amount: str = ""
    use: str = ""  # what it is for


class Band(NamedTuple):
    """A coloured bar with a word in it, and a sign before it."""

    word: str
    ink: int
    icon: str = ""


PAPER_INK = 0xFBF5E9


class CardFace(NamedTuple):
    """What is on a card, be it drawn on a page or on paper. With `pips` the card is all of its top's colour.

    With a picture, or the board of a scene, the title stands below that, else in the band at the top.
    """

    title: str
    top: Band
    lines: tuple[str, ...] = ()  # small text
    bottom: Band | None = None
    pips: int = 0
    symbols: tuple[Symbol, ...] = ()
    price: str = ""  # in the corner
    ground: int = PAPER_INK
    scene: str = ""  # what is drawn behind the words, or above them: web/scenes.py
    picture: Symbol | None = None
    corner: tuple[str, ...] = ()  # an index, in two opposite corners
    signs: tuple[Symbol, ...] = ()  # beside the title, or in the corners of a picture
    foot: tuple[Symbol, ...] = ()
    rank: tuple[int, int] | None = None  # which of how many cards that belong together
    rule: str = ""  # of the sheet, for such cards


PLAIN_INK = 0xCCCCCC


def named_only(card: str) -> CardFace:
    """A card that shows nothing but its name."""
    return CardFace(card, Band("", PLAIN_INK))
