/// How rsync(1), scp(1) and sftp(1) show what they copy, as the command line says.
enum FileCopies: Hashable {
  /// One bar for all; or there is none of them in it.
  case together
  /// A bar for each file. Where only one source was asked for, what a line of rsync's would say that
  /// names it: if it is a folder, its name has a slash behind it, or that of a file within.
  case each(only: String?)

  /// From the words of the command line, or of a script.
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

  /// The bar of a single file is one for all.
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

  /// As rsync names the source that it was given.
  private static func name(_ source: String) -> String? {
    let name = source.split(omittingEmptySubsequences: false) { "/:".contains($0) }.last
    return name.flatMap { $0.isEmpty || $0.contains { "*?[{".contains($0) } ? nil : String($0) }
  }

  /// A bar that is one for all measures the whole.
  func adjusted(_ rule: RecognitionRule) -> RecognitionRule {
    guard self == .together, rule.extent == .file else { return rule }
    var rule = rule
    rule.extent = .whole
    return rule
  }

  /// That it is the only file stands on a line of its own.
  var rules: [RecognitionRule] {
    guard case .each(let name?) = self else { return [] }
    let escaped =
      name.utf8.allSatisfy { $0 < 0x80 }
      ? name.map { $0.isLetter || $0.isNumber ? "\($0)" : "\\\($0)" }.joined() : nil
    return escaped.map { [RecognitionRule("rsync", "^(?<subtitle>\($0))$", extent: .onlyFile)] }
      ?? []
  }
}
