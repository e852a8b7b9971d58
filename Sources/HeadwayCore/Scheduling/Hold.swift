/// What keeps a queued task from taking its turn, whatever is free.
package enum Hold: Hashable, Sendable {
  /// A person said so.
  case person
  /// It was queued before the machine restarted, and a person is to say whether it goes on.
  case reboot
  /// That task has to end first.
  case task(TaskKey)
  /// It isn't time yet.
  case earliest
  case condition(StartCondition)
  /// A pause after an attempt that failed.
  case retry
  /// The record hasn't got what a person changed of it.
  case record
}

/// What a queued task waits for, as far as the queue can tell.
enum LaunchObstacle: Hashable, Sendable {
  case hold(Hold)
  case resource(String)
  /// One of that group; of those that the groups without their own share, where it is empty.
  case slot(String)
  /// Those before it, or it is about to start.
  case turn
}
