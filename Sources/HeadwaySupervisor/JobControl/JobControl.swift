internal import Glibc

/// The state machine between the outer terminal's job control and a command in a pty of its own.
///
/// `Supervision` sends it events and carries out the effects. The machine is pure: each event says
/// whether this process is the foreground job of the outer terminal.
///
/// The command is in the pty's foreground, depending on ``TerminalUse``:
/// - ``TerminalUse/whole``: exactly while this process holds the outer terminal.
/// - ``TerminalUse/onDemand``: while this process is the foreground job.
/// - ``TerminalUse/outputOnly``, ``TerminalUse/detached``: always.
///
/// The kernel's own rules for foreground groups (SIGTTIN, SIGTTOU) then decide what the command may
/// do. With `onDemand` and `outputOnly` other programs of the pipeline may want the outer terminal.
/// It is held only while the command reads its pty or has set the pty up for keys.
///
/// ```swift
/// var jobControl = JobControl(use: .whole)
/// jobControl.handle(.started(inForeground: true))  // [.reportAttached(true), .takeTerminal]
/// ```
package struct JobControl: Sendable {
  /// Something that happened to the command, the terminals or this process.
  package enum Event: Hashable, Sendable {
    /// The command is about to start.
    case started(inForeground: Bool)
    /// A signal has stopped the command (wait(2)).
    case commandStopped(signal: Int32, inForeground: Bool)
    /// Somebody continued the command (wait(2)).
    case commandContinued(inForeground: Bool)
    /// SIGCONT came to this process, from `fg`, `bg` or a person. `isFullScreen`: the command's
    /// terminal isn't in line mode.
    case continued(inForeground: Bool, isFullScreen: Bool)
    /// Stopping this job had no effect, because its group is orphaned: nobody could continue it.
    case stopRefused(signal: Int32, inForeground: Bool)
    /// SIGTSTP came to this process while the command was already stopped.
    case stopRequested(signal: Int32)
    /// The terminals' modes were read. `wantsKeys`: the command has turned off its terminal's echo
    /// or line mode.
    case looked(wantsKeys: Bool, inForeground: Bool)
    /// A read showed that this process isn't the foreground job any more, while it held the
    /// terminal.
    case backgroundSeen
    /// The command began (true) or ended (false) a read of its terminal.
    case commandReads(Bool, inForeground: Bool)
    /// The outer terminal hung up.
    case terminalLost
    /// An attached terminal has the keys from now on.
    case drivenFromAfar
    /// The attached terminal gave the keys back to the outer terminal, or to nobody.
    case drivenHere(inForeground: Bool)
  }

  /// An action for `Supervision`.
  package enum Effect: Hashable, Sendable {
    /// Put the outer terminal into raw mode and read its keys.
    case takeTerminal
    /// Give the outer terminal its own modes back.
    case releaseTerminal
    /// Make the command's group the pty's foreground group, or the leader's group instead.
    case foregroundCommand, backgroundCommand
    case continueCommand
    /// Send SIGWINCH, so that the command redraws.
    case repaintCommand
    /// Stop this process and its job, as the shell expects.
    case stopJob(signal: Int32)
    /// Tell the hub whether job control has stopped the command.
    case reportPaused(Bool)
    /// Tell the hub whether the task has a terminal.
    case reportAttached(Bool)
  }

  private let use: TerminalUse
  /// Whether the outer terminal exists and hasn't hung up.
  package private(set) var isAttached: Bool
  /// Whether this process has the outer terminal in raw mode and reads its keys.
  package private(set) var holdsTerminal = false
  /// The signal that stopped the command; nil while the command isn't stopped.
  package private(set) var stopSignal: Int32?
  /// Whether to hold the terminal whenever this process is the foreground job.
  private var wantsTerminal: Bool
  /// Whether an attached terminal has the keys. The command is then in the foreground and no key
  /// stops it, as on a terminal without job control.
  private(set) var isDrivenFromAfar = false
  /// Whether the last look found the command reading its terminal.
  private var isRead = false
  /// Whether the last look found the command's terminal set up for keys.
  private var wantsKeys = false

  /// Creates the state before the command's start.
  package init(use: TerminalUse) {
    self.use = use
    isAttached = use != .none && use != .detached
    wantsTerminal = use == .whole
  }

  /// Whether job control has stopped the command.
  package var isStopped: Bool { stopSignal != nil }

  /// Whether the command starts in its pty's foreground.
  package func startsCommandInForeground(inForeground: Bool) -> Bool {
    switch use {
    case .none: false
    case .whole, .onDemand: inForeground
    case .outputOnly, .detached: true
    }
  }

  /// Whether ``Event/looked(wantsKeys:inForeground:)`` could change anything now.
  package var looksAtTerminals: Bool {
    isAttached && !isStopped && (isSharing || wantsTerminal && !holdsTerminal)
  }

  /// Whether other programs of a pipeline use the outer terminal too.
  package var isSharing: Bool { use == .onDemand || use == .outputOnly }

  /// Whether the command needs the outer terminal now.
  private var isTerminalWanted: Bool { wantsTerminal || isSharing && (isRead || wantsKeys) }

  /// Applies `event` and returns the effects, in the order in which to carry them out.
  package mutating func handle(_ event: Event) -> [Effect] {
    switch event {
    case .started(let inForeground): start(inForeground: inForeground)
    case .commandStopped(let signal, let inForeground):
      noteStopped(signal, inForeground: inForeground)
    case .commandContinued(let inForeground): noteContinued(inForeground: inForeground)
    case .continued(let inForeground, let isFullScreen):
      resume(inForeground: inForeground, isFullScreen: isFullScreen)
    case .stopRefused(let signal, let inForeground): refuse(signal, inForeground: inForeground)
    case .stopRequested(let signal): isStopped ? [.stopJob(signal: signal)] : []
    case .looked(let wantsKeys, let inForeground):
      noteLook(wantsKeys: wantsKeys, inForeground: inForeground)
    case .backgroundSeen: release()
    case .commandReads(let isRead, let inForeground): noteRead(isRead, inForeground: inForeground)
    case .terminalLost: loseTerminal()
    case .drivenFromAfar: driveFromAfar()
    case .drivenHere(let inForeground): driveHere(inForeground: inForeground)
    }
  }

  private mutating func start(inForeground: Bool) -> [Effect] {
    guard isAttached else { return [.reportAttached(false)] }
    return [.reportAttached(true)]
      + (wantsTerminal && inForeground ? takeTerminal(foreground: false) : [])
  }

  /// Handles a stop of the command. A command that stopped to ask for the terminal gets it and goes
  /// on, if possible; otherwise the job stops with it.
  private mutating func noteStopped(_ signal: Int32, inForeground: Bool) -> [Effect] {
    let asksForTerminal = signal == SIGTTIN || signal == SIGTTOU
    if isDrivenFromAfar, asksForTerminal || signal == SIGTSTP {
      return [.foregroundCommand] + letGoOn()
    }
    if asksForTerminal, isAttached {
      if use != .onDemand { wantsTerminal = true }
      if inForeground { return giveTerminal() }
    }
    stopSignal = signal
    // SIGSTOP can't be caught: sent to the job, it would stop this process before it could act. The
    // job gets SIGTSTP instead.
    let jobSignal = signal == SIGSTOP ? SIGTSTP : signal
    return release() + [.reportPaused(true), .stopJob(signal: jobSignal)]
  }

  /// Continues the command, whether it is stopped by job control or has only just stopped.
  private mutating func letGoOn() -> [Effect] {
    defer { stopSignal = nil }
    return [.continueCommand] + (isStopped ? [.reportPaused(false)] : [])
  }

  private mutating func driveFromAfar() -> [Effect] {
    guard use != .none, !isDrivenFromAfar else { return [] }
    isDrivenFromAfar = true
    return (holdsTerminal ? [] : [.foregroundCommand]) + (isStopped ? letGoOn() : [])
  }

  /// Takes the keys back from an attached terminal. In the background of a shell's terminal the
  /// command's next read then stops it again.
  private mutating func driveHere(inForeground: Bool) -> [Effect] {
    guard isDrivenFromAfar else { return [] }
    isDrivenFromAfar = false
    let isBackground = isAttached && !holdsTerminal && !inForeground && use != .outputOnly
    return isBackground ? [.backgroundCommand] : []
  }

  /// Answers SIGTTIN or SIGTTOU: takes the terminal and continues the command.
  private mutating func giveTerminal() -> [Effect] {
    defer { stopSignal = nil }
    return takeTerminal(foreground: true) + [.continueCommand]
      + (isStopped ? [.reportPaused(false)] : [])
  }

  private mutating func noteContinued(inForeground: Bool) -> [Effect] {
    guard isStopped else { return [] }
    stopSignal = nil
    return (isTerminalWanted && inForeground ? takeTerminal(foreground: true) : []) + [
      .reportPaused(false)
    ]
  }

  /// Handles SIGCONT. A full-screen program that is continued in the background (`bg`) stops again
  /// with SIGTTOU, as it would without Headway.
  private mutating func resume(inForeground: Bool, isFullScreen: Bool) -> [Effect] {
    guard isStopped else {
      let effects = comeForward(inForeground: inForeground)
      return effects.isEmpty ? [] : effects + repaint
    }
    if inForeground || !isAttached { return goOn(inForeground: inForeground) }
    if isFullScreen, wantsTerminal || wantsKeys { return [.stopJob(signal: SIGTTOU)] }
    return goOn(inForeground: false)
  }

  private mutating func goOn(inForeground: Bool) -> [Effect] {
    stopSignal = nil
    let effects = comeForward(inForeground: inForeground)
    return effects + [.continueCommand] + (effects.isEmpty ? [] : repaint) + [.reportPaused(false)]
  }

  /// The effect that redraws a full-screen program after the terminal was taken.
  private var repaint: [Effect] {
    holdsTerminal && (wantsTerminal || wantsKeys) ? [.repaintCommand] : []
  }

  /// Handles a stop that had no effect, because the group is orphaned.
  ///
  /// A keyboard stop (SIGTSTP) is ignored, as in any orphaned group. A command that asked for the
  /// terminal in vain, or was stopped by SIGSTOP, stays stopped until somebody continues it.
  private mutating func refuse(_ signal: Int32, inForeground: Bool) -> [Effect] {
    stopSignal == SIGTSTP ? goOn(inForeground: inForeground) : []
  }

  private mutating func noteLook(wantsKeys: Bool, inForeground: Bool) -> [Effect] {
    guard looksAtTerminals else { return [] }
    self.wantsKeys = isSharing && wantsKeys
    return settle(inForeground: inForeground)
  }

  private mutating func noteRead(_ isRead: Bool, inForeground: Bool) -> [Effect] {
    self.isRead = isRead
    guard isSharing, !isStopped else { return [] }
    return settle(inForeground: inForeground)
  }

  /// Takes the outer terminal if the command needs it, and releases the terminal otherwise.
  private mutating func settle(inForeground: Bool) -> [Effect] {
    if isTerminalWanted {
      return inForeground && !holdsTerminal && isAttached ? takeTerminal(foreground: true) : []
    }
    guard holdsTerminal else { return [] }
    holdsTerminal = false
    return [.releaseTerminal]
  }

  /// Takes the terminal if the command needs it. In a pipeline the command at least gets the pty's
  /// foreground.
  private mutating func comeForward(inForeground: Bool) -> [Effect] {
    guard inForeground, isAttached else { return [] }
    if isTerminalWanted { return takeTerminal(foreground: true) }
    return use == .onDemand ? [.foregroundCommand] : []
  }

  /// Handles a hang-up. A stopped command goes on, since no shell is left to continue it.
  private mutating func loseTerminal() -> [Effect] {
    guard isAttached else { return [] }
    isAttached = false
    holdsTerminal = false
    wantsTerminal = false
    return [.reportAttached(false)] + (isStopped ? goOn(inForeground: false) : [])
  }

  private mutating func takeTerminal(foreground: Bool) -> [Effect] {
    guard isAttached, !holdsTerminal else { return foreground ? [.foregroundCommand] : [] }
    holdsTerminal = true
    return [.takeTerminal] + (foreground ? [.foregroundCommand] : [])
  }

  /// Releases the terminal. The command leaves the pty's foreground, unless it belongs there
  /// without the terminal.
  private mutating func release() -> [Effect] {
    let staysForward = use == .outputOnly || isDrivenFromAfar
    guard holdsTerminal else {
      return use == .onDemand && !staysForward ? [.backgroundCommand] : []
    }
    holdsTerminal = false
    return staysForward ? [.releaseTerminal] : [.releaseTerminal, .backgroundCommand]
  }
}
