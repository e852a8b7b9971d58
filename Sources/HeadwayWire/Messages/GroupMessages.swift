package import HeadwayModel

/// A request about groups of the queue: to list, make, change, pause or resume them.
///
/// Only a hub with ``HubFeature/groups`` knows the message.
///
/// ```json
/// {"type":"group","request":3,"action":"set","name":"ml","slots":2}
/// ```
package struct GroupMessage: MessageBody {
  package static let type = "group"
  package var request: Int?
  package var action: Action
  /// The group; nil for the slots that groups without slots of their own share.
  package var name: SanitisedText?
  /// True if the action is about all groups; nil otherwise. Only for `pause` and `resume`.
  package var all: Bool?
  private var slots: Int?
  private var unlimited: Bool?
  private var pauseOnFailure: Bool?

  /// The kind of request.
  package enum Action: String, Hashable, Sendable, FieldValue {
    case list, add, remove, set, pause, resume
  }

  /// Asks for the list of groups.
  package init(listWith request: Int?) {
    (action, self.request) = (.list, request)
  }

  /// Sends an order.
  package init(_ order: GroupOrder, request: Int? = nil) {
    self.init(listWith: request)
    switch order {
    case .add(let name, let terms):
      (action, self.name, self.terms) = (.add, name, terms)
    case .remove(let name): (action, self.name) = (.remove, name)
    case .set(let name, let terms): (action, self.name, self.terms) = (.set, name, terms)
    case .pause(let name): (action, self.name) = (.pause, name)
    case .resume(let name): (action, self.name) = (.resume, name)
    case .pauseAll: (action, all) = (.pause, true)
    case .resumeAll: (action, all) = (.resume, true)
    }
  }

  private var terms: GroupTerms {
    get {
      GroupTerms(
        slots: unlimited == true ? .unlimited : slots.map { .count($0) },
        pausesOnFailure: pauseOnFailure)
    }
    set {
      pauseOnFailure = newValue.pausesOnFailure
      switch newValue.slots {
      case .count(let count): slots = count
      case .unlimited: unlimited = true
      case nil: break
      }
    }
  }

  /// The order in the hub's own terms; nil for a request to list the groups.
  package var order: GroupOrder? {
    let name = name.map { SanitisedText($0.string, limit: .identifier) }
    return switch action {
    case .list: nil
    case .add: name.map { .add($0, terms) }
    case .remove: name.map { .remove($0) }
    case .set: .set(name, terms)
    case .pause: all == true ? .pauseAll : .pause(name)
    case .resume: all == true ? .resumeAll : .resume(name)
    }
  }

  package static var unread: GroupMessage { GroupMessage(listWith: nil) }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try fields.required("action", &action)
    try fields.field("name", &name)
    try fields.field("all", &all)
    try fields.field("slots", &slots)
    try fields.field("unlimited", &unlimited)
    try fields.field("pauseOnFailure", &pauseOnFailure)
    if fields.isReading { try check() }
  }

  /// Refuses a blank name, a missing name, and a number of slots out of range.
  private func check() throws(WireError) {
    if let name, SanitisedText(name.string, limit: .identifier).isBlank {
      throw .wrong("name", "blank; leave it out for the general slots")
    }
    if name == nil, action == .add || action == .remove { throw .wrong("name", "missing") }
    guard let slots else { return }
    guard SlotLimit.counts.contains(slots) else {
      throw .wrong("slots", "0 to \(SlotLimit.counts.upperBound)")
    }
  }
}

/// A group of the queue, as the answer to a list.
///
/// ```json
/// {"type":"group","request":3,"name":"ml","slots":2,"source":"config","running":1,"queued":4}
/// ```
package struct GroupStateMessage: MessageBody {
  package static let type = "group"
  package var request: Int?
  package var group: GroupSnapshot

  package init(request: Int?, group: GroupSnapshot) {
    (self.request, self.group) = (request, group)
  }

  package static var unread: GroupStateMessage {
    GroupStateMessage(request: nil, group: GroupSnapshot(name: nil))
  }

  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    try fields.field("request", &request)
    try group.visit(&fields)
  }
}

extension GroupSnapshot: FieldObject {
  package static var unread: GroupSnapshot { GroupSnapshot(name: nil) }

  /// Visits the fields. A source that this version doesn't know counts as the usual one.
  package mutating func visit(_ fields: inout some FieldVisitor) throws(WireError) {
    var (count, isUnlimited): (Int?, Bool) = (nil, slots == .unlimited)
    if case .count(let slots)? = slots { count = slots }
    var source = source.rawValue
    if fields.isListing { name = SanitisedText(shownName, limit: .identifier) }
    try fields.field("name", &name)
    try fields.field("slots", &count)
    try fields.field("unlimited", &isUnlimited, missing: false)
    try fields.field("source", &source, missing: Source.usual.rawValue)
    try fields.field("running", &running, missing: 0)
    try fields.field("queued", &queued, missing: 0)
    try fields.field("pauseOnFailure", &pausesOnFailure, missing: false)
    try fields.field("paused", &pausedBecause)
    guard fields.isReading else { return }
    slots = isUnlimited ? .unlimited : count.map { .count($0) }
    self.source = Source(rawValue: source) ?? .usual
  }
}
