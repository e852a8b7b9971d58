/// The end of an attempt that another attempt followed.
package struct AttemptEnd: Hashable, Sendable {
  package var ending: TaskEnding
  package var startedAt: WallTime
  package var endedAt: WallTime

  package init(_ ending: TaskEnding, startedAt: WallTime, endedAt: WallTime) {
    self.ending = ending
    self.startedAt = startedAt
    self.endedAt = endedAt
  }
}
