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
    commandName: "attach", abstract: "Use the terminal of a task: see its output and type at it.",
    discussion: """
      headway attach first shows the last output again. Ctrl-\\ then d detaches, and the task goes \
      on. [attach] detach-key in the config sets other keys. Type the first of the two keys twice \
      to send it to the task. Several terminals can be attached to a task: the one in which \
      somebody typed last is in control, and the task gets its window size. If Ctrl-Z stopped the \
      task at the task's own terminal, continue the task there with fg. With --wait, headway \
      attach first waits until a queued task starts; Ctrl-C gives up. The exit status is 0 after a \
      detach, otherwise the task's own.
      """)

  @Flag(name: .long, help: "Wait until a queued task starts, then attach.")
  var wait = false

  @Argument(
    help: ArgumentHelp("The task: its number, its identifier (--id), or last.", valueName: "task"),
    completion: TaskCompletion.liveOrLast, transform: OneTask.parse)
  var task: OneTask

  /// The name for messages, of a task that is given by its key: the step of a job passes its number.
  @Option(name: .customLong("shown-name"), parsing: .unconditional, help: .hidden)
  var shownName: String?

  @OptionGroup var machine: HostOptions

  /// Attaches, and exits with 0 after a detach or with the task's status. A wrong config doesn't
  /// prevent attaching, because a person may need the terminal to repair something.
  mutating func run() throws {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      throw CommandFailure("attach needs a terminal; run it on one", status: .usage)
    }
    let consequence = String(localized: "using the default detach keys")
    let keys = UserConfig.loadOrDefaults(consequence).config.attach.detachKeys
    let name = try task.resolve()
    if wait { try AttachTarget.awaitStart(of: name) }
    let target = try AttachTarget.find(name)
    if let step = try target.task.flatMap({ ClusterStep(of: $0, in: try Hub.paths()) }) {
      throw step.attach()
    }
    let attachment = Attachment(
      key: target.key, name: shownName.map { SanitisedText($0).string } ?? target.name,
      paths: try Hub.paths(), keys: keys)
    let result = try attachment.perform()
    if let signal = result.signal { OwnProcess.die(of: signal) }
    StandardStreams.print(result.line)
    if result.status != 0 { throw CommandFailure(silently: result.status) }
  }
}
