import ArgumentParser
import HeadwayConfig
import HeadwayModel

/// The options of `submit` that choose the standard streams of the command.
struct StreamsOptions: ParsableArguments {
  @Flag(
    name: .long, inversion: .prefixedNo,
    help: """
      Give the command a terminal, or /dev/null as input and a pipe for its output (default: tty \
      in [queue] of the config, true).
      """)
  var tty: Bool?

  @Flag(
    name: .customLong("separate-stderr"),
    help: "Keep standard error apart, for headway logs --stderr. Implies --no-tty.")
  var separatesErrors = false

  mutating func validate() throws {
    if separatesErrors, tty == true {
      throw ValidationError(localized: "a terminal has no separate stderr; leave out --tty")
    }
  }

  /// The streams, with the config's choice where the command line leaves it open.
  func streams(over config: HeadwayConfig) -> LaunchStreams {
    if separatesErrors { return .pipes }
    return tty ?? config.queue.tty ? .terminal : .pipe
  }
}
