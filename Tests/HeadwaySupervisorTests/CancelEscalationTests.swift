import HeadwayModel
import TestClocks
import Testing

@testable import HeadwaySupervisor

@Suite("Cancel escalation") struct CancelEscalationTests {
  private let polite = CancelOrder(reason: .cancelled(by: .user), grace: .seconds(5))
  private let forced = CancelOrder(
    reason: .cancelled(by: .user), grace: .seconds(5), isForced: true)

  @Test("polite then forced then swept")
  func politeThenForcedThenSwept() {
    var cancel = CancelEscalation()
    #expect(cancel.handle(.ordered(polite, isStopped: false), at: .zero) == [.terminateGroup(nil)])
    #expect(cancel.deadline == .seconds(5))
    #expect(cancel.handle(.ticked, at: .seconds(4)) == [])
    #expect(cancel.handle(.ticked, at: .seconds(5)) == [.killGroup, .killDescendants])
    #expect(cancel.deadline == nil)
    #expect(cancel.handle(.commandLeft, at: .seconds(5)) == [.killDescendants])
    #expect(cancel.isSweeping)
    #expect(cancel.handle(.swept, at: .seconds(5)) == [])
    #expect(cancel.isDone)
  }

  @Test("a stopped command is continued first")
  func aStoppedCommandIsContinuedFirst() {
    var cancel = CancelEscalation()
    #expect(
      cancel.handle(.ordered(polite, isStopped: true), at: .zero)
        == [.continueGroup, .terminateGroup(nil)])
  }

  @Test(
    "a person's signal comes in place of SIGTERM, another one later, and SIGKILL after the grace")
  func chosenSignal() throws {
    var cancel = CancelEscalation()
    let (interrupt, hangup) = (try #require(StopSignal("int")), try #require(StopSignal("SIGHUP")))
    var order = polite
    order.signal = interrupt
    #expect(
      cancel.handle(.ordered(order, isStopped: false), at: .zero) == [.terminateGroup(interrupt)])
    #expect(cancel.handle(.ordered(order, isStopped: false), at: .zero) == [])
    order.signal = hangup
    #expect(
      cancel.handle(.ordered(order, isStopped: false), at: .zero) == [.terminateGroup(hangup)])
    #expect(cancel.handle(.ticked, at: .seconds(5)) == [.killGroup, .killDescendants])
    #expect(["KILL", "9", "STOP", "x", "", "0", "99"].allSatisfy { StopSignal($0) == nil })
    #expect(StopSignal("2") == interrupt)
  }

  @Test("what escaped has the rest of the grace")
  func whatEscapedHasTheRestOfTheGrace() {
    var cancel = CancelEscalation()
    _ = cancel.handle(.ordered(polite, isStopped: false), at: .zero)
    #expect(cancel.handle(.commandLeft, at: .seconds(1)) == [.terminateDescendants])
    #expect(cancel.deadline == .seconds(5))
    #expect(cancel.handle(.ticked, at: .seconds(5)) == [.killDescendants])
    #expect(!cancel.isDone)
    _ = cancel.handle(.swept, at: .seconds(6))
    #expect(cancel.isDone)
  }

  @Test("force kills at once from every stage")
  func forceKillsAtOnceFromEveryStage() {
    var fresh = CancelEscalation()
    #expect(
      fresh.handle(.ordered(forced, isStopped: true), at: .zero) == [.killGroup, .killDescendants])
    var terminating = CancelEscalation()
    _ = terminating.handle(.ordered(polite, isStopped: false), at: .zero)
    #expect(
      terminating.handle(.ordered(forced, isStopped: false), at: .zero)
        == [.killGroup, .killDescendants])
    var sweeping = terminating
    sweeping = CancelEscalation()
    _ = sweeping.handle(.ordered(polite, isStopped: false), at: .zero)
    _ = sweeping.handle(.commandLeft, at: .zero)
    #expect(sweeping.handle(.ordered(forced, isStopped: false), at: .zero) == [.killDescendants])
  }

  @Test("the first reason stands and the sooner deadline")
  func theFirstReasonStandsAndTheSoonerDeadline() {
    var cancel = CancelEscalation()
    _ = cancel.handle(.ordered(polite, isStopped: false), at: .zero)
    let later = CancelOrder(reason: .expired(.stall), grace: .seconds(1))
    #expect(cancel.handle(.ordered(later, isStopped: false), at: .seconds(1)) == [])
    #expect(cancel.reason == .cancelled(by: .user))
    #expect(cancel.deadline == .seconds(2))
  }

  @Test("an order after the end sweeps but isn't the reason")
  func anOrderAfterTheEndSweepsButIsNotTheReason() {
    var cancel = CancelEscalation()
    #expect(cancel.handle(.commandLeft, at: .zero) == [])
    #expect(!cancel.isSweeping)
    #expect(cancel.handle(.ordered(polite, isStopped: false), at: .zero) == [.terminateDescendants])
    #expect(cancel.reason == nil)
    #expect(cancel.isSweeping)
  }

  @Test("random events keep the invariants")
  func randomEventsKeepTheInvariants() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      var cancel = CancelEscalation()
      var (now, hasLeft, wasDone) = (AwakeTime.origin, false, false)
      for _ in 0..<12 {
        now += .seconds(Int.random(in: 0...3, using: &generator))
        let order = Bool.random(using: &generator) ? polite : forced
        let events: [CancelEscalation.Event] = [
          .ordered(order, isStopped: .random(using: &generator)), .commandLeft, .swept, .ticked,
        ]
        guard let event = events.randomElement(using: &generator) else { continue }
        let effects = cancel.handle(event, at: now)
        if wasDone { #expect(effects == []) }
        if hasLeft {
          #expect(!effects.contains(.terminateGroup(nil)) && !effects.contains(.killGroup))
        }
        if event == .commandLeft { hasLeft = true }
        wasDone = wasDone || cancel.isDone
        #expect(!cancel.isDone || hasLeft)
      }
    }
  }
}
