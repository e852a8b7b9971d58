import Glibc
import HeadwayModel
import HeadwaySystem
import Testing

@Suite("A command under resource limits") struct ResourceLimitTests {
  private func run(
    _ script: String, _ environment: [String]
  ) throws -> (String, HeadwayModel.ExitStatus) {
    let shell = try RunningCommand(
      ["bash", "-c", script, RunningCommand.supervise], environment: environment)
    return (String(decoding: shell.readAll(), as: UTF8.self), shell.wait())
  }

  private static let flood = "sh -c 'head -c 300000 /dev/zero | tr \"\\0\" Z; exit 3'"

  @Test("a limit on file size that stops the log changes neither bytes nor status")
  func logStops() throws {
    let task = SupervisedTask()
    let (output, status) = try run(
      "ulimit -c 0; ulimit -f 0; exec $0 \(Self.flood)",
      task.environment + ["SUPERVISE_REPORTS=/dev/stdout"])
    #expect(output.utf8.count { $0 == UInt8(ascii: "Z") } == 300_000)
    #expect(status == .code(3))
    let line = "subtitle the log stops at 0 bytes: the limit on file size (ulimit -f)\n"
    #expect(output.split(separator: "Z").contains { $0.contains(line) })
  }

  @Test("the log keeps its newest part in files of that size")
  func logRotates() throws {
    let task = SupervisedTask()
    let (output, status) = try run(
      "ulimit -c 0; ulimit -f 72; exec $0 \(Self.flood)",
      task.environment + ["SUPERVISE_REPORTS=/dev/stdout"])
    #expect(status == .code(3) && !output.contains("the log stops"))
    let sizes = try ["log.1", "log"].map { name in
      try #require(try DurableFile.read("\(task.folder)/\(name)", byteLimit: 1 << 20)).count
    }
    #expect(sizes[0] == 73_728 && (1...73_728).contains(sizes[1]))
  }

  @Test("a file that a limit ends is the command's: it dies of the signal, or hears of the error")
  func fileStops() throws {
    let task = SupervisedTask()
    for setting in ["", "trap '' XFSZ;"] {
      let script = "\(setting) ulimit -c 0; ulimit -f 72; $0 head -c 300000 /dev/zero >"
      let file = "\(task.folder)/\(setting.count)"
      let (_, plain) = try run("\(script) \(file)-plain; exit".replacing("$0 ", with: ""), [])
      let (_, supervised) = try run("\(script) \(file)-run; exit", task.environment)
      #expect(supervised == plain && plain != .code(0))
      let compared = try RunningCommand(["cmp", "\(file)-plain", "\(file)-run"]).wait()
      #expect(compared == .code(0))
    }
  }

  @Test("without descriptors the command isn't started, and nothing is lost", arguments: 6...12)
  func noDescriptors(limit: Int) throws {
    let task = SupervisedTask()
    let (output, status) = try run("ulimit -n \(limit); exec $0 echo out", task.environment)
    #expect(status == .code(EX_OSERR) && output.hasPrefix("unsupervised: "), "\(output)")
  }

  @Test(
    "the command has the signal mask and the dispositions of the shell", arguments: ["", "XFSZ"])
  func signals(ignored: String) throws {
    let look = "grep -E 'Sig(Blk|Ign)' /proc/self/status"
    let setting = ignored.isEmpty ? "" : "trap '' \(ignored);"
    let (plain, _) = try run("\(setting) exec \(look)", [])
    let (supervised, _) = try run("\(setting) exec $0 \(look)", [])
    #expect(plain == supervised && !plain.isEmpty)
  }
}
