/// One object of `headway list --json`: the fields scenarios ask about.
struct ListedTask: Decodable {
  var number: Int
  var key: String
  var identifier: String?
  var title: String
  var subtitle: String?
  var state: String
  var endReason: String?
  var endDetail: String?
  var exitCode: Int?
  var signal: Int?
  var completed: Int?
  var total: Int?
  var estimated: Int?
  var unit: String?
  var fraction: Double?
  var phase: String?
  var foreground: Bool?
  var attachable: Bool?
  var pausable: Bool?
  var stalled: String?
  var waitingForInput: String?
  var question: String?
  var pid: Int32?
  var parent: String?
  var attempt: Int?
  var position: Int?
  var blockedOn: String?
  var waitsFor: [String]?
  var after: [Int]?
  var retries: Int?
  var retriesAt: String?
  var cancelNote: String?
  var assertion: String?
  var leakedAssertion: String?

  /// `cancelled/terminal`, `completed`, or the state of one that is live.
  var end: String {
    guard let endReason else { return state }
    return endDetail.map { "\(endReason)/\($0)" } ?? endReason
  }
}
