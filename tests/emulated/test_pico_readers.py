"""Card readers on the emulated SPI bus: register-level chips and tags, in emulated time."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

import pytest
from glowtable.maker.enrol import LOOK_MS

from hardware.proofs.power import READERS_WAKE_MS
from tests.emulated.apart import side_by_side
from tests.emulated.figures import FIGURES, SMALL, UID, press_to_line, tag_seen, with_cards
from tests.emulated.moments import worst
from tests.emulated.radio import SEAT_BANK, Banks, Chip, Held, Tag, tag_model
from tests.emulated.table import Table
from tests.support.campaign import IN_CAMPAIGN

pytestmark = [pytest.mark.emulated, pytest.mark.usefixtures("image_here")]
OTHER = "04ffeeddccbbaa"
SHORT = "deadbeef"
NFC = {"version": 1, **SMALL, "cell_kind": "nfc"}
Place = tuple[int, int]


def bits(*cells: int) -> str:
    return f"{sum(1 << cell for cell in cells):09x}"


def test_readers_are_held_in_reset_until_their_supply_is_charged(image_here):
    """At power-on a branch's switch must charge capacitors before readers draw anything."""
    table = Table({"version": 1, **SMALL})
    assert table.banks.is_off
    table.until(lambda: not table.banks.is_off, step_ms=0.05)
    assert table.us > 1000 * READERS_WAKE_MS


@pytest.mark.parametrize("uid", [UID, SHORT])
def test_a_tag_arrives_and_leaves(large, uid):
    began_us = large.us
    large.lay(2, uid)
    tag = large.hears("tag")
    assert tag.fields == (2, uid)
    assert tag.us - began_us <= 1000 * FIGURES["tag"].goal
    large.lift(2)
    assert large.hears("untag").fields == (2,)


GAPS, SPREAD = 2, 4


@pytest.mark.parametrize("others", [1, *(pytest.param(many, marks=pytest.mark.long) for many in range(2, 7))])
def test_a_card_is_told_in_time_though_others_lie_elsewhere(image_here, others, record_property):
    ms = worst(with_cards(others), tag_seen, GAPS, SPREAD)
    record_property(f"tag laid to line, {others} others lie", f"{ms:.1f} ms")
    assert ms <= FIGURES["tag-one"].goal


def silenced(table: Table, many: int, fault: str) -> Table:
    """So many readers have failed for a while in this way."""
    for reader in range(many):
        FAULTS[fault](table.banks, (SEAT_BANK, reader))
    table.run_ms(600)
    table.take()
    return table


@pytest.mark.long
@pytest.mark.parametrize("fault", ["stays silent", "has no crystal"])
@pytest.mark.parametrize("many", [1, 4, 6])
def test_a_card_is_told_in_time_though_other_readers_say_nothing(large, many, fault, record_property):
    ms = worst(silenced(large, many, fault), tag_seen, GAPS, SPREAD)
    record_property(f"tag laid to line, each of {many} others {fault}", f"{ms:.1f} ms")
    assert ms <= FIGURES["tag"].goal


class Deaf(Chip):  # type: ignore[misc]
    """A chip that does not hear the command to reset itself."""

    def command(self, value: int) -> None:
        super().command(0 if value == tag_model.SOFT_RESET else value)


def spoilt(table: Table, chip: Chip) -> set[str]:
    """What is told of a reader whose chip's timer a spark has stopped, some polls later; then a card is laid on it."""
    table.banks.plug(SEAT_BANK, 3, chip)
    table.run_ms(400)
    table.banks.chip(SEAT_BANK, 3).write(tag_model.TIMER_MODE, 0)
    table.run_ms(400)
    trouble = set(str(table.greet("beef").fields[-1]).split(","))
    table.lay(3, UID)
    assert table.hears("tag").fields == (3, UID)
    return trouble


def test_a_chip_whose_registers_are_spoilt_is_mended_by_its_own_reset(large):
    assert "reader.3" not in spoilt(large, Chip())
    assert large.banks.chip(SEAT_BANK, 3).registers[tag_model.TIMER_MODE] == 0x80


@pytest.mark.long
def test_control_one_that_cannot_be_reset_stays_lost(large):
    assert "reader.3" in spoilt(large, Deaf())


def changed(**values: object) -> Callable[[Banks, Place], object]:
    return lambda banks, place: vars(banks.chip(*place)).update(values)


FAULTS: dict[str, Callable[[Banks, Place], object]] = {
    "stays silent": changed(transceive=lambda: None),
    "garbles all": changed(spoil=lambda heard: (heard, tag_model.PARITY)),
    "has no crystal": changed(awake_us=1e12, crystal_us=1e12, stopped_until_us=1e12),
    "loses its supply": lambda banks, place: banks.chip(*place).lose_supply(),
    "has no timer": lambda banks, place: banks.chip(*place).write(tag_model.TIMER_MODE, 0),
    "is taken out": lambda banks, place: banks.chips.pop(place),
    "holds its line low": lambda banks, place: banks.plug(*place, Held(0x00)),
    "holds its line high": lambda banks, place: banks.plug(*place, Held(0xFF)),
}
SEATED = range(7)
APART_MS = 13  # so that failures fall on every moment of a turn of all readers, which lasts 75 to 93 ms here


def edges(table: Table, most_ms: int) -> list[tuple[str, tuple[object, ...]]]:
    """What is told within this time, acknowledged."""
    told = {}
    for _ in range(0, most_ms, 5):
        table.run_ms(5)
        new = {frame.number: (frame.word, frame.fields) for frame in table.frames() if frame.number}
        if new:
            table.acknowledge(max(new))
        told.update(new)
    return list(told.values())


