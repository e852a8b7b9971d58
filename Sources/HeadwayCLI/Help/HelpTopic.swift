import HeadwayModel

/// A page of help on a subject that several commands share: `headway help queue`. The raw value is
/// the word on the command line, and the misspelling advice lists all topics.
///
/// ```swift
/// HelpTopic(rawValue: "task-spooler")?.text   // the page
/// ```
enum HelpTopic: String, CaseIterable {
  case run, queue, time, progress, stalls, monitor, tmux, bars, notifications, attach, background
  case systemd, config
  case taskSpooler = "task-spooler"
  case pueue, hosts, slurm, fleet, languages

  /// The topic with this name. The programs that the page is about are names too.
  init?(named name: String) {
    let isSpooler = name == "tsp" || name == "ts"
    guard let topic = isSpooler ? .taskSpooler : HelpTopic(rawValue: name) else { return nil }
    self = topic
  }

  /// The page. All pages are English, also where they list keys and defaults.
  var text: String { MessageCatalog.inEnglish { page } }

  private var page: String {
    switch self {
    case .run: Self.runPage
    case .queue: Self.queuePage
    case .time: Self.timePage
    case .progress: Self.progressPage
    case .stalls: Self.stallsPage
    case .monitor: Self.monitorPage
    case .tmux: Self.tmuxPage
    case .bars: Self.barsPage
    case .notifications: Self.notificationsPage
    case .attach: Self.attachPage
    case .background: Self.backgroundPage
    case .systemd: Self.systemdPage
    case .config: Self.configPage
    case .taskSpooler: Self.taskSpoolerPage
    case .pueue: Self.pueuePage
    case .hosts: Self.hostsPage
    case .slurm: Self.slurmPage
    case .fleet: Self.fleetPage
    case .languages: Self.languagesPage
    }
  }

  /// The subject of the page, on one short line, for a list of topics.
  var summary: String {
    switch self {
    case .run: "a command with a card, here in this terminal"
    case .queue: "commands that start when it is their turn"
    case .time: "starts at a time, and commands that run again and again"
    case .progress: "where the percent and the time left come from"
    case .stalls: "a task that makes no headway asks what to do"
    case .monitor: "keys, mouse, filters and looks of the monitor"
    case .tmux: "tasks in the status line, in a popup, in a pane"
    case .bars: "waybar, i3, polybar, starship and others"
    case .notifications: "the end of a task on the desktop, in tmux, by hooks"
    case .attach: "back to the terminal of a task, and its output"
    case .background: "a closed terminal, priority, pause and resume"
    case .systemd: "who starts the hub, and what a logout ends"
    case .config: "every setting, the record, files and variables"
    case .taskSpooler: "each option of tsp, and its command here"
    case .pueue: "each command of pueue, and its command here"
    case .hosts: "tasks of another machine, over ssh"
    case .slurm: "tasks that a cluster runs"
    case .fleet: "metrics, and many machines on one screen by MQTT"
    case .languages: "Japanese, and terminals of East Asia"
    }
  }
}
