import Glibc
import HeadwayHubCore
import HeadwayModel
import HeadwaySystem
import Logging

/// Tells people, and runs their hooks. Confined to the event loop, which waits for none of it.
final class Notifier {
  private let paths: HeadwayPaths
  private let logger: Logger
  private let tmux: TmuxBroadcast
  private let queueChanged: () -> Void
  private var runner: DetachedRunner?
  private var watch = TellingWatch()

  /// `makeRunner` makes what runs the commands; it is given the listener of the runner's news.
  /// `queueChanged` is called when a command begins to wait, and when none waits any more.
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

  /// Why a command of the config failed, and how many were dropped, with times; nil where all
  /// works.
  var lastFailure: String? { watch.lastFailure }

  /// Whether commands wait for their turn.
  var hasWaiting: Bool { waitingCount > 0 }

  private var waitingCount: Int { runner?.waitingCount ?? 0 }

  /// The config was read again: what failed may be mended, or gone.
  func forgetFailures() { watch.forgetFailures() }

  /// The hub leaves: says how many commands do not run.
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
    if let log = hook.log {
      variables["HEADWAY_TASK_LOG"] = paths.log(ofKey: log.key, launch: log.launch)
    }
    let program = DetachedProgram(["sh", "-c", hook.script], variables: variables)
    let rank: DetachedRunner.Waiting.Rank = hook.setting == .command ? .notification : .hook
    // Not all of the hook: thousands may wait.
    runner?.run(program, as: rank) { [unowned self, setting = hook.setting, task = hook.task] in
      let failure = watch.note($0, of: setting, forTask: task, at: HubClock.now.wall)
      if let failure { logger.warning("\(failure)") }
    }
  }

  /// notify-send(1). The body is markup (Desktop Notifications Specification), and C escapes in it
  /// are taken for what they stand for.
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

  /// Shows the message on all clients of all tmux servers of this user: see ``TmuxBroadcast``.
  func showInTmux(_ notification: NewsNotification) {
    run(tmux.program(showing: TmuxMessage(notification).text), named: "tmux")
  }

  private func run(_ program: DetachedProgram, named name: String) {
    runner?.run(program, as: .notification) { [logger] outcome in
      if let problem = outcome.problem { logger.warning("\(name): \(problem)") }
    }
  }
}
