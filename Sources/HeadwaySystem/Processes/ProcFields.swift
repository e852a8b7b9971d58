/// Lines of a name and a value, as in many files under /proc (proc(5)).
struct ProcFields {
  private let lines: [[Substring]]

  init(_ text: [UInt8]) {
    lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map {
      $0.split(whereSeparator: \.isWhitespace)
    }
  }

  func number(_ name: String) -> Int64? { value(name).flatMap { Int64($0) } }

  func octal(_ name: String) -> Int64? { value(name).flatMap { Int64($0, radix: 8) } }

  /// The number of a line such as `Pss:  338 kB`.
  func kibibytes(_ name: String) -> Int64? {
    lines.first { $0.count == 3 && $0[0] == name && $0[2] == "kB" }.flatMap { Int64($0[1]) }
  }

  private func value(_ name: String) -> Substring? {
    lines.first { $0.count == 2 && $0[0] == name }?[1]
  }
}
