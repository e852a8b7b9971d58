/// The way in which a program uses the files that its command line names.
///
/// ``ReadPlan`` asks it for the parts that the program reads. A program that isn't in the table
/// gets a plan only if nothing but one file can be meant.
enum ReadingProgram: Hashable {
  /// Each operand to its end, one after the other; standard input without any.
  case operands
  /// The same, but each file is gone once it is done (gzip(1)). An operand that names no file may
  /// thus have been one.
  case replacing
  /// Each operand but the last (cp(1), mv(1)).
  case copying
  /// A part of one file: dd(1).
  case blocks
  /// The beginning of each operand: head(1).
  case head
  /// The archive to its end, if tar(1) unpacks or lists it, whichever members are named.
  case archive
  /// A part of its files if one of these options is given; else all of them.
  case limited(by: [String])
  /// A part of its files that isn't known before (tail(1)), or all of them with as much work to
  /// follow (sort(1)).
  case part
  case other

  init(named name: String) {
    self = Self.known[name] ?? .other
  }

  private static let known: [String: ReadingProgram] = {
    var known: [String: ReadingProgram] = [
      "dd": .blocks, "head": .head, "tar": .archive, "tail": .part, "sort": .part, "shuf": .part,
      "cp": .copying, "mv": .copying,
      "od": .limited(by: ["-N", "-j", "--read", "--skip"]),
      "xxd": .limited(by: ["-l", "-s", "-len", "-seek"]),
      "hexdump": .limited(by: ["-n", "-s"]), "hd": .limited(by: ["-n", "-s"]),
      "cmp": .limited(by: ["-n", "-i", "--bytes", "--ignore"]),
    ]
    for name in [
      "b2sum", "b3sum", "cat", "cksum", "egrep", "fgrep", "grep", "md5sum", "nl", "rev", "sha1sum",
      "sha224sum", "sha256sum", "sha384sum", "sha512sum", "sum", "wc", "xxhsum",
    ] {
      known[name] = .operands
    }
    for name in [
      "bunzip2", "bzip2", "gunzip", "gzip", "lz4", "lzma", "unxz", "unzstd", "xz", "zstd",
    ] {
      known[name] = .replacing
    }
    return known
  }()

  /// Whether the program reads one file after the other.
  ///
  /// For all others one thing can be said: a file was opened, and isn't open any more.
  var readsInOrder: Bool {
    switch self {
    case .operands, .replacing, .copying, .head: true
    case .blocks, .archive, .limited, .part, .other: false
    }
  }

  /// The parts that the process reads in all; nil if that can't be told.
  func parts(of look: ProcessLook) -> [ReadPlan.Part]? {
    let words = Array(look.words.dropFirst())
    switch self {
    case .operands: return whole(Self.operands(of: words), look)
    case .replacing:
      let operands = Self.operands(of: words).filter { Int($0.text) == nil }
      return operands.allSatisfy { $0.file != nil } ? whole(operands, look) : nil
    case .copying:
      let namesTarget = words.contains { $0.text.hasPrefix("-t") || $0.text.hasPrefix("--target") }
      return namesTarget ? nil : whole(Self.operands(of: words).dropLast(), look)
    case .blocks: return BlockOperands(words).flatMap { $0.part(of: look) }.map { [$0] }
    case .head: return HeadOperands(words).flatMap { $0.parts(of: look) }
    case .archive: return Self.unpacks(words) ? archive(words, look) : nil
    case .part: return nil
    case .limited(let options):
      let isLimited = words.contains { word in options.contains { word.text.hasPrefix($0) } }
      return isLimited ? nil : onlyOnes(words, look)
    case .other: return onlyOnes(words, look)
    }
  }

  /// Returns whether tar(1) unpacks or lists: `x` or `t` among the letters of its first word or of
  /// an option, and none of `c`, `r` and `u`.
  private static func unpacks(_ words: [CommandWord]) -> Bool {
    words.enumerated().contains { index, word in
      guard !word.text.hasPrefix("--") else {
        return ["--extract", "--get", "--list"].contains(word.text)
      }
      return (index == 0 || word.isOption) && word.text.contains { $0 == "x" || $0 == "t" }
        && !word.text.contains { "cru".contains($0) }
    }
  }

  /// The one named file that is open, or else standard input; nil if several are open.
  private func archive(_ words: [CommandWord], _ look: ProcessLook) -> [ReadPlan.Part]? {
    let open = words.compactMap(\.file).filter { $0.isOpen(in: look) }
    return open.count > 1 ? nil : (open.first ?? look.standardInput).map { [ReadPlan.Part($0)] }
  }

  /// The words that aren't options, and all words behind `--`.
  static func operands(of words: [CommandWord]) -> [CommandWord] {
    let end = words.firstIndex { $0.text == "--" } ?? words.count
    return words[..<end].filter { !$0.isOption } + words.dropFirst(end + 1)
  }

  /// The whole of each operand; without operands standard input.
  ///
  /// Nil if an operand is a folder, since the program may go into it. A file that the process also
  /// writes is left out.
  private func whole(
    _ operands: some Collection<CommandWord>, _ look: ProcessLook
  ) -> [ReadPlan.Part]? {
    guard !operands.contains(where: { $0.target == .directory }) else { return nil }
    let files = operands.compactMap { $0.text == "-" ? look.standardInput : $0.file }
    return (files.isEmpty ? [look.standardInput].compactMap { $0 } : files.filter(look.isUnchanged))
      .map { ReadPlan.Part($0) }
  }

  /// The whole of each named file and of standard input; nil if a folder is named.
  ///
  /// Left out are files that the process writes, and files below ``FileLook/leastSize``.
  private func onlyOnes(_ words: [CommandWord], _ look: ProcessLook) -> [ReadPlan.Part]? {
    guard !words.contains(where: { $0.target == .directory }) else { return nil }
    let named = words.compactMap(\.file).filter { file in
      file.size >= FileLook.leastSize && look.isUnchanged(file)
    }
    return (named + [look.standardInput].compactMap { $0 }).map { ReadPlan.Part($0) }
  }
}

extension ProcessLook {
  /// The file on standard input; nil if that is no regular file open for reading.
  var standardInput: NamedFile? {
    read.first { $0.id.descriptor == 0 }.map { NamedFile($0) }
  }

  /// Returns whether the process can't write `file`.
  fileprivate func isUnchanged(_ file: NamedFile) -> Bool {
    !(written + readAndWritten).contains { file.isOpen(as: $0) }
  }
}
