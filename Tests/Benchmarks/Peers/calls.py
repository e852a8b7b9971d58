"""Times calls that count one unit: of tqdm, of rich, and of Headway's own client for Python.

Says "ready" once the client's tasks are with the hub. Then each line of the standard input names a
side; the answer is the nanoseconds that one call took. A side that counted wrong, or whose bar was
never drawn, is an error.
"""

from __future__ import annotations

import io
import os
import sys
import time
from itertools import repeat
from pathlib import Path

import rich.console
import rich.progress
import tqdm

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "demo" / "python"))

import headway  # noqa: E402

# A turn takes half a second or so: bars are drawn ten times a second.
TQDM_CALLS, RICH_CALLS, HEADWAY_CALLS = 5_000_000, 1_000_000, 2_000_000


class Screen(io.TextIOWrapper):
    """A terminal that swallows all: nothing that is drawn waits for whoever reads it."""

    def __init__(self) -> None:
        super().__init__(open(os.devnull, "wb"), encoding="utf-8")
        self.writes = 0

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.writes += 1
        return super().write(text)


screen = Screen()


def check(side: str, counted: float, wanted: int) -> None:
    if counted != wanted:
        sys.exit(f"{side} counted {counted} of {wanted} units")


def check_drawn(side: str, writes_before: int) -> None:
    if screen.writes == writes_before:
        sys.exit(f"{side} drew nothing")


def time_tqdm() -> float:
    with tqdm.tqdm(total=TQDM_CALLS, file=screen) as bar:
        writes = screen.writes
        start = time.perf_counter_ns()
        for _ in repeat(None, TQDM_CALLS):
            bar.update(1)
        spent = time.perf_counter_ns() - start
        check_drawn("tqdm", writes)
        check("tqdm", bar.n, TQDM_CALLS)
    return spent / TQDM_CALLS


def time_rich() -> float:
    console = rich.console.Console(file=screen, force_terminal=True, width=80, height=24)
    with rich.progress.Progress(console=console) as progress:
        task = progress.add_task("Calls", total=RICH_CALLS)
        writes = screen.writes
        start = time.perf_counter_ns()
        for _ in repeat(None, RICH_CALLS):
            progress.advance(task)
        spent = time.perf_counter_ns() - start
        check_drawn("rich", writes)
        check("rich", progress.tasks[0].completed, RICH_CALLS)
    return spent / RICH_CALLS


def time_headway_advance() -> float:
    before = task.completed
    start = time.perf_counter_ns()
    for _ in repeat(None, HEADWAY_CALLS):
        task.advance()
    spent = time.perf_counter_ns() - start
    check("headway.py", task.completed - before, HEADWAY_CALLS)
    return spent / HEADWAY_CALLS


def time_headway_update() -> float:
    before = bar.n
    start = time.perf_counter_ns()
    for _ in repeat(None, HEADWAY_CALLS):
        bar.update(1)
    spent = time.perf_counter_ns() - start
    check("headway.py's tqdm", bar.n - before, HEADWAY_CALLS)
    return spent / HEADWAY_CALLS


def await_number(task: headway.Task | None) -> None:
    """Until the hub has recorded the task."""
    limit = time.monotonic() + 10
    while task is not None and task.number is None:
        if time.monotonic() > limit:
            sys.exit("the hub doesn't record a task of headway.py")
        time.sleep(0.01)


SIDES = {
    "tqdm.update": time_tqdm,
    "rich.advance": time_rich,
    "headway.advance": time_headway_advance,
    "headway.update": time_headway_update,
}

with headway.task("Python", total=10**15) as task, headway.tqdm(total=10**15, desc="Bar") as bar:
    await_number(task)
    await_number(bar.task)
    print("ready", flush=True)
    for line in sys.stdin:
        print(SIDES[line.strip()](), flush=True)
