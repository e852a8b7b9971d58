package import HeadwayModel
package import HeadwayWire

extension CommandClient {
  /// Submits a task, and returns once the record has it.
  ///
  /// - Parameter payload: everything that the hub needs to launch the task.
  package func submit(
    _ submission: Submission, _ payload: LaunchPayload
  ) throws(LinkError) -> SubmittedMessage {
    queue(payload, of: submission.description.key)
    return try ask(SubmitMessage(submission, request: nextRequest())) { message in
      if case .submitted(let submitted) = message { submitted } else { nil }
    }
  }

  /// Queues a payload in parts, to be sent together with the message that refers to it.
  package func queue(_ payload: LaunchPayload, of key: TaskKey) {
    var rest = payload.bytes[...]
    while !rest.isEmpty {
      queue(PayloadMessage(key, part: rest.prefix(PayloadMessage.partLimit)))
      rest = rest.dropFirst(PayloadMessage.partLimit)
    }
  }

  /// Returns the key of a task in the live list.
  ///
  /// - Throws: a refusal with the code `unknownTask` if no task has the name.
  package func key(of reference: TaskReference) throws(LinkError) -> TaskKey {
    if case .key(let key) = reference { return key }
    guard let task = try list(all: false).last(where: reference.names) else {
      throw .refused(
        code: ErrorCode.unknownTask.rawValue,
        message: "there is no task \(SanitisedText(reference.description)); see: headway list")
    }
    return task.key
  }
}
