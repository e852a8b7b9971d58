import ArgumentParser
import Glibc
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire

/// The command `headway logs N`: prints the stored output of a task. The log is a file, so no
/// supervisor is needed.
///
/// ```sh
/// headway logs -f -n 20 7
/// headway logs --filter reason:failed
/// ```
struct LogsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logs", abstract: "Print the output of tasks, as far as it is kept.",
    discussion: """
      On a terminal headway logs prints only text, colours and line ends, because output may \
      contain anything. Into a file or a pipe, headway logs prints the lines that the terminal of a \
      submitted task would show: no colours, no carriage returns, and of a progress bar only its \
      last state. The output of headway run and of headway submit --no-tty comes out unchanged into a \
      file or a pipe. A line on standard error says which part is no longer kept. [run] log-limit in the \
      config sets the size of a log.
      The logs of several tasks are printed one after the other, each below a heading. With \
      --follow they are printed side by side: each line begins with the number and the title of its \
      task, and a line on standard error tells each end. --follow with --group, --filter or --all \
      follows the live tasks, and the tasks that are added meanwhile. It returns once no such task \
      is live.
      """)

  @Flag(
    name: [.short, .long],
    help: "Go on printing until the task ends. Wait for the start of a queued task.")
  var follow = false

  @Option(
    name: [.customShort("n"), .long], parsing: .unconditional,
    help: ArgumentHelp(
      "Print only the last lines, this many (default: all).", valueName: "number"),
    transform: wholeNumber(in: 0...Int.max))
  var lines: Int?

  @Flag(
    name: .long,
    help: "With --follow, exit with the task's own status; of several, with the highest.")
  var exitStatus = false

  @Flag(name: .long, help: "Print every byte unchanged, on a terminal too.")
  var raw = false

  @Flag(
    name: .customLong("stderr"),
    help: "Print standard error, of a task of headway submit --separate-stderr.")
  var printsErrors = false

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Print the output of this attempt, counted from 1 (default: the last).",
      valueName: "number"),
    transform: wholeNumber(in: 1...Int.max))
  var attempt: Int?

  @Flag(
    name: .long,
    help: "Print a JSON array: the objects of headway list --json, with the text in output.")
  var json = false

  @OptionGroup var options: SelectionOptions

  @Argument(
    help: ArgumentHelp("Tasks: 7, 61-70, an identifier (* is any text), last.", valueName: "task"),
    completion: TaskCompletion.allOrLast, transform: TaskName.parse)
  var tasks: [TaskName] = []

  @OptionGroup var machine: HostOptions

  mutating func validate() throws {
    try options.validate(tasks, of: "logs")
    if exitStatus, !follow {
      throw ValidationError(localized: "--exit-status needs the end of the task; add --follow")
    }
    if json, follow || raw {
      throw ValidationError(
        localized: "--json prints what there is, as text; leave out --follow and --raw")
    }
    if follow, attempt != nil {
      throw ValidationError(localized: "--follow follows the last attempt; leave out --attempt")
    }
  }

  /// Prints the logs one after the other, each below a heading if there are several. A task without
  /// a log doesn't keep the others from being printed.
  mutating func run() throws {
    if follow, options.choosesByProperty { return try followChosen() }
    let tasks = try options.resolve(tasks, for: .printLogs)
    let lookup = try TaskLookup()
    if json {
      let form = LogJSON(
        paths: try Hub.paths(), stream: printsErrors ? .errors : .output, attempt: attempt,
        lines: lines)
      return StandardStreams.print(form.array(try tasks.map { LogTask(try lookup.find($0)) }))
    }
    if let only = tasks.first, tasks.count == 1 {
      try print(LogTask(try lookup.find(only)))
      if exitStatus { try Self.leave(asEnded: only) }
      return
    }
    if follow {
      return try follow(tasks.map { try lookup.find($0) }, joins: { _ in false })
    }
    let names = LogNames(in: try Hub.paths())
    var last: CommandFailure?
    for (place, task) in tasks.enumerated() {
      do throws(CommandFailure) {
        let found = LogTask(try lookup.find(task))
        StandardStreams.print("\(place == 0 ? "" : "\n")==> \(found.name) \(found.title) <==")
        try print(found, among: names)
      } catch {
        error.report()
        last = error
      }
    }
    if let last { throw CommandFailure(silently: last.status) }
  }

  /// Follows the live tasks that the options choose, and the ones that are added meanwhile.
  private func followChosen() throws {
    let selection = options.selection(tasks)
    let chosen = Set(try selection.resolve(for: .followLogs))
    let listed = try Hub.ask { client throws(LinkError) in try client.list(all: false) }
    let newest = listed.map(\.number).max()
    try follow(listed.filter { chosen.contains(.key($0.key)) }) { task in
      (task.state != .ended || newest.map { task.number > $0 } ?? true)
        && selection.includes(task, at: .now)
    }
  }

  /// Follows several tasks side by side.
  private func follow(
    _ tasks: [TaskSnapshot], joins: @escaping (TaskSnapshot) -> Bool
  ) throws {
    if printsErrors {
      throw CommandFailure("--stderr follows one task; name only one", status: .usage)
    }
    let follower = try ManyLogs(tasks, joins: joins, lines: lines, isRaw: raw)
    let status = try follower.run()
    if follower.hasLeftOut {
      throw CommandFailure(silently: HeadwayProgram.ExitStatus.nothing.rawValue)
    }
    if exitStatus, status != 0 { throw CommandFailure(silently: status) }
  }

  /// Waits for the end of the task, which the end of its output announces. Throws the task's status
  /// unless that is 0.
  private static func leave(asEnded task: TaskReference) throws(CommandFailure) {
    let status = try Hub.ask { client throws(LinkError) in
      try client.ask(WaitMessage(task: task, request: client.nextRequest())) { answer -> Int32? in
        if case .ended(let ended) = answer { ended.ending.waitStatus } else { nil }
      }
    }
    if status != 0 { throw CommandFailure(silently: status) }
  }

  /// Prints the log of a job on a node that doesn't see the folders of this machine.
  private func printFar(_ task: LogTask, _ job: EngineJob) throws(CommandFailure) {
    if task.snapshot.state == .queued { throw task.nothingKept(.output) }
    guard let step = ClusterStep(of: task.snapshot) else {
      let node = job.nodes.map { " \($0)" } ?? ""
      throw CommandFailure(
        """
        the output of task \(task.name) stays on its node\(node), in node/logs of the state \
        directory there, for 7 days; share a folder to have it here: headway help slurm
        """,
        status: .nothing)
    }
    guard !follow, attempt == nil, !printsErrors else {
      throw CommandFailure(
        """
        the node gives only the last attempt's output, and can't be followed; see: headway logs \
        \(task.name)
        """, status: .usage)
    }
    let output = LogOutput(LogOutput.Form(of: task.snapshot, isRaw: raw))
    try step.log(lines: lines).withUnsafeBytes(output.write)
    output.finish()
  }

  /// Prints the log of a task, and follows it with `--follow`. With `--follow`, a queued task isn't
  /// an error: the command waits for the start, because a person who follows the task wants its
  /// first output.
  private func print(
    _ task: LogTask, among names: LogNames? = nil
  ) throws(CommandFailure) {
    let paths = try Hub.paths()
    if let job = task.snapshot.job, job.nodeFolder != nil { return try printFar(task, job) }
    if follow { try task.awaitStart(in: paths) }
    let stream = printsErrors ? LogTask.Stream.errors : .output
    guard let files = task.log(stream, ofAttempt: attempt, in: paths, among: names) else {
      throw try follow
        ? LogTask.find(.key(task.key)).nothingKept(stream)
        : task.nothingKept(stream, of: attempt)
    }
    let output = LogOutput(LogOutput.Form(of: task.snapshot, isRaw: raw))
    files.seek(toLast: lines)
    if files.isAtBeginning, files.gone > 0 {
      StandardStreams.complain(
        String(localized: "the first \(files.gone) bytes of the output are no longer kept"))
    }
    files.readAll(output.write)
    if follow, task.isLive {
      try LogFollower(files: files, task: task.key, paths: paths).run(output.write)
    }
    output.finish()
  }
}
