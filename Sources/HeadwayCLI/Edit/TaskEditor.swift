import Glibc
import HeadwayConfig
import HeadwayLink
import HeadwayModel
import HeadwaySystem
import HeadwayWire
import SystemPackage

/// `headway edit N` alone: shows a queued task as TOML in the person's editor, and makes the changes
/// of the saved text.
struct TaskEditor {
  /// The task as it is before the changes.
  private let task: TaskSnapshot

  init(_ task: TaskSnapshot) { self.task = task }

  /// Opens the editor until the text is applied, or the person gives up. The text of a failed
  /// attempt is never lost.
  ///
  /// - Parameter apply: makes the changes. The changes are empty if the person saved the text as it
  ///   was. Not called if the person gives up.
  /// - Returns: whether the changes were made; false if the person emptied the file.
  @discardableResult
  func run(_ apply: (TaskChange) throws(CommandFailure) -> Void) throws(CommandFailure) -> Bool {
    guard EditedFile.hasEditor else {
      throw CommandFailure(
        "nothing to change: give options, or set EDITOR, or use a terminal; see: headway help edit",
        status: .usage)
    }
    let (before, text) = MessageCatalog.inEnglish {
      let before = TaskDocument(task)
      return (before, before.text(heading: "Task \(task.number): \(task.title)"))
    }
    let file = try EditedFile(text, name: "headway-edit-\(task.number)")
    while true {
      do throws(CommandFailure) {
        try file.open()
      } catch {
        if (try? file.contents()) == text { file.remove() }
        throw error
      }
      let edited = try file.contents()
      guard edited.contains(where: { !$0.isWhitespace }) else {
        file.remove()
        return false
      }
      do throws(CommandFailure) {
        try apply(edited == text ? TaskChange() : try Self.change(edited, from: before))
        file.remove()
        return true
      } catch {
        error.report()
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1, Self.isToEditAgain() else {
          throw CommandFailure(
            "nothing was changed; your text is in \(file.path)", status: .nothing)
        }
      }
    }
  }

  /// Edits a queued task.
  static func edit(_ reference: TaskReference) throws(CommandFailure) {
    let task = try queuedTask(reference)
    let isMade = try TaskEditor(task).run { change throws(CommandFailure) in
      guard !change.isEmpty else {
        return StandardStreams.complain(String(localized: "the task is unchanged"))
      }
      try change.make(to: .key(task.key))
    }
    if !isMade {
      StandardStreams.complain(String(localized: "the file is empty; nothing was changed"))
    }
  }

  private static func isToEditAgain() -> Bool {
    StandardStreams.prompt(String(localized: "Edit again? [Y/n] "))
    guard let answer = readLine() else { return false }
    return !answer.lowercased().hasPrefix("n")
  }

  private static func queuedTask(
    _ task: TaskReference
  ) throws(CommandFailure) -> TaskSnapshot {
    let tasks = try Hub.ask { client throws(LinkError) in try client.list(all: false) }
    guard let found = tasks.last(where: task.names) else {
      throw CommandFailure(
        "there is no task \(SanitisedText(task.description)); see: headway list", status: .nothing)
    }
    guard found.state == .queued else {
      throw CommandFailure(
        "task \(found.number) isn't queued any more; see: headway list", status: .nothing)
    }
    return found
  }

  /// Returns the changes that an edited text makes.
  static func change(
    _ text: String, from before: TaskDocument
  ) throws(CommandFailure) -> TaskChange {
    do throws(ConfigError) {
      return try TaskChange(from: before, to: try TaskDocument.decode(text))
    } catch {
      throw CommandFailure("\(localizing: error.placed(in: text))", status: .usage)
    }
  }
}

extension EditedValue<SanitisedText> {
  /// The value for the name of a group. An empty name and `default` take the task out of its group.
  init(group name: String) {
    let isNone = name.isEmpty || GroupChoice(name) == .general
    self = isNone ? .cleared : .set(SanitisedText(name, limit: .identifier))
  }
}

extension TaskDocument {
  /// The properties of a task.
  init(_ task: TaskSnapshot) {
    self.init()
    let line = task.command.map { $0.map(\.string).joined(separator: " ") } ?? ""
    title = task.title == SanitisedText(line) ? "" : task.title.string
    command = task.command.map { $0.map(\.string) }
    directory = task.directory?.string
    priority = task.terms.priority
    group = task.group?.string
    at = task.terms.earliest?.description
    every = task.terms.every?.string
    after = task.terms.after.map(\.description)
    afterAny = task.terms.afterAny.map(\.description)
    needs = task.terms.needs
  }
}

extension TaskChange {
  /// The changes from one document to another. A missing property stays as it is.
  ///
  /// - Throws: `ConfigError` for a value that no task can have.
  init(from before: TaskDocument, to after: TaskDocument) throws(ConfigError) {
    self.init()
    if let title = after.title, title != before.title ?? "" {
      edit.title = title.isEmpty ? EditedValue.cleared : .set(SanitisedText(title))
    }
    if let priority = after.priority, priority != before.priority { edit.priority = priority }
    if let group = after.group, group != before.group ?? "" {
      edit.group = EditedValue(group: group)
    }
    if let needs = after.needs, needs != before.needs ?? [:] { edit.needs = needs }
    try setTime(after.at, before: before.at ?? "")
    try setSeries(after.every, before: before.every ?? "")
    try setDependencies(from: before, to: after)
    try setPayload(from: before, to: after)
  }

