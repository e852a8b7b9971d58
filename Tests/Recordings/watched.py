"""What `live` and `stalls` share: commands under `headway run`, in terminals of their own, and a hub that tells of them."""

import fcntl
import json
import os
import pty
import shutil
import signal
import socket
import struct
import subprocess
import termios
import threading
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TOOLS = "/tmp/recording-tools/bin"


def programs():
    """Where headway is: $HEADWAY_BIN, or what demo/build builds."""
    return os.environ.get("HEADWAY_BIN") or subprocess.check_output([ROOT / "demo/build"], text=True).split("\n")[-2]


class Hub:
    """A hub of this run alone, and what it tells of tasks."""

    def __init__(self, programs, room, home):
        self.headway = f"{programs}/headway"
        swift = os.path.dirname(shutil.which("swift") or "/usr/bin/swift")
        self.environment = {
            "PATH": f"{TOOLS}:{programs}:/usr/bin:/bin:/usr/sbin:/sbin:{swift}",
            "HOME": str(home), "SHELL": "/bin/bash", "TERM": "xterm-256color", "LANG": "C.UTF-8",
            "PIP_CONFIG_FILE": "/dev/null", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_ROOT_USER_ACTION": "ignore",
            "HEADWAY_SOCKET": f"{room}/hub.sock", "XDG_STATE_HOME": f"{room}/state", "XDG_CONFIG_HOME": f"{room}/config",
            "here": str(HERE),
        }
        subprocess.run([self.headway, "hub", "start"], env=self.environment, check=True, stdout=subprocess.DEVNULL)
        self.changes = {}
        self.connection = socket.socket(socket.AF_UNIX)
        self.connection.connect(f"{room}/hub.sock")
        self.connection.sendall(
            b'{"type":"hello","versions":[1],"role":"monitor"}\n{"type":"subscribe","request":1}\n')
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.connection.makefile():
            task = json.loads(line).get("task")
            if isinstance(task, dict) and "identifier" in task:
                self.note(task["identifier"], task)

    def note(self, name, task):
        self.changes.setdefault(name, []).append(task)

    def ended(self, name):
        """What was told of the task until it ended."""
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            changes = self.changes.get(name, [])
            if changes and changes[-1]["state"] == "ended":
                return changes
            time.sleep(0.02)
        return self.changes.get(name, [])

    def run(self, name, command, folder, time_limit, niceness=0):
        """The exit status of the shell's `command` in `folder`, under a terminal of 80×24."""
        child, terminal = pty.fork()
        if child == 0:
            os.nice(niceness)
            os.chdir(folder)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            words = ["bash", "-euo", "pipefail", "-c", command]
            os.execve(self.headway, ["headway", "run", "--id", name, "--title", name, "--", *words], self.environment)
        watchdog = threading.Timer(time_limit, os.kill, (child, signal.SIGTERM))
        watchdog.start()
        try:
            while os.read(terminal, 65536):
                pass
        except OSError:
            pass  # The terminal's other side was closed.
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        watchdog.cancel()
        os.close(terminal)
        return status

    def stop(self):
        subprocess.run([self.headway, "hub", "stop"], env=self.environment, stdout=subprocess.DEVNULL)
