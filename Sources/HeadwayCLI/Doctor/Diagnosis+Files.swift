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
    let disk = state.network.map { "on \($0)" } ?? "on a local disk"
    let reason =
      switch state.place.reason {
      case .usual: disk
      case .named: "as HEADWAY_STATE says, \(disk)"
      case .ownFolder: "this machine's own folder, \(disk)"
      case .network(let name):
        "this machine's own folder: other machines may see the same \(name) directory"
      case .otherHost(let host):
        "this machine's own folder: a hub on \(SanitisedText(host, limit: .line)) has the record above"
      }
    let shown = state.others.prefix(3).map { "\(SanitisedText($0, limit: .line))" }
    let more =
      state.others.count > shown.count ? " and \(state.others.count - shown.count) more" : ""
    let others = shown.isEmpty ? "" : "; beside it: \(shown.joined(separator: ", "))\(more)"
    return Diagnosis("state", .ok, "\(directory), \(reason)\(others)")
  }

  /// The result for the record.
  package static func record(_ record: RecordCondition, path: String) -> Diagnosis {
    switch record {
    case .none: Diagnosis("record", .ok, "\(path), not created yet")
    case .healthy(let words): Diagnosis("record", .ok, "\(path): \(words)")
    case .unwritable(let problem): Diagnosis("record", .wrong, problem)
    case .unknown:
      Diagnosis(
        "record", .warning, "\(path) could not be checked", advice: "try: headwayd --check")
    case .incomplete(let words):
      Diagnosis(
        "record", .warning, "\(path): \(words)",
        advice: "if a backup has more: headway hub stop, then restore the backup")
    case .newer(let words): Diagnosis("record", .wrong, "\(path): \(words)")
    case .damaged(let words):
      Diagnosis(
        "record", .wrong, "\(path): \(words)",
        advice:
          "restore a backup while no hub runs, or do nothing: a hub that can't read the record "
          + "sets it aside and begins a new one")
    }
  }

  /// The result for the config. A config that doesn't exist is fine, because the defaults apply.
  package static func config(_ config: ConfigCondition, path: String) -> Diagnosis {
    switch config {
    case .none: Diagnosis("config", .ok, "\(path), not there: the defaults apply")
    case .valid: Diagnosis("config", .ok, path)
    case .wrong(let problem): Diagnosis("config", .wrong, "\(path): \(problem)")
    }
  }

  /// The result for the logs. Logs of 1 GiB and more are a warning. Less than 64 MiB of free space
  /// is wrong, because the next commit of the record may fail.
  package static func logs(_ logs: LogCondition) -> Diagnosis {
    if let problem = logs.problem { return Diagnosis("logs", .wrong, problem) }
    let files = "\(logs.fileCount) \(logs.fileCount == 1 ? "file" : "files")"
    let text = "\(sized(logs.bytes)) in \(files) in \(logs.directory)"
    if let free = logs.freeBytes, free < 64 << 20 {
      return Diagnosis(
        "logs", .wrong, "\(text), and \(sized(free)) left on the disk", advice: "make room")
    }
    guard logs.bytes < 1 << 30 else {
      return Diagnosis(
        "logs", .warning, text,
        advice: "delete old tasks with headway clean, or set keep-logs under [record]")
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
