import HeadwayModel

/// The first message of every client: the protocol versions, and the role of the client.
///
/// ```json
/// {"type":"hello","versions":[1],"role":"worker","client":"headway 0.1.0"}
/// ```
package struct ClientHello: MessageBody {
  package static let type = "hello"
  /// The versions of the protocol that the client speaks.
  package var versions: [Int]
  package var role: ClientRole
  /// The client's name and version, for people: `headway 0.1.0`.
  package var client: String?

  package init(role: ClientRole, client: String? = "headway \(HeadwayRelease.version)") {
    versions = ProtocolVersion.spoken
    self.role = role
    self.client = client
  }

  package static var unread: ClientHello { ClientHello(role: .command, client: nil) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.required("versions", &versions)
    try fields.required("role", &role)
    try fields.field("client", &client)
  }
}

/// The role of a client. The hub reads an unknown word as `command`.
package enum ClientRole: String, Sendable, FieldValue {
  /// A process that reports its own tasks. The hub watches the process.
  case worker
  /// A process that reports for a command and ends the command's processes itself.
  case supervisor
  /// A front end that shows tasks.
  case monitor
  /// A client with one request, such as `headway list`.
  case command

  package static func read(
    _ scanner: inout JSONScanner, _ line: ArraySlice<UInt8>
  ) throws(FieldError) -> ClientRole {
    ClientRole(rawValue: try String.read(&scanner, line)) ?? .command
  }
}

/// The hub's answer to a hello.
///
/// ```json
/// {"type":"hello","version":1,"hub":"headwayd 0.1.0","pid":4711}
/// ```
package struct HubHello: MessageBody {
  package static let type = "hello"
  /// The protocol version that both sides use from here on.
  package var version: Int
  /// The hub's name and version, for people.
  package var hub: String
  /// The hub's process.
  package var pid: Int32
  /// The error in the hub's config file; nil if the file is valid.
  ///
  /// A hub with such an error starts nothing from its queue.
  package var configProblem: String?
  /// The last failure of a hook of `[tell]`; nil if there is none. Sent to the role `command` only.
  package var tellingFailure: String?
  /// The reason why tasks are missing from the record: what was lost, or why the record was set
  /// aside.
  ///
  /// Nil if nothing is missing. Sent to the role `command` only.
  package var recordNotice: String?
  /// The words of ``HubFeature``, and words of newer hubs.
  package var features: [String]

  package init(
    version: Int, hub: String, pid: Int32, configProblem: String? = nil,
    tellingFailure: String? = nil, recordNotice: String? = nil, features: [HubFeature] = []
  ) {
    self.version = version
    self.hub = hub
    self.pid = pid
    self.configProblem = configProblem
    self.tellingFailure = tellingFailure
    self.recordNotice = recordNotice
    self.features = features.map(\.rawValue)
  }

  /// Whether the hub has the feature.
  package func has(_ feature: HubFeature) -> Bool { features.contains(feature.rawValue) }

  package static var unread: HubHello { HubHello(version: 1, hub: "", pid: 0) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.required("version", &version)
    try fields.required("hub", &hub)
    try fields.required("pid", &pid)
    try fields.field("configProblem", &configProblem)
    try fields.field("tellingFailure", &tellingFailure)
    try fields.field("recordNotice", &recordNotice)
    try fields.list("features", &features)
  }
}

/// A part of the protocol that the first hubs of version 1 don't have. A client asks for it only if
/// its absence would do harm.
package enum HubFeature: String, CaseIterable, Sendable {
  /// The hub makes several changes of one `adjust`, all of them or none.
  case edits
  /// A task can take several slots.
  case slots
  /// The hub hands the time limit of a task to the supervisor that it launches.
  case timeLimit
  /// The hub changes all terms of a queued task by `adjust`, and parts of its payload.
  case termEdits
  /// The hub restarts a task on hold, or as a new task.
  case restarts
  /// The hub knows groups: the message `group`.
  case groups
  /// The hub launches a command without a terminal if the `submit` says so.
  case streams
  /// The hub hands the niceness of a task to the supervisor that it launches.
  case nice
  /// A task can choose among graphics processors, and share one.
  case gpus
  /// The hub queues the tasks of a batch all together.
  case batches
  /// A task can be a part of a job array.
  case arrays
  /// A task can be a run of a series: it runs again and again.
  case series
  /// A submitted task can start at once, without a free slot.
  case immediate
  /// The hub restarts a running task: it cancels the task, and queues it again at its end.
  case liveRestarts
  /// A person can choose the signal that asks a command to stop.
  case stopSignals
  /// The hub tells the environment that the command of a task gets.
  case environments
  /// Another engine than the hub's own queue can run a task.
  case engines
  /// The hub makes tasks of jobs that somebody else submitted to an engine.
  case adoptedJobs
  /// The hub tells its numbers for monitoring systems.
  case metrics

  /// The option of a command that needs the feature, in English, for messages.
  package var option: String {
    switch self {
    case .edits: String(wire: "such changes")
    case .slots: "--slots"
    case .timeLimit: "--timeout"
    case .termEdits: String(wire: "such changes")
    case .restarts: String(wire: "--hold and --as-new")
    case .groups: String(wire: "groups")
    case .streams: "--no-tty"
    case .nice: "--nice"
    case .gpus: String(wire: "a choice of GPUs")
    case .batches: "--batch"
    case .arrays: "--array"
    case .series: "--every"
    case .immediate: "--immediate"
    case .liveRestarts: "--running"
    case .stopSignals: "--signal"
    case .environments: "--env"
    case .engines: "--on"
    case .adoptedJobs: String(wire: "headway adopt of jobs")
    case .metrics: "headway metrics"
    }
  }
}

/// The hub's last message when it leaves on purpose. Clients don't start another hub then.
package struct GoodbyeMessage: MessageBody {
  package static let type = "goodbye"
  /// The reason, for people.
  package var reason: String

  package init(reason: String) { self.reason = reason }

  package static var unread: GoodbyeMessage { GoodbyeMessage(reason: "") }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.required("reason", &reason)
  }
}

/// The versions of the wire protocol that this build speaks.
package enum ProtocolVersion {
  /// The version numbers, newest first.
  package static let spoken = [1]

  /// Returns the newest version that both sides speak; nil if there is none.
  package static func agreed(with others: [Int]) -> Int? {
    spoken.first(where: others.contains)
  }
}

/// The release of this build.
package enum HeadwayRelease {
  /// The version as shown by `--version` and in each hello.
  package static let version = "0.1.0"
}
