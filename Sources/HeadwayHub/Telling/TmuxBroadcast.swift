import HeadwayModel
import HeadwaySystem
import Logging
import Synchronization

/// Shows messages on all clients of all tmux servers of this user: the servers in tmux's own
/// folder, and the one that this hub was started in.
///
/// A tmux client runs only for a socket that ``TmuxSocket`` has checked right before. Anything else
/// in the place of a socket, such as another user's server, is left alone, and the hub's log names
/// it once.
final class TmuxBroadcast: Sendable {
  private let logger: Logger
  private let complaints = Mutex<Set<TmuxSocketError>>([])

  private static let complaintLimit = 100

  init(logger: Logger) { self.logger = logger }

  /// Returns the program that shows `line`. The program runs nothing if this user has no server.
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

  /// The script, whose arguments are the message and the sockets. It asks the servers in parallel,
  /// so that a stopped server holds up no other.
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

  /// Makes the argument. tmux expands formats in it, and strftime(3) does too, so both are escaped.
  /// A semicolon at its end would end the command.
  init(_ notification: NewsNotification) {
    let line = notification.line.tmuxEscaped.replacing(["%": "%%"])
    text = line.hasSuffix(";") ? line.dropLast() + "\\;" : line
  }
}
