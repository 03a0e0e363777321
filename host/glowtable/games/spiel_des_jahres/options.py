"""Every question the sheet of Spiel des Jahres leaves open: its words, the answers one may choose, our default.

The number of players (S-03) is not among them: it is how many sit down, 2 to 6; the coins suffice for 2 to 4.
"""

from __future__ import annotations

from glowtable.game import Option
from glowtable.kit.hands import knowledge_option
from glowtable.messages import say

OPTIONS = (
    Option("bank", ("unlimited", "limited"), "unlimited", "S-04",
           "placing the relevant number of coins from the bank",
           say("the table keeps the accounts, or there are only the 72 coins").text,
           says=(say("unlimited").text, say("72 coins").text)),
    Option("actions", ("free", "secret"), "free", "S-10",
           "There is no turn order", say("all act when they like, or choose in secret and reveal together").text,
           says=(say("when they like").text, say("in secret, then together").text)),
    Option("negative", ("zero", "forbidden", "pay"), "zero", "S-18",
           "This is a manufacturing cost",
           say("a game with a negative value: it earns nothing, can't be published, or costs its owner every "
               "month").text,
           says=(say("earns nothing").text, say("can't be published").text, say("costs money every month").text)),
    Option("unhired", ("stays", "leaves"), "stays", "S-24",
           "any other player is free to employ that game designer",
           say("fired designers that nobody hires: they stay on the market, or leave after the offers").text,
           says=(say("stay on the market").text, say("leave").text)),
    Option("firer_bids", ("yes", "no"), "yes", "S-24",
           "any player may offer any game designer in play a higher wage",
           say("whether you may bid for a designer you fired that month, once someone else hires them").text),
    Option("unpaid", ("safe", "poachable"), "safe", "S-26",
           "Once a game designer has been paid for their month's work, they may be fired, or poached",
           say("whether a designer who was never paid, because the contract was just played, can be poached").text,
           says=(say("can't be poached").text, say("can be poached").text)),
    Option("trades", ("open", "off"), "open", "S-29",
           "at any time with one another", say("whether you can trade ideas, money and games").text,
           says=(say("allowed").text, say("not allowed").text), endless=("open",)),
    Option("ceremony_trades", ("yes", "no"), "yes", "S-29",
           "at any time with one another", say("whether you can trade in the ceremony, too, before each card").text),
    Option("last_call", ("no", "yes"), "no", "S-30",
           "they immediately lose",
           say("whether a player who can't pay the wages may trade once more first, if trades are open").text),
    Option("money", ("open", "hidden"), "open", "S-32",
           "then the player with the most money wins", say("whether all see how much money each player has").text,
           says=(say("open").text, say("hidden").text)),
    Option("stalemate", ("owners", "all"), "owners", "S-36",
           "then the player with the most money wins",
           say("who wins a stalemate at the awards: the richest owner of these games, or the richest player").text,
           says=(say("richest owner").text, say("richest player").text)),
    Option("month_points", ("no", "yes"), "no", "S-38",
           "",
           say("our house rule: each of months 1 to 11 in which you publish adds 10k to your games at the "
               "awards").text),
    knowledge_option("S-06", "Each player is dealt three cards"),
)  # fmt: skip
