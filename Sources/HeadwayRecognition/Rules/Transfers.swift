/// The number of transfers that a command line asks for, of programs that draw a bar for each.
///
/// With a known number the bars can be rolled up: the second of four at 50 % is 37 % of the whole.
enum Transfers: Hashable {
  /// No transfer is named. A script may start some.
  case unnamed
  /// A known number, at least 1, one after the other.
  case count(Int64)
  /// More than one, nobody knows how many.
  case several

  /// Counts the addresses in the words of the command line, or of a script in it.
  init(_ command: [String]) {
    let words = command.flatMap { $0.split { " \n\t\"';|&()".contains($0) } }
    let addresses = words.filter { $0.contains("://") }
    let isUncertain =
      words.contains { Self.uncertainties.contains(String($0)) }
      || addresses.contains { $0.contains { "{}[]*".contains($0) } }
    let follows = words.contains { $0 == "--location" || $0.isCluster(with: "L") }
    switch addresses.count {
    case 0: self = .unnamed
    case 1: self = isUncertain ? .several : .count(1)
    default: self = isUncertain || follows ? .several : .count(Int64(addresses.count))
    }
  }

  /// The words with which there may be more transfers than addresses, or all of them at once.
  private static let uncertainties: Set<String> = [
    "-K", "--config", "-Z", "--parallel", "-r", "--recursive", "-m", "--mirror", "-p",
    "--page-requisites", "-i", "--input-file", "for", "while", "until", "xargs", "parallel",
  ]
}

extension Substring {
  /// Returns whether the word is a group of one-letter options with `letter` among them, as `-sL`.
  func isCluster(with letter: Character) -> Bool {
    hasPrefix("-") && !hasPrefix("--") && contains(letter)
  }
}
