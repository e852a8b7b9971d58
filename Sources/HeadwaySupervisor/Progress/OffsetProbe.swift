internal import HeadwayModel
internal import HeadwayRecognition
internal import HeadwaySystem

/// Looks now and then at how far a command's processes have read their files (proc(5), `fdinfo`).
///
/// A look costs a few files under /proc for each open file. So the pause depends on what the last
/// look has found:
/// - nothing to follow: `idlePause` and a quarter
/// - a file that may turn out to show progress: ``provingPause``
/// - a file that is followed: ``followingPause``
///
/// `ProgressSources` and `Adoption` own one probe each.
struct OffsetProbe {
  /// The pause before a second look at a new candidate.
  static let provingPause: Duration = .milliseconds(300)
  /// The pause between two looks at a followed file.
  static let followingPause: Duration = .seconds(1)
  /// The number of processes that one look covers.
  static let processLimit = 64

  /// The process whose descendants are looked at.
  private let root: Int32
  private let includesRoot: Bool
  private let command: WatchedCommand
  /// The command lines of processes that read files, with the files that their words named when the
  /// process was seen first.
  private var commandLines: [Int32: (arguments: ProcessArguments, words: [CommandWord])] = [:]
  /// The pause between two looks while nothing is followed.
  private let idlePause: Duration
  private var judge = FileOffsetJudge()
  /// The time of the next look (`SystemClocks.awake`).
  private(set) var deadline: AwakeTime
  private var lookedAt: AwakeTime

  /// Prepares to look at the descendants of `root` that run `command`, and at `root` itself if
  /// `includesRoot` is true.
  init(
    root: Int32, includesRoot: Bool, command: [RawText], idlePause: Duration, now: AwakeTime
  ) {
    self.command = WatchedCommand(command.map(\.string))
    self.root = root
    self.includesRoot = includesRoot
    self.idlePause = idlePause
    lookedAt = now
    deadline = now + Self.provingPause
  }

  /// Moves the next look to `now`, because somebody else looks at the processes anyway.
  ///
  /// The probe does so only while it follows nothing and its last look is old enough. This process
  /// then wakes up once for both looks.
  mutating func noteLook(now: AwakeTime) {
    if judge.interest == .none, now - lookedAt >= idlePause / 2 { deadline = now }
  }

  /// Looks at the files if a look is due. Returns the progress, or nil if nothing changed.
  mutating func look(now: AwakeTime) -> RecognisedReading? {
    guard now >= deadline else { return nil }
    let processes = processes
    let looks = processes.prefix(Self.processLimit).compactMap { look(at: $0) }
    let present = Set(processes.map(\.process))
    commandLines = commandLines.filter { present.contains($0.key) }
    let reading = judge.judge(looks, at: now)
    (lookedAt, deadline) = (now, now + pause)
    return reading
  }

  private var pause: Duration {
    switch judge.interest {
    // The additional quarter leaves time for somebody else's look, which `noteLook` then shares.
    case .none: idlePause + idlePause / 4
    case .candidate: Self.provingPause
    case .following: Self.followingPause
    }
  }

  private var processes: [ProcessStat] {
    (includesRoot ? [ProcessStat(process: root)].compactMap { $0 } : [])
      + ProcessTree.descendants(of: root)
  }

  /// Reads one process's open files; nil if they can't be read.
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
    // A supervised command is found by its words and its place below the leader. An adopted process
    // may have executed another program meanwhile, so it counts as the command whatever it runs.
    look.isCommand =
      process.process == root
      || command.isRun(
        by: look.words.map(\.text), under: Self.text(of: process.parent),
        isFirst: process.parent == root && !includesRoot)
    return look
  }

  /// Returns the words of a command line and the files they name. They are read again after the
  /// process has executed another program.
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

/// Conversion from a process's command line.
extension CommandWord {
  /// Looks up the file that a word names. A word that is no path may contain one after its `=`, as
  /// in `if=FILE` and `--from=FILE`.
  fileprivate init(_ word: RawText, of process: Int32) {
    var target = ProcessArguments.target(of: word, for: process)
    if target == .nothing, let equals = word.bytes.firstIndex(of: UInt8(ascii: "=")) {
      target = ProcessArguments.target(of: RawText(word.bytes[(equals + 1)...]), for: process)
    }
    self.init(word.string, Target(target))
  }
}

/// Conversion from what stat(2) found at a path.
extension CommandWord.Target {
  /// Converts a path's target. Only regular files and directories matter for progress.
  fileprivate init(_ target: PathTarget) {
    switch target {
    case .nothing, .other: self = .nothing
    case .directory: self = .directory
    case .regular(let device, let inode, let size):
      self = .file(NamedFile(device: device, inode: inode, size: size))
    }
  }
}

/// Conversion from what /proc shows of an open file.
extension FileLook {
  /// Converts an entry of an open file. Its name comes from outside and is sanitised here.
  init(_ entry: ProcessFiles.Entry) {
    self.init(
      id: ID(descriptor: entry.descriptor, device: entry.device, inode: entry.inode),
      name: SanitisedText(entry.name), position: entry.position, wentBack: entry.wentBack,
      size: entry.size)
  }
}
