import HeadwayCore

/// "Cancel 7 'Nightly backup'?": asked before anything is stopped.
struct CancelPrompt: Hashable, Sendable {
  var key: TaskKey
  var number: TaskNumber
  var title: SanitisedText
  /// Kill at once instead of asking politely first.
  var isForced: Bool

  init(_ snapshot: TaskSnapshot, isForced: Bool) {
    key = snapshot.key
    number = snapshot.number
    title = snapshot.title
    self.isForced = isForced
  }

  var text: String { "\(isForced ? "Kill" : "Cancel") \(number) '\(title)'?" }
}
