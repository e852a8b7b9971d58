import HeadwayHubCore
import HeadwayModel
import TestClocks
import Testing

@Suite("Events that effects cause") struct EventQueueTests {
  @Test("events leave in the order in which they came, each with its own time")
  func order() {
    var events = EventQueue()
    for second in 1...200 { events.append(.wallClockSet, at: moment(second)) }
    var seconds: [Int] = []
    var added = 200
    while let (event, time) = events.next() {
      #expect(event == .wallClockSet)
      seconds.append(Int(time.awake.sinceOrigin / .seconds(1)))
      // An effect of the event causes another one.
      if added < 300 {
        added += 1
        events.append(.wallClockSet, at: moment(added))
      }
    }
    #expect(seconds == Array(1...300))
    #expect(events.next() == nil)
  }

  private func moment(_ second: Int) -> Moment {
    Moment(
      awake: .seconds(second), running: .seconds(second),
      wall: WallTime(millisecondsSinceEpoch: 0))
  }
}
