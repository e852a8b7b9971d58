internal import HeadwayCore
internal import HeadwayRecognition
internal import HeadwaySystem

/// Looks now and then at how far a command's processes have read their files.
///
/// A look costs a few files under /proc for each open file: every second while one is followed, more
/// often for the moment in which it proves itself, and seldom while there is none.
struct OffsetProbe {
  static let provingPause: Duration = .milliseconds(300)
  static let followingPause: Duration = .seconds(1)
  static let processLimit = 64

  private let root: Int32
  private let includesRoot: Bool
  private let command: WatchedCommand
  /// Of processes that read files, with what their words named when they were seen first.
  private var commandLines: [Int32: (arguments: ProcessArguments, words: [CommandWord])] = [:]
  /// While nothing is there to follow.
  private let idlePause: Duration
  private var judge = FileOffsetJudge()
  private(set) var deadline: Duration
  private var lookedAt: Duration

  /// Of the descendants of `root`, and of `root` itself where `includesRoot`, which run `command`.
  init(
    root: Int32, includesRoot: Bool, command: [RawText], idlePause: Duration, now: Duration
  ) {
    self.command = WatchedCommand(command.map(\.string))
    self.root = root
    self.includesRoot = includesRoot
    self.idlePause = idlePause
    lookedAt = now
    deadline = now + Self.provingPause
  }

  /// Somebody else looks at the processes now: while nothing is followed, that is when to look too, so
  /// that nobody wakes up for it alone.
  mutating func noteLook(now: Duration) {
    if judge.interest == .none, now - lookedAt >= idlePause / 2 { deadline = now }
  }

  /// Nothing while nothing is due, or nothing changed.
  mutating func look(now: Duration) -> RecognisedReading? {
    guard now >= deadline else { return nil }
    let processes = processes
    let looks = processes.prefix(Self.processLimit).compactMap { look(at: $0) }
    let present = Set(processes.map(\.process))
    commandLines = commandLines.filter { present.contains($0.key) }
    let reading = judge.take(looks, at: now)
    (lookedAt, deadline) = (now, now + pause)
    return reading
  }

  private var pause: Duration {
    switch judge.interest {
    // Where nobody else has looked by then.
    case .none: idlePause + idlePause / 4
    case .candidate: Self.provingPause
    case .following: Self.followingPause
    }
  }

  private var processes: [ProcessStat] {
    (includesRoot ? [ProcessStat(process: root)].compactMap { $0 } : [])
      + ProcessTree.descendants(of: root)
  }

  private mutating func look(at process: ProcessStat) -> ProcessLook? {
    guard let files = ProcessFiles(of: process.process, leastSize: FileLook.leastSize) else {
      return nil
    }
    var look = ProcessLook(
      process: process.process, bytesRead: files.bytesRead, bytesWritten: files.bytesWritten,
      read: files.read.map(FileLook.init), written: files.written.map(FileLook.init))
    look.readAndWritten = files.readAndWritten.map(FileLook.init)
    guard !look.read.isEmpty else { return look }
    look.words = words(of: process.process)
    // What a process that was running already has become is all that is left of it.
    look.isCommand =
      process.process == root
      || command.isRun(
        by: look.words.map(\.text), under: Self.text(of: process.parent),
        isFirst: process.parent == root && !includesRoot)
    return look
  }

  /// Another program in the same process has other words.
  private mutating func words(of process: Int32) -> [CommandWord] {
    guard let arguments = ProcessArguments(of: process) else { return [] }
    if let known = commandLines[process], known.arguments == arguments { return known.words }
    let words = arguments.words.map { CommandWord($0, of: process) }
    commandLines[process] = (arguments, words)
    return words
  }

  private static func text(of process: Int32) -> [String] {
    ProcessArguments(of: process)?.words.map(\.string) ?? []
  }
}

extension CommandWord {
  /// A word that is no path may have one behind its `=`: `if=FILE`, `--from=FILE`.
  fileprivate init(_ word: RawText, of process: Int32) {
    var target = ProcessArguments.target(of: word, for: process)
    if target == .nothing, let equals = word.bytes.firstIndex(of: UInt8(ascii: "=")) {
      target = ProcessArguments.target(of: RawText(word.bytes[(equals + 1)...]), for: process)
    }
    self.init(word.string, Target(target))
  }
}

extension CommandWord.Target {
  fileprivate init(_ target: PathTarget) {
    switch target {
    case .nothing, .other: self = .nothing
    case .directory: self = .directory
    case .regular(let device, let inode, let size):
      self = .file(NamedFile(device: device, inode: inode, size: size))
    }
  }
}

extension FileLook {
  init(_ entry: ProcessFiles.Entry) {
    self.init(
      id: ID(descriptor: entry.descriptor, device: entry.device, inode: entry.inode),
      name: SanitisedText(entry.name), position: entry.position, wentBack: entry.wentBack,
      size: entry.size)
  }
}
