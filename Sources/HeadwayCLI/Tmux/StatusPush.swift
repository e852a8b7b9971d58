import Glibc
import HeadwayModel
import HeadwayLink
import HeadwaySystem

/// The command `headway tmux push`: keeps a tmux option equal to the status line for as long as the
/// tmux server lives.
///
/// A single process serves all clients of the server. It sends changes only, at most once a second.
/// Without it, tmux starts a process for each client.
struct StatusPush {
  private let tmux: TmuxClient
  private let server: ProcessHandle
  private let paths: HeadwayPaths

  /// The option of the server that a format shows.
  static let option = "@headway_status"
  /// The shortest time between two changes of the option.
  private static let interval: Duration = .seconds(1)

  /// Finds the surrounding tmux server. Throws outside of tmux.
  init() throws(CommandFailure) {
    tmux = try TmuxClient(for: String(localized: "a push"))
    paths = try Hub.paths()
    server = try Self.server()
  }

  /// The process of the tmux server, the second field of `TMUX` (tmux(1), ENVIRONMENT).
  private static func server() throws(CommandFailure) -> ProcessHandle {
    let words = (ProcessEnvironment.variable("TMUX") ?? "").split(separator: ",")
    let process = words.dropFirst().first.flatMap { Int32($0) }
    guard let process, let server = try? ProcessHandle(process) else {
      throw CommandFailure("the tmux server in $TMUX is gone; start another one", status: .usage)
    }
    return server
  }

  /// Runs until the server ends. Returns immediately if another process already does the same.
  func run() throws(CommandFailure) {
    guard try holdsLock() else { return }
    let link = MonitorLink(paths: paths, subject: .summary, mayStartHub: false)
    let arrival = HubArrival(paths: paths, until: .exit(of: server))
    var (shown, wanted) = (String?.none, "")
    var notBefore = AwakeTime.origin
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

  /// Takes a lock that lasts as long as this process. False if another process has it.
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
