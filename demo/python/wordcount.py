#!/usr/bin/env python3
"""The most frequent words of a folder's text files, compressed ones too, with tqdm's bars as cards.

    demo/python/wordcount.py /usr/share/doc

But for the import it is what one writes for tqdm: an outer bar over the files, and an inner one
over the lines of each. Two cards, however many files there are.
"""

from __future__ import annotations

import collections
import gzip
import os
import re
import sys
from collections import Counter
from typing import IO

from headway import tqdm

WORD = re.compile(rb"[A-Za-z]{4,}")


def texts_below(folder: str) -> list[str]:
    paths = (os.path.join(place, name) for place, _, names in os.walk(folder) for name in names)
    return sorted(path for path in paths if os.path.isfile(path) and not os.path.islink(path))


def opened(path: str) -> IO[bytes]:
    return gzip.open(path, "rb") if path.endswith(".gz") else open(path, "rb")  # type: ignore


def count(path: str, words: Counter[bytes]) -> None:
    with opened(path) as file:
        if b"\0" in file.peek(1024)[:1024]:  # type: ignore[attr-defined]
            return
        for line in tqdm(file, desc=os.path.basename(path), unit="lines", leave=False):
            words.update(word.lower() for word in WORD.findall(line))


def main(folder: str) -> None:
    words: Counter[bytes] = collections.Counter()
    with tqdm(texts_below(folder), desc="Words of " + folder, unit="files") as bar:
        for path in bar:
            try:
                count(path, words)
            except OSError as error:
                tqdm.write(f"wordcount: {error}", file=sys.stderr)
            bar.set_postfix(words=len(words))
    for word, times in words.most_common(20):
        print(f"{times:9} {word.decode()}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: wordcount.py FOLDER")
    try:
        main(sys.argv[1])
    except KeyboardInterrupt:  # Ctrl-C, or a cancel
        sys.exit(130)
