import HeadwayModel
import HeadwayWire

/// Has the tasks that run in view for a moment of each second.
///
/// A hub tells the progress of tasks in view alone, and many times a second. Without tasks that run
/// nothing is sent. Pure: it is told the time.
struct ProgressLook {
  /// The time of the next look, or of the end of this one; nil while nothing runs.
  private(set) var deadline: AwakeTime?
  private var isLooking = false
  /// The number of looks, by which the tasks take turns if there are too many.
  private var turn = 0

  private static let pause: Duration = .seconds(1)
  private static let time: Duration = .milliseconds(100)
  /// The greatest number of tasks that are looked at.
  static let limit = 200

  /// The hub is gone, and with it what it knows of the view.
  mutating func reset() { self = ProgressLook() }

  /// Returns the message that is due; nil for none.
  ///
  /// - Parameter running: the tasks that run.
  mutating func takeDue(at now: AwakeTime, _ running: () -> [TaskKey]) -> InterestMessage? {
    if let deadline, now < deadline { return nil }
    if isLooking {
      (isLooking, deadline) = (false, now + Self.pause)
      return InterestMessage(view: [])
    }
    let keys = Self.part(of: running(), turn)
    turn &+= 1
    guard !keys.isEmpty else {
      deadline = nil
      return nil
    }
    (isLooking, deadline) = (true, now + Self.time)
    return InterestMessage(view: keys)
  }

  /// The tasks of one look: all of them, or each time the next ones.
  private static func part(of keys: [TaskKey], _ turn: Int) -> [TaskKey] {
    guard keys.count > limit else { return keys }
    let sorted = keys.sorted()
    let parts = (sorted.count + limit - 1) / limit
    let start = turn % parts * limit
    return Array(sorted[start..<min(start + limit, sorted.count)])
  }
}
