"""A second simulator of lines, to compare ngspice with: Bergeron's method, nodes by numpy. Knows no board.

A line without loss is, at each of its ends, its impedance and what left the other end a delay ago. Capacitors are
stepped by the trapezoidal rule.
"""

import numpy as np

from hardware.product import bus
from hardware.proofs.spice import DELAY_NS, END_NS, PERIOD_NS

STEP_NS = 0.05


def clock_v(ns):
    """What the driver does: see spice.deck."""
    half = PERIOD_NS / 2
    phase = (ns - DELAY_NS) % PERIOD_NS
    if ns < DELAY_NS:
        return 0.0
    rising, falling = min(phase / bus.RISE_NS, 1), min(max(phase - half, 0) / bus.RISE_NS, 1)
    return bus.HIGH_V * (rising - falling)


def seen(tree):
    """(ns, volts) of each end."""
    nodes = {name: n for n, (name, _) in enumerate(tree.loads)}
    siemens = np.array([pf for _, pf in tree.loads]) * 1e-3 * 2 / STEP_NS  # of capacitors, at this step
    conducts = np.diag(siemens)
    conducts[nodes[tree.root], nodes[tree.root]] += 1 / tree.ohm
    lines = [(nodes[a], nodes[b], round(metres * bus.CABLE_NS / STEP_NS)) for a, b, metres in tree.stretches]
    for a, b, _ in lines:
        conducts[a, a] += 1 / bus.CABLE_OHM
        conducts[b, b] += 1 / bus.CABLE_OHM
    solve = np.linalg.inv(conducts)
    steps = round(END_NS / STEP_NS)
    volts = np.zeros((steps, len(nodes)))
    sent = np.zeros((steps, len(lines), 2))  # twice the wave that leaves an end, in amperes
    held = np.zeros(len(nodes))  # what capacitors add to the next step
    for step in range(1, steps):
        source = held.copy()
        source[nodes[tree.root]] += clock_v(step * STEP_NS) / tree.ohm
        arrived = [sent[step - delay, n] if step >= delay else (0, 0) for n, (_, _, delay) in enumerate(lines)]
        for (a, b, _), (from_a, from_b) in zip(lines, arrived, strict=True):
            source[a] += from_b
            source[b] += from_a
        volts[step] = solve @ source
        held = 2 * siemens * volts[step] - held
        for n, ((a, b, _), (from_a, from_b)) in enumerate(zip(lines, arrived, strict=True)):
            sent[step, n] = 2 * volts[step, a] / bus.CABLE_OHM - from_b, 2 * volts[step, b] / bus.CABLE_OHM - from_a
    return [[(step * STEP_NS, float(v)) for step, v in enumerate(volts[:, nodes[end]])] for end in tree.ends]


def furthest_v(one, other):
    """The greatest difference of two curves, at the times of the first."""
    times = np.array([ns for ns, _ in other])
    volts = np.array([v for _, v in other])
    return max(abs(v - np.interp(ns, times, volts)) for ns, v in one)
