package import HeadwayCore

/// What the config file sets, with what holds where it says nothing.
package struct HeadwayConfig: Hashable, Sendable {
  package var hub = Hub()
  package var stall = Stall()
  package var memory = Memory()
  package var run = Run()
  package var attach = Attach()
  package var tmux = Tmux()
  package var background = Background()
  package var monitor = Monitor()
  package var record = Record()
  package var tell = TellingSettings()
  package var queue = Queue()
  /// Units of each resource, by its name.
  package var resources: [String: Int] = [:]
  /// Slots of the groups that have their own, by name.
  package var groups: [String: Int] = [:]
  /// Which identifiers may be used, and what they start.
  package var permitted = PermittedIdentifiers()
  /// Other than the theme has them.
  package var styles: [StyleRole: Look] = [:]
  /// Other than they are, one at least each, none twice.
  package var keys: [KeyAction: [Key]] = [:]
  /// By name.
  package var recognise: [Rule] = []

  package init() {}

  package struct Hub: Hashable, Sendable {
    /// How long the hub stays with nothing left to do.
    package var exitAfter: Duration = .seconds(600)

    package init() {}
  }

  package struct Queue: Hashable, Sendable {
    /// How many queued tasks run at once, of those whose group has no slots of its own; nil is one
    /// for each core.
    package var slots: Int?
    /// Whether what was queued before the machine restarted waits for a person's word.
    package var holdAfterReboot = true

    package init() {}
  }

  package struct Stall: Hashable, Sendable {
    /// Without a message, output, CPU use or disk traffic.
    package var silentAfter: Duration = .seconds(30)
    /// Alive, but completed units stand still.
    package var advancingAfter: Duration = .seconds(120)
    /// From the question to the end, for tasks that expire.
    package var countdown: Duration = .seconds(30)

    package init() {}
  }

  package struct Memory: Hashable, Sendable {
    /// Whether a task is asked about, or ended, when the system is low on memory.
    package var policy = MemoryPolicy.ask

    package init() {}
  }

  package struct Run: Hashable, Sendable {
    /// From the polite signal to the kill.
    package var grace: Duration = .seconds(5)
    /// What is kept of a job's output, in bytes.
    package var logByteLimit = 8 << 20
    /// Whether the terminal is told how far a command is, where it is known to show that.
    package var terminalProgress = true
    /// Whether commands get a `NOTIFY_SOCKET` of their own, unless they have one.
    package var notifySocket = false

    package init() {}
  }

  package struct Background: Hashable, Sendable {
    /// How much nicer to others a command is once its terminal is lost, 0 to 19.
    package var niceness = 10
    /// Whether that is suspended while it is selected in a monitor.
    package var raisesSelected = true

    package init() {}
  }

  package struct Tmux: Hashable, Sendable {
    /// Of what needs a person, in the status line (tmux(1), STYLES).
    package var attentionStyle = "fg=yellow,bold"
    /// Whether `headway tmux setup` has one process push the status to a server, beside one for each
    /// client that prints it.
    package var push = false
    /// Whether a job that has lost its terminal opens a small pane with the tasks.
    package var pane = false

    package init() {}
  }

  package struct Attach: Hashable, Sendable {
    /// Leave the terminal of a task.
    package var detachKeys = DetachKeys.standard

    package init() {}
  }

  /// A rule of the user's own: a regular expression with named groups.
  package struct Rule: Hashable, Sendable {
    package var name: String
    package var match: String
  }

  package struct Record: Hashable, Sendable {
    /// How much of what has ended is kept; all of it unless something is said.
    package var retention = Retention()

    package init() {}
  }

  package struct Monitor: Hashable, Sendable {
    /// How long an ended task keeps its card.
    package var keepEnded: Duration = .seconds(900)
    package var theme = ThemeName.terminal
    /// Whether it takes clicks and the wheel.
    package var mouse = true
    /// Whether the terminal is told how far all tasks together are, where it is known to show that.
    package var terminalProgress = true

    package init() {}
  }

  /// How the monitor looks, with what the user has of their own.
  package var theme: Theme {
    styles.reduce(into: monitor.theme.theme) { $0[$1.key] = $1.value }
  }
}
