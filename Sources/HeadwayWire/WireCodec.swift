import FoundationEssentials

/// The JSON coder of all messages.
///
/// Frequent messages bypass the coder; see ``MessageBody/plainLine``. For them the coder is the
/// reference: the fast path must produce and accept the same. One thread at a time may use a value.
///
/// ```swift
/// let codec = WireCodec()
/// let line = codec.line(WaitMessage(task: reference, request: 1))
/// ```
package struct WireCodec {
  private let encoder: JSONEncoder
  private let decoder = JSONDecoder()

  package init() {
    encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
  }

  /// Encodes a message as one line with its newline.
  ///
  /// Nil if the line would exceed ``LineFramer/byteLimit``. That doesn't happen to a message of
  /// this package, because every text in it is bounded.
  package func encode(_ message: some Encodable) -> [UInt8]? {
    guard let data = try? encoder.encode(message), data.count < LineFramer.byteLimit else {
      return nil
    }
    var line = [UInt8](data)
    line.append(UInt8(ascii: "\n"))
    return line
  }

  /// Decodes the message of one line.
  ///
  /// - Throws: ``WireError``, with a reason that names the field. The hub sends the reason to the
  ///   client.
  package func decode<Message: Decodable>(
    _ type: Message.Type, from line: ArraySlice<UInt8>
  ) throws(WireError) -> Message {
    guard line.count < LineFramer.byteLimit else { throw .lineTooLong }
    guard line.first(where: { $0 != UInt8(ascii: " ") }) == UInt8(ascii: "{") else {
      throw .malformed("a message is a JSON object on one line")
    }
    // NUL never occurs in JSON, but the decoder would take a line with NUL for UTF-16.
    guard !line.contains(0) else { throw .malformed("a message is UTF-8, without NUL") }
    do {
      return try decoder.decode(type, from: Data(line))
    } catch {
      throw .malformed(Self.reason(of: error))
    }
  }

  /// A decoding error in words for the author of the other side.
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
