package import HeadwayCore

/// Chooses between sources that speak of one command at once. Pure: readings in, what counts out.
///
/// Whoever knows the extent of the work stands above who only counts; among equals the rank decides.
/// A higher source silences the lower ones until it takes its measure back. Where one takes
/// over from another a new phase begins, since their units have nothing to do with each other.
package struct ProgressArbiter: Sendable {
  private var speaker: ProgressSource?
  private var subtitleSpeaker: ProgressSource?
  /// They have given a total, and haven't taken it back.
  private var knowsExtent: Set<ProgressSource> = []
  /// The phase that was given last.
  private var givenPhase: SanitisedText?
  /// What the phases of the source before were last called; nil while there was none.
  private var foreignPhase: SanitisedText??

  package init() {}

  /// Whether a reading of `source` that knows its extent would count.
  package func listens(to source: ProgressSource) -> Bool {
    guard let speaker, speaker != source else { return true }
    return (1, source.rawValue) > rank(of: speaker)
  }

  /// What `reading`, which says all that `source` knows, comes to; nil where it doesn't count.
  package mutating func take(
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

  /// What `subtitle` comes to; nil where it doesn't count. An empty one gives way to lower sources.
  package mutating func take(
    subtitle: SanitisedText, from source: ProgressSource
  ) -> SanitisedText? {
    if let current = subtitleSpeaker, current.rawValue > source.rawValue { return nil }
    subtitleSpeaker = subtitle.isEmpty ? nil : source
    return subtitle
  }

  private mutating func takeOver(by source: ProgressSource) -> Bool {
    if let speaker {
      guard rank(of: source) > rank(of: speaker) else { return false }
      foreignPhase = .some(givenPhase)
    }
    speaker = source
    return true
  }

  private func rank(of source: ProgressSource) -> (Int, Int) {
    (knowsExtent.contains(source) ? 1 : 0, source.rawValue)
  }

  /// `phase` unless it would be taken for the phase of the source before.
  private func phase(_ phase: SanitisedText?, of source: ProgressSource) -> SanitisedText? {
    guard let foreignPhase else { return phase }
    guard let phase else { return SanitisedText(source.phaseName) }
    return phase == foreignPhase ? SanitisedText("\(source.phaseName): \(phase)") : phase
  }
}

extension ProgressReading {
  /// Both how much is done and how much there is.
  package var knowsExtent: Bool { completed != nil && (total ?? 0) > 0 }
}
