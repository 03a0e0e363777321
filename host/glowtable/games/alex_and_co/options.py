"""Every question the sheets of ALEX & CO leave open: their words, the answers one may choose, our default."""

from __future__ import annotations

from glowtable.game import Option
from glowtable.kit.hands import knowledge_option
from glowtable.messages import say

OPTIONS = (
    Option("first_player", ("owner", "random"), "owner", "A-08",
           "the owner of the game or the one who suggested the game",
           say("the table asks who owns the game or suggested it, or draws a seat").text,
           says=(say("the owner").text, say("drawn by the table").text)),
    knowledge_option("A-40", "da prendere in mano senza farle vedere agli altri", "it"),
    Option("layout", ("36", "36+9"), "36", "A-40",
           "a face-down display of five rows of 9 cards",
           say("36 cards on the cells and the rest in the draw pile, or 9 more on the rim").text,
           says=(say("36 cards").text, say("36 cards, and 9 on the rim").text)),
    Option("esg_show", ("private", "public"), "private", "A-11",
           "draw one card at random from the hand",
           say("who sees the card drawn with an ESG card: the 2 players, or everybody").text,
           says=(say("the 2 players").text, say("everybody").text)),
    Option("call_from_own_display", ("no", "yes"), "no", "A-14",
           "point to an incomplete set in another player’s display",
           say("whether your own displayed incomplete set lets you call").text),
    Option("swap_optional", ("yes", "no"), "yes", "A-20",
           "you can swap any one of your cards", say("whether you may decline a swap once the answer is yes").text),
    Option("swap_pick", ("asked", "asker_blind"), "asked", "A-20",
           "Ask a player for any non-specific Game Card",
           say("several games: the player asked chooses one, or the asker draws one unseen").text,
           says=(say("the player asked chooses").text, say("the asker draws unseen").text)),
    Option("reveal_stop_early", ("yes", "no"), "yes", "A-22",
           "You reveal up to four cards", say("whether you may stop before the fourth card").text),
    Option("display_after_reveal", ("yes", "no"), "yes", "A-24",
           "Your action is complete", say("whether you may display cards after a Reveal, or it ends the turn").text),
    Option("final_display", ("union", "en", "it"), "union", "A-31",
           "display any remaining sets or add cards to incomplete sets",
           say("the last step: sets, added cards and single cards (the English rulebook has no single cards, the "
               "Italian one no adding)").text,
           says=(say("everything").text, say("English rulebook").text, say("Italian rulebook").text)),
    Option("final_auto", ("no", "yes"), "no", "A-31",
           "I giocatori possono ancora deporre",
           say("whether the table displays everything that scores at the end, from the hands it knows").text,
           language="it"),
    Option("stall", ("warn", "end", "off"), "warn", "A-39",
           "may perform this action again", say("3 rounds in which no card moved: a warning, the end, or nothing").text,
           says=(say("a warning").text, say("the match ends").text, say("nothing").text), endless=("warn", "off")),
)  # fmt: skip
