import HeadwayModel
import HeadwayWire

/// The short roads of updates and of what else workers say: where one reads a line, the library reads
/// the same.
///
/// The input is one line.
package struct UpdateTarget: FuzzTarget {
  package static let name = "update"
  package static let byteLimit = 256

  private let codec = WireCodec()

  package init() {}

  package func check(_ input: [UInt8]) throws(BrokenPromise) {
    if let plain = ClientMessage(plain: input[...]) {
      let message = try? codec.decode(ClientMessage.self, from: input[...])
      try promise(message == plain, "the library reads another message than \(plain)")
    }
    try checkUpdate(input)
  }

  private func checkUpdate(_ input: [UInt8]) throws(BrokenPromise) {
    var update = PlainUpdate()
    guard let key = update.read(input.span) else { return }
    guard case .update(let message) = try? codec.decode(ClientMessage.self, from: input[...]) else {
      throw BrokenPromise("the library reads no update")
    }
    try promise(message.task == .key(key), "another task")
    try promise(message.report == update.report, "another report")
    try promise(message.isRecognised == update.isRecognised, "recognised or not")
    try promise(message.request == update.request, "another request")
  }
}
