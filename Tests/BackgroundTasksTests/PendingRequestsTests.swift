import Foundation
import Testing

@testable import BackgroundTasks

struct PendingRequestsTests {
  private let cards = UnheardCards()

  @Test("one refresh may wait, and ten for processing; the same identifier is replaced")
  func limits() throws {
    var pending = PendingRequests()
    try pending.insert(BGAppRefreshTaskRequest(identifier: "r"))
    let last = BGAppRefreshTaskRequest(identifier: "r")
    try pending.insert(last)
    for number in 0..<10 { try pending.insert(BGProcessingTaskRequest(identifier: "p\(number)")) }
    try pending.insert(BGProcessingTaskRequest(identifier: "p3"))
    let refused = [
      BGAppRefreshTaskRequest(identifier: "r2"), BGProcessingTaskRequest(identifier: "p10"),
    ]
    for request in refused {
      let error = #expect(throws: BGTaskScheduler.Error.self) { try pending.insert(request) }
      #expect(error?.code == .tooManyPendingTaskRequests)
    }
    #expect(pending.all.count == 11)
    pending.remove(last)
    try pending.insert(BGAppRefreshTaskRequest(identifier: "r2"))
  }

  @Test("a request that was replaced has no part in it any more, until it is put back")
  func replaced() throws {
    var pending = PendingRequests()
    let (first, second) = (Self.request("r"), Self.request("r"))
    let (early, late) = (task("r"), task("r"))
    try pending.insert(first)
    let isAttached = pending.attach(early, to: first)
    #expect(isAttached)
    let entry = try #require(try pending.insert(second))
    #expect(!pending.attach(early, to: first) && pending.attach(late, to: second))
    pending.remove(first)
    pending.remove(early)
    #expect(pending.all.first === second)
    pending.restore(entry)
    #expect(pending.all.first === second)
    pending.remove(late)
    #expect(pending.all.isEmpty)
    pending.restore(entry)
    #expect(pending.entry("r")?.task === early)
  }

  private static func request(_ identifier: String) -> BGTaskRequest {
    BGAppRefreshTaskRequest(identifier: identifier)
  }

  private func task(_ identifier: String) -> BGTask {
    BGTask(identifier: identifier, begin: cards.begin)
  }
}
