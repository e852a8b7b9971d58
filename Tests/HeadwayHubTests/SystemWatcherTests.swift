import Glibc
import HeadwayCore
import Logging
import NIOCore
import NIOPosix
import Testing

@testable import HeadwayHub

@Suite struct SystemWatcherTests {
  private static let silence = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  @Test(
    "that a process has gone already is told, but not to who no longer asks",
    arguments: [getpid(), Int32.max])
  func goneAlready(pid: Int32) async throws {
    let loop = HubBed.group.next()
    let (asked, unasked) = (TaskKey(high: 0, low: 1), TaskKey(high: 0, low: 2))
    let told = try await loop.flatSubmit {
      let heard = NIOLoopBoundBox<[SystemWatcher.News]>([], eventLoop: loop)
      do {
        let watcher = try SystemWatcher(loop: loop, logger: Self.silence) { heard.value.append($0) }
        // Of a number that is another process's by now, or nobody's.
        let gone = ProcessIdentity(pid: pid, startTime: 0, bootID: "")
        for key in [unasked, asked] { watcher.watchExit(of: gone, for: key) }
        watcher.unwatch(unasked)
        let bound = NIOLoopBound(watcher, eventLoop: loop)
        return loop.submit {
          bound.value.close()
          return heard.value
        }
      } catch {
        return loop.makeFailedFuture(error)
      }
    }.get()
    #expect(told == [.exited(asked)])
  }

  @Test("a closed watcher is kept by nobody, and what the kernel still tells reaches nobody")
  func close() async throws {
    let loop = HubBed.group.next()
    let isGone = try await loop.submit {
      weak var left: SystemWatcher?
      do {
        let watcher = try SystemWatcher(loop: loop, logger: Self.silence) { _ in
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
