import HeadwayLink
import HeadwayModel
import TestClocks
import Testing

@Suite("A worker's request for a turn")
struct TurnRequestTests {
  private static let now: AwakeTime = .seconds(1000)

  private static func request(
    _ withoutHub: TurnRequest.WithoutHub, strategy: SubmissionStrategy = .queue,
    isAsked: Bool = true, isPlaced: Bool = false
  ) -> TurnRequest {
    var terms = LaunchTerms()
    (terms.launcher, terms.strategy) = (.worker, strategy)
    var request = TurnRequest(terms, withoutHub: withoutHub)
    if isAsked || isPlaced { _ = request.ask() }
    if isPlaced { request.notePlace() }
    return request
  }

  @Test("without a hub what was begun by a person begins, and what has time is given back")
  func noHub() {
    var begun = Self.request(.begins, isAsked: false)
    #expect(begun.look("no hub", at: Self.now) == .came)
    var waiting = Self.request(.waits, isAsked: false)
    #expect(waiting.look("no hub", at: Self.now) == .unavailable("no hub"))
    #expect(!waiting.isKnown)
  }

  @Test("with a hub both wait for its word, however long that takes")
  func withHub() {
    for withoutHub in [TurnRequest.WithoutHub.begins, .waits] {
      var request = Self.request(withoutHub)
      #expect(request.look(nil, at: Self.now) == nil && request.nextLook == nil)
      #expect(request.look(nil, at: Self.now + .seconds(86_400)) == nil)
    }
  }

  @Test("a hub that goes before it has said anything may have it: what has time is given back")
  func lostBeforeItsWord() {
    var begun = Self.request(.begins)
    #expect(begun.look("gone", at: Self.now) == nil)
    #expect(begun.look("gone", at: Self.now + .seconds(10)) == .came)
    var request = Self.request(.waits)
    #expect(request.look("gone", at: Self.now) == .unavailable("gone"))
    #expect(request.isKnown)
  }

  @Test("what a hub had waits for the next one: 10 s where a person has begun it, else for ever")
  func lostHub() {
    var begun = Self.request(.begins, isPlaced: true)
    #expect(begun.look("gone", at: Self.now) == nil)
    #expect(begun.nextLook == Self.now + .seconds(10))
    #expect(begun.look("gone", at: Self.now + .seconds(9)) == nil)
    #expect(begun.look("gone", at: Self.now + .seconds(10)) == .came)
    var waiting = Self.request(.waits, isPlaced: true)
    #expect(waiting.look("gone", at: Self.now) == nil && waiting.nextLook == nil)
    #expect(waiting.look("gone", at: Self.now + .seconds(86_400)) == nil)
    let isForTheNext = waiting.ask()
    #expect(isForTheNext)
  }

  @Test("where no other hub can come, what a person has begun doesn't wait for it")
  func hopeless() {
    var begun = Self.request(.begins, isPlaced: true)
    #expect(begun.look("another version", isHopeless: true, at: Self.now) == .came)
    var waiting = Self.request(.waits, isPlaced: true)
    #expect(waiting.look("another version", isHopeless: true, at: Self.now) == nil)
  }

  @Test("a hub that is back in time starts the patience anew")
  func backInTime() {
    var request = Self.request(.begins, isPlaced: true)
    _ = request.look("gone", at: Self.now)
    _ = request.look(nil, at: Self.now + .seconds(5))
    #expect(request.nextLook == nil)
    #expect(request.look("gone", at: Self.now + .seconds(12)) == nil)
  }

  @Test("a refusal gives back what was to start now or never, and what has time; else it begins")
  func refused() {
    var now = Self.request(.begins, strategy: .fail)
    #expect(now.noteRefusal("full", isForGood: true, at: Self.now) == .refused("full"))
    let isAskedAgain = now.ask()
    #expect(!now.isKnown && !isAskedAgain)
    var full = Self.request(.begins, strategy: .fail)
    #expect(full.noteRefusal("no disk", isForGood: false, at: Self.now) == .came)
    var begun = Self.request(.begins)
    #expect(begun.noteRefusal("no gpu", isForGood: true, at: Self.now) == .came)
    var waiting = Self.request(.waits)
    #expect(
      waiting.noteRefusal("no disk", isForGood: false, at: Self.now) == .unavailable("no disk"))
    let isGivenBack = !waiting.ask()
    #expect(isGivenBack && !waiting.isKnown && waiting.look("gone", at: Self.now) == nil)
  }

  @Test("what a hub had and the next one won't have is asked for again, every 10 s")
  func refusedByTheNext() {
    var request = Self.request(.waits, isPlaced: true)
    #expect(request.noteRefusal("no disk", isForGood: false, at: Self.now) == nil)
    #expect(request.nextLook == Self.now + .seconds(10))
    let isEarly = request.takeAnotherAsk(at: Self.now + .seconds(9))
    let isDue = request.takeAnotherAsk(at: Self.now + .seconds(10))
    let isTwice = request.takeAnotherAsk(at: Self.now + .seconds(10))
    #expect(!isEarly && isDue && !isTwice)
    var promised = Self.request(.begins, strategy: .fail, isPlaced: true)
    #expect(promised.noteRefusal("full", isForGood: true, at: Self.now) == .came)
  }

  @Test("after the first answer only a turn may follow, and only in the queue")
  func answers() {
    let all: [TurnAnswer] = [.placed, .came, .refused("full"), .unavailable("no hub")]
    #expect(all.allSatisfy { $0.follows(nil) })
    #expect(all.filter { $0.follows(.placed) } == [.came])
    for earlier in all where earlier.isFinal { #expect(!all.contains { $0.follows(earlier) }) }
  }
}
