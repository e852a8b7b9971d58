/// The meaning of the words around a number: is the number progress?
///
/// A bar that is drawn over shows that it is one by being drawn over. A line that stays may be
/// anything, and its number may rise: an accuracy, a fill level, a count of failures. There a
/// number counts as progress only if its words say so, or if it has none.
///
/// ```text
/// copied 40%          progress
/// 40%                 bare
/// accuracy 40%        somethingElse
/// ```
enum Wording: Hashable {
  /// Words that say progress: `copied 40%`, `40% done`, `page 3/12`.
  case progress
  /// No words at all: `40%`, `[3/12]`.
  case bare
  /// Words that say something else, or nothing known.
  case somethingElse

  /// Decides on the number at `match` on `line`.
  ///
  /// - Parameter isCount: Whether the number is a count (`3/12`); otherwise it is a percent.
  init(of line: Span<UInt8>, around match: Range<Int>, isCount: Bool) {
    let clause = line.clause(around: match)
    if Self.otherThings.meets(line, in: isCount ? clause : 0..<line.count) {
      self = .somethingElse
      return
    }
    let words = line.words(in: clause.lowerBound..<match.lowerBound)
    let next = line.words(in: match.upperBound..<clause.upperBound).first {
      isCount || !Self.units.contains($0, of: line)
    }
    if words.isEmpty, next == nil {
      self = line.words(in: 0..<line.count).isEmpty ? .bare : .somethingElse
      return
    }
    func isWork(_ word: Range<Int>) -> Bool {
      Self.work.contains(word, of: line) || isCount && Self.units.contains(word, of: line)
    }
    let isSaid =
      if let last = words.last, isWork(last) {
        true
      } else if let next {
        isWork(next)
      } else {
        words.contains { Self.work.contains($0, of: line) }
      }
    self = isSaid ? .progress : .somethingElse
  }

  /// Returns whether a word for doing something stands in `range`.
  static func saysWork(_ line: Span<UInt8>, in range: Range<Int>) -> Bool {
    work.meets(line, in: range)
  }

  /// Returns whether the line begins with a word such as `Saving`.
  static func beginsWithDoing(_ line: Span<UInt8>) -> Bool {
    var isDoing = false
    _ = line.hasWord(in: 0..<line.count) { word in
      isDoing =
        word.count > 4 && line.extracting(word).endsInIng && !states.contains(word, of: line)
      return true
    }
    return isDoing
  }

  /// The words in "ing" that are a state or a measure.
  private static let states = WordSet(
    "being charging during failing missing pending ranking rating remaining string timing waiting")

  /// Returns whether the word before or behind a count names something other than work: `4/10
  /// users`. A measure behind the count is the name of the next number.
  static func isOfOther(_ line: Span<UInt8>, beside match: Range<Int>) -> Bool {
    let next = line.words(in: min(match.upperBound, line.count)..<line.count).first
    if let next, otherThings.contains(next, of: line), !measureNames.contains(next, of: line) {
      return true
    }
    let last = line.words(in: 0..<min(match.lowerBound, line.count)).last
    return last.map { otherThings.contains($0, of: line) } ?? false
  }

  /// Returns whether the number is the first on the line, without a word before it, and the word
  /// behind it is the name of another value: `40% loss: 0.3`.
  static func leadsMeasure(_ line: Span<UInt8>, _ match: Range<Int>) -> Bool {
    let start = min(match.lowerBound, line.count)
    guard line.words(in: 0..<start).isEmpty, !Doubt.hasNumber(line, before: start) else {
      return false
    }
    let next = line.words(in: min(match.upperBound, line.count)..<line.count).first
    return next.map { measureNames.contains($0, of: line) } ?? false
  }

  /// Returns whether a word for something other than work stands in `range`.
  static func saysOther(_ line: Span<UInt8>, in range: Range<Int>) -> Bool {
    otherThings.meets(line, in: range)
  }

