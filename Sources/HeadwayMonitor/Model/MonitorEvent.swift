package import HeadwayCore

/// What happened to the monitor.
package enum MonitorEvent: Hashable, Sendable {
  case linkChanged(LinkState)
  /// A snapshot of all tasks begins; what isn't in it is gone when it ends.
  case snapshotStarted
  case snapshotEnded
  indirect case taskChanged(TaskSnapshot)
  /// Tasks that were told of before go on.
  case tasksStepped([TaskStep])
  case taskRemoved(TaskKey)
  case keyPressed(Key)
  /// A character of what was pasted: text where some is typed, and no key anywhere.
  case pasted(Unicode.Scalar)
  case mouse(MouseAction, row: Int, column: Int)
  case resized(CanvasSize)
  /// The terminal's window has the keyboard now, or hasn't; not every terminal says so.
  case focusChanged(Bool)
  /// The time that `nextTick(at:)` gave has passed.
  case tick
  /// A cancel or an answer didn't go through; the text says why.
  case requestFailed(SanitisedText)
  /// The monitor can't have what it was set up to have; the text says why. It stays for longer.
  case complained(SanitisedText)
  /// The hub in a few numbers.
  case summaryChanged(HubSummary)
  /// For a person who isn't looking.
  case told(NewsNotification)
  /// The monitor ends, whatever the reason.
  case leaving
  /// Back from a task's terminal; the text says what came of it.
  case returned(SanitisedText)
  /// The output of a task comes from its beginning, or from a later line where it is cut; again for
  /// its next attempt.
  case outputBegan(TaskKey, isCut: Bool)
  case output(TaskKey, [UInt8])
  /// Nothing is kept of it, or not yet.
  case outputMissing(TaskKey)
}

/// How the monitor stands with the hub.
package enum LinkState: Hashable, Sendable {
  /// Connected, but the hub doesn't answer.
  case silent
  case connecting
  case connected
  /// The hub vanished without goodbye.
  case reconnecting
  /// Hubs die at start. Another try comes later.
  case failing
  /// The hub was stopped; only a new command starts it again.
  case goodbye
  /// The link is refused for a reason that waiting doesn't change.
  case refused(SanitisedText)
}

/// What the shell is to do.
package enum MonitorCommand: Hashable, Sendable {
  /// Tell the hub what a person sees here. Again after every reconnect.
  case setInterest(MonitorInterest)
  case cancel(TaskKey, force: Bool)
  case answer(TaskKey, StallAnswer)
  case pause(TaskKey)
  case resume(TaskKey)
  case restart(TaskKey)
  /// Leave the screen to the terminal of a task, and come back.
  case attach(TaskKey, TaskNumber)
  /// Tell what these tasks have written, and what they write from now on; nothing of others.
  case followOutputs([OutputRequest])
  /// Put the text where it can be pasted from.
  case copy(ClipboardText)
  /// Have the terminal tell its user.
  case tell(NewsNotification)
  /// Draw the whole screen anew: something else wrote on it.
  case repaint
  /// Give the terminal back and stop this process, as Ctrl-Z does.
  case suspend
  case quit
}
