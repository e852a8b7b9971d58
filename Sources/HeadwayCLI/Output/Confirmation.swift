import Glibc

/// A yes-or-no question to a person at a terminal.
enum Confirmation {
  /// The number of tasks up to which a command acts without asking.
  static let taskLimit = 10

  /// Whether a person can be asked: standard input and standard output are terminals.
  static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  /// Asks, and returns whether the answer is y or yes. Any other answer and the end of the input
  /// mean no.
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
