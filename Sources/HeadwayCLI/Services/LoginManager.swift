import Glibc
import HeadwayCore
import HeadwaySystem

/// What logind does with this user's processes (loginctl(1), logind.conf(5)).
enum LoginManager {
  /// Whether systemd is the init system here (sd_booted(3)).
  static var isPresent: Bool { access("/run/systemd/system", F_OK) == 0 }

  /// Whether the user's services go on without a session; nil where that can't be told.
  static var lingers: Bool? {
    guard isPresent else { return nil }
    let user = "\(ProcessEnvironment.user)"
    let run = ProgramRun.of(["loginctl", "show-user", user, "--property=Linger", "--value"])
    if let run, run.succeeded { return run.line == "yes" }
    guard let name = ProcessEnvironment.variable("USER") else { return nil }
    return access("/var/lib/systemd/linger/\(name)", F_OK) == 0
  }

  /// Whether it ends what was started in a session when that ends (`KillUserProcesses=`); nil where that
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
