package import Foundation

/// What a real command wrote to a terminal of 80×24, with timing: an asciicast, version 2
/// (Tests/Recordings/record).
package struct TimedRecording: Sendable {
  package struct Event: Hashable, Sendable {
    /// Since the command started.
    package var seconds: Double
    package var output: [UInt8]
  }

  package var name: String
  package var events: [Event]

  /// Throws what reading the file throws, and where a line isn't what the format has.
  package init(_ file: URL) throws {
    name = file.deletingPathExtension().lastPathComponent
    let lines = try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).dropFirst()
    events = try lines.map { line in
      guard let fields = try JSONSerialization.jsonObject(with: Data(line)) as? [Any],
        fields.count == 3, let seconds = fields[0] as? Double, let output = fields[2] as? String
      else { throw CocoaError(.fileReadCorruptFile) }
      return Event(seconds: seconds, output: Array(output.utf8))
    }
  }
}

/// Where the recordings are.
package enum RecordingFolder: String, Sendable {
  case progress = "Progress"
  case without = "Without"

  package var location: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(component: rawValue)
  }

  /// The names of all recordings, sorted.
  package var names: [String] {
    let files = try? FileManager.default.contentsOfDirectory(
      at: location, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "cast" }
      .map { $0.deletingPathExtension().lastPathComponent }.sorted()
  }

  /// The shell's words that were run, as `headway run -- sh -c …` would know them; nil where there
  /// is no script of that name.
  package func command(_ name: String) -> String? {
    let script = location.deletingLastPathComponent().appending(component: "Commands")
      .appending(component: name)
    let text = try? String(contentsOf: script, encoding: .utf8)
    guard let text, let start = text.range(of: "\nrun)") else { return nil }
    return String(text[start.upperBound...])
  }

  package func recording(_ name: String) throws -> TimedRecording {
    try TimedRecording(location.appending(component: "\(name).cast"))
  }
}
