/// A flat JSON object on one line, with its fields in the given order. Bars read one object a line.
/// The full Foundation with its encoder would slow down the start of `headway status`.
///
/// ```swift
/// JSONLine([("text", .text("2 running")), ("running", .number(2))]).text
/// // {"text":"2 running","running":2}
/// ```
struct JSONLine {
  /// A value of a field.
  enum Value {
    case text(String)
    case number(Int)
    case flag(Bool)
    case null
  }

  /// The object, without a line break.
  let text: String

  init(_ fields: [(String, Value)]) {
    let body = fields.map { "\(Self.quoted($0.0)):\(Self.encoded($0.1))" }
    text = "{\(body.joined(separator: ","))}"
  }

  private static func encoded(_ value: Value) -> String {
    switch value {
    case .text(let text): quoted(text)
    case .number(let number): String(number)
    case .flag(let flag): String(flag)
    case .null: "null"
    }
  }

  private static func quoted(_ text: String) -> String { "\"\(text.jsonEscaped)\"" }
}

extension String {
  /// The text as it appears between the quotes of a JSON string (RFC 8259, section 7).
  var jsonEscaped: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
