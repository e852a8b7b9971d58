internal import HeadwayModel

/// A way to read progress off a line: a regular expression with named groups (`Field`), and the
/// trust that its lines deserve.
///
/// ``RuleBook`` asks the rules in the order of ``table``. The first one that matches speaks for the
/// line. A rule without a group claims its lines and says nothing: they look like progress and are
/// none.
///
/// Users write rules of their own in the config file, under `[recognise.NAME]`:
///
/// ```swift
/// let rule = try RecognitionRule(
///   named: "sheep", pattern: #"^sheep (?<completed>\d+) of (?<total>\d+)"#)
/// let recogniser = ProgressRecogniser(rules: [rule])
/// ```
package struct RecognitionRule: Hashable, Sendable {
  /// The proof that a matching line needs before it is believed.
  enum Trust: Hashable {
    /// No proof: no other program prints such lines.
    case exact
    /// Two samples, the second higher than the first.
    case whenAdvancing
    /// The proof that ``Belief`` asks for: anything could print such lines.
    case generic
  }

  /// The tool. Rules of one name share what they know: a total read by one rule bounds what another
  /// one counts.
  let name: String
  /// The characters that a line must have, all of them. The expression isn't run on other lines.
  let needs: ByteSet
  /// The characters that a line may have at most; empty for any.
  let only: ByteSet
  /// The characters of which one must be the first that isn't blank; empty for any.
  let begins: ByteSet
  /// The characters of which one must stand behind the number that the line begins with; empty for
  /// any line.
  let number: ByteSet
  /// Whether the line must have a number, a slash and a number.
  let isCount: Bool
  /// Whether the line must begin with a word, a number, "of" and a number.
  let countsInWords: Bool
  /// The regular expression, in PCRE2's syntax (pcre2pattern(3)).
  let pattern: String
  var trust = Trust.exact
  /// Whether the rule is only for lines that draw over what was there. A line that is drawn over
  /// itself is one for the rule of a tool, too.
  var isRedrawn = false
  /// The name of the rule's stretches, if no group gives one.
  var phase: String?
  /// Whether the rule also reads a line that is being written and stays, such as a row of dots.
  var isOpen = false
  /// Whether the total or bound is the duration of an input, of which the command line may ask for
  /// a part (``MediaCut``).
  var isDuration = false
  /// The amount in all, if the command line names it.
  var asked: Amount?
  /// The percent that each of the `marks` is worth, if they are part of a percent.
  var markWorth = 0.0
  /// A word of the command line without which the rule doesn't apply; nil for a rule that always
  /// applies.
  var command: String?
  /// The share of the work that the tool's bar measures.
  var extent = Extent.whole
  /// The unit of the tool's own rate, if the tool prints the number alone.
  var rateUnit: String?
  /// An example: a line as the tool prints it, which the rule matches. Nil for older rules.
  var line: String?

  /// The share of the work that a bar of a tool measures.
  enum Extent: Hashable {
    /// The whole work, unless another bar follows.
    case whole
    /// A transfer of those that the command line asks for (``Transfers``).
    case transfer
    /// A file of those that rsync(1) or scp(1) copies, if it draws a bar for each (``FileCopies``).
    case file
    /// The only one of those files.
    case onlyFile
    /// A transfer beside the others that the command line asks for: the whole only if it is alone.
    case parallel
    /// A pass of those that the command line asks for (``Request/passes``).
    case pass
    /// The stage that its line names.
    case ofStage
    /// A part of the work of which others follow, nobody knows how many.
    case stage
    /// A bar beside others of the tool. None of them is the whole.
    case beside
  }

  init(
    _ name: String, needs: ByteSet = "", only: ByteSet = "", begins: ByteSet = "",
    number: ByteSet = "",
    isCount: Bool = false, countsInWords: Bool = false, _ pattern: String,
    trust: Trust = .exact, isRedrawn: Bool = false, phase: String? = nil,
    command: String? = nil, extent: Extent = .whole, rateUnit: String? = nil, isOpen: Bool = false,
    isDuration: Bool = false, markWorth: Double = 0, line: String? = nil
  ) {
    self.isOpen = isOpen
    self.markWorth = markWorth
    self.isDuration = isDuration
    self.rateUnit = rateUnit
    self.line = line
    self.name = name
    self.needs = needs
    self.only = only
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

  /// Makes a rule of the user's own.
  ///
  /// - Throws: ``PatternError`` if `pattern` is no regular expression, has no group that measures
  ///   or names anything, or has a group whose name means nothing.
  package init(named name: String, pattern: String) throws(PatternError) {
    let compiled = try Pattern(pattern)
    if let name = compiled.strangeName { throw .strangeGroup(name) }
    guard compiled.names([.percent, .fraction, .completed, .stage, .phase, .subtitle]) else {
      throw .noGroup
    }
    self.init(name, pattern)
  }

  /// The fault in the pattern of a user's rule, in English; nil if there is none.
  package static func problem(ofPattern pattern: String) -> String? {
    do {
      _ = try RecognitionRule(named: "", pattern: pattern)
      return nil
    } catch {
      return MessageCatalog.inEnglish { "\(error)" }
    }
  }
}
