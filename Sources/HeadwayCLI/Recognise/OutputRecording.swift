import FoundationEssentials
import HeadwayCore

/// What a command wrote to its terminal, and when: an asciicast (version 2, asciinema's format), or
/// just the bytes, also between the notes that script(1) makes.
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

  /// Between the lines and redraws of a recording without times.
  static let assumedPace: Duration = .milliseconds(100)

  init(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if let first = lines.first, let header = Self.header(first) {
      command = header.command
      pieces = lines.dropFirst().compactMap(Self.event)
    } else {
      command = lines.first.flatMap(Self.commandInNote)
      pieces = Self.untimed(Self.withoutNotes(bytes[...]))
    }
  }

  /// A piece ends with its line, or before the carriage return that draws over it.
  private static func untimed(_ bytes: ArraySlice<UInt8>) -> [Piece] {
    var (pieces, start) = ([Piece](), bytes.startIndex)
    func append(upTo end: Int) {
      guard end > start else { return }
      pieces.append(
        Piece(time: assumedPace * pieces.count, bytes: Array(bytes[start..<end])))
      start = end
    }
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "\n"): append(upTo: index + 1)
      case UInt8(ascii: "\r") where bytes[index...].dropFirst().first != UInt8(ascii: "\n"):
        append(upTo: index)
      default: break
      }
    }
    append(upTo: bytes.endIndex)
    return pieces
  }

  private static let firstNote = Array("Script started on ".utf8)
  private static let lastNote = Array("\nScript done on ".utf8)

  /// What script(1) writes before and behind the output.
  private static func withoutNotes(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard bytes.starts(with: firstNote), let start = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
      return bytes
    }
    let output = bytes[(start + 1)...]
    let end = output.indices.last { output[$0...].starts(with: lastNote) }
    return output[..<(end ?? output.endIndex)]
  }

  /// `[COMMAND="make -j8" …]`
  private static func commandInNote(_ line: ArraySlice<UInt8>) -> String? {
    guard line.starts(with: firstNote) else { return nil }
    return String(decoding: line, as: UTF8.self).firstMatch(of: #/ COMMAND="(.*?)"/#)
      .map { String($0.output.1) }
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
