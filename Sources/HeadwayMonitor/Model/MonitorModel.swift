package import HeadwayModel

/// The state of the monitor, as a value.
///
/// Only events change the model, and ``MonitorRenderer`` draws it. It does no input or output and
/// reads no clock, so a test can step it through any story.
///
/// ```swift
/// var model = MonitorModel()
/// for command in model.update(.keyPressed(.character("q")), at: now) { perform(command) }
/// let canvas = renderer.render(model, at: now)
/// ```
package struct MonitorModel: Sendable {
  private(set) var settings: MonitorSettings
  var size = CanvasSize(columns: 0, rows: 0)
  /// The machines, in the order of their headings: never empty. A ``HostPlace`` is a place here.
  var hosts: [HostView]
  /// Whether other machines are shown, too.
  var areHostsShown: Bool
  /// Whether later monitors show them: the last choice of a person.
  var keepsHostsShown: Bool

  /// The tasks on screen.
  var cards = CardList()
  /// The cards of machines whose snapshots have just ended, until they are sorted among the others.
  var arrivals: [HostPlace: [CardKey: Card]] = [:]
  /// The time of the last failure of a task that the monitor saw alive.
  var lastFailureAt: Moment?
  /// Whether the terminal's window has the keyboard focus. Nil until the terminal reports it.
  var isFocused: Bool?

  /// The task of the selected card. Nil for an empty list. Selecting another card shows that card
  /// from its top.
  var selection: CardKey? {
    didSet { if selection != oldValue { (viewport.rowsAbove, viewport.rowsBelow) = (0, 0) } }
  }
  /// Whether a person chose the selection. A chosen selection stays on its task when the task ends.
  /// The default selection returns to the first card.
  var isSelectionChosen = false
  /// The list index of the selected card. If its task is gone, the index at which the card was.
  var selectedIndex = 0
  /// The part of the list that is on screen.
  var viewport = Viewport()
  /// Whether a wide screen shows the output of the selected task beside the list.
  var isSplit: Bool
  /// A counter of changes to anything except the progress of cards in view. The renderer draws
  /// header, footer and empty areas again only when the counter differs.
  var edition = 0
  /// The tasks whose cards show details.
  var expanded: Set<CardKey> = []
  /// The ended tasks that a person removed from the list. The hub may still report them.
  var dismissed: Set<CardKey> = []

  /// The question before an action that a person may regret.
  var prompt: ActionPrompt?
  /// The filter while it is being typed.
  var filterPrompt: FilterPrompt?
  /// The line for a task while it is being typed.
  var typing: TypingPrompt?
  /// Whether a text was pasted that the list or the output doesn't follow yet.
  var hasUnappliedPaste = false
  /// The tasks that the next action applies to. Empty means the selected task.
  var marked: Set<CardKey> = []
  /// The range of marks that follows the selection. Nil outside of one.
  var markRange: MarkRange?
  /// Decisions that can still be undone, oldest first.
  var held: [HeldAction] = []
  /// The footer's line about the latest of ``held``. Nil if there is none.
  var heldWords: SanitisedText?
  /// The message in the footer.
  var notice: Notice?
  /// The output screen of a task. Nil while no output fills the screen.
  var log: LogScreen?
  /// The output of tasks that cards or the output screen show.
  var taskOutput = TaskOutput()
  /// The resources that tasks on expanded cards use.
  var measurement = TaskMeasurement()
  /// The recent rates of running tasks that report one.
  var rates: [CardKey: RateCourse] = [:]
  var help = HelpScreen()

  /// Creates a model without tasks, as the monitor starts.
  package init(settings: MonitorSettings = MonitorSettings()) {
    self.settings = settings
    isSplit = settings.isSplit
    hosts = (settings.hosts.isEmpty ? [nil] : settings.hosts).map { HostView(name: $0) }
    keepsHostsShown = settings.areHostsShown
    areHostsShown = settings.areHostsShown || settings.isForHosts
    cards.arrangement.query = settings.filter
    if hasHosts { cards.arrangement.order = .host }
    showHeadings()
  }

  /// Adopts keys and times of the config.
  mutating func adopt(_ keys: [KeyAction: [Key]], keepEnded: Duration) {
    (settings.keys, settings.keepEnded) = (KeyTable(keys), keepEnded)
  }

  /// Draws with marks and bars that take one column on every terminal.
  mutating func avoidAmbiguousGlyphs() {
    settings.glyphs = settings.glyphs.withoutAmbiguous
  }

  /// The part of the screen that has the keyboard. A question comes before any text that is being
  /// typed, and both come before help and output.
  var mode: MonitorMode {
    if prompt != nil { return .prompt }
    if filterPrompt != nil { return .filter }
    if typing != nil { return .typing }
    if help.isShown { return .help }
    guard let log else { return .cards }
    return log.searchOrigin == nil ? .log : .search
  }

  /// The card of the selection. Nil while the line of a folded group or array is selected.
  var selected: Card? { selection.flatMap { cards.lists($0) ? cards[$0] : nil } }

  /// The folded group or array whose line is selected. Nil while a card is.
  var selectedFold: CardFold? { selection.flatMap { cards.fold(of: $0) } }

  /// Whether the list of cards has the screen.
  var areCardsShown: Bool { !help.isShown && log == nil }

}

