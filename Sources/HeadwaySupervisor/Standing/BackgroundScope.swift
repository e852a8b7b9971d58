internal import HeadwayCore
internal import HeadwaySystem

/// A share of processors and disks for a command in the background: a scope of its own, by the user's
/// systemd (systemd.scope(5), org.freedesktop.systemd1(5)). Only for what that manager runs already, as in
/// a desktop's terminal: what is moved to it out of a login's session would end with that.
///
/// Nobody waits for it: where it isn't possible, nothing happens.
struct BackgroundScope {
  let name: String
  private var isMade = false

  /// A fifth of the usual weight (systemd.resource-control(5)).
  private static let lowWeight = 20
  private static let usualWeight = 100

  /// `key` is the task's, in hexadecimal digits.
  init(key: String) { name = "headway-\(key).scope" }

  /// Puts `processes`, of which the first is the leader, and all that they start, in the background.
  mutating func lower(_ processes: [Int32]) {
    guard let leader = processes.first, SessionBus.foreignOwner() == nil else { return }
    if isMade { return setWeight(Self.lowWeight) }
    isMade = true
    let list = processes.map { "\($0)" }
    let properties =
      ["4", "PIDs", "au", "\(list.count)"] + list + Self.weights(Self.lowWeight)
      + ["CollectMode", "s", "inactive-or-failed"]
    let script = Self.call + #" GetUnitByPID u "$1" && shift && exec "# + Self.call + #" "$@""#
    ProgramRun.detach(
      [
        "sh", "-c", script, "sh", "\(leader)", "StartTransientUnit", "ssa(sv)a(sa(sv))", name,
        "fail",
      ]
        + properties + ["0"])
  }

  func restore() { if isMade { setWeight(Self.usualWeight) } }

  private func setWeight(_ weight: Int) {
    ProgramRun.detach(
      [
        "sh", "-c", "exec \(Self.call) \"$@\"", "sh", "SetUnitProperties", "sba(sv)", name, "true",
        "2",
      ]
        + Self.weights(weight))
  }

  private static func weights(_ weight: Int) -> [String] {
    ["CPUWeight", "t", "\(weight)", "IOWeight", "t", "\(weight)"]
  }

  private static let call =
    "busctl --user --quiet --timeout=10 call org.freedesktop.systemd1 /org/freedesktop/systemd1 "
    + "org.freedesktop.systemd1.Manager"
}