  /// The words that say nothing of what is counted.
  fileprivate static let fillers = WordSet(
    """
    a about am at by critical debug eta far for from h in info is m ms now of on pm s so t the to
    total trace utc z
    """)

  /// The words for doing something, or for having done it.
  private static let work = WordSet(
    """
    analysed analysing analyzed analyzing applied applying archived archiving backup build building
    burning checked checking cloned cloning compacting compiled compiling complete completed
    completion converted converting copied copying crawled crawling decoded decoding deleting
    deployed deploying done downloaded downloading dumped dumping encoded encoding erasing exported
    exporting extracted extracting fetched fetching finished flashing formatting generated
    generating hashed hashing imported importing indexed indexing installed installing linking
    loading merged merging migrated migrating moved moving optimising optimizing parsed parsing
    preparing processed processing progress pulling pushing reading rebuilding received receiving
    recovering removing rendered rendering restored restoring resyncing scanned scanning sending
    sent simulating solving sorting synced synchronising synchronizing syncing testing through
    training transcoding transferred transferring unpacked unpacking updating upgrading uploaded
    uploading verified verifying wiping working writing written
    built convert copy download erase export extract flash import install restore scan update upload
    verify
    """)

  /// The things that work consists of. They make a count progress. Beside a percent they say
  /// nothing, since nobody knows what the percent is of.
  private static let units = WordSet(
    """
    batch batches block blocks chapter chunk chunks commit document documents epoch epochs file
    files frame frames image images item items iter iteration iterations job jobs layer layers
    migration module modules object objects package packages page pages part parts phase photo
    photos piece pieces record records round rounds row rows segment segments shard shards slice
    stage stages step steps table tables target targets task tasks test tests track tracks url urls
    """)

  /// The things whose number may rise during work without saying how far it is.
  private static let otherThings = WordSet(
    measures + " "
      + """
      alive bad bandwidth changed clipped compressed compression core cores correct
      decrease deflated degraded drop dropped drops duplicate duplicates duty fail faster
      filled flaky found fragmentation fragmented good gpus grew growth healthy ignored
      increase infected interest invalid io left less level limit lint matched matches missed missing
      modified more network node nodes occupied offline outdated overhead passed passing
      positive purity redundant rejected remaining replica replicas retried return saved
      savings similar skip skipped slower stale succeeded successful tax unchanged unhealthy unique
      unused user users valid wait
      """)

  /// The measures whose value stands right beside the name, also on a line that is drawn over.
  private static let measures = """
    acc accuracy active attempt attempts auc availability average avg balance brightness cer certainty
    chance charge clients confidence confident connected cores cpu dice discount eer efficiency error errors f failed
    failing fails failure failures fan fidelity fitness fpr gain gpu health hp identity idle incorrect iou iowait jitter latency
    likelihood lives load loss losses lost map margin match mean median miou miss misses mrr ndcg occupancy odds online
    packet packets peers pending percentile players precision pressure price probability profit
    quality quantile queue queued quota rank rate rates rating ratio recall retries retry retrying risk rss saturation
    score seeds sentiment signal similarity speed speedup strength success swap temp temperature threshold
    throttle tpr tries try uptime vram warning warnings wer win wins wrong yield zoom
    """
  private static let measureNames = WordSet(measures)

  /// Returns whether a count in brackets begins the line and words follow: `[2/4] linking`.
  static func announces(_ line: Span<UInt8>, _ match: Range<Int>) -> Bool {
    var start = 0
    while line.byte(at: start)?.isBlank == true { start += 1 }
    guard match.lowerBound <= start, let bracket = line.byte(at: start),
      bracket == UInt8(ascii: "[") || bracket == UInt8(ascii: "(")
    else { return false }
    while let byte = line.byte(at: start), byte != UInt8(ascii: "]"), byte != UInt8(ascii: ")") {
      start += 1
    }
    return line.hasWord(in: min(start, line.count)..<line.count) { $0.count > 1 }
  }

