import Glibc
import HeadwayModel
import Testing

@testable import HeadwaySystem

@Suite("The limits and the niceness of a command")
struct InheritedLimitTests {
  @Test("a limit is written as prlimit has it, and read back")
  func texts() {
    for text in ["nofile=512:1024", "core=0:unlimited", "as=unlimited:unlimited"] {
      #expect(ProcessLimit(text)?.text == text)
    }
    for text in ["", "nofile", "nofile=5", "nofile=9:5", "files=1:2", "core=-1:5", "cpu=1:2:3"] {
      #expect(ProcessLimit(text) == nil, "\(text)")
    }
  }

  @Test("only what differs is kept")
  func differences() {
    let (open, core) = (
      ProcessLimit("nofile", soft: 5, hard: 9), ProcessLimit("core", soft: 0, hard: nil)
    )
    let own = InheritedLimits(niceness: 0, limits: [open, core])
    #expect(own.differing(from: own) == InheritedLimits())
    let other = InheritedLimits(
      niceness: 5, limits: [open, ProcessLimit("core", soft: 7, hard: nil)])
    #expect(
      other.differing(from: own)
        == InheritedLimits(niceness: 5, limits: [ProcessLimit("core", soft: 7, hard: nil)]))
  }

  @Test("this process has all 16 limits")
  func own() {
    let own = InheritedLimits.ofThisProcess
    #expect(own.limits.map(\.name) == ProcessLimit.names && own.niceness != nil)
    #expect(own.permitted().refusals.isEmpty)
  }
}
