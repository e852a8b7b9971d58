import Glibc
import HeadwayModel
import HeadwaySupervisor
import HeadwaySystem

/// A hub that writes what it hears to a file, a line each, and takes orders from a named pipe:
/// `cancel MILLISECONDS`, `kill`, `pause user|system` and `resume user|system`.
final class RecordingHub: HubReporting {
  private let reports: CInt
  private let orders: CInt

  init(reports: String?, orders: String?) {
    self.reports = reports.map { open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600) } ?? -1
    self.orders = orders.map { open($0, O_RDWR | O_NONBLOCK | O_CLOEXEC) } ?? -1
  }

  var descriptor: CInt? { orders < 0 ? nil : orders }
  var wantsWrite: Bool { false }
  var nextDeadline: AwakeTime? { nil }
  var isSettled: Bool { true }

  func step(now: AwakeTime) -> [WorkerOrder] {
    guard orders >= 0 else { return [] }
    let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      count = max(0, read(orders, buffer.baseAddress, buffer.count))
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap(order)
  }

  private func order(_ line: Substring) -> WorkerOrder? {
    let words = line.split(separator: " ")
    switch words.first {
    case "kill":
      return .cancel(CancelOrder(reason: .cancelled(by: .user), grace: .zero, isForced: true))
    case "cancel":
      let grace = Duration.milliseconds(Int(words.last ?? "") ?? 0)
      return .cancel(CancelOrder(reason: .cancelled(by: .user), grace: grace))
    case "pause": return halter(words.last).map { .pause(by: $0) }
    case "resume": return halter(words.last).map { .resume(by: $0) }
    default: return nil
    }
  }

  private func halter(_ word: Substring?) -> Halter? {
    word.flatMap { Halter(rawValue: String($0)) }
  }

  func report(_ report: WorkerReport) {
    if let isAttached = report.foreground { note("attached \(isAttached)") }
    if let isPaused = report.isPaused { note("paused \(isPaused)") }
    if let halt = report.halt { note("halt \(halt.rawValue)") }
    if let wait = report.inputWait { note("wait \(wait.rawValue)") }
    if let subtitle = report.subtitle { note("subtitle \(subtitle)") }
    if report.reading != ProgressReading() { note("progress \(words(of: report.reading))") }
  }

  /// `completed of total unit, phase`, a dash for what is unknown.
  private func words(of reading: ProgressReading) -> String {
    func word(_ value: (some CustomStringConvertible)?) -> String { value?.description ?? "-" }
    return "\(word(reading.completed)) of \(word(reading.total)) \(word(reading.unit)), "
      + word(reading.phase)
  }

  func heartbeat() { note("alive") }

  func end(_ ending: TaskEnding, now: AwakeTime) {
    let status = ending.status.map { " \($0)" } ?? ""
    note("end \(ending.reason)\(status)")
  }

  private func note(_ line: String) {
    guard reports >= 0 else { return }
    var line = line + "\n"
    line.withUTF8 { _ = write(reports, $0.baseAddress, $0.count) }
  }
}
