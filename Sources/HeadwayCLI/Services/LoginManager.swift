import Glibc
import HeadwayModel
import HeadwaySystem

/// The settings of logind that decide whether the hub survives a logout (loginctl(1),
/// logind.conf(5)).
enum LoginManager {
  /// Whether systemd is the init system (sd_booted(3)).
  static var isPresent: Bool { access("/run/systemd/system", F_OK) == 0 }

  /// Whether the user's services keep running without a session. Nil if it can't be told.
  static var lingers: Bool? {
    guard isPresent else { return nil }
    let user = "\(ProcessEnvironment.user)"
    let run = ProgramRun.of(["loginctl", "show-user", user, "--property=Linger", "--value"])
    if let run, run.succeeded { return run.line == "yes" }
    guard let name = ProcessEnvironment.variable("USER") else { return nil }
    return access("/var/lib/systemd/linger/\(name)", F_OK) == 0
  }

  /// Whether logind kills the processes of a session at its end (`KillUserProcesses=`). Nil if it
  /// can't be told.
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
