"""Power on: the table starts. All else is in glowpico, so that this file never needs to change."""

from glowpico import start

start.main()
