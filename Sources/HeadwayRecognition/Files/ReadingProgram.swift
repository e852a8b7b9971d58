/// How a program uses the files that its command line names.
enum ReadingProgram: Hashable {
  /// Reads each operand to its end, one after the other; without any, its standard input.
  case operands
  /// The same; and each is gone once it is done, so that an operand that names nothing may have been.
  case replacing
  /// Reads each operand but the last.
  case copying
  /// `dd`
  case blocks
  /// `head`
  case head
  /// `tar`: reads its archive to the end where it unpacks or lists it, whichever members are named.
  case archive
  /// Reads a part of its files where it has one of these options.
  case limited(by: [String])
  /// Reads a part of its files, and which isn't known before; or has as much to do once it has read
  /// them.
  case part
  /// Nothing is known of it.
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

  /// Else all that can be said is that a file was opened, and isn't any more.
  var readsInOrder: Bool {
    switch self {
    case .operands, .replacing, .copying, .head: true
    case .blocks, .archive, .limited, .part, .other: false
    }
  }

  /// What it reads in all; nil where that can't be told.
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

  /// By `x` or `t` among the letters of its first word or of an option (tar(1)).
  private static func unpacks(_ words: [CommandWord]) -> Bool {
    words.enumerated().contains { index, word in
      guard !word.text.hasPrefix("--") else {
        return ["--extract", "--get", "--list"].contains(word.text)
      }
      return (index == 0 || word.isOption) && word.text.contains { $0 == "x" || $0 == "t" }
        && !word.text.contains { "cru".contains($0) }
    }
  }

  /// The one file that is named and open, or else its standard input.
  private func archive(_ words: [CommandWord], _ look: ProcessLook) -> [ReadPlan.Part]? {
    let open = words.compactMap(\.file).filter { $0.isOpen(in: look) }
    return open.count > 1 ? nil : (open.first ?? look.standardInput).map { [ReadPlan.Part($0)] }
  }

  /// The words that aren't options, and all behind `--`.
  static func operands(of words: [CommandWord]) -> [CommandWord] {
    let end = words.firstIndex { $0.text == "--" } ?? words.count
    return words[..<end].filter { !$0.isOption } + words.dropFirst(end + 1)
  }

  /// Each of `operands` from its start to its end, without one any its standard input; nil where one
  /// is a folder, into which it may go.
  private func whole(
    _ operands: some Collection<CommandWord>, _ look: ProcessLook
  ) -> [ReadPlan.Part]? {
    guard !operands.contains(where: { $0.target == .directory }) else { return nil }
    let files = operands.compactMap { $0.text == "-" ? look.standardInput : $0.file }
    return (files.isEmpty ? [look.standardInput].compactMap { $0 } : files.filter(look.isUnchanged))
      .map { ReadPlan.Part($0) }
  }

  /// All the files that are named, but those that it writes, and its standard input.
  private func onlyOnes(_ words: [CommandWord], _ look: ProcessLook) -> [ReadPlan.Part]? {
    guard !words.contains(where: { $0.target == .directory }) else { return nil }
    let named = words.compactMap(\.file).filter { file in
      file.size >= FileLook.leastSize && look.isUnchanged(file)
    }
    return (named + [look.standardInput].compactMap { $0 }).map { ReadPlan.Part($0) }
  }
}

extension ProcessLook {
  /// Where it is a file.
  var standardInput: NamedFile? {
    read.first { $0.id.descriptor == 0 }.map { NamedFile($0) }
  }

  /// It isn't one that the process may write.
  fileprivate func isUnchanged(_ file: NamedFile) -> Bool {
    !(written + readAndWritten).contains { file.isOpen(as: $0) }
  }
}
