package import HeadwayRecognition
package import HeadwaySystem

/// What a supervisor needs to know.
package struct SupervisorOptions: Sendable {
  /// Name and arguments as the user gave them; never empty.
  package var command: [RawText]
  /// Added to this process's environment, over what has the same name: `HEADWAY_TASK` and
  /// `HEADWAY_SOCKET`.
  package var environmentAdditions: [(name: String, value: RawText)] = []
  /// The clock after which a task counts as stalled; signs of life are looked for more often.
  package var stallAfter: Duration = .seconds(30)
  /// The user's own ways to read progress off the output.
  package var rules: [RecognitionRule] = []
  /// The command has a terminal of its own and none of this process's streams: nobody is here.
  package var isDetached = false
  /// The soft limits of the command.
  package var commandLimits = ResourceLimits.found ?? .current
  /// Where the output is kept too; nil keeps none.
  package var logPath: String?
  /// At which size the log starts anew, its last part kept beside it; in bytes.
  package var logByteLimit = 8 << 20
  /// Tells the terminal that the output goes to how far the command is (`OSC 9;4`).
  package var tellsTerminal = false
  /// Where the command may send sd_notify(3) messages; nil for nowhere.
  package var noticePath: String?
  /// Where to listen for who attaches to the command's terminal; nil for nowhere.
  package var attachPlace: SocketPlace?
  /// How much nicer to others the command is once its terminal is lost; 0 for no change.
  package var backgroundNiceness = 0
  /// Names the scope that it gets then, in hexadecimal digits; nil for none.
  package var scopeKey: String?
  /// Not while it is selected in a monitor.
  package var raisesSelected = true
  /// A program, and its arguments, to start once the terminal is lost; nil for none.
  package var errandOnceLeft: [String]?

  package init(command: [RawText]) { self.command = command }

  /// Whether the command may only make files up to some size.
  var limitsFileSize: Bool {
    commandLimits[.fileSize] != ResourceLimits.unlimited
  }

  /// How often a sign of life is looked for.
  var probeInterval: Duration { max(.milliseconds(100), min(.seconds(5), stallAfter / 4)) }

  /// This process's environment with the additions.
  func environment(_ own: [RawText]) -> [RawText] {
    let added = environmentAdditions.map { Array("\($0.name)=".utf8) }
    let kept = own.filter { entry in !added.contains { entry.bytes.starts(with: $0) } }
    return kept + zip(added, environmentAdditions).map { RawText($0 + $1.value.bytes) }
  }
}
