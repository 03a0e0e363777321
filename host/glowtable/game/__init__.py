"""The contract every game keeps: the words rules, surfaces, bots and the rest of the house share.

Knows no game and no hardware. States are immutable values owned by a game; everything outside its folder handles them
only through the methods of its `Rules` and its `Surface`, and a bot's `choose`.
"""

from glowtable.game.actions import (
    CHANCE,
    HAND_KNOWN,
    HAND_UNKNOWN,
    HIDDEN,
    PUBLIC,
    RULING,
    YIELDS,
    Action,
    Arg,
    Chances,
    DrawSource,
    Form,
    Kind,
    Option,
    Outcome,
    Point,
    Refusal,
    check_seat,
    listed,
    parse_action,
)  # fmt: skip
from glowtable.game.faces import PAPER_INK, PLAIN_INK, Band, CardFace, Letter, Symbol, named_only
from glowtable.game.game import (
    LEVEL,
    STRENGTHS,
    Asset,
    BotFactory,
    Box,
    Choose,
    Determinize,
    Game,
    Lesson,
    LessonStep,
    Level,
    Notation,
    Teaching,
    TeachingStep,
    Words,
    adviser_for,
    bot_for_seat,
    check_seats,
    default_reason,
    full_options,
    levels_of,
    look_of,
    named_bot,
    reason_of,
    say_players,
    strength_of_bot,
    strengths_of,
)  # fmt: skip
from glowtable.game.rules import Rules, not_legal
from glowtable.game.surface import NO_READER, OWN_HAND, UNREAD, HandCard, Pile, Place, Surface, TableItem, Zone

__all__ = [
    "Action", "Arg", "Asset", "Band", "BotFactory", "Box", "CHANCE", "CardFace", "Chances", "Choose", "Determinize",
    "DrawSource", "Form", "Game", "HAND_KNOWN", "HAND_UNKNOWN", "HIDDEN", "HandCard", "Kind", "LEVEL", "Lesson",
    "LessonStep", "Letter", "Level", "NO_READER", "Notation", "OWN_HAND", "Option", "Outcome", "PAPER_INK",
    "PLAIN_INK", "PUBLIC", "Pile", "Place", "Point", "RULING", "Refusal", "Rules", "STRENGTHS", "Surface", "Symbol",
    "TableItem", "Teaching", "TeachingStep", "UNREAD", "Words", "YIELDS", "Zone", "adviser_for", "bot_for_seat",
    "check_seat", "check_seats", "default_reason", "full_options", "levels_of", "listed", "look_of",
    "named_bot", "named_only", "not_legal", "parse_action", "reason_of", "say_players", "strength_of_bot",
    "strengths_of",
]  # fmt: skip
