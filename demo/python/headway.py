"""Headway for Python: one file, the standard library, Python 3.9 or later, Linux.

    import headway

    with headway.task("Export", total=len(frames), unit="frames") as task:
        for frame in frames:
            task.check_cancelled()
            export(frame)
            task.advance()

or, where there is a tqdm already, `from headway import tqdm`.

Calls never wait for the hub and never raise because of it. Without a hub, or with HEADWAY=off, they
do nothing that can be seen. One daemon thread per process sends the latest state: the first change
at once, then at most 20 times a second; a process that begins nothing has no thread. A hub that
comes back is told everything again; none is ever started from here. An end that no hub takes
within 100 ms goes to the spool, where the next hub finds it.

Under `headway run` a process has a card already. Its first open task reports to that one, the title
as the phase; what is open besides has cards of its own. That task ends when the command does, and
cancelling it is a SIGTERM, so `cancelled` stays None.

A task belongs to the process that began it: in a child made by fork its calls do nothing, and the
child begins tasks of its own. What is still open when the process exits ends as failed after an
uncaught exception, else as lost: its outcome is unknown. Whoever leaves by os._exit or exec calls
`flush` first.

The protocol is Sources/HeadwayWire/HeadwayWire.docc/Protocol.md.
"""

from __future__ import annotations

import atexit
import fcntl
import itertools
import json
import os
import random
import select
import socket
import stat
import struct
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Union

__all__ = ["Cancelled", "Task", "begin", "flush", "task", "tqdm", "trange"]

Number = Union[int, float]
Message = dict[str, Any]

_INTERVAL = 0.05  # seconds between two updates
_END_PATIENCE = 0.1  # seconds an end waits for the hub, before it goes to the spool
_BAR_DELAY = 0.5  # seconds until a bar is worth a card
_EARLY_PATIENCE = 0.25  # seconds in which a loop that was left may turn out to have failed
_FIRST_PAUSE, _LONGEST_PAUSE, _LONGEST_UNHEARD = 0.05, 0.7, 2.0  # seconds between two connects
_STATES = ("working", "idle", "blocked", "permission", "question", "auth", "done", "error")
_REASONS = ("completed", "failed", "cancelled", "expired", "lost")
_CANCELLERS = ("user", "terminal", "question", "shutdown")


class Cancelled(KeyboardInterrupt):
    """The task was told to stop; `reason` is by whom or what: user, question, stall, shutdown…

    A program that cleans up after Ctrl-C does so after a cancel too, and `except Exception` in a
    loop doesn't swallow it.
    """

    def __init__(self, reason: str = "user") -> None:
        super().__init__(reason)
        self.reason = reason


# MARK: Values on the wire


def _text(value: object, limit: int = 2000) -> str:
    """What the hub cuts off isn't sent: a line holds 65,536 bytes."""
    return str(value)[:limit].replace("\0", "")


def _count(value: Number | None) -> int | None:
    """A count of 64 bits; None for what is no number."""
    try:
        return max(-(2**63), min(2**63 - 1, int(value)))  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return None


def _time(seconds: float) -> str:
    whole, fraction = divmod(int(seconds * 1000), 1000)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(whole)) + f".{fraction:03}Z"


def _line(message: Message) -> bytes:
    text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace") + b"\n"


def _seconds(value: float | None) -> float | None:
    return float(value) if value is not None and value - value == 0 else None


def _key(text: str | None) -> str | None:
    is_key = text is not None and len(text) == 32 and not text.strip("0123456789abcdefABCDEF")
    return text.lower() if text and is_key else None


def _command() -> list[str]:
    words = getattr(sys, "orig_argv", None) or [sys.executable, *sys.argv]
    return [_text(word, 500) for word in words[:16]]


def _directory() -> str | None:
    try:
        return _text(os.getcwd())
    except OSError:
        return None


