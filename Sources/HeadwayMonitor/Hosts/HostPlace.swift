package import HeadwayModel

/// The place of a machine among those that a monitor shows, in the order of their headings.
package struct HostPlace: Hashable, Comparable, Sendable {
  /// The place, from 0.
  package let index: Int

  package init(_ index: Int) { self.index = index }

  /// The first machine. A monitor without other machines has this one only.
  package static let first = HostPlace(0)

  package static func < (left: HostPlace, right: HostPlace) -> Bool { left.index < right.index }
}

/// The identity of a card: a task's key, which is unique to a machine only.
///
/// A hub that lies about the keys of its tasks can't reach the cards of another machine.
package struct CardKey: Hashable, Comparable, Sendable {
  /// The machine whose hub reports the task.
  package let host: HostPlace
  package let task: TaskKey

  package init(_ task: TaskKey, of host: HostPlace = .first) {
    (self.task, self.host) = (task, host)
  }

  /// The identity of the heading of a machine. The monitor passes over a task that claims it.
  static func heading(of host: HostPlace) -> CardKey { CardKey(headingKey, of: host) }

  /// The key that stands for a heading.
  private static let headingKey = TaskKey(high: 0, low: 0)

  /// Whether the key is that of a heading.
  var isHeading: Bool { task == Self.headingKey }

  package static func < (left: CardKey, right: CardKey) -> Bool {
    left.host != right.host ? left.host < right.host : left.task < right.task
  }
}
