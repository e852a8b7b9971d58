/// The entry of the system's journal about the end of a task: fields for `journalctl` and for programs
/// that read the journal.
///
/// ```sh
/// journalctl MESSAGE_ID=7b1f6c1e54ce4c0e9d1f2a50b7c9d3e8 -o json
/// journalctl HEADWAY_REASON=failed --since today
/// ```
public struct JournalEntry: Hashable, Sendable {
  /// The fields in their order, each with its name.
  public let fields: [Field]

  /// A field of an entry.
  public struct Field: Hashable, Sendable {
    /// The name: capital letters, digits and underscores.
    public let name: String
    /// The value: any text.
    public let value: String
  }

  /// The id of all entries about ends (`MESSAGE_ID` of systemd.journal-fields(7)).
  public static let messageID = "7b1f6c1e54ce4c0e9d1f2a50b7c9d3e8"

  /// Makes the entry about the end of a task. Nil for a task that hasn't ended, and for a sensitive one.
  public init?(of task: TaskSnapshot) {
    guard !task.sensitive, let ending = task.ending else { return nil }
    let sentence = MessageCatalog.inEnglish { TaskNews(.finish, task).sentence }
    let isFault = ending.reason == .failed || ending.reason == .lost
    var fields: [(String, String?)] = [
      ("MESSAGE", "task \(task.number) \(task.title): \(sentence)"),
      ("MESSAGE_ID", Self.messageID),
      // The levels of syslog(3): warning and info.
      ("PRIORITY", isFault ? "4" : "6"), ("SYSLOG_IDENTIFIER", "headway"),
      ("HEADWAY_TASK_NUMBER", "\(task.number)"), ("HEADWAY_TASK_KEY", "\(task.key)"),
      ("HEADWAY_TITLE", task.title.string), ("HEADWAY_ID", task.identifier?.string),
      ("HEADWAY_GROUP", task.group?.string), ("HEADWAY_REASON", ending.reason.word.rawValue),
    ]
    switch ending.status {
    case .code(let code)?: fields.append(("HEADWAY_EXIT_CODE", "\(code)"))
    case .signal(let signal)?: fields.append(("HEADWAY_SIGNAL", "\(signal)"))
    case nil: break
    }
    fields.append(("HEADWAY_ATTEMPT", "\(task.attempt)"))
    fields.append(("HEADWAY_ELAPSED_SECONDS", task.elapsed.map { "\($0.components.seconds)" }))
    self.fields = fields.compactMap { name, value in
      value.map { Field(name: name, value: $0) }
    }
  }

  /// The entry in the journal's own form: a line `NAME=value` for each field. No value has a line break,
  /// because texts of others are ``SanitisedText``.
  public var bytes: [UInt8] {
    fields.flatMap { Array("\($0.name)=\($0.value)\n".utf8) }
  }
}
