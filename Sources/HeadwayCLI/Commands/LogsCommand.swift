import ArgumentParser
import Glibc
import HeadwayModel
import HeadwayLink
import HeadwaySystem

/// The command `headway logs N`: prints the stored output of a task. The log is a file, so no
/// supervisor is needed.
///
/// ```sh
/// headway logs -f -n 20 7
/// ```
struct LogsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logs", abstract: "Print what is kept of a task's output.",
    discussion: """
      Bytes as the task wrote them; but on a terminal only text, colours and line ends, as output may \
      be anything (--raw prints all of it). What isn't kept any more is said on standard error. A \
      log's size is [run] log-limit in the config file. Of several attempts it is the last one's.
      """)

  @Flag(
    name: [.short, .long],
    help: "Go on with what comes, until the task has ended; one that is queued is waited for.")
  var follow = false

  @Option(
    name: [.customShort("n"), .long], parsing: .unconditional,
    help: ArgumentHelp("Only the last so many lines of it.", valueName: "number"),
    transform: wholeNumber(in: 0...Int.max))
  var lines: Int?

  @Flag(name: .long, help: "Every byte as it is, on a terminal too.")
  var raw = false

  @Argument(help: ArgumentHelp("The task, by number or identifier (--id).", valueName: "task"))
  var task: TaskReference

  /// Prints the log, and follows it with `--follow`. With `--follow`, a queued task isn't an error:
  /// the command waits for the start, because a person who follows the task wants its first output.
  mutating func run() throws {
    let paths = try Hub.paths()
    let task = try LogTask.find(task)
    if follow { try task.awaitStart(in: paths) }
    guard let files = task.log(in: paths) else {
      throw try follow ? LogTask.find(.key(task.key)).nothingKept : task.nothingKept
    }
    let output = LogOutput(isRaw: raw || isatty(STDOUT_FILENO) == 0)
    files.seek(toLast: lines)
    if files.isAtBeginning, files.gone > 0 {
      StandardStreams.complain(
        "the first \(files.gone) bytes of its output are not kept any more")
    }
    files.readAll(output.write)
    if follow, task.isLive {
      try LogFollower(files: files, task: task.key, paths: paths).run(output.write)
    }
    output.finish()
  }
}
