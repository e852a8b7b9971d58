import HeadwayCore

/// Everything the monitor knows. Changed by events alone; ``MonitorRenderer`` shows it.
package struct MonitorModel: Sendable {
  let settings: MonitorSettings
  var size = CanvasSize(columns: 0, rows: 0)
  var link = LinkState.connecting
  /// When the link was lost: what is shown stands still from then on.
  var lostAt: Moment?
  /// The hub came back: until then, on the continuous clock, it may be behind what was seen.
  var mayBeBehindUntil: Duration?

  var cards = CardList()
  /// The cards of a snapshot on its way; shown when it is whole.
  var arriving: [TaskKey: Card]?
  /// Whether a whole snapshot was ever there.
  var isLoaded = false
  /// The interest last sent to this hub.
  var interest: MonitorInterest?
  /// As the hub counts; nil until it says.
  var summary: HubSummary?
  /// When a task failed that was seen alive.
  var lastFailureAt: Moment?
  /// Nil until the terminal says.
  var isFocused: Bool?

  var selection: TaskKey? {
    didSet { if selection != oldValue { (rowsAbove, rowsBelow) = (0, 0) } }
  }
  /// How many rows of the selected card are above the view, where it is taller than that.
  var rowsAbove = 0
  /// And how many are below it.
  var rowsBelow = 0
  /// Whether a person chose it: then it stays when its task ends.
  var isSelectionChosen = false
  /// Where the selected card is, or was before it went.
  var selectedIndex = 0
  /// The first card in view.
  var top = 0
  /// The cards in view, as of the last layout; the last one may be cut.
  var inView: [CardPlacement] = []
  /// Whether something in view may have changed since the last layout.
  var isLayoutStale = true
  /// Counts what may have changed anything but how far cards in view are: what is around the cards
  /// follows from the rest.
  var edition = 0
  var expanded: Set<TaskKey> = []
  var dismissed: Set<TaskKey> = []

  var prompt: CancelPrompt?
  /// The filter as it is being typed.
  var filterPrompt: FilterPrompt?
  /// What actions are for; without any they are for the selected card.
  var marked: Set<TaskKey> = []
  var heldCancels: [HeldCancel] = []
  /// The cards that were dismissed last.
  var lastDismissed: [Card] = []
  var notice: Notice?
  /// The output of a task, while it has the screen.
  var log: LogScreen?
  /// Of the tasks in `outputRequests`, as far as it came.
  var outputs: [TaskKey: OutputText] = [:]
  var outputRequests: [OutputRequest] = []
  var missingOutputs: Set<TaskKey> = []
  /// Of the tasks that tell theirs.
  var rates: [TaskKey: RateCourse] = [:]
  var isHelpShown = false
  /// The first line of the help in view.
  var helpTop = 0

  package init(settings: MonitorSettings = MonitorSettings()) {
    self.settings = settings
    cards.arrangement.query = settings.filter
  }

  var mode: MonitorMode {
    if prompt != nil { return .prompt }
    if filterPrompt != nil { return .filter }
    if isHelpShown { return .help }
    guard let log else { return .cards }
    return log.searchOrigin == nil ? .log : .search
  }

  var selected: Card? { selection.flatMap { cards[$0] } }

  /// They have the screen.
  var areCardsShown: Bool { !isHelpShown && log == nil }

  /// Something is shown that isn't over.
  package var hasLiveTasks: Bool { cards.total > cards.tally.ended }

  /// The time that what is shown belongs to.
  func shownTime(_ now: Moment) -> Moment { lostAt ?? now }
}
