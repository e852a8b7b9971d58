import FoundationEssentials
package import HeadwayModel

/// A request to change a queued task: its place, or any of its other properties.
///
/// The hub makes all changes of a message or none. A hub without ``HubFeature/edits`` makes only one
/// change of a message, and passes over the others. A hub without ``HubFeature/termEdits`` knows
/// only `priority`, `title`, `place`, `start` and `command`.
///
/// ```json
/// {"type":"adjust","request":3,"task":7,"priority":10,"title":"Evening"}
/// ```
package struct AdjustMessage: MessageBody {
  package static let type = "adjust"
  package var request: Int?
  package var task: TaskReference
  package var priority: Int?
  package var title: SanitisedText?
  /// The task to change places with.
  package var place: TaskReference?
  /// Whether to start the task now. A message with other changes doesn't start the task.
  package var start = false
  /// The new command. `task` must then be a key, and the new payload must have come before, or
  /// `patch` must have the words.
  package var command: [SanitisedText]?
  /// The changes of the payload. `task` must then be a key.
  package var patch: PayloadPatch?
  private var at: WallTime?
  private var atWords: SanitisedText?
  private var group: SanitisedText?
  private var needs: [String: Int]?
  private var after: [TaskReference]?
  private var afterAny: [TaskReference]?
  private var every: String?
  private var overlap: RunOverlap?
  private var catchUp: Bool?
  /// The names of the properties that the task does without from now on.
  private var without: [String] = []

  package init(
    task: TaskReference, _ adjustment: QueueAdjustment, patch: PayloadPatch? = nil,
    request: Int? = nil
  ) {
    self.request = request
    self.task = task
    self.patch = patch
    switch adjustment {
    case .edit(let edit): apply(edit)
    case .place(let other): place = other
    case .start: start = true
    }
  }

  private mutating func apply(_ edit: TaskEdit) {
    (priority, command) = (edit.priority, edit.command?.words)
    (title, group) = (edit.title?.value, edit.group?.value)
    (at, atWords) = (edit.earliest?.value?.time, edit.earliest?.value?.words)
    needs = edit.needs.flatMap { $0.isEmpty ? nil : $0 }
    if let dependencies = edit.dependencies {
      after = dependencies.filter(\.needsSuccess).map(\.task)
      afterAny = dependencies.filter { !$0.needsSuccess }.map(\.task)
    }
    (every, overlap, catchUp) =
      (
        edit.series?.value?.recurrence.text, edit.series?.value?.overlap,
        edit.series?.value?.catchesUp
      )
    let isCleared: [(Removable, Bool)] = [
      (.title, edit.title == EditedValue.cleared), (.group, edit.group == EditedValue.cleared),
      (.at, edit.earliest == EditedValue.cleared), (.needs, edit.needs == [:]),
      (.every, edit.series == EditedValue.cleared),
    ]
    without = isCleared.filter { $0.1 }.map { $0.0.rawValue }
  }

  /// A property that a task can do without.
  private enum Removable: String { case title, group, at, needs, every }

  private func lacks(_ property: Removable) -> Bool { without.contains(property.rawValue) }

  /// Returns the change in the hub's own terms; nil if the message has none that this version knows.
  ///
  /// A priority out of range is moved to the end of the range.
  ///
  /// - Parameter directory: The directory of the new payload; nil without a new payload.
  package func adjustment(in directory: SanitisedText?) -> QueueAdjustment? {
    var edit = TaskEdit()
    if let priority {
      let range = LaunchTerms.priorities
      edit.priority = min(max(priority, range.lowerBound), range.upperBound)
    }
    if command != nil || patch != nil {
      guard case .key = task else { return nil }
      edit.changesPayload = true
      if let command { edit.command = EditedCommand(boundedCommand(command), in: directory) }
      if command == nil { edit.directory = directory }
    }
    readTerms(into: &edit)
    guard edit == TaskEdit() else { return .edit(edit) }
    return place.map { .place(of: $0) } ?? (start ? .start : nil)
  }

  private func readTerms(into edit: inout TaskEdit) {
    edit.title = lacks(.title) ? EditedValue.cleared : title.map { .set(SanitisedText($0.string)) }
    edit.group =
      lacks(.group)
      ? EditedValue.cleared : group.map { .set(SanitisedText($0.string, limit: .identifier)) }
    edit.needs = lacks(.needs) ? [:] : needs
    edit.earliest =
      lacks(.at)
      ? EditedValue.cleared
      : at.map { .set(EarliestStart($0, words: atWords ?? SanitisedText($0.description))) }
    // The reader has checked the text.
    let recurrence = every.flatMap { try? Recurrence($0) }
    edit.series =
      lacks(.every)
      ? EditedValue.cleared
      : recurrence.map { .set(EditedSeries($0, overlap: overlap, catchesUp: catchUp)) }
    guard after != nil || afterAny != nil else { return }
    edit.dependencies =
      (after ?? []).map { Dependency($0, needsSuccess: true) }
      + (afterAny ?? []).map { Dependency($0, needsSuccess: false) }
  }

  package static var unread: AdjustMessage { AdjustMessage(task: .unread, .priority(0)) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.required("task", &task)
    try fields.field("priority", &priority)
    try fields.field("title", &title)
    try fields.field("place", &place)
    try fields.field("start", &start, usual: false)
    try fields.field("command", &command)
    try fields.field("at", &at)
    try fields.field("atWords", &atWords)
    try fields.field("group", &group)
    try fields.field("needs", &needs)
    try fields.field("after", &after)
    try fields.field("afterAny", &afterAny)
    try fields.field("every", &every)
    try fields.field("overlap", &overlap)
    try fields.field("catchUp", &catchUp)
    try fields.list("without", &without)
    try fields.field("patch", &patch)
    if fields.isReading { try check() }
  }

  /// Checks the numbers of units, the lengths of the lists, and the names in `without`. A property
  /// that this version can't remove must not stay silently.
  private func check() throws(WireError) {
    let limit = LaunchTerms.listLimit
    guard needs.map({ $0.count <= limit }) ?? true,
      needs?.values.allSatisfy({ (1...LaunchTerms.unitLimit).contains($0) }) ?? true
    else { throw .wrong("needs", "counts are 1 to \(LaunchTerms.unitLimit)") }
    guard (after?.count ?? 0) + (afterAny?.count ?? 0) <= limit else {
      throw .wrong("after", "more than \(limit)")
    }
    guard without.allSatisfy({ Removable(rawValue: $0) != nil }) else {
      throw .wrong("without", "an unknown name")
    }
    if let every { _ = try Recurrence.read(every, as: "every") }
    if let group, SanitisedText(group.string, limit: .identifier).isBlank {
      throw .wrong("group", "blank")
    }
  }
}
