import Glibc
import HeadwayModel
import HeadwaySystem
import TestHarness

/// A person who ends the run early leaves nothing behind either.
enum Interruption {
  private static let signals: [CInt] = [SIGINT, SIGTERM, SIGHUP]

  nonisolated(unsafe) private static var queue: SignalQueue?

  /// Waits for `program`; at a signal kills it, tidies up, and dies of the signal. To be called on
  /// the main thread, before others are started.
  static func end(of program: Program, within limit: Duration, tidyUp: () -> Void) -> Int32? {
    let set = SignalSet(signals)
    if queue == nil { queue = try? SignalQueue(blocking: set, queued: set) }
    let deadline = SystemClocks.awake + limit
    while !program.hasEnded, SystemClocks.awake < deadline {
      if let signal = queue?.next() {
        program.kill()
        tidyUp()
        OwnProcess.die(of: signal.number)
      }
      ProcessExit.wait(for: program.pid, within: .milliseconds(100))
    }
    return program.exitStatus?.shellCode
  }
}
