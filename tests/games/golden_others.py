"""Cases that others may write in their folder, beside ours: of each form more than we give ourselves."""

from typing import Any

ROW_OF_G = {"b1": "G3", "b2": "G4", "b3": "G5"}
SIDES = {"R": ["R"], "G": ["G"]}
SACKSON = {"seat 2": {"Sid Sackson": ["Acquire", "Focus", "Sleuth"]}}
SWAP = {"players": 4, "asked_games": ["Ra"], "designer": "Reiner Knizia"}
HERO = {"display": ["strength", "speed", "smarts", "focus", "luck"]}
KIN = {"affiliation": ["sadist"], "hostages": {"kin": 1}}
DUEL = {
    "games": [["a", 40, ["puzzle", "role"], "D"], ["b", 40, ["role", "puzzle"], "A"]],
    "cards": [["role", "family"]],
}
Written = tuple[dict[str, Any], Any, dict[str, Any]]  # given, action, what is expected

OTHERS: dict[str, dict[str, Written]] = {
    "punto": {
        "no line, no trophy": (
            {"board": {"b1": "R3"}, "own": ["R"]},
            {"place": ["b2", "R6"]},
            {"line": None, "trophy": None, "trophy_choices": [], "round_winner": None},
        ),
        "the colour of the card laid is one's own": (
            {"board": ROW_OF_G, "players": 4},
            {"place": ["b4", "G6"]},
            {"trophy": "G6", "trophy_choices": ["G6"], "trophy_choices_choose": ["G6"], "round_winner": "G"},
        ),
        "of equal cards the kind": (
            {"board": {"a1": "R7", "b2": "R7", "c3": "R3"}, "own": ["R"]},
            {"place": ["d4", "R5"]},
            {"trophy": "R7", "trophy_choices": ["R7", "R7"], "round_winner": "R"},
        ),
        "a neutral colour is of three players": (
            {"board": ROW_OF_G, "own": ["R"], "neutral": "G"},
            {"place": ["b4", "G6"]},
            {"line": None},
        ),
        "coordinates are of the floating frame": (
            {"board_xy": {"7,7": "R9", "8,8": "G9"}},
            {"card": "B1"},
            {"legal_xy": ["6,6", "6,7", "6,8", "7,6", "7,8", "7,9", "8,6", "8,7", "8,9", "9,7", "9,8", "9,9"]},
        ),
        "rows in the floating frame, of so many players": (
            {"board_xy": {"0,0": "R1", "0,1": "R2", "0,2": "R3", "1,1": "G1"}, "players": 4, "sides": SIDES},
            "stalemate",
            {
                "rows": {"R": [1, 6], "G": [0, 0]},
                "winner": "R",
                "winner_sum": "R",
                "winner_round": "R",
                "winner_draw": "R",
            },
        ),
        "the second trophy of a team": (
            {"team_cards": 36, "trophies": 2, "winner_seat": 0},
            "next round",
            {"stacks_seat_0_2": [17, 17]},
        ),
        "the third, of a team of fewer cards": (
            {"team_cards": 35, "trophies": 2, "winner_seat": 1},
            "next round",
            {"stacks_seat_1_3": [16, 17]},
        ),
        "three players after a line": (
            {"players": 3, "winner": 1},
            "next round",
            {"stacks": [24, 23, 24], "starter": 2, "starter_ender_left": 2},
        ),
        "a draw": (
            {"players": 4, "winner": None, "stuck": 2},
            "next round",
            {"starter": 3, "starter_winner_left": 3, "stacks": [18, 18, 18, 18]},
        ),
        "rows of a team": (
            {"players": "team", "winner": 3, "stuck": 2},
            "next round",
            {"starter_winner_left": 2, "starter_ender_left": 3, "stacks": [18, 18, 18, 17]},
        ),
        "no neutral card played": (
            {"neutral_played": 0, "unplayed": [6, 6, 6], "starter": 1},
            "next round",
            {"dealt_each": 0, "out_of_game": 0, "neutral_in_stacks": [6, 6, 6], "with_neutral_rest_deal": [6, 6, 6]},
        ),
    },
    "alex_and_co": {
        "a layout": (
            {"players": 5, "layout": "36"},
            "setup",
            {"cells": 36, "draw": 23, "face_down_total": 59, "sets_out": []},
        ),
        "the same set in the hand asked": (
            {"hand": ["Catan"], "options": {"call_from_own_display": "yes"}},
            {"call": "Sleuth"},
            {"legal": False, "legal_with_call_from_own_display": False},
        ),
        "a hand card is shown before a display is pointed to": (
            {"hand": ["Can't Stop"], "displays": SACKSON},
            {"call": "Sid Sackson"},
            {"legal": True, "shown": "Can't Stop"},
        ),
        "wrong at once": ({"players": 3, "active": 2, "calls": ["wrong"]}, "turn", {"cards_won": 0, "next": 0}),
        "the asked player holds what we would": (
            {**SWAP, "active": 3, "asked": 1},
            "swap",
            {"answer": "yes", "given_is_chosen_by": 1, "next": 1, "then": 2},
        ),
        "a swap that must be": (
            {**SWAP, "swap_optional": "no"},
            "swap declined",
            {"legal": False},
        ),
        "no pair among four": (
            {"revealed": ["SAZ", "Ra", "ESG", "Catan"]},
            "reveal",
            {"pair": [], "turned_back": [0, 1, 2, 3], "revealed_count": 4},
        ),
        "no reveal after both": ({"played": ["SAZ", "ESG"]}, "reveal", {"legal": False}),
        "a gap in 36": ({"draw": 0, "display": 36}, "a pair is taken", {"display": 34, "draw": 0, "gap": 2}),
        "three right draws": ({"draws": ["Ra", "Goa"]}, "esg", {"kept": [True, True]}),
        "one player asked for one designer twice": (
            {"asks": [[["p2", "Stefan Feld"], ["p2", "Stefan Feld"]]]},
            "saz",
            {"legal": [False]},
        ),
        "the largest": ({"sizes": [6]}, "minimum for an incomplete set", {"minimum": [4]}),
        "one single": (
            {"displays": {"p3": {"size": 4, "cards": 3}}, "hand_of_set": 1},
            "display singles",
            {"legal_for_p1": 1, "points": 1},
        ),
        "two sets of one size": (
            {"complete": [3, 3], "incomplete": [[4, 6], [5, 6]], "singles": 0, "hand": ["SAZ"]},
            "score",
            {"points": 21},
        ),
        "the fifth is not the end": (
            {"sets_displayed": 4, "singles": 1},
            "display an incomplete set",
            {"ends": False, "sets": 5},
        ),
        "the larger sets decide": (
            {"points": {"p1": 20, "p2": 20, "p3": 19}, "set_sizes": {"p1": [6, 2], "p2": [5, 5], "p3": [6, 6]}},
            "winner",
            {"winner": "p1"},
        ),
        "a refusal": ({"players": 3, "active": 2, "asked": 0}, "swap refused", {"next": 0, "answer": "no"}),
    },
    "alter_ego": {
        "a rookie alone": (
            {"players": 1, "level": "nightmare"},
            "setup",
            {"av_tokens": [1, 1, 1], "henchmen_in_play": 6, "with_level_vigilante": {"av_tokens": [2, 2, 2]}},
        ),
        "equipment pays": (
            {"display": ["job", "char"], "equipment": [{"money": 1}], "trophies": {"money": 2}, "money": 0},
            "income",
            {"money": 5, "penalty": 0},
        ),
        "The Auditor": (
            {"display": ["job"], "equipment": ["Side Business"], "in_play": ["av-7"], "penalties": {"income": 1}},
            "income",
            {"money": 1, "penalties": {"income": 1}},
        ),
        "equipment with teamwork icons": (
            {"display": ["family", "family", "job", "char", "community"], "equipment": [{"teamwork": 1}]},
            "support",
            {"draw": 8, "teamwork_icons": 3, "token": 1, "penalty": 0},
        ),
        "equipment by its id, name and icon": (
            {"display": ["family", "job"], "equipment": ["eq-16", "Two-Way Radio", "family"], "trophies": ["teamwork"]},
            "support",
            {"draw": 7, "teamwork_icons": 4, "token": 1},
        ),
        "as many as are left": (
            {"display": ["family", "char"], "deck": {"job": 2, "luck": 1}},
            "support",
            {"draw": 3, "teamwork_icons": 1, "token": 0},
        ),
        "a whole round": (
            {"display": ["job", "family", "community"], "equipment": [{"community": 1}]},
            "three phases",
            {"penalties": {}, "money": 2, "draw": 6, "henchmen_drawn": 3},
        ),
        "Static Queen": (
            {"display": ["community", "job"], "trophies": [{"community": 1}], "in_play": ["av-6"], "deck": 9},
            "patrol",
            {"drawn": 1, "into_play": 1, "deck_after": 8, "penalty": 0},
        ),
        "no token, no loss": (
            {"henchman": {"affiliation": [], "hostages": {"kin": 1}}, "pools": {"kin": 1}},
            "enter",
            {"result": "go on", "pools": {"kin": 0}, "hostages": {"kin": 1}, "with_pools_kin_0": {"black": 0}},
        ),
        "only the first henchman meets Kid Tinder": (
            {"in_play": ["av-4"], "first_henchman": False, "henchman": {"hostages": {"kin": 1}}},
            "enter",
            {"hostages": {"kin": 1}, "in_play_now": ["anarchist"]},
        ),
        "one over the limit": (
            {"penalties": {"support": 3}, "hand": ["luck", "luck", "luck"], "equipment": [{"display": 1}]},
            "recoup",
            {"must_take": ["family"], "penalties": {"support": 0}, "display_from_hand": 3, "size": 6},
        ),
        "rescued from": (
            {"in_play": ["av-1"], "rescued_from": ["av-1"], "pools": {"kin": 3, "colleague": 1, "neighbour": 1}},
            "recoup",
            {"removed": 0, "pools": {"kin": 3}, "result": "go on"},
        ),
        "too few hostages for Doctor Lullaby": (
            {"in_play": ["av-3"], "henchmen": [{"hostages": {"kin": 2}}], "pools": {"kin": 3}},
            "end of round",
            {"removed": 0, "hostages": {"kin": 2}, "engaged_next_round": {"defeated": False, "rescued": 1}},
        ),
        "the other villain is defeated already": (
            {"in_play": ["anarchist"], "defeated": ["sadist"]},
            "last hostage of the anarchist rescued",
            {"result": "heroes win"},
        ),
        "the villain is in play": (
            {"in_play": ["sadist"], "henchman": KIN, "pools": {"kin": 2}},
            "rescue",
            {"pools": {"kin": 2}, "removed": 1, "defeated": True, "trophy": True},
        ),
        "the villain is defeated": (
            {"defeated": ["sadist"], "henchman": KIN, "pools": {"kin": 2}},
            "rescue",
            {"pools": {"kin": 3}, "removed": 0},
        ),
        "of two types the one named, and not the last": (
            {
                "in_play": ["anarchist"],
                "henchman": {"affiliation": ["anarchist"], "hostages": {"kin": 1, "neighbour": 1}},
            },
            "rescue neighbour",
            {"removed": 1, "defeated": False},
        ),
        "only one can pay": (
            {"hostages": {"kin": 1, "colleague": 1}, "both_can_pay": False},
            "both engage",
            {"rescued": 1, "defeated": False},
        ),
        "no token, no team": (
            {"cost": {"strength": 1}, "p1": {"luck": 1}, "p2": {"strength": 1}, "tokens_p1": 0},
            "p1 adds p2",
            {"payable": False, "wild_used": "strength", "tokens_p1": 0},
        ),
        "an icon is missing": (
            {"cost": {"strength": 1, "smarts": 1}, "hostages": {"kin": 1}, "icons": ["strength"]},
            "engage",
            {"legal": False, "defeated": False, "rescued": 0},
        ),
        "equipment pays for it": (
            {
                "cost": {"strength": 1, "smarts": 1},
                "hostages": {"kin": 2},
                "icons": ["strength"],
                "equipment": ["smarts"],
            },
            "engage",
            {"legal": True, "defeated": False, "rescued": 1},
        ),
        "badges of equipment and trophies": (
            {"badges": 1, "equipment": [{"badge": 1}], "trophies": [{"badge": 1}], "in_play": ["anarchist"]},
            "cops",
            {"legal": True, "needed": 3, "henchman": "out of the game"},
        ),
        "another event": (
            {"event": "Day Off", "money": 4, "event_goes": "discard"},
            "buy an event",
            {"zone": "discard"},
        ),
        "a nemesis not met": (
            {"needs": {"hero": 5, "family": 3}, "deck": ["strength", "family", "family", "family"]},
            "end",
            {"met": False, "personal": [], "required_with_one_player_failing": "group loses"},
        ),
    },
    "spiel_des_jahres": {
        "a negative value is not allowed": (
            {
                "ideas": [["role", "role"], ["puzzle", "cards"]],
                "company": ["combat", "combat"],
                "month": ["combat", "combat"],
            }
            | {"negative": "forbidden"},
            "publish",
            {"raw_k": -20, "value_k_zero": 0, "value_k_pay": -20, "allowed": False},
        ),
        "another marker stays": ({"published_value_k": 30}, "end of month", {"income_k": 30}),
        "nothing to pay": (
            {"money_k": 10, "games_k": [20, 20, 10]},
            "end of month",
            {"after_income_k": 60, "due_k": 0, "ruined": False, "money_k": 60, "games": 3},
        ),
        "no designer employed": ({}, "brainstorm", {"draw": 1}),
        "many employed": ({"designers": 3, "plays_contract": 2}, "brainstorm", {"draw": 6}),
        "other titles, other seats": (
            {
                "existing": ["Game Quest", "Castle Dragon"],
                "claims": [
                    {"seat": 6, "ms": 3, "name": "game  QUEST"},
                    {"seat": 3, "ms": 1, "name": "Quest Game"},
                    {"seat": 5, "ms": 2, "name": "The Game of the Year"},
                ],
            },
            "resolve",
            {"allowed": [3, 5], "refused": [6]},
        ),
        "its owner is not ruined": (
            {"existing": {"Quest Game": "seat 2"}},
            "claim Quest Game by seat 4",
            {"allowed": []},
        ),
        "ruined, of another name": (
            {"existing": {"Quest Game": "seat 2"}, "ruined": 2},
            "claim Quest Game by seat 4",
            {"allowed": [4]},
        ),
        "four bid": (
            {"wage_k": 30, "employer": "B", "bids_k": [["D", 40], ["A", 50]]},
            "close",
            {"employer": "A", "wage_k": 50, "first_due": "end of next month"},
        ),
        "only the one who fired claims": (
            {"wage_k": 40, "fired_by": "B", "claims": ["B"]},
            "offers",
            {"employer": None, "wage_k": 40, "refused": ["B"]},
        ),
        "after his wage he can": ({"played_in_month": 2, "now": "month 2 after wages"}, "fire", {"allowed": True}),
        "a month later he can": ({"played_in_month": 2, "now": "month 3 after wages"}, "fire", {"allowed": True}),
        "the fourth company": (
            {**DUEL, "money_k": {"A": 30, "D": 40}},
            "ceremony",
            {"winner_player": "D", "winner": None},
        ),
        "the bank": ({}, "count", {"total_k": 2640}),
    },
}
