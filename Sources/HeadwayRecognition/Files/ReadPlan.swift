/// All that a process will have read once it is done, as its command line says.
///
/// There is one only where nothing else can be meant: a program that is known to read each of its
/// operands, or one that is known to read the only file that it was given. Parts of files count as
/// such (`head -c`, `dd count=`).
struct ReadPlan: Hashable {
  struct Part: Hashable {
    var file: NamedFile
    /// In bytes from the start of the file.
    var range: Range<Int64>
  }

  private(set) var parts: [Part]
  /// One part after the other, in their order; else each that was opened and isn't any more is done.
  private let isInOrder: Bool

  /// Of the process of `look`, while it reads `file`; `seen` are files that it has read before. Nil
  /// where its command line doesn't say enough.
  init?(of look: ProcessLook, reading file: FileLook, seen: Set<NamedFile>) {
    guard let program = look.words.first.map({ ReadingProgram(named: $0.text.fileName) }),
      let parts = program.parts(of: look)
    else { return nil }
    self.parts = parts
    isInOrder = program.readsInOrder
    let files = parts.map(\.file)
    guard files.contains(where: { $0.isOpen(as: file) }), Set(files).count == files.count else {
      return nil
    }
    if !isInOrder, !files.allSatisfy({ $0.isOpen(in: look) || seen.contains($0) }) { return nil }
  }

  /// In bytes.
  var total: Int64 { parts.reduce(into: 0) { $0 = $0.addingClamped(Int64($1.range.count)) } }

  /// Whether `file` is a part that comes in its turn.
  func foresees(_ file: FileLook) -> Bool {
    isInOrder && parts.contains { $0.file.isOpen(as: file) }
  }

  /// How much of it is done while `file` is read, besides others of `open`; nil where that isn't of it.
  func completed(reading file: FileLook, beside open: [FileLook]) -> Int64? {
    guard let index = parts.firstIndex(where: { $0.file.isOpen(as: file) }) else { return nil }
    return parts.enumerated().reduce(into: 0) { sum, part in
      let own: Int64
      if part.offset == index {
        own = part.element.done(at: file.position)
      } else if isInOrder {
        own = part.offset < index ? Int64(part.element.range.count) : 0
      } else {
        let other = open.first { part.element.file.isOpen(as: $0) }
        own = part.element.done(at: other?.position ?? .max)
      }
      sum = sum.addingClamped(own)
    }
  }
}

extension ReadPlan.Part {
  init(_ file: NamedFile) { self.init(file: file, range: 0..<max(0, file.size)) }

  fileprivate func done(at position: Int64) -> Int64 {
    min(max(position, range.lowerBound), range.upperBound) - range.lowerBound
  }
}

extension NamedFile {
  init(_ file: FileLook) {
    self.init(device: file.id.device, inode: file.id.inode, size: file.size)
  }

  func isOpen(in look: ProcessLook) -> Bool { look.read.contains { isOpen(as: $0) } }
}

extension Int64 {
  fileprivate func addingClamped(_ other: Int64) -> Int64 {
    let (sum, isOver) = addingReportingOverflow(other)
    return isOver ? .max : sum
  }
}
