import Glibc
import SystemPackage

/// Whole lines to standard output and standard error. A reader that went away ends the program
/// quietly, as SIGPIPE does others.
enum StandardStreams {
  static func print(_ line: String) { write(line + "\n", to: .standardOutput) }

  /// One line of an error: `headway: what happened; what to do`.
  static func complain(_ message: String) {
    write("headway: \(message)\n", to: .standardError)
  }

  static func write(_ text: String, to descriptor: FileDescriptor) {
    var text = text
    text.withUTF8 { bytes in _ = try? descriptor.writeAll(bytes) }
  }
}
