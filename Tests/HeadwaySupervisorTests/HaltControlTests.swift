import HeadwayModel
import HeadwaySupervisor
import Testing

@Suite("Standing still by order") struct HaltControlTests {
  private func halted(by halter: Halter) -> HaltControl {
    var halt = HaltControl()
    _ = halt.handle(.pauseOrdered(by: halter))
    return halt
  }

  @Test("it is halted once and released once")
  func itIsHaltedOnceAndReleasedOnce() {
    var halt = HaltControl()
    #expect(halt.handle(.resumeOrdered(by: .system)) == [])
    #expect(halt.handle(.pauseOrdered(by: .user)) == [.haltTree, .report(.paused)])
    #expect(halt.handle(.pauseOrdered(by: .user)) == [])
    #expect(halt.handle(.pauseOrdered(by: .system)) == [.report(.suspended)])
    #expect(halt.handle(.resumeOrdered(by: .system)) == [.releaseTree, .report(.none)])
    #expect(!halt.isHalted)
  }

  @Test("a persons resume continues the shells job too")
  func aPersonsResumeContinuesTheShellsJobToo() {
    var halt = halted(by: .user)
    #expect(
      halt.handle(.resumeOrdered(by: .user)) == [.continueJob, .releaseTree, .report(.none)])
    #expect(halt.handle(.resumeOrdered(by: .user)) == [.continueJob])
  }

  @Test("what must not wait wakes", arguments: [Halter.user, .system])
  func whatMustNotWaitWakes(halter: Halter) {
    for event in [HaltControl.Event.signalled, .commandWoken] {
      var halt = halted(by: halter)
      #expect(halt.handle(event) == [.releaseTree, .report(.woken)])
      #expect(halt.handle(event) == [])
    }
  }

  @Test("the shell continues a pause but no suspension")
  func theShellContinuesAPauseButNoSuspension() {
    var paused = halted(by: .user)
    #expect(paused.handle(.continuedByShell) == [.releaseTree, .report(.woken)])
    var suspended = halted(by: .system)
    #expect(suspended.handle(.continuedByShell) == [])
    #expect(suspended.isHalted)
  }
}
