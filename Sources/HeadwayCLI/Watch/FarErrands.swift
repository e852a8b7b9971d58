import Glibc
import HeadwayLink
import HeadwayModel
import HeadwayMonitor
import HeadwaySystem
import SystemPackage

/// The errands on other machines that go on beside the screen: lines that a person types to tasks
/// there.
struct FarErrands {
  private var errands: [Errand] = []

  private struct Errand {
    let ssh: BridgeProcess
    let name: String
    let deadline: AwakeTime
  }

  /// The longest time for a line. Then ssh is ended, and the person is told.
  private static let patience: Duration = .seconds(20)

  /// Types a line, and Enter, at the terminal of a task. The line goes through the standard input of
  /// ssh, because a command line is no place for a password.
  ///
  /// - Returns: false if ssh can't be started.
  mutating func type(_ text: String, number: TaskNumber, _ command: SSHCommand) -> Bool {
    guard let program = ProgramPath.find("ssh") else { return false }
    let words = command.command(
      FarCommand.passed(["send", "--from-input", "\(number)", ""], to: command.host),
      hasTerminal: false, asksNothing: true)
    guard let ssh = try? BridgeProcess(program, words, blocks: false),
      ssh.write(Array((text + "\n").utf8))
    else {
      return false
    }
    errands.append(
      Errand(
        ssh: ssh, name: "\(command.host.name):\(number)",
        deadline: SystemClocks.awake + Self.patience))
    return true
  }

  /// The awake time at which an errand is given up.
  var nextDeadline: AwakeTime? { errands.map(\.deadline).min() }

  func watch(with poller: inout Poller) {
    for errand in errands { poller.watch(errand.ssh.stream.rawValue, .readable) }
  }

  /// The errands that failed since the last call, as events.
  mutating func news() -> [MonitorEvent] {
    var events: [MonitorEvent] = []
    errands.removeAll { errand in
      if SystemClocks.awake >= errand.deadline {
        errand.ssh.kill()
        events.append(
          Self.failure(
            errand, String(localized: "no answer; nobody knows whether the line arrived")))
        return true
      }
      guard case .ended = errand.ssh.readNow(), let (status, words) = errand.ssh.endNow() else {
        return false
      }
      let last = words.split(whereSeparator: \.isNewline).last.map(String.init)
      if status != 0 {
        events.append(Self.failure(errand, last ?? String(localized: "the connection was lost")))
      }
      return true
    }
    return events
  }

  private static func failure(_ errand: Errand, _ words: String) -> MonitorEvent {
    .requestFailed(SanitisedText("\(errand.name): \(words)", limit: .line))
  }
}
