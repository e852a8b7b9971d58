/// `gpu` or `gpu=2`: units of a resource, as people write them.
public struct ResourceNeed: Hashable, Sendable {
  /// The name of the resource.
  public let name: String
  /// The number of units, at least 1.
  public let count: Int

  /// Reads a need; nil without a name, and for a count that no machine has.
  public init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, !name.isEmpty,
      let count = parts.count == 1 ? 1 : Int(parts[1]),
      (1...LaunchTerms.unitLimit).contains(count)
    else { return nil }
    (self.name, self.count) = (String(name), count)
  }
}
