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
    check_bot,
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
    "CHANCE", "HIDDEN", "LEVEL", "NO_READER", "PAPER_INK", "PLAIN_INK", "PUBLIC", "RULING", "HAND_KNOWN", "UNREAD",
    "HAND_UNKNOWN", "OWN_HAND", "YIELDS", "Action", "Arg", "Asset", "Band", "BotFactory", "CardFace", "Chances",
    "Choose", "Determinize", "DrawSource", "Box", "Form", "Game", "HandCard",
    "Kind",
    "Lesson", "LessonStep", "Letter", "Level", "Notation", "Option", "Outcome", "Pile", "Place", "Point",
    "Refusal", "Rules", "Surface", "Symbol", "TableItem", "Teaching", "TeachingStep",
    "Words", "Zone", "adviser_for", "default_reason", "bot_for_seat", "check_bot", "check_seat",
    "check_seats",
    "full_options", "levels_of", "listed", "look_of", "named_bot", "named_only", "not_legal",
    "parse_action", "reason_of", "say_players", "STRENGTHS", "strength_of_bot", "strengths_of",
]  # fmt: skip
