import Foundation
import Glibc
import Testing
import TestHarness
import TestProcesses

/// "Waiting for you" is proven: with real programs that ask, and with real ones that don't.
@Suite(.fewAtATime) struct InputWaitTests {
  struct Asker: CustomTestStringConvertible, Sendable {
    let command: String
    var wait = "input"
    /// What ends it: a line, or a key by tmux's name.
    var answer = "n"
    /// A script that makes what it needs; one that fails leaves the case out.
    var preparation = "true"
    /// Whether it reads keys as an editor does. In front of its user it needs nobody.
    var isInteractive = false

    var testDescription: String { command }
  }

  /// A daemon for one connection, over its standard streams (sshd(8), `-i`).
  private static let sshServer = """
    [ -x /usr/sbin/sshd ] && command -v ssh >/dev/null || exit 1
    [ "$(id -u)" -ne 0 ] || mkdir -p /run/sshd
    ssh-keygen -q -t ed25519 -N '' -f key && touch config
    printf '#!/bin/sh\\nexec /usr/sbin/sshd -i -f "%s/config" -h "%s/key"\\n' "$PWD" "$PWD" >server
    chmod +x server
    """

  private static let askers = [
    Asker(command: "bash -c 'read x'"),
    Asker(command: "sh -c 'read x; :'"),
    Asker(command: "bash -c 'read -e x'", isInteractive: true),
    Asker(command: "bash -c 'read -t 300 x'"),
    Asker(command: "bash -c 'read -t 300 -n 1 x'", isInteractive: true),
    Asker(command: "bash -c 'read -t 300 -s x'", wait: "password"),
    Asker(
      command: "python3 -c 'import select; p = select.poll(); p.register(0, 1); p.poll(300_000)'"),
    Asker(command: "bash -c 'read -s x'", wait: "password"),
    Asker(command: "bash -c 'bash -c \"bash -c \\\"read x\\\"; :\"; :'"),
    Asker(command: "bash -c 'bash --norc; :'", answer: "exit", isInteractive: true),
    Asker(command: "script -qc 'read x' /dev/null"),
    Asker(command: "script -qc 'bash -c \"read -s x\"' /dev/null", wait: "password"),
    Asker(command: "setsid -w bash -c 'read x'"),
    Asker(command: "script -qc 'setsid -w bash -c \"read x\"' /dev/null"),
    Asker(command: "setsid -w bash -c 'read -s x'", wait: "password"),
    Asker(command: "cat", answer: "C-d"),
    Asker(command: "bash -c 'sleep 300 & cat; kill $!'", answer: "C-d"),
    Asker(command: "python3 -c 'input()'"),
    Asker(command: "python3 -q", answer: "exit()", isInteractive: true),
    Asker(command: "python3 -c 'import getpass; getpass.getpass()'", wait: "password"),
    Asker(
      command: "python3 -c 'import asyncio, tty; tty.setcbreak(0); e = asyncio.new_event_loop(); "
        + "e.add_reader(0, e.stop); e.run_forever()'", isInteractive: true),
    Asker(
      command: "python3 -c 'import asyncio; e = asyncio.new_event_loop(); "
        + "e.add_reader(0, e.stop); e.run_forever()'"),
    Asker(
      command: "env -u TMUX TMUX_TMPDIR=$PWD tmux -L inner -f /dev/null new 'read x'",
      isInteractive: true),
    Asker(
      command: "gpg --homedir keys --pinentry-mode ask --symmetric text", wait: "password",
      answer: "C-c",
      preparation: """
        command -v pinentry-curses && mkdir -m 700 keys && date >text
        echo pinentry-program "$(command -v pinentry-curses)" >keys/gpg-agent.conf
        """),
    Asker(command: threadedReader),
    Asker(
      command: "python3 -c 'import threading, time; threading.Thread(target=lambda: "
        + "[time.sleep(.5) for n in range(600)], daemon=True).start(); input()'"),
    Asker(command: "less /etc/passwd", answer: "q", isInteractive: true),
    Asker(command: "vim.tiny -u NONE -c 'set updatetime=100'", answer: ":q!", isInteractive: true),
    Asker(
      command: "apt-get -o Debug::NoLocking=1 remove less",
      preparation: "command -v apt-get && dpkg -s less"),
    Asker(
      command: "ssh -F none -o UserKnownHostsFile=/dev/null -o GlobalKnownHostsFile=/dev/null "
        + "-o ProxyCommand=./server nobody@headway.invalid true",
      answer: "no", preparation: sshServer),
  ]

