/// What the child of a fork server is to become: its arguments, the name in front, and its environment.
package struct ForkRequest: Hashable, Sendable {
  package var arguments: [RawText]
  /// `NAME=value`.
  package var environment: [RawText]

  package init(arguments: [RawText], environment: [RawText]) {
    self.arguments = arguments
    self.environment = environment
  }
}

// Between a program and its fork server, which are of one installation, so without versions: fields
// that end with NUL, which no field holds. The number of arguments, the arguments, the environment.
extension ForkRequest {
  /// In bytes; above what is launched (execve(2)).
  static let byteLimit = 8 << 20

  package var bytes: [UInt8] {
    let fields = [Array("\(arguments.count)".utf8)] + (arguments + environment).map(\.bytes)
    return Array(fields.map { $0 + [0] }.joined())
  }

  /// Nil for what is no request.
  package init?(_ bytes: [UInt8]) {
    let fields = bytes.dropLast().split(separator: 0, omittingEmptySubsequences: false)
    guard bytes.count <= Self.byteLimit, bytes.last == 0, let first = fields.first,
      let count = Int(String(decoding: first, as: UTF8.self)), (1..<fields.count).contains(count)
    else { return nil }
    let texts = fields.dropFirst().map { RawText(Array($0)) }
    self.init(arguments: Array(texts[..<count]), environment: Array(texts[count...]))
  }
}
