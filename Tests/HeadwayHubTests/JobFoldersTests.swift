import Foundation
import HeadwayHubCore
import HeadwayModel
import HeadwaySlurm
import HeadwaySystem
import HeadwayWire
import Testing

@testable import HeadwayHub

/// The folders of jobs that a cluster runs.
@Suite("The folders of jobs")
struct JobFoldersTests {
  @Test("only the old folders of this hub go, of tasks that the record doesn't have")
  func sweep() throws {
    try RecordBed.use { bed in
      let store = try bed.open()
      try store.save([try RecordBed.task(1)])
      let path = bed.folder + "/jobs"
      let own = JobFolders(
        path, HeadwayPaths(socket: bed.folder + "/s", stateDirectory: bed.folder), isNamed: false)
      let other = JobFolders(
        path, HeadwayPaths(socket: bed.folder + "/s", stateDirectory: "/elsewhere"), isNamed: false)
      for (number, owner) in [(1, own), (2, own), (3, other), (4, own), (5, own), (6, own)] {
        let key = TaskKey.numbered(UInt64(number))
        let files = owner.files(of: key, launch: 1)
        try FileManager.default.createDirectory(
          atPath: files.folder, withIntermediateDirectories: true)
        try DurableFile.write(
          owner.content(SlurmMark(key, launch: 1), isCarried: number == 2), to: files.attempt,
          isDurable: false)
        #expect(owner.readMark(of: files)?.isCarried == (number == 2))
        // The job of the fourth has ended.
        let ending = number == 4 ? TaskEnding(reason: .completed) : nil
        let state = RelayedState(
          TaskDescription(key: key, title: "x"), WorkerReport(), ending, endedAt: nil)
        try DurableFile.write(state.lines, to: files.state, isDurable: false)
      }
      // The submission of the sixth was refused, but may still come through.
      try DurableFile.write(
        [], to: own.files(of: .numbered(6), launch: 1).refusal, isDurable: false)
      // The record has the second part of the array in the fifth folder.
      let array = own.files(of: .numbered(5), launch: 1)
      let part = JobFolders.name(of: .numbered(1), launch: 1)
      try DurableFile.write(Array("2 \(part)\n".utf8), to: array.parts, isDurable: false)
      let now = WallTime(
        millisecondsSinceEpoch: Int64(Date().timeIntervalSince1970 * 1000))
      own.sweep(store, at: now.advanced(by: .seconds(500)))
      #expect(Self.numbers(in: path) == [1, 2, 3, 4, 5, 6], "jobs that run write more often")
      own.sweep(store, at: now.advanced(by: .seconds(700)))
      #expect(Self.numbers(in: path) == [1, 2, 3, 5, 6])
      own.sweep(store, at: now.advanced(by: .seconds(90_000)))
      #expect(Self.numbers(in: path) == [1, 3, 5])
    }
  }

  /// The numbers of the tasks whose folders are there.
  private static func numbers(in path: String) -> [Int] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return (1...6).filter { number in
      names.contains(JobFolders.name(of: .numbered(UInt64(number)), launch: 1))
    }
  }
}
