/// The optional properties of a task, fixed when the task begins.
///
/// ```swift
/// let options = HeadwayTaskOptions(unit: "files", identifier: "com.example.export.42")
/// let task = beginTask("Export", total: 120, options)
/// ```
public struct HeadwayTaskOptions: Sendable {
  /// The name of the units, such as `files`. The unit `B` (bytes) is shown as KiB, MiB and so on.
  public var unit: String?
  /// The first subtitle: the item that the task works on.
  public var subtitle: String?
  /// The name of the kind of task across runs, such as `com.example.export.42`.
  public var identifier: String?
  /// The name of a group of tasks that belong together.
  public var group: String?
  /// The task that this one is a subtask of.
  ///
  /// Nil stands for the task that `headway run` shows for this process, if there is one.
  public var parent: HeadwayTask?
  /// Whether the title stays hidden on shared surfaces, such as tmux's status line.
  public var isSensitive = false
  /// Whether the task is the next attempt of an earlier one.
  ///
  /// The task's card then replaces the cards of the same identifier that ended without completing.
  public var replacesFailures = false
  /// The policy for the case that the task makes no headway.
  public var stall = HeadwayStall()

  /// Makes options; every property has a default.
  public init(
    unit: String? = nil, subtitle: String? = nil, identifier: String? = nil, group: String? = nil,
    parent: HeadwayTask? = nil, isSensitive: Bool = false, replacesFailures: Bool = false,
    stall: HeadwayStall = HeadwayStall()
  ) {
    self.unit = unit
    self.subtitle = subtitle
    self.identifier = identifier
    self.group = group
    self.parent = parent
    self.isSensitive = isSensitive
    self.replacesFailures = replacesFailures
    self.stall = stall
  }
}
