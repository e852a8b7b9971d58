import Foundation
import Glibc
import Testing

@testable import HeadwaySystem

@Suite("Processes") struct ProcessTests {
  @Test("stat of an awkward name")
  func statOfAnAwkwardName() throws {
    let line = "42 (a) b (c) S 1 7 8 34816 7 4194304 1 2 3 4 50 60 9 9 20 0 1 0 777 1000 1 2\n"
    let stat = try #require(ProcessStat(Array(line.utf8)))
    #expect(stat.process == 42 && stat.parent == 1 && stat.group == 7 && stat.session == 8)
    #expect(stat.cpuTicks == 110 && stat.startTime == 777 && stat.state == UInt8(ascii: "S"))
    #expect(stat.hasTerminal && stat.pseudoTerminal == "/dev/pts/0" && stat.foregroundGroup == 7)
    #expect(stat.residentPages == 1)
  }

  @Test(
    "any other text is no stat",
    arguments: [
      "", "(", ")(", "1 (x) S", "x (y) S 1 2 3", "1 (x) S a b c d e f g h i j k l m n",
    ])
  func anythingElseIsNoStat(text: String) { #expect(ProcessStat(Array(text.utf8)) == nil) }

  @Test("the stat of the own process is read")
  func ownStat() throws {
    let stat = try #require(ProcessStat(process: getpid()))
    #expect(stat.group == getpgrp() && stat.parent == getppid())
  }

  @Test("what goes to disk is work and what goes through a pipe isn't")
  func whatGoesToDiskIsWorkAndWhatGoesThroughAPipeIsNot() {
    func work(_ io: String) -> ProcessWork {
      ProcessWork(cpuTicks: 7, io: ProcFields(Array(io.utf8)))
    }
    let before = work("rchar: 10\nwchar: 20\nread_bytes: 0\nwrite_bytes: 4096\n")
    #expect(before == work("rchar: 99\nwchar: 99\nread_bytes: 0\nwrite_bytes: 4096\n"))
    #expect(before != work("rchar: 10\nwchar: 20\nread_bytes: 0\nwrite_bytes: 8192\n"))
    #expect(before != work("rchar: 10\nwchar: 20\nread_bytes: 4096\nwrite_bytes: 4096\n"))
    #expect(work("nonsense").diskBytes == nil && ProcessWork(cpuTicks: 7, io: nil).diskBytes == nil)
  }

  @Test("a signal needs the right start time")
  func aSignalNeedsTheRightStartTime() throws {
    let request = SpawnRequest(
      path: "sleep", arguments: ["sleep", "100"], environment: OwnProcess.environment)
    let process = try request.spawn()
    let stat = try #require(ProcessStat(process: process))
    let text = "\(process) (sleep) S 1 1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0"
    let impostor = try #require(ProcessStat(Array(text.utf8)))
    #expect(impostor.startTime != stat.startTime)
    Signalling.send(SIGKILL, to: impostor)
    #expect(kill(process, 0) == 0)
    Signalling.send(SIGTERM, to: stat)
    var status: CInt = 0
    #expect(waitpid(process, &status, 0) == process)
    #expect(status & 0x7F == SIGTERM)
  }

  @Test("a child that ends with its parent ends with the thread that started it")
  func endsWithParent() async throws {
    let child = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var request = SpawnRequest(
          path: "sleep", arguments: ["sleep", "100"], environment: OwnProcess.environment)
        request.defaultSignals = .all
        request.endsWithParent = true
        continuation.resume(returning: (try? request.spawn()) ?? -1)
      }
    }
    try #require(child > 0)
    var status: CInt = 0
    #expect(waitpid(child, &status, 0) == child && status & 0x7F == SIGTERM)
  }

  @Test("spawn says what failed")
  func spawnSaysWhatFailed() {
    let request = SpawnRequest(path: "/no/such/file", arguments: ["x"], environment: [])
    #expect(throws: SystemError.self) { try request.spawn() }
  }

  @Test("raw text ends at NUL")
  func rawTextEndsAtNul() {
    #expect(RawText([0x61, 0, 0x62]).bytes == [0x61])
    #expect(RawText([0xFF]).string == "\u{FFFD}")
  }
}
