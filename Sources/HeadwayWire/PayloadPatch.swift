import FoundationEssentials

/// Changes of a launch payload that the hub has already. The environment needn't be sent again.
///
/// ```swift
/// var patch = PayloadPatch()
/// patch.variables = [Array("LEVEL=2".utf8), Array("DEBUG".utf8)]  // sets one, removes the other
/// ```
package struct PayloadPatch: Hashable, Sendable {
  /// The new directory, as an absolute path; nil if it stays.
  package var directory: [UInt8]?
  /// The new words of the command; empty if they stay.
  package var command: [[UInt8]] = []
  /// The variables to set, each as `NAME=value`, and to remove, each as `NAME`.
  package var variables: [[UInt8]] = []

  /// The greatest length of a patch in bytes. A patch must fit a line, in Base64.
  package static let byteLimit = 40_000

  package init() {}

  /// Whether the patch changes nothing.
  package var isEmpty: Bool { self == PayloadPatch() }

  /// Whether the patch fits a message.
  package var isSendable: Bool { bytes.count <= Self.byteLimit }

  /// Returns the changed payload; nil if it would be too long.
  ///
  /// A variable keeps its place. A new one comes last.
  package func applied(to payload: LaunchPayload) -> LaunchPayload? {
    var payload = payload
    if let directory { payload.directory = directory }
    if !command.isEmpty { payload.command = command }
    for variable in variables {
      let name = variable.prefix { $0 != UInt8(ascii: "=") }
      let isSet = name.count < variable.count
      let place = payload.environment.firstIndex { known in
        known.starts(with: name) && known.count > name.count
          && known[name.count] == UInt8(ascii: "=")
      }
      switch (place, isSet) {
      case (let place?, true): payload.environment[place] = variable
      case (let place?, false): payload.environment.remove(at: place)
      case (nil, true): payload.environment.append(variable)
      case (nil, false): break
      }
    }
    return payload.bytes.count <= LaunchPayload.byteLimit ? payload : nil
  }
}

// The form on the wire: fields that end with NUL. The order is: the directory, the number of words,
// the words, the variables.
extension PayloadPatch {
  /// The patch as bytes.
  package var bytes: [UInt8] {
    let head = [directory ?? [], Array("\(command.count)".utf8)]
    return Array((head + command + variables).map { $0 + [0] }.joined())
  }

  /// Decodes a patch; nil if the bytes aren't one. A variable needs a name.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.byteLimit, bytes.last == 0 else { return nil }
    let fields = bytes.dropLast().split(separator: 0, omittingEmptySubsequences: false)
      .map { Array($0) }
    guard fields.count >= 2, let count = Int(String(decoding: fields[1], as: UTF8.self)),
      (0...(fields.count - 2)).contains(count), fields[0].first ?? UInt8(ascii: "/") == 0x2F
    else { return nil }
    directory = fields[0].isEmpty ? nil : fields[0]
    command = Array(fields[2..<(2 + count)])
    variables = Array(fields[(2 + count)...])
    guard variables.allSatisfy({ !$0.isEmpty && $0.first != UInt8(ascii: "=") }) else {
      return nil
    }
  }
}

extension PayloadPatch: FieldValue {
  package static func read(
    _ scanner: inout JSONScanner, _ line: ArraySlice<UInt8>
  ) throws(FieldError) -> PayloadPatch {
    let text = try String.read(&scanner, line)
    guard let data = Data(base64Encoded: text), let patch = PayloadPatch(Array(data)) else {
      throw .value("no patch of a payload")
    }
    return patch
  }

  package func write(to json: inout JSONWriter) { json.append(Data(bytes).base64EncodedString()) }
}
