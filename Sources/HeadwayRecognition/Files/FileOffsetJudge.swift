package import HeadwayModel

/// Reads progress off the positions in files, for commands that print nothing.
///
/// A file counts if it is read from one end to the other. That alone says little of the command:
///
/// - The command line may say everything that there is to read (``ReadPlan``). Then the reading is
///   a measure of the whole.
/// - Otherwise only the subtitle shows how far the file is, as nobody knows what follows.
///
/// Once everything is read, or something unforeseen is read, the extent counts as unknown.
///
/// Pure: looks in, readings out. Memory is bounded by the size of one look. The supervisor owns one
/// for each command, and looks as often as ``interest`` asks for.
///
/// ```swift
/// var judge = FileOffsetJudge()
/// if let news = judge.judge(looks, at: now) { report(news.ofWhole, subtitle: news.subtitle) }
/// ```
package struct FileOffsetJudge: Sendable {
  /// The time for which a file at its end still speaks for the command.
  static let doneFor: Duration = .seconds(5)
  /// The time for which a file may rest before another one that advances is shown.
  static let restsFor: Duration = .seconds(10)
  static let unit: SanitisedText = "B"

  private struct Key: Hashable {
    var process: Int32
    var file: FileLook.ID
  }

  /// The file that is shown, in one pass from its start to its end.
  private struct Chosen: Hashable {
    var key: Key
    var passes: Int
  }

  /// The knowledge of everything that there is to read.
  private enum Extent: Hashable {
    /// No file was chosen yet, or the command line says too little.
    case none
    /// A plan, and the process that carries it out.
    case planned(ReadPlan, process: Int32)
    /// Unknown from now on: a plan ended, or the process did something unforeseen.
    case lost
  }

  private var looks: [Int32: ProcessLook] = [:]
  private var files: [Key: FollowedFile] = [:]
  /// The files of the command line that were open at any time so far, by process.
  private var seen: [Int32: Set<NamedFile>] = [:]
  private var chosen: Chosen?
  private var lastMove: AwakeTime = .origin
  private var extent = Extent.none
  private var phase: SanitisedText?
  private var given = RecognisedReading(reading: ProgressReading(), subtitle: .empty)

  package init() {}

  /// The reason to look again, and so the pace of the looks.
  package enum Interest: Hashable, Sendable {
    /// Nothing is likely to come.
    case none
    /// A file may soon be believed.
    case candidate
    /// A file is shown, and its position changes.
    case following
  }

  /// The reason to look again after the latest look.
  package var interest: Interest {
    if chosen != nil { return .following }
    return files.values.contains(where: \.isCandidate) ? .candidate : .none
  }

  /// Takes in a look at all processes of the command. Returns the news; nil if there is none.
  ///
  /// An empty subtitle takes the last one back.
  ///
  /// - Parameter now: The time of the look, on a clock that never goes back.
  package mutating func judge(_ looks: [ProcessLook], at now: AwakeTime) -> RecognisedReading? {
    step(looks)
    choose(at: now)
    let (reading, subtitle) = (reading ?? given.reading, subtitle)
    let news = RecognisedReading(
      reading: reading == given.reading ? ProgressReading() : reading,
      subtitle: subtitle == given.subtitle ? nil : subtitle)
    given = RecognisedReading(reading: reading, subtitle: subtitle)
    return news == RecognisedReading(reading: ProgressReading()) ? nil : news
  }

  /// Replaces the files of the last look by those of this one, with what each has proved so far.
  private mutating func step(_ looks: [ProcessLook]) {
    var files: [Key: FollowedFile] = [:]
    for look in looks {
      let advance = self.looks[look.process].map { FileAdvance(from: $0, to: look) }
      for file in look.read {
        let key = Key(process: look.process, file: file.id)
        files[key] = Self.followed(self.files[key], file, advance)
      }
    }
    self.files = files
    self.looks = Dictionary(looks.map { ($0.process, $0) }) { first, _ in first }
    seen = self.looks.mapValues { look in
      let named = look.words.compactMap(\.file).filter { $0.isOpen(in: look) }
      return (seen[look.process] ?? []).union(named)
    }
  }

  /// The next state of a file; a new state if the file or its process is new.
  private static func followed(
    _ file: FollowedFile?, _ look: FileLook, _ advance: FileAdvance?
  ) -> FollowedFile {
    guard var file, let advance else { return FollowedFile(look) }
    file.step(to: look, advance)
    return file
  }

  /// Chooses the file to show. The chosen file stays until it is closed, done or at rest for long.
  private mutating func choose(at now: AwakeTime) {
    if let file = chosenFile, file.isLively, !file.isAtEnd { lastMove = now }
    let patience = chosenFile.map { $0.isAtEnd ? Self.doneFor : Self.restsFor } ?? .zero
    if chosenFile == nil || now - lastMove >= patience, let next = largestMoving {
      chosen = next
      lastMove = now
      extend(to: next)
    } else if chosen != nil, chosenFile.map({ $0.isAtEnd && !isUnderWay }) ?? true,
      now - lastMove >= Self.doneFor
    {
      chosen = nil
      lose()
    }
  }

  /// The chosen file; nil if it was closed, has begun another pass, or isn't believed any more.
  private var chosenFile: FollowedFile? {
    guard let chosen, let file = files[chosen.key], file.passes == chosen.passes,
      file.isBelieved || isForeseen(chosen.key)
    else { return nil }
    return file
  }

  /// Returns whether the plan expects this file. The first file of a plan has given the proof for
  /// the others.
  private func isForeseen(_ key: Key) -> Bool {
    guard case .planned(let plan, let process) = extent, key.process == process,
      let file = files[key]
    else { return false }
    return plan.foresees(file.look)
  }

  /// The file to show next: the largest believed one that moves; nil if there is none.
  ///
  /// A process that does the whole work goes first. While a plan is under way, only its own process
  /// counts.
  private var largestMoving: Chosen? {
    let worker: Int32? =
      if case .planned(_, let process) = extent, isUnderWay { process } else { nil }
    return files.filter { file in
      (file.value.isBelieved || isForeseen(file.key)) && file.value.isLively
        && worker.map { $0 == file.key.process } ?? true
    }
    .map { (Chosen(key: $0.key, passes: $0.value.passes), $0.value.look.size) }
    .filter { $0.0 != chosen }
    .max { rank(of: $0) < rank(of: $1) }?.0
  }

  private func rank(of file: (chosen: Chosen, size: Int64)) -> (Int, Int64) {
    (looks[file.chosen.key.process]?.isCommand == true ? 1 : 0, file.size)
  }

  /// Whether the plan isn't finished and its process lives.
  private var isUnderWay: Bool {
    guard case .planned(let plan, let process) = extent, looks[process] != nil else { return false }
    return given.reading.completed ?? 0 < plan.total
  }

  /// Updates the extent for a file that has just been chosen.
  ///
  /// - Without a plan, the file may be the first of one.
  /// - With a plan, a file that isn't of it, or that makes the amount fall, ends the plan.
  private mutating func extend(to next: Chosen) {
    let (process, file) = (next.key.process, files[next.key]?.look)
    guard let file, let look = looks[process] else { return }
    switch extent {
    case .none:
      guard look.isCommand, next.passes == 0,
        let plan = ReadPlan(of: look, reading: file, seen: seen[process] ?? [])
      else { return }
      extent = .planned(plan, process: process)
      phase = plan.parts.count == 1 ? file.name : SanitisedText("\(plan.parts.count) files")
    case .planned(let plan, let worker):
      let completed = plan.completed(reading: file, beside: look.read)
      let goesOn =
        worker == process && next.passes == 0
        && completed.map { $0 >= given.reading.completed ?? 0 } ?? false
      if !goesOn { lose() }
    case .lost: break
    }
  }

  /// Ends the plan: the phase is then called after it, and has no total.
  private mutating func lose() {
    guard case .planned = extent else { return }
    extent = .lost
    phase = phase.map { SanitisedText("after \($0)") }
  }

  /// The reading of the whole; nil if nothing new is known of it.
  private var reading: ProgressReading? {
    switch extent {
    case .none: return nil
    case .lost: return ProgressReading(total: 0, unit: Self.unit, phase: phase)
    case .planned(let plan, let process):
      guard let file = chosenFile?.look,
        let completed = plan.completed(reading: file, beside: looks[process]?.read ?? [])
      else { return nil }
      return ProgressReading(completed: completed, total: plan.total, unit: Self.unit, phase: phase)
    }
  }

  /// The name of the file that is read. Without a plan its percent stands before the name. Empty
  /// for a plan of a single file, whose name is the phase.
  private var subtitle: SanitisedText {
    guard chosen != nil else { return .empty }
    switch extent {
    case .planned(let plan, _):
      return plan.parts.count == 1 ? .empty : chosenFile?.look.name ?? given.subtitle ?? .empty
    case .none, .lost:
      guard let file = chosenFile?.look else { return .empty }
      let fraction = Double(file.position) / Double(max(1, file.size))
      return SanitisedText("\(wholePercent(min(1, fraction)))% of \(file.name)")
    }
  }
}
