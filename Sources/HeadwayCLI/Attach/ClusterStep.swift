import Glibc
import HeadwayConfig
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import SystemPackage

/// A command of Headway within the job of a task, on the node of the job: `srun --overlap` carries
/// its input and output (srun(1)).
///
/// ```swift
/// if let step = ClusterStep(of: task, in: paths) { throw step.attach() }
/// ```
struct ClusterStep {
  private let job: EngineJob
  private let key: TaskKey
  private let name: String

  /// Makes the step to a task. Nil for a task without a job, and for one whose terminal is on this
  /// machine.
  init?(of task: TaskSnapshot, in paths: HeadwayPaths) {
    if paths.attachPlace(ofKey: task.key).exists { return nil }
    self.init(of: task)
  }

  /// Makes the step to a task, wherever its terminal is. Nil for a task whose job doesn't run.
  init?(of task: TaskSnapshot) {
    guard let job = task.job, task.state != .ended, task.state != .queued else { return nil }
    (self.job, key, name) = (job, task.key, HostHint.reference(task.number))
  }

  /// Replaces this process by the step that attaches to the task. Returns the failure if srun can't be
  /// executed.
  func attach() -> CommandFailure {
    replaceProcess(["--pty"], ["attach", "--shown-name", name, key.description])
  }

  /// Replaces this process by the step that types `text`. The text goes through a pipe, because every
  /// user can read command lines. Returns the failure if that isn't possible.
  func send(_ text: String, omitsNewline: Bool) -> CommandFailure {
    let bytes = Array("\(text)\n".utf8)
    guard let pipe = try? DescriptorPair.pipe(),
      // The whole text must fit: nobody reads before srun does.
      fcntl(pipe.second.raw, Self.setPipeSize, CInt(4 * 65_536)) >= bytes.count,
      write(pipe.second.raw, bytes, bytes.count) == bytes.count,
      dup2(pipe.first.raw, STDIN_FILENO) >= 0
    else {
      return CommandFailure(
        "the text can't be passed on: \(Errno.last.words); try again",
        status: .failure)
    }
    let options = omitsNewline ? ["--no-newline"] : []
    return replaceProcess([], ["send", "--from-input"] + options + [key.description, ""])
  }

  /// Returns the log of a task whose job is on a node that doesn't see the folders of this machine.
  /// `lines` is the number of its last lines; nil for all that is kept.
  func log(lines: Int?) throws(CommandFailure) -> [UInt8] {
    let words = ["--log"] + (lines.map { ["--lines", "\($0)"] } ?? []) + [job.nodeFolder ?? ""]
    guard let (srun, arguments) = command([], ["hub", "relay"] + words) else { throw noProgram }
    let run: CapturedRun
    do throws(SystemError) {
      run = try CapturedRun(srun, arguments, within: .seconds(30))
    } catch {
      throw CommandFailure(.system(error))
    }
    guard run.status == 0 else {
      let words = run.errors.isEmpty ? String(localized: "no answer") : run.errors
      let reason = SanitisedText(words, limit: .line)
      throw CommandFailure(
        "the node of task \(name) doesn't give the output (\(reason)); try again", status: .failure)
    }
    if run.isCut {
      StandardStreams.complain(
        String(
          localized: """
            only the first \(CapturedRun.outputLimit >> 20) MiB of the output are printed; for its \
            end: headway logs -n 100 \(name)
            """))
    }
    return run.output
  }

  /// `F_SETPIPE_SZ` of fcntl(2), which Glibc's module doesn't have.
  private static let setPipeSize: CInt = 1031

  private func replaceProcess(_ options: [String], _ words: [String]) -> CommandFailure {
    guard job.hasSupervisor else {
      return CommandFailure(
        "sbatch submitted \(job.words), so it has no terminal here; see: headway logs \(name)",
        status: .nothing)
    }
    guard let (srun, arguments) = command(options, words) else { return noProgram }
    var vector: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    vector.append(nil)
    execv(srun, vector)
    return CommandFailure(
      "srun can't be executed: \(Errno.last.words); see: headway logs \(name)",
      status: .failure)
  }

  private var noProgram: CommandFailure {
    CommandFailure(
      "there is no srun on this machine; attach where Slurm's commands are", status: .failure)
  }

  /// The path of srun, and its arguments for a command of Headway on the node; nil without srun.
  private func command(_ options: [String], _ words: [String]) -> (String, [String])? {
    let consequence = String(localized: "using the program of this machine")
    let config = UserConfig.loadOrDefaults(consequence).config
    guard let program = config.slurm.program ?? ProcessEnvironment.executablePath,
      let srun = ProgramPath.find("srun")
    else { return nil }
    let step = ["srun", "--quiet", "--jobid=\(job.id)", "--overlap", "--nodes=1", "--ntasks=1"]
    return (srun, step + options + [program] + words)
  }
}