def _is_foreground() -> bool:
    """Whether this process group is its terminal's foreground group."""
    try:
        terminal = os.open("/dev/tty", os.O_RDONLY | os.O_NOCTTY | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        return os.tcgetpgrp(terminal) == os.getpgrp()
    except OSError:
        return False
    finally:
        os.close(terminal)


# MARK: Places


def _is_private(path: str, modes: int = 0o077) -> bool:
    """A directory, not a link, of this user, closed to others (lstat(2))."""
    try:
        status = os.lstat(path)
    except OSError:
        return False
    is_own = stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid()
    return is_own and not status.st_mode & modes


def _socket_path() -> str | None:
    given = os.environ.get("HEADWAY_SOCKET")
    if given:
        return given if given.startswith("/") else None
    user = os.geteuid()
    for folder in (os.environ.get("XDG_RUNTIME_DIR", ""), f"/run/user/{user}"):
        if folder.startswith("/") and _is_private(folder, modes=0):
            return folder + "/headway/hub.sock"
    return f"/tmp/headway-{user}/hub.sock"


def _state_directory() -> str | None:
    """The state directory: a machine's own folder where several machines share the usual one."""
    named = os.environ.get("HEADWAY_STATE", "")
    if named:
        return named if named.startswith("/") else None
    state = os.environ.get("XDG_STATE_HOME", "")
    home = os.environ.get("HOME", "")
    if state.startswith("/"):
        usual = state + "/headway"
    elif home.startswith("/"):
        usual = home + "/.local/state/headway"
    else:
        return None
    own = f"{usual}/hosts/{_machine_folder()}"
    return own if os.path.isdir(own) or _is_on_network(usual) or _is_elsewhere(usual) else usual


def _machine_folder() -> str:
    host = os.uname().nodename or "localhost"
    try:
        with open("/etc/machine-id", encoding="ascii", errors="replace") as file:
            identifier = file.readline().rstrip("\n")
    except OSError:
        identifier = ""
    value = 0xCBF29CE484222325  # FNV-1a of 64 bits
    for byte in f"{identifier}\n{host}".encode(errors="surrogateescape"):
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    safe = "".join(
        chr(byte) if chr(byte).isalnum() and byte < 128 or byte in b"-_" else "_"
        for byte in host.encode(errors="surrogateescape")[:64]
    )
    return f"{safe}-{value & 0xFFFFFFFFFFFF:012x}"


_NETWORK_FILE_SYSTEMS = {
    "nfs", "nfs4", "smbfs", "smb3", "cifs", "lustre", "gpfs", "beegfs", "afs", "9p", "ceph", "coda", "ocfs2",
    "gfs2", "vboxsf", "panfs", "ncpfs",
}  # fmt: skip
_LOCAL_FUSE = {
    "fuseblk", "fuse.bindfs", "fuse.cryfs", "fuse.encfs", "fuse.exfat", "fuse.ext4", "fuse.fuse-overlayfs",
    "fuse.gocryptfs", "fuse.mergerfs", "fuse.ntfs-3g", "fuse.securefs", "fuse.unionfs", "fuse.zfs",
}  # fmt: skip


def _is_on_network(path: str) -> bool:
    """Whether a directory, or its nearest parent that exists, is on a network file system."""
    while not os.path.lexists(path) and path != "/":
        path = os.path.dirname(path)
    try:
        device = os.stat(path).st_dev
        with open("/proc/self/mountinfo", encoding="utf-8", errors="replace") as mounts:
            lines = [line.split() for line in mounts]
    except OSError:
        return False
    number = f"{os.major(device)}:{os.minor(device)}"
    for words in lines:
        if len(words) > 3 and words[2] == number and "-" in words[:-1]:
            kind = words[words.index("-") + 1]
            return kind in _NETWORK_FILE_SYSTEMS or kind.startswith("fuse") and kind not in _LOCAL_FUSE
    return False


def _is_elsewhere(usual: str) -> bool:
    """Whether a hub of another machine has the record in the usual directory."""
    try:
        with open(usual + "/hub.lock", encoding="utf-8", errors="replace") as lock:
            lines = lock.read(4096).split("\n")
            if len(lines) < 4 or "" in lines[1:4]:
                return False
            with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as boot:
                is_same_boot = lines[2] == boot.read().strip()
            if is_same_boot:
                is_elsewhere = lines[3] != os.readlink("/proc/self/ns/pid")
            else:
                is_elsewhere = lines[1] != os.uname().nodename
            return is_elsewhere and _is_flocked(lock.fileno())
    except OSError:
        return False


def _is_flocked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        pass
    return False


def _make_private(path: str) -> bool:
    parent = os.path.dirname(path)
    if parent != path and not os.path.lexists(parent):
        _make_private(parent)
    try:
        os.mkdir(path, 0o700)
    except OSError:
        pass
    return _is_private(path)


def _spool(key: str, lines: bytes) -> None:
    """Durable when it returns: fsync, rename. OSError where it can't be."""
    state = _state_directory()
    if state is None or not (_make_private(state) and _make_private(state + "/spool")):
        return
    path = f"{state}/spool/{key}"
    try:
        os.unlink(path + ".new")  # a leftover, or a FIFO, which would be waited for
    except FileNotFoundError:
        pass
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW
    descriptor = os.open(path + ".new", flags, 0o600)
    with open(descriptor, "wb") as file:
        file.write(lines)
        file.flush()
        os.fsync(descriptor)
    os.rename(path + ".new", path)


# MARK: Tasks


class _End:
    """How a task ended."""

    def __init__(self, reason: str, detail: str | None, exit_code: int | None) -> None:
        self.reason, self.detail, self.exit_code = reason, detail, exit_code
        self.at = time.time()
        self.deadline = time.monotonic() + _END_PATIENCE
        self.is_sent = False

    @property
    def fields(self) -> Message:
        fields = {"reason": self.reason, "detail": self.detail, "exitCode": self.exit_code}
        known = {name: value for name, value in fields.items() if value is not None}
        return {**known, "endedAt": _time(self.at)}


class Task:
    """One card. Any thread may call; no call waits, and none raises because of the hub.

    `completed` and `total` count `unit`s within a phase. The hub keeps progress honest: over the
    total is the total, within a phase nothing goes back. NaN and infinities are passed over. A
    total that is a float below 10,000, such as 1.0, is shown as a percentage.
    """

    __slots__ = (
        "key", "_title", "_subtitle", "_state", "_unit", "_phase", "_completed", "_total", "_scale", "_fixed",
        "_begun_at", "_first_title", "_round", "_not_before", "_decide_at", "_is_bar", "_adopts",
        "_cancel", "_saw_cancel", "_number", "_end", "_dirty", "_link", "_sent", "_was_told",
        "_is_refused", "_is_settled", "_serial", "__weakref__",
    )  # fmt: skip
    _serials = itertools.count(1)

    def __init__(
        self,
        title: str,
        *,
        total: Number | None = None,
        unit: str | None = None,
        subtitle: str | None = None,
        identifier: str | None = None,
        phase: str | None = None,
        completed: Number = 0,
        group: str | None = None,
        sensitive: bool = False,
        on_stall: str | None = None,
        stall_after: float | None = None,
        grace: float | None = None,
        parent: Task | None = None,
        _is_bar: bool = False,
        _delay: float = 0,
        _scale: Number = 1,
    ) -> None:
        if on_stall not in (None, "ask", "expire", "ignore"):
            raise ValueError(f"on_stall is {on_stall!r}, not ask, expire or ignore")
        self.key = os.urandom(16).hex()
        self._title = self._first_title = _text(title, 500) or "Python"
        self._state: str | None = None
        self._subtitle, self._unit = _text(subtitle or ""), _text(unit or "", 100)
        self._phase = None if phase is None else _text(phase, 1000)
        self._completed, self._total, self._scale = completed, total, _scale
        self._round = 1
        self._begun_at = time.time()
        self._not_before = time.monotonic() + _delay if _delay else 0.0
        self._decide_at: float | None = None
        self._is_bar = _is_bar
        self._cancel: tuple[str, str | None] | None = None
        self._number: int | None = None
        self._end: _End | None = None
        self._sent: Message | None = None
        self._dirty = self._saw_cancel = self._adopts = False
        self._was_told = self._is_refused = self._is_settled = False
        self._serial = 2 * next(Task._serials)
        self._link: _Link | None = None
        fixed = {
            "identifier": identifier and _text(identifier, 255),
            "group": group and _text(group, 255),
            "sensitive": sensitive or None,
            "onStall": on_stall,
            "stallAfter": _seconds(stall_after),
            "grace": _seconds(grace),
            "parent": parent and parent._wire_key,
        }
        self._fixed = {name: value for name, value in fixed.items() if value is not None}
        if os.environ.get("HEADWAY") != "off" and hasattr(socket, "SO_PEERCRED"):
            _link.add(self)

    # What the caller says

    def advance(self, n: Number = 1) -> None:
        """`n` more units are done."""
        with _lock:
            completed = self._completed + n
            if completed - completed == 0:  # neither NaN nor infinite
                self._completed = completed
        if not self._dirty:
            self._mark()

    @property
    def completed(self) -> Number:
        return self._completed

    @completed.setter
    def completed(self, value: Number) -> None:
        if value - value == 0:
            self._completed = value
        if not self._dirty:
            self._mark()

    @property
    def total(self) -> Number | None:
        return self._total

    @total.setter
    def total(self, value: Number | None) -> None:
        self._total = value
        self._mark()

    @property
    def title(self) -> str:
        return self._title

    @title.setter
    def title(self, value: str) -> None:
        self._title = _text(value, 500) or self._title
        self._mark()

    @property
    def subtitle(self) -> str:
        return self._subtitle

    @subtitle.setter
    def subtitle(self, value: str | None) -> None:
        self._subtitle = _text(value or "")
        self._mark()

    @property
    def state(self) -> str:
        """How the work stands: working, idle, blocked (waits for a person), permission, question
        or auth (blocked, and for what), done, error. Shown, and never acted upon."""
        return self._state or "working"

    @state.setter
    def state(self, value: str) -> None:
        if value not in _STATES:
            raise ValueError(f"state must be one of {', '.join(_STATES)}")
        self._state = value
        self._mark()

    @property
    def unit(self) -> str:
        return self._unit

    @unit.setter
    def unit(self, value: str | None) -> None:
        self._unit = _text(value or "", 100)
        self._mark()

    @property
    def phase(self) -> str | None:
        """Another word starts `completed` at 0, and makes `total` unknown until it is set."""
        return self._phase

    @phase.setter
    def phase(self, value: str) -> None:
        word = _text(value, 1000)
        with _lock:
            if word != self._phase:
                self._phase, self._completed, self._total = word, 0, None
        self._mark()

    def heartbeat(self) -> None:
        """A sign of life where there is nothing to count: it puts off being asked."""
        self._mark()

    def end(
        self,
        reason: str = "completed",
        *,
        detail: str | None = None,
        exit_code: int | None = None,
    ) -> None:
        """The end: completed, failed, cancelled, expired or lost. The first one counts."""
        if reason not in _REASONS:
            raise ValueError("reason is {!r}, not one of {}".format(reason, ", ".join(_REASONS)))
        with _lock:
            link, self._link = self._link, None
            if link is None:
                return
            if detail is None and self._cancel is not None and self._cancel[0] == reason:
                detail = self._cancel[1]
            self._end = _End(reason, detail, exit_code)
        link.wake(at_once=True)

    # What the caller asks

    @property
    def cancelled(self) -> str | None:
        """Who or what told this task to stop; None while nobody did."""
        if self._cancel is None:
            return None
        self._saw_cancel = True
        return self._cancel[1] or self._cancel[0]

    def check_cancelled(self) -> None:
        """Raises `Cancelled` once the task was told to stop."""
        if self._cancel is not None:
            raise Cancelled(self.cancelled or "user")

    @property
    def number(self) -> int | None:
        """The hub's number for it; None until it is known."""
        return self._number

    def __enter__(self) -> Task:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._finish(error)

    def __repr__(self) -> str:
        return f"<headway.Task {self._title!r} {self._completed}/{self._total}>"

    # Ends

    def _finish(self, error: BaseException | None) -> None:
        """Ends as what left its block says."""
        if error is None or isinstance(error, GeneratorExit):
            return self._finish_normally()
        if isinstance(error, Cancelled) or type(error).__name__ == "CancelledError":
            return self._end_cancelled(getattr(error, "reason", None))
        if isinstance(error, KeyboardInterrupt):
            return self.end("cancelled", detail="terminal")
        if isinstance(error, SystemExit):
            code = error.code
            if code is None or code == 0:
                return self._finish_normally()
            return self.end("failed", exit_code=code & 0xFF if isinstance(code, int) else 1)
        if "sensitive" not in self._fixed:
            lines = str(error).splitlines()[:1]
            self.subtitle = ": ".join([type(error).__name__, *lines])
        self.end("failed")

    @property
    def _is_whole(self) -> bool:
        return self._total is not None and self._completed >= self._total

    def _finish_normally(self) -> None:
        """Told to stop, and heard it, and left with work undone: that is a cancel."""
        if self._saw_cancel and not self._is_whole:
            return self._end_cancelled()
        self.end()

    def _end_cancelled(self, reason: str | None = None) -> None:
        """As it was told; where another task was, as that one."""
        if self._cancel is not None:
            return self.end(self._cancel[0])
        self.end("cancelled", detail=reason if reason in _CANCELLERS else None)

    def _finish_left(self) -> None:
        """A loop was left, and nothing says why: it isn't known to be done."""
        if self._is_whole:
            return self.end()
        self._end_cancelled()

    def _finish_at_exit(self, error: BaseException | None) -> None:
        if error is not None:
            return self._finish(error)
        if self._decide_at is not None:
            return self._finish_left()
        if self._cancel is not None:
            return self._end_cancelled()
        self.end("lost")

    # What the thread sends

    def _mark(self) -> None:
        self._dirty = True
        link = self._link
        if link is not None:
            link.wake()

    def _restart(self, total: Number | None, completed: Number = 0) -> None:
        """The same card, counting from the start again."""
        with _lock:
            self._round += 1
            self._completed, self._total = completed, total
        self._mark()

    @property
    def _wire_key(self) -> str:
        return _key(os.environ.get("HEADWAY_TASK")) or self.key if self._adopts else self.key

    def _report(self) -> Message:
        """All it has to say, as fields of the protocol."""
        completed, total, unit = self._completed, self._total, self._unit
        if isinstance(total, float) and 0 < total < 10_000:
            completed, total, unit = completed / total * 10_000, 10_000, "%"
        elif self._scale != 1:
            completed, total = completed * self._scale, total and total * self._scale
        report: Message = {"total": _count(total) or 0, "unit": unit, "subtitle": self._subtitle}
        if self._state is not None:
            report["programState"] = self._state
        count = _count(completed)
        if count is not None and (count or report["total"]):
            report["completed"] = count
        words = [self._phase] if self._phase else []
        if self._adopts:
            words.insert(0, self._first_title)
            if self._title != self._first_title:
                parts = (self._title, self._subtitle)
                report["subtitle"] = " · ".join(part for part in parts if part)
        else:
            report["title"] = self._title
        phase = ": ".join(words)
        if self._round > 1:
            phase = f"{phase} ({self._round})" if phase else f"round {self._round}"
        if phase:
            report["phase"] = phase
        return report

    def _whole(self, report: Message) -> Message:
        """Its begin, with the whole state."""
        foreground = {"foreground": _is_foreground()}
        told = {"command": _command(), "directory": _directory()}
        fixed = {**{name: value for name, value in told.items() if value}, **self._fixed}
        begun = {"key": self.key, "startedAt": _time(self._begun_at)}
        return {"type": "begin", **begun, **fixed, **foreground, **report}

    def _lines(self) -> bytes:
        """What this connection wasn't told yet."""
        end = self._end
        self._dirty = False
        report = self._report()
        messages: list[Message] = []
        if self._adopts and not self._was_told:
            # What an earlier command, or task, counted is over.
            messages.append({"type": "update", "task": self._wire_key, "phase": ""})
        if self._sent is None and not self._adopts:
            messages.append({**self._whole(report), "request": self._serial})
        else:
            sent = self._sent or {}
            news = {name: value for name, value in report.items() if sent.get(name) != value}
            if "phase" in news:
                news = report
            if news or end is None:
                kind = "update" if news else "heartbeat"
                messages.append({"type": kind, "task": self._wire_key, **news})
        self._sent = report
        self._was_told = True
        if end is not None:
            end.is_sent = True
            if self._adopts:
                messages.append({"type": "heartbeat", "task": self._wire_key})
            else:
                messages.append({"type": "end", "task": self.key, **end.fields})
            messages[-1]["request"] = self._serial + 1
        return b"".join(map(_line, messages))

    def _owes(self, may_update: bool) -> bool:
        if self._is_refused:
            return False
        owes_end = self._end is not None and not self._end.is_sent
        return self._sent is None or owes_end or (may_update and self._dirty and self._end is None)

    def _appears(self, now: float) -> bool:
        """A bar that ended well before anyone could look at it isn't worth a card."""
        if self._was_told or now >= self._not_before:
            return True
        return self._end is not None and self._end.reason != "completed"


# MARK: The connection


class _Link:
    """This process's side of the wire: one connection, one thread, each task's latest state."""

    def __init__(self) -> None:
        self.tasks: list[Task] = []  # those that have anything left to say
        self.adopter: Task | None = None
        self._thread: threading.Thread | None = None
        self._alarm: tuple[socket.socket, socket.socket] | None = None
        self._is_awake = False
        self._settled = threading.Condition()
        self._socket: socket.socket | None = None
        self._outbox = self._inbox = b""
        self._retry_at = self._next_update = 0.0
        self._pause = _FIRST_PAUSE
        self._was_heard = self._is_hopeless = self._is_leaving = False

    # Called by any thread

    def add(self, task: Task) -> None:
        run = _key(os.environ.get("HEADWAY_TASK"))
        with _lock:
            is_free = self.adopter is None or self.adopter._end is not None
            if run is not None and is_free and _is_main_process():
                self.adopter = task
                task._adopts = True
            elif run is not None:
                task._fixed.setdefault("parent", run)
            self.tasks.append(task)
            task._link = self
        self.wake(at_once=True)

    def wake(self, at_once: bool = False) -> None:
        if self._is_awake and not at_once:
            return
        self._is_awake = True
        if self._thread is None:
            self._start()
        try:
            if self._alarm is not None:
                self._alarm[1].send(b"!")
        except OSError:  # full: it will wake
            pass

    def _start(self) -> None:
        with _lock:
            if self._thread is not None:
                return
            try:
                self._alarm = self._alarm or _alarm()
                thread = threading.Thread(target=self._run, name="headway", daemon=True)
                thread.start()
            except (OSError, RuntimeError):  # no descriptor, no thread: another time
                return
            self._thread = thread
        _end_with_multiprocessing()

    def flush(self, timeout: float) -> bool:
        self.wake(at_once=True)
        if self._thread is None:
            return self._flush_here(timeout)
        with self._settled:
            return self._settled.wait_for(lambda: not self._has_ends(), timeout)

    def _flush_here(self, timeout: float) -> bool:
        """There was no thread to be had."""
        deadline = time.monotonic() + timeout
        while self._has_ends() and time.monotonic() < deadline:
            self._wait(min(self._step(time.monotonic()) or 0.01, 0.01))
        return not self._has_ends()

    def _has_ends(self) -> bool:
        return any(task._end is not None or task._decide_at for task in self.tasks)

    def forget(self) -> None:
        """In a child made by fork: the parent's tasks and connection aren't its own."""
        for task in self.tasks:
            task._link = None
        for end in (self._socket, *(self._alarm or ())):
            if end is not None:
                _let_go(end)

    # The thread

    def _run(self) -> None:
        while True:
            try:
                self._wait(self._step(time.monotonic()))
            except Exception:  # whatever it is, the program goes on
                self._start_over()
                time.sleep(1)

    def _start_over(self) -> None:
        """The program may have closed every descriptor: theirs may be others' files by now."""
        for end in (self._socket, *(self._alarm or ())):
            if end is not None:
                _let_go(end)
        self._socket, self._outbox, self._alarm = None, b"", None
        try:
            self._alarm = _alarm()
        except OSError:
            pass

    def _wait(self, timeout: float | None) -> None:
        poll = select.poll()
        if self._alarm is not None:
            poll.register(self._alarm[0], select.POLLIN)
        if self._socket is not None:
            events = select.POLLIN | (select.POLLOUT if self._outbox else 0)
            poll.register(self._socket, events)
        ready = dict(poll.poll(None if timeout is None else max(0, timeout) * 1000 + 1))
        if self._alarm is None or self._alarm[0].fileno() not in ready:
            return
        try:
            self._alarm[0].recv(4096)
        except BlockingIOError:
            pass

    def _step(self, now: float) -> float | None:
        """Does what can be done without blocking; returns how long there is nothing to do."""
        self._is_awake = False  # from here on a change wakes the thread
        self._decide(now)
        tasks = [task for task in list(self.tasks) if task._appears(now)]
        has_end = any(task._end is not None for task in tasks)
        if tasks and self._socket is None and (now >= self._retry_at or has_end):
            self._connect(now)
        if self._socket is not None:
            self._receive(now)
        self._send(tasks, now)
        for task in list(self.tasks):
            self._settle(task, now)
        self._clear()
        return self._time_to_rest()

    def _decide(self, now: float) -> None:
        """A loop was left early, and the program goes on."""
        for task in list(self.tasks):
            if task._decide_at is not None and now >= task._decide_at:
                task._decide_at = None
                task._finish_left()

    def _send(self, tasks: list[Task], now: float) -> None:
        self._push(now)
        if self._socket is None or self._outbox:
            return
        may_update = now >= self._next_update
        lines = [task._lines() for task in tasks if task._owes(may_update)]
        if not lines:
            return
        self._next_update = now + _INTERVAL
        self._outbox = b"".join(lines)
        self._push(now)

    def _push(self, now: float) -> None:
        try:
            while self._outbox and self._socket is not None:
                self._outbox = self._outbox[self._socket.send(self._outbox) :]
        except BlockingIOError:
            pass
        except OSError:
            self._outbox = b""  # what it said before it hung up is still to be read

    def _settle(self, task: Task, now: float) -> None:
        end = task._end
        if end is None or task._is_settled:
            return
        if not task._appears(now):
            task._is_settled = True
        elif now >= end.deadline or (self._socket is None and self._is_hopeless):
            if not task._adopts and (task._was_told or _hub_was_here(task)):
                begin = task._whole(task._report())
                last = {"type": "end", "task": task.key, **end.fields}
                try:
                    _spool(task.key, _line(begin) + _line(last))
                except OSError:
                    pass
            task._is_settled = True

    def _clear(self) -> None:
        with _lock:
            if any(task._is_settled for task in self.tasks):
                if self.adopter is not None and self.adopter._is_settled:
                    self.adopter = None
                self.tasks = [task for task in self.tasks if not task._is_settled]
        if not any(task._was_told for task in self.tasks) and self._socket is not None:
            self._close()  # an idle connection keeps the hub from leaving
        with self._settled:
            self._settled.notify_all()

    def _time_to_rest(self) -> float | None:
        now = time.monotonic()
        moments: list[float] = []
        for task in self.tasks:
            if task._decide_at is not None:
                moments.append(task._decide_at)
            if task._end is not None:
                moments.append(task._end.deadline)
            if not task._appears(now):
                moments.append(task._not_before)
            elif self._socket is None:
                moments.append(self._retry_at)
            elif not self._outbox and task._owes(may_update=True):
                moments.append(self._next_update if task._sent is not None else now)
        return max(0.0, min(moments) - now) if moments else None

    # The hub

    def _connect(self, now: float) -> None:
        self._retry_at = now + self._next_pause()
        path = _socket_path()
        self._is_hopeless = path is None or not _is_private(os.path.dirname(path))
        if path is None or self._is_hopeless:
            return
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.setblocking(False)
            connection.connect(path)
            size = struct.calcsize("3i")
            peer = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size)
            if struct.unpack("3i", peer)[1] != os.geteuid():
                self._retry_at = float("inf")
                raise PermissionError("another user's hub")
        except BlockingIOError:  # its backlog is full
            connection.close()
            return
        except OSError:
            connection.close()
            self._is_hopeless = True
            return
        hello = {"type": "hello", "versions": [1], "role": "worker", "client": "headway.py 1"}
        self._socket, self._outbox, self._inbox = connection, _line(hello), b""
        self._was_heard = self._is_leaving = False
        for task in self.tasks:
            task._sent = None
            task._is_refused = False
            if task._end is not None:
                task._end.is_sent = False

    def _next_pause(self) -> float:
        pause = self._pause * (1 - random.random() / 2)
        longest = _LONGEST_UNHEARD if not self._was_heard or self._is_leaving else _LONGEST_PAUSE
        self._pause = min(longest, self._pause * 2)
        return pause

    def _drop(self, now: float) -> None:
        self._close()
        self._retry_at = now if self._was_heard and not self._is_leaving else self._retry_at
        self._retry_at = max(self._retry_at, now)

    def _close(self) -> None:
        if self._socket is not None:
            _let_go(self._socket)
        self._socket, self._outbox = None, b""

    def _receive(self, now: float) -> None:
        is_over = False
        try:
            while self._socket is not None and not is_over:
                bytes_ = self._socket.recv(65_536)
                is_over = not bytes_
                self._inbox += bytes_
        except BlockingIOError:
            pass
        except OSError:
            is_over = True
        *lines, self._inbox = self._inbox.split(b"\n")
        for line in lines:
            self._take(line, now)
        if is_over or len(self._inbox) > 65_536:
            self._drop(now)

    def _take(self, line: bytes, now: float) -> None:
        try:
            message = json.loads(line)
            kind = message["type"]
        except (ValueError, TypeError, KeyError):
            return
        self._was_heard, self._pause = True, _FIRST_PAUSE
        if kind == "goodbye":
            self._is_leaving = True
        elif kind == "error":
            return self._take_refusal(message, now)
        task = self._task_of(message)
        if task is None:
            return
        if kind == "begun":
            task._number = message.get("number")
        elif kind == "ended" or (kind == "ok" and task._end is not None):
            task._is_settled = task._end is not None
        elif kind == "cancel" and task._end is None:
            self._cancel(task, (str(message.get("reason", "cancelled")), message.get("detail")))

    def _cancel(self, task: Task, notice: tuple[str, str | None]) -> None:
        """Tells the task, and what is part of it in this process."""
        task._cancel = notice
        for other in self.tasks:
            if other._fixed.get("parent") == task.key and other._cancel is None:
                self._cancel(other, notice)

    def _task_of(self, message: Message) -> Task | None:
        key, request = message.get("key"), message.get("request")
        for task in self.tasks:
            if task.key == key or request == task._serial + 1:
                return task
        return None

    def _take_refusal(self, message: Message, now: float) -> None:
        code, request = message.get("code"), message.get("request")
        if code == "version":
            # Trying again can't help: for ever is long enough.
            self._is_hopeless, self._was_heard, self._retry_at = True, False, float("inf")
            return self._drop(now)
        for task in self.tasks:
            if request == task._serial:
                task._is_refused = True
            elif request == task._serial + 1 and task._adopts:
                task._is_settled = True
            elif request is None and task._adopts and code == "ended":
                task._is_refused = True
            elif request is None and task._adopts and code == "unknownTask":
                # The hub is new, and the supervisor not back yet.
                task._sent = None
                self._next_update = now + 4 * _INTERVAL


