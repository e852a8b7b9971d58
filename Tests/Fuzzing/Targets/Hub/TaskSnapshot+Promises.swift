import HeadwayModel

extension TaskSnapshot {
  /// Without what changes by itself as time goes by.
  var withoutClocks: TaskSnapshot {
    var task = self
    (task.elapsed, task.stall.time, task.stall.expiresIn) = (nil, nil, nil)
    task.worker.timeLeft = nil
    (task.progress.rate, task.progress.eta, task.progress.etaConfidence) = (nil, nil, nil)
    return task
  }

  /// What may not happen between two looks at one task.
  func checkFollows(_ earlier: TaskSnapshot) throws(BrokenPromise) {
    try promise(number == earlier.number, "task \(earlier.number) has another number")
    if earlier.state == .ended { try promise(ending == earlier.ending, "it ended twice") }
    guard progress.phase == earlier.progress.phase, let before = earlier.progress.fraction,
      let now = progress.fraction
    else { return }
    try promise(now >= before, "the percent of task \(number) fell within a phase")
  }

  func checkSense() throws(BrokenPromise) {
    try promise((state == .ended) == (ending != nil), "state and end disagree")
    try promise(!title.isBlank, "a card without a title")
    try progress.checkSense()
    if let startedAt, let endedAt { try promise(startedAt <= endedAt, "it ended before it began") }
  }

  /// What only a look at every text and clock shows.
  func checkAll() throws(BrokenPromise) {
    try checkSense()
    for text in texts { try HarmlessText.check(text) }
    for each in [elapsed, stall.time, stall.expiresIn, progress.eta, worker.timeLeft] {
      try promise(each ?? .zero >= .zero, "a negative time")
    }
    try promise(progress.rate ?? 0 >= 0, "a negative rate")
  }
}

extension TaskProgressView {
  func checkSense() throws(BrokenPromise) {
    try promise(completed ?? 0 >= 0 && estimated >= 0, "negative progress")
    if let total {
      try promise(total > 0 && completed ?? 0 <= total, "\(completed ?? 0) of \(total)")
    }
    for each in [fraction, estimatedFraction] {
      try promise((0...1).contains(each ?? 0), "a fraction of \(each ?? 0)")
    }
  }
}
