/// How many transfers a command line asks for, of programs that show one bar for each.
enum Transfers: Hashable {
  /// It names none: a script may.
  case unnamed
  /// So many, one after the other; at least 1.
  case count(Int64)
  /// More than one, nobody knows how many.
  case several

  /// From the words of the command line, or of a script.
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

  /// With one of these there may be more transfers than addresses, or all run at once.
  private static let uncertainties: Set<String> = [
    "-K", "--config", "-Z", "--parallel", "-r", "--recursive", "-m", "--mirror", "-p",
    "--page-requisites", "-i", "--input-file", "for", "while", "until", "xargs", "parallel",
  ]
}

extension Substring {
  /// `-sL`: options of one letter, one of which may be `letter`.
  func isCluster(with letter: Character) -> Bool {
    hasPrefix("-") && !hasPrefix("--") && contains(letter)
  }
}
