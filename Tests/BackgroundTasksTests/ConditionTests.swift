import HeadwayLink
import Foundation
import HeadwayModel
import Testing

@testable import BackgroundTasks

/// What requests ask of the hub's queue.
struct ConditionTests {
  static let now = Date(timeIntervalSince1970: 1_000_000)

  @Test("a date to come is the hub's, to the millisecond and never before; others are any time")
  func dates() {
    #expect(EarliestStart(Self.now, seenFrom: Self.now) == nil)
    #expect(EarliestStart(.distantPast, seenFrom: Self.now) == nil)
    #expect(EarliestStart(Date(timeIntervalSinceReferenceDate: .nan), seenFrom: Self.now) == nil)
    let soon = EarliestStart(Self.now + 500.0001, seenFrom: Self.now)
    #expect(soon?.time == WallTime(millisecondsSinceEpoch: 1_000_500_001))
    #expect(soon?.words.string.hasPrefix("until ") == true)
    for never in [Date(timeIntervalSinceReferenceDate: .infinity), Self.now + 1e300] {
      #expect(
        EarliestStart(never, seenFrom: Self.now)?.time == WallTime(millisecondsSinceEpoch: .max))
    }
  }

  @Test("refresh and processing wait for their date, power and network, and for a hub")
  func terms() {
    let refresh = BGAppRefreshTaskRequest(identifier: "r")
    #expect(refresh.terms.earliest == nil && refresh.terms.conditions.isEmpty)
    #expect(refresh.terms.launcher == .worker && refresh.turn.withoutHub == .waits)
    let processing = BGProcessingTaskRequest(identifier: "p")
    processing.earliestBeginDate = .distantFuture
    processing.requiresNetworkConnectivity = true
    processing.requiresExternalPower = true
    #expect(processing.terms.conditions == [.network, .externalPower])
    #expect(processing.terms.earliest != nil && processing.turn.mayBeGivenBack)
  }

  @Test("a continued request heeds no date, and runs without a hub")
  func continued() {
    let request = BGContinuedProcessingTaskRequest(identifier: "c", title: "C", subtitle: "")
    request.earliestBeginDate = .distantFuture
    #expect(request.terms.earliest == nil && request.turn.withoutHub == .begins)
    #expect(!request.turn.mayBeGivenBack)
    request.strategy = .fail
    request.requiredResources = .gpu
    #expect(request.terms.needs == ["gpu": 1] && request.turn.mayBeGivenBack)
  }

  @Test("a GPU is a device node of a known vendor")
  func graphics() throws {
    try TemporaryFiles.use { files in
      let system = SystemFiles(root: files.root)
      #expect(!GraphicsProcessors.isThere(in: system))
      try files.write("0x1af4\n", to: "sys/class/drm/card0/device/vendor")
      try files.write("", to: "dev/dri/renderD128")
      #expect(!GraphicsProcessors.isThere(in: system))
      try files.write("0x8086\n", to: "sys/class/drm/card1/device/vendor")
      #expect(GraphicsProcessors.isThere(in: system))
    }
    try TemporaryFiles.use { files in
      try files.write("", to: "dev/nvidia0")
      #expect(GraphicsProcessors.isThere(in: SystemFiles(root: files.root)))
    }
  }
}
