package import HeadwayCore
internal import Glibc
package import HeadwaySystem

/// `headway run`: a command under supervision, its streams, signals, job control and status passed
/// through unchanged.
package final class Supervisor {
  private let options: SupervisorOptions
  private let hub: any HubReporting

  package init(options: SupervisorOptions, hub: any HubReporting) {
    self.options = options
    self.hub = hub
  }

  /// Runs the command to its end, and returns how this process should leave. Throws where a resource
  /// is missing and the command couldn't be started: then streams, terminal and signals are as they
  /// were.
  ///
  /// To be called once, on the main thread of a process with no other: it takes over signals and
  /// standard streams.
  package func run() throws(SystemError) -> ExitStatus {
    let mask = SignalSet().block()
    do {
      return try Supervision(options: options, hub: hub).run()
    } catch {
      mask.blockAlone()
      throw error
    }
  }

  /// Makes what is made on first use, for processes that are copies of this one.
  package static func rehearse() {
    _ = OutputTap(SupervisorOptions(command: ["true"]), .detached)
    _ = Array(repeating: (source: CInt(0), target: CInt(0)), count: 1)
    var poller = Poller()
    poller.watch(0, .readable)
  }

  /// Leaves as the command left: with its code, or of its signal (without a core file).
  package static func leave(as status: ExitStatus) -> Never {
    switch status {
    case .code(let code): exit(code)
    case .signal(let signal): OwnProcess.die(of: signal)
    }
  }
}

/// One line on standard error.
func say(_ line: String) {
  var line = line + "\n"
  line.withUTF8 { _ = Transfer.write(2, UnsafeRawBufferPointer($0)) }
}
