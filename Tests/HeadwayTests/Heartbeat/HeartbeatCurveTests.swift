import Headway
import HeadwayModel
import Testing

@Suite struct HeartbeatCurveTests {
  @Test("steps are one unit at first and shrink towards the boundary")
  func stepsAreOneUnitAtFirstAndShrinkTowardsTheBoundary() {
    var estimated: Int64 = 0
    for beat in 1...700 {
      estimated = HeartbeatCurve.next(after: estimated, room: 1000)
      #expect(estimated == Int64(beat))
    }
    var step = Int64.max
    for _ in 0..<500 {
      let next = HeartbeatCurve.next(after: estimated, room: 1000)
      #expect(next - estimated <= step && next >= estimated)
      (step, estimated) = (next - estimated, next)
    }
    #expect(estimated < 1000 && estimated > 900)
  }

  @Test("the boundary is never reached", arguments: [2, 3, 10, 25, 26, 1 << 61] as [Int64])
  func boundary(room: Int64) {
    var estimated: Int64 = 0
    for _ in 0..<5000 { estimated = HeartbeatCurve.next(after: estimated, room: room) }
    #expect(estimated > 0 && estimated < room)
  }

  @Test("without room there is nothing to estimate", arguments: [1, 0, -5] as [Int64])
  func noRoom(room: Int64) { #expect(HeartbeatCurve.next(after: 7, room: room) == 0) }

  @Test("what doesn't fit any more begins again")
  func whatDoesNotFitAnyMoreBeginsAgain() {
    #expect(HeartbeatCurve.next(after: 50, room: 20) == 0)
    #expect(HeartbeatCurve.next(after: -1, room: 20) == 0)
  }
}
