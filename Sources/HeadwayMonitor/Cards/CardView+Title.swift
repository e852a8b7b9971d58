import HeadwayModel

/// The title line of a card.
extension CardView {
  /// Draws mark, number and title, and the state at the right.
  ///
  /// The line of a folded group stands in place of its cards.
  var titleLine: Line {
    if let text = context.foldLine { return Line(left: [Span(text, .heading)]) }
    let number = paddedNumber
    let title = Span(card.task.title.string, context.isSelected ? .selectedTitle : .title)
    let margin = Span(context.isTiny ? " " : "  ")
    let branch = Span(context.branch, .frame)
    let left = StyledText([mark, Span(" "), Span(number, .faint), margin, branch, title])
    return Line(left: left, right: words)
  }

  private var paddedNumber: String {
    let number = card.task.number.description
    let name = context.host.map { "\($0):\(number)" } ?? number
    return String(" ", times: max(0, context.numberWidth - name.utf8.count)) + name
  }

  /// The sign for the state.
  private var mark: Span {
    let marks = context.glyphs.marks
    if card.task.needsAnswer { return Span(marks.needsAnswer, .attention) }
    return switch card.task.state {
    case .queued: Span(marks.queued, .faint)
    case .starting: Span(marks.starting, .running)
    case .running: Span(marks.running, .running)
    case .paused: Span(marks.paused, .faint)
    case .suspended: Span(marks.suspended, .faint)
    case .cancelling: Span(marks.cancelling, .warning)
    case .ended: endMark
    }
  }

  private var endMark: Span {
    let marks = context.glyphs.marks
    return switch card.task.ending?.reason {
    case .completed: Span(marks.completed, .success)
    case .failed: Span(marks.failed, .failure)
    case .cancelled: Span(marks.cancelled, .faint)
    case .expired: Span(marks.expired, .failure)
    case .lost, nil: Span(marks.lost, .failure)
    }
  }

  /// The text at the right, as long as the width allows.
  private var words: StyledText {
    if context.isTiny { return StyledText([leastWord]) }
    return context.density == .line ? briefWords : StyledText(stateWords)
  }

  /// The state and its additions. The elapsed time is among them, unless the progress line shows
  /// it.
  private var stateWords: [Span] {
    if context.isNarrow { return [state] }
    if let pastTime = context.pastTime, card.kind != .ended {
      return joined([state, Span(String(localized: "as of \(pastTime)"), .faint)])
    }
    let time = card.hasProgress && card.kind != .ended ? nil : elapsedText
    return joined([
      leakTag, defianceTag, backgroundTag, processorTag, limitTag, state,
      time.map { Span($0, .faint) },
    ])
  }

  /// The time limit, and the time until the task reaches it. Nil while no clock runs.
  private var limitTag: Span? {
    guard let left = card.limitIn(at: now), let limit = card.task.worker.timeLimit else {
      return nil
    }
    let isNear = left < max(.seconds(60), min(limit / 10, .seconds(600)))
    let words = String(localized: "\(limit.spoken) limit: \(left.spoken) left")
    return Span(words, left < limit && isNear ? .warning : .faint)
  }

  /// The processor time in use, in the order by CPU.
  private var processorTag: Span? { context.processorWords.map { Span($0, .percent) } }

  /// The assertion that the worker didn't end in time. Nil without one.
  private var leakTag: Span? {
    card.task.assertions.leaked.map {
      Span(String(localized: "leaked assertion: \(briefly($0))"), .warning)
    }
  }

  /// The condition that no longer holds for a running task that can't be suspended, such as "goes
  /// on without AC power". Nil without one.
  private var defianceTag: Span? {
    card.task.defianceWords.map { Span($0, .warning) }
  }

  private var cancellingText: String {
    let cancelling = TaskState.cancelling.words
    if let assertion = card.task.assertions.current {
      return joined([cancelling, String(localized: "waits for \(briefly(assertion))")])
    }
    guard let time = card.killedIn(at: now)?.spoken else { return cancelling }
    if context.isNarrow { return String(localized: "killed in \(time)") }
    guard let key = context.killKey?.name(context.glyphs) else {
      return joined([cancelling, String(localized: "killed in \(time)")])
    }
    return joined([cancelling, String(localized: "killed in \(time); \(key) kills now")])
  }

  /// The text cut to 24 columns, so that the words to its right stay visible.
  private func briefly(_ text: SanitisedText) -> String {
    truncated(text.string, to: 24, ellipsis: context.glyphs.ellipsis)
  }

  /// A note that no terminal is attached to the running task.
  private var backgroundTag: Span? {
    guard card.task.state == .running, !card.task.worker.foreground else { return nil }
    return Span(String(localized: "background"), .faint)
  }

