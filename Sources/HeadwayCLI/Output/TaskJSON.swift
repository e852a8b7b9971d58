import FoundationEssentials
import HeadwayCore
import HeadwayWire

/// Tasks as `--json` prints them: objects in which what isn't known is null.
struct TaskJSON {
  private let encoder: JSONEncoder

  init() {
    encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    if let explicitNulls = CodingUserInfoKey.explicitNulls {
      encoder.userInfo[explicitNulls] = true
    }
  }

  /// The whole array.
  func array(_ tasks: [TaskSnapshot]) -> String { text(of: tasks) ?? "[]" }

  func object(_ task: TaskSnapshot) -> String? { text(of: task) }

  private func text(of value: some Encodable) -> String? {
    (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
  }
}
