import Glibc
import HeadwaySystem

/// A real monitor whose screen nobody looks at, in a process that reads it away.
struct QuietMonitor {
  private let reader: CInt

  /// 120 columns, 40 rows: script(1) holds the terminal.
  init(_ headway: String) throws {
    let command = "stty cols 120 rows 40; exec \(headway)"
    reader = try Child(command: ["/usr/bin/script", "-qefc", command, "/dev/null"]).start()
  }

  func quit() {
    kill(reader, SIGTERM)
    _ = Child.wait(for: reader)
  }
}
