internal import Glibc
internal import HeadwayModel

/// The children of a fork server that may carry out several requests. Only the server uses it.
///
/// A child sends a number when it waits for its next request. A child that has waited for
/// ``patience`` is let go: its line closes, and the child exits.
struct ForkPool {
  /// The time for which a child waits for its next request.
  static let patience: Duration = .seconds(2)
  /// The largest number of children that wait. A further one is let go at once.
  static let idleLimit = 8
  /// The largest number of children with a line to the server. A child beyond it carries out one
  /// request.
  static let lineLimit = 64
  /// The longest time for which the server waits for a child to take a request.
  private static let sendLimit: Duration = .seconds(1)

  private struct Child {
    let process: CInt
    let descriptor: OwnedDescriptor
    /// The time since when the child waits; nil while it carries out a request.
    var idleSince: AwakeTime?
  }

  /// The children, those that wait last in the order in which they began to wait.
  private var children: [Child] = []

  /// The time at which ``step(_:now:)`` must be called; nil while no child waits.
  var deadline: AwakeTime? {
    children.lazy.compactMap(\.idleSince).min().map { $0 + Self.patience }
  }

  /// Watches the children.
  func watch(_ poller: inout Poller) {
    for child in children { poller.watch(child.descriptor.raw, .readable) }
  }

  /// Notes which children wait now, and lets go those that are gone or have waited for long.
  mutating func step(_ poller: borrowing Poller, now: AwakeTime) {
    for child in children where poller.readiness(of: child.descriptor.raw).isAny {
      hear(child, now: now)
    }
    let idle = children.filter { $0.idleSince != nil }
    let surplus = Set(idle.dropLast(Self.idleLimit).map(\.process))
    children.removeAll { child in
      guard let since = child.idleSince else { return false }
      return surplus.contains(child.process) || now >= since + Self.patience
    }
  }

  /// Reads what a child has sent: that it waits, or its end.
  private mutating func hear(_ child: Child, now: AwakeTime) {
    children.removeAll { $0.process == child.process }
    guard ForkLine(child.descriptor).receiveNumber() != nil, child.idleSince == nil else { return }
    var child = child
    child.idleSince = now
    children.append(child)
  }

  /// Hands a request to the child that has waited for the shortest time. Returns its process id; nil
  /// if no child waits.
  mutating func hand(_ request: [UInt8]) -> CInt? {
    while let index = children.lastIndex(where: { $0.idleSince != nil }) {
      if ForkLine(children[index].descriptor).send(request) {
        children[index].idleSince = nil
        return children[index].process
      }
      children.remove(at: index)
    }
    return nil
  }

  /// Makes a child (fork(2)), which calls `body` with its end of the line to the server. Returns the
  /// child's process id.
  mutating func fork(_ body: (OwnedDescriptor?) -> Never) throws(SystemError) -> CInt {
    let pair =
      children.count < Self.lineLimit
      ? try? DescriptorPair.stream(waitingAtMost: Self.sendLimit) : nil
    let inherited = children.map(\.descriptor.raw) + (pair.map { [$0.first.raw] } ?? [])
    let process = try OwnProcess.fork {
      for descriptor in inherited { _ = close(descriptor) }
      body(pair?.second)
    }
    if let pair { children.append(Child(process: process, descriptor: pair.first)) }
    return process
  }
}
