import Glibc
import Testing

@testable import HeadwaySupervisor

@Suite("Job control") struct JobControlTests {
  private func started(_ use: TerminalUse, inForeground: Bool = true) -> JobControl {
    var control = JobControl(use: use)
    _ = control.handle(.started(inForeground: inForeground))
    return control
  }

  @Test("takes the terminal only as the foreground job that owns both ends")
  func takesTheTerminalOnlyAsTheForegroundJobThatOwnsBothEnds() {
    #expect(started(.whole).holdsTerminal)
    #expect(!started(.whole, inForeground: false).holdsTerminal)
    #expect(!started(.onDemand).holdsTerminal)
    #expect(!started(.outputOnly).holdsTerminal)
    #expect(!started(.none).holdsTerminal)
  }

  @Test("starts in the pty's foreground only where it may read or nobody reads")
  func startsInThePtysForegroundOnlyWhereItMayReadOrNobodyReads() {
    let starts = TerminalUse.allCases.map { JobControl(use: $0) }
    #expect(
      starts.map { $0.startsCommandInForeground(inForeground: true) }
        == [false, true, true, true, true])
    #expect(
      starts.map { $0.startsCommandInForeground(inForeground: false) }
        == [false, false, false, true, true])
  }

  @Test("keyboard stop gives the terminal back before the job stops")
  func keyboardStopGivesTheTerminalBackBeforeTheJobStops() {
    var control = started(.whole)
    #expect(
      control.handle(.commandStopped(signal: SIGTSTP, inForeground: true)) == [
        .releaseTerminal, .backgroundCommand, .reportPaused(true), .stopJob(signal: SIGTSTP),
      ])
    #expect(
      control.handle(.continued(inForeground: true, isFullScreen: false)) == [
        .takeTerminal, .foregroundCommand, .continueCommand, .repaintCommand, .reportPaused(false),
      ])
  }

  @Test("continued in the background it goes on without the terminal")
  func continuedInTheBackgroundItGoesOnWithoutTheTerminal() {
    var control = started(.whole)
    _ = control.handle(.commandStopped(signal: SIGTSTP, inForeground: true))
    #expect(
      control.handle(.continued(inForeground: false, isFullScreen: false))
        == [.continueCommand, .reportPaused(false)])
    #expect(!control.holdsTerminal)
  }

  @Test("a full screen program doesn't go on in the background")
  func aFullScreenProgramDoesNotGoOnInTheBackground() {
    var control = started(.whole)
    _ = control.handle(.commandStopped(signal: SIGTSTP, inForeground: true))
    #expect(
      control.handle(.continued(inForeground: false, isFullScreen: true))
        == [.stopJob(signal: SIGTTOU)])
    #expect(control.isStopped)
  }

  @Test("on demand the terminal is taken when the command asks", arguments: [SIGTTIN, SIGTTOU])
  func onDemandTheTerminalIsTakenWhenTheCommandAsks(signal: Int32) {
    var control = started(.onDemand)
    #expect(
      control.handle(.commandStopped(signal: signal, inForeground: true))
        == [.takeTerminal, .foregroundCommand, .continueCommand])
    #expect(!control.isStopped)
  }

  @Test("in a pipeline the keys are taken only while the command reads")
  func inAPipelineTheKeysAreTakenOnlyWhileTheCommandReads() {
    var control = started(.onDemand)
    #expect(
      control.handle(.commandReads(true, inForeground: true))
        == [.takeTerminal, .foregroundCommand])
    #expect(control.handle(.commandReads(false, inForeground: true)) == [.releaseTerminal])
    #expect(control.handle(.commandReads(true, inForeground: false)) == [])
    #expect(
      control.handle(.continued(inForeground: true, isFullScreen: false))
        == [.takeTerminal, .foregroundCommand])
  }

  @Test("in a pipeline a command continued in the foreground comes forward without the keys")
  func inAPipelineACommandContinuedInTheForegroundComesForwardWithoutTheKeys() {
    var control = started(.onDemand)
    #expect(
      control.handle(.commandStopped(signal: SIGTSTP, inForeground: true))
        == [.backgroundCommand, .reportPaused(true), .stopJob(signal: SIGTSTP)])
    #expect(
      control.handle(.continued(inForeground: true, isFullScreen: false))
        == [.foregroundCommand, .continueCommand, .reportPaused(false)])
    #expect(!control.holdsTerminal)
  }

  @Test("asking in the background stops the job until it is in the foreground")
  func askingInTheBackgroundStopsTheJobUntilItIsInTheForeground() {
    var control = started(.whole, inForeground: false)
    #expect(
      control.handle(.commandStopped(signal: SIGTTIN, inForeground: false))
        == [.reportPaused(true), .stopJob(signal: SIGTTIN)])
    #expect(
      control.handle(.continued(inForeground: true, isFullScreen: false)).prefix(3)
        == [.takeTerminal, .foregroundCommand, .continueCommand])
  }

  @Test("a kill stop stops the job as the keyboard would")
  func aKillStopStopsTheJobAsTheKeyboardWould() {
    var control = started(.whole)
    #expect(
      control.handle(.commandStopped(signal: SIGSTOP, inForeground: true)).last
        == .stopJob(signal: SIGTSTP))
  }

  @Test("in an orphaned group a keyboard stop is ignored")
  func inAnOrphanedGroupAKeyboardStopIsIgnored() {
    var control = started(.none)
    _ = control.handle(.commandStopped(signal: SIGTSTP, inForeground: false))
    #expect(
      control.handle(.stopRefused(signal: SIGTSTP, inForeground: false))
        == [.continueCommand, .reportPaused(false)])
    _ = control.handle(.commandStopped(signal: SIGSTOP, inForeground: false))
    #expect(control.handle(.stopRefused(signal: SIGTSTP, inForeground: false)) == [])
    #expect(control.isStopped)
    #expect(control.handle(.commandContinued(inForeground: false)) == [.reportPaused(false)])
  }

  @Test(
    "a pager or a password prompt in a pipeline has the keys for as long as it wants them",
    arguments: [TerminalUse.outputOnly, .onDemand])
  func aPagerOrAPasswordPromptInAPipelineHasTheKeysForAsLongAsItWantsThem(use: TerminalUse) {
    var control = started(use)
    #expect(control.handle(.looked(wantsKeys: false, inForeground: true)) == [])
    #expect(control.handle(.looked(wantsKeys: true, inForeground: false)) == [])
    #expect(
      control.handle(.looked(wantsKeys: true, inForeground: true))
        == [.takeTerminal, .foregroundCommand])
    #expect(control.handle(.commandReads(true, inForeground: true)) == [])
    #expect(control.handle(.commandReads(false, inForeground: true)) == [])
    #expect(control.handle(.looked(wantsKeys: false, inForeground: true)) == [.releaseTerminal])
  }

  @Test("behind a pipe a read of the terminal gets the keys too")
  func behindAPipeAReadOfTheTerminalGetsTheKeysToo() {
    var control = started(.outputOnly)
    #expect(
      control.handle(.commandReads(true, inForeground: true))
        == [.takeTerminal, .foregroundCommand])
    #expect(control.handle(.looked(wantsKeys: false, inForeground: true)) == [])
    #expect(control.handle(.commandReads(false, inForeground: true)) == [.releaseTerminal])
  }

  @Test("a pager in a pipeline draws again when it comes back")
  func aPagerInAPipelineDrawsAgainWhenItComesBack() {
    var control = started(.outputOnly)
    _ = control.handle(.looked(wantsKeys: true, inForeground: true))
    #expect(
      control.handle(.commandStopped(signal: SIGTSTP, inForeground: true))
        == [.releaseTerminal, .reportPaused(true), .stopJob(signal: SIGTSTP)])
    #expect(
      control.handle(.continued(inForeground: false, isFullScreen: true))
        == [.stopJob(signal: SIGTTOU)])
    #expect(
      control.handle(.continued(inForeground: true, isFullScreen: true)) == [
        .takeTerminal, .foregroundCommand, .continueCommand, .repaintCommand, .reportPaused(false),
      ])
  }

  @Test("a lost terminal is reported once and a stopped command goes on")
  func aLostTerminalIsReportedOnceAndAStoppedCommandGoesOn() {
    var control = started(.whole)
    #expect(control.handle(.terminalLost) == [.reportAttached(false)])
    #expect(control.handle(.terminalLost) == [])
    var stopped = started(.whole)
    _ = stopped.handle(.commandStopped(signal: SIGTSTP, inForeground: true))
    #expect(
      stopped.handle(.terminalLost)
        == [.reportAttached(false), .continueCommand, .reportPaused(false)])
  }

  @Test("random events keep the invariants")
  func randomEventsKeepTheInvariants() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<5_000 {
      var control = JobControl(use: TerminalUse.allCases.randomElement(using: &generator) ?? .none)
      _ = control.handle(.started(inForeground: .random(using: &generator)))
      var held = control.holdsTerminal
      for _ in 0..<10 {
        for effect in control.handle(randomEvent(&generator)) {
          if effect == .takeTerminal { #expect(!held) }
          if effect == .releaseTerminal { #expect(held) }
          if effect == .takeTerminal { held = true }
          if effect == .releaseTerminal { held = false }
          if case .stopJob = effect { #expect(!held) }
        }
        held = control.isAttached && held
        #expect(held == control.holdsTerminal)
        #expect(!(control.isStopped && control.holdsTerminal))
      }
    }
  }

  private func randomEvent(_ generator: inout SystemRandomNumberGenerator) -> JobControl.Event {
    let signal = [SIGTSTP, SIGSTOP, SIGTTIN, SIGTTOU].randomElement(using: &generator) ?? SIGTSTP
    let inForeground = Bool.random(using: &generator)
    let isFullScreen = Bool.random(using: &generator)
    let events: [JobControl.Event] = [
      .commandStopped(signal: signal, inForeground: inForeground),
      .commandContinued(inForeground: inForeground),
      .continued(inForeground: inForeground, isFullScreen: isFullScreen),
      .stopRefused(signal: signal, inForeground: inForeground),
      .stopRequested(signal: SIGTSTP), .looked(wantsKeys: isFullScreen, inForeground: inForeground),
      .backgroundSeen, .commandReads(isFullScreen, inForeground: inForeground), .terminalLost,
    ]
    return events.randomElement(using: &generator) ?? .terminalLost
  }

  @Test("driven from afar the command comes forward and keys don't stop it")
  func drivenFromAfarTheCommandComesForwardAndKeysDoNotStopIt() {
    var control = started(.whole, inForeground: false)
    #expect(control.handle(.drivenFromAfar) == [.foregroundCommand])
    #expect(control.handle(.drivenFromAfar) == [])
    #expect(
      control.handle(.commandStopped(signal: SIGTSTP, inForeground: false))
        == [.foregroundCommand, .continueCommand])
    #expect(
      control.handle(.commandStopped(signal: SIGTTIN, inForeground: false))
        == [.foregroundCommand, .continueCommand])
    #expect(control.handle(.drivenHere(inForeground: false)) == [.backgroundCommand])
    #expect(control.handle(.drivenHere(inForeground: false)) == [])
    #expect(
      control.handle(.commandStopped(signal: SIGTSTP, inForeground: false))
        == [.reportPaused(true), .stopJob(signal: SIGTSTP)])
  }

  @Test("who read in vain goes on once somebody is there")
  func whoReadInVainGoesOnOnceSomebodyIsThere() {
    var control = started(.whole)
    _ = control.handle(.terminalLost)
    _ = control.handle(.commandStopped(signal: SIGTTIN, inForeground: false))
    #expect(control.handle(.stopRefused(signal: SIGTTIN, inForeground: false)) == [])
    #expect(control.isStopped)
    #expect(
      control.handle(.drivenFromAfar)
        == [.foregroundCommand, .continueCommand, .reportPaused(false)])
    #expect(!control.isStopped)
    #expect(control.handle(.drivenHere(inForeground: false)) == [])
  }

  @Test("a terminal that is held stays held and given up leaves the command forward")
  func aTerminalThatIsHeldStaysHeldAndGivenUpLeavesTheCommandForward() {
    var control = started(.whole)
    #expect(control.handle(.drivenFromAfar) == [])
    #expect(control.handle(.backgroundSeen) == [.releaseTerminal])
    #expect(control.handle(.drivenHere(inForeground: false)) == [.backgroundCommand])
  }
}
