import ArgumentParser
import HeadwayLink
import HeadwayModel
import HeadwaySystem
import HeadwayWire

/// The command `headway metrics`: prints the hub's numbers for a monitoring system.
///
/// ```sh
/// headway metrics --output /var/lib/prometheus/node-exporter/headway.prom
/// ```
struct MetricsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "metrics", abstract: "Print numbers for Prometheus and other monitoring systems.",
    discussion: """
      The numbers are about the tasks by state and group, the longest wait in the queue, the ends \
      since the hub started, and the last and the present run of each task with --id. Labels are \
      groups and identifiers, never titles; sensitive tasks have no identifier there. With \
      [metrics] textfile in the config the hub writes the same numbers to a file by itself, at \
      each end and every 15 s. A hub is started if none runs.
      """)

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("prometheus or openmetrics.", valueName: "format"),
    completion: .list(MetricsFormat.allCases.map(\.rawValue)),
    transform: MetricsFormat.parse)
  var format = MetricsFormat.prometheus

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp(
      "Replace this file in one step instead of printing.", valueName: "file"),
    completion: .file())
  var output: String?

  mutating func run() throws {
    let format = format
    let text = try Hub.ask { client throws(LinkError) -> String in
      try client.require([.metrics], otherwise: String(wire: "nothing is printed"))
      return try client.metrics(in: format)
    }
    guard let output, output != "-" else { return StandardStreams.write(text) }
    guard !output.isEmpty, !RegularFile.isOther(output) else {
      throw CommandFailure(
        output.isEmpty
          ? "--output takes the name of a file"
          : "\(output) isn't a regular file; nothing was written",
        status: .usage)
    }
    do throws(SystemError) {
      try DurableFile.write(Array(text.utf8), to: output, mode: 0o644, isDurable: false)
    } catch {
      throw CommandFailure("\(error)", status: .failure)
    }
  }
}

extension MetricsFormat {
  fileprivate static func parse(_ text: String) throws -> MetricsFormat {
    guard let format = MetricsFormat(rawValue: text) else {
      throw ValidationError(localized: "--format takes prometheus or openmetrics")
    }
    return format
  }
}
