import Foundation

/// How a command ended, and what it wrote.
struct Outcome {
  var status: ExitStatus
  var output: Data
  var errorText: String
  var took: Duration

  /// As `$?` has it: 128 + signal for one that was killed.
  enum ExitStatus: Hashable {
    case code(Int32)
    case signal(Int32)

    init(wait status: Int32) {
      let signal = status & 0x7F
      self = signal == 0 ? .code((status >> 8) & 0xFF) : .signal(signal)
    }
  }

  var text: String { String(decoding: output, as: UTF8.self) }
  var code: Int32? { if case .code(let code) = status { code } else { nil } }

  /// Standard output without its last line end.
  var line: String { text.hasSuffix("\n") ? String(text.dropLast()) : text }
}
