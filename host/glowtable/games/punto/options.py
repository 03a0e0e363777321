"""Every question the sheet of Punto leaves open: its words, the answers one may choose, our default."""

from __future__ import annotations

from glowtable.game import Option
from glowtable.messages import say

OPTIONS = (
    Option("teams", ("no", "yes"), "no", "P-06",
           "Teamgame for 4 players",
           say("4 players only: seats 1 and 3 against 2 and 4, 2 colours a team, lines of 5").text),
    Option("first_player", ("youngest", "random"), "youngest", "P-09",
           "Der jüngste Spieler beginnt", say("the table asks who is youngest, or draws a seat").text,
           says=(say("the youngest").text, say("drawn by the table").text), language="de"),
    Option("first_cell", ("centre4", "any"), "centre4", "P-10",
           "legt sie in die Mitte",
           say("first card: one of the 4 middle cells (6 rows have no exact middle), or any cell").text,
           says=(say("in the middle").text, say("anywhere").text), language="de"),
    Option("frame", ("fixed", "floating"), "fixed", "P-16",
           "a grid of maximum 6x6",
           say("where the 6 x 6 cells are: those of the table, or any 6 x 6 around the cards").text,
           says=(say("the table's 36 cells").text, say("6 x 6 cells around the cards").text), off_table=("floating",)),
    Option("multi_line", ("choose", "highest_of_all"), "choose", "P-22",
           "die Karte mit den meisten Punkten dieser Reihe",
           say("2 lines at once: the winner chooses which line gives its highest card, or the highest card of all "
               "goes").text, says=(say("the winner chooses").text, say("the highest card of all").text), language="de"),
    Option("stalemate_wins", ("round", "game"), "round", "P-26a",
           "the player with the most rows of 3 (or 4) wins the game",
           say("somebody can't play: the most rows one card short of a line win the round, or the whole match").text,
           says=(say("the round").text, say("the match").text)),
    Option("tie_points", ("sum", "lowest_single_row"), "sum", "P-27",
           "Die entsprechende Reihe mit weniger Punkten gewinnt",
           say("same number of rows: fewest points win, in all of a player's rows or in the lowest one").text,
           says=(say("in all rows").text, say("in the lowest row").text), language="de"),
    Option("no_rows", ("draw", "step_down"), "draw", "P-28",
           "At another tie",
           say("no rows, or equal ones: nobody wins the round, or those still tied compare shorter rows").text,
           says=(say("nobody wins").text, say("compare shorter rows").text)),
    Option("stalemate_trophy", ("yes", "no"), "yes", "P-29",
           "Er nimmt nun die Karte mit den meisten Punkten dieser Reihe aus dem Spiel",
           say("whether a round won by rows also brings a trophy").text, language="de"),
    Option("neutral_rest", ("remove", "deal"), "remove", "P-31",
           "Die restlichen Karten kommen aus dem Spiel",
           say("neutral cards that don't share out evenly: aside for good, or one each from the starter on").text,
           says=(say("put aside").text, say("shared out").text), language="de"),
    Option("next_start", ("winner_left", "ender_left"), "winner_left", "P-32",
           "the player left form the winner of the round",
           say("after a round won by rows: left of the winner (of a team, of its lower seat), or left of the player "
               "who couldn't play, and after a tie always the latter").text,
           says=(say("left of the winner").text, say("left of who couldn't play").text)),
    Option("rounds_to_win", tuple(range(1, 6)), 2, "P-33",
           "Natürlich könnt ihr auch eine andere Zahl an Durchgängen vereinbaren",
           say("how many rounds win the match").text, language="de"),
    Option("max_rounds", tuple(range(1, 100)), 20, "P-33a",
           "Whoever has won 2 rounds has won the hole game",
           say("round limit, in case ties never end: then most rounds won wins, and equals share").text),
)  # fmt: skip
