import ArgumentParser
import HeadwayModel
import HeadwayRecognition
import HeadwaySystem
import SystemPackage

/// The command `headway recognise FILE`: prints the progress that `headway run` would recognise in
/// a recording.
struct RecogniseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recognise",
    abstract: "Try the recognition rules on a recording.",
    discussion: """
      headway recognise prints a line for each change: seconds, percent, phase and subtitle, \
      separated by tabs. A dash stands for an unknown value. If the recording has no progress, \
      headway recognise says so on standard error and exits 0.
      FILE is an asciicast (asciinema rec FILE), a typescript (script FILE), or the plain output \
      of a command. Only an asciicast has times. In other files, lines and redraws count as 0.1 s \
      apart.
      Put rules of your own in config.toml. They come before the built-in ones:
        [recognise.sheep]
        match = '^sheep (?<completed>\\d+) of (?<total>\\d+)'
      The names of the groups in a rule, such as completed, are in headway help progress.
      """)

  @Argument(help: "The recording, or - for standard input.", completion: .file())
  var file: String

  @Option(
    name: .long, parsing: .unconditional,
    help: "Set the command line (default: the one in the recording).")
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
        String(
          localized: count, one: "no progress recognised in \(count) line",
          many: "no progress recognised in \(count) lines"))
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

/// The file of a recording, or standard input.
enum RecordingFile {
  /// The largest recording in bytes. A larger file was most likely named by mistake.
  private static let byteLimit = 256 << 20

  /// Reads the file; `-` means standard input. Throws a failure if it can't be read or is too
  /// large.
  static func read(_ path: String) throws -> [UInt8] {
    do {
      if path == "-" { return try contents(of: .standardInput) }
      let descriptor = try FileDescriptor.open(FilePath(path), .readOnly)
      return try descriptor.closeAfter { try contents(of: descriptor) }
    } catch let error as Errno {
      throw CommandFailure(
        "\(SanitisedText(path)) can't be read: \(error.words); name a recording", status: .usage)
    }
  }

  private static func contents(of descriptor: FileDescriptor) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try chunk.withUnsafeMutableBytes { try descriptor.read(into: $0) }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
      if bytes.count > byteLimit {
        throw CommandFailure(
          "the recording has more than 256 MiB; cut it: head -c 10M FILE", status: .usage)
      }
    }
  }
}
