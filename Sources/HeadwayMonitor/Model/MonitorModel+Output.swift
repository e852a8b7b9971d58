package import HeadwayModel

/// The output of tasks, as far as the screen shows it.
extension MonitorModel {
  /// The number of expanded cards that show output. Further ones show none, so that the monitor
  /// doesn't read dozens of logs.
  private static let glimpseLimit = 8
  /// The number of output lines in an expanded card.
  static let glimpseLineCount = 5

  /// The outputs that the screen needs now: one whole log while it fills the screen, otherwise the
  /// end of the output beside the list and for each expanded card in view.
  private var wantedOutputs: [OutputRequest] {
    // Each new request to a machine that refuses the user's keys would be another try.
    allOutputs.filter { request in
      let host = request.key.host
      return self[host].name == nil || refusal(of: host) == nil
        || taskOutput.requests.contains(request)
    }
  }

  private var allOutputs: [OutputRequest] {
    if let log {
      let launchesBack = log.attempt.map { logAttempts.upperBound - $0 } ?? 0
      return [
        .whole(cards[log.key] ?? log.card, attempt: log.attempt, launchesBack: launchesBack)
      ]
    }
    let beside = keyBesideList
    let glimpses = expandedInView.filter { $0.key != beside }.map(OutputRequest.glimpse)
    return (beside.flatMap { cards[$0] }.map { [.beside($0)] } ?? []) + glimpses
  }

  /// The task whose output stands beside the list. Nil if none does.
  var keyBesideList: CardKey? { areas.panel == nil ? nil : selected?.key }

  /// The expanded cards in view, as many as the monitor looks behind.
  private var expandedInView: ArraySlice<Card> {
    viewport.inView.compactMap { cards[$0.index] }.filter { expanded.contains($0.key) }
      .prefix(Self.glimpseLimit)
  }

  /// Returns a command when other tasks are to be measured. Drops figures that nobody looks at any
  /// more.
  mutating func changedMeasurement() -> [MonitorCommand] {
    let wanted = wantedMeasurement
    guard wanted != measurement.requests else { return [] }
    measurement.uses = measurement.uses.filter { key, _ in
      wanted[key] != nil && wanted[key] == measurement.requests[key]
    }
    measurement.requests = wanted
    return [.measure(wanted)]
  }

  /// The tasks to measure with their workers' process ids: those of expanded cards in view. In the
  /// order by CPU also the first running tasks of the list.
  private var wantedMeasurement: [CardKey: Int32] {
    guard log == nil else { return [:] }
    let listed = cards.arrangement.order == .processor ? cards.first(Self.measuredLimit) : []
    return Dictionary(
      (listed + expandedInView).filter { isMeasurable($0.host) }.compactMap { card in
        card.task.worker.pid.map { (card.key, $0) }
      },
      uniquingKeysWith: { first, _ in first })
  }

  /// Whether the processes of a machine can be looked at: those of this machine, while their hub
  /// answers.
  private func isMeasurable(_ host: HostPlace) -> Bool {
    self[host].name == nil && self[host].isConnected
  }

  /// The number of listed cards that the order by CPU measures. Further ones count as idle.
  private static let measuredLimit = 256

  /// The resources that the task uses. Nil while unknown, and once the worker is gone.
  func use(of card: Card) -> ResourceUse? {
    guard isMeasurable(card.host), let process = card.snapshot.worker.pid,
      measurement.requests[card.key] == process
    else { return nil }
    return measurement.uses[card.key]
  }

  /// Adopts figures. Ignores those of tasks that are no longer measured, because the event may have
  /// crossed the latest command.
  mutating func adopt(_ uses: [CardKey: ResourceUse]) {
    measurement.uses = uses.filter { measurement.requests[$0.key] != nil }
    guard cards.arrangement.order == .processor else { return }
    cards.arrangement.shares = measurement.uses.compactMapValues(\.percent)
  }

