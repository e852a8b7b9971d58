/// The number of tasks of a group that run at once.
///
/// ```swift
/// SlotLimit("unlimited")?.allows(1, besides: 1_000)  // true
/// ```
public enum SlotLimit: Hashable, Sendable {
  /// A number of tasks. With 0 the group is paused.
  case count(Int)
  /// No limit.
  case unlimited

  /// The counts that a person can set. A larger number counts as a typing error.
  public static let counts = 0...1024
  private static let unlimitedWord = "unlimited"

  /// Reads `0`…`1024` or `unlimited`; nil for anything else.
  public init?(_ text: String) {
    if text == Self.unlimitedWord {
      self = .unlimited
    } else if let count = Int(text), Self.counts.contains(count) {
      self = .count(count)
    } else {
      return nil
    }
  }

  /// Whether tasks may hold `slots` slots besides `taken` others.
  public func allows(_ slots: Int, besides taken: Int) -> Bool {
    switch self {
    case .count(let count): taken + slots <= count
    case .unlimited: true
    }
  }

  /// The number of slots; nil if there is no limit.
  public var count: Int? { if case .count(let count) = self { count } else { nil } }

  /// `1 slot`, `4 slots` or `unlimited slots`.
  public var words: String {
    switch self {
    case .count(let count):
      String(localized: count, one: "\(count) slot", many: "\(count) slots")
    case .unlimited: String(localized: "unlimited slots")
    }
  }

  /// `4` or `unlimited`.
  public var text: String {
    switch self {
    case .count(let count): "\(count)"
    case .unlimited: Self.unlimitedWord
    }
  }
}

extension SlotLimit: ExpressibleByIntegerLiteral {
  /// Makes a limit of this many tasks.
  public init(integerLiteral value: Int) { self = .count(value) }
}

/// The properties of a group that the config or a command sets. A nil property isn't set.
public struct GroupTerms: Hashable, Sendable {
  /// The slots of the group's own; nil if its tasks share the general slots.
  public var slots: SlotLimit?
  /// Whether a task of the group that fails pauses the group.
  public var pausesOnFailure: Bool?
  /// The engine of its tasks; nil for the queue of this machine.
  public var engine: SanitisedText?

  /// Makes terms.
  public init(slots: SlotLimit? = nil, pausesOnFailure: Bool? = nil) {
    (self.slots, self.pausesOnFailure) = (slots, pausesOnFailure)
  }
}

extension GroupTerms: ExpressibleByIntegerLiteral {
  /// Makes the terms of a group with slots of its own.
  public init(integerLiteral value: Int) { self.init(slots: .count(value)) }
}

/// The reason why a group starts nothing.
public enum GroupPause: Hashable, Sendable {
  /// A person paused it.
  case person
  /// The failure of this task in a group that pauses on a failure.
  case failure(TaskNumber)
}

/// A group as the record keeps it: everything that commands did to it.
public struct GroupRecord: Hashable, Sendable {
  /// The name of the group. Empty for the general slots, which all groups without slots of their own
  /// share.
  public var name: String
  /// Whether a command made the group. It is then known without a task in it.
  public var isMade = false
  /// The terms that commands set.
  public var terms = GroupTerms()
  /// The reason of the pause; nil for a group that isn't paused.
  public var pause: GroupPause?

  /// Whether a group that is made later is paused from its beginning, because a person paused all
  /// groups. Only the record of the general slots says so.
  public var holdsNewGroups = false
  /// Whether a person resumed the group while new groups are held.
  public var goesOn = false

  /// Makes the record of a group that no command has touched.
  public init(_ name: String) { self.name = name }

  /// Whether the record says nothing about the group.
  public var isEmpty: Bool { self == GroupRecord(name) }

  /// The name by which commands mean the general slots.
  public static let generalName = "default"
  /// The greatest number of groups that commands can make, change or pause.
  public static let limit = 1000
}

/// A person's order about groups. A nil name means the general slots.
public enum GroupOrder: Hashable, Sendable {
  /// Make a group.
  case add(SanitisedText, GroupTerms)
  /// Forget a group in which no task waits.
  case remove(SanitisedText)
  /// Change the terms that aren't nil.
  case set(SanitisedText?, GroupTerms)
  /// Start nothing of the group until `resume`.
  case pause(SanitisedText?)
  /// End the pause of the group.
  case resume(SanitisedText?)
  /// Pause the general slots, all known groups, and each group that becomes known before `resumeAll`.
  case pauseAll
  /// End the pauses of the general slots and of all groups.
  case resumeAll
}

/// A group as people see it.
public struct GroupSnapshot: Hashable, Sendable {
  /// The origin of the slots of a group.
  public enum Source: String, Hashable, Sendable {
    /// The config file.
    case config
    /// A command, such as `headway group slots`.
    case command
    /// Nothing says them: for the general slots the number of cores, for a group none of its own.
    case usual = "default"
  }

  /// The name of the group; nil for the general slots.
  public var name: SanitisedText?
  /// The slots of the group's own; nil if its tasks share the general slots.
  public var slots: SlotLimit?
  /// The origin of the slots.
  public var source = Source.usual
  /// The tasks of the group that have begun or are starting.
  public var running = 0
  /// The tasks of the group that wait.
  public var queued = 0
  /// Whether a task of the group that fails pauses the group.
  public var pausesOnFailure = false
  /// The reason why the group starts nothing, such as `a person`; nil for a group that isn't paused.
  public var pausedBecause: SanitisedText?

  /// Makes a group without tasks.
  public init(name: SanitisedText?) { self.name = name }

  /// The name as commands take it.
  public var shownName: String { name?.string ?? GroupRecord.generalName }
}
