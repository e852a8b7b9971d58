import Foundation
import Glibc
import HeadwaySystem
import Synchronization
import Testing

@Suite struct KernelWatcherTests {
  @Test("stop ends run, and tells nothing")
  func stop() async throws {
    let told = Mutex(0)
    let watcher = try KernelWatcher { _ in told.withLock { $0 += 1 } }
    await confirmation { isOver in
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          watcher.run()
          continuation.resume()
        }
        watcher.stop()
      }
      isOver()
    }
    #expect(told.withLock { $0 } == 0)
  }
}
