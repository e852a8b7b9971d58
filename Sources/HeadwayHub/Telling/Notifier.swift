import Glibc
import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import Logging

/// Runs hooks and shows notifications. Confined to the event loop, which waits for none of the
/// programs.
final class Notifier {
  private let paths: HeadwayPaths
  private let logger: Logger
  private let tmux: TmuxBroadcast
  private let queueChanged: () -> Void
  private var runner: DetachedRunner?
  private var watch = TellingWatch()

  /// Makes a notifier.
  ///
  /// - Parameters:
  ///   - queueChanged: called when a command begins to wait, and when none waits any more.
  ///   - makeRunner: makes the runner of the commands, given the listener of the runner's news.
  init(
    paths: HeadwayPaths, logger: Logger, queueChanged: @escaping () -> Void,
    makeRunner: (@escaping (DetachedRunner.News) -> Void) -> DetachedRunner
  ) {
    self.paths = paths
    self.logger = logger
    tmux = TmuxBroadcast(logger: logger)
    self.queueChanged = queueChanged
    runner = makeRunner { [unowned self] in receive($0) }
  }

  /// The last failure of a command of `[tell]` and the number of dropped commands, with times. Nil
  /// if all works.
  var lastFailure: String? { watch.lastFailure }

  /// Whether commands wait for their turn.
  var hasWaiting: Bool { waitingCount > 0 }

  private var waitingCount: Int { runner?.waitingCount ?? 0 }

  /// Forgets the failures of an earlier config, because the new one may have mended or removed
  /// them.
  func forgetFailures() { watch.forgetFailures() }

  /// Logs how many commands will not run, because the hub leaves.
  func leave() {
    guard hasWaiting else { return }
    logger.warning("the hub leaves: \(waitingCount) commands of [tell] that wait do not run")
  }

  private func receive(_ news: DetachedRunner.News) {
    switch news {
    case .dropped(let dropped):
      let line = watch.noteDropped(dropped, at: HubClock.now.wall)
      if let line { logger.warning("\(line)") }
    case .queued: queueChanged()
    case .drained:
      if let line = watch.noteDrained() { logger.warning("\(line)") }
      queueChanged()
    }
  }

  /// Runs a hook with this hub's environment, in `/`.
  func run(_ hook: HookCommand) {
    var variables = hook.variables
    variables["HEADWAY_SOCKET"] = paths.socket
    // A task of a program with the library has run, and still keeps no log.
    if let log = hook.log.map({ paths.log(ofKey: $0.key, launch: $0.launch) }),
      RegularFile(of: log) != nil
    {
      variables["HEADWAY_TASK_LOG"] = log
    }
    let program = DetachedProgram(["sh", "-c", hook.script], variables: variables)
    let rank: DetachedRunner.Waiting.Rank = hook.setting == .command ? .notification : .hook
    // The closure captures only two values of the hook, because thousands of hooks may wait.
    runner?.run(program, as: rank) { [unowned self, setting = hook.setting, task = hook.task] in
      let failure = watch.note($0, of: setting, forTask: task, at: HubClock.now.wall)
      if let failure { logger.warning("\(failure)") }
    }
  }

  /// Shows a notification with notify-send(1).
  ///
  /// The body is markup (Desktop Notifications Specification). notify-send also replaces C escapes
  /// in the body, so backslashes are doubled.
  func showOnDesktop(_ notification: NewsNotification) {
    let body = notification.body.pangoEscaped.replacing(["\\": "\\\\"])
    let urgency = notification.isUrgent ? "critical" : "normal"
    let words = ["notify-send", "--app-name=Headway", "--urgency=\(urgency)", "--"]
    var program = DetachedProgram(words + [notification.summary, body])
    program.prepare = { [logger] _ in
      guard let owner = SessionBus.foreignOwner() else { return true }
      logger.warning(
        "no desktop notification: the session bus belongs to user \(owner), not to you")
      return false
    }
    run(program, named: "notify-send")
  }

  /// Shows a notification on all clients of all tmux servers of this user; see ``TmuxBroadcast``.
  func showInTmux(_ notification: NewsNotification) {
    run(tmux.program(showing: TmuxMessage(notification).text), named: "tmux")
  }

  private func run(_ program: DetachedProgram, named name: String) {
    runner?.run(program, as: .notification) { [logger] outcome in
      if let problem = outcome.problem { logger.warning("\(name): \(problem)") }
    }
  }
}
