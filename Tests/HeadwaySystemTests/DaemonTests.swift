import Glibc
import HeadwayModel
import SystemPackage
import Testing

@testable import HeadwaySystem

@Suite("A daemon") struct DaemonTests {
  /// Where its descriptors 0 to 3 lead.
  private static let look = """
    all=; for n in 0 1 2 3; do all="$all $(readlink /proc/$$/fd/$n)"; done
    echo $all >"$0.new"; mv "$0.new" "$0"
    """

  @Test(
    "has null streams and the descriptor that is kept, whichever numbers are free before",
    arguments: [[], [3], [0], [0, 3], [0, 1, 2, 3]] as [[CInt]])
  func descriptors(free: [CInt]) throws {
    let path = "/tmp/headway-daemon-\(getpid())-\(free.map(String.init).joined())"
    let lock = try OwnedDescriptor(
      opening: "open", open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600))
    defer { for name in ["", ".lock"] { unlink(path + name) } }
    let child = try OwnProcess.fork {
      for number in free where number != lock.raw { close(number) }
      try? DaemonProcess.start(
        "/bin/sh", arguments: ["sh", "-c", Self.look, path],
        environment: ["PATH": "/usr/bin:/bin"], keeping: FileDescriptor(rawValue: lock.raw))
      _exit(0)
    }
    waitpid(child, nil, 0)
    let deadline = SystemClocks.awake + .seconds(10)
    while access(path, F_OK) != 0, SystemClocks.awake < deadline {
      SystemClocks.rest(for: .milliseconds(2))
    }
    let bytes = try #require(try DurableFile.read(path, byteLimit: 4096))
    let null = String(repeating: "/dev/null ", count: 3)
    #expect(String(decoding: bytes, as: UTF8.self) == null + path + ".lock\n")
  }
}
