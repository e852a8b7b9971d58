package import HeadwayModel
internal import Glibc
package import HeadwaySystem

/// Runs one command under supervision for `headway run`. The command's streams, signals, job
/// control and exit status stay the same as without it.
///
/// ```swift
/// let supervisor = Supervisor(options: SupervisorOptions(command: words), hub: link)
/// Supervisor.leave(as: try supervisor.run())
/// ```
package final class Supervisor {
  private let options: SupervisorOptions
  private let hub: any HubReporting

  /// Creates a supervisor; nothing happens before ``run()``.
  package init(options: SupervisorOptions, hub: any HubReporting) {
    self.options = options
    self.hub = hub
  }

  /// Runs the command to its end and returns the status that this process should exit with.
  ///
  /// Call it once, on the main thread of a process with no other thread: it takes over signals and
  /// standard streams. Throws if a resource is missing and the command couldn't be started.
  /// Streams, terminal and signals are then as they were.
  ///
  /// A detached supervisor has its signals as before in any case, so that the process can go on.
  ///
  /// - Parameter onceAsked: called once, after the command was started and the hub was asked for.
  package func run(_ onceAsked: () -> Void = {}) throws(SystemError) -> ExitStatus {
    let mask = SignalSet().block()
    do {
      let status = try supervise(onceAsked)
      if options.isDetached { mask.blockAlone() }
      return status
    } catch {
      mask.blockAlone()
      throw error
    }
  }

  /// Supervises the command. Everything that the supervision has opened is closed on return.
  private func supervise(_ onceAsked: () -> Void) throws(SystemError) -> ExitStatus {
    try Supervision(options: options, hub: hub).run(onceAsked)
  }

  /// Initialises what is otherwise initialised on first use. The fork server calls this so that its
  /// copies start faster.
  package static func rehearse() {
    let tap = OutputTap(SupervisorOptions(command: ["true"]), StreamPlan(.terminal))
    withUnsafeBytes(of: UInt8(ascii: "\n")) { tap.pass($0, of: .messages) }
    _ = Array(repeating: (source: CInt(0), target: CInt(0)), count: 1)
    var poller = Poller()
    poller.watch(0, .readable)
  }

  /// Exits the way the command did: with its exit code, or by its signal (without a core file).
  package static func leave(as status: ExitStatus) -> Never {
    switch status {
    case .code(let code): exit(code)
    case .signal(let signal): OwnProcess.die(of: signal)
    }
  }
}

/// Prints one line to standard error. A failed write is ignored.
func say(_ line: String) {
  var line = line + "\n"
  line.withUTF8 { _ = Transfer.write(2, UnsafeRawBufferPointer($0)) }
}
