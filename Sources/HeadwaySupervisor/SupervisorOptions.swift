package import HeadwayModel
package import HeadwayRecognition
package import HeadwaySystem

/// The settings of one supervised command. The CLI fills them in from the command line and the
/// config file.
package struct SupervisorOptions: Sendable {
  /// Name and arguments as the user gave them; never empty.
  package var command: [RawText]
  /// Variables that the command gets in addition to this process's environment, such as
  /// `HEADWAY_TASK` and `HEADWAY_SOCKET`. They replace variables of the same name.
  package var environmentAdditions: [(name: String, value: RawText)] = []
  /// The names of the variables of this process that the command doesn't get.
  package var environmentRemovals: [String] = []
  /// The time without a sign of life after which the hub calls the task stalled. The supervisor
  /// looks four times as often.
  package var stallAfter: Duration = .seconds(30)
  /// The time for which the command may run, without the time for which it is stopped; nil for no
  /// limit.
  package var timeLimit: Duration?
  /// The time between SIGTERM and SIGKILL for a command that has reached its time limit.
  package var grace = TaskDescription.defaultGrace
  /// The user's own rules for reading progress from the output.
  package var rules: [RecognitionRule] = []
  /// The standard streams of a command that gets none of this process's output streams, since nobody
  /// is at a terminal. Nil for a command that a person started here.
  package var detached: LaunchStreams?
  /// Whether a cluster has started this process. A SIGTERM from outside then stops the job.
  package var isJobOfCluster = false
  /// The soft resource limits that the command starts with.
  package var commandLimits = ResourceLimits.found ?? .current
  /// The width of the command's pty, in columns, until the size of a real terminal is known. Nil for
  /// the standard width.
  package var terminalColumns: UInt16?
  /// The limits and the niceness of the command that differ from this process's.
  package var inherited = InheritedLimits()
  /// Lines for the log, before the command's output.
  package var notes: [String] = []
  /// The path of the output log; nil keeps no log.
  package var logPath: String?
  /// The path of the file into which the command may write its progress; nil offers none.
  package var progressPath: String?
  /// The path of the log of standard error, if that has a pipe of its own; nil keeps none.
  package var errorLogPath: String?
  /// The size, in bytes, at which the log starts a new file. The file before it is kept as
  /// `PATH.1`.
  package var logByteLimit = 8 << 20
  /// Whether to show progress in the terminal that the output goes to (`OSC 9;4`).
  package var tellsTerminal = false
  /// Whether to tell the status of the command to a terminal that says it knows the Program Status
  /// Protocol (OSC 7501).
  package var tellsStatus = false
  /// The path of a socket for the command's sd_notify(3) messages; nil offers none.
  package var noticePath: String?
  /// The socket on which to accept terminals that attach to the command; nil accepts none.
  package var attachPlace: SocketPlace?
  /// The niceness that is added once the command's terminal is lost; 0 changes nothing.
  package var backgroundNiceness = 0
  /// The task's key (hexadecimal digits), which names the command's systemd scope in the
  /// background; nil makes no scope.
  package var scopeKey: String?
  /// Whether a task that is selected in a monitor keeps its usual priority in the background.
  package var raisesSelected = true
  /// A program and its arguments, started once the terminal is lost; nil starts nothing.
  package var errandOnceLeft: [String]?

  /// Creates options with the defaults for `command`.
  package init(command: [RawText]) { self.command = command }

  /// Whether nobody is at a terminal of this process.
  var isDetached: Bool { detached != nil }

  /// Whether the command has a limit on the size of its files (RLIMIT_FSIZE).
  var limitsFileSize: Bool {
    commandLimits[.fileSize] != ResourceLimits.unlimited
      || inherited.limits.contains { $0.name == "fsize" && $0.soft != nil }
  }

  /// The pause between two looks for a sign of life: a quarter of ``stallAfter``, between 100 ms
  /// and 5 s.
  var probeInterval: Duration { max(.milliseconds(100), min(.seconds(5), stallAfter / 4)) }

  /// Returns `own`, entries of the form `NAME=value`, with the additions and without the removals.
  func environment(_ own: [RawText]) -> [RawText] {
    let added = environmentAdditions.map { Array("\($0.name)=".utf8) }
    let replaced = Set(added + environmentRemovals.map { Array("\($0)=".utf8) })
    let kept = own.filter { entry in
      guard let end = entry.bytes.firstIndex(of: UInt8(ascii: "=")) else { return true }
      return !replaced.contains(Array(entry.bytes[...end]))
    }
    return kept + zip(added, environmentAdditions).map { RawText($0 + $1.value.bytes) }
  }
}
