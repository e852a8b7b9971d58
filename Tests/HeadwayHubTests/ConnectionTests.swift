import Glibc
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import HeadwayHub

extension HubTests {
  @Suite struct ConnectionTests {
    @Test("those who don't wait for an answer are forgotten")
    func thoseWhoDoNotWaitForAnAnswerAreForgotten() async throws {
      var settings = HubEngineSettings()
      settings.exitAfter = .milliseconds(300)
      try await withHub(settings) { bed in
        for _ in 0..<500 {
          try RawClient(bed.paths).send(#"{"type":"subscribe"}"#)
        }
        let server = try #require(bed.server)
        let hasLeft = Mutex(false)
        server.stopped.whenComplete { _ in hasLeft.withLock { $0 = true } }
        try eventually("the hub has nobody left and leaves") { hasLeft.withLock { $0 } }
      }
    }

    @Test("what is said on the way out counts")
    func whatIsSaidOnTheWayOutCounts() async throws {
      try await withHub { bed in
        for index in 0..<UInt64(200) {
          let key = TaskKey.numbered(index)
          let lines = [
            #"{"type":"hello","versions":[1],"role":"worker"}"#,
            #"{"type":"begin","key":"\#(key)","title":"Export","total":200}"#,
            #"{"type":"end","task":"\#(key)","reason":"completed"}"#,
          ]
          try RawClient(bed.paths, hello: false).send(lines.joined(separator: "\n"))
        }
        let client = try bed.command()
        try eventually("200 ends") {
          let tasks = try client.list(all: false)
          return tasks.count == 200 && tasks.allSatisfy { $0.ending?.reason == .completed }
        }
      }
    }

    @Test("whoever never says hello is dropped")
    func whoeverNeverSaysHelloIsDropped() async throws {
      var settings = HubEngineSettings()
      settings.helloPatience = .milliseconds(50)
      try await withHub(settings) { bed in
        let greeted = try RawClient(bed.paths)
        let silent = try RawClient(bed.paths, hello: false)
        try eventually("the silent one is dropped") {
          _ = try silent.arrived()
          return silent.isOver
        }
        try greeted.send(#"{"type":"summary","request":1}"#)
        _ = try greeted.first("an answer") { if case .summary = $0 { () } else { nil } }
      }
    }

    @Test("a dribbled hello is dropped too")
    func aDribbledHelloIsDroppedToo() async throws {
      var settings = HubEngineSettings()
      settings.helloPatience = .milliseconds(100)
      try await withHub(settings) { bed in
        let client = try RawClient(bed.paths, hello: false)
        try eventually("the dribbler is dropped") {
          try client.sendBytes([0x20])
          _ = try client.arrived()
          return client.isOver
        }
      }
    }

    @Test(
      "a bad first line is one error and the end",
      arguments: [
        (#"{"type":"list"}"#, "helloExpected"), (#"{"type":"news"}"#, "helloExpected"),
        (#"{"type":"hello","versions":[2],"role":"worker"}"#, "version"),
        (#"{"type":"hello","versions":[],"role":"worker"}"#, "version"),
        ("GET / HTTP/1.1", "malformed"), (#"{"type":"hello"}"#, "malformed"),
        (String(repeating: "a", count: 70_000), "tooLong"),
      ])
    func aBadFirstLineIsOneErrorAndTheEnd(_ line: String, _ code: String) async throws {
      try await withHub { bed in
        let client = try RawClient(bed.paths, hello: false)
        try client.send(line)
        var messages: [HubMessage] = []
        try eventually("the hub hangs up") {
          messages += try client.arrived()
          return client.isOver
        }
        let codes = messages.map { if case .error(let error) = $0 { error.code } else { "other" } }
        #expect(codes == [code])
      }
    }

    @Test("a malformed line is an error and the connection goes on")
    func aMalformedLineIsAnErrorAndTheConnectionGoesOn() async throws {
      try await withHub { bed in
        let client = try RawClient(bed.paths)
        try client.send(#"{"type":"update","request":8,"task":1,"total":"many"}"#)
        try client.send("nonsense")
        try client.send(#"{"type":"summary","request":9}"#)
        var errors: [ErrorMessage] = []
        _ = try client.first("the summary") { message in
          if case .error(let error) = message { errors.append(error) }
          if case .summary(let summary) = message { return summary.request }
          return nil
        }
        #expect(errors.map(\.code) == ["malformed", "malformed"])
        #expect(errors.map(\.request) == [8, nil])
        #expect(errors.first?.message == "the field \"total\" has another type")
      }
    }

    @Test("megabytes without a newline are cut off")
    func megabytesWithoutANewlineAreCutOff() async throws {
      try await withHub { bed in
        let client = try RawClient(bed.paths)
        let chunk = [UInt8](repeating: 0x61, count: 1 << 16)
        var sent = 0
        while sent < 64 << 20, try client.sendBytes(chunk) {
          sent += chunk.count
          _ = try client.arrived()
        }
        #expect(sent < 4 << 20)
        try RawClient(bed.paths).send(#"{"type":"list"}"#)
      }
    }

    @Test("an unlinked socket is bound again and old connections go on")
    func anUnlinkedSocketIsBoundAgainAndOldConnectionsGoOn() async throws {
      try await withHub { bed in
        let old = try bed.command()
        #expect(try old.list(all: false).isEmpty)
        unlink(bed.paths.socket)
        try eventually("a new socket") { (try? bed.command().list(all: false)) != nil }
        #expect(try old.list(all: false).isEmpty)
      }
    }

    @Test("a removed directory is made again")
    func aRemovedDirectoryIsMadeAgain() async throws {
      try await withHub { bed in
        unlink(bed.paths.socket)
        rmdir(bed.paths.runtimeDirectory)
        try eventually("a new socket") { (try? bed.command().list(all: false)) != nil }
        unlink(bed.paths.socket)
        try eventually("a third socket") { (try? bed.command().list(all: false)) != nil }
      }
    }

    @Test("thousands of connections come and go")
    func thousandsOfConnectionsComeAndGo() async throws {
      try await withHub { bed in
        for _ in 0..<1000 { _ = try RawClient(bed.paths, hello: Bool.random()) }
        #expect(try bed.command().list(all: false).isEmpty)
      }
    }

    @Test("a hub with nothing to do leaves")
    func aHubWithNothingToDoLeaves() async throws {
      var settings = HubEngineSettings()
      settings.exitAfter = .milliseconds(20)
      try await withHub(settings) { bed in
        let server = try #require(bed.server)
        _ = try? await server.stopped.get()
      }
    }

    @Test("a second hub names the first ones socket")
    func aSecondHubNamesTheFirstOnesSocket() async throws {
      try await withHub(starting: false) { bed in
        let locks = try HubPreparation.prepare(bed.paths, inherited: nil)
        let other = HeadwayPaths(
          socket: bed.directory + "/other/hub.sock", stateDirectory: bed.paths.stateDirectory)
        let error = #expect(throws: OtherHub.self) {
          try HubPreparation.prepare(other, inherited: nil)
        }
        #expect(error?.socket == bed.paths.socket)
        withExtendedLifetime(locks) {}
      }
    }
  }
}
