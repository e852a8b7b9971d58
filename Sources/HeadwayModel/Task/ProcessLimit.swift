/// A limit of a process on a resource (getrlimit(2)), in the words of prlimit(1): `nofile=512:1024`.
public struct ProcessLimit: Hashable, Sendable {
  /// The name of the resource, as prlimit(1) has it: `nofile`, `as`, `core`.
  public let name: String
  /// The limit in force; nil for no limit.
  public var soft: UInt64?
  /// The greatest soft limit that the process may set; nil for no limit.
  public var hard: UInt64?

  /// The names of all resources.
  public static let names = [
    "as", "core", "cpu", "data", "fsize", "locks", "memlock", "msgqueue", "nice", "nofile",
    "nproc", "rss", "rtprio", "rttime", "sigpending", "stack",
  ]

  /// Makes a limit.
  public init(_ name: String, soft: UInt64?, hard: UInt64?) {
    (self.name, self.soft, self.hard) = (name, soft, hard)
  }

  /// Reads `nofile=512:1024` or `core=0:unlimited`. Nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2, Self.names.contains(String(parts[0])) else { return nil }
    let values = parts[1].split(separator: ":", omittingEmptySubsequences: false).map(Self.value)
    guard values.count == 2, let soft = values[0], let hard = values[1],
      (soft ?? .max) <= (hard ?? .max)
    else { return nil }
    self.init(String(parts[0]), soft: soft, hard: hard)
  }

  /// The limit as a text: `nofile=512:1024`.
  public var text: String { "\(name)=\(Self.words(soft)):\(Self.words(hard))" }

  private static func words(_ value: UInt64?) -> String { value.map { "\($0)" } ?? "unlimited" }

  private static func value(_ text: Substring) -> UInt64?? {
    if text == "unlimited" { return .some(nil) }
    guard let number = UInt64(text), number < .max else { return nil }
    return number
  }
}

/// The niceness and the limits that a command inherits from the shell that submitted it.
public struct InheritedLimits: Hashable, Sendable {
  /// The niceness, -20 to 19 (setpriority(2)); nil for the niceness of the hub.
  public var niceness: Int?
  /// The limits that differ from those of the hub.
  public var limits: [ProcessLimit] = []

  /// The values of niceness that a process can have.
  public static let nicenesses = -20...19

  /// Makes the limits of a command that inherits everything from the hub.
  public init(niceness: Int? = nil, limits: [ProcessLimit] = []) {
    (self.niceness, self.limits) = (niceness, limits)
  }

  /// The part of this that `other` doesn't have.
  public func differing(from other: InheritedLimits) -> InheritedLimits {
    InheritedLimits(
      niceness: niceness == other.niceness ? nil : niceness,
      limits: limits.filter { !other.limits.contains($0) })
  }
}
