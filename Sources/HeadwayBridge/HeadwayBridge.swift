import ArgumentParser
import Glibc
import HeadwaySystem
import HeadwayWire

/// The program `headway-bridge`: between a hub and an MQTT broker.
///
/// The hub itself has no network. The bridge is a client of the hub like a monitor.
@main
struct HeadwayBridge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "headway-bridge",
    abstract: "Publish the tasks of this machine's hub to an MQTT broker, or to the desktop.",
    discussion: """
      The config says which broker: [fleet] broker = "mqtts://broker.example.org". The bridge runs \
      until it is stopped, and connects again after each loss. For all settings, topics and rights: \
      headway help fleet.
      """,
    version: "headway-bridge \(HeadwayRelease.version)",
    subcommands: [PublishCommand.self, WatchCommand.self, DesktopCommand.self],
    defaultSubcommand: PublishCommand.self)

  /// Exit statuses (sysexits(3)).
  enum ExitStatus: CInt {
    case usage = 64
    case failure = 70
    /// Another bridge of this hub runs.
    case otherBridge = 75
  }

  /// Prints a line on standard error.
  static func say(_ line: String) {
    let bytes = Array("headway-bridge: \(line)\n".utf8)
    _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// Prints a line on standard error, and ends the program.
  static func fail(_ line: String, _ status: ExitStatus) -> Never {
    say(line)
    Glibc.exit(status.rawValue)
  }
}
