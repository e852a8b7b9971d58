import Glibc
import HeadwayModel
import HeadwaySystem
import Logging
import NIOCore
import NIOPosix
import Synchronization
import TestSupport
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

  @Test("5,000 tasks of one process cost one descriptor, and its exit reaches all that still ask")
  func manyTasksOfOneProcess() throws {
    let bench = try WatcherBench()
    let child = try bench.startChild()
    let keys = (0..<5000).map { TaskKey.numbered(UInt64($0)) }
    try bench.perform { watcher in
      for key in keys { watcher.watchExit(of: child, for: key) }
      for key in keys.prefix(1000) { watcher.unwatch(key) }
    }
    #expect(bench.descriptors(of: child) == 1)
    bench.end(child)
    try eventually("all are told") { bench.told.count >= 4000 }
    try bench.close()
    #expect(bench.told.count == 4000)
    #expect(Set(bench.told) == Set(keys.dropFirst(1000).map { .exited($0) }))
    #expect(bench.descriptors(of: child) == 0)
  }

  @Test("a process that no task is interested in any more costs nothing")
  func nobodyInterested() throws {
    let bench = try WatcherBench()
    let child = try bench.startChild()
    try bench.perform { $0.watchExit(of: child, for: .a) }
    #expect(bench.descriptors(of: child) == 1)
    try bench.perform { $0.unwatch(.a) }
    #expect(bench.descriptors(of: child) == 0)
    bench.end(child)
    try bench.close()
    #expect(bench.told.isEmpty)
  }

  @Test("a process for which no descriptor is left is watched later, and its exit isn't missed")
  func descriptorsInReserve() throws {
    let limit = Limit()
    let bench = try WatcherBench { limit.value }
    let (early, late) = (try bench.startChild(), try bench.startChild())
    try bench.perform { watcher in
      watcher.watchExit(of: early, for: .a)
      watcher.watchExit(of: late, for: .b)
    }
    #expect(bench.descriptors(of: early) == 0 && bench.descriptors(of: late) == 0)
    bench.end(early)
    try eventually("an exit that only a look finds") { bench.told == [.exited(.a)] }
    #expect(bench.descriptors(of: late) == 0)
    limit.value = .max
    try eventually("the kernel watches") { bench.descriptors(of: late) == 1 }
    bench.end(late)
    try eventually("the other exit") { bench.told == [.exited(.a), .exited(.b)] }
    try bench.close()
    #expect(bench.logged.count == 2, "\(bench.logged)")
    #expect(bench.logged.first?.contains("keep the last descriptors for clients") == true)
  }

  @Test("a process that is gone doesn't keep others from being watched again")
  func goneAmongOthers() throws {
    let limit = Limit()
    let bench = try WatcherBench { limit.value }
    let children = try (0..<8).map { _ in try bench.startChild() }
    try bench.perform { watcher in
      for (index, child) in children.enumerated() {
        watcher.watchExit(of: child, for: .numbered(UInt64(index)))
      }
    }
    // All but the last go at once, and room for descriptors comes: one round of looks is enough.
    for child in children.dropLast() { kill(child.pid, SIGKILL) }
    for child in children.dropLast() { waitpid(child.pid, nil, 0) }
    limit.value = .max
    try eventually("the exits") { bench.told.count >= 7 }
    #expect(bench.descriptors(of: children[7]) == 1, "watched in the same round")
    bench.end(children[7])
    try eventually("the last exit") { bench.told.count == 8 }
    try bench.close()
  }
}

/// How many descriptors a watcher is told it may have.
private final class Limit: Sendable {
  private let number = Mutex(0)

  var value: Int {
    get { number.withLock { $0 } }
    set { number.withLock { $0 = newValue } }
  }
}

/// A watcher on a loop of its own, and children to be watched.
private final class WatcherBench: Sendable {
  private let loop = HubBed.group.next()
  private let heard = Mutex<[SystemWatcher.News]>([])
  private let lines = Mutex<[String]>([])
  private let watcher: NIOLoopBoundBox<SystemWatcher?>

  init(limit: @escaping @Sendable () -> Int = { .max }) throws {
    watcher = .makeEmptyBox(eventLoop: loop)
    try loop.submit { [self] in
      let logger = Logger(label: "test") { _ in
        LineHandler { line in self.lines.withLock { $0.append(line) } }
      }
      watcher.value = try SystemWatcher(loop: loop, logger: logger, descriptorLimit: limit) {
        [self] news in heard.withLock { $0.append(news) }
      }
    }.wait()
  }

  var told: [SystemWatcher.News] { heard.withLock { $0 } }
  var logged: [String] { lines.withLock { $0 } }

  func perform(_ body: @escaping @Sendable (SystemWatcher) -> Void) throws {
    try loop.submit { [self] in watcher.value.map(body) }.wait()
  }

  func close() throws {
    try loop.submit { [self] in
      watcher.value?.close()
      watcher.value = nil
    }.wait()
  }

  /// A process that only waits for its end.
  func startChild() throws -> ProcessIdentity {
    let request = SpawnRequest(path: "sleep", arguments: ["sleep", "300"], environment: [])
    let pid = try request.spawn()
    let stat = try #require(ProcessStat(process: pid))
    return ProcessIdentity(pid: pid, startTime: stat.startTime, bootID: Boot.id)
  }

  func end(_ child: ProcessIdentity) {
    kill(child.pid, SIGKILL)
    waitpid(child.pid, nil, 0)
  }

  /// How many descriptors of this process refer to the process `child` (pidfd_open(2)).
  func descriptors(of child: ProcessIdentity) -> Int {
    directoryEntries("/proc/self/fdinfo").count { descriptor in
      let text = String(
        decoding: readProcFile("/proc/self/fdinfo/\(descriptor)") ?? [], as: UTF8.self)
      return text.contains("\nPid:\t\(child.pid)\n")
    }
  }
}

private struct LineHandler: LogHandler {
  let note: @Sendable (String) -> Void
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace

  init(note: @escaping @Sendable (String) -> Void) { self.note = note }

  func log(event: LogEvent) { note("\(event.message)") }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }
}
