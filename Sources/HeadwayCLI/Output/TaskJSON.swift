import FoundationEssentials
import HeadwayModel
import HeadwayWire

/// The encoder for `--json`. Unknown values are null instead of absent, so that a script can tell
/// the two apart from a misspelt name.
struct TaskJSON {
  private let encoder: JSONEncoder

  init() {
    encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    if let explicitNulls = CodingUserInfoKey.explicitNulls {
      encoder.userInfo[explicitNulls] = true
    }
  }

  /// The tasks as a JSON array.
  func array(_ tasks: [TaskSnapshot]) -> String { text(of: tasks) ?? "[]" }

  /// A task as a JSON object. Nil if it can't be encoded.
  func object(_ task: TaskSnapshot) -> String? { text(of: task) }

  private func text(of value: some Encodable) -> String? {
    (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
  }
}
