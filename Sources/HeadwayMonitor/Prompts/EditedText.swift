internal import HeadwayModel

/// A text that a person edits in the footer, with a caret in it.
///
/// ```swift
/// var field = EditedText("abd", byteLimit: 1024)
/// field.perform(.moveLeft)
/// field.type("c")  // abcd
/// ```
///
/// A character is a grapheme cluster, so a letter and its combining marks go together. In a secret
/// text each scalar counts alone: the caret and the erasing keys tell nothing about what was typed.
struct EditedText: Hashable, Sendable {
  /// The text before the caret.
  private(set) var before: String
  /// The text from the caret on.
  private(set) var after = ""
  private let byteLimit: Int
  /// Whether the text is shown as asterisks.
  private let isSecret: Bool

  /// Creates a text with the caret at its end. Typing stops at `byteLimit` bytes.
  init(_ text: String = "", byteLimit: Int, isSecret: Bool = false) {
    (before, self.byteLimit, self.isSecret) = (text, byteLimit, isSecret)
  }

  var text: String { before + after }

  /// Both parts of the text as the footer shows them: a secret as asterisks.
  var shown: (before: String, after: String) {
    isSecret ? (Self.masked(before), Self.masked(after)) : (before, after)
  }

  private static func masked(_ text: String) -> String {
    String("*", times: text.unicodeScalars.count)
  }

  /// Inserts a scalar at the caret, unless the text would be too long.
  mutating func type(_ scalar: Unicode.Scalar) {
    let count = before.utf8.count + after.utf8.count + String(scalar).utf8.count
    if count <= byteLimit { before.unicodeScalars.append(scalar) }
  }

  mutating func perform(_ edit: TextEdit) {
    switch edit {
    case .moveLeft:
      let last = takeLast()
      after = last + after
    case .moveRight:
      let next = takeNext()
      before += next
    case .moveToStart: (before, after) = ("", text)
    case .moveToEnd: (before, after) = (text, "")
    case .erase: _ = takeLast()
    case .eraseNext: _ = takeNext()
    case .eraseWord: eraseWord()
    case .eraseToEnd: after = ""
    case .eraseAll: (before, after) = ("", "")
    }
  }

  /// Removes the character before the caret and returns the character. Empty at the start.
  private mutating func takeLast() -> String {
    if isSecret { return before.unicodeScalars.popLast().map { String($0) } ?? "" }
    return before.popLast().map { String($0) } ?? ""
  }

  /// Removes the character at the caret and returns the character. Empty at the end.
  private mutating func takeNext() -> String {
    if after.isEmpty { return "" }
    return isSecret ? String(after.unicodeScalars.removeFirst()) : String(after.removeFirst())
  }

  /// Erases the spaces before the caret, and the word before the spaces. Erases all before the caret
  /// in a secret text, whose words aren't told apart.
  private mutating func eraseWord() {
    if isSecret { return before = "" }
    while before.last?.isWhitespace == true { before.removeLast() }
    while before.last?.isWhitespace == false { before.removeLast() }
  }
}

/// The effect of a key on a text that is being typed.
enum TextEdit: Hashable, Sendable {
  case moveLeft, moveRight, moveToStart, moveToEnd
  /// Erase the character before the caret.
  case erase
  /// Erase the character at the caret.
  case eraseNext
  /// Erase the word before the caret.
  case eraseWord
  /// Erase the text from the caret on.
  case eraseToEnd
  case eraseAll
}

/// Typing into the field that is open: the filter, the line for a task, or the search.
extension MonitorModel {
  /// Applies `edit` to the open field, and lets the list or the output follow another text. Returns
  /// false where no text is being typed.
  mutating func editField(_ edit: (inout EditedText) -> Void) -> Bool {
    let former = fieldText
    guard changeField(edit) else { return false }
    if fieldText != former { applyField() }
    return true
  }

  /// The text of the open field. Nil where no text is being typed.
  private var fieldText: String? {
    switch mode {
    case .filter: filterPrompt?.text
    case .typing: typing?.text
    case .search: log?.searchField.text
    case .cards, .prompt, .help, .log: nil
    }
  }

  /// Inserts a character of pasted text at the caret. The list or the output follows once the paste
  /// is over, because each of thousands of characters would look through all of them.
  mutating func paste(_ scalar: Unicode.Scalar) {
    if changeField({ $0.type(scalar) }) { (notice, hasUnappliedPaste) = (nil, true) }
  }

  /// Lets the list or the output follow a pasted text.
  mutating func applyPaste() {
    guard hasUnappliedPaste else { return }
    hasUnappliedPaste = false
    applyField()
  }

  private mutating func changeField(_ edit: (inout EditedText) -> Void) -> Bool {
    switch mode {
    case .filter: filterPrompt?.edit(edit)
    case .typing: typing?.edit(edit)
    case .search: log?.editSearch(edit)
    case .cards, .prompt, .help, .log: return false
    }
    return true
  }

  private mutating func applyField() {
    switch mode {
    case .filter: applyFilterPrompt()
    case .search: applySearch()
    case .cards, .prompt, .typing, .help, .log: break
    }
  }
}
