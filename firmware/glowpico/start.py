"""From power on to the prompt: the table runs; after an error it starts again, and its greeting says what happened.

Ctrl-C falls to the prompt at any time. The third error within a minute leaves a safe mode: no light, no key, but a
host is answered and told why. In development an error shows at the prompt, as a maker wants it.
"""

import gc

from glowpico import crash
from glowpico.clock import set_clock_200_mhz

BAD_BOARD = "bad-board"
HELD = "two keys of a seat are held: the table does not start"
STOPPED = "the table stopped; Ctrl-D starts it again"


def main():
    try:
        set_clock_200_mhz()
        from glowpico.power import Power  # loaded after the clock is fast: it takes less time

        guarded(table, Power())
    except KeyboardInterrupt:
        print(STOPPED)


def table(power):
    """The table, until an error or Ctrl-C ends it; safe mode if nobody knows what is wired to this Pico."""
    if power.board is None:
        power.stay(BAD_BOARD)
    from glowpico.loop import Loop

    if power.leaves_garbage:
        gc.collect()
    from glowpico.pico import Pico, Schedule

    settings, crc, trouble = power.settings()
    pico = Pico(settings, power, trouble)
    if pico.keys_held():
        pico.banks.stop()
        print(HELD)
        if not power.greeted_while(pico.keys_held):
            return
    has_radio = pico.start()
    Schedule(pico, Loop(pico, settings, crc), has_radio).run()


def guarded(run, power):
    """Run; after an error start again, or stay in the safe mode if errors come too fast."""
    try:
        run(power)
    except Exception as error:
        if power.dev:
            raise
        text = power.text_of(error)
        word = crash.word_of(text)
        is_too_often = power.keep(word)
        power.show(text)
        if is_too_often:
            from glowpico.safe import SAFE

            power.stay(SAFE + "," + word)
        power.reset()
