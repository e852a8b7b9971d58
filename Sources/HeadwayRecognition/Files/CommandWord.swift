/// A word of a process's command line, and what it names.
package struct CommandWord: Hashable, Sendable {
  package enum Target: Hashable, Sendable {
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

  var file: NamedFile? {
    if case .file(let file) = target { file } else { nil }
  }

  /// `-n`, `--lines=3`: neither `-`, which is standard input, nor an operand.
  var isOption: Bool { text.count > 1 && text.hasPrefix("-") }
}

/// A regular file, open or not.
package struct NamedFile: Hashable, Sendable {
  package var device: UInt64
  package var inode: UInt64
  /// In bytes, when the command line was first seen.
  package var size: Int64

  package init(device: UInt64, inode: UInt64, size: Int64) {
    self.device = device
    self.inode = inode
    self.size = size
  }

  func isOpen(as file: FileLook) -> Bool {
    file.id.device == device && file.id.inode == inode
  }
}
