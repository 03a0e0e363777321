"""Every question the sheet of Alter Ego leaves open: its words, the answers one may choose, our default.

The number of players (E-03) is not among them: it is how many sit down, 1 to 4.
"""

from __future__ import annotations

from glowtable.game import Option
from glowtable.kit.hands import knowledge_option
from glowtable.messages import say

OPTIONS = (
    Option("level", ("rookie", "vigilante", "nightmare"), "vigilante", "E-46",
           "Place the indicated number of Arch Villain tokens",
           say("rookie: 2 black tokens as a safety net, nightmare: 1 token fewer on each arch villain").text,
           says=(say("Rookie").text, say("Vigilante").text, say("Nightmare").text)),
    Option("safety_net", (0, 1, 2), 0, "E-40",
           "must be taken but the supply is empty",
           say("black tokens that replace missing hostages (Rookie: always 2)").text),
    Option("start_removes_tokens", ("no", "yes"), "no", "E-08",
           "Place the 6 starting henchmen into play",
           say("whether the starting henchmen remove tokens from arch villains").text),
    Option("character_stays", ("no", "yes"), "no", "E-12",
           "Place your Character card into your “display” area",
           say("whether the character stays in the display, or is a card of the deck like any other").text),
    Option("nemesis", ("none", "personal", "required"), "none", "E-13",
           "Another option is to not have Nemesis cards at all",
           say("no nemesis cards, each for a personal victory, or all needed for the win").text,
           says=(say("none").text, say("for a personal victory").text, say("needed for the win").text)),
    Option("money_kept", ("yes", "no"), "yes", "E-16",
           "You may spend these $s to buy or activate Equipment any time during your turn",
           say("whether money is kept for the next round").text),
    Option("engage", ("per_player", "per_card"), "per_player", "E-29",
           "You may engage each Henchman card only once per turn",
           say("each villain can be fought once a round by each player, or once by all").text,
           says=(say("once by each player").text, say("once by all").text)),
    Option("rescued_leave", ("each", "last"), "each", "E-31",
           "Civ tokens rescued by defeating henchmen affiliated with that Arch Villain",
           say("hostages lost while their arch villain is in play: each one rescued, or only the one whose rescue "
               "defeats its henchman").text,
           says=(say("each one").text, say("the last one").text)),
    Option("token_icon", ("yes", "no"), "yes", "E-33",
           "Each Teamwork tokens spent also provides a Fight icon of any type!",
           say("whether a spent teamwork token is also a fight icon of any type").text),
    Option("event_goes", ("hand", "discard"), "hand", "E-35",
           "place it into your hand (discard pile?)", say("where a bought event goes").text,
           says=(say("to the hand").text, say("to the discards").text)),
    Option("penalty_limit", ("2", "3", "board"), "2", "E-38",
           "2 (3? # based on player board?)",
           say("penalty tokens in a phase that force its card, or as many as the board says "
               "(none where they cost fight icons)").text,
           says=(say("2").text, say("3").text, say("as printed on the board").text)),
    Option("penalty_mode", ("force_card", "lose_icon"), "force_card", "E-38",
           "then you MUST choose that phase's card",
           say("penalty tokens force a card, or every 2 of them cost 1 fight icon until a card removes them").text,
           says=(say("they force a card").text, say("they cost fight icons").text)),
    Option("below_limit", ("any", "no_card"), "any", "E-38",
           "If none, choose any Hero or Alter Ego card",
           say("who has too few penalty tokens to force a card: takes any card, or none").text,
           says=(say("any card").text, say("no card").text)),
    Option("empty_deck", ("go_on", "loss"), "go_on", "E-43",
           "you must bring a henchman into play",
           say("what happens when a patrol finds no henchman in the deck: nothing, or the villains win (our rule, "
               "so that every match ends)").text,
           says=(say("nothing").text, say("the villains win").text), endless=("go_on",)),
    knowledge_option("E-11", "Leave the remaining cards in your deck beside your player board"),
)  # fmt: skip
