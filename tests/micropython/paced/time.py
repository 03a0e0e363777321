"""A table's time that no busy machine can hurry: it passes in what the table waits for, and a little at each look.

main.py waits with select and with the sleeps here. What it computes takes no time, so a computer that gives it no turn
for seconds changes nothing. Where there is a file `time` in the working folder, it is told there how many ms are over.
"""

import os

import utime

ticks_add, ticks_diff = utime.ticks_add, utime.ticks_diff
LOOK_US = 10  # or a loop that only looks at the clock would never end
TOLD_US = 5000  # one scan of the table
IS_TOLD = "time" in os.listdir()
now_us = 0
told_us = 0


def passed(us):
    """So much time is over."""
    global now_us, told_us
    now_us += us
    if IS_TOLD and now_us - told_us >= TOLD_US:
        told_us = now_us
        with open("time.new", "w") as file:
            file.write(f"{now_us // 1000}")
        os.rename("time.new", "time")


def ticks_us():
    passed(LOOK_US)
    return now_us


def ticks_ms():
    return ticks_us() // 1000


sleep_us = passed


def sleep_ms(ms):
    passed(1000 * ms)
