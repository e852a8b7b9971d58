internal import CHeadwaySystem
internal import Glibc
internal import HeadwayModel
internal import SystemPackage

/// Another process of this user, held by a pidfd (pidfd_open(2)).
///
/// A process id can be reused for another process; the pidfd always means the same one.
/// `headway adopt` watches a process with it.
package struct ProcessHandle: Sendable {
  package let process: Int32
  /// The words of the command line, or the short name of a process that has none.
  package let commandLine: [RawText]
  package let workingDirectory: String?
  /// The time since the process started, measured when the handle was made.
  package let age: Duration
  private let pidfd: OwnedDescriptor

  /// Opens a handle. Throws unless the process is alive and all its user ids are this user's.
  package init(_ process: Int32) throws(ProcessHandleError) {
    guard process > 0 else { throw .notFound }
    guard process != getpid() else { throw .isSelf }
    guard process != 1 else { throw .isInit }
    let descriptor = headway_pidfd_open(process)
    guard descriptor >= 0 else { throw ProcessHandleError(opening: Errno.last) }
    pidfd = OwnedDescriptor(descriptor)
    self.process = process
    guard let stat = ProcessStat(process: process), let users = Self.users(of: process) else {
      throw .notFound
    }
    guard !stat.isZombie else { throw .hasEnded }
    guard users.allSatisfy({ $0 == geteuid() }) else { throw .foreign }
    commandLine = Self.commandLine(of: process)
    workingDirectory = linkTarget("/proc/\(process)/cwd")
    age = max(.zero, SystemClocks.running.sinceOrigin - Self.sinceBoot(ticks: stat.startTime))
    // The process is still alive, so everything above was read from it and not from a successor
    // with the same id.
    guard !hasLeft else { throw .hasEnded }
  }

  /// The pidfd, which is readable once the process has ended.
  package var descriptor: CInt { pidfd.raw }

  /// Whether the process has ended.
  package var hasLeft: Bool {
    var poller = Poller()
    poller.watch(descriptor, .readable)
    poller.wait(until: .origin)
    return poller.readiness(of: descriptor).isAny
  }

  /// Sends a signal. No effect if the process has ended.
  package func signal(_ number: CInt) { _ = headway_pidfd_signal(pidfd.raw, number) }

  /// The way in which the process ended. Nil while it is alive, and if only its parent was told.
  ///
  /// The order of the attempts covers a parent that reaps the process in between.
  package var ending: ChildChange? {
    guard hasLeft else { return nil }
    let status = reapedStatus ?? zombieStatus ?? reapedStatus
    return status.map { status in
      let signal = status & 0x7F
      return signal == 0 ? .exited(code: (status >> 8) & 0xFF) : .killed(signal: signal)
    }
  }

  /// The status of a reaped process (PIDFD_GET_INFO); nil if the kernel doesn't keep it.
  private var reapedStatus: CInt? {
    var status: CInt = 0
    return headway_pidfd_exit(pidfd.raw, &status) == 1 ? status : nil
  }

  /// The status of a process that its parent hasn't reaped: field 52 of `stat`, the last one
  /// (proc(5), `exit_code`).
  private var zombieStatus: CInt? {
    guard let text = readProcFile("/proc/\(process)/stat"), let stat = ProcessStat(text),
      stat.isZombie, let close = text.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let fields = text[text.index(after: close)...].split(whereSeparator: { $0 <= 0x20 })
    return fields.count > 49 ? CInt(String(decoding: fields[49], as: UTF8.self)) : nil
  }

  /// The real, effective, saved and file system user ids.
  private static func users(of process: Int32) -> [UInt32]? {
    guard let text = readProcFile("/proc/\(process)/status") else { return nil }
    let line = String(decoding: text, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("Uid:") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().map { UInt32($0) ?? .max }
  }

  private static func commandLine(of process: Int32) -> [RawText] {
    let words = (ProcessArguments(of: process)?.words ?? []).filter { !$0.bytes.isEmpty }
    if !words.isEmpty { return words }
    let name = readProcFile("/proc/\(process)/comm") ?? []
    return [RawText(name.prefix { $0 != UInt8(ascii: "\n") })]
  }

  private static func sinceBoot(ticks: UInt64) -> Duration {
    let rate = UInt64(clamping: sysconf(CInt(_SC_CLK_TCK)))
    guard rate > 0 else { return .zero }
    return .milliseconds(Int64(clamping: ticks.multipliedReportingOverflow(by: 1000).0 / rate))
  }
}

/// A reason why a process can't be watched.
package enum ProcessHandleError: Error, Hashable {
  case notFound
  /// The process has ended and its parent hasn't reaped it.
  case hasEnded
  /// The process belongs to another user or runs with another user's rights.
  case foreign
  case isSelf
  /// Process 1, which ends only with the machine or the container.
  case isInit
  case system(SystemError)

  /// Converts the error of pidfd_open(2).
  init(opening error: Errno) {
    switch error {
    case .noSuchProcess, .invalidArgument: self = .notFound
    case .notPermitted, .permissionDenied: self = .foreign
    default: self = .system(SystemError("pidfd_open", error))
    }
  }
}

/// A change of a child's state (waitid(2)).
package enum ChildChange: Hashable, Sendable {
  case exited(code: CInt)
  case killed(signal: CInt)
  case stopped(signal: CInt)
  case continued
}

/// The result of ``nextChildChange()``.
package enum ChildReport: Hashable, Sendable {
  /// A child has changed.
  case changed(process: CInt, ChildChange)
  /// Children exist, and none has changed.
  case nothing
  /// No child exists (ECHILD).
  case childless
}

/// Returns the next change of any child, without waiting. A child that has ended is reaped.
///
/// ```swift
/// while case .changed(let process, let change) = nextChildChange() { … }
/// ```
package func nextChildChange() -> ChildReport {
  var change = HEADWAY_CHILD_NONE
  var process: CInt = 0
  var value: CInt = 0
  guard headway_wait_any(&change, &process, &value) == 0 else { return .childless }
  switch change {
  case HEADWAY_CHILD_EXITED: return .changed(process: process, .exited(code: value))
  case HEADWAY_CHILD_KILLED: return .changed(process: process, .killed(signal: value))
  case HEADWAY_CHILD_STOPPED: return .changed(process: process, .stopped(signal: value))
  case HEADWAY_CHILD_CONTINUED: return .changed(process: process, .continued)
  default: return .nothing
  }
}

/// Sends signals. A target that is gone is no error.
package enum Signalling {
  /// Signals every process of `group`. The caller must know that the group exists: it is the group
  /// of its own child, which wasn't reaped yet.
  package static func send(_ signal: CInt, toGroup group: Int32) {
    if group > 1 { _ = kill(-group, signal) }
  }

  /// Discards `signal` if it is pending. The disposition stays as it is (sigaction(2)).
  package static func discard(_ signal: CInt) {
    _ = Glibc.signal(signal, Glibc.signal(signal, SIG_IGN))
  }

  /// Signals all processes of this process's group, including this one.
  package static func sendToOwnGroup(_ signal: CInt) { _ = kill(0, signal) }

  /// Signals the process that `stat` describes, and never a later process with the same id.
  ///
  /// A pidfd is opened first (pidfd_open(2)). Then the start time is compared, and the pidfd is
  /// signalled.
  package static func send(_ signal: CInt, to stat: ProcessStat) {
    let descriptor = headway_pidfd_open(stat.process)
    guard descriptor >= 0 else { return }
    let pidfd = OwnedDescriptor(descriptor)
    guard ProcessStat(process: stat.process)?.startTime == stat.startTime else { return }
    _ = headway_pidfd_signal(pidfd.raw, signal)
  }
}
