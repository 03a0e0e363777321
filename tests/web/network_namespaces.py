"""Computers on networks of their own, made of the kernel's namespaces: nothing of them is outside, or stays."""

import os
import subprocess
import sys
from collections.abc import Mapping
from typing import NamedTuple

NEW = ("unshare", "--user", "--map-root-user", "--net", "--uts")
MAKE_CABLE = "ip link add g0 type veth peer name g1"
HAS_IP = "command -v ip >/dev/null || exit 0"  # without it nothing is asked of the kernel
# Whether the kernel allows namespaces, cables between them, and IPv6
PROBE = ("sh", "-c", f"{HAS_IP}; {' '.join(NEW)} {MAKE_CABLE}")
PROBE_IPV6 = ("sh", "-c", f"{HAS_IP}; {' '.join(NEW)} sh -c '{MAKE_CABLE} && ip addr add fd00:1::1/64 dev g0'")
# What a phone does: one request, of which it says the status and the body
ASK = """
import http.client, sys
address, port, path, source, *headers = sys.argv[1:]
connection = http.client.HTTPConnection(address, int(port), source_address=(source, 0) if source else None)
try:
    connection.request("GET", path, headers=dict(header.split("=", 1) for header in headers))
    answer = connection.getresponse()
except ConnectionError:
    print("no answer")
else:
    print(answer.status)
    if answer.status != 101:
        sys.stdout.write(answer.read().decode())
"""


class Answer(NamedTuple):
    status: str
    body: str


class NetworkedComputer:
    """A network namespace, as long as it is open; a second one belongs to the first, so that a cable can join them."""

    def __init__(self, beside: "NetworkedComputer | None" = None) -> None:
        new = (*beside.enter, "unshare", "--net", "--uts") if beside else NEW
        self.holder = subprocess.Popen(
            [*new, "sh", "-c", "echo made; exec cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self.holder.stdout.readline() == "made\n"
        self.enter = (
            "nsenter", f"--target={self.holder.pid}", "--user", "--preserve-credentials", "--net", "--uts",
        )  # fmt: skip
        self.run("ip", "link", "set", "lo", "up")

    def close(self) -> None:
        self.holder.stdin.close()
        self.holder.wait()
        self.holder.stdout.close()

    def run(self, *command: str) -> str:
        ran = subprocess.run([*self.enter, *command], capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    def start(self, *command: str, environment: Mapping[str, str]) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [*self.enter, *command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
            env={**os.environ, **environment},
        )  # fmt: skip

    def join(self, other: "NetworkedComputer", interface: str, own: str, others: str) -> None:
        """A cable between both, with an address at each end."""
        there = f"{interface}-there"
        peer = ("peer", "name", there, "netns", str(other.holder.pid))
        self.run("ip", "link", "add", interface, "type", "veth", *peer)
        for computer, end, address in ((self, interface, own), (other, there, others)):
            computer.add_address(end, address)
            computer.run("ip", "link", "set", end, "up")

    def add_address(self, interface: str, address: str) -> None:
        ready_at_once = ("nodad",) if ":" in address else ()
        self.run("ip", "addr", "add", address, "dev", interface, *ready_at_once)

    def call_itself(self, name: str) -> None:
        self.run(sys.executable, "-c", f"import socket; socket.sethostname({name!r})")

    def ask(self, address: str, port: int, path: str = "/board", source: str = "", **headers: str) -> Answer:
        """One request to this address."""
        fields = [f"{name.replace('_', '-')}={value}" for name, value in headers.items()]
        status, _, body = self.run(sys.executable, "-c", ASK, address, str(port), path, source, *fields).partition("\n")
        return Answer(status, body)
