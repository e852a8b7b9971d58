/// The progress that a terminal shows by `OSC 9;4` (ConEmu's documentation, "ANSI X3.64 and Xterm
/// 256 Colors"), and the instants at which to write it. The type reads no clock.
///
/// The sequence is written when the progress changes, and again before terminals forget it (Ghostty
/// does after 15 s). Progress that isn't known any more is cleared. Nothing is written while the
/// command itself writes such sequences.
public struct TerminalProgress: Sendable {
  /// The time after which the sequence is written again.
  public static let freshFor: Duration = .seconds(10)
  /// The shortest time between two writes.
  public static let pause: Duration = .milliseconds(100)

  /// The progress in whole percent, 0 to 100; nil if it isn't known.
  public enum Shown: Hashable, Sendable {
    case nothing
    case measured(Int)
    case failed(Int?)
    /// The work goes on with an unknown progress.
    case indeterminate
    /// The work is halted or waits for a person.
    case paused(Int?)
  }

  /// The progress to show.
  public var shown = Shown.nothing
  private var isSilent = false
  /// Whether the process was in the background at the last look.
  private var isAway = false
  private var said = Shown.nothing
  private var saidAt: AwakeTime?

  /// Makes the progress of a terminal that was told nothing.
  public init() {}

  /// The command says it itself from now on.
  public mutating func commandSpoke() {
    isSilent = true
    said = .nothing
  }

  /// The instant at which ``next(now:isForeground:)`` is due; nil if there is nothing to write.
  public var deadline: AwakeTime? {
    if isSilent || shown == .nothing && said == .nothing { return nil }
    guard let saidAt else { return .origin }
    if shown == said || isAway { return saidAt + Self.freshFor }
    return shown.isUrgent ? .origin : saidAt + Self.pause
  }

  /// Returns the bytes to write now, if any. Nothing is written in the background, where the
  /// terminal belongs to others.
  public mutating func next(now: AwakeTime, isForeground: Bool = true) -> [UInt8]? {
    guard let deadline, now >= deadline else { return nil }
    (isAway, saidAt) = (!isForeground, now)
    let shown = isForeground ? shown : .nothing
    if shown == .nothing, said == .nothing { return nil }
    said = shown
    return shown.bytes
  }

  /// Returns the bytes that clear the progress, if any was written.
  public mutating func clear() -> [UInt8]? {
    guard said != .nothing else { return nil }
    said = .nothing
    return Self.cleared
  }

  /// The bytes that clear any progress.
  public static let cleared = Shown.nothing.bytes
}

extension TerminalProgress.Shown {
  fileprivate var isUrgent: Bool {
    switch self {
    case .paused, .failed: true
    case .nothing, .measured, .indeterminate: false
    }
  }

  /// A percent is always there: some terminals take a sequence without one for a message.
  fileprivate var bytes: [UInt8] {
    let (state, percent) =
      switch self {
      case .nothing: (0, 0)
      case .measured(let percent): (1, percent)
      case .failed(let percent): (2, percent ?? 100)
      case .indeterminate: (3, 0)
      case .paused(let percent): (4, percent ?? 0)
      }
    return Array("\u{1B}]9;4;\(state);\(percent)\u{1B}\\".utf8)
  }
}
