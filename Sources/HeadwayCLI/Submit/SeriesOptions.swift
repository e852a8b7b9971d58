public import ArgumentParser
import HeadwayModel

/// The options of `submit` and `edit` that make a task run again and again.
struct SeriesOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Run again and again: 1h (counted from the start of the run before) or the times of a "
        + "calendar expression, \"Mon..Fri 03:00\", daily; see headway help time. Each run is a task "
        + "of its own.",
      valueName: "times"),
    transform: Self.recurrence)
  var every: Recurrence?

  @Option(
    name: .long, parsing: .unconditional,
    help: """
      Choose what happens when the time comes while the run before still runs: skip (the default) \
      or queue (run right after it). Two runs never overlap.
      """)
  var overlap: RunOverlap?

  @Flag(
    name: .long, inversion: .prefixedNo,
    help: "Run once, immediately, if times passed while the hub was away (default: --no-catch-up).")
  var catchUp: Bool?

  /// Reads the times of a series.
  @Sendable
  static func recurrence(_ word: String) throws -> Recurrence {
    do {
      return try Recurrence(word)
    } catch {
      throw ValidationError(String(localizing: "\(error)"))
    }
  }

  /// Checks that the options have a series to be about.
  mutating func validate() throws {
    guard every == nil,
      let option = overlap != nil ? "--overlap" : catchUp.map({ _ in "--catch-up" })
    else { return }
    throw ValidationError(
      localized: "\(option) is about a task that runs again and again; add --every")
  }

  /// The series of a new task; nil for a task that runs once.
  var series: RunSeries? {
    every.map { RunSeries($0, overlap: overlap ?? .skip, catchesUp: catchUp ?? false) }
  }
}

/// The rules on the command line: `skip` and `queue`.
extension RunOverlap: ExpressibleByArgument {}
