import Glibc
import SystemPackage

/// Whole lines to standard output and standard error. A reader that went away ends the program
/// quietly, as SIGPIPE does others.
enum StandardStreams {
  /// Ends the program where the line can't be written: nobody takes it for said.
  static func print(_ line: String) {
    do {
      try write(line + "\n", to: .standardOutput)
    } catch {
      complain("standard output can't be written: \(error); look where it goes")
      exit(HeadwayProgram.ExitStatus.outputLost.rawValue)
    }
  }

  /// One line of an error: `headway: what happened; what to do`.
  static func complain(_ message: String) {
    _ = try? write("headway: \(message)\n", to: .standardError)
  }

  private static func write(_ text: String, to descriptor: FileDescriptor) throws {
    var text = text
    try text.withUTF8 { bytes in _ = try descriptor.writeAll(bytes) }
  }
}
