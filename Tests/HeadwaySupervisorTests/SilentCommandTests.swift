import Glibc
import HeadwayModel
import HeadwaySystem
import Testing

/// Real commands that say nothing of how far they are.
@Suite("Silent commands", .serialized) struct SilentCommandTests {
  private static let size: Int64 = 48 << 20

  /// A folder with a file that doesn't compress, which goes with it.
  private final class Folder {
    let path: String

    init() throws {
      var template = Array("/tmp/headway-files-XXXXXX".utf8CString)
      path = String(cString: mkdtemp(&template))
      let made = try RunningCommand(["sh", "-c", "head -c \(size) /dev/urandom >\(path)/big"])
      _ = made.readAll()
      _ = made.wait()
    }

    deinit {
      for name in directoryEntries(path) { unlink("\(path)/\(name)") }
      rmdir(path)
    }
  }

  /// What a command of the shell comes to in `folder`, a line for each report of `kind`.
  private func reports(
    _ kind: String = "progress", of command: String, in folder: Folder,
    _ task: SupervisedTask = SupervisedTask()
  ) throws -> [String] {
    let running = try RunningCommand(
      [RunningCommand.supervise, "env", "-C", folder.path, "bash", "-c", command],
      environment: task.environment)
    _ = running.readAll()
    #expect(running.wait() == .code(0))
    return task.reports.filter { $0.hasPrefix("\(kind) ") }
  }

  /// Each is slowed down by whoever is at the other end, or by its own work.
  @Test(
    "are shown by the file that they read",
    arguments: [
      "dd if=big bs=64k status=none | pv -qL 20m >out",
      "cat big | pv -qL 20m >out",
      "gzip -c big | pv -qL 20m >out",
      "cp big /dev/stdout | pv -qL 20m >out",
      "python3 -c 'import sys, time\nwhile sys.stdin.buffer.read(1 << 18): time.sleep(.012)' <big",
    ])
  func sequential(command: String) throws {
    let progress = try reports(of: command, in: Folder())
    #expect(!progress.isEmpty, "\(command)")
    let completed = progress.compactMap { Int64($0.split(separator: " ")[1]) }
    #expect(completed == completed.sorted())
    #expect(progress.allSatisfy { $0.hasSuffix("of \(Self.size) B, big") }, "\(progress)")
  }

  @Test("several files that are read one after the other are one whole")
  func several() throws {
    let folder = try Folder()
    let command = "for n in a b c; do head -c 16M big >$n; done"
    #expect(try reports(of: command, in: folder).isEmpty)
    let progress = try reports(of: "cat a b c | pv -qL 10m >out", in: folder)
    let completed = progress.compactMap { Int64($0.split(separator: " ")[1]) }
    #expect(completed == completed.sorted() && completed.count > 2, "\(progress)")
    #expect(completed.contains { $0 > 32 << 20 }, "\(progress)")
    #expect(progress.allSatisfy { $0.hasSuffix("of \(48 << 20) B, 3 files") }, "\(progress)")
  }

  @Test("how far a file is that is a part of a script says nothing of the whole")
  func script() throws {
    let (folder, task) = (try Folder(), SupervisedTask())
    let command = "cat big | pv -qL 20m >out; cat big | pv -qL 20m >out"
    #expect(
      try reports("subtitle", of: command, in: folder, task).contains { $0.hasSuffix("% of big") })
    #expect(!task.reports.contains { $0.hasPrefix("progress ") })
  }

  @Test(
    "of a part that is to be read, the part is the whole",
    arguments: [
      "head -c 32M big | pv -qL 16m >out",
      "dd if=big bs=1M count=32 skip=8 status=none | pv -qL 16m >out",
    ])
  func part(command: String) throws {
    let progress = try reports(of: command, in: Folder())
    #expect(!progress.isEmpty && progress.allSatisfy { $0.hasSuffix("of \(32 << 20) B, big") })
    let end = try reports(of: "tail -c 32M big | pv -qL 16m >out", in: Folder())
    #expect(end.isEmpty)
  }

  @Test("random access isn't shown, and neither is a map")
  func random() throws {
    let folder = try Folder()
    let seek = """
      python3 -c 'import random, time
      file = open("big", "rb", buffering=0)
      end = time.monotonic() + 3
      while time.monotonic() < end:
        file.seek(random.randrange(\(Self.size))); file.read(4096)'
      """
    let map = """
      python3 -c 'import mmap, time
      file = open("big", "rb")
      data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
      for page in range(0, len(data), 16384): data[page]; time.sleep(.0005)'
      """
    for command in [seek, map] {
      let progress = try reports(of: command, in: folder)
      #expect(progress.isEmpty, "\(command)")
    }
  }

  @Test("what a command says itself outranks its files")
  func saysItself() throws {
    let folder = try Folder()
    let script =
      "exec 3<&0; pv -qL 16m <&3 >out & sleep 1.5; "
      + #"for n in 10 20 30; do printf "\r$n%% done"; sleep .2; done; wait"#
    #expect(try reports(of: "echo '\(script)' >say", in: folder).isEmpty)
    let progress = try reports(of: "cat big | sh say", in: folder)
    let output = progress.firstIndex { $0.contains("%") }
    #expect(progress.first?.hasSuffix("B, big") == true, "\(progress)")
    #expect(progress.suffix(from: output ?? 0).allSatisfy { $0.hasSuffix("%, output") })
  }
}
