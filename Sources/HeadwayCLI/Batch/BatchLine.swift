import ArgumentParser
import HeadwayModel
import HeadwaySystem
import HeadwayWire

/// A task of a batch, before the config and the hub have a say: the command and its options.
struct BatchLine {
  /// The words of the command.
  var words: [RawText] = []
  /// The options, beginning with those of the command line.
  var options: SubmissionOptions
  /// The title, unless the options have one; nil for the words.
  var title: String?
  /// The directory of the command, unless it is that of the options.
  var directory: String?
  /// The variables to set, each as `NAME=value`, and to remove, each as `NAME`, behind those of the
  /// options.
  var variables: [[UInt8]] = []
  /// The key; nil for a new one.
  var key: TaskKey?
  /// The place in a job array; nil for a task on its own.
  var array: ArrayPart?

  /// Makes a part of a job array. The index is behind the title.
  init(_ words: [RawText], _ array: ArrayPart, over options: SubmissionOptions) {
    (self.words, self.options, self.array) = (words, options, array)
    let title = options.task.title ?? words.map(\.string).joined(separator: " ")
    self.options.task.title = title + array.titleSuffix
  }

  /// Reads a line: an object of JSON, or else a script for `sh -c`.
  ///
  /// A line that begins with `{"` is JSON. A shell group such as `{ "$tool" a; }` is a script.
  ///
  /// - Throws: a `ValidationError`, or a ``WireError`` for malformed JSON.
  init(_ line: ArraySlice<UInt8>, over options: SubmissionOptions) throws {
    self.options = options
    guard line.first == UInt8(ascii: "{"), let fields = try Self.fields(line) else {
      guard !line.contains(0) else {
        throw ValidationError(localized: "a command can't have a NUL byte")
      }
      setScript(Array(line))
      return
    }
    for (name, value) in fields where value != .null { try set(name, value) }
    guard !words.isEmpty else {
      throw ValidationError(
        localized: "\"command\" is missing; add a text for sh -c, or a list of words")
    }
    try self.options.validateAll()
  }

  /// The fields of an object. Nil if the line isn't meant as JSON.
  private static func fields(
    _ line: ArraySlice<UInt8>
  ) throws(WireError) -> [(name: String, value: JSONField)]? {
    let isMeant = ["\"", "}"].contains { line.dropFirst().first == UInt8(ascii: $0) }
    do {
      return try JSONField.fields(of: line)
    } catch {
      if isMeant { throw error }
      return nil
    }
  }

  private mutating func setScript(_ script: [UInt8]) {
    words = ["sh", "-c", RawText(script)]
    title = String(decoding: script, as: UTF8.self)
  }

  private mutating func setCommand(_ value: JSONField) throws {
    switch value {
    case .text(let script):
      guard script.contains(where: { !$0.isWhitespace }), !script.utf8.contains(0) else {
        throw ValidationError(localized: "must be a script for sh -c, without NUL bytes")
      }
      setScript(Array(script.utf8))
    case .list(let list):
      guard list.first?.isEmpty == false, list.allSatisfy({ !$0.utf8.contains(0) }) else {
        throw ValidationError(localized: "must be the words of a command, without NUL bytes")
      }
      words = list.map { RawText($0) }
    case .number, .truth, .null, .object:
      throw ValidationError(localized: "must be a text for sh -c, or a list of words")
    }
  }

  private mutating func setVariables(_ value: JSONField) throws {
    let variables: [String]
    switch value {
    case .object(let members): variables = members.map { "\($0.name)=\($0.value)" }
    default: variables = try value.words
    }
    for variable in variables {
      guard let name = variable.split(separator: "=", omittingEmptySubsequences: false).first,
        !name.isEmpty, name.utf8.count < variable.utf8.count, !variable.utf8.contains(0)
      else { throw ValidationError(localized: "must be an object, or a list of NAME=value") }
    }
    self.variables += variables.map { Array($0.utf8) }
  }
}

extension BatchLine {
  fileprivate mutating func setRemovals(_ value: JSONField) throws {
    let names = try value.words
    guard names.allSatisfy({ !$0.isEmpty && !$0.contains("=") && !$0.utf8.contains(0) }) else {
      throw ValidationError(localized: "must be names of variables")
    }
    variables += names.map { Array($0.utf8) }
  }
}

// The fields of an object: the long names of the options of submit, and some more.
extension BatchLine {
  /// Sets a field. The error says what is wrong, and with which field.
  private mutating func set(_ name: String, _ value: JSONField) throws {
    let isKnown: Bool
    do {
      isKnown = try setKnown(name, value)
    } catch let error as ValidationError {
      throw ValidationError("\"\(name)\" \(error.message)")
    }
    guard isKnown else { throw Self.unknown(name) }
  }

  /// Sets a field. Returns false for an unknown name.
  private mutating func setKnown(_ name: String, _ value: JSONField) throws -> Bool {
    switch name {
    case "command": try setCommand(value)
    case "directory": directory = try value.word
    case "env": try setVariables(value)
    case "unset": try setRemovals(value)
    case "key": key = try TaskKey.parse(value.word)
    default:
      return try options.setTask(name, value) || options.setTerms(name, value)
        || options.setProcess(name, value) || options.setSeries(name, value)
    }
    return true
  }

  private static func unknown(_ name: String) -> ValidationError {
    let meant = names.nearest(to: name).map { " (\($0)?)" } ?? ""
    return ValidationError(
      localized: """
        unknown field "\(SanitisedText(name))"\(meant); fields have the names of the options of \
        headway submit
        """)
  }

