package import Foundation

/// How a program ended, and what it wrote.
package struct Outcome: Sendable {
  package let status: ExitStatus
  package let output: Data
  package let errorText: String
  package let took: Duration

  /// The end as wait(2) reports it.
  package enum ExitStatus: Hashable, Sendable {
    case code(Int32)
    case signal(Int32)

    init(wait status: Int32) {
      let signal = status & 0x7F
      self = signal == 0 ? .code((status >> 8) & 0xFF) : .signal(signal)
    }

    /// The number that a shell has in `$?`: 128 + signal for a killed program.
    package var shellCode: Int32 {
      switch self {
      case .code(let code): code
      case .signal(let signal): 128 + signal
      }
    }
  }

  package var text: String { String(decoding: output, as: UTF8.self) }

  /// The exit status. Nil for a program that a signal killed.
  package var code: Int32? { if case .code(let code) = status { code } else { nil } }

  /// Standard output without its last line end.
  package var line: String { text.hasSuffix("\n") ? String(text.dropLast()) : text }
}
