import Testing

/// The scenario couldn't go on: what was waited for, what was there instead, and where in the
/// scenario that was.
struct HarnessError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String, at place: SourceLocation? = nil) {
    self.description = description + (place.map { " (\($0.fileName):\($0.line))" } ?? "")
  }
}
