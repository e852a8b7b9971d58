import Glibc
import HeadwayModel
import HeadwaySystem
import Testing

@testable import HeadwaySupervisor

/// The status that the outer terminal is told (OSC 7501).
@Suite("Status told to the terminal") struct TerminalStatusTests {
  private static let query = "\u{1B}]7501;?\u{1B}\\"

  private func start(_ script: String) throws -> RunningCommand {
    try RunningCommand(
      onTerminal: [RunningCommand.supervise, "bash", "-c", script],
      environment: SupervisedTask().environment + ["SUPERVISE_TELLS_STATUS=1"])
  }

  /// The script prints percents for three seconds, and then what its terminal has given it.
  private static let script = """
    for n in {1..60}; do printf '\\r%s%% of it' $n; sleep .05; done
    read -r line; printf '[%q]' "$line"
    """

  @Test("a terminal that answers is told the percent until the end, and the answer is no key")
  func told() throws {
    let command = try start(Self.script)
    _ = command.read(until: Self.query)
    command.write(Self.query)
    _ = command.read(until: "\u{1B}]7501;state=working:app=headway:progress=")
    command.write("line\n")
    let rest = String(decoding: command.readAll(), as: UTF8.self)
    #expect(rest.contains("[line]") && rest.hasSuffix("\u{1B}]7501;state=clear\u{1B}\\"), "\(rest)")
    #expect(command.wait() == .code(0))
  }

  @Test("one that doesn't answer is asked once and told nothing")
  func silent() throws {
    let command = try start(Self.script)
    _ = command.read(until: Self.query)
    _ = command.read(until: "30% of it")
    command.write("line\n")
    let rest = String(decoding: command.readAll(), as: UTF8.self)
    #expect(rest.contains("[line]") && !rest.contains("7501"), "\(rest)")
  }

  @Test("a short command and one without progress aren't worth a question")
  func unasked() throws {
    for script in ["printf '\\r10%%\\r20%% '", "sleep 1.5; echo done"] {
      let all = String(decoding: try start(script).readAll(), as: UTF8.self)
      #expect(!all.contains("7501"), "\(all)")
    }
  }

  @Test("a command that tells its status itself is left to do so")
  func itself() throws {
    let command = try start(
      "printf '\\033]7501;state=working:progress=5\\033\\\\'; " + Self.script)
    _ = command.read(until: "30% of it")
    command.write("line\n")
    let rest = String(decoding: command.readAll(), as: UTF8.self)
    #expect(!rest.contains("7501"), "\(rest)")
  }

  @Test("a line that is typed while the answer is on its way reaches the command")
  func typedMeanwhile() throws {
    let command = try start(Self.script)
    _ = command.read(until: Self.query)
    command.write("li" + Self.query + "ne\n")
    let rest = String(decoding: command.readAll(), as: UTF8.self)
    #expect(rest.contains("[line]"), "\(rest)")
  }
}
