package import HeadwayModel

extension HubSummary {
  /// The counts of several hubs together.
  ///
  /// The fraction is known if tasks run on one hub only: a hub doesn't say how many of its tasks
  /// its fraction is the mean of. The task that matters most is the first that needs a person, or
  /// else the first of all.
  package static func sum(of summaries: [HubSummary]) -> HubSummary {
    func total(_ count: (HubSummary) -> Int) -> Int {
      summaries.reduce(0) { sum, summary in
        let (next, overflows) = sum.addingReportingOverflow(max(0, count(summary)))
        return overflows ? .max : next
      }
    }
    var sum = HubSummary()
    (sum.running, sum.queued) = (total(\.running), total(\.queued))
    (sum.paused, sum.cancelling) = (total(\.paused), total(\.cancelling))
    (sum.needsYou, sum.failed, sum.ended) = (total(\.needsYou), total(\.failed), total(\.ended))
    let running = summaries.filter { $0.running > 0 }
    sum.fraction = running.count == 1 ? running[0].fraction : nil
    let tops = summaries.compactMap(\.top)
    sum.top = tops.first(where: \.needsAnswer) ?? tops.first
    return sum
  }
}
