package import HeadwayCore

/// Progress of commands that say nothing: how far they have read the largest of the files that they
/// read from one end to the other. Pure: looks in, readings out.
///
/// Each file is a phase, by its name; a file that is read again is the next one. Once a file is done
/// and nothing follows, the command does something else, of unknown extent. Memory is bounded by what
/// one look holds.
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

  private var looks: [Int32: ProcessLook] = [:]
  private var files: [Key: FollowedFile] = [:]
  private var chosen: Chosen?
  private var lastMove: Duration = .zero
  private var names = PhaseNames()
  private var given = ProgressReading()

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

  /// Takes in a look at all the command's processes; a reading that says all, where it changed.
  package mutating func take(_ looks: [ProcessLook], at now: Duration) -> ProgressReading? {
    step(looks)
    choose(at: now)
    guard let reading, reading != given else { return nil }
    given = reading
    return reading
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
      names.begin(files[next.key]?.look.name ?? .empty)
    } else if chosen != nil, chosenFile?.isAtEnd ?? true, now - lastMove >= Self.doneFor {
      chosen = nil
      names.end()
    }
  }

  private var chosenFile: FollowedFile? {
    guard let chosen, let file = files[chosen.key], file.isBelieved, file.passes == chosen.passes
    else { return nil }
    return file
  }

  private var largestMoving: Chosen? {
    files.filter { $0.value.isBelieved && $0.value.isLively }
      .map { (Chosen(key: $0.key, passes: $0.value.passes), $0.value.look.size) }
      .filter { $0.0 != chosen }
      .max { $0.1 < $1.1 }?.0
  }

  /// Nil while nothing was ever believed.
  private var reading: ProgressReading? {
    guard let phase = names.current else { return nil }
    guard chosen != nil else {
      return ProgressReading(total: 0, unit: Self.unit, phase: phase)
    }
    guard let file = chosenFile else { return given }
    return ProgressReading(
      completed: file.look.position, total: file.look.size, unit: Self.unit, phase: phase)
  }
}
