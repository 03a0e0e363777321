"""Bad input in Spiel des Jahres: each gets its reason, its rule and one clear sentence that gives nothing away."""

import pytest
from glowtable.game import CHANCE, HIDDEN, PUBLIC, Action, Refusal
from glowtable.games.spiel_des_jahres.cards import IDEAS, NAMES
from glowtable.games.spiel_des_jahres.rules import RULES as rules
from glowtable.games.spiel_des_jahres.staff import MOST_K
from glowtable.games.spiel_des_jahres.state import MOST_CHANGES, Phase
from glowtable.games.spiel_des_jahres.surface import SURFACE as surface
from glowtable.games.spiel_des_jahres.worth import euros
from glowtable.match.judge import explain_refusal
from glowtable.match.match_state import MatchState
from glowtable.match.players import Player
from glowtable.match.session import Session
from glowtable.table import Card, Key, Press, Release, Said

from tests.games.spiel_positions import GAME, action, all_ready, contract_of, dealt, do, position, refused, some

ROLE_FAMILY, PUZZLE_CARDS = contract_of("role", "family"), contract_of("puzzle", "cards")
GAMES = [(0, ["The 1", "Game 1"], 20), (1, ["The 2", "Game 2", "Quest 1"], 30)]
HANDS = [["Goat", "Moon", "The 3", "Game 3", ROLE_FAMILY], ["Teapot"]]
MONTH = position(HANDS, games=GAMES, money_k=[50, 20, 30])
TAPPED = do(MONTH, "0 tap Goat")
FULL = do(MONTH, "0 tap Goat", "0 tap Moon", "0 tap The 3")
STUCK = TAPPED._replace(changes=(MOST_CHANGES, 0, 0))
DRAWN = do(MONTH, "1 brainstorm", "chance draw Penguin")
READY = do(MONTH, "1 ready")
STAFF = [(ROLE_FAMILY, 0, 40), (PUZZLE_CARDS, -1, 30)]
OFFERS = position(phase=Phase.OFFERS, staff=STAFF, money_k=[50, 20, 30])
UNPAID = do(position(HANDS, phase=Phase.OFFERS), f"0 hire {ROLE_FAMILY}")
FIRED = do(OFFERS, f"0 fire {ROLE_FAMILY}")
CLAIMED = do(FIRED, f"1 claim {ROLE_FAMILY}")
AUCTION = do(OFFERS, f"1 call {ROLE_FAMILY}", "2 pass")
IN_HAND = position([[], [], [PUZZLE_CARDS]], phase=Phase.OFFERS, staff=STAFF[:1])
OUTBID = do(IN_HAND, f"1 call {ROLE_FAMILY}", "2 pass")
DEAREST = position(phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 0, MOST_K)])
TRADE = do(MONTH, "0 trade 1")
RICH_TRADE = do(position(money_k=[3000]), "0 trade 1")
OFTEN_GIVEN = do(TRADE, "0 give Goat")._replace(changes=(MOST_CHANGES, 0, 0))
HANDED = do(TRADE, "0 hand")
RUINED = all_ready(position(staff=[(ROLE_FAMILY, 0, 500)]))
OVER = all_ready(position(seats=2, staff=[(ROLE_FAMILY, 0, 500)]))
HAND = rules.setup(2, {**OFFERS.terms.options, "knowledge": "trust"})._replace(phase=Phase.HAND)
CEREMONY = all_ready(position(month=12, games=GAMES, trades="off"))
SEAL = do(position(phase=Phase.SEAL, actions="secret"), "0 seal nothing")
CHOSEN = do(SEAL, "1 seal brainstorm", "2 seal publish")
BAD = some([["role", "role"], ["puzzle", "cards"], ["family", "combat"]])
NOTHING_FITS = position([BAD], company={0: ("resource", "resource")}, trend=("resource", "cards"), negative="forbidden")
WORTHLESS = do(NOTHING_FITS, *(f"0 tap {card}" for card in BAD))
LIMITED = position(money_k=[100, 20], bank="limited")
PURSES = ((0, 0, 0, 1), (0, 1, 0, 0), (1, 1, 0, 0))  # of 100, of 20, of 10 and 20 thousand; the bank has none
NO_CHANGE = do(LIMITED._replace(till=(0, 0, 0, 0), purses=PURSES), "0 trade 1", "0 pay 10", "0 hand")

