"""gauges.py NAME: a gauge that is drawn over on one line, or a table that is drawn again; none of them is progress."""

import math
import sys
import time


def wave(tick, low, high, period=40):
    """A value that rises, and falls again."""
    return round(low + (high - low) * (1 - math.cos(2 * math.pi * tick / period)) / 2)


def wander(tick, start):
    """A value that mostly rises, a little at a time."""
    return start + tick // 3 - (tick % 7 == 6)


LINES = {
    "battery": lambda tick: f"BAT0: {41 + tick // 4}% charging, 1:{52 - tick // 4:02} until full",
    "bit-rate": lambda tick: f"bit rate {wave(tick, 20, 90)}% of 8000 kbit/s, {24 + tick % 2}.9 fps",
    "servo": lambda tick: f"servo 3: {wave(tick, 0, 100)}% ({wave(tick, 0, 180)} deg)",
    "tank": lambda tick: f"tank level {12 + tick // 2}%, inflow 3.1 l/s",
    "users": lambda tick: f"{400 + 7 * tick}/1000 users online ({(400 + 7 * tick) // 10}%)",
    "likes": lambda tick: f"{88 + tick // 8}% liked this, {410 + tick} votes",
    "best": lambda tick: f"validation accuracy: {wander(tick, 30)}% best: {max(wander(t, 30) for t in range(tick + 1))}%",
    "f1": lambda tick: f"F1 {wander(tick, 40) / 100:.2f} ({wander(tick, 40)}%), loss {1 / (tick + 1):.3f}",
    "volume": lambda tick: f"Volume: [{'#' * (wave(tick, 30, 80) // 5):20}] {wave(tick, 30, 80)}%",
    "signal": lambda tick: f"wlan0: Link Quality={40 + tick // 3}/70  Signal level={-70 + tick // 3} dBm",
    "retry": lambda tick: f"waiting for the database, retry {1 + tick // 10}/5 in {10 - tick % 10} s",
    "level-meter": lambda tick: f"L [{'=' * wave(tick, 2, 28, 9):30}] {wave(tick, 5, 95, 9):3}%  R [{'=' * wave(tick + 2, 2, 28, 11):30}]",
    "load": lambda tick: f"CPU [{'|' * (wave(tick, 5, 95, 60) // 5):20}] {wave(tick, 5, 95, 60)}%  MEM {30 + tick // 6}%",
    "cache": lambda tick: f"cache hit ratio {50 + tick * 2 // 3}% ({1000 + 13 * tick} lookups)",
    "replicas": lambda tick: f"web: {1 + tick // 12}/5 replicas available, {20 * (1 + tick // 12)}% of desired",
}


def stats(tick):
    names = ("web", "database", "queue", "worker")
    yield "CONTAINER ID   NAME       CPU %     MEM USAGE / LIMIT     MEM %     PIDS"
    for place, name in enumerate(names):
        memory = 60 * (place + 1) + tick * (place + 2)
        yield f"a{place}f3c9{place}e21b7   {name:9}  {wave(tick + 5 * place, 1, 99) + 0.42:5.2f}%    {memory}MiB / 1.944GiB     {memory / 19.9:5.2f}%    {place + 4}"


def processors(tick):
    yield f"| N/A   {50 + tick // 4}C    P2    {70 + tick}W / 250W |  {2000 + 90 * tick}MiB / 11264MiB |  {wave(tick, 10, 99):6}%      Default |"
    yield f"| N/A   {44 + tick // 5}C    P8    {20 + tick // 2}W / 250W |  {300 + 20 * tick}MiB / 11264MiB |  {wander(tick, 3):6}%      Default |"


def histogram(tick):
    for place, (name, factor) in enumerate((("0-10 ms", 5), ("10-20 ms", 3), ("20-50 ms", 2), ("> 50 ms", 1))):
        share = min(100, factor * (20 + tick // 4) // 3)
        yield f"{name:>9} |{'#' * (share // 2):50} {share}%"
    yield "          0%        20%       40%       60%       80%      100%"


TABLES = {"stats": stats, "processors": processors, "histogram": histogram}


def main():
    name = sys.argv[1]
    for tick in range(75):
        if name in LINES:
            print(f"\r\033[K{LINES[name](tick)}", end="", flush=True)
        else:
            rows = list(TABLES[name](tick))
            print((f"\033[{len(rows)}A" if tick else "") + "".join(f"\033[2K{row}\n" for row in rows), end="", flush=True)
        time.sleep(0.1)
    print()


main()
