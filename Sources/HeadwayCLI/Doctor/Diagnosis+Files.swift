internal import HeadwayModel
internal import HeadwaySystem

/// The condition of the record.
package enum RecordCondition: Hashable, Sendable {
  case none
  /// The record is whole. The text is the line that `headwayd --check` prints.
  case healthy(String)
  /// The record is damaged. The text is the line that `headwayd --check` prints.
  case damaged(String)
  /// The record is whole but has lost something. The text is the line that `headwayd --check`
  /// prints.
  case incomplete(String)
  /// A newer version of Headway wrote the record. The text is the line that `headwayd --check`
  /// prints.
  case newer(String)
  /// The directory of the record can't be written. The text says which directory, why, and what to
  /// do.
  case unwritable(String)
  /// The check couldn't be run.
  case unknown
}

/// The place of the state directory: the record, the logs and the spool.
struct StateCondition {
  var place: StatePlace
  /// The network file system that the directory is on; nil for a local disk.
  var network: String?
  /// The folders of other machines beside this machine's own.
  var others: [String]
}

/// The condition of the config file.
package enum ConfigCondition: Hashable, Sendable {
  case none
  case valid
  /// The config is wrong. The text names the line and what to do.
  case wrong(String)
}

/// The condition of the directory that holds the output of tasks.
package struct LogCondition: Hashable, Sendable {
  package var directory: String
  package var fileCount: Int
  package var bytes: UInt64
  /// The free space for this user on the disk of the record and the logs, in bytes. Nil if it can't
  /// be determined.
  package var freeBytes: UInt64?
  /// The reason why nothing can be written to the directory, and what to do. Nil for a usable
  /// directory.
  package var problem: String?

  package init(
    directory: String, fileCount: Int, bytes: UInt64, freeBytes: UInt64?, problem: String? = nil
  ) {
    self.directory = directory
    self.fileCount = fileCount
    self.bytes = bytes
    self.freeBytes = freeBytes
    self.problem = problem
  }
}

extension Diagnosis {
  /// The result for the state directory.
  static func state(_ state: StateCondition) -> Diagnosis {
    let directory = state.place.directory
    let disk =
      state.network.map { String(localized: "on \($0)") } ?? String(localized: "on a local disk")
    let reason =
      switch state.place.reason {
      case .usual: disk
      case .named: String(localized: "as HEADWAY_STATE says, \(disk)")
      case .ownFolder: String(localized: "this machine's own folder, \(disk)")
      case .network(let name):
        String(
          localized: "this machine's own folder: other machines may see the same \(name) directory")
      case .otherHost(let host):
        String(
          localized: """
            this machine's own folder: a hub on \(SanitisedText(host, limit: .line)) has the \
            record above
            """)
      }
    let shown = state.others.prefix(3).map { "\(SanitisedText($0, limit: .line))" }
    let text = directory + String.betweenWords + reason
    guard !shown.isEmpty else { return Diagnosis("state", .ok, text) }
    let (others, rest) = (shown.joined(separator: .betweenWords), state.others.count - shown.count)
    return Diagnosis(
      "state", .ok,
      rest == 0
        ? String(localized: "\(text); beside it: \(others)")
        : String(localized: "\(text); beside it: \(others) and \(rest) more"))
  }

  /// The result for the record.
  package static func record(_ record: RecordCondition, path: String) -> Diagnosis {
    switch record {
    case .none: Diagnosis("record", .ok, String(localized: "\(path), not created yet"))
    case .healthy(let words): Diagnosis("record", .ok, "\(path): \(String(localizing: words))")
    case .unwritable(let problem): Diagnosis("record", .wrong, problem)
    case .unknown:
      Diagnosis(
        "record", .warning, String(localized: "\(path) could not be checked"),
        advice: String(localized: "try: headwayd --check"))
    case .incomplete(let words):
      Diagnosis(
        "record", .warning, "\(path): \(String(localizing: words))",
        advice: String(localized: "if a backup has more: headway hub stop, then restore the backup")
      )
    case .newer(let words): Diagnosis("record", .wrong, "\(path): \(String(localizing: words))")
    case .damaged(let words):
      Diagnosis(
        "record", .wrong, "\(path): \(String(localizing: words))",
        advice:
          String(
            localized: """
              restore a backup while no hub runs, or do nothing: a hub that can't read the record \
              sets it aside and begins a new one
              """))
    }
  }

  /// The result for the config. A config that doesn't exist is fine, because the defaults apply.
  package static func config(_ config: ConfigCondition, path: String) -> Diagnosis {
    switch config {
    case .none:
      Diagnosis("config", .ok, String(localized: "\(path), not there: the defaults apply"))
    case .valid: Diagnosis("config", .ok, path)
    case .wrong(let problem): Diagnosis("config", .wrong, "\(path): \(problem)")
    }
  }

  /// The result for the logs. Logs of 1 GiB and more are a warning. Less than 64 MiB of free space
  /// is wrong, because the next commit of the record may fail.
  package static func logs(_ logs: LogCondition) -> Diagnosis {
    if let problem = logs.problem { return Diagnosis("logs", .wrong, problem) }
    let (count, size) = (logs.fileCount, sized(logs.bytes))
    let text = String(
      localized: count, one: "\(size) in \(count) file in \(logs.directory)",
      many: "\(size) in \(count) files in \(logs.directory)")
    if let free = logs.freeBytes, free < 64 << 20 {
      return Diagnosis(
        "logs", .wrong, String(localized: "\(text), and \(sized(free)) left on the disk"),
        advice: String(localized: "make room"))
    }
    guard logs.bytes < 1 << 30 else {
      return Diagnosis(
        "logs", .warning, text,
        advice: String(
          localized: "delete old tasks with headway clean, or set keep-logs under [record]"))
    }
    return Diagnosis("logs", .ok, text)
  }

  /// A number of bytes for people, rounded down.
  private static func sized(_ bytes: UInt64) -> String {
    switch bytes {
    case ..<1_000_000: "\(bytes / 1000) kB"
    case ..<10_000_000_000: "\(bytes / 1_000_000) MB"
    default: "\(bytes / 1_000_000_000) GB"
    }
  }
}
