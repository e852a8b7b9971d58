import ArgumentParser
import HeadwayConfig
import HeadwayLink
import HeadwayModel
import HeadwaySystem
import HeadwayWire

/// The work of `headway submit --batch`: makes tasks of lines, and queues all of them or none.
struct BatchSubmission {
  private let config: HeadwayConfig
  private let inherited = InheritedLimits.ofThisProcess
  private let columns = CommandSubmission.columns
  private let shared: LaunchPayload
  private let directory: String
  private var keys: KeySequence
  private(set) var batch: TaskBatch
  /// The task of the line before; nil for the first line.
  private var previous: TaskReference?
  /// The scope that was checked last, because a check takes some milliseconds.
  private var scope: UserScope?

  /// Makes an empty batch.
  ///
  /// - Parameter key: the key of the first task; nil for a random one. The keys of the others follow
  ///   from it, so that the same batch with the same key is queued once.
  init(key: TaskKey?, config: HeadwayConfig) throws(CommandFailure) {
    self.config = config
    var generator = SystemRandomNumberGenerator()
    let first = key ?? .random(using: &generator)
    keys = KeySequence(first)
    shared = try LaunchPayload.ofThisProcess(["sh"])
    directory = String(decoding: shared.directory, as: UTF8.self)
    batch = TaskBatch(sharing: shared, key: first)
  }

  /// Adds a task. Throws a `ValidationError` or a failure with the reason if it can't be queued.
  mutating func add(_ line: BatchLine, number: Int) throws {
    var options = line.options
    try options.terms.resolveLast(meaning: previous)
    try config.checkPermission(of: options.task.identifier)
    var request = options.task.request
    request.key = line.key ?? keys.next()
    request.title = request.title ?? line.title
    let place = try options.place.patch()
    let shared = place.directory.map { String(decoding: $0, as: UTF8.self) }
    request.directory = line.directory.map { absolute($0) } ?? shared ?? directory
    var terms = options.launchTerms(over: TaskHandler())
    terms.streams = options.streams.streams(over: config)
    if terms.streams == .terminal { terms.columns = columns }
    terms.inherited = inherited
    terms.inherited.niceness = options.process.nice ?? inherited.niceness
    terms.array = line.array
    terms.engine = try options.engine.terms(of: request.group, config)
    let submission = Submission(
      request.description(of: line.words, grace: config.run.grace), terms,
      report: request.firstReport)
    previous = .key(submission.description.key)
    let patch = try patch(of: line, over: place)
    do throws(TaskBatch.Problem) {
      try batch.add(
        submission, patch, umask: options.process.umask, line: number,
        needing: options.process.nice == nil ? [] : [.nice])
    } catch {
      throw ValidationError(error.words)
    }
  }

  /// The differences between the payload of a line and the shared one.
  private mutating func patch(
    of line: BatchLine, over place: PayloadPatch
  ) throws -> PayloadPatch {
    var patch = place
    let process = line.options.process
    let wanted = UserScope(cpus: process.cpus, memoryBytes: process.memory)
    if wanted != scope { scope = try process.scope() }
    patch.command = (wanted?.words(around: line.words) ?? line.words).map(\.bytes)
    if let directory = line.directory.map(absolute) {
      guard FileIdentity.isDirectory(directory) else {
        throw ValidationError(localized: "there is no directory \(SanitisedText(directory))")
      }
      patch.directory = Array(directory.utf8)
    }
    patch.variables += line.variables
    return patch
  }

  private func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : directory + "/" + path
  }

  /// Queues the tasks and prints their numbers, such as `12-111`.
  ///
  /// - Parameters:
  ///   - ahead: a connection of ``Hub/greetAhead()``.
  ///   - again: the words with which a person submits the batch again, behind its key.
  ///   - name: the file whose lines the hub's errors name; nil if the batch came from none.
  func perform(ahead: CommandClient?, again: String, name: String?) throws(CommandFailure) {
    let answer: SubmittedMessage
    var refused: Int?
    do {
      answer = try CommandSubmission.ask(for: batch.key, ahead: ahead, again: again) {
        client throws(LinkError) in try submit(by: client, refused: &refused)
      }
    } catch {
      throw error.naming(refused, of: name)
    }
    guard let index = batch.index(of: answer.key) else { return }
    let first = answer.number.value - index
    if let replaced = answer.replaces {
      StandardStreams.complain(String(localized: "task \(answer.number) replaces \(replaced)"))
    }
    StandardStreams.print(numbers: first...first + batch.count - 1)
    if let notice = answer.notice {
      StandardStreams.complain(SanitisedText(notice, limit: .line).localized)
    }
  }

  /// Sends the batch. A refusal loses the line that the hub names, and `line` gets its number.
  private func submit(
    by client: CommandClient, refused line: inout Int?
  ) throws(LinkError) -> SubmittedMessage {
    do {
      return try client.submit(batch)
    } catch .refused(let code, let message) {
      line = Self.line(in: message)
      let reason = line == nil ? message[...] : message.drop { $0 != ":" }.dropFirst(2)
      throw .refused(code: code, message: String(reason))
    }
  }

  /// The number in the hub's `line 17: `. Nil for a refusal of the whole batch.
  private static func line(in message: String) -> Int? {
    guard message.hasPrefix("line "), let colon = message.firstIndex(of: ":") else { return nil }
    return Int(message[..<colon].dropFirst("line ".count))
  }
}

