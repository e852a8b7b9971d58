/// One object of `headway list --json`, with the fields that tests ask about.
package struct ListedTask: Decodable, Sendable {
  package var number: Int
  package var key: String
  package var identifier: String?
  package var title: String
  package var subtitle: String?
  package var state: String
  package var endReason: String?
  package var endDetail: String?
  package var exitCode: Int?
  package var signal: Int?
  package var completed: Int?
  package var total: Int?
  package var estimated: Int?
  package var unit: String?
  package var fraction: Double?
  package var phase: String?
  package var expiresIn: Double?
  package var eta: Double?
  package var elapsed: Double?
  package var foreground: Bool?
  package var attachable: Bool?
  package var pausable: Bool?
  package var stalled: String?
  package var waitingForInput: String?
  package var programState: String?
  package var toldSubtasks: [Subtask]?
  package var question: String?
  package var pid: Int32?
  package var parent: String?
  package var attempt: Int?
  package var position: Int?
  package var priority: Int?
  package var slots: Int?
  package var timeLimit: Double?
  package var timeLeft: Double?
  package var directory: String?
  package var blockedOn: String?
  package var waitsFor: [String]?
  package var after: [Int]?
  package var retries: Int?
  package var retriesAt: String?
  package var cancelNote: String?
  package var assertion: String?
  package var leakedAssertion: String?

  /// A subtask that the program itself tells.
  package struct Subtask: Decodable, Sendable {
    package var name: String
  }

  /// The end, such as `completed` or `cancelled/terminal`; of a live task, its state.
  package var end: String {
    guard let endReason else { return state }
    return endDetail.map { "\(endReason)/\($0)" } ?? endReason
  }
}
