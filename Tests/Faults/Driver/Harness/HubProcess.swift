import Glibc
import HeadwayLink
import HeadwaySystem
import HeadwayWire
import TestHarness
import TestProcesses

extension HubProcess {
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
    return HubProcess(pid: pid)
  }

  /// The hubs that run in this row, answering or not.
  static var all: [Int32] { ProcessTable.ours("headwayd") }
}

extension FaultScene {
  /// Starts a hub as a person does.
  func startHub() async throws -> HubProcess {
    let outcome = try await run("exec headway hub start")
    guard outcome.code == 0, let hub = HubProcess.answering(paths) else {
      throw HarnessError("hub start: \(outcome.status) \(outcome.errorText)")
    }
    return hub
  }

  /// What it said on the side.
  var hubLog: String {
    String(decoding: (try? DurableFile.read(paths.hubLog, byteLimit: 1 << 22)) ?? [], as: UTF8.self)
  }
}
