internal import HeadwayCore

/// Progress of commands that say nothing: how much they have read of the files that they read from one
/// end to the other. Pure: looks in, readings out.
///
/// It is that of the command only where its command line says what there is to read in all (`ReadPlan`).
/// Of any other file it is known how far it has been read, and not what follows: that is told by the
/// subtitle. Once all is read and nothing follows, or something does that wasn't foreseen, the extent
/// isn't known any more. Memory is bounded by what one look holds.
package struct FileOffsetJudge: Sendable {
  /// How long a file that is done stands for the command.
  static let doneFor: Duration = .seconds(5)
  /// How long a file may rest before another that advances is shown instead.
  static let restsFor: Duration = .seconds(10)
  static let unit: SanitisedText = "B"

  private struct Key: Hashable {
    var process: Int32
    var file: FileLook.ID
  }

  private struct Chosen: Hashable {
    var key: Key
    var passes: Int
  }

  /// What is known of the whole.
  private enum Extent: Hashable {
    /// Nothing so far.
    case none
    case planned(ReadPlan, process: Int32)
    /// Nothing any more.
    case lost
  }

  private var looks: [Int32: ProcessLook] = [:]
  private var files: [Key: FollowedFile] = [:]
  /// Which of the files that are named were open before, by process.
  private var seen: [Int32: Set<NamedFile>] = [:]
  private var chosen: Chosen?
  private var lastMove: Duration = .zero
  private var extent = Extent.none
  private var phase: SanitisedText?
  private var given = RecognisedReading(reading: ProgressReading(), subtitle: .empty)

  package init() {}

  /// What the next look may bring, and so how soon it is due.
  package enum Interest: Hashable, Sendable {
    case none
    /// A file may soon be believed.
    case candidate
    case following
  }

  package var interest: Interest {
    if chosen != nil { return .following }
    return files.values.contains(where: \.isCandidate) ? .candidate : .none
  }

  /// Takes in a look at all the command's processes; what is newly known, if anything. A subtitle that
  /// is empty takes back the one before.
  package mutating func take(_ looks: [ProcessLook], at now: Duration) -> RecognisedReading? {
    step(looks)
    choose(at: now)
    let (reading, subtitle) = (reading ?? given.reading, subtitle)
    let news = RecognisedReading(
      reading: reading == given.reading ? ProgressReading() : reading,
      subtitle: subtitle == given.subtitle ? nil : subtitle)
    given = RecognisedReading(reading: reading, subtitle: subtitle)
    return news == RecognisedReading(reading: ProgressReading()) ? nil : news
  }

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

  private static func followed(
    _ file: FollowedFile?, _ look: FileLook, _ advance: FileAdvance?
  ) -> FollowedFile {
    guard var file, let advance else { return FollowedFile(look) }
    file.step(to: look, advance)
    return file
  }

  /// The chosen file stays until it is closed, done or at rest for long.
  private mutating func choose(at now: Duration) {
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

  private var chosenFile: FollowedFile? {
    guard let chosen, let file = files[chosen.key], file.passes == chosen.passes,
      file.isBelieved || isForeseen(chosen.key)
    else { return nil }
    return file
  }

  /// After the first of several files that are read in a known order the next ones prove nothing new.
  private func isForeseen(_ key: Key) -> Bool {
    guard case .planned(let plan, let process) = extent, key.process == process,
      let file = files[key]
    else { return false }
    return plan.foresees(file.look)
  }

  /// While a plan is under way nobody else's file is followed.
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

  /// Not all that was planned is read, and its process lives.
  private var isUnderWay: Bool {
    guard case .planned(let plan, let process) = extent, looks[process] != nil else { return false }
    return given.reading.completed ?? 0 < plan.total
  }

  /// Whether `next` is a part of what is planned, or else the beginning of all there is.
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

  private mutating func lose() {
    guard case .planned = extent else { return }
    extent = .lost
    phase = phase.map { SanitisedText("after \($0)") }
  }

  /// Nil where nothing else is known than before.
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

  /// Which file is read, and how much of it where that isn't the whole.
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
