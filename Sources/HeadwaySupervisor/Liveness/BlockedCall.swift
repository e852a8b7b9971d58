/// A system call a thread is blocked in, as `/proc/PID/task/TID/syscall` tells (proc(5)), as far
/// as it can wait for a terminal's input without end: a wait that gives up by itself, as of a program
/// that draws every second, isn't for the user.
enum BlockedCall: Hashable, Sendable {
  case read(descriptor: Int32)
  /// poll(2), ppoll(2): `count` pollfds at `address`.
  case poll(address: UInt64, count: UInt64)
  /// select(2), pselect6(2): descriptors below `limit`, the reading set at `address`.
  case select(limit: UInt64, address: UInt64)
  case epoll(descriptor: Int32)

  /// Nil for `running`, for other calls and for what isn't such a line.
  init?(_ line: some StringProtocol) {
    let fields = line.split(whereSeparator: \.isWhitespace)
    guard fields.count >= 7, let number = Int(fields[0]) else { return nil }
    let arguments = fields[1...6].compactMap { UInt64($0.dropFirst(2), radix: 16) }
    guard arguments.count == 6 else { return nil }
    let descriptor = Int32(truncatingIfNeeded: arguments[0])
    switch number {
    case SystemCallNumber.read, SystemCallNumber.readv: self = .read(descriptor: descriptor)
    case SystemCallNumber.poll where Self.isEndless(arguments[2]),
      SystemCallNumber.ppoll where arguments[2] == 0:
      self = .poll(address: arguments[0], count: arguments[1])
    case SystemCallNumber.select where arguments[4] == 0,
      SystemCallNumber.pselect6 where arguments[4] == 0:
      self = .select(limit: arguments[0], address: arguments[1])
    case SystemCallNumber.epollWait where Self.isEndless(arguments[3]),
      SystemCallNumber.epollPwait where Self.isEndless(arguments[3]),
      SystemCallNumber.epollPwait2 where arguments[3] == 0:
      self = .epoll(descriptor: descriptor)
    default: return nil
    }
  }

  /// A time limit in milliseconds below 0 is none (poll(2)).
  private static func isEndless(_ milliseconds: UInt64) -> Bool {
    Int32(truncatingIfNeeded: milliseconds) < 0
  }
}

/// syscalls(2); -2 where the architecture hasn't the call.
enum SystemCallNumber {
  #if arch(x86_64)
    static let (read, readv, poll, ppoll) = (0, 19, 7, 271)
    static let (select, pselect6) = (23, 270)
    static let (epollWait, epollPwait, epollPwait2) = (232, 281, 441)
  #elseif arch(arm64) || arch(riscv64)
    static let (read, readv, poll, ppoll) = (63, 65, -2, 73)
    static let (select, pselect6) = (-2, 72)
    static let (epollWait, epollPwait, epollPwait2) = (-2, 22, 441)
  #else
    static let (read, readv, poll, ppoll) = (-2, -2, -2, -2)
    static let (select, pselect6) = (-2, -2)
    static let (epollWait, epollPwait, epollPwait2) = (-2, -2, -2)
  #endif
}
