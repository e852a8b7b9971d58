package import HeadwayModel

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

extension Hold {
  /// What a person is told first: what only they can change, then what takes longest to tell.
  var rank: Int {
    switch self {
    case .person: 0
    case .reboot: 1
    case .task: 2
    case .earliest: 3
    case .condition: 4
    case .retry: 5
    case .record: 6
    }
  }
}

/// What others have that a queued task takes.
enum LaunchShortage: Hashable, Sendable {
  case resource(String)
  /// One of that group; of those that the groups without their own share, where it is empty.
  case slot(String)
}
