import HeadwayModel
import HeadwaySystem
import Logging
import Synchronization

/// Messages for all clients of all tmux servers of this user: those in tmux's own folder, and the
/// one that this hub was started in.
///
/// Clients run only for sockets that ``TmuxSocket`` has checked, right before they start. Anything
/// else in the place of a socket, such as another user's server, is not connected to. The hub's log
/// names it once.
final class TmuxBroadcast: Sendable {
  private let logger: Logger
  private let complaints = Mutex<Set<TmuxSocketError>>([])

  private static let complaintLimit = 100

  init(logger: Logger) { self.logger = logger }

  /// The program that shows `line`; nothing runs where this user has no server.
  func program(showing line: String) -> DetachedProgram {
    var program = DetachedProgram(
      ["/bin/sh", "-c", Self.script, "sh", line], variables: ["PATH": ProgramPath.absolute()])
    program.prepare = { [self] program in
      let (addresses, descriptors) = TmuxSocket.addresses(
        of: TmuxSocket.all(complain: complain), from: DetachedProgram.firstDescriptor)
      program.words += addresses
      program.descriptors = descriptors
      return !addresses.isEmpty
    }
    return program
  }

  private func complain(of error: TmuxSocketError) {
    let isNew = complaints.withLock { complaints in
      complaints.count < Self.complaintLimit && complaints.insert(error).inserted
    }
    if isNew { logger.warning("tmux shows no notification: \(error)") }
  }

  /// The arguments are the message and the sockets. The servers are asked side by side: one that is
  /// stopped holds up no other.
  private static let script = """
    line=$1
    shift
    for socket; do
      tmux -S "$socket" list-clients -F '#{client_name}' | while IFS= read -r client; do
        tmux -S "$socket" display-message -c "$client" -d 5000 -- "$line"
      done &
    done
    wait
    """
}

/// A notification as the argument of `tmux display-message`.
struct TmuxMessage {
  let text: String

  /// A format is expanded there, by strftime(3) too, and a semicolon at its end ends the command.
  init(_ notification: NewsNotification) {
    let line = notification.line.tmuxEscaped.replacing(["%": "%%"])
    text = line.hasSuffix(";") ? line.dropLast() + "\\;" : line
  }
}
