/// The files by which a hub and the supervisor of a cluster's job talk, in a folder that both
/// machines see.
///
/// ```swift
/// let files = RelayFiles(folder: "/home/mia/.local/state/headway/jobs/5f0c…")
/// ```
package struct RelayFiles: Hashable, Sendable {
  /// The folder of the job, beside those of other jobs.
  package let folder: String

  /// Makes the names. The folder is an absolute path.
  package init(folder: String) { self.folder = folder }

  /// The files of a part of the job array whose first part has these files. `lines` are the content of
  /// ``parts``. Nil if the array has no part with that index.
  package func part(_ index: Int, in lines: [UInt8]) -> RelayFiles? {
    let wanted = Array("\(index)".utf8)
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "))
      guard words.count == 2, Array(words[0]) == wanted, let end = folder.lastIndex(of: "/"),
        Self.isName(words[1])
      else { continue }
      return RelayFiles(folder: "\(folder[..<end])/\(String(decoding: words[1], as: UTF8.self))")
    }
    return nil
  }

  /// Whether the bytes can be the name of a folder: letters, digits and hyphens.
  package static func isName(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.allSatisfy { $0 == UInt8(ascii: "-") || ($0 >= 0x30 && $0 < 0x7B) }
  }

  /// The file that says what to run: ``RelayJob``. The hub writes it before the engine gets the job.
  package var job: String { "\(folder)/job" }
  /// The file in which the supervisor writes the state of the task.
  package var state: String { "\(folder)/state" }
  /// The file in which the hub writes orders.
  package var orders: String { "\(folder)/orders" }
  /// The file with the indices of an array's parts and the names of their folders.
  package var parts: String { "\(folder)/parts" }
  /// The file that says that the submission was refused, so that the job must not run.
  package var refusal: String { "\(folder)/refused" }
  /// The file that says that the hub is about to submit the job, or has done so. Its content
  /// begins with the mark in the comment of the job.
  package var attempt: String { "\(folder)/submitting" }
  /// The script that the engine runs.
  package var script: String { "\(folder)/script" }
}
