import Glibc

/// Finds a text in a flood of bytes, by the byte of it that comes least often.
struct ByteSearch {
  let text: [UInt8]
  /// Where that byte is in `text`.
  private let place: Int

  init(_ text: [UInt8], rarest place: Int) {
    self.text = text
    self.place = place
  }

  /// From the start of `bytes`; nil where it isn't in them.
  func first(in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    var start = place
    while start < bytes.count,
      let found = memchr(base + start, CInt(text[place]), bytes.count - start)
    {
      let match = UnsafeRawPointer(found) - base - place
      if bytes[match...].starts(with: text) { return match }
      start = match + place + 1
    }
    return nil
  }
}
