package import HeadwayModel

extension SlurmSubmission {
  /// The time limit in whole minutes, rounded up. The supervisor on the node keeps the exact limit.
  ///
  /// At the limit Slurm sends SIGTERM, and SIGKILL after the cluster's `KillWait`. An earlier warning
  /// (sbatch(1), `--signal`) would end the command before its time.
  var timeArguments: [String] {
    guard let timeLimit, timeLimit > .zero else { return [] }
    let seconds = min(timeLimit, Self.longestLimit).wholeMilliseconds.dividedUp(by: 1000)
    return ["--time=\(max(1, seconds.dividedUp(by: 60)))"]
  }

  /// The longest limit that Slurm shows: 365 days. A supervisor keeps a longer one itself.
  private static let longestLimit: Duration = .seconds(365 * 86_400)

  /// The arguments that decide when the job starts.
  var startArguments: [String] {
    var arguments: [String] = []
    let needs = jobDependencies.prefix(LaunchTerms.listLimit)
      .map { "\($0.needsSuccess ? "afterok" : "afterany"):\($0.id)" }
    if !needs.isEmpty { arguments.append("--dependency=\(needs.joined(separator: ","))") }
    if let earliest = terms.earliest {
      // Slurm refuses seconds that look like the first days of 1970.
      let seconds = max(1_000_000, earliest.time.millisecondsSinceEpoch.dividedUp(by: 1000))
      arguments.append("--begin=uts\(seconds)")
    }
    if terms.strategy == .hold { arguments.append("--hold") }
    let nice = max(0, -terms.priority) + max(0, terms.inherited.niceness ?? 0)
    if nice > 0 { arguments.append("--nice=\(nice)") }
    return arguments
  }

  /// The arguments that ask for resources, and for the elements of an array.
  var resourceArguments: [String] {
    var arguments: [String] = []
    if terms.slots > 1 { arguments.append("--cpus-per-task=\(terms.slots)") }
    if let gpus = terms.needs[GPUChoice.resource] { arguments.append("--gres=gpu:\(gpus)") }
    if let list = arrayIndices.map(Self.compressed), !list.isEmpty {
      arguments.append("--array=\(list)\(arrayLimit.map { "%\(max(1, $0))" } ?? "")")
    }
    return arguments
  }

  /// Returns indices in the form of `--array`: `0-99`, `0-15:4` for equal steps, `0,2-5,9`.
  static func compressed(_ indices: [Int]) -> String {
    let valid = indices.prefix(ArrayPart.countLimit).filter(ArrayPart.indices.contains)
    let sorted = Set(valid).sorted()
    guard let first = sorted.first, let last = sorted.last else { return "" }
    if let step = step(of: sorted), step > 1, sorted.count > 2 { return "\(first)-\(last):\(step)" }
    var runs: [ClosedRange<Int>] = []
    for index in sorted {
      if let run = runs.last, run.upperBound + 1 == index {
        runs[runs.count - 1] = run.lowerBound...index
      } else {
        runs.append(index...index)
      }
    }
    return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ",")
  }

  /// Returns the difference between neighbours; nil if it isn't always the same.
  private static func step(of sorted: [Int]) -> Int? {
    let steps = Set(zip(sorted, sorted.dropFirst()).map { $1 - $0 })
    return steps.count == 1 ? steps.first : nil
  }

  /// Returns why Slurm can't keep the terms, as a sentence with the option to leave out. Nil if it
  /// can.
  ///
  /// The width of the terminal (`--columns`), the stall policy and the limits of the shell aren't
  /// refused: `headway run` on the node and `sbatch` itself keep them.
  package static func refusal(of terms: LaunchTerms, description: TaskDescription)
    -> SanitisedText?
  {
    let options: [(isGiven: Bool, name: String)] = [
      (terms.strategy == .fail, "--now"), (!terms.conditions.isEmpty, "--when"),
      (!terms.whileConditions.isEmpty, "--while"), (terms.series != nil, "--every"),
      (terms.refresh != nil, "--refresh"), (terms.startsNow || !terms.takesSlot, "--immediate"),
    ]
    if let option = options.first(where: \.isGiven) {
      return SanitisedText(wire: "Slurm has no \(option.name); leave it out", limit: .line)
    }
    if terms.priority > 0 {
      return SanitisedText(
        wire: "in Slurm only an administrator raises a priority; leave out --priority, or lower it")
    }
    if let niceness = terms.inherited.niceness, niceness < 0 {
      return SanitisedText(
        wire: "in Slurm only an administrator raises a priority; leave out --nice, or raise it")
    }
    return refusal(ofResources: terms)
  }

  private static func refusal(ofResources terms: LaunchTerms) -> SanitisedText? {
    if let other = terms.needs.keys.sorted().first(where: { $0 != GPUChoice.resource }) {
      return SanitisedText(
        wire: """
          Slurm doesn't know --needs \(other); ask with --engine-options, such as \
          '--licenses=\(other)' or '--gres=\(other):1'
          """, limit: .line)
    }
    guard terms.needs[GPUChoice.resource] != nil else { return nil }
    if terms.gpus.share != GPUChoice.whole {
      return SanitisedText(wire: "Slurm gives whole GPUs only; ask for --needs gpu=1")
    }
    guard !terms.gpus.among.isEmpty else { return nil }
    return SanitisedText(
      wire: "Slurm chooses the GPUs; leave out --gpus and unset CUDA_VISIBLE_DEVICES")
  }
}

extension Int64 {
  /// The quotient, rounded up. The divisor is positive.
  fileprivate func dividedUp(by divisor: Int64) -> Int64 {
    self / divisor + (self % divisor > 0 ? 1 : 0)
  }
}
