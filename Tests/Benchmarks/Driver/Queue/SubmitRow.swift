import Glibc
import HeadwayModel
import HeadwaySystem

/// Submitting, one at a time: ours is on disk when it returns, task-spooler keeps nothing. Beside both,
/// what the disk alone asks for: one fdatasync(2) of a page.
enum SubmitRow {
  static func measure(_ bench: Bench) throws -> [TableRow] {
    let theirs = try SpoolerQueue(slots: 1, name: "submit", bench: bench)
    defer { theirs.stop() }
    return try bench.withHub("submit", config: HeadwayQueue.config(slots: 1)) { hub in
      let ours = HeadwayQueue(headway: bench.headway)
      _ = try (ours.submit(["sleep", "1000"]), theirs.submit(["sleep", "1000"]))
      let disk = try DiskPage(in: hub.paths.stateDirectory)
      let (rounds, warmUp) = (bench.rounds(200), 5)
      let medians = try interleaved(
        rounds: rounds, warmUp: warmUp,
        [{ try ours.submit(["true"]) }, { try theirs.submit(["true"]) }, { try disk.write() }]
      ).map(\.median)
      try ours.cancelAll(1 + warmUp + rounds)
      return [row(medians)]
    }
  }

  private static func row(_ medians: [Duration]) -> TableRow {
    let limit = medians[1] * 2 + medians[2]
    return TableRow(
      what: "submit true, on disk / tsp true (fdatasync)", ours: milliseconds(medians[0]),
      peer: "\(milliseconds(medians[1])) (\(milliseconds(medians[2])))",
      result: decimal(medians[0] / medians[1]) + "×", bar: "≤ 2× + fdatasync",
      isMet: medians[0] <= limit)
  }
}

/// A file to which one page is appended again and again, and made durable.
private struct DiskPage {
  private let file: OwnedDescriptor
  private static let page = [UInt8](repeating: 7, count: 4096)

  init(in directory: String) throws {
    let path = "\(directory)/page"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw BenchmarkError("can't write \(path)") }
    file = OwnedDescriptor(descriptor)
  }

  func write() throws -> Duration {
    let start = SystemClocks.awake
    let written = Self.page.withUnsafeBytes { Transfer.write(file.raw, $0) }
    guard case .bytes = written, fdatasync(file.raw) == 0 else {
      throw BenchmarkError("the disk takes nothing")
    }
    return SystemClocks.awake - start
  }
}
