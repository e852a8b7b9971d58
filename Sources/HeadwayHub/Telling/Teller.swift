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
  private var watch = TellingWatch()

  init(paths: HeadwayPaths, loop: any EventLoop, logger: Logger) {
    self.paths = paths
    self.logger = logger
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
    run(words + [notification.summary, body])
  }

  /// On all clients of all servers in tmux's own folder, and of the one this hub was started in.
  func showInTmux(_ notification: NewsNotification) {
    let line = TmuxMessage(notification).text
    run(["sh", "-c", Self.tmuxScript, "sh", line])
  }

  private func run(_ words: [String]) {
    runner.run(DetachedProgram(words)) { [logger] outcome in
      if let problem = outcome.problem { logger.warning("\(words.first ?? ""): \(problem)") }
    }
  }

  /// A server that is stopped holds up nobody else's.
  private static let tmuxScript = """
    own=${TMUX%%,*}
    folder=${TMUX_TMPDIR:-/tmp}/tmux-$(id -u)
    case $own in "$folder"/*) own= ;; esac
    for socket in "$own" "$folder"/*; do
      [ -S "$socket" ] || continue
      tmux -S "$socket" list-clients -F '#{client_name}' | while IFS= read -r client; do
        tmux -S "$socket" display-message -c "$client" -d 5000 -- "$1"
      done &
    done
    wait
    """
}

/// A notification as the argument of `tmux display-message`.
struct TmuxMessage {
  let text: String

  /// A format is expanded there, by strftime(3) too, and a semicolon at its end ends the command.
  init(_ notification: NewsNotification) {
    let line = notification.line.tmuxEscaped.replacing(["%": "%%"])
    text = line.hasSuffix(";") ? line.dropLast() + "\\;" : line
  }
}
