/// A word of a process's command line, with the file that the word names.
///
/// The supervisor looks the files up (stat(2)). ``ReadPlan`` compares them with the files that the
/// process has open.
package struct CommandWord: Hashable, Sendable {
  /// The thing that a word names as a path.
  package enum Target: Hashable, Sendable {
    /// Nothing, or something that is neither a folder nor a regular file.
    case nothing
    case directory
    case file(NamedFile)
  }

  package var text: String
  package var target: Target

  package init(_ text: String, _ target: Target = .nothing) {
    self.text = text
    self.target = target
  }

  /// The regular file that the word names; nil for anything else.
  var file: NamedFile? {
    if case .file(let file) = target { file } else { nil }
  }

  /// Whether the word is an option, such as `-n` or `--lines=3`. A single `-` is standard input.
  var isOption: Bool { text.count > 1 && text.hasPrefix("-") }
}

/// The identity and the size of a regular file, open or not.
package struct NamedFile: Hashable, Sendable {
  package var device: UInt64
  package var inode: UInt64
  /// The size in bytes when the command line was first seen.
  package var size: Int64

  package init(device: UInt64, inode: UInt64, size: Int64) {
    self.device = device
    self.inode = inode
    self.size = size
  }

  /// Returns whether the open file `file` is this one.
  func isOpen(as file: FileLook) -> Bool {
    file.id.device == device && file.id.inode == inode
  }
}
