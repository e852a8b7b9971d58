/// The graphics processors that a task can be given, and how much of each.
public struct GPUChoice: Hashable, Sendable {
  /// The indices of the possible ones; empty for all of the machine.
  public var among: [Int] = []
  /// The thousandths of each one that the task takes: 1000 for a whole one.
  public var share = whole

  /// The share of a task that has a graphics processor to itself.
  public static let whole = 1000
  /// The name of the resource.
  public static let resource = "gpu"

  /// Makes a choice.
  public init(among: [Int] = [], share: Int = whole) { (self.among, self.share) = (among, share) }

  /// The choice in words, for `count` of them: `2 gpus`, `gpu 0,2`, `2 of gpu 0,2,3`, `gpu (50%)`.
  public func words(count: Int) -> String {
    let part = share == Self.whole ? "" : " (\(percent)%)"
    guard !among.isEmpty else {
      return (count > 1 ? "\(count) \(Self.resource)s" : Self.resource) + part
    }
    guard count < among.count else { return "\(Self.resource) \(list)\(part)" }
    return share == Self.whole
      ? String(localized: "\(count) of gpu \(list)")
      : String(localized: "\(count) of gpu \(list) (\(percent)%)")
  }

  /// Whether a value of `CUDA_VISIBLE_DEVICES` hides all graphics processors: the empty text, and a
  /// first index that no processor has.
  public static func hidesAll(_ visible: String) -> Bool {
    let first = visible.split(separator: ",", omittingEmptySubsequences: false).first ?? ""
    return first.allSatisfy(\.isWhitespace) || Int(first).map { $0 < 0 } == true
  }

  private var list: String { among.map { "\($0)" }.joined(separator: ",") }
  private var percent: Int { max(1, (share + 5) / 10) }

  /// Reads indices, such as `0,2`. Nil for anything else, and for the same index twice.
  public static func indices(_ text: String) -> [Int]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil
    }
    guard numbers.count == parts.count, !numbers.isEmpty, Set(numbers).count == numbers.count,
      numbers.count <= LaunchTerms.listLimit, numbers.allSatisfy({ $0 < LaunchTerms.unitLimit })
    else { return nil }
    return numbers.sorted()
  }
}
