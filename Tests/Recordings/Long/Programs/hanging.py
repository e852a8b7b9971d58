"""A loop that hangs at 40 %; with --redraw its bar goes on to be drawn."""

import sys
import time
from pathlib import Path

from tqdm import tqdm

bar = tqdm(total=100, mininterval=0)
for _ in range(40):
    time.sleep(0.5)
    bar.update()
Path("hung").touch()
while True:
    time.sleep(1)
    if "--redraw" in sys.argv:
        bar.refresh()
