import Glibc
import HeadwayLink
import HeadwayModel
import HeadwaySystem
import HeadwayWire

/// Changes of a queued task that the hub makes all together, or not at all.
struct TaskChange: Hashable, Sendable {
  var edit = TaskEdit()
  /// The payload of a new command; nil if the task keeps its own.
  var payload: LaunchPayload?
  /// The changes of the payload.
  var patch = PayloadPatch()

  /// Whether nothing changes.
  var isEmpty: Bool { edit == TaskEdit() && payload == nil && patch.isEmpty }

  /// Asks the hub to make the changes.
  func make(to task: TaskReference) throws(CommandFailure) {
    guard patch.isSendable else {
      throw CommandFailure(
        """
        the variables and words are longer than \(PayloadPatch.byteLimit) bytes; change them with \
        a command after --
        """, status: .usage)
    }
    let isMade = try Hub.ask { client throws(LinkError) in try make(to: task, asking: client) }
    guard !isMade else { return }
    throw CommandFailure(
      "the running hub is of an older version and can't change this; restart it: headway hub stop",
      status: .failure)
  }

  /// Asks the hub to make the changes.
  ///
  /// - Returns: whether the hub is able to. An older hub would pass over some of the changes.
  private func make(
    to task: TaskReference, asking client: CommandClient
  ) throws(LinkError) -> Bool {
    let hello = try client.awaitHello()
    if edit.changesTerms || !patch.isEmpty, !hello.has(.termEdits) { return false }
    if edit.changesSeries, !hello.has(.series) { return false }
    var named = task
    if payload != nil || !patch.isEmpty {
      let key = try client.key(of: task)
      if let payload { client.queue(payload, of: key) }
      named = .key(key)
    }
    for part in hello.has(.edits) ? [edit] : edit.parts {
      let message = AdjustMessage(
        task: named, .edit(part), patch: patch.isEmpty ? nil : patch,
        request: client.nextRequest())
      try client.ask(message) { $0.isOk ? () : nil }
    }
    return true
  }

  /// Returns a directory as an absolute path. Throws for anything that isn't a directory.
  static func directory(_ path: String) throws(CommandFailure) -> [UInt8] {
    guard !path.isEmpty, FileIdentity.isDirectory(path) else {
      throw CommandFailure("there is no directory \(SanitisedText(path))", status: .usage)
    }
    guard !path.hasPrefix("/") else { return Array(path.utf8) }
    guard let resolved = realpath(path, nil) else {
      throw CommandFailure("\(SanitisedText(path)) can't be resolved", status: .usage)
    }
    defer { free(resolved) }
    return Array(String(cString: resolved).utf8)
  }
}

extension TaskEdit {
  /// The changes one by one, for a hub that makes only one change of a message. The change that such
  /// a hub is most likely to refuse comes first.
  fileprivate var parts: [TaskEdit] {
    [
      command.map { TaskEdit(command: $0) },
      title?.value.map { TaskEdit(title: $0) },
      priority.map { TaskEdit(priority: $0) },
    ].compactMap { $0 }
  }
}