def _alarm() -> tuple[socket.socket, socket.socket]:
    """What one writes wakes whoever polls the other."""
    ends = socket.socketpair()
    for end in ends:
        end.setblocking(False)
    return ends


def _let_go(end: socket.socket) -> None:
    """Closes it, unless its number stands for something else by now."""
    try:
        end.getsockopt(socket.SOL_SOCKET, socket.SO_TYPE)
        end.close()
    except OSError:
        end.detach()


def _hub_was_here(task: Task) -> bool:
    """Whether an end that no hub heard of is worth a file: where this user has a hub at times, and
    not for bars."""
    state = _state_directory()
    return not task._is_bar and state is not None and _is_private(state)


def _is_main_process() -> bool:
    """False in children of fork and multiprocessing, whose reports aren't the command's."""
    process = sys.modules.get("multiprocessing.process")
    return not _is_child and (process is None or process.parent_process() is None)


def _end_with_multiprocessing() -> None:
    """Its children leave without atexit(3)."""
    process = sys.modules.get("multiprocessing.process")
    if process is not None and process.parent_process() is not None:
        from multiprocessing import util

        util.Finalize(None, _at_exit, exitpriority=0)


# Guards counters and lists for a few instructions; reentrant, as signal handlers may report.
_lock = threading.RLock()
_link = _Link()
_is_child = False


