"""What the order costs: an offer for every line, boards by their size, and what the page says of it."""

import pytest
from glowtable.messages import UserError

from hardware.layout.assembly import placed, uses
from hardware.model.boards import POD, QUARTER
from hardware.papers import bill, cost, fab
from hardware.papers.bill import Line
from hardware.papers.cost import wanted
from hardware.papers.market import OFFERS, offer_of, offers_in
from hardware.papers.tables import TABLES as PAGES
from hardware.product.supply import SUPPLIES

TABLES = (1, 5)


def test_every_line_has_a_part_two_others_and_a_band():
    for supply in SUPPLIES:
        for item, offer in cost.priced(supply=supply):
            assert len({offer.part, *offer.others}) == 3 and all((offer.part, *offer.others)), item.line
            assert 0 < offer.low < offer.high and item.line.quantity > 0, item.line


def test_no_offer_is_for_nothing():
    """But for chips, which are offered in two sizes, and for posts, which may be prints."""
    asked = {item.line[1:3] for supply in SUPPLIES for item in bill.items(supply=supply)}
    used = {offer_of(*line) for line in asked}
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
    assert dict(error.value.message.fill)["part"] == "thing"
    assert len(offers_in(sound)) == 1


# -- money


def test_a_board_costs_more_the_larger_it_is_the_more_layers_and_the_more_there_are():
    small = fab.Bare(75, 98, 2)
    more = [small._replace(width=99), small._replace(width=101), small._replace(layers=4)]
    for other in more:
        assert fab.made(small, 10).low < fab.made(other, 10).low and fab.made(small, 10).high < fab.made(other, 10).high
    assert fab.made(small, 5).low < fab.made(small, 10).low < 2 * fab.made(small, 5).low
    assert fab.assembled(QUARTER, 5).high < fab.assembled(QUARTER, 20).high < 4 * fab.assembled(QUARTER, 5).high


def test_a_house_that_solders_connectors_asks_by_the_joint_and_for_spare_boards_too():
    nothing = cost.connectors_by_house(())
    assert (nothing.low, nothing.high) == (4 * fab.WIRED_JOB.low, 4 * fab.WIRED_JOB.high)
    plugs = cost.connectors_by_house(("Plug_VH_below",))
    header = offer_of("locking pin header 1 x 2, pitch 3.96 mm, VH type", "")
    assert plugs.low - nothing.low == pytest.approx(
        2 * 5 * fab.WIRED_JOINT.low + header.low
    )  # five quarters, one spare


def test_connectors_of_the_kits_board_are_left_to_hands(monkeypatch):
    held = tuple(part.kind.footprint for part in bill.by_hand(bill.COUPON))
    of_table = cost.connectors_by_house(held)
    assert bill.COUPON not in cost.OF_TABLE
    monkeypatch.setattr(cost, "OF_TABLE", bill.BOARDS)
    assert cost.connectors_by_house(held).low > of_table.low


def test_a_job_of_its_own_for_the_dealer_costs_more_than_the_parts_it_saves():
    saved = [wanted(Line(1, *bill.key(each), "")).high for each in placed(POD) if each.ref in POD.without["dealer"]]
    assert len(saved) == 13
    assert sum(saved) < (fab.made(fab.bare(POD), 5) + fab.assembled(uses(POD)["pod-dealer"], 5)).low


def test_panels_of_pods_are_dearer_than_single_ones():
    pod = fab.bare(POD)
    assert pod.is_small and not fab.panel(pod, 2).is_small
    assert fab.made(fab.panel(pod, 2), 5).low > fab.made(pod, 10).low


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
