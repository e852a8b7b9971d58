import Glibc
import HeadwayModel
import HeadwayMonitor
import HeadwaySystem
import Synchronization

/// The machine that messages name in command lines.
///
/// A command that asks another machine prints messages about tasks there. A command that runs there
/// prints them on the near terminal, where a bare number means a task of the near machine.
enum HostHint {
  /// The variable with the near name of this machine. It is set for one start of the program.
  static let variable = "HEADWAY_NAME_OF_HOST"

  private static let nameHere = Mutex<HostName?>(nil)

  /// The name by which the near machine knows this one; nil if the user is on this machine.
  static var nearName: HostName? { nameHere.withLock(\.self) }

  /// Takes the near name out of the environment, so that no command inherits it.
  static func takeNearName() {
    guard let value = ProcessEnvironment.variable(variable) else { return }
    unsetenv(variable)
    nameHere.withLock { $0 = HostName(value) }
  }

  /// Returns a message with the machine in its command lines.
  static func naming(_ message: String) -> String {
    guard let host = nearName ?? HostChoice.chosen else { return message }
    return CommandHint.naming(message, of: host)
  }

  /// The number of a task of this machine, as the user knows it: with the machine if the user is on
  /// another one.
  static func reference(_ number: TaskNumber) -> String {
    nearName.map { "\($0):\(number)" } ?? number.description
  }
}
