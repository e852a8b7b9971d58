/// The versions of the wire protocol that this build speaks, newest first.
package enum ProtocolVersion {
  package static let spoken = [1]

  /// The newest version that both sides speak; nil when there is none.
  package static func agreed(with others: [Int]) -> Int? {
    spoken.first(where: others.contains)
  }
}

/// What this build calls itself on the wire and in `--version`.
package enum HeadwayRelease {
  package static let version = "0.1.0"
}