  @Test("who asks is seen to wait, and the answer ends it", arguments: askers)
  func asks(asker: Asker) async throws {
    try await Workspace.use { workspace in
      guard try await workspace.run(asker.preparation).code == 0 else { return }
      let pane = try await TmuxServer(workspace).pane()
      try await pane.wait(for: "$")
      let viewer = try await pane.viewer()
      defer { viewer.kill() }
      try await pane.type("headway run --title Asker -- \(asker.command)")
      try await workspace.task("Asker") { $0.waitingForInput == asker.wait }
      let said = try await workspace.run("headway status; headway list").text
      let words = asker.wait == "password" ? "waiting for a password" : "waiting for your input"
      let isSaid = said.contains("1 needs you") && said.contains(words)
      #expect(isSaid != asker.isInteractive, "\(said)")
      #expect(said.contains("needs you") != asker.isInteractive, "\(said)")
      if asker.answer.hasPrefix("C-") {
        try await pane.send(asker.answer)
      } else {
        try await pane.type(asker.answer)
      }
      try await workspace.task("Asker") { $0.state == "ended" && $0.waitingForInput == nil }
    }
  }

  @Test("a session elsewhere by ssh, idle or not, is before its user, also in a hidden pane")
  func remoteSession() async throws {
    try await Workspace.use { workspace in
      guard try await workspace.run(Self.sshServer).code == 0 else { return }
      let daemon = """
        printf 'AuthorizedKeysFile %s/key.pub\nStrictModes no\nUsePAM no\n' "$PWD" >config
        trap 'kill $pid; wait $pid; exit' TERM
        for port in $(seq 20022 20122); do
          timeout 300 /usr/sbin/sshd -D -e -f config -h "$PWD/key" -p $port -o ListenAddress=127.0.0.1 \
            -o PidFile=none 2>log & pid=$!
          until grep -q listening log || ! kill -0 $pid; do sleep .05; done
          if grep -q listening log; then echo $port; wait $pid; exit; fi
        done
        """
      let server = try workspace.start(daemon)
      try await eventually("a port") { server.outputText.hasSuffix("\n") }
      let port = server.outputText.trimmingCharacters(in: .whitespacesAndNewlines)
      let pane = try await TmuxServer(workspace).pane()
      try await pane.wait(for: "$")
      try await pane.type(
        "headway run --title Remote --stall-after 1s -- ssh -tt -F none -i key -p \(port) "
          + "-o StrictHostKeyChecking=no -o BatchMode=yes -o UserKnownHostsFile=/dev/null "
          + "-o LogLevel=ERROR 127.0.0.1 'echo there; read x; echo \"got $x\"'")
      try await pane.wait(for: "there")
      try await workspace.task("Remote") { $0.waitingForInput == "input" }
      _ = try workspace.start("headway run --title Clock --stall-after 8s -- sleep 300")
      try await workspace.task("Clock") { $0.stalled != nil }
      let said = try await workspace.run("headway list --filter title:Remote").text
      #expect(said.contains("running") && !said.contains("waiting"), "\(said)")
      #expect(try await workspace.task("Remote").stalled == nil)
      try await pane.type("on")
      try await pane.wait(for: "got on")
      try await workspace.task("Remote") { $0.state == "ended" }
      server.send(SIGTERM)
    }
  }

  @Test("an interactive program needs its user while nobody sees its pane")
  func hiddenPane() async throws {
    try await Workspace.use { workspace in
      let pane = try await TmuxServer(workspace).pane()
      try await pane.wait(for: "$")
      try await pane.type("headway run --title Reader -- less /etc/passwd")
      try await workspace.task("Reader") { $0.waitingForInput == "input" }
      func needsUser() async throws -> Bool {
        try await workspace.run("headway status").text.contains("1 needs you")
      }
      try await eventually("it needs its user") { try await needsUser() }
      let viewer = try await pane.viewer()
      try await eventually("it is before its user") { try await !needsUser() }
      viewer.kill()
      try await eventually("it needs its user again") { try await needsUser() }
      try await pane.send("q")
      try await workspace.task("Reader") { $0.state == "ended" }
    }
  }

  private static let threadedReader =
    "python3 -c 'import threading; t = threading.Thread(target=input); t.start(); t.join()'"