extension BatchSubmission {
  /// Reads a file and queues its commands.
  static func perform(
    _ path: String, over options: SubmissionOptions, key: TaskKey?
  ) throws {
    let ahead = Hub.greetAhead()
    let config = try UserConfig.load(orElse: String(localized: "nothing was queued"))
    let file = try BatchFile(path)
    var submission = try BatchSubmission(key: key, config: config)
    try file.forEachLine { (number, line) throws(CommandFailure) in
      do {
        try submission.add(BatchLine(line, over: options), number: number)
      } catch {
        throw file.failure(number, error)
      }
    }
    guard submission.batch.count > 0 else {
      throw CommandFailure(
        "\(file.name) has no command; write one on each line (lines with # don't count)",
        status: .unknownInput)
    }
    let again = "--batch \(ShellWord(path).written)"
    try submission.perform(ahead: ahead, again: again, name: file.name)
  }
}

extension BatchSubmission {
  /// Queues the parts of a job array.
  static func perform(
    _ array: ArrayIndices, _ words: [String], over options: SubmissionOptions, key: TaskKey?
  ) throws {
    let ahead = Hub.greetAhead()
    let config = try UserConfig.load(orElse: String(localized: "nothing was queued"))
    let command = try SubmittedCommand(words, identifier: nil, config: config)
    var submission = try BatchSubmission(key: key, config: config)
    for (place, index) in array.indices.enumerated() {
      let part = ArrayPart(index: index, count: array.indices.count, limit: array.limit)
      do {
        try submission.add(BatchLine(command.words, part, over: options), number: place + 1)
      } catch let error as ValidationError {
        throw CommandFailure("\(error.message) (nothing was queued)", status: .usage)
      }
    }
    try submission.perform(ahead: ahead, again: "--array … -- …", name: nil)
  }
}

extension BatchFile {
  /// The failure for a line that can't be queued.
  fileprivate func failure(_ line: Int, _ error: any Error) -> CommandFailure {
    switch error {
    case let error as ValidationError: failure(line, error.message)
    case let error as WireError: failure(line, String(localizing: error.reason))
    case let error as CommandFailure:
      CommandFailure(
        "\(name):\(line): \(error.message ?? String(localized: "failed", context: "line"))",
        copying: error)
    default: failure(line, "\(error)")
    }
  }
}

extension TaskBatch.Problem {
  fileprivate var words: String {
    switch self {
    case .tooLong:
      String(
        localized: """
          the command and its environment are longer than \(LaunchPayload.byteLimit >> 20) MiB, or \
          a text is too long
          """)
    case .tooMany:
      String(
        localized: """
          a batch has at most \(BatchedSubmission.countLimit) tasks; submit them in parts
          """)
    case .keyRepeated: String(localized: "an earlier line has the same key")
    }
  }
}

extension CommandFailure {
  /// The failure with a new line and the same status.
  fileprivate init(_ message: String, copying other: CommandFailure) {
    (self.message, status) = (message, other.status)
  }

  /// The failure, with `jobs.txt:17: ` for the line that the hub refused. Without a name, the line
  /// says nothing to the person and is left out.
  fileprivate func naming(_ line: Int?, of name: String?) -> CommandFailure {
    guard let line, let name, let message else { return self }
    return CommandFailure("\(name):\(line): \(message)", copying: self)
  }
}

/// The keys of a batch: the given one, and others that follow from it (SplitMix64).
struct KeySequence {
  private var upcoming: TaskKey?
  private var state: UInt64

  /// Begins with `first`.
  init(_ first: TaskKey) {
    upcoming = first
    var high = Generator(state: first.high)
    state = high.next() ^ first.low
  }

  /// Returns the next key.
  mutating func next() -> TaskKey {
    if let first = upcoming {
      upcoming = nil
      return first
    }
    var generator = Generator(state: state)
    defer { state = generator.state }
    return TaskKey.random(using: &generator)
  }

  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }
}
