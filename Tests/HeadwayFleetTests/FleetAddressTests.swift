import HeadwayFleet
import HeadwayModel
import Testing

/// Names and topics.
@Suite("Fleet addresses")
struct FleetAddressTests {
  @Test("a topic reads as what it was made of")
  func topics() throws {
    let address = try #require(FleetAddress(user: "ada", host: "build-1.example"))
    let key = TaskKey(high: 7, low: 9)
    #expect(address.status == "headway/v1/ada/build-1.example/s")
    #expect(try #require(FleetAddress.read(address.status)) == (address, .status))
    #expect(try #require(FleetAddress.read(address.task(key))) == (address, .task(key)))
    #expect(FleetAddress.readReply(address.replies(to: "w1"), to: "w1") == address)
    #expect(FleetAddress.readReply(address.replies(to: "w1"), to: "w2") == nil)
  }

  @Test(
    "a topic of another form reads as none",
    arguments: [
      "", "headway/v1/ada/b", "headway/v2/ada/b/s", "headway/v1/ada/b/c", "headway/v1//b/s",
      "headway/v1/ada/b/t/xyz", "headway/v1/ada/b/t/", "headway/v1/a+/b/s", "headway/v1/ada/b/s/",
      "x/headway/v1/ada/b/s", "headway/v1/ada/b/t/\(TaskKey(high: 1, low: 2))/more",
    ])
  func otherTopics(_ topic: String) {
    #expect(FleetAddress.read(topic) == nil)
  }

  @Test(
    "names that mean something in topics are refused",
    arguments: ["", "a/b", "a+", "#", "a b", "käthe", "a\u{0}", String(repeating: "x", count: 65)])
  func names(_ name: String) {
    #expect(FleetAddress(user: name, host: "b") == nil)
    #expect(FleetAddress(user: "a", host: name) == nil)
  }

  @Test("an order's answer goes to topics for answers of this hub alone")
  func replies() throws {
    let address = try #require(FleetAddress(user: "ada", host: "b"))
    #expect(address.isReplyTopic("headway/v1/ada/b/r/watch-1"))
    for topic in [
      "headway/v1/ada/b/s", "headway/v1/ada/c/r/x", "headway/v1/ada/b/r/", "headway/v1/ada/b/r/x/y",
      "headway/v1/ada/b/r/#", "homeassistant/status",
    ] {
      #expect(!address.isReplyTopic(topic), "\(topic)")
    }
  }

  @Test("different identifiers have different parts of topics, without anything special")
  func tokens() {
    let identifiers = ["a", "a_5f", "a_", "a/b", "a_2fb", "com.example.x", "日本", "+", "#", "a b"]
    let tokens = identifiers.map(FleetAddress.token)
    #expect(Set(tokens).count == identifiers.count)
    #expect(tokens.allSatisfy { $0.utf8.allSatisfy(FleetName.isAllowed) })
    #expect(FleetAddress.token("com.example.x") == "com.example.x")
  }
}