  private static let others = [
    "sleep 300", "sleep 300 </dev/null", "bash -c 'while :; do :; done'",
    "bash -c 'while :; do sleep .05; done'", "cat fifo", "bash -c 'read x <fifo'",
    "bash -c 'cat & sleep 300'", "setsid -w sleep 300",
    "tail -f /etc/passwd", "curl -s http://127.0.0.1:$PORT/",
    "python3 -c 'import socket; s = socket.create_connection((\"127.0.0.1\", $PORT)); s.recv(1)'",
    "bash -c 'stty -echo; sleep 300'", "bash -c 'stty raw -echo; sleep 300'", "top -d 1",
    "watch -n 1 true", "script -qc 'sleep 300' /dev/null",
    "bash -c 'while :; do read -t 5 -n 1; done'",
    "python3 -uc 'import threading, time; threading.Thread(target=input, daemon=True).start(); "
      + "[(print(n), time.sleep(1)) for n in range(300)]'",
    "python3 -uc 'import threading, time; threading.Thread(target=input, daemon=True).start(); "
      + "[time.sleep(.5) for n in range(600)]'",
    "python3 -c 'import socket, threading; "
      + "threading.Thread(target=input, daemon=True).start(); "
      + "s = socket.create_connection((\"127.0.0.1\", $PORT)); s.recv(1)'",
    "python3 -c 'import subprocess, threading; "
      + "threading.Thread(target=input, daemon=True).start(); subprocess.call([\"sleep\", \"300\"])'",
    "python3 -uc 'import threading, time; threading.Thread(target=lambda: "
      + "[(print(n), time.sleep(1)) for n in range(300)], daemon=True).start(); input()'",
    "python3 -c 'import subprocess, threading; threading.Thread(target=subprocess.call, "
      + "args=([\"sleep\", \"300\"],)).start(); input()'",
    "python3 -c 'import asyncio, socket; e = asyncio.new_event_loop(); e.add_reader(0, e.stop); "
      + "s = socket.create_connection((\"127.0.0.1\", $PORT)); e.add_reader(s, e.stop); "
      + "e.run_forever()'",
    "python3 -c 'import asyncio, subprocess; e = asyncio.new_event_loop(); "
      + "e.add_reader(0, e.stop); p = subprocess.Popen([\"sleep\", \"300\"], stdout=-1); "
      + "e.add_reader(p.stdout, e.stop); e.run_forever()'",
    "headway run --title inner -- sleep 300", "bash -c 'set -m; cat & sleep 300'",
  ]

  @Test("who works, sleeps, draws or waits for others is never taken to wait", arguments: others)
  func doesNotAsk(command: String) async throws {
    try await Workspace.use { workspace in
      let server = try workspace.start(
        "mkfifo fifo; sleep 300 >fifo & exec python3 -uc 'import socket, time; "
          + "s = socket.create_server((\"127.0.0.1\", 0)); print(s.getsockname()[1]); time.sleep(300)'"
      )
      try await eventually("a port") { server.outputText.hasSuffix("\n") }
      let watch = try workspace.start("exec headway watch --plain")
      let tmux = try TmuxServer(workspace)
      let pane = try await tmux.pane()
      try await pane.wait(for: "$")
      let port = server.outputText.trimmingCharacters(in: .whitespacesAndNewlines)
      let words = command.replacing("$PORT", with: port)
      try await pane.type("headway run --title Other --stall-after 1s -- \(words)")
      try await workspace.task("Other") { $0.state == "running" }
      // By then the other was looked at several times, and for as long as a thread that reads beside
      // others has to wait.
      _ = try workspace.start("headway run --title Clock --stall-after 2s -- sleep 300")
      _ = try await tmux.pane("exec headway run --title Control -- \(Self.threadedReader)")
      try await eventually("the control and the clock") {
        watch.outputText.contains("Control: waiting for your input")
          && watch.outputText.contains("Clock has been silent")
      }
      #expect(!watch.outputText.contains("Other: waiting"), "\(watch.outputText)")
      #expect(try await workspace.task("Other").state == "running")
      [watch, server].forEach { $0.send(SIGTERM) }
    }
  }

  /// su(1) runs as root: what it waits for isn't to be looked into.
  @Test("the password prompt of another user's program is seen")
  func setUserID() async throws {
    try await Workspace.use(ownsBinaries: true) { workspace in
      let isRoot = geteuid() == 0
      let user = isRoot ? "setpriv --reuid 65534 --regid 65534 --clear-groups " : ""
      if isRoot {
        try await workspace.run(
          "cd ..; chown 65534:65534 . home home/.config home/.config/* state run work")
      }
      let pane = try await TmuxServer(workspace).pane("exec \(user)bash --norc")
      try await pane.wait(for: "$")
      try await pane.type("headway run --title Su -- su")
      try await pane.wait(for: "Password:")
      try await eventually("the wait") {
        try await workspace.run("\(user)headway list").text.contains("waiting for a password")
      }
      try await pane.send("C-c")
      try await eventually("the end") {
        try await !workspace.run("\(user)headway list").text.contains("waiting")
      }
    }
  }
}
