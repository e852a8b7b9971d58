package import HeadwayModel
internal import HeadwayMonitor

/// A finding of the doctor, on one line for a person.
package struct Diagnosis: Hashable, Sendable {
  package enum Status: String, Hashable, Sendable {
    case ok
    /// The thing works, but not as well or not for as long as it could.
    case warning
    /// Something doesn't work.
    case wrong

    /// The status as a word for a person.
    var words: String {
      switch self {
      case .ok: String(localized: "ok", context: "state")
      case .warning: String(localized: "warning", context: "state")
      case .wrong: String(localized: "wrong", context: "state")
      }
    }
  }

  /// The name of the check. Scripts depend on the name, so it never changes.
  package let check: String
  package let status: Status
  /// The fact that was found.
  package let text: SanitisedText
  /// The advice, if there is something to do.
  package let advice: SanitisedText?

  init(_ check: String, _ status: Status, _ text: String, advice: String? = nil) {
    self.check = check
    self.status = status
    self.text = SanitisedText(text, limit: .line)
    self.advice = advice.map { SanitisedText($0, limit: .line) }
  }

  /// The fact and the advice as one sentence, in the form of an error.
  package var sentence: String {
    advice.map { text.string + String.betweenSentences + $0.string } ?? text.string
  }

  /// The results as lines in columns: status, check and sentence.
  package static func lines(_ diagnoses: [Diagnosis]) -> [String] {
    let width = diagnoses.map { cellWidth($0.check) }.max() ?? 0
    return diagnoses.map { diagnosis in
      let status = padded(diagnosis.status.words, to: 7)
      return "\(status)  \(padded(diagnosis.check, to: width))  \(diagnosis.sentence)"
    }
  }

  private static func padded(_ word: String, to width: Int) -> String {
    word + String(repeating: " ", count: max(0, width - cellWidth(word)))
  }
}
