/// `gpu` or `gpu=2`: units of a resource, as people write them.
package struct ResourceNeed: Hashable, Sendable {
  package let name: String
  package let count: Int

  /// Reads a need; nil without a name, and for a count that no machine has.
  package init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, !name.isEmpty,
      let count = parts.count == 1 ? 1 : Int(parts[1]),
      (1...LaunchTerms.unitLimit).contains(count)
    else { return nil }
    (self.name, self.count) = (String(name), count)
  }
}
