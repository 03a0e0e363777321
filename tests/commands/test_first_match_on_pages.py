"""A led first match begun in the lobby of `glowtable serve` and played by taps: every game, every step, no trace."""

import argparse
import json
import signal
import time
from contextlib import suppress

import pytest
from glowtable import games
from glowtable.commands.serve import OPTIONS_OF_PLAY, Service
from glowtable.config import Config
from glowtable.match.journal import Journal
from glowtable.match.lesson import LESSON_COMMANDS, MOVE
from glowtable.messages import LANGUAGES, UserError
from websockets.exceptions import ConnectionClosed

from tests.commands.test_serve import begin, is_playing, lay_out, rows_of
from tests.match.test_teaching import SENTENCE_WORDS, sentences_of
from tests.support.campaign import slow
from tests.support.service import HOST, Device, is_lobby, names, start_service

LED = [game for game in map(games.find, games.names()) if game.read_lesson]
GAMES = pytest.mark.parametrize("game", LED, ids=lambda game: game.name)
QUICKLY = [slow(game) if game.name in ("alex_and_co", "alter_ego") else game for game in LED]
QUIET_S = 0.02  # without news
FINGER_S = 0.15  # the simulated finger is off a key before it is pressed again
LATE = "nothing can be done"
KEYS = ("press", "enter", "type", "confirm")  # that no phone has
MORE_TAPS = 400  # after the last step
TRIES = 400  # of a tap for which the table changes too soon


def in_lobby(service, host=None) -> Device:
    device = Device(service) if host is None else Device(service, host)
    device.open().hear(is_lobby)
    return device


def begins(device, game="punto", name="Zoe") -> Device:
    """The host's page chooses the game, and this device plays its first match."""
    host = in_lobby(device.service, HOST)
    host.tap("game", id=game)
    host.hear(lambda host: host.moment["public"]["game"] == game)
    device.hear(lambda device: device.moment["public"]["game"] == game)
    host.pages.close()
    device.tap("learn", id=name)
    device.hear(lambda device: device.page == "seat" and device.moment["own"]["answers"])
    return device


def lesson(device) -> list[str]:
    return device.moment["public"]["lesson"]


def choices(device) -> list[dict]:
    return device.moment["own"]["choices"]


def is_asked(device) -> bool:
    own, public = device.moment["own"], device.moment["public"]
    return bool(own["answers"] or own["choices"] or public["result"])


def hears_more(device) -> None:
    """What has come meanwhile, if anything has."""
    with suppress(TimeoutError):
        while True:
            if "n" in (heard := json.loads(device.socket.recv(QUIET_S))):
                device.moment = heard


def tries(device, tap_on) -> str:
    """What comes of the tap that `tap_on` finds: '' if it is done, else why not; LATE if it finds none any more."""
    for _ in range(TRIES):
        if device.moment["public"]["result"]:
            break
        time.sleep(FINGER_S)
        hears_more(device)
        tap = tap_on(device.hear(is_asked))
        if tap:
            device.tap(**tap)
            refusal = device.refusal()
            if "the table has changed" not in refusal:
                return refusal
    return LATE


def choice_of(moment, kind="", words="", but=()) -> dict | None:
    found = (
        choice["id"]
        for choice in moment["own"]["choices"]
        if not choice["is_step"] and kind in ("", choice["kind"]) and choice["text"].startswith(words)
    )
    return next(({"does": "choose", "id": id} for id in found if id not in but), None)


def goes_on(device, kind="") -> None:
    """Tap the first thing that can be done, of this kind if one is given; what is refused is left alone."""
    refused: list[str] = []

    def tap_on(moment) -> dict | None:
        for answer in moment["own"]["answers"]:
            return {"does": "key", "key": answer["key"], "seat": moment["own"]["seat"]}
        tap = choice_of(moment, kind, but=refused)
        refused.append(tap["id"] if tap else "")
        return tap

    while (refusal := tries(device, tap_on)) and not device.moment["public"]["result"]:
        assert refusal != LATE, f"nothing of {kind or 'any kind'} can be done: {device.moment}"


