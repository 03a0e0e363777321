"""The order: nothing missing, nothing twice, everything priced; each way to get it wrong is caught. And what it costs:
an offer for every line, boards by their size, and what the page says of it."""

import csv
from collections import Counter
from io import StringIO

import pytest
from glowtable import games
from glowtable.messages import UserError

from hardware import kicad
from hardware.layout.assembly import assembly, placed, uses
from hardware.model.board import Board, Part
from hardware.model.boards import BAR, HUB2, POD, QUARTER
from hardware.model.kinds import KEY, Kind, pins_in
from hardware.papers import bill, cost
from hardware.papers.beds import grams_by_material
from hardware.papers.cost import OFFERS, offers_in, wanted
from hardware.papers.tables import TABLES as PAGES
from hardware.product import table as t
from hardware.product.supply import SUPPLIES
from hardware.solids.needed import NEEDED, Needed
from hardware.solids.slicing import slice_of
from hardware.tray.routes import routes
from hardware.tray.tables import cuts
from tests.games.shipped import SHIPPED
from tests.hardware.usual import PACKAGES

TABLES = (1, 5)


def counted(by, group=None, tables=1):
    """What of the order comes to its place so: (about, value) -> pieces."""
    found = Counter()
    for item in bill.items(tables):
        if item.by == by and group in (None, item.group):
            found[item.line[1:3]] += item.line.quantity
    return found


def said(error):
    return dict(error.value.message.fill)


def order_only(monkeypatch, board):
    """Seven of this board and nothing else."""
    monkeypatch.setattr(bill, "NEEDS", ((board, 7),))
    for module in (bill, cost):
        monkeypatch.setattr(module, "BOARDS", (board,))


# -- boards


@pytest.mark.parametrize(("tables", "lots"), [(1, (5, 10, 5, 5, 5)), (2, (10, 15, 5, 5, 5)), (5, (20, 35, 5, 5, 5))])
def test_boards_come_in_fives_and_the_coupon_once(tables, lots):
    assert tuple(bill.ordered(board, tables) for board in bill.BOARDS) == lots


@pytest.mark.parametrize("board", bill.BOARDS, ids=lambda board: board.name)
@pytest.mark.parametrize("tables", TABLES)
def test_the_house_is_sold_what_its_list_names_for_every_board_that_is_made(board, tables):
    listed = Counter()
    for row in csv.DictReader(assembly(board)[f"{board.name}-bom.csv"].splitlines()):
        listed[row["Part"]] += int(row["Quantity"])
    sold = Counter()
    for (about, _), pieces in counted(bill.HOUSE, board.name, tables).items():
        sold[about] += pieces
    assert sold == +Counter({about: pieces * bill.ordered(board, tables) for about, pieces in listed.items()})


@pytest.mark.parametrize("tables", TABLES)
def test_every_part_that_the_house_leaves_is_bought_once_for_each_board_in_use(tables):
    """Counted another way: board by board, the dealer's as its own list has it."""
    expected = Counter({"Raspberry Pi Pico or Pico 2, and two pin headers 1 x 20": tables})
    dealer = uses(POD)["pod-dealer"]
    in_use = [(QUARTER, 4), (POD, 6), (dealer, 1), (HUB2, 1), (BAR, 1)]
    for board, pieces in [*((b, n * tables) for b, n in in_use), (bill.COUPON, 1)]:
        named = {row.split(",")[0] for row in assembly(board)[f"{board.name}-cpl.csv"].splitlines()}
        for each in board.parts:
            if each.is_fitted and each.ref not in named and each.ref[:2] != "TP" and each.ref != "F1":
                expected[each.kind.about] += pieces
    bought = Counter()
    for item in bill.items(tables):
        if item.by == bill.SOLDERED and not item.line.about.startswith(("resettable fuse", "SMD key")):
            bought[item.line.about] += item.line.quantity
    assert bought == +expected and sum(bought.values()) == 2 * tables


def test_what_is_easily_ordered_wrong_is_said_to_the_house():
    rows = {row["Designator"]: row for row in csv.DictReader(assembly(HUB2)["hub2-bom.csv"].splitlines())}
    assert rows["U1"]["Part"].startswith("two sockets 1 x 20, 2.54 mm, 8.5 mm high; ")
    assert "No Pico is soldered" in assembly(HUB2)["hub2-order.txt"]
    assert "pod-dealer-bom.csv and pod-dealer-cpl.csv are for other boards" in assembly(POD)["pod-order.txt"]
    assert all("No Pico" not in assembly(board)[f"{board.name}-order.txt"] for board in (POD, BAR, QUARTER))


