import Glibc
import Testing

@testable import HeadwaySystem

@Suite("Resource limits") struct ResourceLimitTests {
  @Test("a child has the soft limits that it is given, this process keeps its own")
  func givenToAChild() throws {
    let before = ResourceLimits.current
    var limits = before
    limits[.descriptors] = 37
    limits[.fileSize] = 1 << 20
    limits[.stack] = 1 << 20
    let output = try #require(try output(of: "ulimit -S -n; ulimit -S -f; ulimit -S -s", limits))
    #expect(output == "37\n2048\n1024\n")
    #expect(ResourceLimits.current == before)
  }

  @Test("a limit is set to the hard one where it is greater")
  func clipped() throws {
    var limits = ResourceLimits.current
    limits[.descriptors] = ResourceLimits.unlimited
    let output = try #require(try output(of: "ulimit -S -n; ulimit -H -n", limits))
    let words = output.split(separator: "\n")
    #expect(words.count == 2 && words.first == words.last)
  }

  @Test("a file without a magic number is executed as a shell script")
  func script() throws {
    let path = "/tmp/headway-script-\(getpid())"
    defer { unlink(path) }
    // By a shell: a file that is open for writing in a child of another test can't be executed.
    _ = try output(of: "echo 'exit 7' >\(path); chmod 700 \(path)", nil)
    let request = SpawnRequest(
      path: RawText(path), arguments: ["x"], environment: OwnProcess.environment)
    var status: CInt = 0
    #expect(waitpid(try request.spawn(), &status, 0) > 0 && status >> 8 == 7)
  }

  @Test("a child's dispositions are those of this process but for those that become the default")
  func dispositions() throws {
    let before = signal(SIGXFSZ, SIG_IGN)
    defer { signal(SIGXFSZ, before) }
    let look = "grep SigIgn: /proc/self/status | cut -f 2"
    func ignored(_ defaults: SignalSet) throws -> UInt64? {
      let text = try output(of: look, nil, defaults: defaults) ?? ""
      return UInt64(text.dropLast(), radix: 16)
    }
    let bit = UInt64(1) << UInt64(SIGXFSZ - 1)
    #expect(try ignored(SignalSet()).map { $0 & bit } == bit)
    #expect(try ignored(SignalSet([SIGXFSZ])).map { $0 & bit } == 0)
  }

  @Test("a limit that is too small is named, with what is needed")
  func shortage() {
    let stack = ResourceShortage(resource: .stack, available: 131_072, needed: 262_144)
    #expect("\(stack)" == "the limit on the stack (ulimit -s) is 128 KiB; 256 KiB are needed")
    let files = ResourceShortage(resource: .descriptors, available: 3, needed: 32)
    #expect("\(files)" == "the limit on open files (ulimit -n) leaves 3; 32 are needed")
    #expect(ResourceShortage.ofHub() == nil && ResourceShortage.ofSupervisor() == nil)
  }

  private func output(
    of script: String, _ limits: ResourceLimits?, defaults: SignalSet = SignalSet()
  ) throws -> String? {
    let pipe = try DescriptorPair.pipe()
    var request = SpawnRequest(
      path: "sh", arguments: ["sh", "-c", RawText(script)], environment: OwnProcess.environment)
    request.duplicates = [(pipe.second.raw, 1)]
    request.limits = limits
    request.defaultSignals = defaults
    let child = try withExtendedLifetime(pipe.second) { try request.spawn() }
    return try end(of: child, pipe.first)
  }

  private func end(of child: CInt, _ output: OwnedDescriptor) throws -> String? {
    var status: CInt = 0
    guard waitpid(child, &status, 0) == child else { return nil }
    output.setNonblocking()
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(output.raw, &bytes, bytes.count)
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
