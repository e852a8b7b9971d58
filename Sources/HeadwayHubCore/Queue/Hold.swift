package import HeadwayModel

/// A reason that keeps a queued task from its turn even if slots and resources are free.
package enum Hold: Hashable, Sendable {
  /// A person has put the task on hold.
  case person
  /// The task was queued before the machine restarted. A person has to resume it.
  case reboot
  /// The other task has to end first.
  case task(TaskKey)
  /// The start time of the task hasn't come yet.
  case earliest
  case condition(StartCondition)
  /// The run before in the series has to end first.
  case run(TaskKey)
  /// A pause after an attempt that failed.
  case retry
  /// The record doesn't have a person's change of the task yet.
  case record
}

extension Hold {
  /// The order in which people are told of holds: first those that only a person can change, then
  /// those that take longest to tell.
  var rank: Int {
    switch self {
    case .person: 0
    case .reboot: 1
    case .task: 2
    case .earliest: 3
    case .run: 4
    case .condition: 5
    case .retry: 6
    case .record: 7
    }
  }
}

/// Something that a queued task needs and that other tasks hold.
enum LaunchShortage: Hashable, Sendable {
  case resource(String)
  /// The end of another part of the job array, of which this many run at once.
  case parts(Int)
  /// The group, "" for the slots that the groups without their own share, is paused.
  case paused(String)
  /// GPUs of this choice. Others than tasks use the `busy` ones.
  case gpus(GPUChoice, count: Int, busy: [Int])
  /// Slots of the group. An empty name means the slots that the groups without their own share.
  case slots(Int, of: String)
  /// More slots than the group has.
  case moreSlots(Int, of: String, size: Int)
  /// The other task, which waits for several slots and comes first.
  case slotsKept(for: TaskKey)
}
