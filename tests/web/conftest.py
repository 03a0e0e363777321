"""Servers of these tests stop at once: uvicorn looks every 0.1 s whether it should, and waits as long for its pages."""

import asyncio
from collections.abc import Generator
from types import SimpleNamespace

import pytest

HASTE = 20  # times as often


async def nap(seconds: float) -> None:
    await asyncio.sleep(seconds / HASTE)


@pytest.fixture(scope="session", autouse=True)
def servers_stop_at_once() -> Generator[None, None, None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("uvicorn.server.asyncio", SimpleNamespace(**{**vars(asyncio), "sleep": nap}))
        yield
