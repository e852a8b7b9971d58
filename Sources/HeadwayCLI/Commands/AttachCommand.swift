import ArgumentParser
import Glibc
import HeadwayConfig
import HeadwayModel
import HeadwaySystem

/// The command `headway attach N`: shows the terminal of a task in this one.
///
/// ```sh
/// headway attach 7   # Ctrl-\ d detaches
/// ```
struct AttachCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "attach", abstract: "Go to the terminal of a task: see its output, type at it.",
    discussion: """
      Ctrl-\\ then d detaches; the task goes on. ([attach] detach-key in the config file sets \
      others; the prefix twice sends it once.) The last output is shown again first. Several may \
      watch a task: who typed last has the keys, and that terminal's size counts. A task that is \
      stopped at its terminal is continued in its shell, with fg. Exit status: 0 after a detach, \
      the task's own where it ended.
      """)

  @Argument(
    help: ArgumentHelp("The task, by number or identifier (--id).", valueName: "task"),
    completion: TaskCompletion.live)
  var task: TaskReference

  /// Attaches, and exits with 0 after a detach or with the task's status. A wrong config doesn't
  /// prevent attaching, because a person may need the terminal to repair something.
  mutating func run() throws {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      throw CommandFailure("attach needs a terminal; run it on one", status: .usage)
    }
    let keys = UserConfig.loadOrDefaults("the detach key is the usual one").config.attach.detachKeys
    let target = try AttachTarget.find(task)
    let attachment = Attachment(
      key: target.key, name: target.name, paths: try Hub.paths(), keys: keys)
    let result = try attachment.perform()
    if let signal = result.signal { OwnProcess.die(of: signal) }
    StandardStreams.print(result.line)
    if result.status != 0 { throw CommandFailure(silently: result.status) }
  }
}