  /// Returns whether the words before a count say that something begins: `Sending part 4/8`.
  ///
  /// A word for "done" behind the count makes it false.
  static func begins(_ line: Span<UInt8>, _ match: Range<Int>) -> Bool {
    var isBegun = false
    _ = line.hasWord(in: 0..<min(match.lowerBound, line.count)) { word in
      if Wording.fillers.contains(word, of: line) { return false }
      isBegun = word.count > 4 && line.extracting(word).endsInIng
      return true
    }
    guard isBegun else { return false }
    return !line.hasWord(in: min(match.upperBound, line.count)..<line.count) {
      done.contains($0, of: line)
    }
  }

  private static let done = WordSet("complete completed done finished ok")

  /// Returns whether the word beside `match` names what is measured: `loss: 4%`, `36% win rate`.
  ///
  /// The `loss` in `36% loss: 0.3` doesn't count: it names the number that follows.
  static func namesMeasure(_ line: Span<UInt8>, beside match: Range<Int>) -> Bool {
    var end = min(match.lowerBound, line.count)
    while end > 0, Self.joins(line[end - 1]) { end -= 1 }
    // `F1 66%`, `gpu0 56%`
    while end > 1, line[end - 1].isDigit, line[end - 2].isWord { end -= 1 }
    var start = end
    while start > 0, line[start - 1].isLetter { start -= 1 }
    if start < end, measureNames.contains(start..<end, of: line) { return true }
    guard line.byte(at: match.upperBound) == UInt8(ascii: " ") else { return false }
    start = match.upperBound + 1
    end = start
    while end < line.count, line[end].isLetter { end += 1 }
    guard start < end, measureNames.contains(start..<end, of: line) else { return false }
    while end < line.count, line[end].isLetter || line[end].isBlank { end += 1 }
    return line.byte(at: end).map { !$0.isDigit && !Self.joins($0) } ?? true
  }

  private static func joins(_ byte: UInt8) -> Bool {
    byte.isBlank || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "=")
      || byte == UInt8(ascii: ".")
  }
}

extension Span<UInt8> {
  fileprivate var endsInIng: Bool {
    count > 3 && lowercaseLabel(in: count - 3..<count) == Self.ing
  }

  private static var ing: UInt64 {
    let bytes: [UInt8] = Array("ing".utf8)
    return bytes.span.lowercaseLabel(in: bytes.indices)
  }

  /// The part of the line around `match` that belongs together.
  ///
  /// It goes up to `,`, `;`, `|`, a tab or ` - ` on both sides. Behind the match it also ends at `:
  /// ` and at `(`.
  fileprivate func clause(around match: Range<Int>) -> Range<Int> {
    var (start, end) = (Swift.min(match.lowerBound, count), Swift.min(match.upperBound, count))
    while start > 0, !isBoundary(at: start - 1) { start -= 1 }
    while end < count, !isBoundary(at: end), !isNote(at: end) { end += 1 }
    return start..<end
  }

  private func isBoundary(at index: Int) -> Bool {
    switch self[index] {
    case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "|"), 0x09: true
    case UInt8(ascii: "-"):
      byte(at: index - 1) == UInt8(ascii: " ") && byte(at: index + 1) == UInt8(ascii: " ")
    default: false
    }
  }

  private func isNote(at index: Int) -> Bool {
    self[index] == UInt8(ascii: "(")
      || self[index] == UInt8(ascii: ":") && byte(at: index + 1) == UInt8(ascii: " ")
  }

  /// The runs of letters in `range` that say something.
  fileprivate func words(in range: Range<Int>) -> [Range<Int>] {
    var words: [Range<Int>] = []
    _ = hasWord(in: range) { word in
      if !Wording.fillers.contains(word, of: self) { words.append(word) }
      return false
    }
    return words
  }
}