  /// Returns a command when the wanted outputs changed. Drops text that nobody looks at any more.
  mutating func changedOutputs() -> [MonitorCommand] {
    let wanted = wantedOutputs
    guard wanted != taskOutput.requests else { return [] }
    let kept = Set(wanted).intersection(taskOutput.requests)
    taskOutput.texts = taskOutput.texts.filter { output in kept.contains { $0.key == output.key } }
    taskOutput.missing.formIntersection(kept.map(\.key))
    taskOutput.refusals = taskOutput.refusals.filter { refusal in
      kept.contains { $0.key == refusal.key }
    }
    taskOutput.requests = wanted
    return [.followOutputs(wanted)]
  }

  /// Starts an empty text for `key`. Ignores a task whose output is no longer wanted, because the
  /// event may have crossed the latest command.
  mutating func beginOutput(of key: CardKey, isCut: Bool) {
    guard let request = taskOutput.requests.first(where: { $0.key == key }) else { return }
    taskOutput.missing.remove(key)
    taskOutput.refusals[key] = nil
    taskOutput.texts[key] = OutputText(byteLimit: request.byteLimit, isCut: isCut)
  }

  /// Adds output to the text of a task, if anybody looks at it.
  mutating func takeOutput(_ output: [UInt8], of key: CardKey) {
    taskOutput.texts[key]?.append(output)
  }

  /// Notes that nothing of a task's output is stored, so that the screen can say so.
  mutating func noteMissingOutput(of key: CardKey) {
    taskOutput.texts[key] = nil
    taskOutput.missing.insert(key)
  }

  /// The reason why there is no output of a task to show.
  ///
  /// - Parameter attempt: the number of an earlier attempt; nil for the last one.
  func sentenceWithoutOutput(of key: CardKey, attempt: Int? = nil) -> String {
    if attempt == nil, cards[key]?.task.state == .queued {
      return String(localized: "The task hasn't started.")
    }
    if refusal(of: key.host) != nil, let name = self[key.host].name {
      return String(localized: "\(name) can't be reached now.")
    }
    if let words = taskOutput.refusals[key] { return words.localized }
    guard taskOutput.missing.contains(key) else { return String(localized: "No output yet.") }
    return attempt == nil
      ? String(localized: "No output is kept: only headway run and submit keep output.")
      : String(localized: "The output of this attempt is no longer kept.")
  }
}

/// A request for the output of a task, with a limit for its older part. The shell reads the task's
/// log from `byteLimit` bytes before its end and follows it.
package struct OutputRequest: Hashable, Sendable {
  package let key: CardKey
  /// The number of the task.
  package let number: TaskNumber
  /// The path of the file into which a job writes that somebody else submitted. Nil for a task whose
  /// output is kept in the directory of the logs.
  package let elsewhere: String?
  /// The largest amount of stored output to read, in bytes.
  package let byteLimit: Int
  /// The number of the wanted attempt. Nil follows the last one.
  package var attempt: Int?
  /// The number of launches between the wanted one and the last. 0 follows the last launch.
  package var launchesBack = 0
  /// Whether only the end matters. The shell then passes over output that comes faster than it can
  /// be shown, and the text begins again.
  package let needsOnlyEnd: Bool

  private init(_ card: Card, byteLimit: Int, needsOnlyEnd: Bool) {
    (key, number, elsewhere) = (card.key, card.task.number, card.task.job?.output)
    (self.byteLimit, self.needsOnlyEnd) = (byteLimit, needsOnlyEnd)
  }

  /// A request for the few lines in an expanded card.
  static func glimpse(_ card: Card) -> OutputRequest {
    OutputRequest(card, byteLimit: 1 << 14, needsOnlyEnd: true)
  }

  /// A request for the output beside the list, more than the largest screen shows of most tasks.
  static func beside(_ card: Card) -> OutputRequest {
    OutputRequest(card, byteLimit: 1 << 16, needsOnlyEnd: true)
  }

  /// A request for the output screen. The limit equals the default size of a task's log, so the
  /// whole log is read unless the config raises that size.
  static func whole(_ card: Card, attempt: Int?, launchesBack: Int) -> OutputRequest {
    var request = OutputRequest(card, byteLimit: 8 << 20, needsOnlyEnd: false)
    (request.attempt, request.launchesBack) = (attempt, max(0, launchesBack))
    return request
  }
}
