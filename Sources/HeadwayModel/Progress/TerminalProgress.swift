/// What a terminal is to show of progress, as `OSC 9;4` (ConEmu's documentation, "ANSI X3.64 and
/// Xterm 256 Colors"), and when to say so. Pure: it is told the time.
///
/// Said when it changes, and again before terminals forget it (Ghostty does after 15 s); taken back
/// when nothing is known any more. Where a command speaks to the terminal itself nothing is said.
package struct TerminalProgress: Sendable {
  package static let freshFor: Duration = .seconds(10)
  package static let pause: Duration = .milliseconds(100)

  /// In whole percent, 0 to 100; nil while that isn't known.
  package enum Standing: Hashable, Sendable {
    case nothing
    case measured(Int)
    case failed(Int?)
    /// It goes on, nobody knows how far it is.
    case indeterminate
    /// It stands still, or waits for a person.
    case paused(Int?)
  }

  package var standing = Standing.nothing
  private var isSilent = false
  /// In the background, when it was last looked at.
  private var isAway = false
  private var said = Standing.nothing
  private var saidAt: AwakeTime?

  package init() {}

  /// The command says it itself from now on.
  package mutating func commandSpoke() {
    isSilent = true
    said = .nothing
  }

  /// When to call ``next(now:isForeground:)`` at the latest; nil while nothing is to be said.
  package var deadline: AwakeTime? {
    if isSilent || standing == .nothing && said == .nothing { return nil }
    guard let saidAt else { return .origin }
    if standing == said || isAway { return saidAt + Self.freshFor }
    return standing.isUrgent ? .origin : saidAt + Self.pause
  }

  /// What to write now, if anything. In the background the terminal is others' to use.
  package mutating func next(now: AwakeTime, isForeground: Bool = true) -> [UInt8]? {
    guard let deadline, now >= deadline else { return nil }
    (isAway, saidAt) = (!isForeground, now)
    let standing = isForeground ? standing : .nothing
    if standing == .nothing, said == .nothing { return nil }
    said = standing
    return standing.bytes
  }

  /// What takes back what was said, if anything was.
  package mutating func clear() -> [UInt8]? {
    guard said != .nothing else { return nil }
    said = .nothing
    return Self.cleared
  }

  /// What takes back whatever was said.
  package static let cleared = Standing.nothing.bytes
}

extension TerminalProgress.Standing {
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
