import HeadwayModel
import HeadwayWire

/// The reader of updates: where it reads a line, the reader of all messages reads the same.
///
/// The input is one line.
package struct UpdateTarget: FuzzTarget {
  package static let name = "update"
  package static let byteLimit = 256

  package init() {}

  package func check(_ input: [UInt8]) throws(BrokenPromise) {
    var update = UpdateReader()
    guard let key = update.read(input.span) else { return }
    guard case .update(let message) = try? ClientMessage(line: input[...]) else {
      throw BrokenPromise("the reader of all messages reads no update")
    }
    try promise(message.task == .key(key), "another task")
    try promise(message.report == update.report, "another report")
    try promise(message.isRecognised == update.isRecognised, "recognised or not")
    try promise(message.request == update.request, "another request")
  }
}
