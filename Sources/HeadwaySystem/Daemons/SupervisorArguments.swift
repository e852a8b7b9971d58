internal import Glibc
package import HeadwayModel

/// The start of a supervisor for a queued task, which the hub requests from its fork server.
///
/// The command line consists of a name that no person types, the task and the command. The first
/// two words identify the process in `/proc`. All other values, such as the title, go through the
/// fork server's socket: every user can read command lines, and a title may be private.
package struct SupervisorArguments: Hashable, Sendable {
  /// The key of the task, in hexadecimal.
  package var task: RawText
  package var title: RawText
  package var directory: RawText
  package var umask: UInt16
  /// The time without a sign of life after which the task counts as stalled, in milliseconds; nil
  /// for the configured time.
  package var stallAfterMilliseconds: Int64?
  /// The soft limit on descriptors from before the hub raised its own.
  package var descriptorLimit: UInt64
  /// The number of this launch of the task, starting at 1.
  package var launch: Int
  /// The time for which the command may run; nil for no limit.
  package var timeLimit: TimeLimit?
  /// The niceness and the limits of the shell that submitted the command.
  package var inherited = InheritedLimits()
  /// The command's words; never empty.
  package var command: [RawText]
  /// The standard streams of the command.
  package var streams = LaunchStreams.terminal
  /// The width of the command's terminal, in columns; nil for the standard width.
  package var columns: UInt16?

  /// The first word of a supervisor's command line.
  package static let name: RawText = "headway-supervisor"

  /// A time limit, with the time between SIGTERM and SIGKILL.
  package struct TimeLimit: Hashable, Sendable {
    package var milliseconds: Int64
    package var graceMilliseconds: Int64

    package init(milliseconds: Int64, graceMilliseconds: Int64) {
      self.milliseconds = milliseconds
      self.graceMilliseconds = graceMilliseconds
    }

    /// Reads the detail `7200000+5000`. Nil for anything else.
    fileprivate init?(_ detail: RawText) {
      let numbers = detail.string.split(separator: "+").map { Int64($0) }
      guard numbers.count == 2, let limit = numbers[0], let grace = numbers[1], limit > 0,
        grace >= 0
      else { return nil }
      (milliseconds, graceMilliseconds) = (limit, grace)
    }

    fileprivate var detail: RawText { RawText("\(milliseconds)+\(graceMilliseconds)") }
  }

  package init(
    task: RawText, title: RawText, directory: RawText, umask: UInt16,
    stallAfterMilliseconds: Int64?, descriptorLimit: UInt64, launch: Int,
    timeLimit: TimeLimit? = nil, inherited: InheritedLimits = InheritedLimits(),
    command: [RawText]
  ) {
    self.task = task
    self.title = title
    self.directory = directory
    self.umask = umask
    self.stallAfterMilliseconds = stallAfterMilliseconds
    self.descriptorLimit = descriptorLimit
    self.launch = launch
    self.timeLimit = timeLimit
    self.inherited = inherited
    self.command = command
  }

  /// The command line for the fork server.
  package var vector: [RawText] { [Self.name, task] + command }

  /// The words that aren't in the command line, in a fixed order.
  package var details: [RawText] {
    [
      title, directory, RawText(String(umask, radix: 8)),
      RawText(stallAfterMilliseconds.map { "\($0)" } ?? "-"), RawText("\(descriptorLimit)"),
      RawText("\(launch)"), timeLimit?.detail ?? "-",
      RawText(streams.rawValue), RawText(columns.map { "\($0)" } ?? "-"),
      inherited.detail,
    ]
  }

  /// Reads a request. Nil if it isn't for a supervisor.
  package init?(_ request: ForkRequest) {
    let (vector, details) = (request.arguments, request.details)
    if details.isEmpty { self.init(withDetails: vector) } else { self.init(vector, details) }
  }

  /// The number of details that all versions know.
  private static let detailCount = 6

  /// Reads the command line of an older hub, in which the details stand between task and command.
  ///
  /// Such a hub executes a program with this command line, or sends it to the fork server. Nil for
  /// any other command line.
  package init?(withDetails vector: [RawText]) {
    guard vector.count > 2 + Self.detailCount else { return nil }
    self.init(
      Array(vector[..<2] + vector[(2 + Self.detailCount)...]),
      Array(vector[2..<(2 + Self.detailCount)]))
  }

  /// Reads the words. Additional details from a newer hub are ignored.
  private init?(_ vector: [RawText], _ details: [RawText]) {
    guard vector.count > 2, vector[0] == Self.name, details.count >= Self.detailCount,
      let umask = UInt16(details[2].string, radix: 8),
      let descriptorLimit = UInt64(details[4].string), let launch = Int(details[5].string)
    else { return nil }
    self.init(
      task: vector[1], title: details[0], directory: details[1], umask: umask & 0o777,
      stallAfterMilliseconds: Int64(details[3].string), descriptorLimit: descriptorLimit,
      launch: max(1, launch),
      timeLimit: details.dropFirst(Self.detailCount).first.flatMap { TimeLimit($0) },
      inherited: details.dropFirst(Self.detailCount + 3).first.map { InheritedLimits($0) }
        ?? InheritedLimits(),
      command: Array(vector[2...]))
    let further = details.dropFirst(Self.detailCount + 1).map(\.string)
    streams = further.first.flatMap(LaunchStreams.init) ?? .terminal
    columns = further.dropFirst().first.flatMap { UInt16($0) }
  }

  /// Returns the id of this user's process that supervises `task` now; nil if there is none.
  ///
  /// Other users' processes are skipped, because they may use any command line.
  package static func process(of task: RawText) -> Int32? {
    directoryEntries("/proc").lazy.compactMap { Int32($0) }.first { process in
      guard ProcessTree.owner(of: process) == geteuid(),
        let words = readProcFile("/proc/\(process)/cmdline", byteLimit: 256)
      else { return false }
      return words.starts(with: name.bytes + [0] + task.bytes + [0])
    }
  }
}

extension InheritedLimits {
  /// The detail `nice=5 nofile=512:1024`.
  fileprivate var detail: RawText {
    let words = (niceness.map { ["nice=\($0)"] } ?? []) + limits.map(\.text)
    return RawText(words.isEmpty ? "-" : words.joined(separator: " "))
  }

  /// Reads a detail. A word that isn't understood is left out.
  fileprivate init(_ detail: RawText) {
    self.init()
    for word in detail.string.split(separator: " ").map(String.init) {
      if let limit = ProcessLimit(word) { limits.append(limit) }
      if word.hasPrefix("nice="), let niceness = Int(word.dropFirst(5)),
        Self.nicenesses.contains(niceness)
      {
        self.niceness = niceness
      }
    }
  }
}