ACTIONS = {
    "after the end": (OVER, "1 ready", "over", "S-33"),
    "no such action": (MONTH, "0 dance", "unknown", ""),
    "no such choice": (SEAL, "1 seal dance", "unknown", ""),
    "too little said": (MONTH, Action(0, "tap"), "unknown", ""),
    "a word for a number": (MONTH, Action(0, "tap", ("Goat",)), "unknown", ""),
    "no such card": (MONTH, Action(0, "tap", (121,)), "unknown", "S-01"),
    "nobody sits there": (MONTH, "3 ready", "unknown", "S-03"),
    "another phase": (MONTH, f"0 fire {ROLE_FAMILY}", "not now", "S-26"),
    "publishing one card": (TAPPED, "0 publish", "too few ideas", "S-12"),
    "publishing four cards": (FULL, "0 tap Game 3", "too many ideas", "S-12"),
    "a contract as part of a game": (MONTH, f"0 tap {ROLE_FAMILY}", "a contract is no part of a game", "S-12"),
    "a taken name": (do(MONTH, "0 tap The 3", "0 tap Game 3"), "0 publish", "name taken", "S-20"),
    "worth less than nothing": (WORTHLESS, "0 publish", "worth less than nothing", "S-18"),
    "brainstorm twice": (DRAWN, "1 brainstorm", "one action a month", "S-09"),
    "publish after brainstorming": (DRAWN, "1 tap Teapot", "one action a month", "S-09"),
    "brainstorm with ideas tapped": (TAPPED, "0 brainstorm", "ideas tapped", "S-09"),
    "trade with ideas tapped": (TAPPED, "0 trade 1", "ideas tapped", "S-29"),
    "brainstorm with what cannot be taken back": (STUCK, "0 brainstorm", "taken back too often", "S-12"),
    "trade with what cannot be taken back": (STUCK, "0 trade 1", "taken back too often", "S-12"),
    "tapped twice": (TAPPED, "0 tap Goat", "twice", "S-12"),
    "not tapped": (TAPPED, "0 take Moon", "not tapped", "S-12"),
    "a card of another hand": (MONTH, "0 tap Teapot", "card not in this hand", "S-12"),
    "a contract of no hand": (MONTH, f"1 hire {ROLE_FAMILY}", "card not in this hand", "S-22"),
    "an idea is no contract": (MONTH, "0 hire Goat", "unknown", "S-22"),
    "nor is the last one": (MONTH, f"0 hire {NAMES[IDEAS - 1]}", "unknown", "S-22"),
    "acting after ready": (READY, "1 brainstorm", "ready already", "S-09"),
    "ready twice": (READY, "1 ready", "ready already", "S-09"),
    "acting when ruined": (RUINED, "0 ready", "ruined", "S-30"),
    "trading with the ruined": (RUINED, "1 trade 0", "ruined", "S-30"),
    "trading with oneself": (MONTH, "0 trade 0", "oneself", "S-29"),
    "trading with nobody": (MONTH, "0 trade 3", "unknown", "S-03"),
    "trading with nobody at all": (MONTH, Action(0, "trade", (-1,)), "unknown", "S-03"),
    "trading meanwhile when ready": (do(MONTH, "2 ready", "0 trade 1"), "2 pass", "another player is asked", "S-29"),
    "no trades": (position(trades="off"), "0 trade 1", "no trades", "S-29"),
    "chosen otherwise": (CHOSEN, "1 tap Goat", "chosen otherwise in secret", "S-10"),
    "chosen twice": (SEAL, "0 seal publish", "ready already", "S-10"),
    "firing an unpaid designer": (UNPAID, f"0 fire {ROLE_FAMILY}", "not paid yet", "S-24"),
    "firing another's": (OFFERS, f"1 fire {ROLE_FAMILY}", "not employed there", "S-24"),
    "hiring one's own fired designer": (FIRED, f"0 claim {ROLE_FAMILY}", "fired by this seat", "S-24"),
    "claiming who is employed": (OFFERS, f"1 claim {ROLE_FAMILY}", "not employed there", "S-24"),
    "calling one's own": (OFFERS, f"0 call {ROLE_FAMILY}", "own designer", "S-25"),
    "calling one of the market": (OFFERS, f"0 call {PUZZLE_CARDS}", "not employed there", "S-24"),
    "calling one who was never paid": (UNPAID, f"1 call {ROLE_FAMILY}", "not paid yet", "S-26"),
    "firing who just changed hands": (CLAIMED, f"1 fire {ROLE_FAMILY}", "changed hands in these offers", "S-24b"),
    "hiring when out of the bidding": (OUTBID, f"2 hire {PUZZLE_CARDS}", "ready already", "S-25"),
    "trading as the highest bidder": (AUCTION, "1 trade 0", "twice", "S-25"),
    "calling nobody": (OFFERS, "0 call Goat", "not employed there", "S-25"),
    "above all coins": (DEAREST, f"1 call {ROLE_FAMILY}", "more than all coins", "S-25"),
    "outbidding oneself": (AUCTION, "1 raise", "twice", "S-25"),
    "bidding after passing": (AUCTION, "2 raise", "ready already", "S-25"),
    "a call in an auction": (AUCTION, f"0 call {ROLE_FAMILY}", "not now", "S-25"),
    "a trade above what one owns": (do(TRADE, "0 pay 50"), "0 pay 10", "more than one has", "S-29"),
    "a sum that is not so": (TRADE, "0 pay 200", "more than one has", "S-29"),
    "more than all coins at once": (RICH_TRADE, "0 pay 2650", "more than all coins", "S-29"),
    "an odd sum": (TRADE, "0 pay 7", "unknown", "S-29"),
    "a trade of what one has not": (TRADE, "0 give Teapot", "card not in this hand", "S-29"),
    "put in twice": (do(TRADE, "0 give Goat"), "0 give Goat", "twice", "S-29"),
    "another's game": (TRADE, "0 game 1", "game of another", "S-29"),
    "a game twice": (do(TRADE, "0 game 0"), "0 game 0", "twice", "S-29"),
    "no such game": (TRADE, "0 game 9", "unknown", "S-29"),
    "the other's turn": (TRADE, "1 pay 10", "another player is asked", "S-29"),
    "accepting before asking": (TRADE, "0 accept", "not now", "S-29"),
    "accepting nothing": (HANDED, "1 accept", "nothing to trade", "S-29"),
    "handing back unchanged": (HANDED, "1 hand", "not now", "S-29"),
    "withdrawing too often": (OFTEN_GIVEN, "0 withdraw", "taken back too often", "S-12"),
    "beginning a trade again that was called off": (do(TRADE, "0 pass"), "0 trade 1", "trade just called off", "S-29"),
    "withdrawing nothing": (TRADE, "0 withdraw", "nothing to trade", "S-29"),
    "ending another's trade": (TRADE, "2 pass", "another player is asked", "S-29"),
    "no change for it": (NO_CHANGE, "1 accept", "no coins for it", "S-04"),
    "another's hand": (HAND, "1 full", "another player is asked", "S-06"),
    "out of turn by chance": (MONTH, "chance draw Penguin", "not now", "S-09"),
    "a card that lies elsewhere": (do(MONTH, "1 brainstorm"), "chance draw Goat", "card elsewhere", "S-01"),
    "no month card": (CEREMONY, "chance award Goat", "card elsewhere", "S-33"),
}


