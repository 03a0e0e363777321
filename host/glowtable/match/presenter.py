"""What is shown of a match: what is asked of whom, and what shines. Pure functions of the session."""

from __future__ import annotations

from glowtable.game import Game
from glowtable.grid import CELLS, TABLE_SEAT, seat_name
from glowtable.match.session import SHOW_HAND, Phase, Question, Session
from glowtable.messages import BOARD, SILENT, Message, say
from glowtable.table import (
    BLINK,
    BREATHE,
    CHOICE,
    COVER,
    DARK,
    DIM,
    FLASH,
    OFF,
    ORANGE,
    RED,
    STEADY,
    WHITE,
    Light,
    Picture,
    Prompt,
)

RUN_DOWN_PCT = 80  # so much darker is the table when the time for an answer has run down
NIGHT_PCT = 25  # of the brightness that the table's settings allow
# How the cells of the last move are lit: white is no card's colour, and breathing asks for nothing. A card that may be
# covered stays lit as one. Every other light says more than that a card came to lie there, so it stays.
LAST_MOVE = {
    STEADY: Light(WHITE, BREATHE), DIM: Light(WHITE, BREATHE), COVER: Light(WHITE, COVER),
}  # fmt: skip
PHASE_MESSAGES = {
    Phase.ASLEEP: say("Can't find the table. Your match will wait. Still looking …").on(
        board=say("Can't find the table. Still looking …")
    ),
    Phase.GREETING: say("Starting the table …"),
    Phase.SETTING: say("Set up the table, then press confirm.").on(
        terminal=say("Set up the table, then press Enter."),
        phone=say("Set up the table, then tap Start."),
        board=say("Setting up …"),
    ),
    Phase.DISPUTED: say(
        "Do the cards match the lights? Confirm: yes. Or press a cell that's wrong, or show a card that's wrong."
    ).on(
        terminal=say("Do the cards match the screen? Enter: yes. Or type a cell or a card that's wrong."),
        phone=say("Do the cards match? Or tap a cell that's wrong."),
        board=say("Checking the cards …"),
    ),
    Phase.OVER: say("Game over. Press next to play again.").on(
        terminal=say("Game over. Type next to play again, or quit."), phone=say("Game over."), board=say("Game over.")
    ),
}
TO_START = say("Press confirm to start.").on(
    terminal=say("Press Enter to start."), phone=say("Tap Start."), board=say("About to start …")
)
GO_FIRST = say("You go first. Press confirm.").on(
    terminal=say("You go first. Press Enter."), phone=say("You go first. Tap Start."), board=say("About to start …")
)
NFC_PROMPT = say("Just put the card down. On top of another card: pass moves the light, confirm picks it.").on(
    terminal=say("Or pass: next lit cell. Enter: this one."), phone=say("Or tap a lit cell."), board=SILENT
)
BY_KEYS = say("Pass: next lit cell. Confirm: this one.").on(
    terminal=say("Or pass: next lit cell. Enter: this one."), phone=say("Or tap a lit cell."), board=SILENT
)

# -- words


def current_prompt(session: Session) -> Prompt:
    """What is asked first. A bot that is about to act while people may comes first, too; it can wait."""
    return current_prompts(session)[0]


def current_prompts(session: Session) -> tuple[Prompt, ...]:
    """What is asked of whom, the most urgent first."""
    if session.is_open:
        asked = _open_prompts(session)
        return (*asked, *_without_buttons(session, asked[0].seat))
    if session.phase is Phase.SETTING and not (session.paused or session.question):
        has_cards = session.game.deck and not session.match_state.dealt  # else hands have nothing to set up
        first = PHASE_MESSAGES[session.phase] if has_cards else TO_START
        messages = (first, *session.game.surface.setup_instructions(session.view))
        return tuple(Prompt(TABLE_SEAT, message) for message in messages)
    return (Prompt(TABLE_SEAT, _first_message(session)),)


def _first_message(session: Session) -> Message:
    """What comes before the match goes on, the most important first."""
    if session.phase in (Phase.ASLEEP, Phase.GREETING):
        return PHASE_MESSAGES[session.phase]
    if session.paused:
        return say("Paused. Press pause to continue.").on(
            terminal=say("Paused. Type pause to continue."), phone=say("Paused. Tap Continue."), board=say("Paused.")
        )
    if session.question:
        return _question_message(session, session.question)
    if session.dispute.look:
        return say("{what} Fix it, then press confirm.", what=session.dispute.look[0]).on(
            terminal=say("{what} Fix it, then press Enter."),
            phone=say("{what} Fix it, then tap Fixed."),
            board=say("{what} Fixing it …"),
        )
    if session.repairs:
        return say("{what} Then press confirm.", what=session.repairs[0]).on(
            terminal=say("{what} Then press Enter."), phone=say("{what} Then tap Fixed."), board=say("Undo: {what}")
        )
    return PHASE_MESSAGES[session.phase]


