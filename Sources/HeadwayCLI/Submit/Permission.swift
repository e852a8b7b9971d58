import HeadwayConfig
import HeadwayModel
import HeadwaySystem
import HeadwayWire

/// The permission to start tasks under an identifier.
extension HeadwayConfig {
  /// Throws if the config has a list of permitted identifiers and `identifier` isn't on it.
  func checkPermission(of identifier: String?) throws(CommandFailure) {
    guard let identifier, !permitted.permit(identifier) else { return }
    let name = SanitisedText(identifier, limit: .identifier)
    throw CommandFailure(
      "the identifier \(name) isn't permitted; list it in the config: [permitted.\"\(name)\"]",
      status: .notPermitted)
  }
}

/// The command that `headway submit` queues: the given one, or the one that the config lists for an
/// identifier.
struct SubmittedCommand {
  let words: [RawText]
  /// The settings that the config lists for the identifier.
  let defaults: TaskHandler
  /// The identifier whose command the config provided. Nil if the command was given.
  let identifier: String?

  /// Finds the command. Throws if neither the command line nor the config names one, or if the
  /// identifier isn't permitted.
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
        """
        no command given, and the config has none for \(name); give a command after --, or set one \
        under [permitted."\(name)"]
        """, status: .usage)
    }
    self.words = command.words.map { RawText($0) }
    defaults = handler
    self.identifier = identifier
  }

  /// The command with this process's environment, umask and directory. A command of the config gets
  /// `HEADWAY_IDENTIFIER`, and the directory of the config.
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
  /// The request, completed by the config's settings for the options that the command line leaves
  /// out.
  func over(_ handler: TaskHandler) -> TaskRequest {
    var request = self
    request.title = title ?? handler.title ?? handler.command?.title
    request.group = group ?? handler.group
    request.directory = handler.directory
    return request
  }
}
