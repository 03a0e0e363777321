"""What people do next, at random: likelier what leads deeper, as a card's name is after `wrong`."""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import NamedTuple

from glowtable.grid import CELLS, seat_name
from glowtable.match.session import Phase, Session
from glowtable.table import SEAT_KEYS, TABLE_KEYS, Card, Press, Said
from glowtable.web.followers import Tap
from glowtable.web.outgoing import Page

from tests.support.two_worlds import Deed, TwoTables
from tests.support.watched_table import EXPORTS


class Wish(NamedTuple):
    """How likely something is done in this phase, and how it is chosen."""

    weight: Callable[[Session], float]
    choose: Callable[[TwoTables, Random], Deed]


def typed(two: TwoTables, rng: Random, line: str) -> Deed:
    return Deed("type", line)


def a_name(two: TwoTables, rng: Random) -> Deed:
    exchanged = two.spot.exchanged_names
    name = rng.choice(exchanged) if exchanged and rng.random() < 0.6 else rng.choice(two.game.deck)
    name = name[:-1].rstrip() if rng.random() < 0.3 else name
    who = f"{a_player(two, rng)} " if rng.random() < 0.3 else ""
    return Deed("type", who + name)


def a_player(two: TwoTables, rng: Random) -> str:
    return rng.choice(two.tables[0].names)


def a_word(two: TwoTables, rng: Random) -> Deed:
    """A kind of action, perhaps with a card's name, perhaps for somebody."""
    kind = rng.choice([kind for kind, said in two.game.kinds.items() if not said.by_chance])
    about = f" {rng.choice((a_player(two, rng), a_name(two, rng).what))}" if two.game.kinds[kind].domains else ""
    who = f"{a_player(two, rng)} " if rng.random() < 0.6 else ""
    return Deed("type", f"{who}{kind}{about}")


def a_key(two: TwoTables, rng: Random) -> Deed:
    question = two.sessions[0].question
    seats = sorted(question.needed) if question and rng.random() < 0.8 else range(len(two.tables[0].names))
    name = two.tables[0].names[rng.choice(seats)]
    key = rng.choices(("ok", "pass", "undo"), (6, 1.5, 1))[0]
    return Deed("type", f"{key} {name}" if rng.random() < 0.85 else key)


def a_cell(two: TwoTables, rng: Random) -> Deed:
    lit = two.sessions[0].lit_cells
    return Deed("sense", Press(rng.choice(lit) if lit and rng.random() < 0.8 else rng.randrange(CELLS)))


def an_action(two: TwoTables, rng: Random) -> Deed:
    """What a person may do now, as far as everybody knows, or as the viewer knows."""
    session, rules = two.sessions[0], two.game.rules
    acting = session.match_state.seats_to_act
    seat = rng.choice(acting) if acting else 0
    state = session.state if seat == two.spot.viewer else session.match_state.public_state
    legal = rules.legal(state, seat) if acting else ()
    if not legal:
        return a_key(two, rng)
    again = two.next_of_both()
    event = two.game.surface.gesture(again if again in legal and rng.random() < 0.8 else rng.choice(legal), state)
    if isinstance(event, Said):
        own = f"{seat_name(seat)} "
        is_own = event.text.startswith(own)
        return Deed("type", f"{two.tables[0].names[seat]} {event.text.removeprefix(own)}" if is_own else event.text)
    if isinstance(event, Card) and seat != two.spot.viewer:
        return Deed("type", f"{two.tables[0].names[seat]} {event.card}")
    return Deed("sense", event)


def a_known_card(two: TwoTables, rng: Random) -> Deed:
    """A card of which the viewer knows where it is, at somebody's reader; where cards are dealt there is none."""
    session = two.sessions[0]
    cards = sorted({*own_cards(session, two.spot.viewer), *open_cards(session)}.difference(two.spot.exchanged_names))
    if session.match_state.dealt or not cards:
        return a_name(two, rng)
    return Deed("sense", Card(rng.randrange(len(session.players)), rng.choice(cards)))


def own_cards(session: Session, viewer: int) -> set[str]:
    view = session.game.rules.view(session.state, viewer)
    return set(session.game.surface.own_hand(view)[0]).intersection(session.game.deck)


