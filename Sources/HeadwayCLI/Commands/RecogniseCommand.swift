import ArgumentParser
import HeadwayModel
import HeadwayRecognition
import HeadwaySystem

/// The command `headway recognise FILE`: prints the progress that `headway run` would recognise in
/// a recording.
struct RecogniseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recognise",
    abstract: "Try the recognition rules on a recording.",
    discussion: """
      Prints what is newly known, line by line: seconds, percent, phase and subtitle, with tabs \
      between; a dash is what isn't known. Where nothing is progress, it says so on standard \
      error; that is no failure.
      FILE is an asciicast (asciinema rec FILE), a typescript (script FILE), or a command's output \
      as it is: its lines, and what is drawn over them, then count as 0.1 s apart.
      Rules of your own go into config.toml, before the built-in ones:
        [recognise.sheep]
        match = '^sheep (?<completed>\\d+) of (?<total>\\d+)'
      Groups: percent, fraction, completed, total, unit, phase, stage, stages, left, rate, subtitle.
      """)

  @Argument(help: "The recording; - for standard input.", completion: .file())
  var file: String

  @Option(name: .long, help: "The command line, where the recording doesn't name it.")
  var command: String?

  /// Prints a line for each change. A recording without progress is reported on standard error and
  /// isn't a failure.
  mutating func run() throws {
    let recording = OutputRecording(try RecordingFile.read(file))
    var reader = RecordingReader(
      rules: try UserConfig.rules(), command: [command ?? recording.command ?? ""])
    reader.read(recording)
    for line in reader.lines { StandardStreams.print(line.text) }
    if !reader.hasFoundProgress {
      let count = recording.lineCount
      StandardStreams.complain(
        "no progress recognised in \(count) \(count == 1 ? "line" : "lines")")
    }
  }
}

extension RecordingReader.Line {
  /// The line of output: seconds, percent (or the count), phase and subtitle, separated by tabs. A
  /// dash stands for an unknown value.
  fileprivate var text: String {
    let percent = progress.fraction.map { "\(wholePercent($0))%" }
    let seconds = time.sinceOrigin.inSeconds
    let tenths = Int64(max(0, seconds) * 10)
    return [
      "\(tenths / 10).\(tenths % 10)", percent ?? counts ?? "-", progress.phase?.string ?? "-",
      subtitle?.string ?? "-",
    ].joined(separator: "\t")
  }

  private var counts: String? { progress.completed.map { "\($0)" } }
}
