/// The command line of a supervisor that a hub has started, by which it is known in `/proc`: a name that
/// no person types, the task, and what it starts with.
package struct SupervisorArguments: Hashable, Sendable {
  /// In hexadecimal.
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

  package var vector: [RawText] {
    [
      Self.name, task, title, directory, RawText(String(umask, radix: 8)),
      RawText(stallAfterMilliseconds.map { "\($0)" } ?? "-"), RawText("\(descriptorLimit)"),
      RawText("\(launch)"),
    ] + command
  }

  /// Nil for another command line.
  package init?(_ vector: [RawText]) {
    guard vector.count >= 9, vector[0] == Self.name, let umask = UInt16(vector[4].string, radix: 8),
      let descriptorLimit = UInt64(vector[6].string), let launch = Int(vector[7].string)
    else { return nil }
    self.init(
      task: vector[1], title: vector[2], directory: vector[3], umask: umask & 0o777,
      stallAfterMilliseconds: Int64(vector[5].string), descriptorLimit: descriptorLimit,
      launch: max(1, launch), command: Array(vector[8...]))
  }

  /// The process that supervises `task` now; nil where there is none.
  package static func process(of task: RawText) -> Int32? {
    directoryEntries("/proc").lazy.compactMap { Int32($0) }.first { process in
      guard let words = readProcFile("/proc/\(process)/cmdline", byteLimit: 256) else {
        return false
      }
      return words.starts(with: name.bytes + [0] + task.bytes + [0])
    }
  }
}
