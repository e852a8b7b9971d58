import ArgumentParser
import HeadwayConfig
import HeadwayModel
import HeadwaySlurm

/// The options of `submit` that choose the engine of a task.
struct EngineOptions: ParsableArguments {
  @Option(
    name: .customLong("on"), parsing: .unconditional,
    help: ArgumentHelp(
      "Let another engine than the queue of this machine run the command: slurm (headway help "
        + "slurm).",
      valueName: "engine"),
    transform: Self.engine)
  var engine: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Options for the engine's own submit command, in one word: '--partition=long --mem=8G'.",
      valueName: "options"),
    transform: Self.words)
  var engineOptions: [String]?

  /// The name of the engine that there is besides the queue of this machine.
  private static let known = "slurm"

  static func engine(_ word: String) throws -> String {
    guard word == known else {
      throw ValidationError(
        localized: "there is no engine \(SanitisedText(word)); use --on \(known)")
    }
    return word
  }

  static func words(_ text: String) throws -> [String] {
    guard let words = SlurmOptions.words(of: text) else {
      throw ValidationError(
        localized: """
          --engine-options has a quote without its end, or more than \(SlurmOptions.wordLimit) \
          words
          """
      )
    }
    if let refusal = SlurmOptions.refusal(of: words) { throw ValidationError(refusal.localized) }
    return words
  }

  /// The terms of a task in `group`; nil for a task of this machine's queue.
  func terms(of group: String?, _ config: HeadwayConfig) throws -> EngineTerms? {
    let ofGroup = group.flatMap { config.groups[$0]?.engine }
    guard let name = engine.map({ SanitisedText($0) }) ?? ofGroup else {
      guard engineOptions == nil else {
        throw CommandFailure("--engine-options needs an engine; add --on slurm", status: .usage)
      }
      return nil
    }
    return EngineTerms(name, options: engineOptions ?? [])
  }
}
