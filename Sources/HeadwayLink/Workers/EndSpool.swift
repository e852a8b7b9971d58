package import HeadwayModel
package import HeadwaySystem
package import HeadwayWire

/// The directory of ends that no hub acknowledged, one file per task.
///
/// A file consists of two lines of the protocol, a begin and an end. The next hub reads and deletes
/// the files; see `SpooledEnd.init(lines:of:codec:)`.
package enum EndSpool {
  /// The greatest size of a file: two lines.
  package static let byteLimit = 2 * LineFramer.byteLimit

  /// The file of a task, named by the task's key.
  package static func path(of key: TaskKey, in paths: HeadwayPaths) -> String {
    "\(paths.spoolDirectory)/\(key)"
  }

  /// Writes the end of a task. The file is durable when the function returns: fsync(2), then
  /// rename(2).
  ///
  /// The call blocks as long as the disk does; ``SpoolWrite`` calls it on a thread of its own.
  package static func write(
    _ begin: BeginMessage, _ end: EndMessage, in paths: HeadwayPaths
  ) throws(LinkError) {
    do {
      try PrivateDirectory.ensure(paths.stateDirectory)
      try PrivateDirectory.ensure(paths.spoolDirectory)
    } catch {
      throw .directory(error)
    }
    let lines = (begin.line(WireCodec()) ?? []) + (end.line(WireCodec()) ?? [])
    do {
      try DurableFile.write(lines, to: path(of: begin.description.key, in: paths))
    } catch {
      throw .system(error)
    }
  }
}
