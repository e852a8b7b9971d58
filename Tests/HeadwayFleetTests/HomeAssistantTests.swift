import Foundation
import HeadwayFleet
import HeadwayModel
import Testing

/// The documents for Home Assistant, held against the rules of its MQTT discovery. A real Home
/// Assistant can't be had in tests: ``checked(_:)`` stands in for it, and knows the rules that Home
/// Assistant publishes for devices.
@Suite("Home Assistant")
struct HomeAssistantTests {
  private static let address = FleetAddress.named("ada", "build.1")

  private func task(
    _ number: Int, _ identifier: String?, _ state: TaskState = .running, fraction: Double? = nil
  ) -> TaskSnapshot {
    var task = TaskSnapshot(
      number: TaskNumber(number) ?? .first, key: TaskKey(high: 0, low: UInt64(number)),
      title: "secret title",
      state: state)
    task.identifier = identifier.map { SanitisedText($0) }
    task.progress.fraction = fraction
    if state == .ended { task.ending = TaskEnding(reason: .failed, status: .code(1)) }
    return task
  }

  private typealias Part = [String: Any]

  /// Reads a discovery message as Home Assistant does, and returns the parts of the device.
  private func checked(_ message: Publication) throws -> [String: Part] {
    let parts = message.topic.split(separator: "/").map(String.init)
    #expect(parts.count == 4 && parts[0] == "homeassistant" && parts[1] == "device")
    #expect(parts[3] == "config" && message.isRetained && message.expiry == nil)
    let allowed = CharacterSet(
      charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
    #expect(parts[2].unicodeScalars.allSatisfy(allowed.contains), "\(parts[2])")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(message.payload)) as? Part)
    let device = try #require(json["dev"] as? Part)
    #expect(device["ids"] is String && device["name"] is String)
    let origin = try #require(json["o"] as? Part)
    #expect(origin["name"] as? String == "headway")
    for entry in try #require(json["avty"] as? [Part]) { #expect(entry["t"] is String) }
    let components = try #require(json["cmps"] as? [String: Part])
    var identities: Set<String> = []
    for (name, part) in components {
      let platform = try #require(part["p"] as? String, "\(name) has no platform")
      // A part with its platform alone is removed.
      guard part.count > 1 else { continue }
      let identity = try #require(part["unique_id"] as? String)
      #expect(identities.insert(identity).inserted, "\(identity) is there twice")
      switch platform {
      case "sensor": #expect(part["stat_t"] is String && part["val_tpl"] is String)
      case "button": #expect(part["cmd_t"] is String && part["payload_press"] is String)
      default: Issue.record("\(platform) is no platform that Headway means")
      }
      for template in [part["val_tpl"], part["json_attr_tpl"]].compactMap({ $0 as? String }) {
        #expect(template.hasPrefix("{{ ") && template.hasSuffix(" }}"))
      }
    }
    return components
  }

  @Test("a hub is a device with its counts, and each identifier has a sensor and a button")
  func device() throws {
    var home = HomeAssistant(Self.address, version: "1", takesCancel: true)
    #expect(home.takeDue(for: []).isEmpty, "no broker yet")
    home.connect()
    let messages = home.takeDue(for: [
      task(1, "com.example.backup"), task(2, "日本/+#"), task(3, nil),
    ])
    let parts = try checked(messages[0])
    #expect(parts.count == 5 + 2 * 2)
    let button = try #require(
      parts.values.first {
        ($0["name"] as? String)?.contains("日本") == true && $0["p"] as? String == "button"
      })
    #expect(button["payload_press"] as? String == #"{"type":"cancel","task":"日本/+#"}"#)
    #expect(button["cmd_t"] as? String == Self.address.orders)
    let states = messages.dropFirst().map(\.topic)
    #expect(states.count == 2)
    #expect(
      states.allSatisfy { topic in
        parts.values.contains { $0["stat_t"] as? String == topic }
      })
    #expect(!messages.contains { String(decoding: $0.payload, as: UTF8.self).contains("secret") })
    #expect(home.takeDue(for: [task(1, "com.example.backup"), task(2, "日本/+#")]).isEmpty)
  }

  @Test("without accept-cancel there is no button")
  func noButton() throws {
    var home = HomeAssistant(Self.address, version: "1", takesCancel: false)
    home.connect()
    let parts = try checked(home.takeDue(for: [task(1, "backup")])[0])
    #expect(!parts.values.contains { $0["p"] as? String == "button" })
  }

  @Test("the newest task of an identifier counts, and a percent is told in whole steps")
  func newest() throws {
    var home = HomeAssistant(Self.address, version: "1", takesCancel: false)
    home.connect()
    _ = home.takeDue(for: [task(1, "backup", .ended), task(2, "backup", fraction: 0.421)])
    #expect(home.takeDue(for: [task(2, "backup", fraction: 0.429)]).isEmpty)
    let next = home.takeDue(for: [task(2, "backup", fraction: 0.43)])
    let text = String(decoding: try #require(next.first).payload, as: UTF8.self)
    #expect(next.count == 1 && text == #"{"state":"running","number":"2","percent":43}"#)
  }

  @Test("an identifier that goes is removed from the device, with what the broker kept")
  func removal() throws {
    var home = HomeAssistant(Self.address, version: "1", takesCancel: true)
    home.connect()
    _ = home.takeDue(for: [task(1, "a"), task(2, "b")])
    let messages = home.takeDue(for: [task(1, "a")])
    let removing = try checked(messages[0])
    #expect(removing["id_b"]?.count == 1 && removing["cancel_b"]?.count == 1)
    #expect(messages[1].topic == Self.address.run(of: "b") && messages[1].payload.isEmpty)
    let rest = try checked(try #require(messages.last))
    #expect(rest["id_b"] == nil && rest["id_a"] != nil)
  }

  @Test("when Home Assistant starts, it is told everything again")
  func birth() {
    var home = HomeAssistant(Self.address, version: "1", takesCancel: true)
    home.connect()
    let first = home.takeDue(for: [task(1, "a")])
    home.connect()
    #expect(home.takeDue(for: [task(1, "a")]) == first)
  }

  @Test("sensitive tasks aren't there, and identifiers are bounded")
  func bounds() throws {
    var home = HomeAssistant(Self.address, version: "1", takesCancel: false)
    home.connect()
    var secret = task(1, "secret")
    secret.sensitive = true
    let many = (2...HomeAssistant.identifierLimit + 50).map { task($0, "job\($0)") }
    let messages = home.takeDue(for: [secret] + many)
    #expect(try checked(messages[0]).count == 5 + HomeAssistant.identifierLimit)
    #expect(!messages.contains { String(decoding: $0.payload, as: UTF8.self).contains("secret") })
  }
}
