import ArgumentParser
import FoundationEssentials
import HeadwayModel

/// The command `headway doctor`: checks the installation and says what to do about each problem.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check this installation and say what to do about problems.",
    discussion: """
      headway doctor prints one line for each check, with what to do: ok, warning (it works, but \
      could work better) or wrong. It starts no hub and changes nothing. It exits 1 if anything is \
      wrong. With --host NAME it checks the installation on another machine, and names it first.
      """)

  @Flag(name: .long, help: "Print a JSON array of objects. Unknown values are null.")
  var json = false

  @OptionGroup var machine: HostOptions

  /// Prints the results. Exits with 1 if any result is wrong; warnings don't count.
  mutating func run() throws {
    let paths = try Hub.paths()
    let diagnoses =
      json
      ? MessageCatalog.inEnglish { Examination(paths).diagnoses } : Examination(paths).diagnoses
    if json {
      StandardStreams.print(MessageCatalog.inEnglish { Self.encoded(diagnoses) })
    } else {
      Diagnosis.lines(diagnoses).forEach(StandardStreams.print)
    }
    if diagnoses.contains(where: { $0.status == .wrong }) {
      throw CommandFailure(silently: HeadwayProgram.ExitStatus.nothing.rawValue)
    }
  }

  /// A result in JSON. Scripts depend on the names, so fields are added and never renamed or
  /// removed.
  private struct Row: Encodable {
    var check: String
    var status: String
    var text: String
    var advice: String?

    enum CodingKeys: CodingKey { case check, status, text, advice }

    /// Encodes a missing advice as null, which the synthesised code would leave out.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(check, forKey: .check)
      try container.encode(status, forKey: .status)
      try container.encode(text, forKey: .text)
      try container.encode(advice, forKey: .advice)
    }
  }

  /// The results as a JSON array.
  private static func encoded(_ diagnoses: [Diagnosis]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let rows = diagnoses.map {
      Row(
        check: $0.check, status: $0.status.rawValue, text: $0.text.string,
        advice: $0.advice?.string)
    }
    guard let data = try? encoder.encode(rows) else { return "[]" }
    return String(decoding: data, as: UTF8.self)
  }
}
