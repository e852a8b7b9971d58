#!/usr/bin/env python3
"""Hashes every file of a folder, as sha256sum does, with a card that shows how far it is.

    demo/python/checksum.py /usr/share >SUMS && sha256sum --check --quiet SUMS

Two phases: counting the bytes, then hashing them. A cancel (`headway cancel`, or c in the monitor)
is answered between two chunks, with status 130.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys

import headway

CHUNK = 1 << 20


def files_below(folder: str, task: headway.Task) -> list[tuple[str, int]]:
    """The regular files, links left out, with their sizes."""
    files = []
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(place, name)
            status = os.lstat(path)
            if stat.S_ISREG(status.st_mode):
                files.append((path, status.st_size))
        task.subtitle = place
        task.completed = len(files)
        task.check_cancelled()
    return files


def checksum(path: str, task: headway.Task) -> str:
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while True:
            chunk = file.read(CHUNK)
            if not chunk:
                return digest.hexdigest()
            digest.update(chunk)
            task.advance(len(chunk))
            task.check_cancelled()


def run(folder: str) -> int:
    unread = 0
    with headway.task("Checksums of " + folder, phase="counting", unit="files") as task:
        files = files_below(folder, task)
        task.phase, task.unit = "hashing", "B"
        task.total = sum(size for _, size in files)
        for path, _ in files:
            task.subtitle = os.path.relpath(path, folder)
            try:
                sys.stdout.buffer.write(os.fsencode(f"{checksum(path, task)}  {path}\n"))
            except OSError as error:
                print("checksum:", error, file=sys.stderr)
                unread += 1
        if unread:
            task.subtitle = f"{unread} files can't be read"
            task.end("failed", exit_code=1)
    return 1 if unread else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: checksum.py FOLDER")
    try:
        sys.exit(run(sys.argv[1]))
    except headway.Cancelled as cancelled:
        print(f"checksum: cancelled ({cancelled.reason})", file=sys.stderr)
        sys.exit(130)