def outlived(table: Table, reader: int, fault: str) -> bool:
    """One reader fails: nothing is invented, keys and other readers are as before; one in its place is polled."""
    other, place = (reader + 1) % len(SEATED), (SEAT_BANK, reader)
    FAULTS[fault](table.banks, place)
    assert press_to_line(table) <= FIGURES["press-all"].goal
    table.acknowledge(len(SEATED) + 1)
    assert edges(table, 200) == []
    table.lay(other, OTHER)
    assert edges(table, 1200) == [("untag", (other,)), ("tag", (other, OTHER))]
    table.banks.plug(*place)
    table.put(SHORT, *place)
    assert edges(table, 600) == [("untag", (reader,)), ("tag", (reader, SHORT))]
    return True


@pytest.mark.campaign
def test_no_failure_of_a_reader_at_any_moment_moves_a_card_or_stops_the_others(large, record_property):
    for reader in SEATED:
        large.put(f"{UID[:-1]}{reader}", SEAT_BANK, reader)
    assert len(edges(large, 400)) == len(SEATED)

    def moments() -> Iterator[Callable[[], bool]]:
        for reader, fault in list(product(SEATED, FAULTS))[:: 1 if IN_CAMPAIGN else 34]:
            yield partial(outlived, large, reader, fault)
            large.run_ms(APART_MS)

    outlived_all = list(side_by_side(moments()))
    record_property("failures of a reader at the emulated Pico", f"{len(outlived_all)}, each outlived")


LOOKED_AT_MS = 8 * 500 + 500  # within this each absent reader has been looked for


def ails(table, within_ms=LOOKED_AT_MS):
    """What is told of the readers in the end."""
    for _ in range(0, within_ms, 500):
        table.run_ms(500)
        table.acknowledge(0)  # a host is there and reads
    return list(table.frames(("trouble",)))[-1].fields


def test_a_line_that_is_mended_brings_all_readers_back():
    table = Table({"version": 1, **SMALL}, readers=range(3))
    table.banks.miso = 0xFF
    said = table.greet().fields
    assert (said[4], said[-1]) == ("00", "miso-high")
    table.banks.miso = None
    assert ails(table) == ("07", "-")


def test_another_chip_that_is_replaced_or_taken_out_is_no_trouble_any_more():
    table = Table({"version": 1, **SMALL}, readers=range(1))
    for reader in (2, 3, 4):
        table.banks.plug(SEAT_BANK, reader, Held(0x42))
    said = table.greet().fields
    assert (said[4], {*said[-1].split(",")}) == ("01", {"reader.2", "reader.3", "reader.4"})
    table.banks.plug(SEAT_BANK, 2)
    del table.banks.chips[SEAT_BANK, 3]
    assert ails(table) == ("05", "reader.4")


def test_several_cards_are_trouble_until_all_are_lifted(large):
    for uid in (UID, OTHER):
        large.put(uid, SEAT_BANK, 1)
    first, second = sorted((large.hears("tag", "trouble"), large.hears("tag", "trouble")), key=lambda heard: heard.word)
    assert first.fields[0] == 1 and "crowded.1" in second.fields[-1].split(",")
    assert abs(second.us - first.us) <= 1000 * LOOK_MS / 2
    large.lift(1)
    assert "crowded.1" not in ails(large, 1000)[-1].split(",")


def test_a_bus_that_stands_still_stops_no_key_and_not_ctrl_C(large):
    large.mcu.spi[0].on_transmit = lambda byte: None  # it never says that a byte is through
    large.run_ms(200)
    large.press(20)
    assert large.hears("press").fields == (20,)
    assert large.execute("print(6 * 7)") == "42\n"


@pytest.fixture(scope="module")
def nfc(image_here):
    table = Table(NFC, readers=range(2), is_nfc=True)
    assert table.greet().fields[3] == "nfc"
    return table


@pytest.mark.parametrize("many", [1, 7])
def test_bytes_that_came_too_late_are_no_answer_to_the_next_question(large, many):
    for _ in range(many):
        large.mcu.spi[0].rx_fifo.push(0x37)
    large.run_ms(100)
    large.lay(3, UID)
    assert large.hears("tag").fields == (3, UID)
    large.run_ms(100)
    assert "reader." not in large.greet("beef").fields[-1]


def test_a_card_sought_is_found_where_it_lies(nfc):
    nfc.say("seek", UID, bits(7, 14, 21))
    nfc.hears("ack")
    nfc.lay_on(20, UID)
    nfc.lay_on(7, OTHER)
    nfc.run_ms(300)
    assert not list(nfc.frames(("press",)))
    nfc.lay_on(14, UID)
    assert nfc.hears("press", most_ms=300).fields == (14,)
    nfc.acknowledge(1)
    nfc.run_ms(300)
    assert not list(nfc.frames(("press", "release")))


def test_an_audit_tells_every_tag_and_what_it_could_not_read(nfc):
    lying = {0: UID, 17: SHORT, 35: OTHER}
    for cell, uid in lying.items():
        nfc.lay_on(cell, uid)
    del nfc.banks.chips[divmod(8, 6)]
    nfc.say("audit")
    found: dict[int, str] = {}
    while True:
        frame = nfc.hears("found", "audited")
        nfc.acknowledge(frame.number or 0)
        if frame.word == "audited":
            break
        found[frame.fields[0]] = frame.fields[1]
    assert found == lying
    assert frame.fields == (bits(8),)


def test_the_model_fails_a_driver_that_talks_to_a_sleeping_chip():
    """The control: what a real chip would not stand is not passed over."""
    chip = Chip(tags=[Tag(UID)])
    chip.wait(5000)
    chip.write(tag_model.COMMAND, 0x10)
    with pytest.raises(AssertionError, match="sleeps"):
        chip.write(tag_model.BIT_FRAMING, 0x87)
