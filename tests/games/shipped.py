"""The games that are shipped. What only they have is tested for these: pages, screens, levels, short rules, reports.

What every game promises is tested for `games.names()`, a new one included: `glowtable new-game` begins with it.
"""

SHIPPED = ("alex_and_co", "alter_ego", "punto", "spiel_des_jahres")
