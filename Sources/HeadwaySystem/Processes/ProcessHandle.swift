internal import CHeadwaySystem
internal import Glibc
internal import SystemPackage

/// Another process of this user, held by a pidfd (pidfd_open(2)): its number can't come to mean
/// another.
package struct ProcessHandle: Sendable {
  package let process: Int32
  /// Its arguments; its short name where it has none.
  package let commandLine: [RawText]
  package let workingDirectory: String?
  /// How long ago it started.
  package let age: Duration
  private let pidfd: OwnedDescriptor

  /// Fails unless it lives, and all its user ids are this user's.
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
    age = max(.zero, SystemClocks.continuous - Self.sinceBoot(ticks: stat.startTime))
    // What was read under this number was read of this process: it lives still.
    guard !hasLeft else { throw .hasEnded }
  }

  /// Readable once it has left.
  package var descriptor: CInt { pidfd.raw }

  package var hasLeft: Bool {
    var poller = Poller()
    poller.watch(descriptor, .readable)
    poller.wait(until: .zero)
    return poller.readiness(of: descriptor).isAny
  }

  /// A process that is gone is no error.
  package func signal(_ number: CInt) { _ = headway_pidfd_signal(pidfd.raw, number) }

  /// How it left; nil while it lives, and where only its parent was told.
  package var ending: ChildChange? {
    guard hasLeft else { return nil }
    let status = reapedStatus ?? zombieStatus ?? reapedStatus
    return status.map { status in
      let signal = status & 0x7F
      return signal == 0 ? .exited(code: (status >> 8) & 0xFF) : .killed(signal: signal)
    }
  }

  private var reapedStatus: CInt? {
    var status: CInt = 0
    return headway_pidfd_exit(pidfd.raw, &status) == 1 ? status : nil
  }

  /// Until its parent takes it: the last field but one of `stat` (proc(5), `exit_code`).
  private var zombieStatus: CInt? {
    guard let text = readProcFile("/proc/\(process)/stat"), let stat = ProcessStat(text),
      stat.isZombie, let close = text.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let fields = text[text.index(after: close)...].split(whereSeparator: { $0 <= 0x20 })
    return fields.count > 49 ? CInt(String(decoding: fields[49], as: UTF8.self)) : nil
  }

  /// Real, effective, saved and of the file system.
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

/// Why a process can't be watched.
package enum ProcessHandleError: Error, Hashable {
  case notFound
  /// It has left; its parent hasn't noticed.
  case hasEnded
  /// Some other user's, or one that runs as another.
  case foreign
  case isSelf
  /// The first of all, which doesn't end before the machine, or the container, does.
  case isInit
  case system(SystemError)

  init(opening error: Errno) {
    switch error {
    case .noSuchProcess, .invalidArgument: self = .notFound
    case .notPermitted, .permissionDenied: self = .foreign
    default: self = .system(SystemError("pidfd_open", error))
    }
  }
}
