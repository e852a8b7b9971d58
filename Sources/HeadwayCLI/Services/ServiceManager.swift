import Glibc
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
      let answer = run?.line ?? String(localized: "no answer")
      throw CommandFailure(
        """
        systemctl --user \(words.joined(separator: " ")) failed: \(answer); see: \
        systemctl --user status headway.socket headway.service
        """, status: .failure)
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

/// The settings of logind that decide whether the hub survives a logout (loginctl(1),
/// logind.conf(5)).
enum LoginManager {
  /// Whether systemd is the init system (sd_booted(3)).
  static var isPresent: Bool { access("/run/systemd/system", F_OK) == 0 }

  /// Whether the user's services go on after the last logout. Nil if it can't be determined.
  static var lingers: Bool? {
    guard isPresent else { return nil }
    let user = "\(ProcessEnvironment.user)"
    let run = ProgramRun.of(["loginctl", "show-user", user, "--property=Linger", "--value"])
    if let run, run.succeeded { return run.line == "yes" }
    guard let name = ProcessEnvironment.variable("USER") else { return nil }
    return access("/var/lib/systemd/linger/\(name)", F_OK) == 0
  }

  /// Whether logind kills a person's processes at logout (`KillUserProcesses=`). Nil if it can't be
  /// determined.
  static var endsSessions: Bool? {
    guard isPresent else { return nil }
    let run = ProgramRun.of([
      "busctl", "get-property", "org.freedesktop.login1", "/org/freedesktop/login1",
      "org.freedesktop.login1.Manager", "KillUserProcesses",
    ])
    switch run?.line {
    case "b true": return true
    case "b false": return false
    default: return nil
    }
  }
}
