internal import Glibc

/// What the shell's job control and the terminal ask of a command in a pty of its own. Pure: it is
/// told whether this process is the terminal's foreground job.
///
/// With ``TerminalUse/whole`` the command is in the pty's foreground exactly while this process
/// holds the outer terminal; with ``TerminalUse/onDemand`` while this is the foreground job; with
/// ``TerminalUse/outputOnly`` always. Then the kernel's own rules (SIGTTIN, SIGTTOU) decide what it
/// may do. The latter two hold the outer terminal, which others in the pipeline may want, only while
/// the command reads its own or has set it up for its keys.
package struct JobControl: Sendable {
  package enum Event: Hashable, Sendable {
    case started(inForeground: Bool)
    /// wait(2) reported it.
    case commandStopped(signal: Int32, inForeground: Bool)
    case commandContinued(inForeground: Bool)
    /// SIGCONT came: `fg`, `bg` or a person. `isFullScreen`: the command's terminal isn't in line
    /// mode.
    case continued(inForeground: Bool, isFullScreen: Bool)
    /// Stopping this job had no effect: its group is orphaned, nobody could continue it.
    case stopRefused(signal: Int32, inForeground: Bool)
    /// TSTP was passed on while the command was stopped already.
    case stopRequested(signal: Int32)
    /// The terminals were looked at. `wantsKeys`: the command has its own not echo, or not wait for
    /// the end of a line.
    case looked(wantsKeys: Bool, inForeground: Bool)
    /// This isn't the foreground job any more, seen while the terminal was held.
    case backgroundSeen
    /// The command was seen to begin, or to end, a read of its terminal.
    case commandReads(Bool, inForeground: Bool)
    case terminalLost
    /// Somebody attached has the keys from now on.
    case drivenFromAfar
    /// They haven't any more: the outer terminal has them, or nobody.
    case drivenHere(inForeground: Bool)
  }

  package enum Effect: Hashable, Sendable {
    /// Raw mode, and read it.
    case takeTerminal
    /// Its own modes back.
    case releaseTerminal
    case foregroundCommand, backgroundCommand
    case continueCommand
    /// Window size and SIGWINCH: draw again.
    case repaintCommand
    /// Stop this process and its job as the shell expects.
    case stopJob(signal: Int32)
    case reportPaused(Bool)
    case reportAttached(Bool)
  }

  private let use: TerminalUse
  /// The outer terminal is there.
  package private(set) var isAttached: Bool
  package private(set) var holdsTerminal = false
  /// The signal that stopped the command, while it is stopped.
  package private(set) var stopSignal: Int32?
  /// The terminal is to be held whenever this is the foreground job.
  private var wantsTerminal: Bool
  /// Somebody attached has the keys: as at a terminal without job control the command is in the
  /// foreground, and keys don't stop it.
  private(set) var isDrivenFromAfar = false
  /// The command was last seen reading its terminal.
  private var isRead = false
  /// It was last seen to have set its terminal up for its keys.
  private var wantsKeys = false

  package init(use: TerminalUse) {
    self.use = use
    isAttached = use != .none && use != .detached
    wantsTerminal = use == .whole
  }

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

  /// Others have the outer terminal too.
  package var isSharing: Bool { use == .onDemand || use == .outputOnly }

  private var isTerminalWanted: Bool { wantsTerminal || isSharing && (isRead || wantsKeys) }

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
      + (wantsTerminal && inForeground ? take(foreground: false) : [])
  }

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
    // SIGSTOP can't be told to a job without stopping this process for good.
    let jobSignal = signal == SIGSTOP ? SIGTSTP : signal
    return release() + [.reportPaused(true), .stopJob(signal: jobSignal)]
  }

  private mutating func letGoOn() -> [Effect] {
    defer { stopSignal = nil }
    return [.continueCommand] + (isStopped ? [.reportPaused(false)] : [])
  }

  private mutating func driveFromAfar() -> [Effect] {
    guard use != .none, !isDrivenFromAfar else { return [] }
    isDrivenFromAfar = true
    return (holdsTerminal ? [] : [.foregroundCommand]) + (isStopped ? letGoOn() : [])
  }

  /// In the background of a shell's terminal a read stops it again.
  private mutating func driveHere(inForeground: Bool) -> [Effect] {
    guard isDrivenFromAfar else { return [] }
    isDrivenFromAfar = false
    let isBackground = isAttached && !holdsTerminal && !inForeground && use != .outputOnly
    return isBackground ? [.backgroundCommand] : []
  }

  private mutating func giveTerminal() -> [Effect] {
    defer { stopSignal = nil }
    return take(foreground: true) + [.continueCommand] + (isStopped ? [.reportPaused(false)] : [])
  }

  private mutating func noteContinued(inForeground: Bool) -> [Effect] {
    guard isStopped else { return [] }
    stopSignal = nil
    return (isTerminalWanted && inForeground ? take(foreground: true) : []) + [.reportPaused(false)]
  }

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

  /// What fills the screen is drawn again.
  private var repaint: [Effect] {
    holdsTerminal && (wantsTerminal || wantsKeys) ? [.repaintCommand] : []
  }

  /// As in any orphaned group a keyboard stop is ignored; who asked for the terminal in vain, or was
  /// stopped by SIGSTOP, stays stopped until somebody continues it.
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

  /// Holds the terminal where it is wanted, and no longer.
  private mutating func settle(inForeground: Bool) -> [Effect] {
    if isTerminalWanted {
      return inForeground && !holdsTerminal && isAttached ? take(foreground: true) : []
    }
    guard holdsTerminal else { return [] }
    holdsTerminal = false
    return [.releaseTerminal]
  }

  /// With the terminal where it is wanted; in a pipeline to the pty's foreground at least.
  private mutating func comeForward(inForeground: Bool) -> [Effect] {
    guard inForeground, isAttached else { return [] }
    if isTerminalWanted { return take(foreground: true) }
    return use == .onDemand ? [.foregroundCommand] : []
  }

  private mutating func loseTerminal() -> [Effect] {
    guard isAttached else { return [] }
    isAttached = false
    holdsTerminal = false
    wantsTerminal = false
    return [.reportAttached(false)] + (isStopped ? goOn(inForeground: false) : [])
  }

  private mutating func take(foreground: Bool) -> [Effect] {
    guard isAttached, !holdsTerminal else { return foreground ? [.foregroundCommand] : [] }
    holdsTerminal = true
    return [.takeTerminal] + (foreground ? [.foregroundCommand] : [])
  }

  private mutating func release() -> [Effect] {
    let staysForward = use == .outputOnly || isDrivenFromAfar
    guard holdsTerminal else {
      return use == .onDemand && !staysForward ? [.backgroundCommand] : []
    }
    holdsTerminal = false
    return staysForward ? [.releaseTerminal] : [.releaseTerminal, .backgroundCommand]
  }
}
