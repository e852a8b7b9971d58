import Glibc
import HeadwayCore
import HeadwaySystem
import Logging
import NIOCore

/// Tells people, and runs their hooks. Confined to the event loop, which waits for none of it.
final class Teller {
  private let paths: HeadwayPaths
  private let logger: Logger
  private let runner: DetachedRunner
  private let tmux: TmuxBroadcast
  private var watch = TellingWatch()

  init(paths: HeadwayPaths, loop: any EventLoop, logger: Logger) {
    self.paths = paths
    self.logger = logger
    tmux = TmuxBroadcast(logger: logger)
    runner = DetachedRunner(loop: loop, logger: logger)
  }

  /// Of what the config has run, with its time; nil where all of that works.
  var lastFailure: String? { watch.lastFailure }

  /// The config was read again: what failed may be mended, or gone.
  func forgetFailures() { watch = TellingWatch() }

  /// With this hub's environment, from `/`.
  func run(_ hook: HookCommand) {
    var variables = hook.variables
    variables["HEADWAY_SOCKET"] = paths.socket
    if let log = hook.log {
      variables["HEADWAY_TASK_LOG"] = paths.log(ofKey: log.key, launch: log.launch)
    }
    runner.run(DetachedProgram(["sh", "-c", hook.script], variables: variables)) {
      [unowned self] outcome in
      let failure = watch.note(outcome, of: hook, at: HubClock.now.wall)
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
    runner.run(program) { [logger] outcome in
      if let problem = outcome.problem { logger.warning("\(name): \(problem)") }
    }
  }
}
