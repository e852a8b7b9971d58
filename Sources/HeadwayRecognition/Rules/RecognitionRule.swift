/// One way to read progress off a line: a regular expression whose named groups say what a line
/// tells (`Field`), and how far it is to be trusted.
///
/// Rules are asked in the order of the table; the first that matches a line speaks for it. One
/// without a group only claims its lines: they look like progress and are none.
package struct RecognitionRule: Hashable, Sendable {
  /// How much proof a line that matches needs.
  enum Trust: Hashable {
    /// No other program prints such lines.
    case exact
    /// Two advancing samples.
    case whenAdvancing
    /// Anything could print such lines: see `Belief`.
    case generic
  }

  /// The tool. Rules of one name share what they know: a total read by one rule bounds what
  /// another one counts.
  let name: String
  /// Of a line that lacks one of these the expression isn't asked.
  let needs: ByteSet
  /// The first character that isn't a blank is one of these; empty for any.
  let begins: ByteSet
  /// It begins with a number, behind which one of these stands; empty for any.
  let number: ByteSet
  /// A number, a slash and a number stand in it.
  let isCount: Bool
  /// It begins with a word, a number, "of" and a number.
  let countsInWords: Bool
  let pattern: String
  var trust = Trust.exact
  /// Only of lines that draw over what was there.
  var isRedrawn = false
  /// What its stretches are called where no group says so.
  var phase: String?
  /// A word of the command line without which the rule doesn't apply.
  var command: String?
  /// What a bar of the tool is a bar of.
  var extent = Extent.whole

  /// What of the work a tool's bar measures.
  enum Extent: Hashable {
    /// All of it, unless another bar follows.
    case whole
    /// One of the transfers that the command line asks for.
    case transfer
    /// One of the files that rsync(1) copies, where it draws a bar for each.
    case file
    /// The only one of those.
    case onlyFile
    /// What goes before the work itself.
    case stage
  }

  init(
    _ name: String, needs: ByteSet = "", begins: ByteSet = "", number: ByteSet = "",
    isCount: Bool = false, countsInWords: Bool = false, _ pattern: String,
    trust: Trust = .exact, isRedrawn: Bool = false, phase: String? = nil,
    command: String? = nil, extent: Extent = .whole
  ) {
    self.name = name
    self.needs = needs
    self.begins = begins
    self.number = number
    self.isCount = isCount
    self.countsInWords = countsInWords
    self.pattern = pattern
    self.trust = trust
    self.isRedrawn = isRedrawn
    self.phase = phase
    self.command = command
    self.extent = extent
  }

  /// A rule of the user's own. Throws where `pattern` is no regular expression, has no group that
  /// measures anything, or a named one that means nothing.
  package init(named name: String, pattern: String) throws(PatternError) {
    let compiled = try Pattern(pattern)
    if let name = compiled.strangeName { throw .strangeGroup(name) }
    guard compiled.names([.percent, .fraction, .completed, .stage, .phase, .subtitle]) else {
      throw .noGroup
    }
    self.init(name, pattern)
  }

  /// What is wrong with the pattern of a rule of the user's own, in words; nil for nothing.
  package static func problem(ofPattern pattern: String) -> String? {
    do {
      _ = try RecognitionRule(named: "", pattern: pattern)
      return nil
    } catch {
      return "\(error)"
    }
  }
}
