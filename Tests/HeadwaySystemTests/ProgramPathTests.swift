import Glibc
import SystemPackage
import Testing

@testable import HeadwaySystem

@Suite("Programs and buses that Headway uses on its own account") struct ProgramPathTests {
  @Test("programs are searched in absolute entries only")
  func absoluteEntries() {
    let here = "sbin:bin:.::../bin"
    #expect(ProgramPath.find("sh", in: here) == nil)
    #expect(ProgramPath.find("sh", in: "\(here):/bin") == "/bin/sh")
    #expect(ProgramPath.find("proc", in: "/") == nil, "a folder is no program")
    #expect(ProgramPath.find("./sh", in: nil) == "./sh")
    #expect(ProgramPath.find("sh", in: nil) != nil)
    #expect(ProgramPath.absolute("\(here):/bin:/usr/bin:") == "/bin:/usr/bin")
  }

  @Test("a bus whose socket is another user's is told of", .enabled(if: geteuid() == 0))
  func foreignBus() throws {
    var template = Array("/tmp/hw-bus-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer {
      unlink("\(folder)/bus")
      rmdir(folder)
    }
    try UnixSocket.listen(at: "\(folder)/bus", backlog: 1).close()
    func owner(_ environment: [String: String]) -> UInt32? {
      SessionBus.foreignOwner { environment[$0] }
    }
    let bus = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder)/bus,guid=7;unix:path=/other"]
    let runtime = ["XDG_RUNTIME_DIR": folder]
    #expect(owner(bus) == nil && owner(runtime) == nil && owner([:]) == nil)
    chown("\(folder)/bus", 65534, 65534)
    #expect(owner(bus) == 65534 && owner(runtime) == nil)
    chown(folder, 65534, 65534)
    #expect(owner(runtime) == 65534)
    #expect(owner(["DBUS_SESSION_BUS_ADDRESS": "unix:abstract=/x,guid=7"]) == nil)
  }
}
