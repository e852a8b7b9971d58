import HeadwayModel
import HeadwayWire

/// The environment of a task, as `headway show --env` prints it.
struct EnvironmentListing {
  let number: TaskNumber
  /// The variables, each as `NAME=value`.
  let variables: [[UInt8]]

  init(_ task: TaskSnapshot, _ variables: [[UInt8]]) {
    (number, self.variables) = (task.number, variables)
  }

  /// Returns a JSON array of objects with `number` and `environment`, an array of texts.
  /// Bytes that aren't UTF-8 are replaced by U+FFFD.
  static func array(_ listings: [EnvironmentListing]) -> String {
    "[\n" + listings.map { "  " + $0.object }.joined(separator: ",\n") + "\n]"
  }

  private var object: String {
    JSONObject.text(
      Fields(
        number: number, environment: variables.map { String(decoding: $0, as: UTF8.self) }),
      indent: "  ")
  }

  private struct Fields: FieldObject {
    var number: TaskNumber
    var environment: [String]

    static var unread: Fields { Fields(number: .first, environment: []) }

    mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
      try fields.required("number", &number)
      try fields.required("environment", &environment)
    }
  }
}
