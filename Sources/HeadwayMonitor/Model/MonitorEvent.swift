package import HeadwayModel

/// An input of the monitor's model.
///
/// The shell (the process around the model) turns hub messages, keys and timers into events and
/// hands them to ``MonitorModel/update(_:at:)``. The model never reads a socket, a terminal or a
/// clock itself.
package enum MonitorEvent: Hashable, Sendable {
  /// The connection to a hub was made, lost or refused.
  case linkChanged(LinkState, of: HostPlace = .first)
  /// Another hub has been found. Its place is behind those of the others.
  case hostFound(HostName)
  /// The broker of a fleet has forgotten a hub: its machine leaves the screen until the hub is
  /// connected again.
  case hostForgotten(HostPlace)
  /// A hub greeted, and has this version.
  case greeted(SanitisedText, of: HostPlace)
  /// A snapshot of all tasks begins. The model drops every task that the snapshot doesn't contain
  /// as soon as ``snapshotEnded`` arrives.
  case snapshotStarted(of: HostPlace = .first)
  /// The snapshot is complete, so the model may show it.
  case snapshotEnded(of: HostPlace = .first)
  /// A task is new, or any of its fields changed. The payload is indirect because a snapshot is
  /// large and most events are small.
  indirect case taskChanged(TaskSnapshot, of: HostPlace = .first)
  /// Known tasks made progress: only subtitle, progress and elapsed time changed. The model ignores
  /// steps of tasks it has never seen.
  case tasksStepped([TaskStep], of: HostPlace = .first)
  /// The hub no longer keeps the task.
  case taskRemoved(CardKey)
  /// A key was pressed.
  case keyPressed(Key)
  /// A single character of pasted text. The model types it where a text is being typed and ignores
  /// it everywhere else, so that a paste can't cancel tasks.
  case pasted(Unicode.Scalar)
  /// A mouse button or the wheel was used. Row and column count from 0 at the top left of the
  /// screen.
  case mouse(MouseAction, row: Int, column: Int)
  /// The terminal has a new size.
  case resized(CanvasSize)
  /// The terminal draws ambiguous characters in two columns (``AmbiguousWidth``).
  case ambiguousIsWide
  /// The terminal's window gained (true) or lost the keyboard focus. Many terminals never report
  /// focus.
  case focusChanged(Bool)
  /// The time that ``MonitorModel/nextTick(at:)`` returned has passed.
  case tick
  /// The hub refused a request, or didn't receive it. The text says why.
  case requestFailed(SanitisedText)
  /// A setting can't be honoured. The text says why, and stays on screen for a minute.
  case complained(SanitisedText)
  /// The hub sent new counts of all its tasks.
  case summaryChanged(HubSummary, of: HostPlace = .first)
  /// The hub has a notification for a person who may not be looking at the monitor.
  case told(NewsNotification)
  /// The config was read again. It has these keys of the user's own, and this time for ended cards.
  case settingsChanged(keys: [KeyAction: [Key]], keepEnded: Duration)
  /// The monitor is about to end, for any reason. The model answers with the actions that it still
  /// withholds.
  case leaving
  /// The user came back from a task's terminal. The text says how the visit ended.
  case returned(SanitisedText)
  /// The output of a task follows from its first line, or from a later one (`isCut`). The event
  /// repeats for the task's next attempt.
  case outputBegan(CardKey, isCut: Bool)
  /// More bytes of a task's output.
  case output(CardKey, [UInt8])
  /// The task has no stored output, or none yet.
  case outputMissing(CardKey)
  /// Another machine sends no output of a task. The text says why.
  case outputRefused(CardKey, SanitisedText)
  /// The resources that the measured tasks use. A task without figures is missing.
  case measured([CardKey: ResourceUse])
}

/// The state of the connection between monitor and hub.
package enum LinkState: Hashable, Sendable {
  /// The monitor is connected, but nothing has come from the hub since a time on the continuous
  /// clock.
  case silent(since: RunningTime)
  /// The first connection is being made.
  case connecting
  /// The hub answers.
  case connected
  /// The hub vanished without saying goodbye.
  case reconnecting
  /// Hubs die as soon as they start. The link tries again later.
  case failing
  /// A person stopped the hub. Only a new command starts another one.
  case goodbye
  /// The hub refuses this monitor for a reason that waiting doesn't change, such as its version.
  case refused(SanitisedText)
  /// Another machine can't be reached, for this reason. The link tries again later.
  case unreachable(SanitisedText)
  /// Another machine wants a person: it refused the keys, or its host key is unknown. The text says
  /// which. Nothing is tried again before a person logs in.
  case loginNeeded(SanitisedText)

  /// Whether the words for the state change with time.
  var showsTime: Bool { if case .silent = self { true } else { false } }
}

/// An effect that the model wants and the shell performs.
///
/// The model returns commands from ``MonitorModel/update(_:at:)``. The shell sends the requests to
/// the hub, or acts on the terminal.
package enum MonitorCommand: Hashable, Sendable {
  /// Tells a hub which tasks are on screen. The model repeats this command after every reconnect.
  case setInterest(MonitorInterest, of: HostPlace = .first)
  /// Cancels a task. `force` kills it without the grace period.
  case cancel(CardKey, force: Bool)
  /// Answers the question of a stalled task.
  case answer(CardKey, StallAnswer)
  /// Pauses a task.
  case pause(CardKey)
  /// Resumes a paused task.
  case resume(CardKey)
  /// Types a line, and Enter, at a task's terminal.
  case type(CardKey, TaskNumber, String)
  /// Hides ended tasks that a person has seen, here and everywhere.
  case acknowledge([CardKey])
  /// Runs an ended task again.
  case restart(CardKey)
  /// Hands the screen to the task's terminal, then comes back with ``MonitorEvent/returned(_:)``.
  case attach(CardKey, TaskNumber)
  /// Hands the screen to ssh, so that a person can log in to a machine.
  case logIn(HostPlace)
  /// Tries to connect to a machine now.
  case connect(HostPlace)
  /// Connects to the other machines, or closes the connections.
  case showHosts(Bool)
  /// Sends the stored and all future output of exactly these tasks as events. The list replaces the
  /// list of the previous command.
  case followOutputs([OutputRequest])
  /// Measures what the processes of exactly these tasks use, again and again. Each value is the
  /// worker's process id. The tasks replace those of the previous command.
  case measure([CardKey: Int32])
  /// Keeps a choice for later monitors.
  case remember(MonitorMemory)
  /// Puts a text on the clipboard of the terminal's user.
  case copy(ClipboardText)
  /// Shows a notification through the terminal.
  case tell(NewsNotification)
  /// Draws the whole screen again, because another program wrote on it.
  case repaint
  /// Restores the terminal and stops this process, as Ctrl-Z does in other programs.
  case suspend
  /// Ends the monitor.
  case quit
}
