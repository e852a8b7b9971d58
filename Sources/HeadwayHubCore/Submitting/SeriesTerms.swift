internal import HeadwayModel

/// The series of a task and the time of its next run, as a person asked for them.
struct SeriesTerms: Sendable {
  var series: RunSeries?
  var earliest: EarliestStart?

  /// Accepts the series of a submission, and sets the time of its first run.
  ///
  /// The first run of an interval comes at once, or at the time that the terms name. A series that
  /// replaces another one under its identifier keeps its distance from the last run.
  ///
  /// - Throws: the refusal of a calendar expression whose last time has passed.
  static func accept(
    _ terms: inout LaunchTerms, of identifier: SanitisedText?, _ queue: TaskQueue,
    in hub: HubContext
  ) throws(RefusedReference) {
    guard let asked = terms.series else { return }
    let waiting = identifier.flatMap { queue.waiting.byIdentifier[$0] }.flatMap { hub.tasks[$0] }
    let replaced = waiting?.terms?.isNextRun == true ? waiting?.terms?.series : nil
    var series = RunSeries(
      asked.recurrence, overlap: asked.overlap, catchesUp: asked.catchesUp)
    series.runBefore = replaced?.runBefore
    series.doneThrough = hub.now.wall
    var earliest = terms.earliest
    if !asked.recurrence.isInterval {
      earliest = try start(of: series, notBefore: earliest, in: hub)
    } else if let last = replaced?.doneThrough, replaced?.runBefore != nil, last <= hub.now.wall {
      series.doneThrough = last
      let next = series.recurrence.next(after: last, now: last, hub.clocks)
      if let next, next > max(hub.now.wall, earliest?.time ?? hub.now.wall) {
        earliest = EarliestStart(next, in: hub)
      }
    }
    (terms.series, terms.earliest) = (series, earliest)
  }

  /// Returns the terms that an edit leads to; nil if the edit changes neither the series of the task
  /// nor the time of its next run.
  ///
  /// - Throws: a refusal for a task that can't be the next run of a series, and for an expression
  ///   whose last time has passed.
  static func edited(
    _ edit: TaskEdit, of task: TrackedTask, in hub: HubContext
  ) throws(RefusedReference) -> SeriesTerms? {
    guard let terms = task.terms else { return nil }
    let earliest = edit.earliest.map(\.value) ?? terms.earliest
    switch edit.series {
    case nil: return moved(edit, terms)
    case .cleared?: return SeriesTerms(series: nil, earliest: earliest)
    case .set(let asked)?:
      guard terms.launcher == .hub, terms.refresh == nil, terms.series?.hasGoneOn != true else {
        throw RefusedReference(.cannotRepeat(task.number))
      }
      var series = asked.series(after: terms.series)
      let now = hub.now.wall
      // An interval counts from a begin, which can't be later than now.
      series.doneThrough = min(series.doneThrough ?? now, now)
      if !series.recurrence.isInterval {
        let start = try start(of: series, notBefore: edit.earliest?.value, in: hub)
        return SeriesTerms(series: series, earliest: start)
      }
      guard terms.series != nil, edit.earliest == nil else {
        return SeriesTerms(series: series, earliest: earliest)
      }
      let next = series.next(now: now, hub.clocks)
      return SeriesTerms(series: series, earliest: next.map { EarliestStart($0, in: hub) })
    }
  }

  /// The next run at the time that a person moved it to. Its own time then counts as done.
  private static func moved(_ edit: TaskEdit, _ terms: LaunchTerms) -> SeriesTerms? {
    guard let earliest = edit.earliest, terms.isNextRun, let series = terms.series else {
      return nil
    }
    let done = terms.earliest.map { series.done(through: $0.time) }
    return SeriesTerms(series: done ?? series, earliest: earliest.value)
  }

  /// The first time of a calendar expression, not before a time that the person named.
  private static func start(
    of series: RunSeries, notBefore earliest: EarliestStart?, in hub: HubContext
  ) throws(RefusedReference) -> EarliestStart {
    let before = earliest.map { $0.time.advanced(by: .milliseconds(-1)) } ?? hub.now.wall
    let base = max(before, series.doneThrough ?? before)
    guard let next = series.recurrence.next(after: base, now: hub.now.wall, hub.clocks) else {
      let words = SanitisedText(series.recurrence.text, limit: .line)
      throw RefusedReference(.neverComes(words))
    }
    return EarliestStart(next, in: hub)
  }
}
