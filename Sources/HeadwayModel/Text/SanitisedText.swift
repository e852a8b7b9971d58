/// Text from outside, made harmless: the only way into it sanitises.
///
/// Dropped: control characters (C0, DEL, C1), line and paragraph separators, bidirectional and
/// zero-width controls, tag characters, byte-order marks and noncharacters; but a joiner that
/// changes how its neighbours are drawn stays (`Joiner`). A tab, a line break or a run of them
/// becomes one space. A cluster keeps its base and at most four combining scalars. Sinks (terminal,
/// tmux, JSON, Pango) escape again for themselves.
public struct SanitisedText: Hashable, Sendable {
  /// The text.
  public let string: String

  /// The empty text.
  public static let empty = SanitisedText("")

  /// Sanitises a text and cuts it off at the limit.
  public init(_ raw: some StringProtocol, limit: TextLimit = .title) {
    var sanitiser = Sanitiser(limit: limit)
    for scalar in raw.unicodeScalars where !sanitiser.isFull { sanitiser.append(scalar) }
    string = sanitiser.finish()
  }

  /// Text that needs no work: printable ASCII within `limit`, without a space at its end. Nil for
  /// any other.
  public init?(ascii bytes: Span<UInt8>, limit: TextLimit) {
    let length = bytes.count
    guard length <= min(limit.byteLimit, limit.clusterLimit) else { return nil }
    guard bytes.isPrintable else { return nil }
    if length > 0, bytes[length - 1] == UInt8(ascii: " ") { return nil }
    string = String(copying: UTF8Span(unchecked: bytes, isKnownASCII: true))
  }

  /// Whether the text is empty.
  public var isEmpty: Bool { string.isEmpty }

  /// Whether nothing of the text would be seen.
  public var isBlank: Bool { string.allSatisfy(\.isWhitespace) }
}

extension SanitisedText: CustomStringConvertible {
  /// The text.
  public var description: String { string }
}

extension SanitisedText: ExpressibleByStringLiteral {
  /// Sanitises a text of the program itself.
  public init(stringLiteral value: StaticString) { self.init(value.description) }
}

/// The largest size of a text from outside.
public struct TextLimit: Sendable {
  /// The largest size in bytes of UTF-8.
  public let byteLimit: Int
  /// The largest number of grapheme clusters.
  public let clusterLimit: Int

  /// Makes a limit.
  public init(byteLimit: Int, clusterLimit: Int) {
    self.byteLimit = byteLimit
    self.clusterLimit = clusterLimit
  }

  /// The limit of titles.
  public static let title = TextLimit(byteLimit: 512, clusterLimit: 200)
  /// The limit of lines, such as questions and commands.
  public static let line = TextLimit(byteLimit: 2048, clusterLimit: 500)
  /// The limit of identifiers.
  public static let identifier = TextLimit(byteLimit: 255, clusterLimit: 255)
}

extension Span<UInt8> {
  /// Whether all is printable ASCII; each byte is looked at, so that many are at once.
  fileprivate var isPrintable: Bool {
    var others: UInt8 = 0
    for place in indices { others |= self[place] &- 0x20 > 0x5E ? 1 : 0 }
    return others == 0
  }
}

extension Unicode.Scalar {
  /// Whether the scalar draws something and does nothing else. Controls and fillers aren't
  /// harmless.
  public var isHarmless: Bool { Sanitiser.admits(self) }
}
