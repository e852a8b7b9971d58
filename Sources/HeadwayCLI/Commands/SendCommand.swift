import ArgumentParser
import Glibc
import HeadwayModel

/// The command `headway send N TEXT`: types a line at the terminal of a task.
///
/// ```sh
/// headway send 7 y
/// ```
struct SendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send", abstract: "Type a line at the terminal of a task.",
    discussion: """
      The task gets TEXT and Enter as if somebody typed them at its terminal. A program that isn't \
      reading now gets them when it next reads. Line breaks in TEXT count as Enter. The task must \
      have a terminal of its own. Tasks of headway submit have one, and so do tasks of headway run \
      on a terminal.
      """)

  @Flag(name: .customLong("no-newline"), help: "Don't press Enter at the end.")
  var omitsNewline = false

  @Argument(
    help: ArgumentHelp("The task: its number, its identifier (--id), or last.", valueName: "task"),
    completion: TaskCompletion.liveOrLast, transform: OneTask.parse)
  var task: OneTask

  @Argument(help: "The text to type.")
  var text: String

  @Flag(name: .customLong("from-input"), help: .hidden)
  var readsInput = false

  @OptionGroup var machine: HostOptions

  /// Delivers the text. A task may send to itself, so the check against attaching from inside is
  /// off.
  mutating func run() throws {
    let text = readsInput ? try Self.line() : text
    let target = try AttachTarget.find(try task.resolve(), toWatch: false)
    if let step = try target.task.flatMap({ ClusterStep(of: $0, in: try Hub.paths()) }) {
      throw step.send(text, omitsNewline: omitsNewline)
    }
    let delivery = TextDelivery(key: target.key, name: target.name, paths: try Hub.paths())
    try delivery.perform(TypedText(text, endsLine: !omitsNewline).bytes)
  }

  /// The line on standard input, which a monitor on another machine passes. A line without its end was
  /// cut off by a lost connection.
  private static func line() throws(CommandFailure) -> String {
    var bytes: [UInt8] = []
    while bytes.last != UInt8(ascii: "\n"), bytes.count <= inputLimit {
      var piece = [UInt8](repeating: 0, count: 4096)
      let count = piece.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw CommandFailure(
          "the line was cut off, so nothing was typed; try again", status: .failure)
      }
      bytes += piece.prefix(count)
    }
    guard bytes.count <= inputLimit else {
      throw CommandFailure("the text is too long; send at most 64 KiB", status: .usage)
    }
    return String(decoding: bytes.dropLast(), as: UTF8.self)
  }

  private static let inputLimit = 65_536
}

/// Text in the bytes that a terminal sends when it is typed: Enter is a carriage return.
///
/// ```swift
/// TypedText("yes", endsLine: true).bytes  // "yes\r"
/// ```
struct TypedText {
  let bytes: [UInt8]

  /// Converts a text. A line break becomes Enter; CR LF counts once. `endsLine` adds a final Enter.
  init(_ text: String, endsLine: Bool) {
    let enter = UInt8(ascii: "\r")
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      guard byte == UInt8(ascii: "\n") else {
        bytes.append(byte)
        continue
      }
      if bytes.last != enter { bytes.append(enter) }
    }
    self.bytes = endsLine ? bytes + [enter] : bytes
  }
}
