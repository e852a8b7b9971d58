package import HeadwayModel

/// A record of the Program Status Protocol: what a program, or a part of it, says of itself.
///
/// The protocol is `ESC ] 7501 ; key=value : key=value … ST` (Program Status, revision 0.4, by
/// Mitchell Hashimoto). A record is shown and never acted upon.
package struct ProgramStatus: Hashable, Sendable {
  /// The state, with the kind of a block in it.
  package let state: ProgramState
  /// The progress in percent, 0 to 100, of a program that works or is blocked; nil if not told.
  package let percent: Int?
  /// The name of the program; nil if not told.
  package let app: SanitisedText?
  /// The title of the work; nil if not told.
  package let title: SanitisedText?
  /// The line for a person; nil if not told.
  package let message: SanitisedText?
}

/// The place of a record: `build/tests` is beneath `build`. The root is empty.
package struct ProgramStatusPath: Hashable, Sendable {
  /// The segments, joined by slashes; empty for the root.
  package let text: String

  package static let root = ProgramStatusPath(unchecked: "")

  private static let depthLimit = 8
  private static let byteLimit = 128
  private static let segmentLimit = 32

  private init(unchecked text: String) { self.text = text }

  /// Reads a path of one to eight segments of 1 to 32 characters each. Nil for any other text.
  init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count <= Self.byteLimit else { return nil }
    let segments = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard segments.count <= Self.depthLimit,
      segments.allSatisfy({
        (1...Self.segmentLimit).contains($0.count) && $0.allSatisfy(\.isOfPath)
      })
    else { return nil }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// Whether this is `other`, or beneath it. Everything is beneath the root.
  package func isWithin(_ other: ProgramStatusPath) -> Bool {
    other.text.isEmpty || text == other.text || text.hasPrefix("\(other.text)/")
  }

  /// The paths above this one, the nearest first and the root last.
  package var ancestors: [ProgramStatusPath] {
    guard !text.isEmpty else { return [] }
    var segments = text.split(separator: "/")
    var found: [ProgramStatusPath] = []
    while segments.popLast() != nil {
      found.append(ProgramStatusPath(unchecked: segments.joined(separator: "/")))
    }
    return found
  }
}

/// A command of the Program Status Protocol.
package enum ProgramStatusCommand: Hashable, Sendable {
  /// The program asks whether the terminal knows the protocol.
  case query
  /// The record replaces the one before as a whole.
  case report(ProgramStatus, at: ProgramStatusPath)
  /// The record goes, with all beneath it.
  case clear(ProgramStatusPath)

  /// The largest command in bytes, from `ESC ]` to the terminator.
  package static let byteLimit = 4096
  /// The bytes by which a terminal answers the query. They are those of the query.
  package static let answer = Array("\u{1B}]7501;?\u{1B}\\".utf8)

  /// Reads the bytes between `ESC ]` and the terminator.
  ///
  /// Any other command reads as nil. So does a report without a known state, with a value beyond its
  /// limit, with bad base64, or with a control character in a text.
  /// A pair that isn't `key=value` is skipped, and so is an unknown key. Of a key that comes twice
  /// the last counts. A malformed `id` reads as nil, because the record would be taken for the root's.
  package init?(_ sequence: some Collection<UInt8>) {
    guard let body = sequence.after("7501;".utf8) else { return nil }
    if body.elementsEqual("?".utf8) {
      self = .query
      return
    }
    guard body.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
    let fields = Fields(body)
    guard let path = fields.path, let word = fields["state"] else { return nil }
    if word == "clear" {
      self = .clear(path)
    } else if let status = fields.status(word) {
      self = .report(status, at: path)
    } else {
      return nil
    }
  }
}

/// The pairs of a command.
private struct Fields {
  private var values: [String: [UInt8]] = [:]
  /// Whether a pair is meant to be the path and isn't one. Without its path a record would be taken for
  /// the root's.
  private var hasWrongPath = false

