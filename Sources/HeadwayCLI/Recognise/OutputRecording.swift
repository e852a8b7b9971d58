import FoundationEssentials
import HeadwayModel

/// The recorded output of a command, as `headway recognise` reads it.
///
/// Formats: an asciicast of version 2 (asciinema), a typescript of script(1), or plain bytes. Only
/// asciicasts contain times.
struct OutputRecording {
  /// Bytes that the command wrote at once, and their time. The clock starts with the command.
  struct Piece: Hashable {
    var time: AwakeTime
    var bytes: [UInt8]
  }

  var pieces: [Piece]
  /// The command line. Nil if the recording doesn't contain it.
  var command: String?

  /// The number of lines, including an unfinished last one.
  var lineCount: Int {
    let bytes = pieces.lazy.flatMap(\.bytes)
    let ends = bytes.count { $0 == UInt8(ascii: "\n") }
    let last = pieces.last { !$0.bytes.isEmpty }?.bytes.last
    return ends + (last == nil || last == UInt8(ascii: "\n") ? 0 : 1)
  }

  /// The time between the lines and redraws of a recording without times.
  static let assumedPace: Duration = .milliseconds(100)

  /// Reads a recording. Never fails: unknown formats are plain bytes.
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

  /// Splits bytes without times. A piece ends after a line break, or before a carriage return that
  /// starts a redraw.
  private static func untimed(_ bytes: ArraySlice<UInt8>) -> [Piece] {
    var (pieces, start) = ([Piece](), bytes.startIndex)
    func append(upTo end: Int) {
      guard end > start else { return }
      pieces.append(
        Piece(time: .origin + assumedPace * pieces.count, bytes: Array(bytes[start..<end])))
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

  /// The output without the lines that script(1) writes before and after it.
  private static func withoutNotes(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard bytes.starts(with: firstNote), let start = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
      return bytes
    }
    let output = bytes[(start + 1)...]
    let end = output.indices.last { output[$0...].starts(with: lastNote) }
    return output[..<(end ?? output.endIndex)]
  }

  /// The command in script's first line: `[COMMAND="make -j8" …]`. Nil if there is none.
  private static func commandInNote(_ line: ArraySlice<UInt8>) -> String? {
    guard line.starts(with: firstNote) else { return nil }
    return String(decoding: line, as: UTF8.self).firstMatch(of: #/ COMMAND="(.*?)"/#)
      .map { String($0.output.1) }
  }

  /// The first line of an asciicast.
  private struct Header: Decodable {
    var version: Int
    var command: String?
  }

  /// Reads the first line of an asciicast. Nil for any other line, and for another version than 2.
  private static func header(_ line: ArraySlice<UInt8>) -> Header? {
    guard line.first == UInt8(ascii: "{"),
      let header = try? JSONDecoder().decode(Header.self, from: Data(line)), header.version == 2
    else { return nil }
    return header
  }

  /// A further line of an asciicast: an array of seconds, kind and text.
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

  /// The output in the line. Nil for other events, such as input.
  private static func event(_ line: ArraySlice<UInt8>) -> Piece? {
    guard let event = try? JSONDecoder().decode(Event.self, from: Data(line)), event.kind == "o",
      let time = Duration(nonNegativeSeconds: event.seconds)
    else { return nil }
    return Piece(time: .origin + time, bytes: Array(event.text.utf8))
  }
}
