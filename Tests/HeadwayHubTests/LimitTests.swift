import HeadwayModel
import HeadwayWire
import TestSupport
import Testing

@testable import HeadwayHub

extension HubTests {
  /// What one client, or all together, may take up; and that an honest one is served meanwhile.
  @Suite struct LimitTests {
    @Test("a client has four lists on their way")
    func aClientHasFourListsOnTheirWay() async throws {
      try await withHub { bed in
        let worker = try RawClient(bed.paths)
        for number in 0..<400 {
          try worker.send(
            #"{"type":"begin","key":"\#(TaskKey(high: 1, low: UInt64(number)))","title":"a","request":1}"#
          )
        }
        let greedy = try RawClient(bed.paths)
        let requests = (1...50).map { #"{"type":"list","request":\#($0)}"# }
        try greedy.send(requests.joined(separator: "\n"))
        var (ends, refusals): ([Int?], [Int?]) = ([], [])
        try eventually("an answer to each list") {
          for message in try greedy.arrived() {
            switch message {
            case .snapshotEnd(let end): ends.append(end.request)
            case .error(let error) where error.code == ErrorCode.limit.rawValue:
              refusals.append(error.request)
            default: break
            }
          }
          return ends.count + refusals.count == 50
        }
        #expect(ends.count >= 4 && !refusals.isEmpty)
        #expect(Array(ends.prefix(4)) == [1, 2, 3, 4])
        try greedy.send(#"{"type":"list","request":99}"#)
        _ = try greedy.first("a list once those before have arrived") {
          if case .snapshotEnd(let end) = $0, end.request == 99 { () } else { nil }
        }
      }
    }

    @Test("the longest unfinished lines are given up")
    func theLongestUnfinishedLinesAreGivenUp() async throws {
      try await withHub { bed in
        let honest = try RawClient(bed.paths)
        let half = [UInt8](repeating: UInt8(ascii: "a"), count: 60_000)
        let count = ConnectionLoad.unfinishedLimit / half.count + 20
        var slow: [RawClient] = []
        for _ in 0..<count {
          let client = try RawClient(bed.paths)
          try client.sendBytes(half)
          slow.append(client)
        }
        try eventually("some are given up") {
          try slow.count { client in
            _ = try client.arrived()
            return client.isOver
          } >= 20
        }
        try honest.send(#"{"type":"summary","request":1}"#)
        _ = try honest.first("an answer") { if case .summary = $0 { () } else { nil } }
        #expect(!honest.isOver)
      }
    }

    @Test("a malformed request is answered with its number")
    func aMalformedRequestIsAnsweredWithItsNumber() async throws {
      try await withHub { bed in
        let client = try RawClient(bed.paths)
        try client.send(#"{"type":"cancel","request":7,"tusk":1}"#)
        let error = try client.first("the error") { message in
          if case .error(let error) = message { error } else { nil }
        }
        #expect(error.request == 7 && error.code == ErrorCode.malformed.rawValue)
      }
    }

    @Test("a client that sends much keeps nobody waiting")
    func aClientThatSendsMuchKeepsNobodyWaiting() async throws {
      try await withHub { bed in
        let worker = try RawClient(bed.paths)
        for number in 0..<1000 {
          try worker.send(
            #"{"type":"begin","key":"\#(TaskKey(high: 1, low: UInt64(number)))","title":"a"}"#)
        }
        let flood = try RawClient(bed.paths)
        let line = #"{"type":"list","request":1}"# + "\n"
        try flood.sendBytes(Array(String(repeating: line, count: 2000).utf8))
        let honest = try RawClient(bed.paths)
        for number in 1...20 {
          try honest.send(#"{"type":"summary","request":\#(number)}"#)
          _ = try honest.first("answer \(number)") { message in
            if case .summary(let summary) = message, summary.request == number { () } else { nil }
          }
        }
        // 2,000 lists would be some 500 MB: of what isn't read no more is made than fits on its way.
        _ = try flood.arrived()
        #expect(flood.byteCount < 4_000_000)
      }
    }
  }
}
