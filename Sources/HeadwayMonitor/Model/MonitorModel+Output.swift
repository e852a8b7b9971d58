import HeadwayCore

/// The output of tasks, as far as it is shown.
extension MonitorModel {
  /// More expanded cards than that show none.
  private static let glimpseLimit = 8
  /// Lines of it in an expanded card.
  static let glimpseLineCount = 5

  /// What is wanted now: a whole log while it has the screen, or else the end of it for each
  /// expanded card in view.
  private var wantedOutputs: [OutputRequest] {
    if let log { return [.whole(log.key)] }
    let shown = inView.compactMap { cards[$0.index]?.key }.filter(expanded.contains)
    return shown.prefix(Self.glimpseLimit).map(OutputRequest.glimpse)
  }

  mutating func changedOutputs() -> [MonitorCommand] {
    let wanted = wantedOutputs
    guard wanted != outputRequests else { return [] }
    let kept = Set(wanted).intersection(outputRequests)
    outputs = outputs.filter { output in kept.contains { $0.key == output.key } }
    missingOutputs.formIntersection(kept.map(\.key))
    outputRequests = wanted
    return [.followOutputs(wanted)]
  }

  mutating func beginOutput(of key: TaskKey, isCut: Bool) {
    guard let request = outputRequests.first(where: { $0.key == key }) else { return }
    missingOutputs.remove(key)
    outputs[key] = OutputText(byteLimit: request.byteLimit, isCut: isCut)
  }

  mutating func takeOutput(_ output: [UInt8], of key: TaskKey) {
    outputs[key]?.append(output)
  }

  mutating func noteMissingOutput(of key: TaskKey) {
    outputs[key] = nil
    missingOutputs.insert(key)
  }

  func isOutputMissing(_ key: TaskKey) -> Bool { missingOutputs.contains(key) }
}
