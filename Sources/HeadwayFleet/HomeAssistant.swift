package import HeadwayModel
import HeadwayWire

/// The documents by which Home Assistant finds a hub and the identifiers of its tasks, as its MQTT
/// discovery describes them: one document for each device, kept by the broker.
///
/// A device is a hub. Its sensors are the counts, and for each identifier a sensor and, where the
/// config accepts it, a button that cancels. Pure.
package struct HomeAssistant: Sendable {
  private let address: FleetAddress
  private let version: String
  private let takesCancel: Bool
  /// The newest task of each identifier.
  private var runs: [String: TaskSnapshot] = [:]
  /// The identifiers that the last document has, and those whose removal it must say first.
  private var told: Set<String> = []
  /// The tokens of identifiers that an earlier bridge left on the broker.
  private var kept: Set<String> = []
  private var sentDocument: [UInt8]?
  private var sentRuns: [String: [UInt8]] = [:]
  private var isBrokerThere = false

  /// The greatest number of identifiers.
  package static let identifierLimit = 200
  /// The topic by which Home Assistant says that it has started.
  package static let birthTopic = "homeassistant/status"

  package init(_ address: FleetAddress, version: String, takesCancel: Bool) {
    (self.address, self.version, self.takesCancel) = (address, version, takesCancel)
  }

  /// The broker is there, or Home Assistant has started: everything is told again.
  package mutating func connect() {
    isBrokerThere = true
    (sentDocument, sentRuns) = (nil, [:])
  }

  package mutating func brokerLost() { isBrokerThere = false }

  /// Notes the token of an identifier that the broker keeps from an earlier bridge.
  package mutating func noteKept(_ token: String) {
    if kept.count < Self.keptLimit { kept.insert(token) }
  }

  private static let keptLimit = 10_000

  /// Returns the messages that are due for these tasks. Sensitive tasks are left out.
  package mutating func takeDue(for tasks: [TaskSnapshot]) -> [Publication] {
    guard isBrokerThere else { return [] }
    note(tasks)
    var messages: [Publication] = []
    let gone = Set(told.subtracting(runs.keys).map(FleetAddress.token))
      .union(kept.subtracting(runs.keys.map(FleetAddress.token)))
    kept = []
    for identifier in told.subtracting(runs.keys) { sentRuns[identifier] = nil }
    if !gone.isEmpty {
      messages.append(document(removing: gone))
      for token in gone.sorted() {
        messages.append(Publication(address.run(ofToken: token), [], quality: 1))
      }
    }
    let document = document(removing: [])
    if document.payload != sentDocument {
      sentDocument = document.payload
      messages.append(document)
    }
    told = Set(runs.keys)
    for (identifier, task) in runs {
      let payload = Array(Self.state(task).utf8)
      guard sentRuns[identifier] != payload else { continue }
      sentRuns[identifier] = payload
      messages.append(Publication(address.run(of: identifier), payload, quality: 1))
    }
    return messages
  }

  private mutating func note(_ tasks: [TaskSnapshot]) {
    runs = [:]
    for task in tasks where !task.sensitive {
      guard let identifier = task.identifier?.string else { continue }
      if let known = runs[identifier], known.number > task.number { continue }
      guard runs[identifier] != nil || runs.count < Self.identifierLimit else { continue }
      runs[identifier] = task
    }
  }

  /// The state of an identifier: `{"state":"running","percent":42,"ends":"2026-…","task":"7"}`.
  private static func state(_ task: TaskSnapshot) -> String {
    let word =
      task.ending?.reason.word.rawValue ?? (task.needsAnswer ? "needs you" : task.state.rawValue)
    var json = JSONDocument()
    json.add("state", word)
    json.add("number", task.number.description)
    if let fraction = task.progress.fraction {
      // A step of 1 % is the finest that Home Assistant gets.
      json.add("percent", raw: "\(Int((fraction * 100).rounded(.down)))")
    }
    return json.text
  }

  private func document(removing gone: Set<String>) -> Publication {
    Publication(
      "homeassistant/device/\(device)/config", Array(discovery(removing: gone).utf8), quality: 1)
  }

  /// The identity of the device: letters, digits, `_` and `-` only.
  private var device: String {
    "headway_\(FleetAddress.token(address.user))_\(FleetAddress.token(address.host))"
      .replacing(".", with: "_2e")
  }

  private func discovery(removing gone: Set<String>) -> String {
    var parts = JSONDocument()
    let counts = [
      ("running", "Running"), ("queued", "Queued"), ("needsYou", "Needs you"), ("failed", "Failed"),
    ]
    for (field, name) in counts {
      var part = component("sensor", field, name, address.status)
      part.add("val_tpl", "{{ value_json.\(field) | default(0) }}")
      part.add("stat_cla", "measurement")
      parts.add(field, raw: part.text)
    }
    var progress = component("sensor", "progress", "Progress", address.status)
    progress.add(
      "val_tpl",
      "{{ (value_json.fraction * 100) | round(0) if value_json.fraction is defined else None }}")
    progress.add("unit_of_meas", "%")
    parts.add("progress", raw: progress.text)
    for identifier in runs.keys.sorted() {
      let token = Self.component(identifier)
      var sensor = component("sensor", "id_\(token)", identifier, address.run(of: identifier))
      sensor.add("val_tpl", "{{ value_json.state }}")
      sensor.add("json_attr_t", address.run(of: identifier))
      parts.add("id_\(token)", raw: sensor.text)
      guard takesCancel else { continue }
      var button = JSONDocument()
      button.add("p", "button")
      button.add("unique_id", "\(device)_cancel_\(token)")
      button.add("name", "Cancel \(identifier)")
      button.add("cmd_t", address.orders)
      button.add("payload_press", Self.cancel(identifier))
      button.add("qos", raw: "1")
      parts.add("cancel_\(token)", raw: button.text)
    }
    // A part that has only its platform is removed (MQTT discovery, "Device discovery payload").
    for token in gone.sorted() {
      let token = Self.component(ofToken: token)
      parts.add("id_\(token)", raw: #"{"p":"sensor"}"#)
      if takesCancel { parts.add("cancel_\(token)", raw: #"{"p":"button"}"#) }
    }
    return document(parts)
  }

  private func document(_ parts: JSONDocument) -> String {
    var owner = JSONDocument()
    owner.add("ids", device)
    owner.add("name", "Headway \(address.user)@\(address.host)")
    owner.add("mf", "Headway")
    owner.add("sw", version)
    var origin = JSONDocument()
    origin.add("name", "headway")
    origin.add("sw", version)
    var presence = JSONDocument()
    presence.add("t", address.status)
    presence.add("val_tpl", "{{ 'online' if value_json.up else 'offline' }}")
    var document = JSONDocument()
    document.add("dev", raw: owner.text)
    document.add("o", raw: origin.text)
    document.add("avty", raw: "[\(presence.text)]")
    document.add("cmps", raw: parts.text)
    return document.text
  }

  private func component(
    _ platform: String, _ token: String, _ name: String, _ topic: String
  ) -> JSONDocument {
    var part = JSONDocument()
    part.add("p", platform)
    part.add("unique_id", "\(device)_\(token)")
    part.add("name", name)
    part.add("stat_t", topic)
    return part
  }

  private static func component(_ identifier: String) -> String {
    component(ofToken: FleetAddress.token(identifier))
  }

  private static func component(ofToken token: String) -> String {
    token.replacing(".", with: "_2e")
  }

  private static func cancel(_ identifier: String) -> String {
    let line = CancelMessage(task: .identifier(identifier)).line() ?? []
    return String(decoding: line.dropLast(), as: UTF8.self)
  }
}

/// A JSON object that is written member by member.
struct JSONDocument {
  private var members: [String] = []

  mutating func add(_ name: String, _ value: String) { add(name, raw: value.jsonText() ?? "\"\"") }

  /// Adds a value that is JSON already.
  mutating func add(_ name: String, raw: String) {
    members.append("\(name.jsonText() ?? "\"\""):\(raw)")
  }

  var text: String { "{\(members.joined(separator: ","))}" }
}