@pytest.mark.parametrize("name", ACTIONS)
def test_an_impossible_action_is_refused_with_its_reason(name):
    state, what, reason, rule = ACTIONS[name]
    refusal = rules.refuse(state, action(what) if isinstance(what, str) else what)
    assert refusal and (refusal.reason, refusal.rule) == (reason, rule)
    assert not rule or rule in GAME.sheet
    who = what.seat if isinstance(what, Action) else action(what).seat
    named = 0 if name == "trading with the ruined" else who
    assert [seat for key, seat in refusal.message.fill if key == "seat"] in ([], [named]), "who asked, and nobody else"


QUOTED = {  # what the sheet forbids it with
    "another phase": "Once a game designer has been paid",
    "brainstorm twice": "one of two actions",
    "ready twice": "When all players are ready",
    "a contract as part of a game": "an idea for part of a game, or",
    "a card of another hand": "from their hand",
    "tapped twice": "from their hand",
    "a contract of no hand": "first played from the hand",
    "too little said": None,
    "firing an unpaid designer": "can only be fired once they have been paid",
    "firing who just changed hands": "paid for the preceding month",
    "calling one who was never paid": "may be fired, or poached",
    "hiring one's own fired designer": "any other player is free to employ",
    "calling one of the market": "any other player is free to employ",
    "calling one's own": "to their own employ",
    "trading with the ruined": "immediately lose",
    "a taken name": "no two games of the same name",
    "no month card": "One is drawn",
}


