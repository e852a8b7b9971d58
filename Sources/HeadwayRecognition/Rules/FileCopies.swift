/// How rsync(1) shows what it copies, as its command line says.
enum FileCopies: Hashable {
  /// One bar for all; or there is no rsync in it.
  case together
  /// A bar for each file. Where only one source was asked for, what a line would say that names it: if
  /// it is a folder, its name has a slash behind it, or that of a file within.
  case each(only: String?)

  /// From the words of the command line, or of a script.
  init(_ command: [String]) {
    let isScript = !command.contains { $0.fileName == "rsync" }
    let words =
      isScript
      ? command.flatMap { $0.split { " \n\t\"';|&()".contains($0) }.map(String.init) } : command
    guard let start = words.firstIndex(where: { $0.fileName == "rsync" }) else {
      self = .together
      return
    }
    let arguments = words[(start + 1)...]
    let isForAll = arguments.contains { $0.hasPrefix("--info=") && $0.contains("progress2") }
    let isForEach = arguments.contains { $0 == "--progress" || $0[...].isCluster(with: "P") }
    guard isForEach, !isForAll else {
      self = .together
      return
    }
    let sources = arguments.filter { !$0.hasPrefix("-") }.dropLast()
    self = .each(only: isScript || sources.count != 1 ? nil : sources.first.flatMap(Self.name))
  }

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
