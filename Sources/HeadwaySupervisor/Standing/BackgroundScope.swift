internal import HeadwayModel
internal import HeadwaySystem

/// A systemd scope with small processor and disk weights, for a command in the background
/// (systemd.scope(5), org.freedesktop.systemd1(5)).
///
/// The user's systemd is asked only for processes that it runs already, as in a desktop's terminal.
/// A process moved to it out of a login session would end with the user's manager. Nobody waits for
/// the answer: if a scope isn't possible, nothing happens.
struct BackgroundScope {
  /// The scope's unit name.
  let name: String
  /// Whether the scope was already requested.
  private var isMade = false

  /// A fifth of the usual weight (systemd.resource-control(5)).
  private static let lowWeight = 20
  private static let usualWeight = 100

  /// Names the scope of the task whose key is `key`, in hexadecimal digits.
  init(key: String) { name = "headway-\(key).scope" }

  /// Moves `processes` and their future children to the scope, or lowers the scope's weights again.
  /// The first process is the leader.
  mutating func lower(_ processes: [Int32]) {
    guard let leader = processes.first, SessionBus.foreignOwner() == nil else { return }
    if isMade { return setWeight(Self.lowWeight) }
    isMade = true
    // The shell asks first whether the user's systemd already runs the leader, and makes the scope
    // only then.
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

  /// Gives the scope the usual weights again.
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

  /// The start of each request to the user's systemd (busctl(1)).
  private static let call =
    "busctl --user --quiet --timeout=10 call org.freedesktop.systemd1 /org/freedesktop/systemd1 "
    + "org.freedesktop.systemd1.Manager"
}
