package import HeadwayModel

/// The reason why one of Slurm's commands failed.
package enum SlurmTrouble: Error, Hashable, Sendable {
  /// The controller doesn't answer, or the machine can't prove to it who asks (munge). Nothing is
  /// known about the jobs, and the same command may succeed later.
  case controllerSilent
  /// Slurm doesn't know the job, or the job is already over.
  case invalidJob
  /// The cluster keeps no accounts: `sacct` can't tell anything.
  case noAccounting
  /// Slurm refused, for the reason in its own words.
  case refused(SanitisedText)

  /// The reason in words, for people.
  package var words: SanitisedText {
    switch self {
    case .controllerSilent: SanitisedText(wire: "Slurm doesn't answer")
    case .invalidJob: SanitisedText(wire: "Slurm has no such job")
    case .noAccounting: SanitisedText(wire: "the cluster keeps no accounts")
    case .refused(let reason): reason
    }
  }

  /// Reads what a command of Slurm wrote to standard error; nil if it succeeded. Some messages mean
  /// trouble although `scancel` exits with status 0.
  package init?(errors: String, exitCode: Int32) {
    let lines = Self.lines(of: errors)
    let folded = lines.map { $0.lowercased() }
    func mentions(_ phrases: [String]) -> Bool {
      folded.contains { line in phrases.contains { line.contains($0) } }
    }
    if mentions(Self.silences) {
      self = .controllerSilent
    } else if mentions(["accounting storage is disabled"]) {
      self = .noAccounting
    } else if mentions(["invalid job id specified", "already completing or completed"]) {
      self = .invalidJob
    } else if exitCode == 0 {
      return nil
    } else {
      self = .refused(Self.reason(lines, exitCode: exitCode))
    }
  }

  /// The parts of the messages that a silent controller or a dead munge causes, in lower case.
  private static let silences = [
    "unable to contact slurm controller", "unable to contact slurmctld",
    "unable to contact controller", "slurm controller not responding",
    "slurm backup controller in standby mode", "unable to establish configuration source",
    "could not establish a configuration source", "resolve_ctls_from_dns_srv",
    "connection refused", "connection timed out", "connection reset", "no route to host",
    "network is unreachable", "zero bytes were transmitted", "socket timed out",
    "munge encode failed", "munge decode failed", "munged is up", "did you start munged",
    "invalid authentication credential", "protocol authentication error",
    "has authentication error", "unable to connect to slurm daemon",
    "unable to connect to database", "slurmdbd: connection",
  ]

  /// The last lines of the text: at most 32 of them, each cut.
  private static func lines(of errors: String) -> [String] {
    errors.utf8.suffix(16_384).split { $0 == 0x0A || $0 == 0x0D }.suffix(32)
      .map { SanitisedText(String(decoding: $0, as: UTF8.self), limit: .line).string }
      .filter { !$0.allSatisfy(\.isWhitespace) }
  }

  private static func reason(_ lines: [String], exitCode: Int32) -> SanitisedText {
    let errors = lines.filter { $0.contains(": error: ") || $0.contains(": fatal: ") }
    let told = (errors.isEmpty ? lines : errors).map { bare($0) }
      .filter { !$0.isEmpty && !$0.hasPrefix("Try \"") }
    guard let last = told.last else {
      return SanitisedText(wire: "the command failed with exit code \(exitCode)")
    }
    // Scripts of the site (job_submit plugins) explain a refusal in the lines before such an end.
    if last.lowercased().hasPrefix("unspecified error"), let before = told.dropLast().last {
      return SanitisedText(before, limit: .line)
    }
    return SanitisedText(last, limit: .line)
  }

  private static let prefixes = [
    "sbatch: ", "squeue: ", "scancel: ", "scontrol: ", "sinfo: ", "sacct: ", "srun: ", "error: ",
    "fatal: ", "lua: ", "slurm_load_jobs error: ", "slurm_load_partitions: ",
    "Batch job submission failed: ",
  ]

  /// Removes what comes before the reason: the names of the program and of its function.
  private static func bare(_ line: String) -> String {
    var rest = line[...]
    var isCut = true
    while isCut {
      isCut = false
      for prefix in prefixes where rest.hasPrefix(prefix) {
        rest = rest.dropFirst(prefix.count)
        isCut = true
      }
    }
    return String(rest)
  }
}