def test_a_part_added_to_a_board_is_ordered_by_itself(monkeypatch):
    more = Board(POD.name, POD.title, (*POD.parts, Part("SW9", KEY, "", {"1": None, "2": None})), without=POD.without)
    order_only(monkeypatch, more)
    assert counted(bill.HOUSE, POD.name)[KEY.about, ""] == (3 + 1) * 10


# -- everything else


def test_every_cable_is_bought_at_its_length():
    expected = Counter((f"{route.kind}, {route.bought:.0f} mm", "") for route in routes())
    bought = counted(bill.BOUGHT, bill.CABLES).items()
    assert Counter({key: n for key, n in bought if "supply" not in key[0]}) == expected
    assert sum(expected.values()) == 17


def test_a_cable_bought_too_short_is_refused_by_name_and_nothing_is_written(monkeypatch, tmp_path, capsys):
    monkeypatch.setitem(t.POD_LEADS, "seat 6", t.POD_LEADS["seat 6"]._replace(bought=500.0))
    with pytest.raises(UserError) as error:
        bill.items()
    assert said(error)["place"] == "seat 6" and said(error)["bought"] == "500"
    monkeypatch.setattr(kicad, "MADE", tmp_path)
    assert kicad.main() != 0
    assert "seat 6" in capsys.readouterr().err and list(tmp_path.iterdir()) == []


def test_every_line_of_the_cut_list_is_ordered_and_the_oak_by_the_metre():
    bought = counted(bill.BOUGHT, bill.STUFF)
    for pieces, what, of, size in cuts():
        if of != bill.OAK and not what.startswith(tuple(NEEDED)):
            assert bought[", ".join(filter(None, (what, of, size))), ""] == pieces
    screws = {
        "screws M2.5, countersunk, steel, 35 long": 16,
        "screws M3, countersunk, for the hub, steel, 12 long": 4,
        "nuts for screws M3": 4,
    }
    assert {about: bought[about, ""] for about in screws} == screws
    (oak,) = [pieces for (about, _), pieces in bought.items() if about.startswith("oak bar")]
    assert oak >= 2 * (t.OUTSIDE + t.OUTSIDE - 2 * t.BAR) / 1000 > oak - 1


def test_a_screw_added_to_the_cut_list_is_asked_for_by_name(monkeypatch):
    monkeypatch.setattr(bill, "cuts", lambda: [*cuts(), (28, "screws M9, for lids", "steel", "8 long")])
    with pytest.raises(UserError) as error:
        cost.priced()
    assert said(error) == {"part": "screws M9, for lids, steel, 8 long"}


@pytest.mark.parametrize("tables", TABLES)
def test_a_tag_for_every_card_a_reader_for_every_pod_and_one_more(tables):
    cards = sum(len(games.find(name).deck) for name in SHIPPED)
    assert counted(bill.BOUGHT, bill.CARDS, tables)["tag", ""] == cards * tables == 534 * tables
    found = counted(bill.BOUGHT, bill.MODULES, tables)
    assert found["RC522 card reader module, 40 x 60 mm, 13.56 MHz", ""] == (len(t.PODS) + 1) * tables
    assert found["key cap for an MX switch", ""] == 24 * tables


def test_each_supply_is_bought_with_its_own_fuse():
    for supply in SUPPLIES:
        abouts = [item.line.about for item in bill.items(supply=supply) if item.group == bill.CABLES]
        fuses = [about for about in abouts if about.startswith("resettable fuse")]
        assert fuses == [f"resettable fuse, holds {supply.fuse.holds_ma / 1000:g} A, lead pitch 5 mm"]
        assert sum(about.startswith("power supply") for about in abouts) == 1


# -- prints


def test_prints_are_weighed_by_material_and_all_of_them():
    prints = NEEDED.values()
    grams = grams_by_material()
    assert {each.material for each in prints} | {each.change.material for each in prints if each.change} == set(grams)
    assert sum(grams.values()) == pytest.approx(sum(each.pieces * slice_of(n).grams for n, each in NEEDED.items()))
    assert 0 < grams["TPU 95A"] < 10 < grams["PETG, plain white"] < grams["PETG, natural or opal"]


def test_what_is_printed_is_not_bought_again(monkeypatch):
    assert not any("posts" in about for about, _ in counted(bill.BOUGHT, bill.STUFF))
    monkeypatch.delitem(NEEDED, "post")
    assert any("posts" in about for about, _ in counted(bill.BOUGHT, bill.STUFF))


