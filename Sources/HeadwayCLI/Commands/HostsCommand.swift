import ArgumentParser
import HeadwayLink
import HeadwayModel
import HeadwaySystem
import HeadwayWire

/// The command `headway hosts`: shows the machines of the config, and copies the programs to them.
///
/// ```sh
/// headway hosts
/// headway hosts install build1
/// ```
struct HostsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hosts", abstract: "Show other machines, and install Headway on them.",
    discussion: "headway hosts alone is headway hosts list.",
    subcommands: [List.self, HostsInstallCommand.self], defaultSubcommand: List.self)

  /// The command `headway hosts list`: shows the machines of the config.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Show the machines of the config, and whether each answers.",
      discussion: """
        The machines are those of watch under [hosts], and those with a section [host.NAME]. Each \
        is asked once, over ssh, without a question to you. The time is that of one request and \
        its answer, without the time to connect.
        """)

    @Flag(name: .long, help: "Print a JSON array.")
    var json = false

    mutating func run() throws {
      let hosts = try Hosts.all()
      let answers = try HostSurvey.ask(hosts) { client throws(LinkError) in try HostAnswer(client) }
      let rows = zip(hosts, answers).map { HostRow(host: $0, answer: $1) }
      if json {
        StandardStreams.print(
          rows.isEmpty ? "[\n\n]" : "[\n" + rows.map(\.json).joined(separator: ",\n") + "\n]")
      } else if rows.isEmpty {
        StandardStreams.print(
          String(
            localized: "no machines; name them in the config: watch = [\"build1\"] under [hosts]"))
      } else {
        let width = rows.map { $0.host.name.name.count }.max() ?? 0
        rows.forEach { StandardStreams.print($0.line(nameWidth: width)) }
      }
      if rows.contains(where: { !$0.isReached }) {
        throw CommandFailure(silently: HeadwayProgram.ExitStatus.noHub.rawValue)
      }
    }
  }
}

/// The answer of a machine that was reached.
struct HostAnswer: Sendable {
  let hub: SanitisedText
  /// The time of a request and its answer.
  let latency: Duration
  let summary: SummaryMessage

  init(_ client: CommandClient) throws(LinkError) {
    hub = SanitisedText(try client.awaitHello().hub, limit: .line)
    let start = SystemClocks.awake
    summary = try client.ask(SummaryRequest(request: client.nextRequest())) {
      if case .summary(let summary) = $0 { summary } else { nil }
    }
    latency = SystemClocks.awake - start
  }
}

/// A machine and its answer, as a line and as a JSON object.
struct HostRow {
  let host: Host
  let answer: Result<HostAnswer, LinkError>

  var isReached: Bool { if case .success = answer { true } else { false } }

  func line(nameWidth: Int) -> String {
    let name = host.name.name
    let space = String(repeating: " ", count: max(0, nameWidth - name.count))
    return "\(name)\(space)  \(words)"
  }

  private var words: String {
    switch answer {
    case .success(let answer):
      let counts = answer.summary.liveWords.joined(separator: " · ")
      let milliseconds = max(1, answer.latency.wholeMilliseconds)
      let tasks = counts.isEmpty ? String(localized: "no live tasks") : counts
      return ["\(answer.hub)", "\(milliseconds) ms", tasks].joined(separator: .betweenWords)
    case .failure(let error): return String(localized: "not reached: \(error)")
    }
  }

  /// The row as a JSON object.
  var json: String { "  " + JSONObject.text(HostFields(self), indent: "  ") }
}

extension SummaryMessage {
  /// The numbers of tasks that aren't 0, with the states.
  fileprivate var liveWords: [String] {
    let counts = [
      (needsYou, String(localized: "needs you", context: "state")),
      (running, String(localized: "running", context: "state")),
      (queued, String(localized: "queued", context: "state")),
      (failed, String(localized: "failed", context: "state")),
    ]
    return counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
  }
}

/// The fields of a machine in JSON. All but the name are null for a machine that wasn't reached, and
/// `error` is null for one that was.
private struct HostFields: FieldObject {
  private var host: String
  private var hub: String?
  private var error: String?
  private var milliseconds: Int?
  private var running: Int?
  private var queued: Int?
  private var needsYou: Int?
  private var failed: Int?

  static var unread: HostFields { HostFields(host: "") }

  private init(host: String) { self.host = host }

  init(_ row: HostRow) {
    host = row.host.name.name
    switch row.answer {
    case .success(let answer):
      hub = answer.hub.string
      milliseconds = Int(max(1, answer.latency.wholeMilliseconds))
      (running, queued) = (answer.summary.running, answer.summary.queued)
      (needsYou, failed) = (answer.summary.needsYou, answer.summary.failed)
    case .failure(let error): self.error = MessageCatalog.inEnglish { "\(error)" }
    }
  }

  mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("error", &error)
    try fields.field("failed", &failed)
    try fields.required("host", &host)
    try fields.field("hub", &hub)
    try fields.field("milliseconds", &milliseconds)
    try fields.field("needsYou", &needsYou)
    try fields.field("queued", &queued)
    try fields.field("running", &running)
  }
}