def _open_prompts(session: Session) -> tuple[Prompt, ...]:
    surface = session.game.surface
    bot = session.match_state.bots.sole_action
    if bot:
        return (
            Prompt(
                TABLE_SEAT if session.match_state.bots.awaiting_confirm else bot.seat,
                session.match_state.bots.instruction_for(bot),
            ),
        )
    asked = surface.prompts(session.view)
    if session.match_state.chance.dealer_decides:  # nobody's hands do it: all only watch
        return tuple(prompt._replace(message=prompt.message.for_device(BOARD)) for prompt in asked)
    seats_to_act = session.match_state.seats_to_act
    if surface.asks_who(session.view) and len(seats_to_act) == 1:
        return (Prompt(seats_to_act[0], GO_FIRST),)
    if session.match_state.bots.pending_action:
        seat = session.match_state.bots.pending_action.seat
        ready = say("Bot {seat} is ready. Press {seat}'s confirm to let it play.", seat=seat).on(
            terminal=say("Bot {seat} is ready. Type ok {seat} to let it play."),
            phone=say("Bot {seat} is ready."),
            board=say("Bot {seat} is ready."),
        )
        return (Prompt(seat, ready), *asked)
    if session.match_state.chance.required_draw:
        what = session.match_state.texts.instruction_text(session.match_state.chance.required_draw, session.state)
        return (Prompt(asked[0].seat, say("Same as before the undo: {what}", what=what)),)
    return asked


def _without_buttons(session: Session, seat: int) -> tuple[Prompt, ...]:
    """How to choose a lit cell on a table whose cells cannot be pressed."""
    if not (session.nfc and session.pointable_cells):
        return ()
    return (Prompt(seat, NFC_PROMPT if session.card_to_place else BY_KEYS),)


def line_to_type(line: str, game: Game) -> Message:
    """A line of the game's own words as people of each language type it."""
    word, gap, rest = line.partition(" ")
    return say("{word}{rest}", word=game.words.get(word, word), rest=gap + rest)


def _question_message(session: Session, question: Question) -> Message:
    if question.held:
        return say("{words} Press confirm to continue.", words=question.held).on(
            terminal=say("{words} Press Enter to continue."),
            phone=say("{words}"),
            board=say("{words} Waiting for Continue."),
        )
    if question.actions:
        return _loss_message(session, question)
    if question.typed == SHOW_HAND:
        return say(
            "{seat} wants to see the hand. Everyone else, look away. {seat}: press confirm, or pass.",
            seat=question.seat,
        ).on(
            terminal=say("{seat} wants to see the hand. Everyone else, look away. {seat}: type ok {seat}, or pass."),
            phone=say("{seat} wants to see the hand. Everyone else, look away."),
            board=say("{seat} wants to see the hand. Everyone else, look away."),
        )
    if question.typed:
        typed = str(question.typed[-1]).removeprefix(f"{seat_name(question.seat)} ")
        what = line_to_type(typed, session.game)
        return say("{seat}: {what}? Confirm: yes. Pass: no.", seat=question.seat, what=what).on(
            terminal=say("{seat}: {what}? Type ok {seat}, or pass."),
            phone=say("{seat}: {what}?"),
            board=say("{seat}: {what}?"),
        )
    if question.swap:
        what = session.match_state.texts.choice_text(question.swap, session.history[-1].before)
        return say("Wrong card? Someone else can confirm the swap: {what} Or pass.", what=what).on(
            terminal=say("Wrong card? Someone else can type ok to swap: {what} Or type pass."),
            phone=say("Wrong card? Someone else can agree to the swap: {what}"),
            board=say("Wrong card? Someone else can agree to the swap: {what}"),
        )
    if question.all_of_them:
        return say(
            "{seat} wants to go back to the previous round. Everyone else: confirm or pass.", seat=question.seat
        ).on(
            terminal=say("{seat} wants to go back to the previous round. Everyone else: type ok or pass."),
            phone=say("{seat} wants to go back to the previous round. Does everyone else agree?"),
            board=say("{seat} wants to go back to the previous round."),
        )
    return say("{seat} wants to undo. Someone else: confirm or pass.", seat=question.seat).on(
        terminal=say("{seat} wants to undo. Someone else: type ok or pass."),
        phone=say("{seat} wants to undo. Does someone else agree?"),
        board=say("{seat} wants to undo."),
    )