def does_step(device, number, step, count) -> None:
    assert lesson(device) == [f"Step {number} of {count}", step.phone["en"]]
    goes_on(device, step.does if step.wants == MOVE else "")
    device.hear(lambda device: lesson(device)[0] != f"Step {number} of {count}")


@pytest.mark.parametrize("game", QUICKLY, ids=lambda game: game.name)
def test_every_step_is_done_by_taps_and_nothing_stays_of_it(game, service, tmp_path):
    steps = game.read_lesson().on_phones().steps
    zoe, other = in_lobby(service[0]), in_lobby(service[0])
    begins(zoe, game.name)
    assert other.hear(is_playing) and other.page == "board"
    for number, step in enumerate(steps[:-1], 1):
        does_step(zoe, number, step, len(steps))
        hears_more(other)
        assert "own" not in other.moment and other.moment["public"]["lesson"]
    assert lesson(zoe) == [f"Step {len(steps)} of {len(steps)}", steps[-1].phone["en"]]
    goes_on(zoe)  # the match is free now
    assert rows_of(tmp_path) == []
    zoe.hear(is_playing)
    zoe.tap("lobby")
    for device in (zoe, other):
        shown = device.hear(is_lobby)["public"]
        assert shown["offers"] == [] == names(device) and shown["won"] == [] and device.moment["you"] is None
    assert rows_of(tmp_path) == []
    service[0].stop()
    assert not (tmp_path / "seats.json").exists()


def test_a_stale_tap_and_another_move_than_the_step_wants_are_refused_in_words_of_a_phone(service):
    """A free cell, where a card is to be covered: no step is done, nothing is played."""
    zoe = begins(in_lobby(service[0]))
    steps = games.find("punto").read_lesson().on_phones().steps
    for number, step in enumerate(steps, 1):
        if step.wants == "cover":
            break
        does_step(zoe, number, step, len(steps))
    zoe.hear(choices)
    zoe.tap("choose", id=choices(zoe)[0]["id"], at=0)
    assert "the table has changed" in zoe.refusal()
    refusal = tries(zoe, lambda moment: choice_of(moment, words="Put"))
    assert refusal == "That works too. For this step cover a card."
    hears_more(zoe)
    assert choice_of(zoe.moment, words="Put") and lesson(zoe)[0] == f"Step {number} of {len(steps)}"


@pytest.mark.slow
def test_it_is_played_to_its_end_and_only_the_lobby_follows(service, tmp_path):
    zoe = begins(in_lobby(service[0]))
    for _ in range(MORE_TAPS):
        if zoe.hear(is_asked)["public"]["result"]:
            break
        goes_on(zoe)
    assert lesson(zoe) == ["That was your first match. Now play your own."]
    assert zoe.moment["public"]["evening"] == [] and zoe.moment["own"]["may_start_next"]
    assert zoe.get("/decided").status_code == 404, "it is not in the journal"
    zoe.tap("key", key="next", seat=-1)
    zoe.hear(is_lobby)
    assert rows_of(tmp_path) == []


def test_a_move_of_another_kind_is_refused_and_the_next_match_too_and_who_looks_on_cannot_disturb(service):
    zoe, other = in_lobby(service[0]), in_lobby(service[0])
    begins(zoe, "alex_and_co")
    steps = games.find("alex_and_co").read_lesson().on_phones().steps
    for number, step in enumerate(steps, 1):
        if step.does == "reveal":
            break
        does_step(zoe, number, step, len(steps))
    assert tries(zoe, lambda moment: choice_of(moment, "call")) == "First do this step."
    zoe.tap("bot", id="easy", seat=0)
    assert "the table has changed" in zoe.refusal(), "nobody changes places in a first match"
    zoe.tap("key", key="next", seat=-1)
    assert zoe.refusal() and zoe.hear(is_playing)["own"]
    assert other.hear(is_playing) and other.page == "board"
    other.tap("lobby")
    with pytest.raises(ConnectionClosed) as closed:
        other.refusal()
    assert closed.value.rcvd.code == 1008 and zoe.hear(is_playing)["own"]


