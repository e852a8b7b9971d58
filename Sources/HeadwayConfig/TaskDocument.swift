import HeadwayModel
import TOMLKit

/// The properties of a queued task as a TOML document that a person edits.
///
/// ```swift
/// let document = TaskDocument(title: "Train", …)
/// let edited = try TaskDocument.decode(document.text(heading: "Task 7"))
/// ```
package struct TaskDocument: Hashable, Sendable {
  package var title: String?
  package var command: [String]?
  package var directory: String?
  package var priority: Int?
  package var group: String?
  package var at: String?
  package var every: String?
  package var after: [String]?
  package var afterAny: [String]?
  package var needs: [String: Int]?
  /// The variables to set.
  package var environment: [String: String] = [:]
  /// The variables to remove.
  package var unset: [String]?

  package init() {}

  /// The greatest number of bytes of a document that is read.
  package static let byteLimit = 256 << 10
}

// The text.
extension TaskDocument {
  /// Returns the document with comments that explain the properties, in English as the properties are.
  ///
  /// - Parameter heading: the first comment, on one line.
  package func text(heading: String) -> String {
    let saving =
      "Save to make all changes at once. Leave the text as it is, or empty the file, to make none."
    let deleting = "A line that you delete leaves its property as it is."
    let environment =
      "Changes of the environment. Variables that aren't named here stay as they are."
    let removing = "names of variables to remove, such as [\"DEBUG\"]"
    return """
      # \(heading)
      # \(saving)
      # \(deleting)

      title = \(Self.quoted(title ?? ""))  # \("\"\" shows the command line")
      command = \(Self.list(command ?? []))
      directory = \(Self.quoted(directory ?? ""))
      priority = \(priority ?? 0)  # \("-1000 to 1000; higher starts first")
      group = \(Self.quoted(group ?? ""))  # \("\"\" is no group")
      at = \(Self.quoted(at ?? ""))  # \(Self.timeWords)
      every = \(Self.quoted(every ?? ""))  # \(Self.seriesWords)
      after = \(Self.references(after ?? []))  # \("tasks that must succeed first")
      after-any = \(Self.references(afterAny ?? []))  # \("tasks that must end first")
      needs = { \(needsText) }  # \("units of resources")

      # \(environment)
      unset = []  # \(removing)
      [env]
      # NAME = "value"

      """
  }

  private static var timeWords: String {
    "a time, as for submit --at; \"\" is at once"
  }

  private static var seriesWords: String {
    "times, as for submit --every; \"\" runs once"
  }

  private var needsText: String {
    (needs ?? [:]).sorted { $0.key < $1.key }
      .map { "\(Self.quoted($0.key)) = \($0.value)" }.joined(separator: ", ")
  }

  private static func list(_ texts: [String]) -> String {
    "[\(texts.map(quoted).joined(separator: ", "))]"
  }

  /// Returns a list of tasks, each as a number if it is one.
  private static func references(_ texts: [String]) -> String {
    "[\(texts.map { Int($0) == nil ? quoted($0) : $0 }.joined(separator: ", "))]"
  }

  /// Returns a basic string (TOML, String).
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\r": quoted += "\\r"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

// Reading.
extension TaskDocument {
  /// Reads an edited document. A property that is missing is nil.
  ///
  /// - Throws: ``ConfigError`` with the place of the fault, for an unknown key too.
  package static func decode(_ text: String) throws(ConfigError) -> TaskDocument {
    let table = try HeadwayConfig.parse(text)
    var document = TaskDocument()
    do {
      for key in table.keys.sorted() { try document.set(key, to: table[key]) }
    } catch {
      throw error.placed(in: text)
    }
    return document
  }

