/// A blocked system call that may be waiting for a terminal's input, parsed from
/// `/proc/PID/task/TID/syscall` (proc(5)).
///
/// ```swift
/// let call = threads.systemCall(of: thread).flatMap(BlockedCall.init)
/// ```
enum BlockedCall: Hashable, Sendable {
  /// read(2) or readv(2).
  case read(descriptor: Int32)
  /// poll(2) or ppoll(2): `count` pollfds at `address` in the process's memory.
  case poll(address: UInt64, count: UInt64, limit: TimeLimit)
  /// select(2) or pselect6(2): descriptors below `below`, the read set at `address`.
  case select(below: UInt64, address: UInt64, limit: TimeLimit)
  /// epoll_wait(2), epoll_pwait(2) or epoll_pwait2(2).
  case epoll(descriptor: Int32, limit: TimeLimit)

  /// The time after which a wait gives up.
  enum TimeLimit: Hashable, Sendable {
    case never
    case milliseconds(Int32)
    /// A timespec(3type) in the process's memory.
    case timespec(address: UInt64)
    /// A timeval(3type) in the process's memory.
    case timeval(address: UInt64)
  }

  /// Parses a line. Nil for `running`, for other system calls and for anything malformed.
  init?(_ line: some StringProtocol) {
    let fields = line.split(whereSeparator: \.isWhitespace)
    guard fields.count >= 7, let number = Int(fields[0]) else { return nil }
    let arguments = fields[1...6].compactMap { UInt64($0.dropFirst(2), radix: 16) }
    guard arguments.count == 6 else { return nil }
    let descriptor = Int32(truncatingIfNeeded: arguments[0])
    switch number {
    case SystemCallNumber.read, SystemCallNumber.readv: self = .read(descriptor: descriptor)
    case SystemCallNumber.poll, SystemCallNumber.ppoll:
      self = .poll(
        address: arguments[0], count: arguments[1],
        limit: number == SystemCallNumber.poll
          ? TimeLimit(milliseconds: arguments[2]) : TimeLimit(timespec: arguments[2]))
    case SystemCallNumber.select, SystemCallNumber.pselect6:
      self = .select(
        below: arguments[0], address: arguments[1],
        limit: number == SystemCallNumber.select
          ? TimeLimit(timeval: arguments[4]) : TimeLimit(timespec: arguments[4]))
    case SystemCallNumber.epollWait, SystemCallNumber.epollPwait:
      self = .epoll(descriptor: descriptor, limit: TimeLimit(milliseconds: arguments[3]))
    case SystemCallNumber.epollPwait2:
      self = .epoll(descriptor: descriptor, limit: TimeLimit(timespec: arguments[3]))
    default: return nil
    }
  }
}

/// Waits for something other than the user.
extension BlockedCall {
  /// An event that a thread can wait for and that comes without the user.
  enum OtherEvent: Hashable, Sendable {
    /// A point in time: nanosleep(2), clock_nanosleep(2). The limit is `never` if the call names the
    /// point itself and no length of time.
    case clock(TimeLimit)
    /// A child or a peer: wait4(2), connect(2), recvfrom(2) and their relatives.
    case somebody

    /// Parses a line of `/proc/PID/task/TID/syscall`; nil for other system calls.
    init?(_ line: some StringProtocol) {
      let fields = line.split(separator: " ")
      guard let number = fields.first.flatMap({ Int($0) }) else { return nil }
      let arguments = fields.dropFirst().prefix(6).map { UInt64($0.dropFirst(2), radix: 16) ?? 0 }
      if number == SystemCallNumber.nanosleep {
        self = .clock(arguments.first.map(TimeLimit.init(timespec:)) ?? .never)
      } else if number == SystemCallNumber.clockNanosleep {
        let isLength = arguments.count > 2 && arguments[1] == 0
        self = .clock(isLength ? TimeLimit(timespec: arguments[2]) : .never)
      } else if SystemCallNumber.forSomebody.contains(number) {
        self = .somebody
      } else {
        return nil
      }
    }
  }
}

/// Conversions from system call arguments.
extension BlockedCall.TimeLimit {
  /// The limit of poll(2); a negative number means no limit.
  fileprivate init(milliseconds: UInt64) {
    let milliseconds = Int32(truncatingIfNeeded: milliseconds)
    self = milliseconds < 0 ? .never : .milliseconds(milliseconds)
  }

  /// The limit at an address; a null pointer means no limit.
  fileprivate init(timespec address: UInt64) {
    self = address == 0 ? .never : .timespec(address: address)
  }

  /// The limit at an address; a null pointer means no limit.
  fileprivate init(timeval address: UInt64) {
    self = address == 0 ? .never : .timeval(address: address)
  }
}

/// System call numbers by architecture (syscalls(2)). The number -2 marks a call that the
/// architecture lacks.
enum SystemCallNumber {
  /// The calls that wait for a child or a peer.
  static let forSomebody: Set = [wait4, waitid, connect, recvfrom, recvmsg]

  #if arch(x86_64)
    static let (read, readv, poll, ppoll) = (0, 19, 7, 271)
    static let (select, pselect6) = (23, 270)
    static let (epollWait, epollPwait, epollPwait2) = (232, 281, 441)
    static let (nanosleep, clockNanosleep) = (35, 230)
    static let (wait4, waitid) = (61, 247)
    static let (connect, recvfrom, recvmsg) = (42, 45, 47)
  #elseif arch(arm64) || arch(riscv64)
    static let (read, readv, poll, ppoll) = (63, 65, -2, 73)
    static let (select, pselect6) = (-2, 72)
    static let (epollWait, epollPwait, epollPwait2) = (-2, 22, 441)
    static let (nanosleep, clockNanosleep) = (101, 115)
    static let (wait4, waitid) = (260, 95)
    static let (connect, recvfrom, recvmsg) = (203, 207, 212)
  #else
    static let (read, readv, poll, ppoll) = (-2, -2, -2, -2)
    static let (select, pselect6) = (-2, -2)
    static let (epollWait, epollPwait, epollPwait2) = (-2, -2, -2)
    static let (nanosleep, clockNanosleep) = (-2, -2)
    static let (wait4, waitid) = (-2, -2)
    static let (connect, recvfrom, recvmsg) = (-2, -2, -2)
  #endif
}
