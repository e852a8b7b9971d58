import HeadwayModel

// The form of the mark in its file: four lines of text, padded with blanks to a fixed size. The hub
// overwrites the mark in place, which needs no more space on a full disk.
extension RecordMark {
  /// The size of the mark in bytes. It is one disk sector, which is written as a whole or not at
  /// all.
  static let byteCount = 512

  private static let title = "headway record mark 1"
  private static let noticeLimit = 300

  var bytes: [UInt8] {
    let state = isOpen ? "open" : "closed"
    let counts =
      "\(state) \(totals.changes) \(totals.highestNumber) "
      + "\(totals.changedAt.millisecondsSinceEpoch)"
    let body = "\(Self.title)\n\(counts)\n\(noticeLine)\n"
    var bytes = Array(body.utf8)
    bytes += Array("checksum \(Self.checksum(of: bytes))\n".utf8)
    bytes += [UInt8](repeating: 0x20, count: max(0, Self.byteCount - 1 - bytes.count))
    return bytes + [0x0A]
  }

  private var noticeLine: String {
    guard let notice else { return "-" }
    var text = ""
    for character in notice.text.string {
      guard text.utf8.count + character.utf8.count <= Self.noticeLimit else { break }
      text.append(character)
    }
    return "\(notice.at.millisecondsSinceEpoch) \(text)"
  }

  /// Reads a mark; nil for bytes that aren't a complete mark.
  init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard lines.count >= 4 else { return nil }
    let body = lines.prefix(3).flatMap { $0 + [0x0A] }
    let text = lines.prefix(4).map { String(decoding: $0, as: UTF8.self) }
    guard text[0] == Self.title, text[3] == "checksum \(Self.checksum(of: body))" else {
      return nil
    }
    let words = text[1].split(separator: " ")
    guard words.count == 4, ["open", "closed"].contains(words[0]),
      let changes = Int64(words[1]), changes >= 0,
      let highest = Int(words[2]), highest >= 0, let time = Int64(words[3])
    else { return nil }
    isOpen = words[0] == "open"
    totals = RecordTotals(
      changes: changes, highestNumber: highest,
      changedAt: WallTime(millisecondsSinceEpoch: time))
    notice = Self.notice(text[2])
  }

  private static func notice(_ line: String) -> Notice? {
    let parts = line.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let time = Int64(parts[0]) else { return nil }
    return Notice(
      text: SanitisedText(String(parts[1]), limit: .line),
      at: WallTime(millisecondsSinceEpoch: time))
  }

  /// FNV-1a of 64 bits.
  private static func checksum(of bytes: [UInt8]) -> String {
    let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return String(hash, radix: 16)
  }
}
