/// What a person changes of a task that waits for its turn.
package enum QueueAdjustment: Hashable, Sendable {
  case priority(Int)
  case title(SanitisedText)
  /// They change places.
  case place(of: TaskReference)
  /// Another command, whose payload has come.
  case command([SanitisedText])
}
