import FoundationEssentials

/// Messages to bytes and back. A value may be used from one thread at a time.
package struct WireCodec {
  private let encoder: JSONEncoder
  private let decoder = JSONDecoder()

  package init() {
    encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
  }

  /// One line with its newline; nil when it doesn't fit `LineFramer.byteLimit` (a sender never
  /// makes one: every text is bounded).
  package func encode(_ message: some Encodable) -> [UInt8]? {
    guard let data = try? encoder.encode(message), data.count < LineFramer.byteLimit else {
      return nil
    }
    var line = [UInt8](data)
    line.append(UInt8(ascii: "\n"))
    return line
  }

  /// The message of one line.
  package func decode<Message: Decodable>(
    _ type: Message.Type, from line: ArraySlice<UInt8>
  ) throws(WireError) -> Message {
    guard line.count < LineFramer.byteLimit else { throw .lineTooLong }
    guard line.first(where: { $0 != UInt8(ascii: " ") }) == UInt8(ascii: "{") else {
      throw .malformed("a message is a JSON object on one line")
    }
    // JSON has no such byte, but the decoder would take the line for UTF-16.
    guard !line.contains(0) else { throw .malformed("a message is UTF-8, without NUL") }
    do {
      return try decoder.decode(type, from: Data(line))
    } catch {
      throw .malformed(Self.reason(of: error))
    }
  }

  static func reason(of error: any Error) -> String {
    switch error as? DecodingError {
    case .keyNotFound(let key, _): "the field \"\(key.stringValue)\" is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "the field \"\(path(of: context))\" has another type"
    case .dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "not valid JSON" : "the field \"\(path(of: context))\": \(context.debugDescription)"
    case nil: "not valid JSON"
    @unknown default: "not valid JSON"
    }
  }

  private static func path(of context: DecodingError.Context) -> String {
    context.codingPath.map(\.stringValue).joined(separator: ".")
  }
}
