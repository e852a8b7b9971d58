import Dispatch
import HeadwayModel
import HeadwaySystem
import Logging
import NIOCore

/// Writes the hub's metrics to the file of the setting, at ends and every 15 s. Confined to the
/// event loop; the file is written off the loop.
///
/// The file is replaced by rename(2), as node_exporter's textfile collector wants it.
final class MetricsFile {
  private let loop: any EventLoop
  private let logger: Logger
  private let queue = DispatchQueue(label: "headway.metrics", qos: .utility)
  /// Calls its argument with the hub's numbers.
  private let gather: (@escaping (HubMetrics) -> Void) -> Void
  /// The path of the file. Nil if the hub writes none.
  private(set) var path: String?
  private var timer: Scheduled<Void>?
  /// Whether the timer stands for ends that the file doesn't have yet.
  private var isSoon = false
  private var isWriting = false
  private var last: HubMetrics?
  /// The last problem that the log has.
  private var problem: String?

  private static let pause: TimeAmount = .seconds(15)
  /// The time for which ends are gathered.
  private static let gatheringTime: TimeAmount = .seconds(1)

  init(
    loop: any EventLoop, logger: Logger,
    gather: @escaping (@escaping (HubMetrics) -> Void) -> Void
  ) {
    (self.loop, self.logger, self.gather) = (loop, logger, gather)
  }

  /// Writes to `path` from now on, and at once.
  func adopt(_ path: String?) {
    guard path != self.path else { return }
    // The numbers of the old file no longer change.
    leave()
    (self.path, problem) = (path, nil)
    timer?.cancel()
    (timer, isSoon) = (nil, false)
    if path != nil { arm(in: .zero) }
  }

  /// Writes the file soon, because tasks have ended.
  func noteEnds() {
    guard path != nil, !isSoon else { return }
    isSoon = true
    timer?.cancel()
    arm(in: Self.gatheringTime)
  }

  /// Writes the file for the last time: the hub is about to leave.
  func leave() {
    timer?.cancel()
    guard let path, var metrics = last else { return }
    self.path = nil
    metrics.isUp = false
    queue.sync { _ = Self.write(metrics, to: path) }
  }

  private func arm(in time: TimeAmount) {
    let file = NIOLoopBound(self, eventLoop: loop)
    timer = loop.scheduleTask(in: time) { file.value.write() }
  }

  private func write() {
    (timer, isSoon) = (nil, false)
    guard path != nil, !isWriting else { return }
    isWriting = true
    gather { [unowned self] in write($0) }
  }

  private func write(_ metrics: HubMetrics) {
    guard let path else {
      isWriting = false
      return
    }
    last = metrics
    let file = NIOLoopBound(self, eventLoop: loop)
    queue.async { [loop] in
      let problem = Self.write(metrics, to: path)
      loop.execute { file.value.finish(problem) }
    }
  }

  private func finish(_ problem: String?) {
    isWriting = false
    if let problem, problem != self.problem {
      logger.warning("the metrics can't be written (\(problem)); see: headway doctor")
    }
    self.problem = problem
    if path != nil, timer == nil { arm(in: Self.pause) }
  }

  /// Returns the problem; nil if the file was written.
  private static func write(_ metrics: HubMetrics, to path: String) -> String? {
    // A rename would put a file in place of a device.
    guard !RegularFile.isOther(path) else { return "\(path) isn't a regular file" }
    do throws(SystemError) {
      try DurableFile.write(
        Array(metrics.text(in: .prometheus).utf8), to: path, mode: 0o644, isDurable: false)
      return nil
    } catch {
      return "\(error)"
    }
  }
}
