import Foundation
import Testing

@testable import BackgroundTasks

struct PendingRequestsTests {
  static let now = Date(timeIntervalSince1970: 1_000_000)
  static let nothing = Surroundings(hasNetwork: false, hasExternalPower: false)

  @Test("one refresh may wait, and ten for processing; the same identifier is replaced")
  func limits() throws {
    var pending = PendingRequests()
    try pending.insert(BGAppRefreshTaskRequest(identifier: "r"))
    try pending.insert(BGAppRefreshTaskRequest(identifier: "r"))
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
    pending.take("r")
    try pending.insert(BGAppRefreshTaskRequest(identifier: "r2"))
  }

  @Test("those that may run are taken out, the next look is the first that is due")
  func due() throws {
    var pending = PendingRequests()
    let dated = BGAppRefreshTaskRequest(identifier: "dated")
    dated.earliestBeginDate = Self.now + 7
    let wired = BGProcessingTaskRequest(identifier: "wired")
    wired.requiresNetworkConnectivity = true
    for request in [dated, wired, BGProcessingTaskRequest(identifier: "free")] {
      try pending.insert(request)
    }
    let first = pending.takeDue(at: Self.now, in: Self.nothing)
    #expect(first.due.map(\.identifier) == ["free"] && first.nextLook == Self.now + 7)
    let second = pending.takeDue(at: Self.now + 7, in: Self.nothing)
    #expect(second.due.map(\.identifier) == ["dated"] && second.nextLook == Self.now + 37)
    pending.removeAll()
    #expect(pending.takeDue(at: Self.now, in: Self.nothing).nextLook == nil)
  }
}