def open_cards(session: Session) -> Iterator[str]:
    """The topmost card of each cell whose cards are seen."""
    surface, view, copies = session.game.surface, session.view, session.match_state.identities.copies
    closed = surface.face_down(view)
    for cell, pile in surface.cards_on_cells(view).items():
        name = min(pile[-1]) if cell not in closed and pile else ""
        if name and pile[-1] <= {*copies(name)}:
            yield name


def an_audit(two: TwoTables, rng: Random) -> Deed:
    """Somebody has moved cards on the cells, likely those that are exchanged."""
    lying, _ = two.lying_cards()
    cells, exchanged = sorted(lying) or [0], [cell for cell in lying if lying[cell] in two.spot.exchanged_names]
    acts = rng.choices(("exchange", "take", "strange"), (6, 2, 1), k=rng.choice((0, 1, 1, 2)))
    moved = tuple(
        (act, rng.choice(exchanged or cells) if rng.random() < 0.5 else rng.choice(cells),
         rng.choice((rng.choice(exchanged or cells), rng.choice(cells), rng.randrange(CELLS))))
        for act in acts
    )  # fmt: skip
    return Deed("audit", (moved, 1 << rng.randrange(CELLS) if rng.random() < 0.1 else 0))


def about_a_cell(two: TwoTables, rng: Random) -> Deed:
    names = two.sessions[0].match_state.cell_names
    return Deed("type", f"{rng.choice(('why', 'show'))} {rng.choice(names)}")


def about_a_seat(two: TwoTables, rng: Random) -> Deed:
    return Deed("type", f"{rng.choice(('hand', 'hint'))} {a_player(two, rng)}")


def a_leaf(two: TwoTables, rng: Random) -> Deed:
    return Deed("type", rng.choice(("history", "status", "lights", "help")))


def a_completion(two: TwoTables, rng: Random) -> Deed:
    """Tab after the beginning of what somebody could type."""
    line = rng.choice((a_name, a_word, about_a_cell, about_a_seat))(two, rng).what
    return Deed("tab", line[: rng.randrange(len(line) + 1)])


def a_tap(two: TwoTables, rng: Random) -> Deed:
    """On the table's page, on what it offers."""
    page = two.tables[0].page_now()
    taps = [
        *(Tap("choose", id=choice["id"]) for choice in page["choices"]),
        *(Tap("press", cell=cell, id=shown["does"]["id"]) for cell, shown in enumerate(page["cells"]) if shown["does"]),
        *(
            Tap("key", seat=seat, key=answer["key"])
            for seat, player in enumerate(page["players"]) for answer in player["answers"]
        ),
        *(Tap("show", id=card) for card in rng.sample(page["awaited"], min(3, len(page["awaited"])))),
        *(Tap("lay", seat=int(reader), id=card) for card, reader in laid_openly(page)),
        Tap("why", cell=rng.randrange(CELLS)),
        Tap("key", key=rng.choice(TABLE_KEYS)),
        Tap("key", seat=rng.randrange(len(page["players"])), key=rng.choice(SEAT_KEYS)),
    ]  # fmt: skip
    return Deed("tap", (None, rng.choice(taps)._replace(at=some_pages_ago(rng))))


def laid_openly(page: Page) -> Iterator[tuple[str, str]]:
    """The cards that all see and that may be laid on a reader, with their readers."""
    things = [thing for zone in page["zones"] for thing in zone["things"] if thing["card"]]
    piles = [(cell["cards"][-1], cell) for cell in page["cells"] if cell["cards"]]
    for card, shown in (*((thing["card"], thing) for thing in things), *piles):
        yield from ((card, reader) for reader in shown["readers"])


def an_own_tap(two: TwoTables, rng: Random) -> Deed:
    """On the device of who looks, on what it offers."""
    table = two.tables[0]
    page = table.own_page_now(table.companion.steps.steps_of(two.spot.viewer))
    steps = [choice for choice in page["choices"] if choice["is_step"]]
    taps = [
        *(Tap("choose", id=choice["id"]) for choice in rng.sample(page["choices"], min(4, len(page["choices"])))),
        *(Tap("step", id=choice["id"]) for choice in rng.sample(steps, min(4, len(steps)))),
        *(Tap("step", id=step["id"]) for step in page["draft"]),
        *(Tap("key", seat=two.spot.viewer, key=answer["key"]) for answer in page["answers"]),
        *(Tap("show", id=card) for card in rng.sample(page["awaited"], min(3, len(page["awaited"])))),
        Tap("step"),
        Tap("key", seat=two.spot.viewer, key="undo"),
    ]
    return Deed("tap", (two.spot.viewer, rng.choice(taps)._replace(at=some_pages_ago(rng))))


