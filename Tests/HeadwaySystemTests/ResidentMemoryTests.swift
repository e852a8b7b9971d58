import Glibc
import HeadwayModel
import TestSupport
import Testing

@testable import HeadwaySystem

/// Real trees of processes are measured.
@Suite("Resident memory") struct ResidentMemoryTests {
  private static let mebibyte: Int64 = 1 << 20
  /// Holds 64 MiB, and has three children that share them.
  private static let holder =
    "import os, time; held = b'x' * (64 << 20); [os.fork() for n in (1, 2)]; time.sleep(60)"

  @Test("a child's child counts, and what processes share counts once")
  func tree() throws {
    let root = try spawn(["sh", "-c", "sh -c \"python3 -c \\\"$0\\\"; :\"; :", Self.holder])
    defer { endTree(of: root) }
    try eventually("the processes") { ProcessTree.descendants(of: root.process).count == 5 }
    // Four processes share 64 MiB. On a busy machine a measurement may run out of time: then shared
    // pages count in full, and the next measurement is the exact one.
    try eventually("the processes") {
      (64 * Self.mebibyte..<128 * Self.mebibyte).contains(measured(root) ?? 0)
    }
    try eventually("the processes") {
      guard let whole = measured(root), let below = measured(root, includesItself: false)
      else { return false }
      return below > 64 * Self.mebibyte && below < whole + Self.mebibyte
    }
    let child = try #require(ProcessTree.descendants(of: root.process).first)
    let rest = try #require(measured(root, apartFrom: [child.process]))
    #expect((1...8 * Self.mebibyte).contains(rest), "the shell alone: \(rest)")
  }

  @Test("each process counts for its nearest root")
  func nested() throws {
    let root = try spawn(["sh", "-c", "python3 -c \"$0\"; :", Self.holder])
    defer { endTree(of: root) }
    try eventually("the processes") { measured(root) ?? 0 > 64 * Self.mebibyte }
    let inner = try #require(ProcessTree.descendants(of: root.process).first)
    let roots = [root, inner].map {
      ResidentMemory.Root(
        process: $0.process, startTime: $0.startTime, includesItself: true)
    }
    try eventually("the processes") {
      let bytes = ResidentMemory.bytes(of: roots, apartFrom: [])
      return bytes[roots[0]] ?? .max < 8 * Self.mebibyte
        && bytes[roots[1]] ?? 0 > 64 * Self.mebibyte
    }
  }

  @Test("a root that is gone, or another process by now, has no figure")
  func gone() throws {
    let own = try #require(ProcessStat(process: getpid()))
    #expect(try #require(measured(own)) > Self.mebibyte)
    let earlier = ResidentMemory.Root(
      process: getpid(), startTime: own.startTime - 1, includesItself: true)
    let nobody = ResidentMemory.Root(process: Int32.max, startTime: 1, includesItself: true)
    #expect(ResidentMemory.bytes(of: [earlier, nobody], apartFrom: []).isEmpty)
  }

  private func measured(
    _ root: ProcessStat, includesItself: Bool = true, apartFrom others: [Int32] = []
  ) -> Int64? {
    let root = ResidentMemory.Root(
      process: root.process, startTime: root.startTime, includesItself: includesItself)
    return ResidentMemory.bytes(of: [root], apartFrom: others)[root]
  }

  private func spawn(_ words: [String]) throws -> ProcessStat {
    let request = SpawnRequest(
      path: "sh", arguments: words.map { RawText($0) }, environment: OwnProcess.environment)
    return try #require(ProcessStat(process: try request.spawn()))
  }

  private func endTree(of root: ProcessStat) {
    for process in ProcessTree.descendants(of: root.process) + [root] {
      kill(process.process, SIGKILL)
    }
    waitpid(root.process, nil, 0)
  }
}