  private mutating func setTime(_ text: String?, before: String) throws(ConfigError) {
    guard let text, text != before else { return }
    guard !text.isEmpty else { return edit.earliest = EditedValue.cleared }
    guard let time = StartTime(argument: text) else {
      throw ConfigError(
        .wrongValue, in: ["at"], String(localized: "\"at\" must be \(StartTime.allowedWords)"))
    }
    edit.earliest = .set(time.earliest)
  }

  private mutating func setSeries(_ text: String?, before: String) throws(ConfigError) {
    guard let text, text != before else { return }
    guard !text.isEmpty else { return edit.series = EditedValue.cleared }
    do {
      edit.series = .set(EditedSeries(try Recurrence(text)))
    } catch {
      throw ConfigError(
        .wrongValue, in: ["every"], String(wire: "\"every\" is wrong: \(error)"))
    }
  }

  private mutating func setDependencies(
    from before: TaskDocument, to after: TaskDocument
  ) throws(ConfigError) {
    let (strict, lax) = (after.after ?? before.after, after.afterAny ?? before.afterAny)
    guard strict != before.after || lax != before.afterAny else { return }
    var dependencies: [Dependency] = []
    for (texts, needsSuccess) in [(strict, true), (lax, false)] {
      for text in texts ?? [] {
        let key = needsSuccess ? "after" : "after-any"
        guard var lists = TaskList(argument: text).map({ [$0] }) else {
          throw ConfigError(
            .wrongValue, in: [key],
            String(localized: "\"\(SanitisedText(text))\" doesn't name a task"))
        }
        do throws(CommandFailure) {
          try lists.resolveLast()
        } catch {
          throw ConfigError(
            .wrongValue, in: [key],
            error.message ?? String(localized: "\"last\" names no task"))
        }
        dependencies += lists.dependencies(needingSuccess: needsSuccess)
      }
    }
    edit.dependencies = dependencies
  }

  private mutating func setPayload(
    from before: TaskDocument, to after: TaskDocument
  ) throws(ConfigError) {
    if let command = after.command, command != before.command ?? [] {
      guard command.first?.isEmpty == false, !command.contains(where: { $0.utf8.contains(0) })
      else {
        throw ConfigError(
          .wrongValue, in: ["command"],
          String(localized: "\"command\" must begin with a program"))
      }
      patch.command = command.map { Array($0.utf8) }
      edit.command = EditedCommand(command.map { SanitisedText($0, limit: .line) })
    }
    if let directory = after.directory, directory != before.directory ?? "" {
      do throws(CommandFailure) {
        patch.directory = try Self.directory(directory)
      } catch {
        throw ConfigError(
          .wrongValue, in: ["directory"],
          error.message ?? String(localized: "\"directory\" is wrong"))
      }
    }
    patch.variables = after.environment.sorted { $0.key < $1.key }.map {
      Array("\($0.key)=\($0.value)".utf8)
    }
    for name in after.unset ?? [] {
      guard !name.isEmpty, !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "=") })
      else {
        throw ConfigError(
          .wrongValue, in: ["unset"], String(localized: "\"unset\" must be a list of names"))
      }
      patch.variables.append(Array(name.utf8))
    }
  }
}

/// A private file that the person's editor opens.
struct EditedFile {
  let path: String

  /// Makes a file with mode 0600 in `$TMPDIR` or `/tmp`.
  init(_ text: String, name: String) throws(CommandFailure) {
    let folder = ProcessEnvironment.variable("TMPDIR") ?? "/tmp"
    var template = Array("\(folder)/\(name)-XXXXXX.toml".utf8CString)
    let descriptor = mkstemps(&template, 5)
    guard descriptor >= 0 else {
      throw CommandFailure(
        "no file can be made in \(SanitisedText(folder)) (\(Errno.last.words))",
        status: .failure)
    }
    defer { close(descriptor) }
    path = template.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
    let bytes = Array(text.utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      unlink(path)
      throw CommandFailure("\(path) can't be written; make room", status: .failure)
    }
  }

  /// Whether there is an editor to open: one of the person's choice, or vi on a terminal.
  static var hasEditor: Bool {
    chosenEditor != nil || isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
  }

  private static var chosenEditor: String? {
    ["VISUAL", "EDITOR"].lazy.compactMap { ProcessEnvironment.variable($0) }
      .first { $0.contains { !$0.isWhitespace } }
  }

  /// Opens the file in `$VISUAL`, `$EDITOR` or vi, and waits. system(3) ignores Ctrl-C meanwhile.
  func open() throws(CommandFailure) {
    let editor = Self.chosenEditor ?? "vi"
    guard system("\(editor) \(ShellWord(path).written)") == 0 else {
      throw CommandFailure(
        """
        the editor failed (\(SanitisedText(editor))), so nothing was changed; your text is in \
        \(path)
        """, status: .failure)
    }
  }

  /// Reads the file. A removed file counts as empty.
  func contents() throws(CommandFailure) -> String {
    do {
      let bytes = try DurableFile.read(path, byteLimit: TaskDocument.byteLimit)
      return String(decoding: bytes ?? [], as: UTF8.self)
    } catch {
      throw CommandFailure("\(path) can't be read (\(error))", status: .failure)
    }
  }

  func remove() { unlink(path) }
}
