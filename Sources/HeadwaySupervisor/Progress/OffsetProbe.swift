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
  /// Smaller files are read at once, or are scripts.
  static let leastSize: Int64 = 64 << 10
  static let processLimit = 64

  private let root: Int32
  private let includesRoot: Bool
  /// While nothing is there to follow.
  private let idlePause: Duration
  private var judge = FileOffsetJudge()
  private(set) var deadline: Duration
  private var lookedAt: Duration

  /// Of the descendants of `root`, and of `root` itself where `includesRoot`.
  init(root: Int32, includesRoot: Bool, idlePause: Duration, now: Duration) {
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
  mutating func look(now: Duration) -> ProgressReading? {
    guard now >= deadline else { return nil }
    let reading = judge.take(processes.prefix(Self.processLimit).compactMap(Self.look), at: now)
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

  private var processes: [Int32] {
    (includesRoot ? [root] : []) + ProcessTree.descendants(of: root).map(\.process)
  }

  private static func look(at process: Int32) -> ProcessLook? {
    guard let files = ProcessFiles(of: process, leastSize: leastSize) else { return nil }
    return ProcessLook(
      process: process, bytesRead: files.bytesRead, bytesWritten: files.bytesWritten,
      read: files.read.map(FileLook.init), written: files.written.map(FileLook.init))
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
