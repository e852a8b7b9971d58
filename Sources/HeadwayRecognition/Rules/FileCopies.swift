/// The way in which rsync(1), scp(1) or sftp(1) shows the files that it copies, by its command
/// line.
///
/// The bar of a single file looks like the bar of the whole. Only the command line tells them
/// apart: `rsync --info=progress2` draws one bar, `rsync --progress` one for each file.
enum FileCopies: Hashable {
  /// A single bar for everything. Also used if the command is none of the three programs.
  case together
  /// A bar for each file.
  ///
  /// If rsync was given a single source, `only` is the name that a line of its output has if that
  /// source is a file. A folder appears with a slash behind its name.
  case each(only: String?)

  /// Reads the command line, or the words of a script in it.
  init(_ command: [String]) {
    let isScript = !command.contains { Self.programs.contains($0.fileName) }
    let words =
      isScript
      ? command.flatMap { $0.split { " \n\t\"';|&()".contains($0) }.map(String.init) } : command
    guard let start = words.firstIndex(where: { Self.programs.contains($0.fileName) }) else {
      self = .together
      return
    }
    let arguments = words[(start + 1)...]
    switch words[start].fileName {
    case "rsync": self.init(rsync: arguments, isScript: isScript)
    case "scp": self.init(scp: arguments, isScript: isScript)
    default: self = .each(only: nil)
    }
  }

  private static let programs: Set<String> = ["rsync", "scp", "sftp"]

  /// Reads the arguments of rsync: `--info=progress2` is one bar, `--progress` and `-P` one for
  /// each file.
  private init(rsync arguments: ArraySlice<String>, isScript: Bool) {
    let isForAll = arguments.contains { $0.hasPrefix("--info=") && $0.contains("progress2") }
    let isForEach = arguments.contains { $0 == "--progress" || $0[...].isCluster(with: "P") }
    guard isForEach, !isForAll else {
      self = .together
      return
    }
    let sources = arguments.filter { !$0.hasPrefix("-") }.dropLast()
    self = .each(only: isScript || sources.count != 1 ? nil : sources.first.flatMap(Self.name))
  }

  private init(scp arguments: ArraySlice<String>, isScript: Bool) {
    var names: [String] = []
    var (isRecursive, isValue) = (false, false)
    for argument in arguments {
      if isValue {
        isValue = false
      } else if argument.hasPrefix("-"), argument.count > 1 {
        isRecursive = isRecursive || argument.contains("r")
        isValue = argument.last.map { Self.scpOptionsWithValues.contains($0) } ?? false
      } else {
        names.append(argument)
      }
    }
    let isOne = names.count == 2 && !names[0].contains { "*?[{".contains($0) }
    self = isOne && !isRecursive && !isScript ? .together : .each(only: nil)
  }

  private static let scpOptionsWithValues: Set<Character> = [
    "c", "D", "F", "i", "J", "l", "o", "P", "S", "X",
  ]

  /// The name that rsync prints for a source; nil if the shell or rsync expands it to several.
  private static func name(_ source: String) -> String? {
    let name = source.split(omittingEmptySubsequences: false) { "/:".contains($0) }.last
    return name.flatMap { $0.isEmpty || $0.contains { "*?[{".contains($0) } ? nil : String($0) }
  }

  /// Returns the rule with the extent that its bar has under this command line.
  func adjusted(_ rule: RecognitionRule) -> RecognitionRule {
    guard self == .together, rule.extent == .file else { return rule }
    var rule = rule
    rule.extent = .whole
    return rule
  }

  /// The rule for the line that names the only file. rsync prints the name above the bar.
  var rules: [RecognitionRule] {
    guard case .each(let name?) = self else { return [] }
    let escaped =
      name.utf8.allSatisfy { $0 < 0x80 }
      ? name.map { $0.isLetter || $0.isNumber ? "\($0)" : "\\\($0)" }.joined() : nil
    return escaped.map { [RecognitionRule("rsync", "^(?<subtitle>\($0))$", extent: .onlyFile)] }
      ?? []
  }
}