  private static let keyLimit = 16
  private static let nameLimit = 32
  private static let titleLimit = 192
  private static let messageLimit = 2048

  init(_ body: some Collection<UInt8>) {
    for pair in body.split(separator: UInt8(ascii: ":")) {
      guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else {
        if pair.elementsEqual("id".utf8) { hasWrongPath = true }
        continue
      }
      let (key, value) = (pair[..<equals], pair[pair.index(after: equals)...])
      guard (1...Self.keyLimit).contains(key.count), key.allSatisfy(\.isLowercase),
        value.allSatisfy(\.isOfValue)
      else {
        if key.elementsEqual("id".utf8) { hasWrongPath = true }
        continue
      }
      values[String(decoding: key, as: UTF8.self)] = Array(value)
    }
  }

  subscript(key: String) -> String? { values[key].map { String(decoding: $0, as: UTF8.self) } }

  /// The path; the root if none is given, nil if the path is none.
  var path: ProgramStatusPath? {
    if hasWrongPath { return nil }
    guard let id = values["id"] else { return .root }
    return ProgramStatusPath(id)
  }

  /// The record with the state `word`; nil if a value isn't permitted.
  func status(_ word: String) -> ProgramStatus? {
    guard let state = state(word), case .some(let percent) = percent(of: state),
      case .some(let title) = text("title", limit: Self.titleLimit),
      case .some(let message) = text("msg", limit: Self.messageLimit)
    else { return nil }
    let app = values["app"]
    guard app.map({ $0.count <= Self.nameLimit }) ?? true else { return nil }
    return ProgramStatus(
      state: state, percent: percent,
      app: app.map { SanitisedText(String(decoding: $0, as: UTF8.self)) }, title: title,
      message: message)
  }

  private func state(_ word: String) -> ProgramState? {
    switch word {
    case "idle": .idle
    case "working": .working
    case "done": .done
    case "error": .error
    case "blocked":
      switch self["kind"] {
      case "permission": .permission
      case "question": .question
      case "auth": .signIn
      default: .blocked
      }
    default: nil
    }
  }

  /// The percent. The outer nil means that it isn't permitted, the inner one that there is none, or
  /// that the state has none.
  private func percent(of state: ProgramState) -> Int?? {
    guard let value = self["progress"] else { return .some(nil) }
    guard (1...3).contains(value.utf8.count), value.utf8.allSatisfy(\.isDigit),
      let percent = Int(value), percent <= 100
    else { return nil }
    return .some(state == .working || state.isBlocked ? percent : nil)
  }

  /// The text of a value in base64. The outer nil means that it isn't permitted, the inner one that
  /// there is none.
  private func text(_ key: String, limit: Int) -> SanitisedText?? {
    guard let value = values[key] else { return .some(nil) }
    guard let bytes = Base64Text.decoded(value, limit: limit),
      let text = String(validating: bytes, as: UTF8.self),
      text.unicodeScalars.allSatisfy({ !$0.isControl })
    else { return nil }
    return .some(SanitisedText(text, limit: .line))
  }
}

extension Collection<UInt8> {
  /// The elements behind `prefix`; nil if the collection doesn't begin with `prefix`.
  fileprivate func after(_ prefix: some Collection<UInt8>) -> SubSequence? {
    starts(with: prefix) ? dropFirst(prefix.count) : nil
  }
}

extension UInt8 {
  fileprivate var isLowercase: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }

  private var isAlphanumeric: Bool {
    isDigit || isLowercase || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
  }

  /// Whether a segment of a path may have the character: `[A-Za-z0-9_.+-]`.
  fileprivate var isOfPath: Bool {
    switch self {
    case UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"): true
    default: isAlphanumeric
    }
  }

  /// Whether a value may have the character: `[A-Za-z0-9_.,+/=-]`.
  fileprivate var isOfValue: Bool {
    switch self {
    case UInt8(ascii: ","), UInt8(ascii: "/"), UInt8(ascii: "="): true
    default: isOfPath
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a control character (C0, DEL or C1).
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}
