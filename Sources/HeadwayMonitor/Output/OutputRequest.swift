package import HeadwayModel

/// A request for the output of a task, with a limit for its older part. The shell reads the task's
/// log from `byteLimit` bytes before its end and follows it.
package struct OutputRequest: Hashable, Sendable {
  package let key: TaskKey
  /// The largest amount of stored output to read, in bytes.
  package let byteLimit: Int

  /// A request for the few lines in an expanded card.
  static func glimpse(_ key: TaskKey) -> OutputRequest {
    OutputRequest(key: key, byteLimit: 1 << 14)
  }

  /// A request for the output screen. The limit equals the default size of a task's log, so the
  /// whole log is read unless the config raises that size.
  static func whole(_ key: TaskKey) -> OutputRequest { OutputRequest(key: key, byteLimit: 8 << 20) }
}