def _loss_message(session: Session, question: Question) -> Message:
    """Who gives up what, and what is done if it is confirmed: by all, each with the own key."""
    done = tuple(session.match_state.texts.instruction_text(action, session.state) for action in question.actions)
    if len(question.actions) > 1:
        asked = say("{done} Everyone: confirm, or pass to wait. Waiting for {seats}.",
                    done=done, seats=tuple(sorted(question.needed))).on(
            terminal=say("{done} Everyone: type ok, or pass to wait. Waiting for {seats}."),
            phone=say("{done} Does everyone agree? Waiting for {seats}."),
            board=say("{done} Waiting for {seats}."),
        )  # fmt: skip
    else:
        asked = say("{done} Are you sure? Confirm: yes. Pass: no.", done=done, seat=question.actions[0].seat).on(
            terminal=say("{done} Are you sure? Enter: yes. pass: no."),
            phone=say("{done} Are you sure?"),
            board=say("{seat} decides."),
        )
    if question.losses:
        return say("{losses} {asked}", losses=question.losses, asked=asked)
    return say("Finish now without waiting? {asked}", asked=asked)


# -- light


def current_picture(session: Session) -> Picture:
    """Everything that shines now."""
    shown = _lit_picture(session) if session.is_open else _still_picture(session)
    for cell in session.pressed if session.cursor is None else (session.cursor,):
        shown = with_cell(shown, cell, Light(WHITE, BLINK))
    if session.refused is not None:
        shown = with_cell(shown, session.refused, Light(RED, FLASH))
    full_pct = NIGHT_PCT if session.night else 100
    return shown._replace(brightness_pct=full_pct * (100 - session.timeout_pct * RUN_DOWN_PCT // 100) // 100)


def _lit_picture(session: Session) -> Picture:
    """While the match goes on: what may be pressed, the cards to enter, or a bot's one cell."""
    surface = session.game.surface
    if session.match_state.bots.sole_action:
        return _only_lit(session)
    shown = surface.paint(session.view)
    if not session.judge.by_hand:
        return with_last_move(_without_closed(session, shown), marked_cells(session))
    entries = surface.entry_cells(session.view)
    return shown._replace(cells=tuple(entries[cell][1] if cell in entries else OFF for cell in range(CELLS)))


def _without_closed(session: Session, shown: Picture) -> Picture:
    """Cells whose press would decide for a bot show only the card that lies there."""
    board = session.game.surface.board(session.view)
    closed = {cell for cell, light in enumerate(shown.cells) if light.pattern in CHOICE}.difference(session.lit_cells)
    return shown._replace(cells=tuple(board.cells[n] if n in closed else light for n, light in enumerate(shown.cells)))


def _only_lit(session: Session) -> Picture:
    """The cards that lie there, and the one cell that a bot wants pressed, if it wants one."""
    shown = with_last_move(session.game.surface.board(session.view), marked_cells(session))
    for cell in session.lit_cells:
        shown = with_cell(shown, cell, Light(WHITE, BLINK))
    return shown


def _still_picture(session: Session) -> Picture:
    """The cards that lie there; while something else is asked, the seats breathe. What people look at stays lit."""
    board = session.game.surface.board(session.view)
    if session.held:
        board = board._replace(cells=_without_closed(session, session.game.surface.paint(session.view)).cells)
    if session.dispute.look and session.dispute.look[1] is not None:
        return with_cell(board, session.dispute.look[1], Light(ORANGE, BLINK))
    if session.phase is Phase.OVER and session.outcome:
        return _over_picture(session, board)
    if session.phase is Phase.DISPUTED:
        return board
    return board._replace(seats=tuple(OFF if light == OFF else Light(light.colour, BREATHE) for light in board.seats))


def _over_picture(session: Session, board: Picture) -> Picture:
    """The cards that lie there; what decided stays lit, and the winners breathe, while all else is dim."""
    painted = session.game.surface.paint(session.view).cells
    decided = [light != board.cells[n] and light.pattern in (BREATHE, BLINK) for n, light in enumerate(painted)]
    others = [Light(light.colour, DIM) if light != OFF and any(decided) else light for light in board.cells]
    cells = (Light(painted[n].colour, STEADY) if is_so else others[n] for n, is_so in enumerate(decided))
    winners = session.outcome.winners if session.outcome else ()
    seats = (
        OFF if light == OFF else Light(light.colour, BREATHE if seat in winners else DIM)
        for seat, light in enumerate(board.seats)
    )
    return board._replace(cells=tuple(cells), seats=tuple(seats))


def marked_cells(session: Session) -> frozenset[int]:
    """The cells of the last move, while the match goes on; none where people compare cards with the table."""
    return session.match_state.last_cells if session.is_open else frozenset()


def with_last_move(picture: Picture, cells: frozenset[int]) -> Picture:
    """The picture with these cells marked, where nothing but the card itself is lit."""
    for cell in cells:
        light = picture.cells[cell]
        if light.colour != DARK and light.pattern in LAST_MOVE:
            picture = with_cell(picture, cell, LAST_MOVE[light.pattern])
    return picture


def with_cell(picture: Picture, cell: int, light: Light) -> Picture:
    """The picture with another light on one cell."""
    return picture._replace(cells=(*picture.cells[:cell], light, *picture.cells[cell + 1 :]))
