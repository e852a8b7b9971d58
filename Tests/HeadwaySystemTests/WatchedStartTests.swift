import Glibc
import HeadwayModel
import SystemPackage
import Testing

@testable import HeadwaySystem

@Suite("A daemon whose start is watched") struct WatchedStartTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    var template = Array("/tmp/hw-start-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer {
      for name in directoryEntries(folder) { unlink("\(folder)/\(name)") }
      rmdir(folder)
    }
    try body(folder)
  }

  private struct Locked: Error {}

  private func isLocked(_ folder: String) throws -> Bool {
    guard try FileLock.acquire("\(folder)/lock") != nil else { return true }
    return false
  }

  private func start(_ script: String, in folder: String) throws {
    guard let lock = try FileLock.acquire("\(folder)/lock") else { throw Locked() }
    let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC
    let outcome = try OwnedDescriptor(
      opening: "open", open("\(folder)/starts", flags, 0o600))
    try DaemonProcess.startWatched(
      "/bin/sh", arguments: ["sh", "-c", script], environment: ["FOLDER": folder],
      keeping: lock.descriptor, outcome: outcome.descriptor)
  }

  private func text(_ folder: String) throws -> String {
    String(
      decoding: try DurableFile.read("\(folder)/starts", byteLimit: 4096) ?? [], as: UTF8.self)
  }

  private func awaitLock(_ folder: String) throws {
    let deadline = SystemClocks.awake + .seconds(20)
    while try isLocked(folder) {
      try #require(SystemClocks.awake < deadline)
      usleep(500)
    }
  }

  @Test(
    "its end is written down before anybody else has the lock",
    arguments: [("exit 3", 768), ("kill -SEGV $$", 11), ("exit 0", 0), ("kill -9 $$", 9)])
  func died(_ script: String, _ status: Int) throws {
    try withFolder { folder in
      let before = SystemClocks.running
      try start(script, in: folder)
      try awaitLock(folder)
      let words = try text(folder).split(separator: " ")
      #expect(words.prefix(2) == ["died", "\(status)"] && words.count == 3, "\(words)")
      let time = words.last.flatMap { Int64($0.dropLast()) }.map {
        RunningTime(sinceOrigin: .nanoseconds($0))
      }
      #expect(time.map { $0 >= before && $0 <= SystemClocks.running } == true)
    }
  }

  @Test("one that says it listens is left alone, and is nobody's child but the system's")
  func listened() throws {
    try withFolder { folder in
      try start(
        """
        for stream in 0 2 4; do readlink /proc/$$/fd/$stream; done >"$FOLDER/streams"
        echo $$ >"$FOLDER/pid.new"; mv "$FOLDER/pid.new" "$FOLDER/pid"
        while [ ! -e "$FOLDER/go" ]; do sleep 0.01; done
        echo listening >>"$FOLDER/starts"; exec 3>&-
        while [ ! -e "$FOLDER/end" ]; do sleep 0.01; done
        """, in: folder)
      let deadline = SystemClocks.awake + .seconds(20)
      var pid: Int32?
      while pid == nil, SystemClocks.awake < deadline {
        let bytes = try DurableFile.read("\(folder)/pid", byteLimit: 64)
        pid = bytes.flatMap { Int32(String(decoding: $0.dropLast(), as: UTF8.self)) }
        usleep(500)
      }
      let daemon = try #require(pid)
      let parent = try #require(ProcessStat(process: daemon)?.parent)
      #expect(
        readProcFile("/proc/\(parent)/comm").map { Array($0) } == Array("headway-start\n".utf8))
      let streams = try DurableFile.read("\(folder)/streams", byteLimit: 4096) ?? []
      #expect(
        String(decoding: streams, as: UTF8.self) == "/dev/null\n/dev/null\n",
        "it has nothing but the lock")
      #expect(try isLocked(folder), "the lock is held meanwhile")
      close(open("\(folder)/go", O_WRONLY | O_CREAT, 0o600))
      try awaitLock(folder)
      while ProcessStat(process: parent).map({ !$0.isZombie }) == true {
        try #require(SystemClocks.awake < deadline, "the process that watches stays")
        usleep(500)
      }
      #expect(ProcessStat(process: daemon)?.parent != parent)
      #expect(try text(folder) == "listening\n")
      close(open("\(folder)/end", O_WRONLY | O_CREAT, 0o600))
      ProcessExit.wait(for: daemon, within: .seconds(20))
      #expect(try text(folder) == "listening\n")
    }
  }
}
