internal import Glibc

/// The start of a supervisor for a queued task: what a hub asks the fork server for.
///
/// The command line has a name that no person types, the task and the command. By the first two the
/// process is known in `/proc`. The title and all else go through the socket of the fork server: every
/// user of the machine can read command lines, and the title may be meant for nobody else.
package struct SupervisorArguments: Hashable, Sendable {
  /// The key of the task, in hexadecimal.
  package var task: RawText
  package var title: RawText
  package var directory: RawText
  package var umask: UInt16
  /// How long either stall clock may stand, in milliseconds; nil is the setting.
  package var stallAfterMilliseconds: Int64?
  /// The soft limit of descriptors before the hub raised its own.
  package var descriptorLimit: UInt64
  /// Which launch of the task it is; 1 or more.
  package var launch: Int
  /// Never empty.
  package var command: [RawText]

  package static let name: RawText = "headway-supervisor"

  package init(
    task: RawText, title: RawText, directory: RawText, umask: UInt16,
    stallAfterMilliseconds: Int64?, descriptorLimit: UInt64, launch: Int,
    command: [RawText]
  ) {
    self.task = task
    self.title = title
    self.directory = directory
    self.umask = umask
    self.stallAfterMilliseconds = stallAfterMilliseconds
    self.descriptorLimit = descriptorLimit
    self.launch = launch
    self.command = command
  }

  /// The command line.
  package var vector: [RawText] { [Self.name, task] + command }

  /// The words that aren't in the command line.
  package var details: [RawText] {
    [
      title, directory, RawText(String(umask, radix: 8)),
      RawText(stallAfterMilliseconds.map { "\($0)" } ?? "-"), RawText("\(descriptorLimit)"),
      RawText("\(launch)"),
    ]
  }

  /// Nil for a request that isn't for a supervisor.
  package init?(_ request: ForkRequest) {
    let (vector, details) = (request.arguments, request.details)
    if details.isEmpty { self.init(withDetails: vector) } else { self.init(vector, details) }
  }

  private static let detailCount = 6

  /// A command line of an older hub, in which the details stand between the task and the command.
  /// Such a hub executes a program with that command line, or asks the fork server for it. Nil for
  /// another command line.
  package init?(withDetails vector: [RawText]) {
    guard vector.count > 2 + Self.detailCount else { return nil }
    self.init(
      Array(vector[..<2] + vector[(2 + Self.detailCount)...]),
      Array(vector[2..<(2 + Self.detailCount)]))
  }

  /// A newer hub may send more details.
  private init?(_ vector: [RawText], _ details: [RawText]) {
    guard vector.count > 2, vector[0] == Self.name, details.count >= Self.detailCount,
      let umask = UInt16(details[2].string, radix: 8),
      let descriptorLimit = UInt64(details[4].string), let launch = Int(details[5].string)
    else { return nil }
    self.init(
      task: vector[1], title: details[0], directory: details[1], umask: umask & 0o777,
      stallAfterMilliseconds: Int64(details[3].string), descriptorLimit: descriptorLimit,
      launch: max(1, launch), command: Array(vector[2...]))
  }

  /// The process of this user that supervises `task` now; nil where there is none. A process of
  /// another user may have any command line.
  package static func process(of task: RawText) -> Int32? {
    directoryEntries("/proc").lazy.compactMap { Int32($0) }.first { process in
      guard ProcessTree.owner(of: process) == geteuid(),
        let words = readProcFile("/proc/\(process)/cmdline", byteLimit: 256)
      else { return false }
      return words.starts(with: name.bytes + [0] + task.bytes + [0])
    }
  }
}
