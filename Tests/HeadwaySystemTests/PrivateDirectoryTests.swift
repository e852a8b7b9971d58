import Glibc
import SystemPackage
import Testing

@testable import HeadwaySystem

@Suite("Directories of one's own") struct PrivateDirectoryTests {
  private func temporaryDirectory() throws -> String {
    var template = Array("/tmp/hw-dir-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  @Test("where nothing can be made, that is said, with the reason")
  func writable() throws {
    let path = try temporaryDirectory()
    try PrivateDirectory.checkWritable(path)
    rmdir(path)
    #expect(throws: DirectoryError(path: path, problem: .failed(.noSuchFileOrDirectory))) {
      try PrivateDirectory.checkWritable(path)
    }
  }

  @Test("what can be used, or made, is left as it was")
  func usable() throws {
    let path = try temporaryDirectory()
    defer { rmdir(path) }
    try PrivateDirectory.checkUsable(path)
    try PrivateDirectory.checkUsable("\(path)/a/b")
    #expect(directoryEntries(path).isEmpty)
  }

  @Test(
    "what can't be made names the first that fails, even to a superuser",
    arguments: [
      ("/proc/nope/state/headway", "/proc/nope", Errno.noSuchFileOrDirectory),
      ("/dev/null/state", "/dev/null/state", .notDirectory),
    ])
  func unusable(_ path: String, _ failing: String, _ error: Errno) {
    #expect(throws: DirectoryError(path: failing, problem: .failed(error))) {
      try PrivateDirectory.checkUsable(path)
    }
  }

  @Test("where another user has made the folder in /tmp first, the way out is HEADWAY_SOCKET")
  func squatted() {
    func words(_ problem: DirectoryProblem, at path: String) -> String {
      DirectoryError(path: path, problem: problem).description
    }
    let makeshift = "/tmp/headway-\(ProcessEnvironment.user)"
    let wayOut = "set HEADWAY_SOCKET to a path in a folder of your own, the same in every terminal"
    #expect(
      words(.foreign(owner: 7), at: makeshift)
        == "\(makeshift) belongs to user 7, not to you; \(wayOut)")
    #expect(
      words(.notDirectory, at: makeshift)
        == "\(makeshift) is not a directory; remove it, or \(wayOut)")
    #expect(!words(.foreign(owner: 7), at: "/home/x/headway").contains("HEADWAY_SOCKET"))
  }

  @Test("what to do depends on why")
  func advice() {
    func words(_ error: Errno) -> String {
      DirectoryError(path: "/d", problem: .failed(error)).description
    }
    #expect(words(.noSpace).hasSuffix("; make room on its disk"))
    #expect(words(.readOnlyFileSystem).contains("; make it writable for you, or set HOME"))
  }

  @Test(
    "only a folder that Headway makes is to be closed to others",
    arguments: [
      ("/dev", false), ("/", false), ("/home/me", false), ("/var/spool", false),
      ("/var/logs", false), ("/run/user/1000/headway", true),
      ("/home/me/.local/state/headway", true), ("/home/me/.local/state/headway/spool", true),
      ("/tmp/headway-\(geteuid())", true), ("/tmp/headway-\(geteuid())/attach", true),
    ])
  func closing(_ path: String, _ isAdvised: Bool) {
    let words = DirectoryError(path: path, problem: .open(mode: 0o755)).description
    #expect(words.contains("run: chmod 700 \(path)") == isAdvised, "\(words)")
    #expect(words.contains("HEADWAY_SOCKET") != isAdvised, "\(words)")
  }
}
