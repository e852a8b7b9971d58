package import HeadwayCore
package import HeadwaySystem
package import HeadwayWire

/// Ends that no hub took, one file per task: two lines of the protocol, a begin and an end.
package enum EndSpool {
  /// A spool file is at most two lines.
  package static let byteLimit = 2 * LineFramer.byteLimit

  package static func path(of key: TaskKey, in paths: HeadwayPaths) -> String {
    "\(paths.spoolDirectory)/\(key)"
  }

  /// Durable when it returns: fsync, rename.
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
