/// A person's change to a task that waits in the queue.
public enum QueueAdjustment: Hashable, Sendable {
  case priority(Int)
  case title(SanitisedText)
  /// The task changes places with another one.
  case place(of: TaskReference)
  /// Another command, whose payload has come.
  case command([SanitisedText])
}
