package import HeadwayModel

/// The events that the hub hasn't handled yet, in the order in which they came.
///
/// An effect can cause an event, for example when the spool is searched and an end is found there.
/// The event waits here until the effects before it are performed.
///
/// ```swift
/// var events = EventQueue()
/// events.append(.workerExited(key), at: now)
/// while let (event, time) = events.next() { perform(state.handle(event, at: time)) }
/// ```
package struct EventQueue: Sendable {
  private var waiting = Fifo<Entry>()

  private struct Entry: Sendable {
    let event: HubEvent
    let time: Moment
  }

  package init() {}

  /// Adds an event that happened at `time`.
  package mutating func append(_ event: HubEvent, at time: Moment) {
    waiting.append(Entry(event: event, time: time))
  }

  /// Removes the oldest event and returns it with its time; nil if none waits.
  package mutating func next() -> (event: HubEvent, time: Moment)? {
    guard let entry = waiting.popFirst() else { return nil }
    return (entry.event, entry.time)
  }
}
