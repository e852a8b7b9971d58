import HeadwayModel
import HeadwaySystem

/// The user's service manager (`systemd --user`), used through systemctl(1).
enum ServiceManager {
  /// Whether a service manager answers this user. There is none in most containers, for example.
  static var isReachable: Bool { ask(["show-environment"]) }

  static func isActive(_ unit: String) -> Bool { ask(["is-active", unit]) }
  static func isEnabled(_ unit: String) -> Bool { ask(["is-enabled", unit]) }

  /// Runs a subcommand of systemctl. Throws a failure with systemctl's own words.
  static func tell(_ words: [String]) throws(CommandFailure) {
    let run = run(words)
    guard let run, run.succeeded else {
      throw CommandFailure(
        "systemctl --user \(words.joined(separator: " ")) failed: \(run?.line ?? "no answer"); "
          + "look at: systemctl --user status headway.socket headway.service", status: .failure)
    }
  }

  private static func ask(_ words: [String]) -> Bool { run(words)?.succeeded ?? false }

  /// Runs systemctl. Nil if it doesn't answer, or if the environment names the manager of another
  /// user.
  private static func run(_ words: [String]) -> ProgramRun? {
    guard SessionBus.foreignOwner() == nil else { return nil }
    return ProgramRun.of(["systemctl", "--user"] + words, within: .seconds(60))
  }
}