  private static let names =
    SubmissionOptions.taskNames + SubmissionOptions.termsNames + SubmissionOptions.processNames
    + SubmissionOptions.seriesNames + ["command", "directory", "env", "unset", "key"]
}

extension SubmissionOptions {
  fileprivate static let taskNames = [
    "title", "subtitle", "id", "total", "unit", "on-stall", "stall-after", "grace", "timeout",
    "group", "sensitive", "notify",
  ]

  /// Sets an option of the task. Returns false for another name.
  fileprivate mutating func setTask(_ name: String, _ value: JSONField) throws -> Bool {
    switch name {
    case "title": task.title = try value.word
    case "subtitle": task.subtitle = try value.word
    case "id": task.identifier = try value.word
    case "total": task.total = try wholeNumber(in: 0...Int64.max)(value.word)
    case "unit": task.unit = try value.word
    case "on-stall": task.onStall = try StallAction.parse(value.word)
    case "stall-after": task.stallAfter = try ShortDuration.parsePositive(value.word)
    case "grace": task.grace = try ShortDuration.parse(value.word)
    case "timeout": task.timeout = try ShortDuration.parse(value.word)
    case "group": task.group = try value.word
    case "sensitive": task.sensitive = try value.flag
    case "notify": task.notify = try value.flag
    default: return false
    }
    return true
  }

  fileprivate static let termsNames = [
    "needs", "gpus", "slots", "after", "after-any", "at", "when", "while", "priority", "retry",
    "hold", "immediate", "refresh",
  ]

  /// Sets an option of the terms. Returns false for another name.
  fileprivate mutating func setTerms(_ name: String, _ value: JSONField) throws -> Bool {
    switch name {
    case "needs": terms.needs = try value.assignments.map(ResourceNeed.parse)
    case "gpus":
      guard let indices = GPUChoice.indices(try value.words.joined(separator: ",")) else {
        throw ValidationError(localized: "must be indices, each once: [0, 2]")
      }
      terms.gpus = indices
    case "slots": terms.slots = try wholeNumber(in: 1...LaunchTerms.unitLimit)(value.word)
    case "after": terms.after = try value.words.map(TaskList.parse)
    case "after-any": terms.afterAny = try value.words.map(TaskList.parse)
    case "at": terms.at = try StartTime.parse(value.word)
    case "when": terms.when = try value.words.map(StartCondition.parse)
    case "while": terms.whileConditions = try value.words.map(StartCondition.parse)
    case "priority": terms.priority = try priorityNumber(value.word)
    case "retry": terms.retry = try wholeNumber(in: 0...LaunchTerms.retryLimit)(value.word)
    case "hold": hold = try value.flag
    case "immediate": startsNow = try value.flag
    case "refresh": refresh = try ShortDuration.parse(value.word)
    default: return false
    }
    return true
  }

  fileprivate static let seriesNames = ["every", "overlap", "catch-up"]

  /// Sets an option of a series. Returns false for another name.
  fileprivate mutating func setSeries(_ name: String, _ value: JSONField) throws -> Bool {
    switch name {
    case "every": series.every = try SeriesOptions.recurrence(value.word)
    case "overlap":
      guard let overlap = RunOverlap(rawValue: try value.word) else {
        throw ValidationError(localized: "must be skip or queue")
      }
      series.overlap = overlap
    case "catch-up": series.catchUp = try value.flag
    default: return false
    }
    return true
  }

  fileprivate static let processNames = [
    "tty", "separate-stderr", "nice", "umask", "cpus", "memory", "on", "engine-options",
  ]

  /// Sets an option of the command's process. Returns false for another name.
  fileprivate mutating func setProcess(_ name: String, _ value: JSONField) throws -> Bool {
    switch name {
    case "tty": streams.tty = try value.flag
    case "separate-stderr": streams.separatesErrors = try value.flag
    case "nice": process.nice = try ProcessOptions.niceness(value.word)
    case "umask": process.umask = try ProcessOptions.mask(value.word)
    case "cpus": process.cpus = try ProcessOptions.processors(value.word)
    case "memory": process.memory = try ProcessOptions.size(value.word)
    case "on": engine.engine = try EngineOptions.engine(value.word)
    case "engine-options": engine.engineOptions = try EngineOptions.words(value.word)
    default: return false
    }
    return true
  }
}

extension JSONField {
  /// The value as an option on the command line takes it.
  fileprivate var word: String {
    get throws {
      switch self {
      case .text(let word), .number(let word): return word
      case .truth, .null, .list, .object:
        throw ValidationError(localized: "must be a text or a number")
      }
    }
  }

  /// The values of an option that can be repeated.
  fileprivate var words: [String] {
    get throws {
      switch self {
      case .list(let words): words
      default: [try word]
      }
    }
  }

  /// The values of an option such as `--needs gpu=2`: texts, or an object such as `{"gpu": 2}`.
  fileprivate var assignments: [String] {
    get throws {
      guard case .object(let members) = self else { return try words }
      return members.map { "\($0.name)=\($0.value)" }
    }
  }

  fileprivate var flag: Bool {
    get throws {
      guard case .truth(let flag) = self else {
        throw ValidationError(localized: "must be true or false")
      }
      return flag
    }
  }
}

extension StallAction: AllowedWords {
  static var allowedWords: String { String(localized: "ask, expire or ignore") }
}
