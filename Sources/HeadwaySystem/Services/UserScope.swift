internal import Glibc
internal import HeadwayModel

/// A systemd scope of the user that caps the processors and the memory of a command
/// (systemd-run(1), systemd.resource-control(5)).
///
/// ```swift
/// UserScope(cpus: 2, memoryBytes: nil).words(around: ["make"])
/// // systemd-run --user --scope --quiet --collect -p CPUQuota=200% -- make
/// ```
package struct UserScope: Hashable, Sendable {
  /// The number of processors, more than 0; nil for no cap.
  package var cpus: Double?
  /// The greatest memory in bytes, at least 1; nil for no cap.
  package var memoryBytes: Int64?

  /// Makes a scope; nil without any cap.
  package init?(cpus: Double?, memoryBytes: Int64?) {
    guard cpus != nil || memoryBytes != nil else { return nil }
    (self.cpus, self.memoryBytes) = (cpus, memoryBytes)
  }

  /// The words that run `command` in the scope. systemd-run executes the command in its own
  /// process, so that signals and the exit status are the command's own.
  package func words(around command: [RawText]) -> [RawText] {
    let program = ProgramPath.find("systemd-run") ?? "systemd-run"
    let caps = properties.flatMap { ["-p", $0] }
    let options = ["--user", "--scope", "--quiet", "--collect"] + caps + ["--"]
    return ([program] + options).map { RawText($0) } + command
  }

  /// The properties of the scope.
  package var properties: [String] {
    let quota = cpus.map { "CPUQuota=\(max(1, Int(($0 * 100).rounded())))%" }
    return [quota, memoryBytes.map { "MemoryMax=\($0)" }].compactMap { $0 }
  }

  /// The control group controllers that the caps need (cgroups(7)).
  package var controllers: [String] {
    (cpus == nil ? [] : ["cpu"]) + (memoryBytes == nil ? [] : ["memory"])
  }

  /// The reason why the user's systemd can't keep the caps; nil if it can. Takes some milliseconds.
  package func problem() -> String? {
    if let owner = SessionBus.foreignOwner() {
      return String(localized: "the session belongs to the user \(owner)")
    }
    let query = ["systemctl", "--user", "show", "--property=ControlGroup", "--value"]
    guard ProgramPath.find("systemd-run") != nil,
      let answer = ProgramRun.of(query, within: .seconds(5)), answer.succeeded
    else { return String(localized: "no user manager of systemd is reachable") }
    // The manager of a container may be in the root of its hierarchy, whose name is empty.
    let file = "/sys/fs/cgroup\(answer.line)/cgroup.controllers"
    let delegated = String(decoding: readProcFile(file) ?? [], as: UTF8.self)
    return Self.problem(of: controllers, delegated: delegated)
  }

  /// The reason why a cap isn't possible with the delegated controllers.
  package static func problem(of controllers: [String], delegated: String) -> String? {
    let names = delegated.split(whereSeparator: \.isWhitespace).map(String.init)
    return controllers.first { !names.contains($0) }.map {
      String(localized: "systemd doesn't delegate the controller \($0) to your user manager")
    }
  }
}