def test_a_print_is_weighed_as_its_material_says_whatever_its_words_are(monkeypatch):
    before = grams_by_material()
    monkeypatch.setitem(NEEDED, "bar-lid", Needed(1, "white, face down", material="TPU 95A"))
    after = grams_by_material()
    moved = {each for each in before if after[each] != before[each]}
    assert moved == {"PETG, white with much pigment", "TPU 95A"}
    assert sum(after.values()) == pytest.approx(sum(before.values()))


UNKNOWN = Kind("MOON", "U", "C_0805", "moon dust, 0805", pins_in("1 1; 2 2"))


def test_a_part_that_nobody_offers_is_refused_by_name_and_nothing_is_written(monkeypatch, tmp_path, capsys):
    more = Board(POD.name, POD.title, (*POD.parts, Part("U9", UNKNOWN, "", {"1": None, "2": None})))
    order_only(monkeypatch, more)
    monkeypatch.setattr(kicad, "MADE", tmp_path)
    assert kicad.main() != 0
    assert capsys.readouterr().err == "moon dust, 0805: no part and no price\n"
    assert list(tmp_path.iterdir()) == []


# -- the file


def test_the_list_is_a_table_any_program_reads_and_has_every_line_once():
    head, *rows = csv.reader(StringIO(cost.as_csv()))
    assert tuple(head) == cost.HEAD
    assert sum(int(row[0]) for row in rows) == sum(item.line.quantity for item, _ in cost.priced())
    assert len({tuple(row[1:4]) for row in rows}) == len(rows)
    assert {row[3] for row in rows} == {cost.FAB, bill.HOUSE, bill.SOLDERED, bill.BOUGHT}


def test_flat_footprints_of_the_order_have_a_package_that_is_known():
    assert {each.kind.footprint for board in bill.BOARDS for each in placed(board)} <= set(PACKAGES)


# -- offers


def test_every_line_has_a_part_two_others_and_a_band():
    for supply in SUPPLIES:
        for item, offer in cost.priced(supply=supply):
            assert len({offer.part, *offer.others}) == 3 and all((offer.part, *offer.others)), item.line
            assert 0 < offer.low < offer.high and item.line.quantity > 0, item.line


def test_no_offer_is_for_nothing():
    """But for chips, which are offered in two sizes, and for posts, which may be prints."""
    used = {wanted(item.line) for supply in SUPPLIES for item in bill.items(supply=supply)}
    unused = [about for (about, _), offer in OFFERS.items() if offer not in used]
    assert [about for about in unused if not about.endswith(("0603", "0805")) and not about.startswith("posts")] == []


@pytest.mark.parametrize(
    "offer",
    [
        "one,one,other,1,2",
        "one,other,other,1,2",
        "one,other,,1,2",
        "one,other,1,2",
        "one,other,third,2,1",
        "one,other,third,0,1",
        "one,other,third,1,1",
    ],
)
def test_an_offer_without_two_others_or_with_a_price_upside_down_is_refused(offer):
    sound = "begins,value,ask for,or,or else,from,to\nsound,,one,other,third,1,2"
    with pytest.raises(UserError) as error:
        offers_in(f"{sound}\nthing,,{offer}")
    assert said(error)["part"] == "thing"
    assert len(offers_in(sound)) == 1


# -- money


def test_a_board_costs_more_the_larger_it_is_the_more_layers_and_the_more_there_are():
    small = cost.Bare(75, 98, 2)
    more = [small._replace(width=99), small._replace(width=101), small._replace(layers=4)]
    for other in more:
        assert (
            cost.made(small, 10).low < cost.made(other, 10).low
            and cost.made(small, 10).high < cost.made(other, 10).high
        )
    assert cost.made(small, 5).low < cost.made(small, 10).low < 2 * cost.made(small, 5).low
    assert cost.assembled(QUARTER, 5).high < cost.assembled(QUARTER, 20).high < 4 * cost.assembled(QUARTER, 5).high


@pytest.mark.parametrize("tables", TABLES)
def test_the_parts_of_the_cost_are_all_of_it(tables):
    lines = cost.together(cost.priced(tables))
    low = sum(item.line.quantity * offer.low for item, offer in lines)
    whole = cost.total(cost.by_group(tables))
    assert low == pytest.approx(whole.low, rel=0.03)  # boards of one kind share an offer only within one group
    assert whole.low < whole.high < 3 * whole.low


def test_each_of_five_tables_costs_no_more_than_one_alone():
    one, five = (cost.by_group(n) for n in TABLES)
    assert all(five[group].high <= 5 * one[group].high for group in one)


def test_every_table_has_a_head_and_rows():
    for name, make in PAGES.items():
        rows = [line for line in make().splitlines() if line.startswith("| ")]
        assert len(rows) > 3, name
        assert all(line.count("|") >= 3 for line in rows), name
