package import HeadwayModel

/// Chooses between sources that report on one command at once.
///
/// A source that knows how much there is in all goes before a source that only counts. Between
/// equals the rank decides (``ProgressSource``). A higher source silences the lower ones until it
/// takes its measure back. Another source's units mean something else, so a change of source begins
/// a phase.
///
/// Pure: readings in, readings out. `HeadwaySupervisor` has one arbiter for each command.
///
/// ```swift
/// var arbiter = ProgressArbiter()
/// arbiter.admit(fileReading, from: .fileOffsets)   // counts: nobody else reports
/// arbiter.admit(barReading, from: .output)         // counts, and begins a phase
/// arbiter.admit(fileReading, from: .fileOffsets)   // nil: output is higher
/// ```
package struct ProgressArbiter: Sendable {
  /// The source whose readings count; nil before the first measure.
  private var speaker: ProgressSource?
  /// The source of the current subtitle; nil if there is none.
  private var subtitleSpeaker: ProgressSource?
  /// The sources that have given a total and haven't taken their measure back.
  private var knowsExtent: Set<ProgressSource> = []
  private var givenPhase: SanitisedText?
  /// The last phase of the source before. The outer nil means that there was no other source, the
  /// inner one that its phases had no name.
  private var foreignPhase: SanitisedText??

  package init() {}

  /// Returns whether a reading of `source` with a known total would count.
  ///
  /// The supervisor asks before it does work for a source, such as looking at open files.
  package func listens(to source: ProgressSource) -> Bool {
    guard let speaker, speaker != source else { return true }
    return (1, source.rawValue) > rank(of: speaker)
  }

  /// Returns the reading to report; nil if another source speaks.
  ///
  /// - Parameter reading: Everything that `source` knows, not only the change. A reading without
  ///   `completed` takes the measure back.
  package mutating func admit(
    _ reading: ProgressReading, from source: ProgressSource
  ) -> ProgressReading? {
    if reading.knowsExtent { knowsExtent.insert(source) }
    if reading.completed == nil { knowsExtent.remove(source) }
    if source != speaker {
      guard reading.completed != nil, takeOver(by: source) else { return nil }
    }
    var reading = reading
    reading.phase = phase(reading.phase, of: source)
    givenPhase = reading.phase ?? givenPhase
    return reading
  }

  /// Returns the subtitle to report; nil if a higher source has one. An empty subtitle gives way to
  /// lower sources.
  package mutating func admit(
    subtitle: SanitisedText, from source: ProgressSource
  ) -> SanitisedText? {
    if let current = subtitleSpeaker, current.rawValue > source.rawValue { return nil }
    subtitleSpeaker = subtitle.isEmpty ? nil : source
    return subtitle
  }

  /// Makes `source` the speaker if its rank is higher. Returns whether it is the speaker now.
  private mutating func takeOver(by source: ProgressSource) -> Bool {
    if let speaker {
      guard rank(of: source) > rank(of: speaker) else { return false }
      foreignPhase = .some(givenPhase)
    }
    speaker = source
    return true
  }

  /// The rank of a source: a known total first, then the order of the cases.
  private func rank(of source: ProgressSource) -> (Int, Int) {
    (knowsExtent.contains(source) ? 1 : 0, source.rawValue)
  }

  /// The name of the phase, changed if it would be taken for the phase of the source before.
  private func phase(_ phase: SanitisedText?, of source: ProgressSource) -> SanitisedText? {
    guard let foreignPhase else { return phase }
    guard let phase else { return SanitisedText(source.phaseName) }
    return phase == foreignPhase ? SanitisedText("\(source.phaseName): \(phase)") : phase
  }
}

extension ProgressReading {
  /// Whether the reading says how much is done and how much there is in all.
  package var knowsExtent: Bool { completed != nil && (total ?? 0) > 0 }
}

/// The sources of a command's progress, lowest rank first.
///
/// Reports of the command's own worker (the native protocol) go before all of them. The hub decides
/// that.
package enum ProgressSource: Int, Hashable, Sendable, CaseIterable {
  /// The positions in the files that the command's processes read.
  case fileOffsets
  /// Standard output that no terminal shows, read by the same rules as output.
  case data
  /// Terminal output: `OSC 9;4` first, then a tool's own form, then any percent or count.
  case output
  /// Messages of sd_notify(3). They say what is being done, never how much.
  case notices
  /// Messages of Zig's progress protocol (`ZIG_PROGRESS`).
  case zigProgress
  /// The file that `ARGO_PROGRESS_FILE` names.
  case progressFile
  /// Records of the Program Status Protocol (OSC 7501).
  case programStatus

  /// The name for a phase without a name that follows the phase of another source.
  var phaseName: String {
    switch self {
    case .fileOffsets: "files"
    case .data: "data"
    case .output: "output"
    case .notices: "service"
    case .zigProgress: "build"
    case .progressFile: "workflow"
    case .programStatus: "program"
    }
  }
}
