import HeadwayConfig
import HeadwayCore
import HeadwaySystem
import HeadwayWire

extension HeadwayConfig {
  /// Where a list of identifiers exists, one that isn't on it is refused.
  func checkPermission(of identifier: String?) throws(CommandFailure) {
    guard let identifier, !permitted.permit(identifier) else { return }
    let name = SanitisedText(identifier, limit: .identifier)
    throw CommandFailure(
      "\(name) isn't permitted; list it in the config: [permitted.\"\(name)\"]",
      status: .notPermitted)
  }
}

/// What `submit` queues: the command it was given, or the one that its identifier stands for.
struct SubmittedCommand {
  let words: [RawText]
  /// Where nothing else is said.
  let defaults: TaskHandler
  /// Nil where the command was given.
  let identifier: String?

  init(_ words: [String], identifier: String?, config: HeadwayConfig) throws(CommandFailure) {
    try config.checkPermission(of: identifier)
    guard words.isEmpty, let identifier else {
      self.words = try CommandWords.command(words, of: "submit")
      (defaults, self.identifier) = (TaskHandler(), nil)
      try CommandWords.refuseNoName(self.words, of: "submit")
      try CommandWords.refuseShellSyntax(self.words, of: "submit")
      return
    }
    guard let handler = config.permitted.handler(of: identifier), let command = handler.command
    else {
      let name = SanitisedText(identifier, limit: .identifier)
      throw CommandFailure(
        "no command given, and the config names none for \(name); give one after --, or a command "
          + "under [permitted.\"\(name)\"]", status: .usage)
    }
    self.words = command.words.map { RawText($0) }
    defaults = handler
    self.identifier = identifier
  }

  /// With this process's surroundings, but for what the handler says.
  func payload() throws(CommandFailure) -> LaunchPayload {
    var payload = try LaunchPayload.ofThisProcess(words, in: defaults.directory)
    guard let identifier else { return payload }
    let name = Array("HEADWAY_IDENTIFIER=".utf8)
    payload.environment.removeAll { $0.starts(with: name) }
    payload.environment.append(name + identifier.utf8)
    return payload
  }
}

extension TaskRequest {
  /// With the handler's where it says nothing itself.
  func over(_ handler: TaskHandler) -> TaskRequest {
    var request = self
    request.title = title ?? handler.title ?? handler.command?.title
    request.group = group ?? handler.group
    request.directory = handler.directory
    return request
  }
}
