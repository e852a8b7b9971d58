internal import HeadwayCore

/// A frame is its kind (one byte), the length of what follows (two, the high one first), and that.
extension AttachFrame {
  static let headerSize = 3
  /// What a frame holds at most, in bytes.
  package static let payloadLimit = 16_384
  /// Begins every hello, so that a stranger is told apart at once.
  static let mark = Array("HWAT".utf8)

  /// Numbers are never used again for something else.
  enum Kind: UInt8 {
    case hello = 1
    case welcome, size, input, output, skipped, ended, refused, typed
  }

  /// The frame as it is sent. ``input(_:)`` and ``output(_:)`` must not be longer than
  /// ``payloadLimit``: what is beyond it is cut off.
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

  /// Nil for a kind that this version doesn't know. What follows the known fields is ignored.
  static func decoded(kind: UInt8, _ payload: ArraySlice<UInt8>) throws(WireError) -> AttachFrame? {
    guard let kind = Kind(rawValue: kind) else { return nil }
    var fields = payload
    switch kind {
    case .hello:
      guard fields.starts(with: mark) else { throw .malformed("no hello of headway") }
      fields = fields.dropFirst(mark.count)
      return .hello(AttachVersions(oldest: try take(&fields), newest: try take(&fields)))
    case .welcome: return .welcome(version: try take(&fields))
    case .size:
      return .size(
        AttachSize(
          rows: try take(&fields), columns: try take(&fields), pixelWidth: try take(&fields),
          pixelHeight: try take(&fields)))
    case .input: return .input(Array(fields))
    case .output: return .output(Array(fields))
    case .skipped: return .skipped(try take(&fields))
    case .typed: return .typed(try take(&fields))
    case .ended: return .ended(try ending(fields))
    case .refused: return .refused(text(fields))
    }
  }

  private static func ending(_ payload: ArraySlice<UInt8>) throws(WireError) -> AttachEnding {
    var fields = payload
    let kind: UInt8 = try take(&fields)
    let value = Int32(bitPattern: try take(&fields))
    let status: ExitStatus? =
      switch kind {
      case 1: .code(value)
      case 2: .signal(value)
      default: nil
      }
    return AttachEnding(status: status, sentence: text(fields))
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> SanitisedText {
    SanitisedText(String(decoding: bytes, as: UTF8.self), limit: .line)
  }

  private static func take<Value: FixedWidthInteger & UnsignedInteger>(
    _ fields: inout ArraySlice<UInt8>
  ) throws(WireError) -> Value {
    let size = MemoryLayout<Value>.size
    guard fields.count >= size else { throw .malformed("a frame that is cut off") }
    defer { fields = fields.dropFirst(size) }
    return fields.prefix(size).reduce(0) { $0 << 8 | Value($1) }
  }
}
