"""One set of keys and one reader for all seats: every game is played on it, and each act is whose turn it is."""

from random import Random

import pytest
from glowtable import games
from glowtable.device.boards import read_board
from glowtable.device.link import Board
from glowtable.game import CHANCE, full_options
from glowtable.grid import TABLE_SEAT
from glowtable.match.session import Phase, Reply
from glowtable.match.shared_panel import SAY_WHO, acting_seats, event_of_seat
from glowtable.table import Card, Event, Key, Press, Said

from tests.support.campaign import long_share
from tests.support.matches import Match
from tests.support.physical_deck import RealTable

STARTER = Board("starter", "2c1041", "01", 0, 0)
GAMES = ("punto", "alex_and_co", "alter_ego", "spiel_des_jahres")
MOST = 400  # things done in a match; then it is left


class SharedTable(RealTable):
    """Whoever acts does so at the keys and the reader that all share; of several who may, the first does."""

    def choice(self):
        first = acting_seats(self.host)[0]
        while (action := super().choice()).seat != first:
            pass
        return action

    def tell(self, event: Event) -> Reply:
        shared = event._replace(seat=0) if isinstance(event, Key) and event.seat != TABLE_SEAT else event
        shared = event._replace(reader=0) if isinstance(event, Card) else shared
        meant = event_of_seat(shared, self.host)
        self.did["typed"] += meant == SAY_WHO  # whose it is nobody can know
        return super().tell(event if meant == SAY_WHO else meant)


def played(name: str, seed: int, table: type[RealTable] = SharedTable) -> RealTable:
    game, rng = games.find(name), Random(f"{name} shared {seed}")
    match = table(game, rng.choice(game.seats), full_options(game, game.test_options), rng)
    match.dies_at = -1
    match.play(MOST)
    return match


@pytest.mark.parametrize("name", GAMES)
def test_every_act_at_the_shared_keys_and_reader_is_that_of_who_does_it(name):
    for seed in range(long_share(50)):
        match = played(name, seed)
        assert match.wrong == [] and match.did["actions"] > 5 > match.did["typed"] / match.did["actions"] * 10, seed
        done, heard = ([one.action for one in of.history if one.action.seat != CHANCE] for of in (match, match.host))
        assert [action.seat for action in done] == [action.seat for action in heard]


def test_control_where_the_seat_is_not_worked_out_acts_are_refused():
    class First(SharedTable):
        def tell(self, event: Event) -> Reply:
            shared = event._replace(seat=0) if isinstance(event, Key) and event.seat != TABLE_SEAT else event
            return RealTable.tell(self, event._replace(reader=0) if isinstance(event, Card) else shared)

    assert all(any(played(name, seed, First).wrong for seed in range(3)) for name in GAMES)


def test_a_board_whose_seats_have_keys_of_their_own_shares_none():
    assert STARTER.is_shared and not Board().is_shared
    assert Board(*(read_board("breadboard")["name"], "000000", "00", 0, 0)).is_shared


@pytest.mark.parametrize("name", GAMES)
def test_bots_play_a_match_on_each_board_and_the_same_one(name, tmp_path):
    game = games.find(name)
    seats = tuple("bot:random" for _ in range(max(2, min(game.seats))))
    outcomes = []
    for board in ("table", "starter", "breadboard"):
        match = Match(tmp_path / board, seats, game=game, board=board, **game.test_options)
        match.to_the_end()
        outcomes.append(match.session.outcome)
    assert outcomes[0] == outcomes[1] == outcomes[2]


def test_a_person_at_the_starter_plays_with_its_keys_and_nobody_plays_for_a_bot(tmp_path):
    match = Match(tmp_path, ("Ann", "Ben"), board="starter", max_rounds=1)
    match.session.match_state.dealt = False
    match.until(lambda: match.session.phase is Phase.SETTING)
    match.twin.tap_key(0)
    match.until(lambda: match.session.phase is Phase.PLAYING)
    session = match.session
    turns = 0
    while session.phase is Phase.PLAYING and turns < 30:
        done = len(session.history)
        if session.match_state.chance.is_awaited:
            draw = match.pump.dealer.draw_outcome(session.match_state.chance.possible_draws)
            event = session.match_state.gesture_for(draw)
        else:
            seat = acting_seats(session)[0]
            action = session.game.rules.legal(session.state, seat)[0]
            event = session.match_state.gesture_for(action)
        match event:
            case Press(cell):
                match.twin.tap(cell)
            case Card(_, card):
                match.twin.lay(0, match.registry.tags_of("punto", card)[0], for_ms=300)
            case Key() if event_of_seat(event, session) == SAY_WHO:
                match.types(match.line_for(action))
            case Key(_, key):
                match.twin.tap_key(("confirm", "pass", "undo").index(key) * 6)
            case Said():
                match.types(match.line_for(action))
        match.until(lambda done=done: len(session.history) > done)
        match.wait(400)  # until hands are off
        turns += 1
    assert turns == 30 or session.phase is Phase.OVER
