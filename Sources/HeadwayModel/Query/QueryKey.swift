/// The word before the colon in a query.
public enum QueryKey: String, Hashable, Sendable, CaseIterable {
  case state, reason, group, id, title, command, since
  /// The age of the begin or of the end: `started:2h` (at most), `ended:>3d` (more).
  case started, ended
  /// The exit status, as a shell reports it: `exit:2`, `exit:128-143`.
  case exit
  /// A task by its number, those between two, or the newest one: `n:7`, `n:7-12`, `n:last`.
  case n
  /// A part of the job array whose first part has the number: `array:12`.
  case array
  /// The machine whose hub knows the task: `host:build1`, or `host:here` for this machine.
  case host

  static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// An example of a value, for messages.
  var example: String {
    switch self {
    case .state:
      String(localized: "one of \(StateWord.list); for ended tasks, reason:failed means the same")
    case .reason: String(localized: "one of \(Self.reasons)")
    case .group: String(localized: "group:ml, group:m* or group:default (no group)")
    case .id: "id:com.example.*"
    case .title: "title:night*"
    case .command: "command:rsync"
    case .since: String(localized: "since:2h or since:3d")
    case .started:
      String(localized: "started:2h (at most 2 h ago) or started:>2h (longer ago)")
    case .ended: String(localized: "ended:2h (at most 2 h ago) or ended:>2h (longer ago)")
    case .exit: String(localized: "exit:2 or exit:1-255")
    case .n: String(localized: "n:7, n:7-12 or n:last")
    case .array: String(localized: "array:12, the number of the first part")
    case .host: String(localized: "host:build1, host:build* or host:here (this machine)")
    }
  }

  private static var reasons: String { EndWord.allCases.map(\.rawValue).joined(separator: ", ") }
}

/// A single condition of a query.
enum QueryCondition: Hashable, Sendable {
  case state(StateWord)
  case reason(EndWord)
  case group(Wildcard)
  /// The task is in no group: `group:default`.
  case withoutGroup
  case identifier(Wildcard)
  case title(Wildcard)
  case command(Wildcard)
  /// A text to find in the title, the subtitle or the command.
  case text(Wildcard)
  /// The task is live, or ended at most this long ago.
  case since(Duration)
  case started(Age)
  case ended(Age)
  case exit(ClosedRange<Int>)
  case numbers(ClosedRange<Int>)
  /// The newest task. No task matches until ``TaskQuery/naming(newest:)`` says which one it is.
  case newest
  /// The task is a part of an array whose first part has one of the numbers.
  case arrays(ClosedRange<Int>)
  case host(Wildcard)
  /// The task is one of this machine: `host:here`.
  case here

  /// The time since something, as a bound.
  struct Age: Hashable, Sendable {
    let duration: Duration
    let isOlder: Bool

    /// Reads `2h`, `<2h` (at most) or `>2h` (more).
    init?(_ value: String) {
      let isMarked = value.hasPrefix("<") || value.hasPrefix(">")
      guard let duration = Duration(shortForm: isMarked ? value.dropFirst() : value[...]) else {
        return nil
      }
      (self.duration, isOlder) = (duration, value.hasPrefix(">"))
    }

    /// Whether the moment was so long ago; false for none.
    func holds(for moment: WallTime?, at now: WallTime) -> Bool {
      moment.map { now.since($0) > duration } == isOlder
    }
  }

  func holds(for task: some QueriedTask, at now: WallTime) -> Bool {
    switch self {
    case .state(let word): word.holds(for: task)
    case .reason(let reason): task.queriedReason == reason
    case .group(let pattern): task.queriedGroup.map(pattern.matches(whole:)) ?? false
    case .withoutGroup: task.queriedGroup == nil
    case .identifier(let pattern): task.queriedIdentifier.map(pattern.matches(whole:)) ?? false
    case .title(let pattern): pattern.matches(in: task.queriedTitle)
    case .command(let pattern): pattern.matches(in: task.queriedCommand.joined(separator: " "))
    case .text(let pattern):
      pattern.matches(in: task.queriedTitle)
        || task.queriedSubtitle.map(pattern.matches(in:)) ?? false
        || pattern.matches(in: task.queriedCommand.joined(separator: " "))
    case .since(let duration): task.queriedEnd.map { now.since($0) <= duration } ?? true
    case .started(let age): age.holds(for: task.queriedStart, at: now)
    case .ended(let age): age.holds(for: task.queriedEnd, at: now)
    case .exit(let range): task.queriedExit.map(range.contains) ?? false
    case .numbers(let range): range.contains(task.queriedNumber)
    case .newest: false
    case .arrays(let range): task.queriedArray.map(range.contains) ?? false
    case .host(let pattern): task.queriedHost.map(pattern.matches(whole:)) ?? false
    case .here: task.queriedHost == nil
    }
  }
}

extension QueryCondition {
  /// Whether the condition names tasks by numbers.
  var isOfNumbers: Bool {
    switch self {
    case .numbers, .newest, .arrays: true
    default: false
    }
  }

  /// Reads the condition; nil if `value` isn't a value of the key.
  init?(_ key: QueryKey, _ value: String) {
    guard !value.isEmpty else { return nil }
    switch key {
    case .state:
      guard let word = StateWord(value) else { return nil }
      self = .state(word)
    case .reason:
      guard let reason = EndWord(rawValue: value) else { return nil }
      self = .reason(reason)
    case .group where value == Self.generalGroup: self = .withoutGroup
    case .group: self = .group(Wildcard(value))
    case .id: self = .identifier(Wildcard(value))
    case .title: self = .title(Wildcard(value))
    case .command: self = .command(Wildcard(value))
    case .since:
      guard let duration = Duration(shortForm: value) else { return nil }
      self = .since(duration)
    case .started, .ended:
      guard let age = Age(value) else { return nil }
      self = key == .started ? .started(age) : .ended(age)
    case .exit:
      guard let range = Self.range(value, from: 0) else { return nil }
      self = .exit(range)
    case .n where value == Self.newestWord: self = .newest
    case .n:
      guard let range = Self.range(value) else { return nil }
      self = .numbers(range)
    case .array:
      guard let range = Self.range(value) else { return nil }
      self = .arrays(range)
    case .host where value == Self.hereWord: self = .here
    case .host: self = .host(Wildcard(value))
    }
  }

  /// The value of `group:` that means no group.
  private static let generalGroup = "default"
  /// The value of `n:` that means the newest task.
  static let newestWord = "last"
  /// The value of `host:` that means this machine.
  private static let hereWord = "here"

  private static func range(_ text: String, from least: Int = 1) -> ClosedRange<Int>? {
    let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = ends.first.flatMap({ Int($0) }), let last = ends.last.flatMap({ Int($0) }),
      least <= first, first <= last
    else { return nil }
    return first...last
  }
}
