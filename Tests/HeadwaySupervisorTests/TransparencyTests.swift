import Glibc
import HeadwayModel
import HeadwaySystem
import Testing

@Suite("Bytes and status are the command's own") struct TransparencyTests {
  private static let commands: [[String]] = [
    ["true"], ["false"], ["sh", "-c", "exit 7"], ["sh", "-c", "kill -TERM $$"],
    ["sh", "-c", "kill -KILL $$"], ["sh", "-c", "kill -SEGV $$"],
    ["sh", "-c", "echo out; echo err >&2; echo out"], ["printf", #"\0\377\033[31mx\r\n\t"#],
    ["seq", "100000"], ["sh", "-c", "printf 'no newline'"],
    ["sh", "-c", "(sleep 0.1; echo late) &"],
    ["sh", "-c", "exec <&- >&- 2>&-; exit 3"], ["cat", "/proc/self/comm"],
    ["sh", "-c", "trap '' PIPE; echo trapped"], ["sh", "-c", "umask; pwd; ulimit -n"],
    ["sh", "-c", "exit 255"],
  ]

  @Test("a command without a terminal runs as without Headway", arguments: commands)
  func withoutATerminal(command: [String]) throws {
    let plain = try RunningCommand(command)
    let supervised = try RunningCommand([RunningCommand.supervise] + command)
    #expect(plain.readAll() == supervised.readAll())
    #expect(plain.wait() == supervised.wait())
  }

  private static let terminalCommands: [[String]] = [
    ["true"], ["sh", "-c", "exit 9"], ["sh", "-c", "kill -TERM $$"], ["seq", "50000"],
    ["sh", "-c", "stty size; stty -a | tail -n +2; test -t 0 && test -t 1 && test -t 2; echo $?"],
    ["sh", "-c", "stty raw -echo; printf 'a\\nb\\n'; stty sane"],
    ["sh", "-c", "printf 'no newline'"], ["sh", "-c", "echo to the terminal >/dev/tty"],
    ["sh", "-c", "ps -o stat= -p $$ | grep -c +"],
  ]

  @Test("a command on a terminal runs as without Headway", arguments: terminalCommands)
  func onATerminal(command: [String]) throws {
    let size = WindowSize(rows: 31, columns: 97)
    // The plain command under a shell that isn't the command: the job has its own group there too.
    let plain = try RunningCommand(onTerminal: command, size: size)
    let supervised = try RunningCommand(
      onTerminal: [RunningCommand.supervise] + command, size: size)
    let expected = plain.readAll()
    #expect(
      String(decoding: supervised.readAll(), as: UTF8.self)
        == String(decoding: expected, as: UTF8.self))
    #expect(plain.wait() == supervised.wait())
  }

  @Test("exits like a shell where nothing could be started")
  func exitsLikeAShellWhereNothingCouldBeStarted() throws {
    for _ in 0..<50 { try expectMissing() }
    let forbidden = try RunningCommand([RunningCommand.supervise, "/etc/passwd"])
    _ = forbidden.readAll()
    #expect(forbidden.wait() == .code(126))
  }

  private func expectMissing() throws {
    let missing = try RunningCommand([RunningCommand.supervise, "no-such-command-here"])
    #expect(
      String(decoding: missing.readAll(), as: UTF8.self)
        == "headway: no-such-command-here: command not found\n")
    #expect(missing.wait() == .code(127))
  }

  @Test("a thousand quick commands lose nothing")
  func aThousandQuickCommandsLoseNothing() throws {
    for round in 0..<1_000 {
      let command = try RunningCommand([RunningCommand.supervise, "echo", "round", "\(round)"])
      #expect(command.readAll() == Array("round \(round)\n".utf8))
      #expect(command.wait() == .code(0))
    }
  }

  @Test("two hundred quick commands on a terminal lose nothing")
  func twoHundredQuickCommandsOnATerminalLoseNothing() throws {
    for round in 0..<200 {
      let command = try RunningCommand(
        onTerminal: [RunningCommand.supervise, "seq", "\(round)", "\(round + 400)"])
      let expected = (round...round + 400).map { "\($0)\r\n" }.joined()
      #expect(command.readAll() == Array(expected.utf8))
      #expect(command.wait() == .code(0))
    }
  }

  @Test("the reader of a pipe may leave")
  func theReaderOfAPipeMayLeave() throws {
    let script = "$0 yes | head -1; echo ${PIPESTATUS[*]}"
    let shell = try RunningCommand(["bash", "-c", script, RunningCommand.supervise])
    #expect(String(decoding: shell.readAll(), as: UTF8.self) == "y\n141 0\n")
  }

  @Test("closed streams stay closed")
  func closedStreamsStayClosed() throws {
    let script = "$0 bash -c 'for n in 0 1 2; do [ -e /proc/self/fd/$n ]; echo $n $? >&3; done'"
    let shell = try RunningCommand(
      ["bash", "-c", script + " 3>&1 <&- >&- 2>&-", RunningCommand.supervise])
    #expect(String(decoding: shell.readAll(), as: UTF8.self) == "0 1\n1 1\n2 1\n")
  }

  @Test("descriptors and raw arguments pass through")
  func descriptorsAndRawArgumentsPassThrough() throws {
    let script = #"$0 sh -c 'echo three >&3; printf %s "$1" | od -An -tx1' x $'l\xe9' 3>&1"#
    let shell = try RunningCommand(["bash", "-c", script, RunningCommand.supervise])
    let lines = Set(
      String(decoding: shell.readAll(), as: UTF8.self).split(separator: "\n").map(String.init))
    #expect(lines == ["three", " 6c e9"])
  }

  @Test("signals are passed on")
  func signalsArePassedOn() throws {
    for number in [SIGTERM, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2] {
      let command = try RunningCommand(
        [RunningCommand.supervise, "sh", "-c", "echo ready; exec sleep 100"])
      _ = command.read(until: "ready")
      command.signal(number)
      #expect(command.wait() == .signal(number))
    }
  }
}
