package import HeadwayModel

/// The jobs of other programs, such as copies of file managers, that ask for a job view where no
/// desktop shows one. Headway shows them as cards. Pure.
package struct ForeignJobs: Sendable {
  /// A job's card.
  package struct Job: Hashable, Sendable {
    /// The connection that asked for the view.
    package let owner: String
    package var title: SanitisedText
    package var subtitle: SanitisedText?
    package var reading: ProgressReading?
    package var isSuspended = false
    /// Whether the program takes a cancel, and a suspend.
    package let isKillable: Bool
    package let isSuspendable: Bool
    /// The end; nil while the job goes on.
    package var ending: TaskEnding?

    /// The totals and what is done, by unit.
    fileprivate var totals: [String: UInt64] = [:]
    fileprivate var done: [String: UInt64] = [:]
    fileprivate var percent: UInt64?
    fileprivate var titleIsGiven = false
  }

  /// The answer to a call.
  package enum Answer: Hashable, Sendable {
    /// The view has this path.
    case view(String)
    case done
    /// Headway doesn't know the call.
    case unknown
    /// The call isn't taken, for this reason.
    case refused(String)
  }

  package private(set) var jobs: [String: Job] = [:]
  private var lastNumber = 0

  /// The greatest number of jobs, and of those of one connection.
  package static let limit = 100
  private static let ownerLimit = 20
  private static let prefix = "/org/kde/JobViewServer/JobView_"

  package init() {}

  /// Takes a call to the server, or to one of its views.
  package mutating func take(
    _ member: String, of path: String, from sender: String, _ arguments: [BusValue]
  ) -> Answer {
    if path == "/JobViewServer" || path == "/" {
      guard member == "requestView" else { return .unknown }
      return open(for: sender, arguments)
    }
    // A program speaks of its own jobs only.
    guard jobs[path]?.owner == sender, jobs[path]?.ending == nil else {
      return .refused("there is no such job")
    }
    return apply(member, arguments, to: path)
  }

  private mutating func open(for sender: String, _ arguments: [BusValue]) -> Answer {
    guard jobs.count < Self.limit,
      jobs.values.count(where: { $0.owner == sender }) < Self.ownerLimit
    else { return .refused("too many jobs") }
    // V2: desktop entry, capabilities, hints. V1: name, icon, capabilities.
    guard let name = arguments.first?.text, arguments.count == 3 else {
      return .refused("requestView takes three arguments")
    }
    let capabilities: Int32 =
      switch (arguments[1], arguments[2]) {
      case (.int32(let value), _): value
      case (_, .int32(let value)): value
      default: 0
      }
    lastNumber += 1
    let path = "\(Self.prefix)\(lastNumber)"
    let entry = name.split(separator: ".").last.map(String.init) ?? name
    let title = SanitisedText(entry, limit: .line)
    let unnamed = SanitisedText(wire: "Job of another program")
    jobs[path] = Job(
      owner: sender, title: title.isBlank ? unnamed : title,
      isKillable: capabilities & 1 != 0, isSuspendable: capabilities & 2 != 0)
    return .view(path)
  }

  private mutating func apply(
    _ member: String, _ arguments: [BusValue], to path: String
  ) -> Answer {
    switch member {
    case "update":
      guard let values = arguments.first?.dictionary else { return .refused("no properties") }
      for (name, value) in values { set(name, value, of: path) }
    case "terminate":
      // V3: error, message, hints. V1 and V2: message.
      let code = arguments.first?.count
      let words = arguments.lazy.compactMap(\.text).first ?? ""
      end(path, code: code ?? (words.isEmpty ? 0 : 100), words)
    case "setPercent":
      if let percent = arguments.first?.count { set("percent", .uint64(percent), of: path) }
    case "setInfoMessage": set("infoMessage", arguments.first ?? .other, of: path)
    case "setSuspended": set("suspended", arguments.first ?? .other, of: path)
    case "setTotalAmount", "setProcessedAmount":
      guard arguments.count == 2, let amount = arguments[0].count, let unit = arguments[1].text
      else { return .refused("wrong arguments") }
      let kind = member == "setTotalAmount" ? "total" : "processed"
      set(kind + unit.prefix(1).uppercased() + unit.dropFirst(), .uint64(amount), of: path)
    case "setDescriptionField":
      if arguments.count == 3, arguments[0].count == 0, let value = arguments[2].text {
        set("descriptionValue1", .text(value), of: path)
      }
    case "setSpeed", "clearDescriptionField", "setDestUrl", "setError": break
    default: return .unknown
    }
    jobs[path]?.read()
    return .done
  }

  private mutating func set(_ name: String, _ value: BusValue, of path: String) {
    switch name {
    case "title":
      guard let text = value.text.map({ SanitisedText($0, limit: .line) }), !text.isBlank else {
        return
      }
      jobs[path]?.title = text
      jobs[path]?.titleIsGiven = true
    case "infoMessage":
      guard let text = value.text.map({ SanitisedText($0, limit: .line) }), !text.isBlank else {
        return
      }
      // Old programs send their title by this message.
      if jobs[path]?.titleIsGiven == false {
        jobs[path]?.title = text
        jobs[path]?.titleIsGiven = true
      } else {
        jobs[path]?.subtitle = text
      }
    case "descriptionValue1":
      if let text = value.text { jobs[path]?.subtitle = SanitisedText(text, limit: .line) }
    case "suspended": if let flag = value.flag { jobs[path]?.isSuspended = flag }
    case "percent": if let percent = value.count { jobs[path]?.percent = min(percent, 100) }
    default:
      guard let amount = value.count else { return }
      for unit in ["Bytes", "Files", "Items", "Directories"] {
        if name == "total\(unit)" { jobs[path]?.totals[unit] = amount }
        if name == "processed\(unit)" { jobs[path]?.done[unit] = amount }
      }
    }
  }

  private mutating func end(_ path: String, code: UInt64, _ words: String) {
    let reason: EndReason = code == 0 ? .completed : code == 1 ? .cancelled(by: .user) : .failed
    jobs[path]?.ending = TaskEnding(reason: reason)
    if reason == .failed, !words.isEmpty {
      jobs[path]?.subtitle = SanitisedText(words, limit: .line)
    }
  }

  /// A connection has left the bus: nobody knows how its jobs went on.
  package mutating func ownerLeft(_ owner: String) {
    for (path, job) in jobs where job.owner == owner && job.ending == nil {
      jobs[path]?.ending = TaskEnding(reason: .lost)
    }
  }

  /// Forgets a job whose end is told.
  package mutating func forget(_ path: String) { jobs[path] = nil }
}

extension ForeignJobs.Job {
  /// Reads the progress: of bytes if they are known, then of files, else the percent.
  fileprivate mutating func read() {
    for (unit, word) in [("Bytes", "B"), ("Files", "files"), ("Items", "items")] {
      guard let total = totals[unit], total > 0, let done = done[unit] else { continue }
      reading = ProgressReading(
        completed: Int64(clamping: min(done, total)), total: Int64(clamping: total),
        unit: SanitisedText(word))
      return
    }
    if let percent {
      reading = ProgressReading(
        completed: Int64(percent) * 100, total: TaskProgress.percentTotal,
        unit: TaskProgress.percentUnit)
    }
  }
}
