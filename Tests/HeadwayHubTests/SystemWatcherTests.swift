import Logging
import NIOCore
import NIOPosix
import Testing

@testable import HeadwayHub

@Suite struct SystemWatcherTests {
  @Test("a closed watcher is kept by nobody, and what the kernel still tells reaches nobody")
  func close() async throws {
    let loop = HubBed.group.next()
    let isGone = try await loop.submit {
      weak var left: SystemWatcher?
      do {
        let silence = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let watcher = try SystemWatcher(loop: loop, logger: silence) { _ in
          Issue.record("a closed watcher told something")
        }
        left = watcher
        watcher.watchNames(in: "/nowhere", as: .spoolChanged)
        watcher.watchNames(in: "/tmp", as: .socketDirectoryChanged)
        watcher.close()
      }
      return left == nil
    }.get()
    #expect(isGone)
  }
}
