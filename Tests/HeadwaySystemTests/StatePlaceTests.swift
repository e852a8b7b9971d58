import Testing

@testable import HeadwaySystem

@Suite("Where the state is, if machines share a home directory") struct StatePlaceTests {
  private static let usual = "/home/ada/.local/state/headway"
  private static let own = usual + "/hosts/build1-0123456789ab"

  private static func place(
    directories: Set<String> = [], network: String? = nil, otherHost: String? = nil
  ) -> StatePlace {
    let facts = StatePlace.Facts(
      isDirectory: directories.contains, network: { $0 == usual ? network : nil },
      otherHost: { $0 == usual ? otherHost : nil })
    return StatePlace.choose(usual: usual, folder: "build1-0123456789ab", facts)
  }

  @Test("on a local disk it is the usual directory, whatever other machines have beside it")
  func local() {
    #expect(Self.place() == StatePlace(directory: Self.usual, reason: .usual))
    let others = [Self.usual + "/hosts", Self.usual + "/hosts/other"]
    #expect(Self.place(directories: Set(others)).directory == Self.usual)
    #expect(!Self.place().isOwnFolder)
  }

  @Test("on a network file system, and beside another machine's hub, it is the machine's own")
  func own() {
    let network = Self.place(network: "nfs")
    #expect(network.directory == Self.own && network.reason == .network("nfs"))
    #expect(network.isOwnFolder && network.usual == Self.usual)
    let beside = Self.place(otherHost: "build2")
    #expect(beside.directory == Self.own && beside.reason == .otherHost("build2"))
  }

  @Test("a machine keeps its own folder, also once the other machine's hub has left")
  func kept() {
    let place = Self.place(directories: [Self.usual + "/hosts", Self.own])
    #expect(place.directory == Self.own && place.reason == .ownFolder)
  }

  @Test("HEADWAY_STATE names the directory; it must be absolute")
  func named() throws {
    let home = ["HOME": "/home/ada", "HEADWAY_STATE": "/scratch/ada"]
    let paths = try HeadwayPaths.resolve { home[$0] }
    #expect(paths.stateDirectory == "/scratch/ada" && paths.statePlace.reason == .named)
    #expect(throws: HeadwayPathsError.relativeState("scratch")) {
      try HeadwayPaths.resolve { ["HOME": "/home/ada", "HEADWAY_STATE": "scratch"][$0] }
    }
    let empty = ["HOME": "/nowhere/ada", "HEADWAY_STATE": ""]
    #expect(
      try HeadwayPaths.resolve { empty[$0] }.stateDirectory
        == "/nowhere/ada/.local/state/headway")
  }

  @Test(
    "a folder's name has the host name in safe characters, and tells copies of one image apart",
    arguments: [
      ("build1", "build1-"), ("a.b/c d", "a_b_c_d-"), ("", "-"), ("ホスト", "_________-"),
      (String(repeating: "x", count: 300), String(repeating: "x", count: 64) + "-"),
    ])
  func folder(host: String, prefix: String) {
    let folder = MachineName(host: host, machineID: "0123").folder
    #expect(folder.hasPrefix(prefix) && folder.utf8.count == prefix.utf8.count + 12)
    #expect(folder != MachineName(host: host, machineID: "0124").folder)
    #expect(folder != MachineName(host: host + "2", machineID: "0123").folder)
  }

  @Test("the digits are those that other programs compute")
  func digits() {
    // FNV-1a of 64 bits of "a\nb" is e5beb1190415e670.
    #expect(MachineName(host: "b", machineID: "a").folder == "b-b1190415e670")
  }
}

@Suite("The hub that has a record") struct RecordHolderTests {
  private static let place = RecordHolder.Place(host: "build1", bootID: "b-1", namespace: "pid:[4]")

  @Test("its note is read as it was written; an earlier version's has the socket alone")
  func note() {
    let holder = RecordHolder(socket: "/run/hub.sock", place: Self.place)
    #expect(RecordHolder(holder.text) == holder)
    let earlier = RecordHolder("/run/hub.sock")
    #expect(earlier == RecordHolder(socket: "/run/hub.sock", place: nil))
    #expect(earlier?.text == "/run/hub.sock")
    #expect(RecordHolder("/run/hub.sock\nbuild1\n\npid:[4]\n")?.place == nil)
  }

  @Test(
    "another machine is another kernel with another name, or other processes of the same kernel",
    arguments: [
      ("build1", "b-1", "pid:[4]", false), ("renamed", "b-1", "pid:[4]", false),
      ("build1", "b-1", "pid:[5]", true), ("build2", "b-2", "pid:[4]", true),
      ("build1", "b-2", "pid:[5]", false),
    ])
  func elsewhere(host: String, boot: String, namespace: String, isElsewhere: Bool) {
    let other = RecordHolder.Place(host: host, bootID: boot, namespace: namespace)
    #expect(Self.place.isElsewhere(than: other) == isElsewhere)
  }

  @Test("what is no note names no hub", arguments: ["", "\n", "hub.sock", "\n/run/hub.sock\nb"])
  func noNote(text: String) { #expect(RecordHolder(text) == nil) }
}

@Suite("The kind of a file system") struct FileSystemKindTests {
  @Test(
    "a network file system has a name; a local one has none",
    arguments: [
      (0x6969, nil, "nfs"), (0xFF53_4D42, nil, "cifs"), (-0xAC_B2BE, nil, "cifs"),
      (0x0BD0_0BD0, nil, "lustre"), (0xEF53, nil, nil), (0x0102_1994, nil, nil),
      (0x6573_5546, "fuse.sshfs", "fuse.sshfs"), (0x6573_5546, "fuse.gocryptfs", nil),
      (0x6573_5546, "fuseblk", nil), (0x6573_5546, nil, "fuse"),
      (0x6573_5546, "fuse.something", "fuse.something"),
    ] as [(Int64, String?, String?)])
  func name(magic: Int64, type: String?, name: String?) {
    #expect(FileSystemKind.networkName(magic: magic) { type } == name)
  }

  @Test("the type is that of the mount with the device's number")
  func mounts() {
    let text = """
      22 28 0:21 / /sys rw,nosuid - sysfs sysfs rw
      28 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw
      garbled
      99 28 0:52 / /home/a\\040b rw,nosuid shared:2 master:3 - fuse.sshfs build1:/home rw
      100 28 0:53 / /x rw -
      """
    #expect(FileSystemKind.type(ofDevice: "0:52", inMounts: text) == "fuse.sshfs")
    #expect(FileSystemKind.type(ofDevice: "254:1", inMounts: text) == "ext4")
    #expect(FileSystemKind.type(ofDevice: "0:53", inMounts: text) == nil)
    #expect(FileSystemKind.type(ofDevice: "0:5", inMounts: text) == nil)
  }

  @Test("a directory that isn't there yet is on its parent's file system")
  func missing() {
    #expect(FileSystemKind.networkName(of: "/tmp/not/there/at/all") == nil)
    #expect(FileSystemKind.networkName(of: "/proc/self/nothing/here") == nil)
    #expect(FileSystemKind.networkName(of: "/") == nil)
  }
}
