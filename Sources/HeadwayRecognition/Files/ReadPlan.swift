/// Everything that a process will have read once it is done, as its command line says.
///
/// A plan exists only where nothing else can be meant:
///
/// - The program is known to read each of its operands, as `cat a b`.
/// - The program has one file only, and reads it.
/// - The program reads a known part of a file (`head -c`, `dd count=`).
///
/// ```swift
/// let plan = ReadPlan(of: look, reading: file, seen: [])   // gzip big.log
/// plan?.total                                      // the size of big.log
/// plan?.completed(reading: file, beside: look.read)   // the position in it
/// ```
struct ReadPlan: Hashable {
  /// A file, or the part of it that is read.
  struct Part: Hashable {
    var file: NamedFile
    /// The bytes to be read, counted from the start of the file.
    var range: Range<Int64>
  }

  /// The parts, in the order of the command line.
  private(set) var parts: [Part]
  /// Whether the program reads one part after the other. Otherwise a part counts as done once its
  /// file was opened and isn't open any more.
  private let isInOrder: Bool

  /// Makes the plan of a process; nil if its command line doesn't say enough.
  ///
  /// - Parameters:
  ///   - look: The process, with its command line.
  ///   - file: The file that it reads now, which must be a part.
  ///   - seen: The files of the command line that were open before.
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

  /// The number of bytes to be read in all.
  var total: Int64 { parts.reduce(into: 0) { $0 = $0.addingClamped(Int64($1.range.count)) } }

  /// Returns whether `file` is a part that comes in its turn.
  func foresees(_ file: FileLook) -> Bool {
    isInOrder && parts.contains { $0.file.isOpen(as: file) }
  }

  /// The number of bytes read so far, while `file` is read; nil if `file` is no part.
  ///
  /// - Parameter open: All the open files of the process.
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
  /// Makes a part of the whole file.
  init(_ file: NamedFile) { self.init(file: file, range: 0..<max(0, file.size)) }

  /// The number of bytes of the part before `position`.
  fileprivate func done(at position: Int64) -> Int64 {
    min(max(position, range.lowerBound), range.upperBound) - range.lowerBound
  }
}

extension NamedFile {
  init(_ file: FileLook) {
    self.init(device: file.id.device, inode: file.id.inode, size: file.size)
  }

  /// Returns whether the process has the file open for reading.
  func isOpen(in look: ProcessLook) -> Bool { look.read.contains { isOpen(as: $0) } }
}

extension Int64 {
  /// The sum, at most `Int64.max`: sizes come from outside and must not trap.
  fileprivate func addingClamped(_ other: Int64) -> Int64 {
    let (sum, isOver) = addingReportingOverflow(other)
    return isOver ? .max : sum
  }
}
