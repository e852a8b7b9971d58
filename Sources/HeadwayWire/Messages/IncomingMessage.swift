/// A client's line, decoded once: the message or the error, and the number of the request.
///
/// The hub decodes lines into this type. The number is read separately, so that a malformed request
/// still gets its answer.
package struct IncomingMessage: Decodable {
  /// The number of the request; nil if the line has no `request` or one that isn't an integer.
  package let request: Int?
  /// The message, or the reason why the line isn't one.
  package let message: Result<ClientMessage, WireError>

  /// Wraps a message that the fast path has decoded.
  package init(_ message: ClientMessage) {
    (request, self.message) = (nil, .success(message))
  }

  /// Wraps an error that was found before decoding.
  package init(_ error: WireError) { (request, message) = (nil, .failure(error)) }

  package init(from decoder: any Decoder) throws {
    request = try? decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .request)
    do {
      message = .success(try ClientMessage(from: decoder))
    } catch {
      message = .failure(.malformed(WireCodec.reason(of: error)))
    }
  }

  private enum Key: CodingKey { case request }
}
