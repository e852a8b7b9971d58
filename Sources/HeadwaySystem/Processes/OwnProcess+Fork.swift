internal import CHeadwaySystem
internal import Glibc
internal import SystemPackage

/// A process that goes on as a copy of this one.
extension OwnProcess {
  /// Lets `body` go on in a child (fork(2)), and returns the child's process id here. What the child
  /// needn't have it closes; close-on-exec means nothing to it.
  ///
  /// To be called while there is one thread: what another one holds stays held in the child.
  package static func fork(_ body: () -> Never) throws(SystemError) -> CInt {
    let process = try SystemError.check("fork", headway_fork())
    if process == 0 { body() }
    return process
  }

  /// From now on this process is called `name` (at most 15 bytes are kept), and its command line is
  /// `line`, as far as that of its start has room (proc(5), `comm` and `cmdline`).
  /// ``arguments`` are gone afterwards.
  package static func rename(_ name: String, line: [RawText]) {
    let bytes = Array(line.map { $0.bytes + [0] }.joined())
    bytes.withUnsafeBytes { bytes in
      guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return }
      headway_rename(CommandLine.unsafeArgv, name, start, bytes.count)
    }
  }

  /// Makes a session (setsid(2)) whose controlling terminal is `terminal` (tty_ioctl(4)); nil: none.
  /// Not for the leader of a process group.
  package static func startSession(controlledBy terminal: CInt?) throws(SystemError) {
    try SystemError.check("setsid", setsid())
    guard let terminal else { return }
    let error = headway_control_terminal(terminal)
    if error != 0 { throw SystemError("TIOCSCTTY", Errno(rawValue: error)) }
  }

  /// `descriptor` is open as `target` too, which programs inherit (dup2(2)); equal numbers clear
  /// close-on-exec.
  package static func duplicate(_ descriptor: CInt, as target: CInt) {
    if descriptor == target { _ = fcntl(target, F_SETFD, 0) } else { _ = dup2(descriptor, target) }
  }
}
