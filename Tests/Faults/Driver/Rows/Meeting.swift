import Glibc
import HeadwaySystem
import TestHarness

/// Every command against a hub that isn't one, all at once: each works, or says a line and leaves.
struct Meeting {
  private let scene: FaultScene
  private let manner: StandIn.Manner
  private let standIn: Program
  private let programs: [Program]
  private let job: Program
  private let socket: String

  private static let commands = [
    ["list"], ["list", "--json"], ["status"], ["hub", "status"], ["cancel", "1"],
    ["wait", "--all"],
    ["answer", "1", "continue"], ["update", "--task", "1", "--completed", "1"], ["hub", "stop"],
  ]

  init(_ scene: FaultScene, _ manner: StandIn.Manner) throws {
    (self.scene, self.manner) = (scene, manner)
    let place = "\(scene.folder)/run/\(manner.rawValue)"
    socket = "\(place)/hub.sock"
    let environment = ["HEADWAY_SOCKET": socket, "XDG_STATE_HOME": place]
    let driver = ProcessEnvironment.executablePath ?? ""
    standIn = try Program(
      [driver, "stand-in", "--manner", manner.rawValue], environment: environment)
    try StandIn.await(at: socket)
    programs = try Self.commands.map { try Program(["headway"] + $0, environment: environment) }
    job = try Program(
      ["headway", "run", "--", "sh", "-c", "echo out; exit 3"], environment: environment)
  }

  func check() async throws {
    for (command, program) in zip(Self.commands, programs) {
      let name = "\(command.joined(separator: " ")) (\(manner))"
      guard let outcome = try? await program.outcome(within: .seconds(12)) else {
        scene.check(false, "hangs: \(name)")
        continue
      }
      check(outcome, of: name, maySayNothing: command == ["status"])
    }
    let outcome = try await job.outcome()
    scene.check(outcome.code == 3 && outcome.text == "out\n", "run (\(manner)): \(outcome)")
    scene.check(HubProcess.all.isEmpty, "a hub was started beside the stand-in (\(manner))")
  }

  private func check(_ outcome: Outcome, of name: String, maySayNothing: Bool) {
    let lineCount = outcome.errorText.split(separator: "\n").count
    scene.check(outcome.code == 0 || lineCount <= 1, "\(name): \(outcome.errorText)")
    scene.check(outcome.code.map { $0 < 128 } == true, "\(name) left with \(outcome.status)")
    let isSilent = outcome.code != 0 && lineCount == 0 && !maySayNothing
    scene.check(!isSilent, "\(name) left with \(outcome.status) without a word")
  }

  /// The next stand-in's socket shall not seem to be there before it is.
  func end() {
    standIn.kill()
    unlink(socket)
  }
}