  private mutating func set(
    _ key: String, to value: (any TOMLValueConvertible)?
  ) throws(ConfigError) {
    switch key {
    case "title": title = try Self.text(key, value)
    case "command": command = try Self.texts(key, value)
    case "directory": directory = try Self.text(key, value)
    case "priority":
      guard let number = value?.int, LaunchTerms.priorities.contains(number) else {
        throw Self.wrong([key], String(wire: "a number, -1000 to 1000"))
      }
      priority = number
    case "group": group = try Self.text(key, value)
    case "at": at = try Self.text(key, value)
    case "every": every = try Self.text(key, value)
    case "after": after = try Self.references(key, value)
    case "after-any": afterAny = try Self.references(key, value)
    case "needs": needs = try Self.counts(key, value)
    case "unset": unset = try Self.texts(key, value)
    case "env":
      environment = try Self.variables(key, value)
      // A line at the end of the text is in [env].
      if let misplaced = environment.keys.sorted().first(where: Self.properties.contains) {
        throw ConfigError(
          .wrongValue, in: ["env", misplaced],
          String(
            wire: """
              "\(misplaced)" is below [env], which makes it a variable; move the line above [env] \
              (or set a variable of this name with headway edit --env)
              """))
      }
    default:
      let (unknown, known) = (SanitisedText(key), Self.properties.joined(separator: ", "))
      throw ConfigError(
        .unknownKey, in: [key],
        String(wire: "unknown key \"\(unknown)\"; use one of \(known) and [env]"))
    }
  }

  private static let properties = [
    "title", "command", "directory", "priority", "group", "at", "every", "after", "after-any",
    "needs", "unset",
  ]

  private static func wrong(_ path: [String], _ words: String) -> ConfigError {
    ConfigError(
      .wrongValue, in: path, String(wire: "\"\(path.last ?? "")\" must be \(words)"))
  }

  private static func text(
    _ key: String, _ value: (any TOMLValueConvertible)?
  ) throws(ConfigError) -> String {
    guard let text = value?.string else {
      throw wrong([key], String(wire: "a text, such as \"Evening\""))
    }
    return text
  }

  private static func texts(
    _ key: String, _ value: (any TOMLValueConvertible)?
  ) throws(ConfigError) -> [String] {
    let words = String(wire: "a list of texts, such as [\"a\"]")
    guard let array = value?.array else { throw wrong([key], words) }
    let texts = (0..<array.count).compactMap { array[$0].string }
    guard texts.count == array.count else { throw wrong([key], words) }
    return texts
  }

  /// Reads tasks: numbers, or texts with numbers or identifiers.
  private static func references(
    _ key: String, _ value: (any TOMLValueConvertible)?
  ) throws(ConfigError) -> [String] {
    let words = String(wire: "a list of tasks, such as [7, 8]")
    guard let array = value?.array else { throw wrong([key], words) }
    let texts = (0..<array.count).compactMap { place in
      array[place].string ?? array[place].int.map { "\($0)" }
    }
    guard texts.count == array.count, texts.count <= LaunchTerms.listLimit else {
      throw wrong([key], words)
    }
    return texts
  }

  private static func counts(
    _ key: String, _ value: (any TOMLValueConvertible)?
  ) throws(ConfigError) -> [String: Int] {
    let words = String(wire: "units by resource, such as { gpu = 1 }")
    guard let table = value?.table else { throw wrong([key], words) }
    var counts: [String: Int] = [:]
    for name in table.keys {
      guard let count = table[name]?.int, (1...LaunchTerms.unitLimit).contains(count) else {
        throw wrong([key, name], String(wire: "a number, 1 to \(LaunchTerms.unitLimit)"))
      }
      counts[name] = count
    }
    return counts
  }

  private static func variables(
    _ key: String, _ value: (any TOMLValueConvertible)?
  ) throws(ConfigError) -> [String: String] {
    guard let table = value?.table else {
      throw wrong([key], String(wire: "lines such as NAME = \"value\""))
    }
    var variables: [String: String] = [:]
    for name in table.keys {
      guard !name.isEmpty, !name.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "=") }),
        let text = table[name]?.string, !text.utf8.contains(0)
      else { throw wrong([key, name], String(wire: "a text, such as \"value\"")) }
      variables[name] = text
    }
    return variables
  }
}
