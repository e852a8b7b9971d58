import FoundationEssentials
import HeadwayCore

/// What a command wrote to its terminal, and when: an asciicast (version 2, asciinema's format), or
/// just the bytes.
struct OutputRecording {
  struct Piece: Hashable {
    var time: Duration
    var bytes: [UInt8]
  }

  var pieces: [Piece]
  /// The command line, where the recording names it.
  var command: String?

  /// Lines that ended, and what stands behind the last.
  var lineCount: Int {
    let bytes = pieces.lazy.flatMap(\.bytes)
    let ends = bytes.count { $0 == UInt8(ascii: "\n") }
    let last = pieces.last { !$0.bytes.isEmpty }?.bytes.last
    return ends + (last == nil || last == UInt8(ascii: "\n") ? 0 : 1)
  }

  /// Between the lines of a recording without times.
  static let assumedPace: Duration = .milliseconds(100)

  init(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if let first = lines.first, let header = Self.header(first) {
      command = header.command
      pieces = lines.dropFirst().compactMap(Self.event)
    } else {
      pieces = Self.untimed(lines)
    }
  }

  private static func untimed(_ lines: [ArraySlice<UInt8>]) -> [Piece] {
    lines.enumerated().map { index, line in
      let end = index + 1 < lines.count ? [UInt8(ascii: "\n")] : []
      return Piece(time: assumedPace * index, bytes: line + end)
    }
  }

  private struct Header: Decodable {
    var version: Int
    var command: String?
  }

  private static func header(_ line: ArraySlice<UInt8>) -> Header? {
    guard line.first == UInt8(ascii: "{"),
      let header = try? JSONDecoder().decode(Header.self, from: Data(line)), header.version == 2
    else { return nil }
    return header
  }

  private struct Event: Decodable {
    var seconds: Double
    var kind: String
    var text: String

    init(from decoder: any Decoder) throws {
      var fields = try decoder.unkeyedContainer()
      seconds = try fields.decode(Double.self)
      kind = try fields.decode(String.self)
      text = try fields.decode(String.self)
    }
  }

  /// Nil for what isn't output.
  private static func event(_ line: ArraySlice<UInt8>) -> Piece? {
    guard let event = try? JSONDecoder().decode(Event.self, from: Data(line)), event.kind == "o",
      let time = Duration(nonNegativeSeconds: event.seconds)
    else { return nil }
    return Piece(time: time, bytes: Array(event.text.utf8))
  }
}
