"""A loop whose steps take one to 25 seconds."""

import random
import time

from tqdm import tqdm

random.seed(3)
for step in tqdm(range(20)):
    time.sleep(random.uniform(1, 25))
