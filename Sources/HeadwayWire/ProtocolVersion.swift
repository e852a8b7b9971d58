/// The versions of the wire protocol that this build speaks.
package enum ProtocolVersion {
  /// The version numbers, newest first.
  package static let spoken = [1]

  /// Returns the newest version that both sides speak; nil if there is none.
  package static func agreed(with others: [Int]) -> Int? {
    spoken.first(where: others.contains)
  }
}

/// The release of this build.
package enum HeadwayRelease {
  /// The version as shown by `--version` and in each hello.
  package static let version = "0.1.0"
}
