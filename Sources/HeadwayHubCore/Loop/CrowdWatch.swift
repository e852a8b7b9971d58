internal import HeadwayModel

/// Tells when a crowd has gone, so that what it took up can be given back: once, when no more than
/// a quarter of its highest number is left.
package struct CrowdWatch: Hashable, Sendable {
  private var highest = 0

  /// Fewer are no crowd.
  package static let least = 256

  package init() {}

  /// Whether a crowd has gone now that there are `count`.
  package mutating func note(_ count: Int) -> Bool {
    highest = max(highest, count)
    guard highest >= Self.least, count <= highest / 4 else { return false }
    highest = count
    return true
  }
}
