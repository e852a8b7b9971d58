/// A client's line, decoded once: the message, or why it is none, and the request to answer.
package struct IncomingMessage: Decodable {
  /// Nil where the line has no `request`, or one that isn't an integer.
  package let request: Int?
  package let message: Result<ClientMessage, WireError>

  package init(_ message: ClientMessage) {
    (request, self.message) = (nil, .success(message))
  }

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
