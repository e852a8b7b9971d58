/// The files of an archive of tar(1) in the format ustar (POSIX.1-1988), as GNU tar writes it.
struct Archive {
  private(set) var files: [(name: String, bytes: [UInt8])] = []

  struct Damage: Error {}

  private static let blockSize = 512

  init(_ archive: [UInt8]) throws {
    var rest = archive[...]
    // Two blocks of zeros end the archive.
    while let first = rest.first, first != 0 {
      guard rest.count >= Self.blockSize else { throw Damage() }
      let header = Array(rest.prefix(Self.blockSize))
      rest = rest.dropFirst(Self.blockSize)
      let name = String(decoding: header.prefix(100).prefix { $0 != 0 }, as: UTF8.self)
      let digits = header[124..<136].prefix { (0x30...0x37).contains($0) }
      guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 8), size <= rest.count
      else { throw Damage() }
      files.append((name, Array(rest.prefix(size))))
      rest = rest.dropFirst((size + Self.blockSize - 1) / Self.blockSize * Self.blockSize)
    }
  }
}
