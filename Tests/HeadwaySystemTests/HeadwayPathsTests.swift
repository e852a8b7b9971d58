import Testing

@testable import HeadwaySystem

@Suite("Where Headway's files are") struct HeadwayPathsTests {
  private func paths(
    _ environment: [String: String]
  ) throws(HeadwayPathsError) -> HeadwayPaths {
    try HeadwayPaths.resolve { environment[$0] }
  }

  @Test("the record is below the state home, else below the home; a relative one is none")
  func stateDirectory() throws {
    let home = ["HOME": "/home/ada"]
    #expect(try paths(home).stateDirectory == "/home/ada/.local/state/headway")
    let both = home.merging(["XDG_STATE_HOME": "/state"]) { $1 }
    #expect(try paths(both).stateDirectory == "/state/headway")
    let relative = home.merging(["XDG_STATE_HOME": "state"]) { $1 }
    #expect(try paths(relative).stateDirectory == "/home/ada/.local/state/headway")
    #expect(throws: HeadwayPathsError.noHome) { try paths(["XDG_STATE_HOME": "state"]) }
  }

  @Test("a socket that is named is taken as it is, or refused; an empty name is none")
  func socket() throws {
    let home = ["HOME": "/home/ada", "XDG_RUNTIME_DIR": "/nowhere"]
    let named = home.merging(["HEADWAY_SOCKET": "/tmp/x/s"]) { $1 }
    #expect(try paths(named).socket == "/tmp/x/s" && paths(named).runtimeDirectory == "/tmp/x")
    let empty = home.merging(["HEADWAY_SOCKET": ""]) { $1 }
    #expect(try paths(empty).socket == paths(home).socket)
    #expect(try paths(home).socket.hasSuffix("/hub.sock"))
    #expect(throws: HeadwayPathsError.relativeSocket("s")) {
      try paths(home.merging(["HEADWAY_SOCKET": "s"]) { $1 })
    }
  }

  @Test("a runtime directory in /tmp is as good as any; what takes its place is makeshift")
  func makeshift() {
    let own = HeadwayPaths(socket: "/tmp/run/headway/hub.sock", stateDirectory: "/state")
    #expect(!own.isMakeshift)
    let socket = "/tmp/headway-\(ProcessEnvironment.user)/hub.sock"
    #expect(HeadwayPaths(socket: socket, stateDirectory: "/state").isMakeshift)
  }

  @Test(
    "a log says which launch it is of",
    arguments: [
      ("ab.log", 1), ("ab-2.log", 2), ("ab-17.log", 17), ("ab.log.1", nil), ("ab-2.log.gone", nil),
      ("abc.log", nil), ("cd.log", nil), ("ab-x.log", nil), ("ab", nil),
    ] as [(String, Int?)])
  func aLogSaysWhichLaunchItIsOf(_ name: String, _ launch: Int?) {
    let paths = HeadwayPaths(socket: "/run/hub.sock", stateDirectory: "/state")
    #expect(paths.launch(ofLog: name, "ab") == launch)
  }
}