def _after_fork() -> None:
    global _lock, _link, _open, _is_child
    _lock, old, _link, _open = threading.RLock(), _link, _Link(), threading.local()
    _is_child = True
    old.forget()


def _at_exit() -> None:
    error = None
    if not hasattr(sys, "ps1"):
        error = getattr(sys, "last_exc", None) or getattr(sys, "last_value", None)
    for task in list(_link.tasks):
        if task._end is None:
            task._finish_at_exit(error)
    flush()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
atexit.register(_at_exit)


def begin(title: str, **options: Any) -> Task:
    """Begins a task, to be ended by `end`. Options: total, unit, subtitle, identifier, phase,
    completed, group, sensitive, on_stall (ask, expire, ignore), stall_after and grace (seconds),
    parent (a Task)."""
    return Task(title, **options)


def task(title: str, **options: Any) -> Task:
    """The same, for a with block. It ends the task: completed when the block returns, failed on an
    exception, cancelled on `Cancelled`, on Ctrl-C, and when it looked at `cancelled` and returned
    with units undone."""
    return Task(title, **options)


def flush(timeout: float = 10) -> bool:
    """Waits until every end is in the record or the spool: at most about 100 ms and what the disk
    takes. False if it took longer. At exit this happens by itself."""
    return not _link.tasks or _link.flush(timeout)


