/// What may be said of a task when it begins.
public struct HeadwayTaskOptions: Sendable {
  /// What the units are: `files`, `B` (shown as KiB, MiB and so on).
  public var unit: String?
  /// What is being worked on at first.
  public var subtitle: String?
  /// Names the kind of task across runs: `com.example.export.42`.
  public var identifier: String?
  /// Tasks that belong together.
  public var group: String?
  /// The task that this one is a part of; else the one that `headway run` runs the process for.
  public var parent: HeadwayTask?
  /// Shows no title on shared surfaces.
  public var isSensitive = false
  /// Takes the place of the cards of this identifier that ended and weren't completed, as the next
  /// attempt.
  public var replacesFailures = false
  /// What follows when it makes no headway.
  public var stall = HeadwayStall()

  /// Nothing need be said.
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
