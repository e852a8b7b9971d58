package import HeadwayModel
package import HeadwayWire

/// The gate for what another machine's hub tells about its tasks: it may lie, or send without end.
///
/// The gate names the machine of each task, converts times to the clock of this machine, and drops
/// what goes beyond its limits. Pure.
///
/// ```swift
/// var intake = HostIntake(host: HostName("build1")!, clockLead: .zero)
/// let task = intake.admit(task)   // nil beyond the limits
/// ```
package struct HostIntake: Sendable {
  private let host: HostName
  /// The time by which the clock there is ahead of this machine's.
  private let clockLead: Duration
  /// The size of each known task, in bytes.
  private var sizes: [TaskKey: Int] = [:]
  private var size = 0
  /// Whether a task was dropped since the last snapshot began.
  package private(set) var isOverLimit = false

  /// The greatest number of tasks.
  package static let taskLimit = 20_000
  /// The greatest size of all tasks together, in bytes of their texts.
  package static let sizeLimit = 32 << 20
  /// The greatest number of words of a command that are kept.
  private static let wordLimit = 64
  /// A clock that is less ahead or behind is taken for the same: the greeting took time to come.
  private static let clockTolerance: Duration = .seconds(2)

  /// - Parameters:
  ///   - host: the name of the machine here.
  ///   - greeting: the greeting of the machine.
  ///   - now: the wall clock here, in milliseconds since 1970.
  package init(host: HostName, _ greeting: BridgeGreeting, now: Int64) {
    let (lead, isTooFar) = Int64(greeting.now ?? Int(now)).subtractingReportingOverflow(now)
    // A clock that is off by more than ten years says nothing.
    let isPossible = !isTooFar && lead.magnitude <= 315_360_000_000
    self.init(host: host, clockLead: isPossible ? .milliseconds(lead) : .zero)
  }

  /// - Parameters:
  ///   - host: the name of the machine here.
  ///   - clockLead: the time by which the clock there is ahead.
  package init(host: HostName, clockLead: Duration) {
    self.host = host
    let isSame = clockLead > .zero - Self.clockTolerance && clockLead < Self.clockTolerance
    self.clockLead = isSame ? .zero : clockLead
  }

  /// Forgets the tasks: the hub begins a snapshot.
  package mutating func begin() { (sizes, size, isOverLimit) = ([:], 0, false) }

  /// Returns a task as it is shown here. Nil for a task beyond the limits.
  package mutating func admit(_ task: TaskSnapshot) -> TaskSnapshot? {
    var task = task
    task.host = host
    task.log = nil
    task.progress.keepPossible()
    if let command = task.command, command.count > Self.wordLimit {
      task.command = Array(command.prefix(Self.wordLimit))
    }
    let textSize = task.textSize
    let former = sizes[task.key]
    guard former != nil || sizes.count < Self.taskLimit,
      size - (former ?? 0) + textSize <= Self.sizeLimit
    else {
      isOverLimit = true
      return nil
    }
    size += textSize - (former ?? 0)
    sizes[task.key] = textSize
    if clockLead != .zero { task.moveTimes(by: .zero - clockLead) }
    return task
  }

  /// Whether a task was admitted, and is still there.
  package func knows(_ key: TaskKey) -> Bool { sizes[key] != nil }

  /// Forgets a task.
  package mutating func remove(_ key: TaskKey) { size -= sizes.removeValue(forKey: key) ?? 0 }
}

extension TaskProgressView {
  /// Leaves out numbers that no work has: less than nothing done, a whole of nothing, and shares
  /// outside 0 to 1.
  fileprivate mutating func keepPossible() {
    if let total, total <= 0 { self.total = nil }
    if let completed, completed < 0 { self.completed = nil }
    if let total, let completed, completed > total { self.completed = total }
    estimated = max(0, estimated)
    let shares = 0.0...1.0
    if let fraction, !shares.contains(fraction) { self.fraction = nil }
    if let estimatedFraction, !shares.contains(estimatedFraction) { self.estimatedFraction = nil }
    if let rate, rate.isNaN || rate < 0 { self.rate = nil }
  }
}

extension TaskSnapshot {
  /// The number of bytes of the texts that another machine chooses.
  fileprivate var textSize: Int {
    let texts = [title, subtitle, identifier, directory, group, cancelNote, progress.phase]
    let terms = self.terms.waitsFor + self.terms.conditions + self.terms.whileConditions
    let all = texts.compactMap { $0 } + (command ?? []) + terms
    let named = self.terms.limits + [self.terms.blockedOn, self.terms.every].compactMap { $0 }
    let resources = (Array(self.terms.needs.keys) + self.terms.units.keys)
    return (all + named).reduce(256) { $0 + $1.string.utf8.count }
      + resources.reduce(0) { $0 + $1.utf8.count + 16 }
      + (toldSubtasks.count + self.terms.earlierEnds.count) * 128
  }
}
