import ArgumentParser
import HeadwayConfig
import HeadwayModel

/// The options of one submission: those of the command line, or of a line of `--batch` over them.
struct SubmissionOptions {
  var task: TaskOptions
  var terms: TermsOptions
  var streams: StreamsOptions
  var process: ProcessOptions
  var place: PlaceOptions
  var engine: EngineOptions
  var hold = false
  /// Whether the task starts without a free slot.
  var startsNow = false
  var refresh: ShortDuration?
  /// The series of each task.
  var series: SeriesOptions

  /// Checks the options that exclude or need each other.
  func validate() throws {
    if engine.engine != nil, process.cpus != nil || process.memory != nil {
      throw ValidationError(
        localized: """
          --cpus and --memory are for tasks of this machine; for Slurm: --slots 4, \
          --engine-options '--mem=8G'
          """)
    }
    if hold, terms.now {
      throw ValidationError(localized: "--now starts at once and --hold doesn't; leave one out")
    }
    let excluding = [
      (hold, "--hold"), (terms.now, "--now"), (terms.at != nil, "--at"),
      (series.every != nil, "--every"),
      (refresh != nil, "--refresh"),
    ]
    if startsNow, let option = excluding.first(where: \.0)?.1 {
      throw ValidationError(localized: "--immediate starts at once; leave out \(option)")
    }
    if series.every != nil, terms.now {
      throw ValidationError(localized: "--now starts at once or never; leave it out with --every")
    }
    guard let refresh else { return }
    guard series.every == nil else {
      throw ValidationError(
        localized: "--every and --refresh both repeat the command; leave one out")
    }
    guard LaunchTerms.refreshIntervals.contains(refresh.duration) else {
      throw ValidationError(localized: "--refresh must be from 1s to 366d")
    }
    guard task.identifier != nil else {
      throw ValidationError(localized: "--refresh needs an identifier for headway wake; add --id")
    }
    guard terms.retry ?? 0 == 0 else {
      throw ValidationError(
        localized: "--refresh runs again after a failure anyway; leave out --retry")
    }
  }

  /// Checks each group of options, and all of them together.
  mutating func validateAll() throws {
    try task.validate()
    try terms.validate()
    try streams.validate()
    try place.validate()
    try series.validate()
    try validate()
  }

  /// The terms of the launch. A periodic task has no retries, because its next run is the retry.
  func launchTerms(over handler: TaskHandler) -> LaunchTerms {
    var terms = terms.terms(over: handler)
    terms.needsKnownGroup = task.needsKnownGroup
    if hold { terms.strategy = .hold }
    terms.startsNow = startsNow
    terms.series = series.series
    if let refresh { (terms.refresh, terms.retries) = (refresh.duration, 0) }
    return terms
  }
}
