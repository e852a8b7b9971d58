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

  /// The variable with the locale of the user at the near machine (``ReaderLocale``). It is set for one
  /// start of the program.
  static let localeVariable = "HEADWAY_LOCALE_OF_READER"

  private static let nameHere = Mutex<HostName?>(nil)
  private static let readerLocale = Mutex<ReaderLocale?>(nil)

  /// The name by which the near machine knows this one; nil if the user is on this machine.
  static var nearName: HostName? { nameHere.withLock(\.self) }

  /// Takes the near name and locale out of the environment, so that no command inherits them.
  static func takeNearName() {
    if let locale = ProcessEnvironment.variable(localeVariable) {
      unsetenv(localeVariable)
      readerLocale.withLock { $0 = ReaderLocale(locale) }
    }
    guard let value = ProcessEnvironment.variable(variable) else { return }
    unsetenv(variable)
    nameHere.withLock { $0 = HostName(value) }
  }

  /// The value of a variable of the environment that names the language of the user: for a user at
  /// another machine that of the near one.
  static func languageVariable(_ name: String) -> String? {
    if let locale = readerLocale.withLock(\.self) { return locale.variable(name) }
    return ProcessEnvironment.variable(name)
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
