/// What the terminal is to show of the progress, as `OSC 9;4`, and when to say so. Pure: it is told
/// the time.
///
/// Said when it changes, and again before terminals forget it (Ghostty does after 15 s); taken back
/// when nothing is known any more. For a command that speaks to the terminal itself nothing is said.
struct TerminalProgress {
  static let freshFor: Duration = .seconds(10)
  static let pause: Duration = .milliseconds(100)

  private enum Standing: Hashable {
    case nothing
    /// In whole percent, 0 to 100.
    case measured(Int)
    case paused(Int)
  }

  /// In whole percent; nil while it isn't known.
  var percent: Int?
  var isPaused = false
  private var isSilent = false
  /// In the background, when it was last looked at.
  private var isAway = false
  private var said = Standing.nothing
  private var saidAt: Duration?

  /// The command says it itself from now on.
  mutating func commandSpoke() {
    isSilent = true
    said = .nothing
  }

  /// When to call ``next(now:isForeground:)`` at the latest; nil while nothing is to be said.
  var deadline: Duration? {
    if isSilent || standing == .nothing && said == .nothing { return nil }
    guard let saidAt else { return .zero }
    if standing == said || isAway { return saidAt + Self.freshFor }
    return isPaused ? .zero : saidAt + Self.pause
  }

  /// What to write now, if anything. In the background the terminal is others' to use.
  mutating func next(now: Duration, isForeground: Bool) -> [UInt8]? {
    guard let deadline, now >= deadline else { return nil }
    (isAway, saidAt) = (!isForeground, now)
    let standing = isForeground ? standing : .nothing
    if standing == .nothing, said == .nothing { return nil }
    said = standing
    return Self.bytes(standing)
  }

  /// What takes back what was said, if anything was.
  mutating func clear() -> [UInt8]? {
    guard said != .nothing else { return nil }
    said = .nothing
    return Self.bytes(.nothing)
  }

  private var standing: Standing {
    guard let percent else { return .nothing }
    return isPaused ? .paused(percent) : .measured(percent)
  }

  private static func bytes(_ standing: Standing) -> [UInt8] {
    switch standing {
    case .nothing: Array("\u{1B}]9;4;0;0\u{1B}\\".utf8)
    case .measured(let percent): Array("\u{1B}]9;4;1;\(percent)\u{1B}\\".utf8)
    case .paused(let percent): Array("\u{1B}]9;4;4;\(percent)\u{1B}\\".utf8)
    }
  }
}
