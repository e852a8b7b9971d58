import Foundation
import HeadwayModel
import HeadwaySystem
import Testing

@testable import HeadwayLink

@Suite("Programs for another machine") struct InstallationTests {
  private let host: HeadwayModel.Host

  init() throws { host = HeadwayModel.Host(try #require(HostName("build1"))) }

  @Test("versions are compared by their numbers, and what is no version by nothing")
  func versions() throws {
    func number(_ text: String) throws -> ReleaseNumber { try #require(ReleaseNumber(text)) }
    #expect(try number("headway 0.10.1") > number("0.9"))
    #expect(try number("1.0") == number("1") && number("0.1.0") < number("0.1.1"))
    for text in ["", "headway", "1..2", "1.x", "-1", "1.2.3.4.5", "9999999999", "1.2 beta"] {
      #expect(ReleaseNumber(text) == nil, "\(text)")
    }
  }

  @Test("a script for a far shell has no character that a shell changes between single quotes")
  func scripts() throws {
    let command = SSHCommand(host: host, controlPath: nil)
    for (line, end) in [
      (command.stateQuestion(folder: nil), "' sh"),
      (command.installation(sizes: (70_123, 9), folder: "~/bin"), "' sh 70123 9 ~/bin"),
    ] {
      let word = try #require(line.last)
      #expect(word.hasPrefix("exec sh -c '") && word.hasSuffix(end), "\(word)")
      let script = word.dropFirst("exec sh -c '".count).dropLast(end.count)
      #expect(!script.contains { "'\\!\n".contains($0) })
      #expect(line.contains("BatchMode=yes") && line.dropLast().suffix(2) == ["--", "build1"])
    }
  }

  @Test("the folder is that of the program in the config, which is called headway")
  func folder() throws {
    #expect(try FarInstallation.folder(of: host) == nil)
    var described = host
    described.program = "~/bin/headway"
    #expect(try FarInstallation.folder(of: described) == "~/bin")
    for program in ["/opt/headway-1", "/headway", "~/bin/hw"] {
      described.program = program
      #expect(throws: InstallTrouble.self) { try FarInstallation.folder(of: described) }
    }
  }

  @Test("the answer is read whatever a startup file prints around it")
  func answer() throws {
    let text = "hi\u{1B}[1m\nheadway-there system Linux x86_64\r\nx\nheadway-there version \n"
    let state = try #require(FarState(FarInstallation.marked(Array(text.utf8))))
    #expect(state == FarState(["system Linux x86_64", "version"]) && state.version == nil)
    #expect(FarState(["system Linux x86_64"]) == nil && FarState([]) == nil)
    let outcome = InstallOutcome([
      "step copy", "step done", "path /usr/bin/headway", "hub headwayd 0.0.9, pid 7, protocol 1",
    ])
    #expect(outcome.step == .done && outcome.otherProgram?.string == "/usr/bin/headway")
    #expect(outcome.hub?.string == "headwayd 0.0.9" && outcome.hasOtherHub(than: "0.1.0"))
    #expect(!outcome.hasOtherHub(than: "0.0.9"))
    let none = InstallOutcome(["step try", "hub"])
    #expect(none.step == .try && none.hub == nil && !none.hasOtherHub(than: "0.1.0"))
  }

  @Test("another system and a newer version are refused; force allows the newer version alone")
  func checked() throws {
    func check(_ system: String, _ version: String, force: Bool = false) throws(InstallTrouble) {
      try FarState(["system \(system)", "version \(version)"])?.check(
        host.name, own: "Linux x86_64", version: "0.9.0", isForced: force)
    }
    try check("Linux x86_64", "headway 0.9")
    try check("Linux x86_64", "")
    try check("Linux x86_64", "no version")
    try check("Linux x86_64", "headway 0.10.0", force: true)
    #expect(throws: InstallTrouble.newer(host.name, SanitisedText("headway 0.10.0"))) {
      try check("Linux x86_64", "headway 0.10.0")
    }
    let other = InstallTrouble.otherSystem(
      host.name, SanitisedText("Darwin arm64"), own: "Linux x86_64")
    #expect(throws: other) { try check("Darwin arm64", "", force: true) }
  }

  @Test(
    "a step that fails is one line that says why",
    arguments: [
      (.copy, "tar: headwayd: Wrote only 5 of 10: No space left on device\ntar: x\n", "is full"),
      (.folder, "mkdir: cannot create directory: Disk quota exceeded\n", "is full"),
      (.try, "/x/headway: libz.so.1: cannot open shared object file\n", "don't run on build1"),
      (.try, "", "no reason given"), (.copy, "", "cut short"),
      (.folder, "mkdir: \u{1B}[31m: Permission denied\n", "Permission denied"),
    ] as [(InstallOutcome.Step, String, String)])
  func failures(step: InstallOutcome.Step, output: String, words: String) {
    let trouble = InstallTrouble(host.name, failedAt: step, output: output, folder: "~/bin")
    #expect(trouble.description.contains(words), "\(trouble)")
    #expect(!trouble.description.unicodeScalars.contains { $0.value < 32 })
  }

  @Test(
    "tar unpacks the archive, with sizes at and beside a block's", arguments: [0, 511, 512, 513])
  func archive(size: Int) throws {
    let folder = NSTemporaryDirectory() + "/\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let bytes = Data((0..<size).map { UInt8(truncatingIfNeeded: $0) })
    try bytes.write(to: URL(filePath: folder + "/source"))
    func file(_ name: String) throws -> ProgramArchive.File {
      let contents = try OwnedDescriptor(opening: "open", open(folder + "/source", O_RDONLY))
      return ProgramArchive.File(name: name, contents: contents, size: size)
    }
    var archive = ProgramArchive([try file("headway"), try file("headwayd")])
    var all = Data()
    while let piece = try archive.next() { all.append(contentsOf: piece) }
    try all.write(to: URL(filePath: folder + "/a.tar"))
    let tar = try #require(ProgramRun.of(["tar", "-xof", folder + "/a.tar", "-C", folder]))
    #expect(tar.succeeded && tar.output.isEmpty, "\(tar.output)")
    for name in ["headway", "headwayd"] {
      #expect(try Data(contentsOf: URL(filePath: folder + "/" + name)) == bytes)
    }
    var cut = ProgramArchive([
      ProgramArchive.File(name: "headway", contents: try file("x").contents, size: size + 1)
    ])
    #expect(throws: SystemError.self) { while try cut.next() != nil {} }
  }
}
