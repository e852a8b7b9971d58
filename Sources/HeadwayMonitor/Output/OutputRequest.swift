package import HeadwayCore

/// A task whose output is shown, and how much of its end is wanted.
package struct OutputRequest: Hashable, Sendable {
  package let key: TaskKey
  /// In bytes.
  package let byteLimit: Int

  /// For the lines of an expanded card.
  static func glimpse(_ key: TaskKey) -> OutputRequest {
    OutputRequest(key: key, byteLimit: 1 << 14)
  }

  /// For a screen of its own: as much as a log keeps unless the config says otherwise.
  static func whole(_ key: TaskKey) -> OutputRequest { OutputRequest(key: key, byteLimit: 8 << 20) }
}