def test_nobody_begins_one_while_others_are_here(service):
    zoe, ann = in_lobby(service[0]), in_lobby(service[0])
    ann.tap("sit", id="Ann")
    zoe.hear(lambda device: names(device) == ["Ann"] and device.moment["public"]["players"][0]["device"])
    for device in (zoe, in_lobby(service[0], HOST)):
        device.tap("learn", id="Zoe")
        assert device.refusal() == "Others are here. Play your first match when you're alone."
    ann.hear(lambda device: names(device) == ["Ann"])
    ann.tap("learn", id="Somebody")
    assert ann.hear(is_playing)["own"]["name"] == "Ann"
    ann.tap("lobby")
    assert ann.hear(is_lobby)["you"] == 0 and names(ann) == ["Ann"], "as it was before"


def test_a_name_that_cannot_be_is_refused_in_the_lobby(service):
    zoe = in_lobby(service[0])
    zoe.tap("learn", id="pass")
    assert zoe.refusal() and is_lobby(zoe)
    zoe.tap("learn", id="")
    assert zoe.hear(is_playing)["own"]["name"] == "Player"


def test_the_host_plays_on_the_seat_s_page(service):
    host = in_lobby(service[0], HOST)
    host.tap("learn", id="")
    code = host.hear(lambda device: device.page == "table" and device.moment["public"]["lesson"])["claims"]["0"]
    assert len(code.split()) == 4, "its page goes there with this code"
    host.tap("lobby")
    host.hear(is_lobby)


def test_a_crash_leads_to_the_lobby_and_an_earlier_match_keeps_its_phones(service, tmp_path):
    ann, ben = Device(service[0]), Device(service[0])
    begin(ann, ben)
    lay_out(ann)
    ben.hear(is_playing)
    ann.tap("lobby")
    ann.hear(is_lobby), ben.hear(is_lobby)
    ben.tap("leave", seat=1)
    for device in (ann, ben):
        device.hear(lambda device: names(device) == ["Ann"])
    kept, rows = (tmp_path / "seats.json").read_bytes(), rows_of(tmp_path)
    ann.tap("learn", id="")
    assert ann.hear(is_playing)["public"]["lesson"] and ben.hear(is_playing) and ben.page == "board"
    goes_on(ann)
    service[0].stop(signal.SIGKILL)
    assert ((tmp_path / "seats.json").read_bytes(), rows_of(tmp_path)) == (kept, rows)
    service[0] = start_service(tmp_path, service[0].port)
    for device in (ann, ben):
        device.service = service[0]
        device.open().hear(is_lobby)
    ben.tap("resume", id=str(ben.moment["public"]["offers"][0]["match"]))
    assert [device.hear(is_playing)["own"]["seat"] for device in (ann, ben)] == [0, 1]


# -- what is said


@GAMES
def test_each_step_is_short_and_in_words_of_a_phone(game):
    steps = game.read_lesson().steps
    assert {step.wants for step in steps if not step.phone} <= {*LESSON_COMMANDS}, "the others can be done by taps"
    for step in game.read_lesson().on_phones().steps:
        assert set(step.words) == set(LANGUAGES)
        for words in step.words.values():
            assert all(len(sentence.split()) <= SENTENCE_WORDS for sentence in sentences_of(words)), words
        assert not {word.strip(".,:!?").lower() for word in step.words["en"].split()} & {*KEYS}


def test_a_lesson_without_words_for_phones_has_no_step_there(tmp_path, monkeypatch):
    monkeypatch.setenv("GLOWTABLE_DATA", str(tmp_path))
    lesson = games.find("punto").read_lesson()
    silent = lesson._replace(steps=tuple(step._replace(phone={}) for step in lesson.steps))
    assert silent.on_phones().steps == () and len(lesson.on_phones().steps) == len(lesson.steps) - 2
    args = argparse.Namespace(language="en", lan=False, host_names=(), port="twin:", pace=0, **OPTIONS_OF_PLAY)
    started = Service(args, Config(), Journal(tmp_path / "journal.sqlite"))
    started.lobby.game = started.lobby.game._replace(read_lesson=lambda: silent)
    with pytest.raises(UserError, match="Punto has no first match for phones yet"):
        started.matches.begin_lesson("Zoe")