  /// The state in words, with its reason where one is known.
  private var state: Span {
    if card.task.needsAnswer { return Span(need, .attention) }
    return switch card.task.state {
    case .queued: Span(queuedText, .faint)
    case .running: Span(runningText)
    case .starting, .paused: Span(card.task.state.words)
    case .suspended: Span(suspendedText)
    case .cancelling: Span(cancellingText, .warning)
    case .ended: endWords
    }
  }

  /// The reason why the task needs a person.
  private var need: String {
    if card.task.isHindered {
      // The reason comes first: a narrow screen cuts the end.
      return joined([card.task.obstacleWords, card.task.jobWords])
    }
    return (card.task.stall.kind == nil ? card.task.waitSentence : nil) ?? Self.stalled
  }

  /// The word for a task that needs a person for no other reason.
  private static var stalled: String { String(localized: "stalled", context: "state") }

  /// The state of a running task, and the engine's job with its nodes: "running · Slurm 17 on n1".
  private var runningText: String {
    joined([
      card.task.programState?.words ?? TaskState.running.words, card.task.job?.placeWords,
    ])
  }

  private var suspendedText: String {
    joined([String(localized: "suspended by the system"), card.task.obstacleWords])
  }

  private var queuedText: String {
    card.task.waitingWords(separator: context.separator) ?? TaskState.queued.words
  }

  private var endWords: Span {
    let sentence = card.task.endSentence ?? ""
    return switch card.task.ending?.reason {
    case .completed: Span(sentence, .success)
    case .cancelled: Span(sentence, .faint)
    case .failed, .expired, .lost, nil: Span(sentence, .failure)
    }
  }

  /// The text at the right of a one-line card: the percent and time left, otherwise the state.
  private var briefWords: StyledText {
    if card.kind == .needsAnswer {
      guard card.task.stall.kind != nil else { return StyledText([state]) }
      let time = card.expiresIn(at: now).map { String(localized: "\($0.compact) left") }
      let question = Span(String(localized: "continue or stop?"), .attention)
      return StyledText([question] + (time.map { [Span(" " + $0, .warning)] } ?? []))
    }
    guard card.kind == .live, card.task.state == .running, let percent else {
      let time = context.isNarrow ? nil : elapsedText
      return StyledText(joined([state, time.map { Span($0, .faint) }]))
    }
    var words = StyledText()
    if context.isWide {
      addBar(columns: 16, to: &words)
      words.append(" ")
    }
    words.append(percent, .percent)
    words.append(briefEta, .faint)
    return words
  }

  /// The time left, padded on a wide screen so that the bars of all cards line up.
  private var briefEta: String {
    let text = etaText.map { "  " + $0 } ?? ""
    let padding = context.isWide ? max(0, 13 - cellWidth(text)) : 0
    return text + String(" ", times: padding)
  }

  /// A single word, or the percent, for a tiny screen.
  private var leastWord: Span {
    if card.kind == .needsAnswer {
      if let time = card.expiresIn(at: now) {
        return Span(String(localized: "\(time.compact) left"), .warning)
      }
      return Span(leastNeed, .attention)
    }
    if let time = card.killedIn(at: now) {
      return Span(String(localized: "kill \(time.compact)"), .warning)
    }
    if card.task.state == .running, let percent { return Span(percent, .percent) }
    var word = state
    word.text = card.task.ending?.reason.word.words ?? card.task.state.words
    return word
  }

  /// The reason why the task needs a person, in one word.
  private var leastNeed: String {
    if card.task.stall.kind != nil { return Self.stalled }
    if card.task.isBlocked, let state = card.task.programState { return state.leastWord }
    if card.task.isHindered { return String(localized: "can't start", context: "state") }
    return switch card.task.waitingForInput {
    case .input: String(localized: "input", context: "state")
    case .password: String(localized: "password", context: "state")
    case nil: Self.stalled
    }
  }

  /// The spans that exist, with separators.
  private func joined(_ spans: [Span?]) -> [Span] {
    var all: [Span] = []
    for case let span? in spans {
      if !all.isEmpty { all.append(Span(context.separator, .faint)) }
      all.append(span)
    }
    return all
  }
}

extension EngineJob {
  /// The engine and the name of the job, and the nodes on which it runs: "Slurm 17 on n1".
  var placeWords: String { nodes.map { String(localized: "\(words) on \($0)") } ?? words }
}

extension ProgramState {
  /// The state in one word, for a tiny screen.
  fileprivate var leastWord: String {
    switch self {
    case .working: String(localized: "working", context: "state")
    case .idle: String(localized: "idle", context: "state")
    case .blocked: String(localized: "needs you", context: "state")
    case .permission: String(localized: "permission", context: "state")
    case .question: String(localized: "question", context: "state")
    case .signIn: String(localized: "sign-in", context: "state")
    case .done: String(localized: "done", context: "state")
    case .error: String(localized: "error", context: "state")
    }
  }
}
