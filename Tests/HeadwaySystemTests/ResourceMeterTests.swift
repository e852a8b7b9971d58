import Glibc
import HeadwayModel
import TestSupport
import Testing

@testable import HeadwaySystem

/// Real processes are measured.
@Suite("The resource meter") struct ResourceMeterTests {
  @Test("a busy child counts, an idle one doesn't")
  func busy() throws {
    let root = try spawn("while :; do :; done & sleep 60 & wait")
    defer { endTree(of: root) }
    var meter = ResourceMeter(timeLimit: .seconds(5))
    try eventually("the processes") { meter.look(at: [root])[root]?.processCount == 3 }
    try eventually("the processor time") {
      let cores = meter.look(at: [root])[root]?.cores
      return (0.2..<1.6).contains(cores ?? 0)
    }
    #expect(try #require(meter.look(at: [root])[root]).bytes > 1 << 20)
  }

  @Test("the time of children that ended in between counts")
  func reaped() throws {
    let root = try spawn(
      "while :; do sh -c 'n=0; while [ $n -lt 20000 ]; do n=$((n+1)); done'; done")
    defer { endTree(of: root) }
    var meter = ResourceMeter(timeLimit: .seconds(5))
    _ = meter.look(at: [root])
    try eventually("the processor time") {
      usleep(300_000)
      return (0.2..<1.5).contains(meter.look(at: [root])[root]?.cores ?? 0)
    }
  }

  @Test("a process that is gone has no figures, and no time is no figure either")
  func gone() throws {
    var meter = ResourceMeter()
    #expect(meter.look(at: [Int32.max, -1, 0]).isEmpty)
    let root = try spawn("sleep 60")
    defer { endTree(of: root) }
    var hurried = ResourceMeter(timeLimit: .zero)
    #expect(hurried.look(at: [root]).isEmpty)
  }

  private func spawn(_ script: String) throws -> Int32 {
    try SpawnRequest(
      path: "sh", arguments: ["sh", "-c", script].map { RawText($0) },
      environment: OwnProcess.environment
    ).spawn()
  }

  private func endTree(of root: Int32) {
    for process in ProcessTree.descendants(of: root).map(\.process) + [root] {
      kill(process, SIGKILL)
    }
    waitpid(root, nil, 0)
  }
}
