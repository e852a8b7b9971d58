import ArgumentParser
import Glibc
import HeadwayBus
import HeadwayConfig
import HeadwayLanguages
import HeadwayModel
import HeadwaySystem

/// The command `headway-bridge desktop`: shows the progress on the desktop, until it is stopped.
struct DesktopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "desktop",
    abstract: "Show the progress on the desktop, and copies of file managers as cards.",
    discussion: """
      Plasma shows a notification and a bar in the task bar for each task, with our cancel and \
      pause. Docks that know Unity's launcher entries show all tasks together. Where no desktop \
      shows the copies of file managers, they become cards. [desktop] in the config switches each \
      of them off.
      """)

  mutating func run() throws {
    OwnProcess.occupyClosedStreams()
    signal(SIGPIPE, SIG_IGN)
    do {
      let paths = try HeadwayPaths.resolve()
      let config = try PublishCommand.config()
      guard let lock = try FileLock.acquire(paths.desktopLock) else {
        HeadwayBridge.fail("headway-bridge desktop runs already", .otherBridge)
      }
      // Only this command shows something to a person. The others publish: they stay English.
      MessageCatalog.use(.wanted(by: ProcessEnvironment.variable))
      try DesktopBridge(paths, config.desktop).run()
      _ = lock.relinquish()
    } catch {
      let words = MessageCatalog.inEnglish { "\(error)" }
      HeadwayBridge.fail(words, error is ConfigError ? .usage : .failure)
    }
  }
}
