import HeadwayHubCore
import HeadwayModel
import TestClocks
import Testing

@Suite("Shares of the loop") struct LoopShareTests {
  private let start: AwakeTime = .seconds(5)

  @Test("a turn is a slice, and ends with the round")
  func slices() {
    var share = LoopShare()
    share.beginRound(at: start, tick: 1)
    #expect(share.deadline(at: start) == start + LoopShare.slice)
    let late = start + LoopShare.roundTime - .microseconds(10)
    #expect(share.deadline(at: late) == start + LoopShare.roundTime)
    #expect(share.deadline(at: start + LoopShare.roundTime) == nil)
  }

  @Test("a round that begins before the loop has looked for input has no time of its own")
  func ticks() {
    var share = LoopShare()
    share.beginRound(at: start, tick: 1)
    let later = start + LoopShare.roundTime
    share.beginRound(at: later, tick: 1)
    #expect(share.deadline(at: later) == nil)
    share.beginRound(at: later, tick: 2)
    #expect(share.deadline(at: later) != nil)
  }

  @Test("who has something new goes before who goes on, and doesn't keep them out for ever")
  func order() {
    var share = LoopShare()
    share.addAgain(.numbered(1))
    for number in UInt64(2)...9 { share.add(.numbered(number)) }
    #expect(share.allTurns() == [2, 3, 4, 1, 5, 6, 7, 8, 9].map { .numbered($0) })
    #expect(share.isEmpty)
  }

  @Test("a connection has one place in line, and none once it is gone")
  func places() {
    var share = LoopShare()
    share.add(.numbered(1))
    share.add(.numbered(1))
    share.addAgain(.numbered(1))
    share.add(.numbered(2))
    share.remove(.numbered(2))
    #expect(share.contains(.numbered(1)) && !share.contains(.numbered(2)))
    #expect(share.allTurns() == [.numbered(1)])
  }
}

extension LoopShare {
  fileprivate mutating func allTurns() -> [ConnectionID] {
    var turns: [ConnectionID] = []
    while let next = next() { turns.append(next) }
    return turns
  }
}

extension ConnectionID {
  fileprivate static func numbered(_ number: UInt64) -> ConnectionID { ConnectionID(number) }
}
