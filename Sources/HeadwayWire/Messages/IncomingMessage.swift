/// A client's line, read once: the message or the error, and the number of the request.
///
/// The number is read separately if the line isn't a message, so that a malformed request still gets
/// its answer.
package struct IncomingMessage {
  /// The number of the request that an error answers; nil if the line has no `request` or one that
  /// isn't an integer.
  package let request: Int?
  /// The message, or the reason why the line isn't one.
  package let message: Result<ClientMessage, WireError>

  /// Reads a line, without its newline.
  package init(_ line: ArraySlice<UInt8>) {
    do {
      (request, message) = (nil, .success(try ClientMessage(line: line)))
    } catch {
      (request, message) = (MessageReader.request(of: line), .failure(error))
    }
  }
}
