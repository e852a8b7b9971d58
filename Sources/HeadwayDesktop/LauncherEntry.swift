package import HeadwayModel

/// The progress of all tasks together on the launcher's icon: Unity's LauncherEntry, which Plasma, Dash
/// to Dock and others show. Pure.
package struct LauncherEntry: Sendable {
  package static let interface = "com.canonical.Unity.LauncherEntry"
  private static let path = "/com/canonical/unity/launcherentry/1"
  package static let application = "application://headway.desktop"

  private var tasks: [TaskKey: TaskSnapshot] = [:]
  private var sent: [String: BusValue]?

  package init() {}

  package mutating func change(_ task: TaskSnapshot) {
    tasks[task.key] = task.state == .ended ? nil : task
  }

  package mutating func step(_ step: TaskStep) {
    guard let task = tasks[step.key] else { return }
    tasks[step.key] = task.taking(step)
  }

  package mutating func remove(_ key: TaskKey) { tasks[key] = nil }

  /// The tasks that are counted.
  package var keys: [TaskKey] { Array(tasks.keys) }

  /// The properties of the entry, as its answer to a `Query`.
  package var properties: [String: BusValue] {
    let fractions = tasks.values.filter { $0.state == .running }.compactMap(\.progress.fraction)
    let needing = tasks.values.count(where: \.needsAnswer)
    let mean = fractions.isEmpty ? 0 : fractions.reduce(0, +) / Double(fractions.count)
    // Whole percents: a dock draws no finer bar.
    return [
      "progress": .double((mean * 100).rounded(.down) / 100),
      "progress-visible": .flag(!fractions.isEmpty), "count": .int64(Int64(needing)),
      "count-visible": .flag(needing > 0), "urgent": .flag(needing > 0),
    ]
  }

  /// Returns the signal if the entry has changed; nil otherwise.
  package mutating func takeSignal() -> BusMessage? {
    let now = properties
    guard now != sent else { return nil }
    sent = now
    return .signal(
      Self.path, Self.interface, "Update", [.text(Self.application), .dictionary(now)])
  }
}
