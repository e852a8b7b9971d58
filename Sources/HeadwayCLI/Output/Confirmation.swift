import Glibc

/// A question with yes or no, for a person at a terminal.
enum Confirmation {
  /// More tasks than this are asked about once.
  static let taskLimit = 10

  /// Whether there is somebody to ask: standard input and output are terminals.
  static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Asks, and returns whether the answer is y or yes. Anything else, and the end of the input, is no.
  static func ask(_ question: String) -> Bool {
    StandardStreams.prompt("\(question) [y/N] ")
    guard let answer = readLine() else {
      StandardStreams.print("")
      return false
    }
    let word = answer.filter { !$0.isWhitespace }.lowercased()
    return word == "y" || word == "yes"
  }
}
