package import HeadwaySystem
internal import SystemPackage

/// A tar archive of programs (ustar, POSIX.1-1988), read piece by piece.
///
/// ```swift
/// var archive = ProgramArchive([file])
/// while let piece = try archive.next() { … }
/// ```
package struct ProgramArchive {
  /// A program to send.
  package struct File {
    package let name: String
    package let contents: OwnedDescriptor
    /// The number of bytes.
    package let size: Int

    package init(name: String, contents: OwnedDescriptor, size: Int) {
      (self.name, self.contents, self.size) = (name, contents, size)
    }
  }

  private static let blockSize = 512
  private static let pieceSize = 1 << 16

  private let files: [File]
  /// The place of the file that is being sent.
  private var place = 0
  /// The number of bytes of that file that are still to be sent. Nil before its header.
  private var left: Int?
  private var isOver = false

  package init(_ files: [File]) { self.files = files }

  /// The next piece; nil after the last one.
  ///
  /// - Throws: if a file can't be read, or is shorter than its size.
  package mutating func next() throws(SystemError) -> [UInt8]? {
    guard place < files.count else {
      defer { isOver = true }
      // Two empty blocks end an archive.
      return isOver ? nil : [UInt8](repeating: 0, count: 2 * Self.blockSize)
    }
    let file = files[place]
    guard let left else {
      left = file.size
      return Self.header(file.name, size: file.size)
    }
    guard left > 0 else {
      (place, self.left) = (place + 1, nil)
      let rest = file.size % Self.blockSize
      return rest == 0
        ? try next() : [UInt8](repeating: 0, count: Self.blockSize - rest)
    }
    let piece = try Self.read(file, atMost: min(left, Self.pieceSize))
    self.left = left - piece.count
    return piece
  }

  private static func read(_ file: File, atMost limit: Int) throws(SystemError) -> [UInt8] {
    var result = Transfer.ended
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      let room = UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: limit)
      result = Transfer.read(file.contents.raw, into: room)
      if case .bytes(let read) = result { count = read } else { count = 0 }
    }
    switch result {
    case .bytes: return bytes
    case .failed(let error): throw error
    case .ended, .wouldBlock: throw SystemError("read \(file.name)", .ioError)
    }
  }

  /// The header block of an executable file of the user root.
  ///
  /// - Parameter name: At most 99 bytes of ASCII.
  static func header(_ name: String, size: Int) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: blockSize)
    func put(_ text: String, at offset: Int) {
      block.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
    }
    put(String(name.prefix(99)), at: 0)
    put("0000755", at: 100)
    put("0000000", at: 108)
    put("0000000", at: 116)
    put(octal(size, digits: 11), at: 124)
    put(octal(0, digits: 11), at: 136)
    put("        0", at: 148)
    put("ustar", at: 257)
    put("00", at: 263)
    // The sum counts its own field as blanks.
    put(octal(block.reduce(0) { $0 + Int($1) }, digits: 6) + "\0 ", at: 148)
    return block
  }

  private static func octal(_ number: Int, digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