def some_pages_ago(rng: Random) -> int:
    """How old the page is that is tapped."""
    return rng.choices((0, 1, 3), (8, 1, 1))[0]


def in_phase(*phases: Phase, yes: float, no: float = 0.0) -> Callable[[Session], float]:
    return lambda session: yes if session.phase in phases else no


def is_undoing(session: Session) -> bool:
    """An undo has taken back what chance brought: people may go on with that, or do it again."""
    return session.is_open and bool(session.match_state.drawn_before.kept)


P = Phase
HISTORY_PAGE = Wish(lambda session: 0.4, lambda two, rng: Deed("history page", rng.randrange(1000)))
EXPORT = Wish(lambda session: 0.15, lambda two, rng: Deed("export", rng.choice(tuple(EXPORTS))))
WISHES = (
    Wish(in_phase(P.DISPUTED, yes=12, no=2), a_name),
    Wish(in_phase(P.DISPUTED, yes=5, no=5), a_cell),
    Wish(lambda session: 14 if session.question or session.repairs else 5, a_key),
    Wish(in_phase(P.PLAYING, yes=10), an_action),
    Wish(in_phase(P.PLAYING, yes=2, no=1), a_word),
    Wish(in_phase(P.PLAYING, P.OVER, yes=4, no=0.3), partial(typed, line="wrong")),
    Wish(in_phase(P.PLAYING, P.OVER, P.DISPUTED, yes=3, no=0.3), partial(typed, line="undo")),
    Wish(lambda session: 10 * is_undoing(session), partial(typed, line="undo")),
    Wish(lambda session: 20 * is_undoing(session), an_action),
    Wish(lambda session: 6 if session.paused else 0.8, partial(typed, line="pause")),
    Wish(lambda session: 0.3, partial(typed, line="night")),
    Wish(in_phase(P.PLAYING, yes=1, no=0.2), partial(typed, line="next")),
    Wish(in_phase(P.PLAYING, yes=1.5, no=0.5), partial(typed, line="pass")),
    Wish(lambda session: 0.5, partial(typed, line="")),
    Wish(lambda session: 1.5, about_a_cell),
    Wish(lambda session: 1.5, about_a_seat),
    Wish(lambda session: 0.8, a_leaf),
    Wish(in_phase(P.DISPUTED, P.PLAYING, yes=3, no=1), a_known_card),
    Wish(lambda session: 14 if session.match_state.chance.is_awaited and session.phase is P.PLAYING else 0,
         lambda two, rng: Deed("draw", rng.randrange(1000))),
    Wish(lambda session: 0 if not session.nfc else 8 if session.phase is P.DISPUTED else 0.4, an_audit),
    Wish(in_phase(P.ASLEEP, P.GREETING, yes=0.1, no=0.6), lambda two, rng: Deed("lost")),
    Wish(in_phase(P.ASLEEP, yes=10), lambda two, rng: Deed("back", rng.choice((("hello", "snapshot"), ("hello",))))),
    Wish(in_phase(P.GREETING, yes=10), lambda two, rng: Deed("back", ("snapshot",))),
    Wish(lambda session: 0.4, lambda two, rng: Deed("wait", rng.choice((200, 1000, 6000)))),
    HISTORY_PAGE,
    Wish(lambda session: 4, a_tap),
    Wish(lambda session: 4, an_own_tap),
    Wish(lambda session: 1, a_completion),
    Wish(lambda session: 0.5, lambda two, rng: Deed("claim", rng.choice(sorted(two.sessions[0].people)))),
    EXPORT,
)  # fmt: skip


def next_deed(two: TwoTables, rng: Random) -> Deed:
    session = two.sessions[0]
    return rng.choices(WISHES, [wish.weight(session) for wish in WISHES])[0].choose(two, rng)
