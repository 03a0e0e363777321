"""Many pages that follow one match, in a process of their own: every second one reads what comes, the others never do.

    python -m tests.bench.crowd PORT COUNT

It says when all are connected, and ends with its standard input.
"""

from __future__ import annotations

import asyncio
import sys

ASKED = (
    "GET /follow/board HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n"
)
AT_ONCE = 16  # that connect side by side: more would be refused by the port, not by the program
TAKEN = b"HTTP/1.1 101"


async def main(port: int, count: int) -> None:
    gate = asyncio.Semaphore(AT_ONCE)
    followers = await asyncio.gather(*(follow(port, gate) for _ in range(count)))
    reading = [asyncio.create_task(read_all(reader)) for reader, _ in followers[::2]]
    print("here", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for task in reading:
        task.cancel()


async def follow(port: int, gate: asyncio.Semaphore) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    async with gate:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(ASKED.format(port=port).encode())
        answer = await reader.readuntil(b"\r\n\r\n")
    if not answer.startswith(TAKEN):
        raise SystemExit(f"a connection was refused: {answer[:60]!r}")
    return reader, writer


async def read_all(reader: asyncio.StreamReader) -> None:
    while await reader.read(65536):
        continue


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))
