import HeadwayModel
import HeadwayWire
import Testing

/// Fault matrix 12: what can steer a terminal, or lie about order, gets through no text field.
@Suite struct HostileTextTests {
  static let hostile = [
    "a\u{1B}[2Jb", "a\u{1B}]52;c;aGk=\u{7}b", "a\u{9B}31mb", "a\rb", "a\u{7}b", "a\u{0}b",
    "a\u{202E}b", "a\u{2066}b\u{2069}", "a\u{200B}b", "a\u{200F}b", "a\u{061C}b", "a\u{FEFF}b",
    "a\u{2028}b", "a\u{7F}b", "a\u{E0041}b", "a\nb", "a\u{85}b",
  ]

  @Test("no text field of a begin lets it through", arguments: hostile)
  func noTextFieldOfABeginLetsItThrough(_ text: String) throws {
    let value = Self.quoted(text)
    guard
      case .begin(let begin) = try decodeClient(
        """
        {"type":"begin","key":"0123456789abcdef0123456789abcdef","title":\(value),\
        "identifier":\(value),"command":[\(value)],"directory":\(value),"group":\(value),\
        "subtitle":\(value),"unit":\(value),"phase":\(value)}
        """)
    else { throw WireError.malformed("no begin") }
    let task = begin.description
    let reading = begin.report.reading
    let texts = [
      task.title, task.identifier, task.command?.first, task.directory, task.group,
      begin.report.subtitle, reading.unit, reading.phase,
    ]
    for text in texts { try Self.expectHarmless(text?.string) }
  }

  @Test("no text field of an update lets it through", arguments: hostile)
  func noTextFieldOfAnUpdateLetsItThrough(_ text: String) throws {
    let value = Self.quoted(text)
    guard
      case .update(let update) = try decodeClient(
        """
        {"type":"update","task":7,"title":\(value),"subtitle":\(value),"unit":\(value),\
        "phase":\(value)}
        """)
    else { throw WireError.malformed("no update") }
    let report = update.report
    for text in [report.title, report.subtitle, report.reading.unit, report.reading.phase] {
      try Self.expectHarmless(text?.string)
    }
  }

  @Test("no text field of a snapshot lets it through", arguments: hostile)
  func noTextFieldOfASnapshotLetsItThrough(_ text: String) throws {
    let value = Self.quoted(text)
    guard
      case .change(let change) = try decodeHub(
        """
        {"type":"change","task":{"number":1,"key":"0123456789abcdef0123456789abcdef",\
        "title":\(value),"state":"running","identifier":\(value),"subtitle":\(value),\
        "unit":\(value),"phase":\(value),"command":[\(value)],"directory":\(value),\
        "group":\(value),"blockedOn":\(value)}}
        """)
    else { throw WireError.malformed("no change") }
    let task = change.task
    let texts = [
      task.title, task.identifier, task.subtitle, task.progress.unit, task.progress.phase,
      task.command?.first, task.directory, task.group, task.terms.blockedOn,
    ]
    for text in texts { try Self.expectHarmless(text?.string) }
  }

  @Test("every text is bounded")
  func everyTextIsBounded() throws {
    let long = Self.quoted(String(repeating: "\"é", count: 1500))
    let words = Array(repeating: "\"\(String(repeating: "a", count: 600))\"", count: 30)
    guard
      case .begin(let begin) = try decodeClient(
        """
        {"type":"begin","key":"0123456789abcdef0123456789abcdef","title":\(long),\
        "identifier":\(long),"command":[\(words.joined(separator: ","))]}
        """)
    else { throw WireError.malformed("no begin") }
    let task = begin.description
    #expect(task.title.string.count <= 200 && task.title.string.utf8.count <= 512)
    #expect(try #require(task.identifier).string.utf8.count <= 255)
    let commandBytes = try #require(task.command).reduce(0) { $0 + $1.string.utf8.count }
    #expect((1...8192).contains(commandBytes))
  }

  @Test("the largest task fits a line")
  func theLargestTaskFitsALine() throws {
    let text = SanitisedText(String(repeating: "\"", count: 5000), limit: .line)
    let title = SanitisedText(String(repeating: "\"", count: 5000))
    var task = TaskDescription(key: TaskKey(high: 1, low: 2), title: title)
    task.command = Array(repeating: text, count: 300)
    (task.identifier, task.directory, task.group) = (text, text, text)
    var report = WorkerReport()
    report.subtitle = text
    report.reading = ProgressReading(
      completed: .max, total: .max, unit: text, estimated: .max, phase: text)
    let bounded = BeginMessage(task, report).description
    var snapshot = TaskSnapshot(
      number: try #require(TaskNumber(.max)), key: task.key, title: bounded.title, state: .running)
    (snapshot.identifier, snapshot.subtitle, snapshot.directory) = (text, text, text)
    (snapshot.group, snapshot.terms.blockedOn) = (text, text)
    snapshot.command = bounded.command
    (snapshot.progress.unit, snapshot.progress.phase) = (text, text)
    (snapshot.stall.kind, snapshot.stall.time) = (.silent, .seconds(45))
    #expect(ChangeMessage(task: snapshot).line() != nil)
  }

  private static func expectHarmless(_ text: String?) throws {
    let text = try #require(text)
    #expect(text.hasPrefix("a"))
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
        Issue.record("U+\(String(scalar.value, radix: 16)) in \(text.debugDescription)")
      default: break
      }
    }
  }

  /// `text` as a JSON string, every scalar escaped.
  private static func quoted(_ text: String) -> String {
    let escaped = text.utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return "\"" + escaped.joined() + "\""
  }
}
