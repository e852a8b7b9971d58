/// The entries in the output of `squeue`.
///
/// An entry has fields, each with a separator behind, and then free texts. A free text may contain
/// line breaks and every separator. Its place follows from its width in bytes alone, so that no text
/// can look like another entry.
///
/// ```swift
/// var entries = SlurmEntries(output, fieldCount: 2, textWidths: [64], limit: 1000)
/// while let entry = entries.next() { note(entry.fields, entry.texts) }
/// ```
struct SlurmEntries {
  /// An entry. The texts are padded with spaces.
  struct Entry {
    var fields: [String]
    var texts: [ArraySlice<UInt8>]
  }

  /// The number of entries that couldn't be read until now.
  private(set) var unreadable = 0
  private var rest: ArraySlice<UInt8>
  private let fieldCount: Int
  private let textWidths: [Int]
  private var room: Int

  private static let separator: UInt8 = 0x1F
  private static let terminator: UInt8 = 0x1E
  private static let newline: UInt8 = 0x0A
  private static let fieldLimit = 8192

  /// Makes a reader of at most `limit` entries.
  init(_ output: [UInt8], fieldCount: Int, textWidths: [Int], limit: Int) {
    (rest, self.fieldCount, self.textWidths) = (output[...], fieldCount, textWidths)
    room = limit
  }

  /// Returns the next entry; nil after the last one.
  ///
  /// Reading ends at an entry whose texts don't end where they must, because the rest could be one of
  /// those texts.
  mutating func next() -> Entry? {
    while !rest.isEmpty {
      guard room > 0 else { return stop() }
      guard let fields = head() else {
        let line = rest.firstIndex(of: Self.newline) ?? rest.endIndex
        if rest[..<line].contains(where: { $0 > 0x20 }) {
          unreadable += 1
          room -= 1
        }
        rest = rest[line...].dropFirst()
        continue
      }
      room -= 1
      let texts = textWidths.map { width in
        let text = rest.prefix(width)
        rest = rest.dropFirst(width)
        return text
      }
      guard rest.popFirst() == Self.terminator, rest.popFirst() ?? Self.newline == Self.newline
      else { return stop() }
      return Entry(fields: fields, texts: texts)
    }
    return nil
  }

  private mutating func stop() -> Entry? {
    rest = []
    unreadable += 1
    return nil
  }

  /// Takes the fields before the free texts; nil if the line ends before them.
  private mutating func head() -> [String]? {
    var head = rest
    var values: [String] = []
    for _ in 0..<fieldCount {
      guard
        let end = head.prefix(Self.fieldLimit).firstIndex(where: {
          $0 == Self.separator || $0 == Self.newline
        }),
        head[end] == Self.separator
      else { return nil }
      values.append(SlurmText.field(head[..<end]))
      head = head[end...].dropFirst()
    }
    rest = head
    return values
  }
}
