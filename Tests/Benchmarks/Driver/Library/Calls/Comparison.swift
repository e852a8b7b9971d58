import HeadwayModel

/// Of two calls, as a row has it.
struct Comparison {
  enum Bar {
    case none
    /// At most, of ours.
    case nanoseconds(Double)
    /// At most, of ours over the peer's.
    case ratio(Double)
  }

  let ours: Call
  let peer: Call
  let bar: Bar

  init(_ ours: Call, over peer: Call, bar: Bar = .none) {
    (self.ours, self.peer, self.bar) = (ours, peer, bar)
  }

  var title: String { "\(ours.rawValue), hub connected / \(peer.rawValue)" }

  func row(_ ours: Duration, _ peer: Duration) -> TableRow {
    let ratio = ours / peer
    return TableRow(
      what: title, ours: nanoseconds(ours), peer: nanoseconds(peer),
      result: decimal(ratio, ratio < 0.1 ? 4 : 2) + "×", bar: bar.text,
      isMet: bar.isMet(by: ours, ratio: ratio))
  }

  /// Where the peer isn't there.
  func row(_ ours: Duration, without why: String) -> TableRow {
    TableRow(
      what: title, ours: nanoseconds(ours), peer: why, result: "–", bar: bar.text, isMet: true)
  }

  private func nanoseconds(_ duration: Duration) -> String {
    decimal(duration / .nanoseconds(1), 1) + " ns"
  }
}

extension Comparison.Bar {
  var text: String {
    switch self {
    case .none: "–"
    case .nanoseconds(let most): "≤ \(decimal(most, 0)) ns"
    case .ratio(let most): "≤ \(decimal(most, 1))×"
    }
  }

  func isMet(by ours: Duration, ratio: Double) -> Bool {
    switch self {
    case .none: true
    case .nanoseconds(let most): ours / .nanoseconds(1) <= most
    case .ratio(let most): ratio <= most
    }
  }
}
