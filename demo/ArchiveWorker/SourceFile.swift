import Glibc
import HeadwaySystem

/// One file to archive.
struct SourceFile {
  let path: String
  let name: String
  let byteCount: Int64

  /// The regular files directly below `folder`, links left out, by name.
  static func below(_ folder: String) -> [SourceFile] {
    directoryEntries(folder).sorted().compactMap { name in
      var status = stat()
      let path = "\(folder)/\(name)"
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      return SourceFile(path: path, name: name, byteCount: Int64(status.st_size))
    }
  }

  /// FNV-1a over the file, 256 KiB at a time; false when the work was cancelled.
  func hash(reportingTo reporter: ProgressReporter) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return reporter.advance(by: byteCount) }
    defer { close(descriptor) }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      guard count > 0 else { return true }
      for byte in chunk[..<count] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      guard reporter.advance(by: Int64(count)) else { return false }
    }
  }

  /// Runs gzip(1) on the file; false when it failed.
  func compress(into folder: String) -> Bool {
    let output = open(
      "\(folder)/\(name).gz", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR)
    guard output >= 0 else { return false }
    defer { close(output) }
    var request = SpawnRequest(
      path: "gzip", arguments: ["gzip", "-c", RawText(path)],
      environment: OwnProcess.environment)
    request.duplicates = [(source: output, target: STDOUT_FILENO)]
    guard let child = try? request.spawn() else { return false }
    var status: CInt = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return status == 0
  }
}
