internal import HeadwayModel

/// The process that a fork server's child becomes, as the hub asks for it.
package struct ForkRequest: Hashable, Sendable {
  /// The command line, starting with the name of the process. Every user of the machine can read it
  /// (proc(5), `cmdline`).
  package var arguments: [RawText]
  /// Further words that only the new process can read.
  package var details: [RawText]
  /// The environment, as `NAME=value`.
  package var environment: [RawText]

  package init(arguments: [RawText], details: [RawText] = [], environment: [RawText]) {
    self.arguments = arguments
    self.details = details
    self.environment = environment
  }
}

// The format of a request between a program and its fork server: fields that each end with NUL. The
// fields are the word `v2`, the number of arguments, the number of details, the arguments, the
// details and the environment.
//
// The programs can be replaced while a hub runs. An older hub begins with the number of arguments
// and sends no details; this version understands such a request. An older fork server doesn't
// accept `v2` as a number and exits; the hub then tells the person to install both programs again.
extension ForkRequest {
  /// The largest request in bytes, above the kernel's limit for a command line (execve(2)).
  static let byteLimit = 8 << 20

  /// The word that begins a request in this format.
  private static let form: RawText = "v2"

  /// The request as it is sent.
  package var bytes: [UInt8] {
    let counts = [arguments.count, details.count].map { RawText("\($0)") }
    return TerminatedFields.joined(
      ([Self.form] + counts + arguments + details + environment).map(\.bytes))
  }

  /// Whether `bytes` begin like a request of a version that this program knows.
  static func isReadable(_ bytes: [UInt8]) -> Bool {
    let first = bytes.prefix { $0 != 0 }
    return first.elementsEqual(form.bytes) || Int(String(decoding: first, as: UTF8.self)) != nil
  }

  /// Parses a request. Nil if `bytes` isn't one.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.byteLimit, let split = TerminatedFields.split(bytes) else {
      return nil
    }
    var fields = split.map { RawText($0) }[...]
    let hasDetails = fields.first == Self.form
    if hasDetails { fields.removeFirst() }
    guard let argumentCount = Self.count(&fields), argumentCount > 0,
      let detailCount = hasDetails ? Self.count(&fields) : 0,
      argumentCount <= fields.count, detailCount <= fields.count - argumentCount
    else { return nil }
    arguments = Array(fields.prefix(argumentCount))
    details = Array(fields.dropFirst(argumentCount).prefix(detailCount))
    environment = Array(fields.dropFirst(argumentCount + detailCount))
  }

  /// Removes the first field and returns it as a number. Nil if it isn't a number of 0 or more.
  private static func count(_ fields: inout ArraySlice<RawText>) -> Int? {
    guard let count = fields.popFirst().flatMap({ Int($0.string) }), count >= 0 else { return nil }
    return count
  }
}
