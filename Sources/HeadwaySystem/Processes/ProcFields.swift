/// The lines of a file under /proc that consist of a name and a value (proc(5)).
///
/// ```swift
/// let kibibytes = ProcFields(readProcFile("/proc/meminfo") ?? []).kibibytes("MemTotal:")
/// ```
struct ProcFields {
  private let lines: [[Substring]]

  /// Splits the text into lines and words.
  init(_ text: [UInt8]) {
    lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map {
      $0.split(whereSeparator: \.isWhitespace)
    }
  }

  /// Returns the number of a line; nil if there is no such line. `name` includes the colon.
  func number(_ name: String) -> Int64? { value(name).flatMap { Int64($0) } }

  /// Returns the octal number of a line, as in `flags:` of fdinfo.
  func octal(_ name: String) -> Int64? { value(name).flatMap { Int64($0, radix: 8) } }

  /// Returns the number of a line such as `Pss:  338 kB`.
  func kibibytes(_ name: String) -> Int64? {
    lines.first { $0.count == 3 && $0[0] == name && $0[2] == "kB" }.flatMap { Int64($0[1]) }
  }

  private func value(_ name: String) -> Substring? {
    lines.first { $0.count == 2 && $0[0] == name }?[1]
  }
}
