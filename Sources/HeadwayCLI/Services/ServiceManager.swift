import HeadwayCore
import HeadwaySystem

/// The user's service manager, `systemd --user`, by systemctl(1).
enum ServiceManager {
  /// Whether one answers this user.
  static var isReachable: Bool { ask(["show-environment"]) }

  static func isActive(_ unit: String) -> Bool { ask(["is-active", unit]) }
  static func isEnabled(_ unit: String) -> Bool { ask(["is-enabled", unit]) }

  /// Tells it to do something; its own words where it doesn't.
  static func tell(_ words: [String]) throws(CommandFailure) {
    let run = run(words)
    guard let run, run.succeeded else {
      throw CommandFailure(
        "systemctl --user \(words.joined(separator: " ")) failed: \(run?.line ?? "no answer"); "
          + "look at: systemctl --user status headway.socket headway.service", status: .failure)
    }
  }

  private static func ask(_ words: [String]) -> Bool { run(words)?.succeeded ?? false }

  /// Nil too where the manager that the environment names is another user's.
  private static func run(_ words: [String]) -> ProgramRun? {
    guard SessionBus.foreignOwner() == nil else { return nil }
    return ProgramRun.of(["systemctl", "--user"] + words, within: .seconds(60))
  }
}