/// The part of the list that is on screen.
struct Viewport: Sendable {
  /// The list index of the first card in view.
  var top = 0
  /// The cards in view at the last layout. The last card may be cut off.
  var inView: [CardPlacement] = []
  /// The number of rows of the selected card above the view. More than 0 only for a card taller
  /// than the view.
  var rowsAbove = 0
  /// The number of rows of the selected card below the view.
  var rowsBelow = 0
  /// Whether the cards in view may have changed their places or heights since the last layout.
  var isStale = true
}

/// The output of tasks that cards or the output screen show.
struct TaskOutput: Sendable {
  /// The received output of the tasks in ``requests``.
  var texts: [CardKey: OutputText] = [:]
  /// The outputs that the shell was last asked to follow.
  var requests: [OutputRequest] = []
  /// The requested tasks without any stored output.
  var missing: Set<CardKey> = []
  /// The reasons why another machine sends no output of a task.
  var refusals: [CardKey: SanitisedText] = [:]
}

/// The tasks whose processes are measured, with the latest figures.
struct TaskMeasurement: Sendable {
  /// The tasks that the shell was last asked to measure, with the workers' process ids.
  var requests: [CardKey: Int32] = [:]
  var uses: [CardKey: ResourceUse] = [:]
}

/// The help over the whole screen.
struct HelpScreen: Sendable {
  var isShown = false
  /// The first line of the help in view.
  var top = 0
}

/// The tasks that a person can see in a monitor.
///
/// The monitor sends its interest to the hub. The hub reports tasks in view often (up to 60 Hz) and
/// all others about once a second, so a long list costs little.
///
/// ```swift
/// MonitorInterest(view: [backup.key, build.key], selected: build.key, isFocused: true)
/// ```
package struct MonitorInterest: Hashable, Sendable {
  /// The tasks in view, and the neighbours that one step of scrolling brings in.
  package var view: [TaskKey]
  /// The task of the selected card. Nil if none of this hub is selected.
  package var selected: TaskKey?
  /// Whether the terminal has the keyboard focus. Nil for a terminal that doesn't report focus.
  package var isFocused: Bool?

  package init(view: [TaskKey] = [], selected: TaskKey? = nil, isFocused: Bool? = nil) {
    (self.view, self.selected, self.isFocused) = (view, selected, isFocused)
  }
}

/// The settings of a monitor, fixed for its lifetime. The shell reads them from the config file and
/// the command line.
package struct MonitorSettings: Sendable {
  /// The characters for marks and bars, which depend on the terminal's encoding.
  package var glyphs: Glyphs
  /// The keys, including those of the config file.
  package var keys: KeyTable
  /// The height of cards. Nil chooses by the size of the screen.
  package var density: CardDensity?
  /// The time for which an ended card stays in the list.
  package var keepEnded: Duration
  /// The filter at the start. A person may type another one.
  package var filter: TaskQuery
  /// The largest text that a copy may hold, in bytes. tmux takes less than terminals do.
  package var clipboardByteLimit = ClipboardText.byteLimit
  /// The task in whose terminal the monitor runs. Nil outside of tasks.
  package var surroundingTask: TaskKey?
  /// Whether a wide screen shows output beside the list at the start.
  package var isSplit: Bool
  /// The machines in the order of their headings. Nil stands for this machine.
  package var hosts: [HostName?] = [nil]
  /// Whether the other machines are shown at the start, if this machine is one of ``hosts``.
  package var areHostsShown = true
  /// The name of this machine.
  package var machineName = "here"
  /// Whether the command line names the machines, so that they are shown whatever an earlier choice
  /// was.
  package var isForHosts = false
  /// Whether a broker tells about all machines.
  package var isFleet = false
  /// The time of day of a moment, in the user's time zone: 14:03.
  package var timeOfDay: @Sendable (WallTime) -> String = { $0.description }
  /// The version of Headway here. A machine with another one says so.
  package var version = ""

  package init(
    glyphs: Glyphs = .unicode, keys: KeyTable = .standard, density: CardDensity? = nil,
    keepEnded: Duration = .seconds(15 * 60), filter: TaskQuery = .everything,
    surroundingTask: TaskKey? = nil, isSplit: Bool = true
  ) {
    self.glyphs = glyphs
    self.keys = keys
    self.density = density
    self.keepEnded = keepEnded
    self.filter = filter
    self.surroundingTask = surroundingTask
    self.isSplit = isSplit
  }
}
