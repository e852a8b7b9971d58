internal import HeadwayModel

/// The byte form of a frame: the kind (1 byte), the length of the payload (2 bytes, the high one
/// first), the payload.
///
/// ```text
/// input "ls"    04 00 02 6C 73
/// ```
extension AttachFrame {
  /// The number of bytes before the payload.
  static let headerSize = 3
  /// The greatest length of a payload in bytes.
  package static let payloadLimit = 16_384
  /// The first bytes of every hello, by which the supervisor recognises a client of another
  /// protocol.
  static let mark = Array("HWAT".utf8)

  /// The numbers of the kinds. A number is never reused for another kind.
  enum Kind: UInt8 {
    case hello = 1
    case welcome, size, input, output, skipped, ended, refused, typed
  }

  /// The frame as sent.
  ///
  /// A payload beyond ``payloadLimit`` is cut off, so the sender must split ``input(_:)`` and
  /// ``output(_:)`` itself.
  package var bytes: [UInt8] {
    let (kind, payload) = parts
    let kept = payload.prefix(Self.payloadLimit)
    return [kind.rawValue] + Self.bigEndian(UInt16(clamping: kept.count)) + kept
  }

  private var parts: (Kind, [UInt8]) {
    switch self {
    case .hello(let versions): (.hello, Self.mark + [versions.oldest, versions.newest])
    case .welcome(let version): (.welcome, [version])
    case .size(let size):
      (
        .size,
        [size.rows, size.columns, size.pixelWidth, size.pixelHeight].flatMap(Self.bigEndian)
      )
    case .input(let keys): (.input, keys)
    case .output(let bytes): (.output, bytes)
    case .skipped(let count): (.skipped, Self.bigEndian(count))
    case .typed(let count): (.typed, Self.bigEndian(count))
    case .ended(let ending): (.ended, Self.bytes(of: ending))
    case .refused(let text): (.refused, Array(text.string.utf8))
    }
  }

  /// The payload of an ending: 1 byte for the form of the status, 4 bytes for its value, then the
  /// sentence in UTF-8.
  private static func bytes(of ending: AttachEnding) -> [UInt8] {
    let (kind, value): (UInt8, Int32) =
      switch ending.status {
      case nil: (0, 0)
      case .code(let code): (1, code)
      case .signal(let signal): (2, signal)
      }
    return [kind] + bigEndian(UInt32(bitPattern: value)) + Array(ending.sentence.string.utf8)
  }

  private static func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }

  /// Decodes a payload. Bytes after the known fields are ignored, so that later versions can append
  /// some.
  ///
  /// - Returns: nil for a kind that this version doesn't know.
  /// - Throws: ``WireError/malformed(_:)`` for a payload that ends too early, and for a hello
  ///   without the mark.
  static func decoded(kind: UInt8, _ payload: ArraySlice<UInt8>) throws(WireError) -> AttachFrame? {
    guard let kind = Kind(rawValue: kind) else { return nil }
    var fields = payload
    switch kind {
    case .hello:
      guard fields.starts(with: mark) else { throw .malformed("no hello of headway") }
      fields = fields.dropFirst(mark.count)
      return .hello(AttachVersions(oldest: try read(&fields), newest: try read(&fields)))
    case .welcome: return .welcome(version: try read(&fields))
    case .size:
      return .size(
        AttachSize(
          rows: try read(&fields), columns: try read(&fields), pixelWidth: try read(&fields),
          pixelHeight: try read(&fields)))
    case .input: return .input(Array(fields))
    case .output: return .output(Array(fields))
    case .skipped: return .skipped(try read(&fields))
    case .typed: return .typed(try read(&fields))
    case .ended: return .ended(try ending(fields))
    case .refused: return .refused(text(fields))
    }
  }

  private static func ending(_ payload: ArraySlice<UInt8>) throws(WireError) -> AttachEnding {
    var fields = payload
    let kind: UInt8 = try read(&fields)
    let value = Int32(bitPattern: try read(&fields))
    let status: ExitStatus? =
      switch kind {
      case 1: .code(value)
      case 2: .signal(value)
      default: nil
      }
    return AttachEnding(status: status, sentence: text(fields))
  }

  /// Decodes UTF-8 and sanitises it; the other side isn't trusted.
  private static func text(_ bytes: ArraySlice<UInt8>) -> SanitisedText {
    SanitisedText(String(decoding: bytes, as: UTF8.self), limit: .line)
  }

  /// Removes an unsigned integer, the high byte first, from the front of `fields`.
  private static func read<Value: FixedWidthInteger & UnsignedInteger>(
    _ fields: inout ArraySlice<UInt8>
  ) throws(WireError) -> Value {
    let size = MemoryLayout<Value>.size
    guard fields.count >= size else { throw .malformed("a frame that is cut off") }
    defer { fields = fields.dropFirst(size) }
    return fields.prefix(size).reduce(0) { $0 << 8 | Value($1) }
  }
}
