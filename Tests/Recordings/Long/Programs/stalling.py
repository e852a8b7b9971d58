"""Serves one file, of which it sends no more than 40 %; prints its port, and goes on in the background."""

import os
import socket
import time
from pathlib import Path

SIZE, CHUNK, PAUSE = 8 << 20, 32 << 10, 0.3

server = socket.create_server(("127.0.0.1", 0))
print(server.getsockname()[1], flush=True)
if os.fork():
    os._exit(0)
os.close(1)
client, _ = server.accept()
client.recv(65536)
client.sendall(b"HTTP/1.0 200 OK\r\nContent-Length: %d\r\n\r\n" % SIZE)
for _ in range(SIZE * 4 // 10 // CHUNK):
    client.sendall(bytes(CHUNK))
    time.sleep(PAUSE)
Path("hung").touch()
client.recv(1)
