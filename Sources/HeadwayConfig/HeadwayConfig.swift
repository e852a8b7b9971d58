package import HeadwayModel

/// The settings of the config file, with a default for every key that the file doesn't have.
///
/// The hub and the commands that need a setting read the file when they start; `headway hub reload`
/// has a running hub read it again. The structs are the sections of the file, and the properties
/// are its keys.
///
/// ```swift
/// let config = try HeadwayConfig.load(path: path)
/// let grace = config.run.grace   // 5 s unless [run] grace says otherwise
/// ```
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
  package var tell = TellingSettings(journal: true)
  package var queue = Queue()
  package var slurm = Slurm()
  /// `[metrics] textfile`: the path of the file to which the hub writes its metrics; nil for none.
  package var metricsFile: String?
  package var fleet = Fleet()
  package var desktop = Desktop()
  /// `[resources]`: the units of each resource, by its name.
  package var resources: [String: Int] = [:]
  /// `[group.NAME]`: the groups with terms of their own, by name.
  package var groups: [String: GroupTerms] = [:]
  /// `[hosts]`: the machines that `all` stands for, in the order of the file.
  package var watchedHosts: [HostName] = []
  /// Whether the monitor shows the notifications of other machines.
  package var tellsOfHosts = false
  /// `[host.NAME]`: how machines are reached, by name.
  package var hosts: [HostName: Host] = [:]
  /// `[permitted."ID"]`: the identifiers that may be used, and the commands that they start.
  package var permitted = PermittedIdentifiers()
  /// `[style]`: the looks that differ from the theme's, by the names of the monitor's roles. The
  /// monitor reads them.
  package var styles: [String: String] = [:]
  /// `[keys]`: the keys of the user's own, by the names of the monitor's actions. The monitor reads
  /// them.
  package var keys: [String: [String]] = [:]
  /// `[recognise.NAME]`: the user's own rules, sorted by name.
  package var recognise: [Rule] = []

  package init() {}

  /// `[hub]`: the life of the hub.
  package struct Hub: Hashable, Sendable {
    /// The time after which a hub with nothing left to do exits.
    package var exitAfter: Duration = .seconds(600)

    package init() {}
  }

  /// `[queue]`: the tasks that wait for their turn.
  package struct Queue: Hashable, Sendable {
    /// The number of queued tasks that run at once, without the groups that have slots of their
    /// own. Nil means one for each core.
    package var slots: SlotLimit?
    /// Whether a task without slots of its group's own pauses the queue when it fails; nil if the
    /// file doesn't say.
    package var pausesOnFailure: Bool?
    /// Whether tasks that were queued before the machine restarted stay on hold until a person
    /// resumes them.
    package var holdAfterReboot = true
    /// Whether a queued command has a terminal if `headway submit` doesn't say so.
    package var tty = true
    /// The percent of a GPU's memory that must be free before a task gets it; 0 doesn't look.
    package var freeGPUPercent = 50
    /// Whether a queued task that needs no GPU sees none.
    package var hideGPUs = false

    package init() {}
  }

  /// `[stall]`: the times after which a task counts as stalled.
  package struct Stall: Hashable, Sendable {
    /// The time without a message, output, CPU use, or traffic of files, disks or TCP.
    package var silentAfter: Duration = .seconds(30)
    /// The same time for a command that never showed progress. Nil means ten times `silentAfter`.
    package var unmeasuredAfter: Duration?
    /// The time during which a task is alive, but its completed units stand still.
    package var advancingAfter: Duration = .seconds(120)
    /// The time for which a queued command with `--on-stall expire` may wait for input.
    package var inputAfter: Duration = .seconds(600)
    /// The time from the question to the end, for tasks with `--on-stall expire`.
    package var countdown: Duration = .seconds(30)

    package init() {}
  }

  /// `[memory]`: a system that is low on memory.
  package struct Memory: Hashable, Sendable {
    /// The answer to low memory: ask about the largest task, end it after the countdown, or ignore
    /// it.
    package var policy = MemoryPolicy.ask

    package init() {}
  }

  /// `[slurm]`: tasks that Slurm runs.
  package struct Slurm: Hashable, Sendable {
    /// The folder in which the supervisors of jobs report, as all machines see it; nil for the folder
    /// `jobs` in the state directory.
    package var folder: String?
    /// Whether the nodes see the folder.
    package var sharesFolder = true
    /// The path of `headway` on the nodes; nil for the path on this machine.
    package var program: String?
    /// The time between two looks at the queue of Slurm, at least ``shortestLook``.
    package var look: Duration = .seconds(30)

    /// The jobs that others submitted and that the monitor shows.
    package var watch = SlurmWatch.none

    /// The shortest time between two looks: administrators ask for no more.
    package static let shortestLook: Duration = .seconds(10)

    package init() {}
  }

  /// `[fleet]`: what a bridge publishes, and which orders it takes.
  package struct Fleet: Hashable, Sendable {
    /// The broker; nil for none.
    package var broker: BrokerURL?
    /// The user's name at the broker; nil for the name on this machine.
    package var user: String?
    /// The path of the file with the password; nil for none.
    package var passwordFile: String?
    /// The path of the file with the certificates of authorities; nil for those of the system.
    package var authority: String?
    /// The path of the file with the user's certificate; nil for none.
    package var certificate: String?
    /// The path of the file with the key of the certificate; nil for none.
    package var key: String?
    /// Whether the broker may carry orders to cancel a task, to pause it, to resume it, and to answer
    /// its question.
    package var acceptsCancel = false
    package var acceptsPause = false
    package var acceptsResume = false
    package var acceptsAnswer = false
    /// Whether Home Assistant is told which sensors there are.
    package var homeAssistant = false

    package init() {}
  }

  /// `[desktop]`: what headway-bridge desktop shows, and what it takes in.
  package struct Desktop: Hashable, Sendable {
    /// Whether the progress is shown in notifications and the task bar.
    package var progress = true
    /// Whether the jobs of other programs become cards where no desktop shows them.
    package var copies = true
    /// Whether one notification shows the progress where there is no server of job views.
    package var notify = false

    package init() {}
  }

  /// `[run]`: commands under a supervisor.
  package struct Run: Hashable, Sendable {
    /// The time between SIGTERM and SIGKILL when a task is cancelled.
    package var grace: Duration = .seconds(5)
    /// The number of bytes of a task's output that are kept. An older file of the same size is kept
    /// beside it.
    package var logByteLimit = 8 << 20
    /// Whether the supervisor tells its terminal the percent (`OSC 9;4`), if that terminal is known
    /// to show it.
    package var terminalProgress = true
    /// Whether commands get a `NOTIFY_SOCKET` (sd_notify(3)), unless they have one already.
    package var notifySocket = false

    package init() {}
  }

  /// `[background]`: commands that have lost their terminal.
  package struct Background: Hashable, Sendable {
    /// The number that is added to the niceness of a command in the background, 0…19 (nice(1)).
    package var niceness = 10
    /// Whether a task keeps its old niceness while it is selected in a monitor.
    package var raisesSelected = true

    package init() {}
  }

  /// `[tmux]`: the status line and the panes of tmux.
  package struct Tmux: Hashable, Sendable {
    /// The style of tasks that need a person, in the status line (tmux(1), STYLES).
    package var attentionStyle = "fg=yellow,bold"
    /// Whether `headway tmux setup` writes a line with one process for all clients of a tmux
    /// server.
    ///
    /// That process pushes the status. The other line has a process for each client.
    package var push = false
    /// Whether a small pane with the tasks opens when a command loses its terminal.
    package var pane = false

    package init() {}
  }

  /// `[attach]`: clients of a task's terminal.
  package struct Attach: Hashable, Sendable {
    /// The keys that leave the terminal of a task.
    package var detachKeys = DetachKeys.standard

    package init() {}
  }

  /// A rule of the user's own to read progress: a regular expression with named groups.
  ///
  /// The module doesn't compile it. See ``check(resources:isDirectory:problemOfRule:)``.
  package struct Rule: Hashable, Sendable {
    package var name: String
    package var match: String
  }

  /// `[record]`: the tasks that have ended.
  package struct Record: Hashable, Sendable {
    /// The amount that is kept of ended tasks; everything by default.
    package var retention = Retention()

    package init() {}
  }

  /// `[monitor]`: the ncurses front end.
  package struct Monitor: Hashable, Sendable {
    /// The time for which an ended task keeps its card.
    package var keepEnded: Duration = .seconds(900)
    package var theme = ThemeName.terminal
    package var glyphs = GlyphChoice.auto
    /// The width of ambiguous characters.
    package var ambiguous = AmbiguousChoice.auto
    /// Whether the monitor takes clicks and the wheel.
    package var mouse = true
    /// Whether the monitor tells its terminal the percent of all tasks together (`OSC 9;4`), if
    /// that terminal is known to show it.
    package var terminalProgress = true

    package init() {}
  }
}
