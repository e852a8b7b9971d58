import Foundation
import HeadwayCore
import Synchronization
import Testing

@testable import BackgroundTasks
@testable import Headway

/// What a scheduler tells the hub of its waiting requests, and what the hub launches.
struct SimulatedLaunchTests {
  private final class System: Sendable {
    let announced = Mutex<[[String]]>([])
    let launch = Mutex<(@Sendable (String) -> Void)?>(nil)
  }

  private let system = System()
  private let scheduler: BGTaskScheduler

  init() {
    scheduler = BGTaskScheduler(
      permitted: .everything, system: SystemFiles(root: "/nowhere/"),
      announce: { [system] waiting, launch in
        system.announced.withLock { $0.append(waiting) }
        system.launch.withLock { $0 = launch }
      }, begin: UnheardCards().begin,
      queue: UnheardCards().queue)
  }

  private func submit(_ identifier: String) throws {
    let request = BGProcessingTaskRequest(identifier: identifier)
    request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
    try scheduler.submit(request)
  }

  private func waitUntilAnnounced(_ waiting: [String]) async throws {
    while system.announced.withLock({ $0.last }) != waiting {
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  @Test(
    "all that wait are announced; one that is launched doesn't any more", .timeLimit(.minutes(1)))
  func launch() async throws {
    let launched = Mutex<[String]>([])
    for identifier in ["a", "b"] {
      scheduler.register(forTaskWithIdentifier: identifier, using: nil) { task in
        launched.withLock { $0.append(task.identifier) }
        task.setTaskCompleted(success: true)
      }
    }
    try submit("b")
    try submit("a")
    try await waitUntilAnnounced(["a", "b"])
    system.launch.withLock { $0 }?("b")
    try await waitUntilAnnounced(["a"])
    while launched.withLock({ $0 }) != ["b"] { try await Task.sleep(for: .milliseconds(2)) }
    system.launch.withLock { $0 }?("b")
    scheduler.cancelAllTaskRequests()
    try await waitUntilAnnounced([])
    #expect(launched.withLock { $0 } == ["b"])
  }
}
