/// A pattern in which `*` stands for any text, also for none; letters match in either case.
public struct Wildcard: Hashable, Sendable {
  /// The texts between the asterisks, in lower case. A pattern without an asterisk has one part.
  private let parts: [[UInt8]]

  /// Makes a pattern. An asterisk stands for any text.
  public init(_ text: some StringProtocol) {
    parts = text.lowercased().utf8.split(
      separator: UInt8(ascii: "*"), omittingEmptySubsequences: false
    )
    .map(Array.init)
  }

  /// All of `text`.
  public func matches(whole text: String) -> Bool {
    let bytes = Array(text.lowercased().utf8)
    guard let first = parts.first, let last = parts.last else { return false }
    if parts.count == 1 { return bytes == first }
    guard bytes.count >= first.count + last.count, bytes.starts(with: first),
      bytes.suffix(last.count).elementsEqual(last)
    else { return false }
    let middle = bytes[first.count..<bytes.count - last.count]
    return Self.contain(middle, parts.dropFirst().dropLast())
  }

  /// Anywhere in `text`.
  public func matches(in text: String) -> Bool {
    Self.contain(Array(text.lowercased().utf8)[...], parts[...])
  }

  /// Returns whether `bytes` contain the parts in their order. Taking the first match of each part
  /// leaves most room for the next.
  private static func contain(_ bytes: ArraySlice<UInt8>, _ parts: ArraySlice<[UInt8]>) -> Bool {
    var rest = bytes
    for part in parts {
      guard let end = end(of: part, in: rest) else { return false }
      rest = rest[end...]
    }
    return true
  }

  private static func end(of part: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = part.first else { return bytes.startIndex }
    guard bytes.count >= part.count else { return nil }
    for start in bytes.startIndex...bytes.endIndex - part.count
    where bytes[start] == first && bytes[start..<start + part.count].elementsEqual(part) {
      return start + part.count
    }
    return nil
  }
}
