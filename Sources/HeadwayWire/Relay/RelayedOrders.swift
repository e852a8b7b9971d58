package import HeadwayModel

/// The orders to the supervisor of a cluster's job, as a hub writes them into a file.
///
/// Each line is the number of an order and the message that carries the order. A newer order takes
/// the place of an older one of its kind, so that the file stays short. The supervisor obeys the
/// orders with numbers that are greater than all that it has seen.
package struct RelayedOrders: Hashable, Sendable {
  private var entries: [Entry] = []
  private var last = 0

  private struct Entry: Hashable, Sendable {
    let number: Int
    let order: WorkerOrder
  }

  /// The size of the largest file that is read, in bytes.
  package static let byteLimit = 65_536

  /// Makes orders of which there are none yet.
  package init() {}

  /// The number of the last order.
  package var lastNumber: Int { last }

  /// Adds an order.
  package mutating func append(_ order: WorkerOrder) {
    last += 1
    entries.removeAll { $0.order.isAnsweredBy(order) }
    entries.append(Entry(number: last, order: order))
  }

  /// Drops all orders, which were for an earlier run. The numbers go on.
  package mutating func drop() { entries.removeAll() }

  /// Returns the orders after the one with this number, the oldest first.
  package func orders(after number: Int) -> [WorkerOrder] {
    entries.filter { $0.number > number }.map(\.order)
  }

  /// Reads a file. A line that isn't an order to the task `key` is left out.
  package init(lines bytes: [UInt8], of key: TaskKey) {
    for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(Self.lineLimit) {
      let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
      guard parts.count == 2, let number = Int(String(decoding: parts[0], as: UTF8.self)),
        number > last, number < Int.max, let message = try? HubMessage(line: parts[1]),
        let order = message.order, order.key == key
      else { continue }
      entries.append(Entry(number: number, order: order.order))
      last = number
    }
  }

  private static let lineLimit = 64

  /// Returns the content of the file, with the key of the task.
  package func lines(of key: TaskKey) -> [UInt8] {
    entries.flatMap { entry -> [UInt8] in
      let message = entry.order.message(of: key)
      return Array("\(entry.number) ".utf8) + (message.line() ?? [])
    }
  }
}

extension WorkerOrder {
  /// Whether a later order makes this one void.
  fileprivate func isAnsweredBy(_ later: WorkerOrder) -> Bool {
    switch (self, later) {
    case (.pause, .pause), (.pause, .resume), (.resume, .pause), (.resume, .resume): true
    case (.cancel, .cancel), (.questionAsked, .questionAsked), (.turnCame, .turnCame): true
    case (.assertionAwaited, .assertionAwaited), (.terminalMoved, .terminalMoved): true
    case (.selectionMoved, .selectionMoved): true
    case (_, _): false
    }
  }
}
