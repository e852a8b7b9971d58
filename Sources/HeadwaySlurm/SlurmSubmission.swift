package import HeadwayModel

/// A job for `sbatch`: its arguments and its script.
///
/// The script runs the supervisor of the task on the job's node. Everything else about the job is an
/// argument of `sbatch`, and no argument comes from the script.
package struct SlurmSubmission: Hashable, Sendable {
  /// The mark by which the job is found again.
  package var mark: SlurmMark
  /// The name of the job. Every user of the cluster can see it.
  package var title: SanitisedText
  /// Whether the job is named `headway` instead, because its title is only for its user.
  package var hidesTitle = false
  /// The terms of the launch. ``refusal(of:description:)`` must be nil for them.
  package var terms: LaunchTerms
  /// The time limit of the task; nil for the limit of the partition.
  package var timeLimit: Duration?
  /// The directory of the command, as bytes: it need not be UTF-8.
  package var directory: [UInt8]
  /// The folder of the job's files, which the node and this machine share.
  package var folder: String
  /// The jobs of all parts, as text that the script carries to a node that doesn't see ``folder``; nil
  /// for a node that does.
  package var carried: [UInt8]?
  /// The path of `headway` on the node.
  package var program: String
  /// The options for `sbatch` that the user passes on.
  package var engineOptions: [String] = []
  /// The jobs that have to end first.
  package var jobDependencies: [SlurmDependency] = []
  /// The indices of a job array; nil for a job on its own.
  package var arrayIndices: [Int]?
  /// The number of elements that run at once at most; nil for no limit.
  package var arrayLimit: Int?

  /// Makes a job without terms.
  package init(
    mark: SlurmMark, title: SanitisedText, directory: [UInt8], folder: String, program: String
  ) {
    (self.mark, self.title) = (mark, title)
    (self.directory, self.folder, self.program) = (directory, folder, program)
    terms = LaunchTerms()
  }

  /// The beginning of the comment of Headway's jobs. The mark follows.
  package static let commentPrefix = "headway:"

  /// The arguments of `sbatch` before `--` and the path of the script. Without `--`, an option without
  /// its value would take the path for the value.
  package var arguments: [String] {
    let name = title.isBlank || hidesTitle ? "headway" : title.string
    var arguments = [
      "--parsable", "--job-name=\(name)", "--comment=\(Self.commentPrefix)\(mark)",
      "--open-mode=append", "--output=\(carried == nil ? "\(pattern)out" : "/dev/null")",
      "--export=ALL",
    ]
    if terms.streams == .pipes, carried == nil { arguments.append("--error=\(pattern)err") }
    if let directory = namedDirectory { arguments.append("--chdir=\(directory)") }
    arguments.append(terms.retries > 0 ? "--requeue" : "--no-requeue")
    return arguments + timeArguments + startArguments + resourceArguments + engineOptions
  }

  /// The batch script.
  ///
  /// The supervisor goes to the directory itself: where a node lacks the directory of `--chdir`, Slurm
  /// runs the script in `/tmp`. The words are quoted, so that the shell changes none.
  package var script: [UInt8] {
    var script = Array("#!/bin/sh\nexec ".utf8) + Self.quoted(Array(program.utf8))
    if let carried {
      let index = arrayIndices == nil ? "-" : #""${SLURM_ARRAY_TASK_ID:-}""#
      // The text consists of digits, letters and hyphens, so that it can't end the document.
      return script + Array(" hub job --carried \(index) <<'END.'\n".utf8) + carried
        + Array("END.\n".utf8)
    }
    script += Array(" hub job ".utf8) + Self.quoted(Array(folder.utf8))
    if arrayIndices != nil { script += Array(#" "${SLURM_ARRAY_TASK_ID:-}""#.utf8) }
    return script + [0x0A]
  }

  /// Returns whether a folder can hold the job's files. `sbatch` gives backslashes in the name of
  /// the output file a meaning of its own.
  package static func canHoldFiles(_ folder: String) -> Bool {
    folder.hasPrefix("/") && folder.utf8.count <= 3800
      && !folder.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }
  }

  /// The beginning of the names of the output files, as a filename pattern of sbatch(1): `%a` is the
  /// index in an array.
  private var pattern: String {
    folder.replacing(["%": "%%"]) + (arrayIndices == nil ? "/" : "/%a.")
  }

  /// The directory as an argument; nil if it can't be one.
  private var namedDirectory: String? {
    guard !directory.isEmpty, !directory.contains(0) else { return nil }
    return String(validating: directory, as: UTF8.self)
  }

  /// Returns a word in single quotes, without NUL bytes, which no word can contain.
  static func quoted(_ word: [UInt8]) -> [UInt8] {
    let (quote, backslash) = (UInt8(ascii: "'"), UInt8(ascii: "\\"))
    var quoted = [quote]
    var previous: UInt8 = 0
    for byte in word where byte != 0 {
      if byte == quote {
        quoted += [quote, backslash, quote]
      } else if byte == 0x0A, previous == 0x0D {
        quoted += [quote, quote]
      }
      quoted.append(byte)
      previous = byte
    }
    return quoted + [quote]
  }
}

/// A job that has to end before another starts.
package struct SlurmDependency: Hashable, Sendable {
  /// The id of the job to wait for.
  package var id: SlurmJobID
  /// Whether the job has to succeed.
  package var needsSuccess: Bool

  /// Makes a dependency.
  package init(_ id: SlurmJobID, needsSuccess: Bool) {
    (self.id, self.needsSuccess) = (id, needsSuccess)
  }
}
