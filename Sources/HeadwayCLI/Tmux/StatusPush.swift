import Glibc
import HeadwayCore
import HeadwayLink
import HeadwaySystem

/// Keeps an option of the tmux server around this at what the status line is to show, for as long as that
/// server lives. One process for each server; it is told of changes, and tells tmux of what is other than
/// before, at most once a second.
struct StatusPush {
  private let tmux: TmuxClient
  private let server: ProcessHandle
  private let paths: HeadwayPaths

  /// Of the server; a format shows it.
  static let option = "@headway_status"
  private static let interval: Duration = .seconds(1)

  init() throws(CommandFailure) {
    tmux = try TmuxClient(for: "a push")
    paths = try Hub.paths()
    server = try Self.server()
  }

  /// The second of the three words of `TMUX` (tmux(1), ENVIRONMENT).
  private static func server() throws(CommandFailure) -> ProcessHandle {
    let words = (ProcessEnvironment.variable("TMUX") ?? "").split(separator: ",")
    let process = words.dropFirst().first.flatMap { Int32($0) }
    guard let process, let server = try? ProcessHandle(process) else {
      throw CommandFailure("the tmux server that TMUX names is gone; start another", status: .usage)
    }
    return server
  }

  /// Returns at once where another does it already; else it ends with the server.
  func run() throws(CommandFailure) {
    guard try holdsLock() else { return }
    let link = MonitorLink(paths: paths, subject: .summary, mayStartHub: false)
    let arrival = HubArrival(paths: paths, until: .exit(of: server))
    var (shown, wanted) = (String?.none, "")
    var notBefore = Duration.zero
    while true {
      wanted =
        link.step(now: SystemClocks.awake).compactMap(StatusFormat.tmux.text(after:)).last ?? wanted
      if wanted != shown, SystemClocks.awake >= notBefore {
        try tmux.run(["set-option", "-gq", Self.option, wanted])
        shown = wanted
        notBefore = SystemClocks.awake + Self.interval
      }
      link.mindsSilence = shown?.isEmpty == false
      arrival.wait(for: link, orUntil: wanted == shown ? nil : notBefore)
    }
  }

  /// For as long as this process lives.
  private func holdsLock() throws(CommandFailure) -> Bool {
    do {
      try PrivateDirectory.ensure(paths.runtimeDirectory)
      return try FileLock.acquire("\(paths.runtimeDirectory)/tmux-\(server.process).lock")?
        .relinquish() != nil
    } catch {
      throw CommandFailure("\(error)", status: .failure)
    }
  }
}
