/// The part of a recording that an ffmpeg(1) command line asks for.
///
/// ffmpeg prints the duration of its inputs, and the time of its output. The second is a share of
/// the first only if all of the input is wanted. `-t 20` of a minute ends at 20 s.
///
/// ```swift
/// let cut = MediaCut(["ffmpeg", "-ss", "40", "-i", "a.mp4", "b.mp4"])
/// cut.total(of: Amount(milliseconds: 60_000))   // 20 s
/// ```
struct MediaCut: Equatable {
  /// The time that is left out at the beginning, in milliseconds.
  private var start: Int64 = 0
  /// The longest output, in milliseconds; nil if none is asked for.
  private var limit: Int64?
  /// The number of times that the input is read, at least 1.
  private var runs: Int64 = 1
  /// The number of frames to write; nil if none is asked for.
  private var frames: Int64?
  /// Whether the command line changes the duration in a way that isn't known here.
  private var isUnknown = false

  /// Reads the words of the command line, or of a script in it.
  ///
  /// Several ffmpeg commands that ask for different parts make the cut unknown.
  init(_ command: [String]) {
    let isPlain = command.contains { $0[...].isFfmpeg }
    let words = isPlain ? command.map { $0[...] } : command.shellWords
    let parts = words.split { $0.isFfmpeg }
    let cuts = (words.first?.isFfmpeg == true ? parts[...] : parts.dropFirst())
      .map { MediaCut(arguments: $0) }
    guard let first = cuts.first else { return }
    self = first
    isUnknown = isUnknown || cuts.contains { $0 != first }
  }

  private init(arguments: ArraySlice<Substring>) {
    var inputCount = 0
    var isCutBefore = false
    // Of the inputs, and of the output: an end counts from the beginning of its own file.
    var (starts, ends): ([Int64], [Int64?]) = ([0, 0], [nil, nil])
    for (option, value) in zip(arguments, arguments.dropFirst()) {
      let file = inputCount == 0 ? 0 : 1
      switch option {
      case "-i": inputCount += 1
      case "-ss": starts[file] = time(value)
      case "-sseof": isUnknown = true
      case "-t": limit = min(limit ?? .max, time(value))
      case "-to": ends[file] = time(value)
      case "-stream_loop": runs = loops(value)
      case "-frames:v", "-vframes", "-frames": frames = Int64(value).flatMap { $0 > 1 ? $0 : nil }
      default: noteFilter(option, value)
      }
      if inputCount == 0, Self.cuts.contains(option) { isCutBefore = true }
    }
    start = starts[0] &+ starts[1]
    for (start, end) in zip(starts, ends) {
      if let end { limit = min(limit ?? .max, max(0, end &- start)) }
    }
    if isCutBefore, inputCount > 1 { isUnknown = true }
  }

  private static let cuts: Set<Substring> = ["-ss", "-t", "-to", "-stream_loop"]

  /// The filters that change how long a recording is.
  private static let filters = [
    "setpts", "atempo", "asetrate", "trim", "concat", "select", "loop", "tpad", "apad",
    "framestep", "rubberband",
  ]

  private mutating func noteFilter(_ option: Substring, _ value: Substring) {
    let isFilter =
      option == "-vf" || option == "-af" || option == "-lavfi" || option.hasPrefix("-filter")
    if isFilter, Self.filters.contains(where: value.contains) { isUnknown = true }
    if option == "-f" && value == "concat" || option == "-itsscale" { isUnknown = true }
  }

  /// The time in milliseconds; 0 for one that can't be read, which makes the cut unknown.
  private mutating func time(_ value: Substring) -> Int64 {
    let text = Array((value.contains(":") ? value : "0:\(value)").utf8)
    let amount = Amount(text.span, unit: text.span.extracting(0..<0))
    guard let amount, amount.kind == .time else {
      isUnknown = true
      return 0
    }
    return min(amount.value, Self.longest)
  }

  private mutating func loops(_ value: Substring) -> Int64 {
    guard let count = Int64(value), (0..<1_000_000).contains(count) else {
      isUnknown = true
      return 1
    }
    return count + 1
  }

  /// The longest time that is believed, in milliseconds: about 30 years.
  private static let longest: Int64 = 1_000_000_000_000

  /// The duration of the output for an input of `duration`; nil if it isn't known.
  func total(of duration: Amount) -> Amount? {
    guard !isUnknown, duration.value <= Self.longest else { return nil }
    let rest = duration.value * runs - start
    let length = min(rest, limit ?? .max)
    return length > 0 ? Amount(milliseconds: length) : nil
  }

  /// The rules for what only the command line says: a number of frames.
  var rules: [RecognitionRule] {
    guard let frames, !isUnknown else { return [] }
    var rule = RecognitionRule(
      "ffmpeg", needs: "=:.", begins: "f",
      #"^frame= *(?<completed>\d+) .*?(?<end>L)?size=.*? time=(?:.*? speed= *(?<rate>[\d.]+x))?"#)
    rule.asked = Amount(count: Int(clamping: frames))
    return [rule]
  }
}

extension Substring {
  fileprivate var isFfmpeg: Bool { self == "ffmpeg" || hasSuffix("/ffmpeg") }
}
