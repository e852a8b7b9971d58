import DequeModule
import HeadwayHubCore
import HeadwayModel

/// The programs that wait for their turn, in the order in which they came.
///
/// Both their number and their size are bounded. When a bound is reached, a new program replaces
/// the oldest notifications. If that doesn't make enough room, the new program is dropped.
struct WaitingPrograms<Program> {
  /// The treatment of a program when there is no room for all.
  enum Rank: Hashable, Sendable {
    /// A hook of the user. A waiting hook is never dropped.
    case hook
    /// A notification. A waiting notification gives way to any new program.
    case notification
  }

  struct Limits: Hashable, Sendable {
    var count = 20_000
    var bytes = 16 << 20
  }

  private struct Entry {
    let program: Program
    let bytes: Int
    /// The position in the common order of both queues.
    let ticket: UInt64
  }

  private let limits: Limits
  private var hooks = Deque<Entry>()
  private var notifications = Deque<Entry>()
  private var hookBytes = 0
  private var notificationBytes = 0
  private var lastTicket: UInt64 = 0

  init(limits: Limits = Limits()) { self.limits = limits }

  var count: Int { hooks.count + notifications.count }
  var isEmpty: Bool { count == 0 }

  /// Adds a program of `bytes` bytes.
  ///
  /// - Returns: the numbers of programs that were dropped, this one included.
  mutating func append(_ program: Program, as rank: Rank, bytes: Int) -> DroppedCommands {
    guard fits(bytes, besideHooksOnly: true) else {
      return rank == .hook ? DroppedCommands(hooks: 1) : DroppedCommands(notifications: 1)
    }
    var dropped = DroppedCommands()
    while !fits(bytes, besideHooksOnly: false), let oldest = notifications.popFirst() {
      notificationBytes -= oldest.bytes
      dropped.notifications += 1
    }
    lastTicket &+= 1
    let entry = Entry(program: program, bytes: bytes, ticket: lastTicket)
    switch rank {
    case .hook:
      hooks.append(entry)
      hookBytes += bytes
    case .notification:
      notifications.append(entry)
      notificationBytes += bytes
    }
    return dropped
  }

  private func fits(_ bytes: Int, besideHooksOnly isAlone: Bool) -> Bool {
    let (others, otherBytes) = isAlone ? (0, 0) : (notifications.count, notificationBytes)
    return hooks.count + others < limits.count && hookBytes + otherBytes + bytes <= limits.bytes
  }

  /// Removes and returns the program that has waited longest; nil if none waits.
  mutating func popFirst() -> Program? {
    let hook = hooks.first?.ticket ?? .max
    if let ticket = notifications.first?.ticket, ticket < hook {
      let entry = notifications.removeFirst()
      notificationBytes -= entry.bytes
      if notifications.isEmpty { notifications = Deque() }
      return entry.program
    }
    guard let entry = hooks.popFirst() else { return nil }
    hookBytes -= entry.bytes
    // The memory of a long queue is freed.
    if hooks.isEmpty { hooks = Deque() }
    return entry.program
  }
}
