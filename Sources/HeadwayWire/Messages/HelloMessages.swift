/// The first line of every client.
package struct ClientHello: MessageBody {
  package static let type = "hello"
  package var versions: [Int]
  package var role: ClientRole
  /// A name and a version, for people: `headway 0.1.0`.
  package var client: String?

  package init(role: ClientRole, client: String? = "headway \(HeadwayRelease.version)") {
    versions = ProtocolVersion.spoken
    self.role = role
    self.client = client
  }
}

/// What a client is there for. Unknown words read as `command`.
package enum ClientRole: String, Sendable, Codable {
  /// Reports for its own tasks, within its own process.
  case worker
  /// Reports for a command that it runs, and ends the command's processes itself.
  case supervisor
  case monitor
  case command

  package init(from decoder: any Decoder) throws {
    let word = try decoder.singleValueContainer().decode(String.self)
    self = ClientRole(rawValue: word) ?? .command
  }
}

/// The hub's answer to a hello.
package struct HubHello: MessageBody {
  package static let type = "hello"
  /// The version spoken from here on.
  package var version: Int
  package var hub: String
  package var pid: Int32
  /// What of its config it doesn't understand: until it does, it starts nothing from the queue.
  package var configProblem: String?
  /// The last command of `[tell]` that failed, for a `command`.
  package var tellingFailure: String?
  /// What the record lost, or why it was set aside, for a `command`; nil where nothing is missing.
  package var recordNotice: String?

  package init(
    version: Int, hub: String, pid: Int32, configProblem: String? = nil,
    tellingFailure: String? = nil, recordNotice: String? = nil
  ) {
    self.version = version
    self.hub = hub
    self.pid = pid
    self.configProblem = configProblem
    self.tellingFailure = tellingFailure
    self.recordNotice = recordNotice
  }
}

/// The hub leaves on purpose: don't start another for it.
package struct GoodbyeMessage: MessageBody {
  package static let type = "goodbye"
  package var reason: String

  package init(reason: String) { self.reason = reason }
}
