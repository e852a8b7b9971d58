internal import CHeadwaySystem
internal import Glibc
internal import SystemPackage

/// Forks of this process, and the steps that turn a fork into a process of its own.
extension OwnProcess {
  /// Runs `body` in a child (fork(2)) and returns the child's process id.
  ///
  /// Call it while the process has one thread: a lock that another thread holds stays locked in the
  /// child forever. The child must close the descriptors that it doesn't need, because
  /// close-on-exec has no effect without an exec.
  package static func fork(_ body: () -> Never) throws(SystemError) -> CInt {
    let process = try SystemError.check("fork", headway_fork())
    if process == 0 { body() }
    return process
  }

  /// Renames this process and replaces its command line (proc(5), `comm` and `cmdline`).
  ///
  /// The kernel keeps 15 bytes of `name`, and as much of `line` as the original command line has
  /// room for. ``arguments`` can't be read afterwards.
  package static func rename(_ name: String, line: [RawText]) {
    let bytes = Array(line.map { $0.bytes + [0] }.joined())
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return }
      headway_rename(CommandLine.unsafeArgv, name, start, bytes.count)
    }
  }

  /// Makes this process the leader of a new session (setsid(2)), with `terminal` as the controlling
  /// terminal (tty_ioctl(4)), or none.
  ///
  /// Throws in the leader of a process group.
  package static func startSession(controlledBy terminal: CInt?) throws(SystemError) {
    try SystemError.check("setsid", setsid())
    if let terminal { try control(terminal) }
  }

  /// Whether this process is the leader of its session (getsid(2)).
  package static var leadsSession: Bool { getsid(0) == getpid() }

  /// Makes `terminal` the controlling terminal of the session that this process leads
  /// (tty_ioctl(4), `TIOCSCTTY`).
  ///
  /// Throws if the session has a controlling terminal already.
  package static func control(_ terminal: CInt) throws(SystemError) {
    let error = headway_control_terminal(terminal)
    if error != 0 { throw SystemError("TIOCSCTTY", Errno(rawValue: error)) }
  }

  /// Leaves the session that this process leads without a controlling terminal (tty_ioctl(4),
  /// `TIOCNOTTY`).
  ///
  /// The kernel sends SIGHUP and SIGCONT to the terminal's foreground group.
  package static func giveUpTerminal(_ terminal: CInt) { headway_give_up_terminal(terminal) }

  /// Opens `descriptor` under the number `target` too, for a program to inherit (dup2(2)). If the
  /// numbers are equal, close-on-exec is cleared.
  package static func duplicate(_ descriptor: CInt, as target: CInt) {
    if descriptor == target { _ = fcntl(target, F_SETFD, 0) } else { _ = dup2(descriptor, target) }
  }
}
