import Glibc
import HeadwayLink
import HeadwaySystem
import HeadwayWire
import TestProcesses

/// The hub that answers in this workspace.
struct HubProcess {
  let process: Int32

  /// Says hello; nil where none answers within `patience`.
  static func answering(
    _ paths: HeadwayPaths, within patience: Duration = .seconds(2)
  ) -> HubProcess? {
    guard let client = try? CommandClient(paths, start: .never, patience: patience),
      let pid = try? client.first(
        within: patience,
        { (message) -> Int32? in
          if case .hello(let hello) = message { hello.pid } else { nil }
        })
    else { return nil }
    return HubProcess(process: pid)
  }

  /// All that run, answering or not.
  static var all: [Int32] { ProcessTable.ours("headwayd") }

  func send(_ signal: CInt) { kill(process, signal) }

  /// kill -9, until it is gone.
  func kill9() throws {
    send(SIGKILL)
    try timeUntil("the end of a killed hub") { !ProcessTable.isAlive(process) }
  }
}

extension FaultScene {
  /// Starts a hub as a person does.
  func startHub() throws -> HubProcess {
    let outcome = try run("exec headway hub start")
    guard outcome.code == 0, let hub = HubProcess.answering(paths) else {
      throw FaultError("hub start: \(outcome.code) \(outcome.error)")
    }
    return hub
  }

  /// What it said on the side.
  var hubLog: String {
    String(decoding: (try? DurableFile.read(paths.hubLog, byteLimit: 1 << 22)) ?? [], as: UTF8.self)
  }
}
