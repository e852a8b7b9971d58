/// The requests of a command line that no output tells: how many transfers, how many passes, and
/// which part of a recording.
struct Request {
  let transfers: Transfers
  /// The number of passes over the same input, at least 1.
  let passes: Int64
  let cut: MediaCut

  /// Reads the words of the command line, or of a script in it.
  init(_ command: [String]) {
    transfers = Transfers(command)
    passes = Self.passes(command)
    cut = MediaCut(command)
  }

  /// The number of different passes that are asked for: `-pass 1` and `-pass 2` are two.
  private static func passes(_ command: [String]) -> Int64 {
    let words = command.shellWords
    let numbers = zip(words, words.dropFirst()).filter { $0.0 == "-pass" || $0.0 == "--pass" }
    return max(1, Int64(Set(numbers.map(\.1)).count))
  }
}

extension [String] {
  /// The words of the command line, and of a script in one of them.
  var shellWords: [Substring] { flatMap { $0.split { " \n\t\"';|&()".contains($0) } } }
}

extension Finding {
  /// The share of the work that a bar measures, with what the command line says.
  enum Extent: Hashable {
    /// The whole work, unless another bar follows.
    case whole
    /// A transfer of a known number, at least 1, that follow each other.
    case transfer(of: Int64)
    /// A part of something that has no measure.
    case part
    /// A file of several, unless another line says that it is the only one.
    case file
    /// A line that says that there is only one file.
    case onlyFile
    /// The stage that its line names.
    case ofStage
    /// A bar beside others of its tool.
    case beside

    /// Whether the bar is one of a known number of transfers, so that the whole can be computed.
    var isRolledUp: Bool { if case .transfer(let count) = self { count > 1 } else { false } }

    /// Combines the extent of a rule with what the command line asks for.
    init(_ extent: RecognitionRule.Extent, _ request: Request) {
      switch (extent, request.transfers) {
      case (.whole, _), (.transfer, .unnamed): self = .whole
      case (.ofStage, _): self = .ofStage
      case (.parallel, .count(1)): self = .whole
      case (.beside, _), (.parallel, _): self = .beside
      case (.pass, _): self = request.passes > 1 ? .transfer(of: request.passes) : .whole
      case (.file, _): self = .file
      case (.onlyFile, _): self = .onlyFile
      case (.transfer, .count(let count)): self = .transfer(of: count)
      case (.transfer, .several), (.stage, _): self = .part
      }
    }
  }
}

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
    let words = command.shellWords
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
