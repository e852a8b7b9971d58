import Glibc
import HeadwayCore
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

  /// What `command` comes to, a line for each report of progress; `$1` of it is the file.
  private func progress(
    of command: String, in folder: Folder, _ task: SupervisedTask = SupervisedTask()
  ) throws -> [String] {
    let script = "cd \(folder.path) && \(command)"
    let running = try RunningCommand(
      [RunningCommand.supervise, "bash", "-c", script], environment: task.environment)
    _ = running.readAll()
    #expect(running.wait() == .code(0))
    return task.reports.filter { $0.hasPrefix("progress ") }
  }

  /// Each is slowed down by whoever is at the other end, or by its own work.
  @Test(
    "are shown by the file that they read",
    arguments: [
      "dd if=big bs=64k status=none | pv -qL 20m >out",
      "cat big | pv -qL 20m >out",
      "gzip -c big | pv -qL 20m >out",
      "mkfifo fifo && { pv -qL 20m <fifo >out & cp big fifo; wait; }",
      "python3 -c 'import sys, time\nwhile sys.stdin.buffer.read(1 << 18): time.sleep(.012)' <big",
    ])
  func sequential(command: String) throws {
    let progress = try progress(of: command, in: Folder())
    #expect(!progress.isEmpty, "\(command)")
    let completed = progress.compactMap { Int64($0.split(separator: " ")[1]) }
    #expect(completed == completed.sorted())
    #expect(progress.allSatisfy { $0.hasSuffix("of \(Self.size) B, big") }, "\(progress)")
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
      let progress = try progress(of: command, in: folder)
      #expect(progress.isEmpty, "\(command)")
    }
  }

  @Test("what a command says itself outranks its files")
  func saysItself() throws {
    let command =
      "pv -qL 16m big >out & sleep 1.5; "
      + #"for n in 10 20 30; do printf "\r$n%% done"; sleep .2; done; wait"#
    let progress = try progress(of: command, in: Folder())
    let output = progress.firstIndex { $0.contains("%") }
    #expect(progress.first?.hasSuffix("B, big") == true, "\(progress)")
    #expect(progress.suffix(from: output ?? 0).allSatisfy { $0.hasSuffix("%, output") })
  }
}
