import Foundation
import HeadwayModel
import HeadwaySystem
import HeadwayWire
import Testing

@testable import HeadwayLink

/// The files by which the supervisor of a cluster's job and a hub talk.
@Suite("The files of a cluster's job")
struct RelayTests {
  private let key = TaskKey(high: 3, low: 4)

  private func at(_ seconds: Int) -> AwakeTime { .origin + .seconds(seconds) }

  @Test("a begin is written at once, changes every 5 s, mere signs of life every 15 s")
  func pace() throws {
    var pace = RelayPace()
    #expect(pace.next(at: at(0)) == .write && pace.isMilestone)
    pace.noteWrite(at: at(0))
    #expect(pace.next(at: at(4)) == nil && pace.nextDeadline == at(5))
    pace.noteChange()
    #expect(pace.next(at: at(4)) == nil)
    #expect(pace.next(at: at(5)) == .write && !pace.isMilestone)
    pace.noteWrite(at: at(5))
    pace.noteSign()
    #expect(pace.next(at: at(10)) == .look)
    pace.noteLook(at: at(10))
    pace.noteLook(at: at(15))
    #expect(pace.next(at: at(20)) == .write, "a sign of life")
    pace.noteWrite(at: at(20))
    #expect(pace.next(at: at(24)) == nil)
    pace.noteEnd()
    #expect(pace.next(at: at(21)) == .write && pace.isMilestone, "an end waits for nothing")
    pace.noteWrite(at: at(21))
    pace.noteFailure(at: at(21))
    #expect(pace.next(at: at(21)) == nil && pace.next(at: at(22)) == .write)
  }

  @Test("a supervisor writes begin, state and end, and obeys each order once")
  func link() async throws {
    let folder = "/tmp/headway-relay-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let files = RelayFiles(folder: folder)
    let task = TaskDescription(key: key, title: "Train")
    let link = RelayLink(task: task, files: files, obeysEarlierOrders: true)
    var report = WorkerReport()
    report.reading = ProgressReading(completed: 4, total: 10)
    link.report(report)
    var orders = RelayedOrders()
    orders.append(.pause(by: .user))
    try DurableFile.write(orders.lines(of: key), to: files.orders)
    var now = at(0)
    var obeyed: [WorkerOrder] = []
    func advance() async throws {
      now = now + .seconds(5)
      obeyed += link.step(now: now)
      for _ in 0..<200 where state() == nil || link.nextDeadline.map({ $0 < now }) ?? false {
        try await Task.sleep(for: .milliseconds(5))
        obeyed += link.step(now: now)
      }
    }
    func state() -> RelayedState? {
      let bytes = (try? DurableFile.read(files.state, byteLimit: 1 << 20)) ?? nil
      return bytes.flatMap { try? RelayedState(lines: $0, of: key) }
    }
    for _ in 0..<3 { try await advance() }
    #expect(obeyed == [.pause(by: .user)])
    #expect(state()?.report.reading.completed == 4 && state()?.ending == nil)
    link.end(TaskEnding(reason: .failed, status: .code(3)), now: now)
    for _ in 0..<400 where !link.isSettled {
      try await Task.sleep(for: .milliseconds(5))
      _ = link.step(now: now)
    }
    #expect(link.isSettled)
    #expect(state()?.ending == TaskEnding(reason: .failed, status: .code(3)))
    #expect(state()?.endedAt != nil)
  }

  @Test("a newer order takes the place of an older one of its kind")
  func orders() throws {
    var orders = RelayedOrders()
    orders.append(.pause(by: .user))
    orders.append(.questionAsked(.silent))
    orders.append(.resume(by: .user))
    let read = RelayedOrders(lines: orders.lines(of: key), of: key)
    #expect(read.orders(after: 0) == [.questionAsked(.silent), .resume(by: .user)])
    #expect(read.orders(after: 2) == [.resume(by: .user)] && read.lastNumber == 3)
    var again = read
    again.drop()
    again.append(.pause(by: .user))
    #expect(again.orders(after: 3) == [.pause(by: .user)] && again.lastNumber == 4)
    let other = RelayedOrders(lines: orders.lines(of: TaskKey(high: 9, low: 9)), of: key)
    #expect(other.orders(after: 0).isEmpty, "orders to another task")
    for text in ["", "1", "x {}", "9223372036854775807 {}", "-1 {\"type\":\"pause\"}", "\n\n1 \n"] {
      #expect(RelayedOrders(lines: Array(text.utf8), of: key).orders(after: 0).isEmpty)
    }
  }

  @Test("a job survives its file, and anything else is no job")
  func job() throws {
    var arguments = SupervisorArguments(
      task: RawText(key.description), title: "日本 'x'", directory: "/w\n", umask: 0o22,
      stallAfterMilliseconds: 5, descriptorLimit: 1024, launch: 2,
      command: ["sh", "-c", RawText([0xFF, 0x0A])])
    arguments.streams = .pipes
    let job = RelayJob(arguments, stateDirectory: "/s", variables: ["A=1", "B="])
    #expect(RelayJob(bytes: job.bytes) == job)
    for length in 0..<job.bytes.count {
      _ = RelayJob(bytes: Array(job.bytes.prefix(length)))
    }
    for text in ["", "\0", "headway job 1\0/s\0-1\0", "headway job 1\0/s\099\0", "x\0y\00\00\0"] {
      #expect(RelayJob(bytes: Array(text.utf8)) == nil)
    }
    var text: [UInt8] = []
    let folder = "0123456789abcdef0123456789abcdef-1"
    CarriedJobs.append(job, folder: folder, index: 7, to: &text)
    CarriedJobs.append(job, folder: folder, index: nil, to: &text)
    for index in [nil, 7] {
      let found = CarriedJobs.find(index: index, in: text)
      #expect(found?.job == job && found?.folder == folder)
    }
    #expect(CarriedJobs.find(index: 8, in: text) == nil)
    #expect(
      text.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: ".") }, "a here-document ends at END.")
    for hostile in [
      "7 ../up 00\n", "7 \(folder) 0\n", "7 \(folder) zz\n", "7 \(folder)\n", "\n  \n",
    ] {
      #expect(CarriedJobs.find(index: 7, in: Array(hostile.utf8)) == nil)
    }
  }

  @Test("a part of an array finds its files by its index")
  func parts() throws {
    let files = RelayFiles(folder: "/j/\(key)")
    let other = TaskKey(high: 5, low: 6)
    let lines = Array("1 \(key)\n12 \(other)-2\nx y\n3\n4 ../../etc\n".utf8)
    #expect(files.part(12, in: lines) == RelayFiles(folder: "/j/\(other)-2"))
    #expect(files.part(1, in: lines) == files)
    for index in [2, 3, 4] { #expect(files.part(index, in: lines) == nil) }
  }
}