@pytest.mark.parametrize("name", QUOTED)
def test_a_refusal_quotes_the_sentence_that_forbids(name):
    state, what, _, rule = ACTIONS[name]
    session = Session(MatchState(GAME, tuple(map(Player, "ABC")), state.terms.options))
    told = explain_refusal(session.game, rules.refuse(state, action(what) if isinstance(what, str) else what))
    assert (QUOTED[name] or "doesn't have that move") in repr(told) and rule in repr(told)


def test_every_second_sentence_of_a_rule_is_quoted_by_some_refusal():
    quoted = {key for key in GAME.sheet if " " in key}
    found = {rules.refuse(s, action(w) if isinstance(w, str) else w).quote for s, w, _, _ in ACTIONS.values()}
    assert quoted == {key for key in found if " " in key}


UNQUOTED = ["after the end", "claiming who is employed", "the other's turn", "another's hand", "a call in an auction"]


@pytest.mark.parametrize("name", UNQUOTED)
def test_what_no_sentence_of_the_sheet_forbids_quotes_none(name):
    state, what, _, _ = ACTIONS[name]
    refusal = rules.refuse(state, action(what))
    session = Session(MatchState(GAME, tuple(map(Player, "ABC")), state.terms.options))
    assert explain_refusal(session.game, refusal) == refusal.message


EVENTS = {
    "an unknown card": (MONTH, Card(0, "Monopoly"), "unknown"),
    "a card of another game's deck": (MONTH, Card(0, "R5a"), "unknown"),
    "at another's reader": (MONTH, Card(1, "Goat"), "card not in this hand"),
    "at a reader where nobody sits": (MONTH, Card(5, "Goat"), "unknown"),
    "a cell": (MONTH, Press(3), "not now"),
    "a cell behind the choices": (SEAL, Press(9), "not now"),
    "another's key": (AUCTION, Key(1, "confirm"), "twice"),
    "a key of nobody": (MONTH, Key(5, "confirm"), "unknown"),
    "the pass key of nobody": (MONTH, Key(5, "pass"), "unknown"),
    "published too early": (TAPPED, Key(0, "confirm"), "too few ideas"),
    "typed too much": (TRADE, Said("1 pay 1000"), "more than one has"),
}


@pytest.mark.parametrize("name", EVENTS)
def test_a_mistake_at_the_table_is_refused(name):
    state, event, reason = EVENTS[name]
    refusal = surface.read(event, state)
    assert isinstance(refusal, Refusal) and refusal.reason == reason


def test_the_most_a_wage_can_be_is_told_in_thousands():
    state, what, _, _ = ACTIONS["above all coins"]
    (_, most), *others = rules.refuse(state, action(what)).message.fill
    assert most == euros(MOST_K) and MOST_K == 2640 and not others
    assert [euros(k).text.format(**dict(euros(k).fill)) for k in (0, 10, 2640)] == ["€0", "€10k", "€2640k"]


def test_an_offer_above_what_one_owns_is_allowed_as_a_bid():
    state = position(phase=Phase.OFFERS, staff=[(ROLE_FAMILY, 0, 900)], money_k=[900, 0, 0])
    assert do(state, f"1 call {ROLE_FAMILY}", "2 raise").bid_k == 920


def test_what_is_no_word_of_the_game_means_nothing():
    assert surface.read(Said("hello there"), MONTH) is None
    assert surface.read(Release(3), MONTH) is None
    assert surface.read(Key(0, "confirm"), OFFERS) is None
    assert not rules.legal(MONTH, CHANCE) and not rules.legal(OVER, 1)


@pytest.mark.parametrize("name", ["a card of another hand", "a contract of no hand", "a trade of what one has not"])
def test_a_refusal_names_no_card_of_a_hand(name):
    state, what, _, _ = ACTIONS[name]
    refusal = rules.refuse(state, action(what))
    hidden = [card for hand in HANDS for card in hand]
    assert not any(repr(card) in repr(refusal.message) for card in hidden)
    assert rules.view(MONTH, PUBLIC).known == ((),) * 3


def test_a_text_of_a_running_match_hides_what_is_hidden():
    state = dealt(2)._replace(phase=Phase.DEAL, seat=0)
    told = rules.seen(state, rules.chance(state)[0][0], PUBLIC)
    assert told.args == (HIDDEN,)
    assert GAME.notation.write(2, state.terms.options, [told]).endswith("chance deal hidden\n")
    assert rules.seen(SEAL, action("1 seal publish"), PUBLIC).args == (HIDDEN,)
    assert refused(SEAL, "0 seal publish")