# MARK: tqdm

_open = threading.local()  # the open bars of each thread, outermost first


class tqdm:
    """tqdm's interface, with a card in place of the bar.

    It prints nothing, with a hub or without: the card is in the monitor. What shapes tqdm's text
    (ncols, ascii, bar_format, leave, position, …) is accepted and has no meaning.

    A bar has a card once it is half a second old (or as old as `delay` says). A bar inside another,
    of the same thread, is part of it, and the next one inside takes its card over: a loop of a
    hundred epochs has two cards, not a hundred and one. A loop that is left early is cancelled, or
    failed if the program dies of an exception thereupon; a with block around it knows better.
    A cancel raises `Cancelled` at the next item of a loop, of one inside it too; between manual
    updates `bar.task.check_cancelled()` does.
    """

    monitor_interval = 0

    def __init__(
        self,
        iterable: Iterable[Any] | None = None,
        desc: str | None = None,
        total: Number | None = None,
        leave: bool | None = True,
        file: Any = None,
        ncols: int | None = None,
        mininterval: float = 0.1,
        maxinterval: float = 10.0,
        miniters: Number | None = None,
        ascii: Any = None,
        disable: bool | None = False,
        unit: str = "it",
        unit_scale: bool | Number = False,
        dynamic_ncols: bool = False,
        smoothing: float = 0.3,
        bar_format: str | None = None,
        initial: Number = 0,
        position: int | None = None,
        postfix: Any = None,
        unit_divisor: float = 1000,
        write_bytes: bool = False,
        lock_args: Any = None,
        nrows: int | None = None,
        colour: str | None = None,
        delay: float = 0,
        gui: bool = False,
        **kwargs: Any,
    ) -> None:
        if total is None and iterable is not None:
            try:
                total = len(iterable)  # type: ignore[arg-type]
            except (TypeError, AttributeError):
                total = None
        self.iterable, self.initial = iterable, initial
        self.desc, self.unit, self.leave, self.pos = desc or "", unit, leave, 0
        self.disable = bool(disable)
        self.start_t = time.time()
        self.postfix: str | None = None
        self._n: Number = initial
        self._total = total
        self._within: tqdm | None = None
        self._spare: Task | None = None
        self._left: list[Task] = []
        self._task: Task | None = None
        if self.disable:
            return
        self._task = self._make_task(unit_scale, max(delay, _BAR_DELAY))
        if isinstance(postfix, dict):
            self.set_postfix(postfix)
        elif postfix is not None:
            self.set_postfix_str(str(postfix))

    def _make_task(self, unit_scale: bool | Number, delay: float) -> Task:
        bars = _open.__dict__.setdefault("bars", [])
        self._within = within = bars[-1]() if bars else None
        self.pos = -len(bars)
        bars.append(weakref.ref(self, lambda bar: bar in bars and bars.remove(bar)))
        if within is not None and within._spare is not None:
            task, within._spare = within._spare, None
            task.title = self._words
            task._restart(self.total, self.initial)
            return task
        return Task(
            self._words, total=self.total, unit=self.unit, completed=self.initial,
            parent=within._task if within is not None else None, _is_bar=True, _delay=delay,
            _scale=1 if isinstance(unit_scale, bool) else unit_scale,
        )  # fmt: skip

    @property
    def _words(self) -> str:
        """Its title: the description, else the program."""
        words = self.desc.strip().rstrip(":").rstrip()
        return words or os.path.basename(sys.argv[0] if sys.argv else "") or "Python"

    @property
    def task(self) -> Task | None:
        """The task behind it; None for one that is disabled or closed."""
        return self._task

    @property
    def n(self) -> Number:
        return self._n if self._task is None else self._task._completed

    @n.setter
    def n(self, value: Number) -> None:
        self._n = value
        if self._task is not None:
            self._task.completed = value

    @property
    def total(self) -> Number | None:
        return self._total

    @total.setter
    def total(self, value: Number | None) -> None:
        self._total = value
        if self._task is not None:
            self._task.total = value

    # Counting

    def __iter__(self) -> Iterator[Any]:
        if self.iterable is None:
            raise TypeError("this bar has nothing to iterate over")
        task = self._task
        if task is None:
            yield from self.iterable
            return
        n = task._completed
        error: BaseException | None = None
        try:
            for item in self.iterable:
                yield item
                n += 1
                task._completed = n
                if not task._dirty:
                    task._mark()
                if task._cancel is not None:
                    task.check_cancelled()
        except BaseException as raised:
            error = raised
            raise
        finally:
            self._close(error)

    def update(self, n: Number | None = 1) -> bool | None:
        task = self._task
        if task is None:
            return None
        task.advance(1 if n is None else n)
        return True

    def reset(self, total: Number | None = None) -> None:
        """Counts from 0 again; on the card another round begins."""
        self._n = 0
        if total is not None:
            self._total = total
        if self._task is not None:
            self._task._restart(self._total)

    def refresh(self, *args: Any, **kwargs: Any) -> bool:
        """What was set is shown anyway."""
        return True

    def unpause(self) -> None: ...

    def clear(self, nolock: bool = False) -> None: ...

    def moveto(self, n: int) -> None: ...

    def display(self, msg: str | None = None, pos: int | None = None) -> bool:
        return self.refresh()

    # Words

    def set_description(self, desc: str | None = None, refresh: bool = True) -> None:
        self.desc = desc + ": " if desc else ""
        if self._task is not None:
            self._task.title = self._words

    def set_description_str(self, desc: str | None = None, refresh: bool = True) -> None:
        self.desc = desc or ""
        if self._task is not None:
            self._task.title = self._words

    def set_postfix(self, ordered_dict: Any = None, refresh: bool = True, **kwargs: Any) -> None:
        words = {**dict(ordered_dict or {}), **dict(sorted(kwargs.items()))}
        shown = {
            name: value.strip() if isinstance(value, str) else self.format_num(value)
            for name, value in words.items()
        }
        self.set_postfix_str(", ".join("{}={}".format(*pair) for pair in shown.items()))

    def set_postfix_str(self, s: str = "", refresh: bool = True) -> None:
        self.postfix = str(s)
        if self._task is not None:
            self._task.subtitle = self.postfix

    @staticmethod
    def format_num(n: Any) -> str:
        """Three digits where that is shorter."""
        whole = str(n)
        try:
            short = f"{n:.3g}".replace("e+0", "e+").replace("e-0", "e-")
        except (TypeError, ValueError):
            return whole
        return short if len(short) < len(whole) else whole

    @property
    def format_dict(self) -> dict[str, Any]:
        elapsed = time.time() - self.start_t
        words = {"prefix": self.desc, "unit": self.unit, "postfix": self.postfix}
        counts = {"n": self.n, "total": self.total, "initial": self.initial}
        return {**counts, "elapsed": elapsed, **words}

    # The end

    def close(self) -> None:
        self._close(None)

    def _close(self, error: BaseException | None) -> None:
        task = self._task
        if task is None:
            return
        self._n, self._task = task._completed, None
        self._leave_stack()
        spare, self._spare = self._spare, None
        within = self._within
        was_left = isinstance(error, GeneratorExit)
        if was_left:
            self._left = [each for each in (spare, task) if each is not None]
        is_inner = within is not None and within._task is not None and within._spare is None
        if within is not None and is_inner and (error is None or was_left) and not task._cancel:
            within._spare = task
            return
        if was_left:
            return self._wait_and_see()
        for each in (spare, task):
            if each is not None:
                each._finish(error)

    def _wait_and_see(self) -> None:
        """A break, or an exception on its way: what becomes of the program will tell."""
        for task in self._left:
            link = task._link
            if link is not None:
                task._decide_at = time.monotonic() + _EARLY_PATIENCE
                link.wake(at_once=True)

    def _decide(self, error: BaseException | None) -> None:
        """The block around the loop tells."""
        within = self._within
        if error is not None and within is not None and within._spare in self._left:
            within._spare = None
        for task in self._left:
            if error is not None:
                task._finish(error)
            elif task._decide_at is not None:
                task._finish_normally()
        self._left = []

    def _leave_stack(self) -> None:
        bars = _open.__dict__.get("bars", [])
        bars[:] = [bar for bar in bars if bar() is not self]

    def __del__(self) -> None:
        if getattr(self, "_task", None) is not None:
            try:
                self._close(GeneratorExit())
            except Exception:  # the interpreter is on its way out
                pass

    def __enter__(self) -> tqdm:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._close(error)
        self._decide(error)

    # The rest of tqdm

    def __len__(self) -> int:
        if self.iterable is not None and hasattr(self.iterable, "__len__"):
            return len(self.iterable)  # type: ignore[arg-type]
        if self.total is None:
            raise TypeError("the length is unknown")
        return int(self.total)

    def __bool__(self) -> bool:
        if self.total is not None:
            return self.total > 0
        if self.iterable is None:
            raise TypeError("bool() undefined when iterable == total == None")
        return bool(self.iterable)

    def __contains__(self, item: Any) -> bool:
        return item in self.iterable if self.iterable is not None else False

    def __reversed__(self) -> Iterator[Any]:
        self.iterable = reversed(self.iterable)  # type: ignore[call-overload]
        return iter(self)

    def __repr__(self) -> str:
        return "{}{}/{}".format(self.desc and self._words + ": ", self.n, self.total)

    @classmethod
    def write(cls, s: str, file: Any = None, end: str = "\n", nolock: bool = False) -> None:
        """Prints: there is no bar in the way."""
        print(s, file=file if file is not None else sys.stdout, end=end)

    @classmethod
    def external_write_mode(cls, file: Any = None, nolock: bool = False) -> _Wrapped:
        return _Wrapped(None, None, None)

    @classmethod
    def get_lock(cls) -> Any:
        return _lock

    @classmethod
    def set_lock(cls, lock: Any) -> None: ...

    @classmethod
    def wrapattr(
        cls, stream: Any, method: str, total: Number | None = None, bytes: bool = True,
        **options: Any,
    ) -> _Wrapped:  # fmt: skip
        """A stream that counts what its read or write moves; use it in a with block."""
        if bytes:
            options = {"unit": "B", "unit_scale": True, "unit_divisor": 1024, **options}
        return _Wrapped(stream, method, cls(total=total, **options))


class _Wrapped:
    """The stream of `tqdm.wrapattr`."""

    def __init__(self, stream: Any, method: str | None, bar: tqdm | None) -> None:
        self._stream, self._method, self._bar = stream, method, bar

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._stream, name)
        if name != self._method or self._bar is None:
            return value
        return self._counting(value, self._bar)

    def _counting(self, method: Callable[..., Any], bar: tqdm) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            result = method(*args, **kwargs)
            moved = args[0] if self._method == "write" else result
            bar.update(moved if isinstance(moved, int) else len(moved))
            return result

        return call

    def __iter__(self) -> Iterator[Any]:
        for line in self._stream:
            if self._bar is not None:
                self._bar.update(len(line))
            yield line

    def __enter__(self) -> _Wrapped:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if self._bar is not None:
            self._bar._close(error)


def trange(*args: Any, **kwargs: Any) -> tqdm:
    """`tqdm(range(…))`."""
    return tqdm(range(*args), **kwargs)
