"""What hands put back of the supply after an undo: only where its cards and its money lie otherwise now."""

from random import Random

import pytest
from glowtable import games
from glowtable.game import CHANCE, Action
from glowtable.games.alter_ego.anytime import supply_offered
from glowtable.games.alter_ego.cards import NO_CARD
from glowtable.games.alter_ego.state import State
from glowtable.games.alter_ego.supply_back import DECK, moves_back
from glowtable.kit.bit_sets import members
from glowtable.match.public_texts import PublicTexts
from glowtable.match.undo import PlayedAction
from glowtable.terminal.translator import Translator

from tests.games.ego_positions import action, position, rules

GAME = games.find("alter_ego")
SPEAK = Translator("en", ("Ann", "Ben"), game=GAME.name)
ROW = ["Case Files", "Tyre Iron", "Night Scope"]  # on a4, a5 and a6
RICH = {"money": 50}


def offering(*deck: str) -> State:
    """Ann and Ben have all the money they want, and these cards are the supply's deck."""
    return position(RICH, RICH, row=ROW, offers=deck)


def put_back(state, *texts):
    taken = []
    for text in texts:
        taken.append(PlayedAction(state, action(text, state)))
        state = rules.apply(*taken[-1])
    return [SPEAK.text(message) for message in PublicTexts(GAME, state).repair_texts(taken, state)]


def test_a_card_bought_and_the_one_that_came_for_it():
    assert put_back(offering("Loaded Dice"), "0 buy Tyre Iron", "chance offer Loaded Dice") == [
        "Put Loaded Dice back on top of the supply's deck, face down. Put Ann's Tyre Iron back on a5. Give Ann $5 back."
    ]


def test_a_card_cycled_and_the_one_that_came_for_it():
    assert put_back(offering("Loaded Dice"), "0 cycle Tyre Iron", "chance offer Loaded Dice") == [
        "Put Loaded Dice back on top of the supply's deck, face down. "
        "Take Tyre Iron from under the supply's deck and put it back on a5. Give Ann $1 back."
    ]


def test_all_cards_swept_are_one_instruction_and_the_last_that_came_goes_on_top_first():
    came = ("chance offer Loaded Dice", "chance offer Informant", "chance offer Silver Dollar")
    assert put_back(offering("Loaded Dice", "Informant", "Silver Dollar"), "1 sweep", *came) == [
        "Put Silver Dollar back on top of the supply's deck, face down. "
        "Put Informant back on top of the supply's deck, face down. "
        "Put Loaded Dice back on top of the supply's deck, face down. "
        "Take Case Files from under the supply's deck and put it back on a4. "
        "Take Tyre Iron from under the supply's deck and put it back on a5. "
        "Take Night Scope from under the supply's deck and put it back on a6. Give Ben $2 back."
    ]


def test_a_card_that_came_back_to_its_cell_is_not_told_of():
    cycled = ("0 cycle Case Files", "chance offer Loaded Dice", "1 cycle Loaded Dice", "chance offer Case Files")
    assert put_back(offering("Loaded Dice"), *cycled) == [
        "Put Loaded Dice from under the supply's deck back on top, face down. Give Ann $1 back. Give Ben $1 back."
    ]


def test_swept_cards_that_came_again_change_their_places():
    came = ("chance offer Loaded Dice", "chance offer Case Files", "chance offer Tyre Iron")
    assert put_back(offering("Loaded Dice"), "0 sweep", *came) == [
        "Put Loaded Dice back on top of the supply's deck, face down. Put Case Files back in the supply, on a4. "
        "Put Tyre Iron back in the supply, on a5. "
        "Take Night Scope from under the supply's deck and put it back on a6. Give Ann $2 back."
    ]


def test_what_came_and_was_moved_on_goes_back_to_the_deck_from_there():
    state = offering("Loaded Dice", "Informant", "Silver Dollar")
    bought = ("0 buy Case Files", "chance offer Loaded Dice", "1 buy Loaded Dice", "chance offer Informant")
    assert put_back(state, *bought) == [
        "Put Informant back on top of the supply's deck, face down. "
        "Put Ben's Loaded Dice back on top of the supply's deck, face down. "
        "Put Ann's Case Files back on a4. Give Ann $7 back. Give Ben $5 back."
    ]
    cycled = ("0 buy Case Files", "chance offer Loaded Dice", "1 cycle Loaded Dice", "chance offer Informant")
    assert put_back(state, *cycled)[0].startswith(
        "Put Informant back on top of the supply's deck, face down. "
        "Put Loaded Dice from under the supply's deck back on top, face down. Put Ann's "
    )


def test_the_cards_first_offered_go_back_to_the_deck():
    state = position(RICH, row=["", "", ""], offers=ROW, phase=position().phase)
    assert moves_back([PlayedAction(state, action("chance offer Case Files"))], state) == [
        (action("chance offer Case Files").args[0], DECK)
    ]


def test_what_else_was_done_is_put_back_first_and_by_itself():
    state = position({"money": 9, "gear": ["Good Excuse"], "penalties": {"income": 1}}, row=ROW, offers=["Informant"])
    told = put_back(state, "0 activate Good Excuse", "0 cycle Tyre Iron", "chance offer Informant")
    assert len(told) == 2 and told[0].startswith("Good Excuse") and told[1].startswith("Put Informant back on top")
    assert put_back(state, "0 activate Good Excuse") == told[:1]


class Supply:
    """The cards themselves: the row, and the deck from the top."""

    def __init__(self, state, rng):
        self.row, self.deck = list(state.row), list(members(sum(state.offers)))
        rng.shuffle(self.deck)

    def lying(self):
        return tuple(self.row), tuple(self.deck)

    def does(self, act, rng):
        """What hands do for an action."""
        if act.kind == "offer":
            self.row[self.row.index(NO_CARD)] = self.deck.pop(0)
            return
        cards = list(filter(NO_CARD.__ne__, self.row)) if act.kind == "sweep" else [act.args[0]]
        rng.shuffle(cards)
        self.row = [NO_CARD if card in cards else card for card in self.row]
        self.deck += cards if act.kind != "buy" else ()

    def puts_back(self, moves):
        for card, _ in moves:
            self.deck = [each for each in self.deck if each != card]
            self.row = [NO_CARD if each == card else each for each in self.row]
        for card, place in moves:
            if place == DECK:
                self.deck.insert(0, card)
            else:
                self.row[place] = card


@pytest.mark.parametrize("seed", range(40))
def test_then_every_card_lies_as_it_lay(seed):
    """Whatever was bought, cycled and swept, with decks so short that cards come again."""
    rng = Random(seed)
    state = offering(*["Loaded Dice", "Informant", "Silver Dollar", "Lucky Break", "Roomy Coat"][: rng.randint(1, 5)])
    supply, taken = Supply(state, rng), []
    lay = supply.lying()
    for _ in range(rng.randint(1, 14)):
        chance = rules.to_act(state) == (CHANCE,)
        may = [Action(CHANCE, "offer", (supply.deck[0],))] if chance else supply_offered(state, rng.randrange(2))
        if not may:
            break
        act = rng.choice(may)
        supply.does(act, rng)
        taken.append(PlayedAction(state, act))
        state = rules.apply(state, act)
    moves = moves_back(taken, state)
    assert len({card for card, _ in moves}) == len(moves), "each card is told of once"
    supply.puts_back(moves)
    assert supply.lying() == lay, taken
