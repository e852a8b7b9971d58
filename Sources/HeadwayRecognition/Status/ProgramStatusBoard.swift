package import HeadwayModel

/// The records of the Program Status Protocol that a command has told, and what they say together.
///
/// The board has at most 64 records beside the root's. A further record takes the place of the one that
/// was told the longest ago. The root's stays.
///
/// ```swift
/// var board = ProgramStatusBoard()
/// scanner.consume(output) { board.note($0) }
/// let summary = board.summary
/// ```
package struct ProgramStatusBoard: Sendable {
  /// The records with their places, those told last at the end.
  private var records: [(path: ProgramStatusPath, status: ProgramStatus)] = []

  /// The largest number of records beneath the root. The protocol asks for 64 at least, and 256 at
  /// most.
  package static let recordLimit = 64

  /// The number of records.
  package var recordCount: Int { records.count }

  package init() {}

  /// The summary of all records.
  package struct Summary: Hashable, Sendable {
    /// The state of the root. If only a part waits for a person, the state of that part.
    package var state = ProgramState.working
    /// The percent of the root, 0 to 100; nil if not told.
    package var percent: Int?
    /// The line for a person; nil if not told.
    package var message: SanitisedText?

    /// Makes a summary. Without values, it is that of a program that works.
    package init(
      state: ProgramState = .working, percent: Int? = nil, message: SanitisedText? = nil
    ) {
      (self.state, self.percent, self.message) = (state, percent, message)
    }
  }

  /// Notes what the scanner has found.
  package mutating func note(_ event: ProgramStatusScanner.Event) {
    switch event {
    case .command(.report(let status, let path)): put(status, at: path)
    case .command(.clear(let path)): records.removeAll { $0.path.isWithin(path) }
    case .command(.query), .attributesQuery: break
    case .prompt: records.removeAll { $0.status.state == .working || $0.status.state.isBlocked }
    case .reset: records = []
    }
  }

  /// The summary of what the command has told; nil if it has told nothing.
  package var summary: Summary? {
    guard !records.isEmpty else { return nil }
    let root = records.last { $0.path == .root }?.status
    var summary = Summary(
      state: root?.state ?? .working, percent: root?.percent, message: root?.line)
    if root?.state.isBlocked != true,
      let part = records.last(where: { $0.status.state.isBlocked })
    {
      summary.state = part.status.state
      summary.message = part.status.line(named: name(of: part.path, part.status))
    }
    return summary
  }

  /// The records beneath the root, in the order of their paths.
  package var subtasks: [ToldSubtask] {
    records.lazy.filter { $0.path != .root }.sorted { $0.path.text < $1.path.text }.map {
      ToldSubtask(
        id: SanitisedText($0.path.text, limit: .identifier),
        name: $0.status.title ?? SanitisedText($0.path.text, limit: .identifier),
        state: $0.status.state, percent: $0.status.percent, message: $0.status.message)
    }
  }

  private mutating func put(_ status: ProgramStatus, at path: ProgramStatusPath) {
    records.removeAll { $0.path == path }
    if path != .root, records.count(where: { $0.path != .root }) >= Self.recordLimit,
      let oldest = records.firstIndex(where: { $0.path != .root })
    {
      records.remove(at: oldest)
    }
    records.append((path, status))
  }

  /// The name of a part: its title, or else the program that it or an ancestor names, or else the
  /// last segment of its path.
  private func name(of path: ProgramStatusPath, _ status: ProgramStatus) -> SanitisedText {
    if let title = status.title { return title }
    let above = path.ancestors.lazy.compactMap { ancestor in
      records.last { $0.path == ancestor }?.status.app
    }
    return status.app ?? above.first ?? SanitisedText(path.text.split(separator: "/").last ?? "")
  }
}

extension ProgramStatus {
  /// The line for a person: the message, or else the title.
  fileprivate var line: SanitisedText? { message ?? title }

  /// The line for a person, with the name of the part.
  fileprivate func line(named name: SanitisedText) -> SanitisedText {
    guard let message else { return name }
    return name.isBlank ? message : SanitisedText("\(name): \(message)", limit: .line)
  }
}

/// Turns one summary after the other into readings of the progress.
///
/// A smaller percent begins the next part of the work, because the protocol replaces a record as a
/// whole. So does a percent after a report without one.
package struct ProgramStatusPhases: Sendable {
  private var part = 1
  private var latest: Int?
  private var hasTold = false

  package init() {}

  /// The reading of a summary; nil if its percent is the one before.
  package mutating func reading(of summary: ProgramStatusBoard.Summary?) -> ProgressReading? {
    let percent = summary?.percent
    guard percent != latest else { return nil }
    defer { (latest, hasTold) = (percent, true) }
    guard let percent else {
      return ProgressReading(total: 0, unit: .empty, phase: .empty)
    }
    if hasTold, latest.map({ percent < $0 }) ?? true { part &+= 1 }
    var reading = ProgressReading.percent(Double(percent))
    reading?.phase = part == 1 ? nil : SanitisedText("part \(part)")
    return reading
  }
}
