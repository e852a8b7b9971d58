import Glibc
import SystemPackage
import Testing

@testable import HeadwaySystem

/// Which sockets Headway starts a tmux client for. `another` needs root: only root can give files away.
@Suite("Sockets of tmux") final class TmuxSocketTests {
  private let base: String
  private var listeners: [FileDescriptor] = []
  private var folder: String { "\(base)/tmux-\(geteuid())" }
  private var own: [String: String] { ["TMUX_TMPDIR": base] }
  private static let another: uid_t = 65534

  init() throws {
    var template = Array("/tmp/hw-tmux-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    base = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    mkdir("\(base)/tmux-\(geteuid())", 0o700)
  }

  deinit {
    for listener in listeners { try? listener.close() }
    for name in directoryEntries(folder) { unlink("\(folder)/\(name)") }
    for name in directoryEntries(base) {
      unlink("\(base)/\(name)")
      rmdir("\(base)/\(name)")
    }
    rmdir(base)
  }

  private func listen(_ name: String = "default", in folder: String? = nil) throws {
    let path = "\(folder ?? self.folder)/\(name)"
    listeners.append(try UnixSocket.listen(at: path, backlog: 1))
  }

  private func found(_ environment: [String: String]) -> (paths: [String], errors: [String]) {
    var errors: [String] = []
    let sockets = TmuxSocket.all({ environment[$0] }, complain: { errors.append("\($0)") })
    return (sockets.map(\.path), errors)
  }

  @Test("all of one's own are found, and the one in TMUX once; what is no server is passed over")
  func all() throws {
    try listen()
    try listen("work")
    try listen("elsewhere", in: base)
    mkfifo("\(folder)/fifo", 0o600)
    symlink("default", "\(folder)/link")
    try UnixSocket.listen(at: "\(folder)/gone", backlog: 1).close()
    let tmux = ["TMUX": "\(folder)/default,1,0"]
    #expect(found(own.merging(tmux) { $1 }) == (["\(folder)/default", "\(folder)/work"], []))
    let other = ["TMUX": "\(base)/elsewhere,1,0"]
    #expect(
      found(own.merging(other) { $1 })
        == (["\(folder)/default", "\(folder)/work", "\(base)/elsewhere"], []))
    #expect(found(["TMUX_TMPDIR": "\(base)/none"]) == ([], []))
  }

  @Test(
    "tmux's own folder is open to nobody else", arguments: [0o750, 0o705, 0o701, 0o770, 0o1777])
  func openFolder(mode: mode_t) throws {
    try listen()
    chmod(folder, mode)
    let (paths, errors) = found(own)
    #expect(paths.isEmpty && errors.count == 1)
    #expect(errors.first?.contains("is open to others (mode \(String(mode, radix: 8)))") == true)
  }

  @Test("tmux's own folder is no link, wherever it leads")
  func linkedFolder() throws {
    try listen()
    rename(folder, "\(base)/real")
    symlink("real", folder)
    #expect(found(own).paths.isEmpty && found(own).errors.count == 1)
    unlink(folder)
    rename("\(base)/real", folder)
    #expect(found(own).paths.count == 1)
  }

  @Test("a folder that TMUX names may be readable, but nobody else can replace its sockets")
  func folderAround() throws {
    try listen("socket", in: base)
    let around = ["TMUX": "\(base)/socket,1,0", "TMUX_TMPDIR": "/nowhere"]
    for (mode, isUsed) in [(0o700, true), (0o755, true), (0o775, false), (0o1777, false)] {
      chmod(base, mode_t(mode))
      let (paths, errors) = found(around)
      #expect(paths.isEmpty != isUsed && errors.isEmpty == isUsed, "\(String(mode, radix: 8))")
    }
  }

  @Test("a path that isn't whole is refused")
  func relative() {
    #expect(throws: TmuxSocketError(path: "x/y", problem: .relative)) {
      _ = try TmuxSocket.around { $0 == "TMUX" ? "x/y,1,0" : nil }
    }
  }

  @Test("without TMUX the default server is the one around", .enabled(if: geteuid() == 0))
  func defaultServer() throws {
    try listen()
    #expect(try TmuxSocket.around { self.own[$0] }.path == "\(folder)/default")
  }

  @Test("another user's folder or socket is refused", .enabled(if: geteuid() == 0))
  func foreign() throws {
    try listen()
    chown("\(folder)/default", Self.another, Self.another)
    #expect(found(own).paths.isEmpty)
    #expect(found(own).errors.first?.contains("/default belongs to user 65534, not to you") == true)
    chown("\(folder)/default", 0, 0)
    chown(folder, Self.another, Self.another)
    #expect(found(own).paths.isEmpty)
    #expect(found(own).errors.first?.contains(" belongs to user 65534, not to you") == true)
  }

  @Test("the client's path leads to the folder that was checked, whatever took its name since")
  func replacedFolder() throws {
    try listen()
    let socket = try TmuxSocket.around { self.own[$0] }
    rename(folder, "\(base)/moved")
    mkdir(folder, 0o700)
    try listen()
    let (addresses, descriptors) = TmuxSocket.addresses(of: [socket, socket], from: 4)
    #expect(addresses == Array(repeating: "/proc/self/fd/4/default", count: 2))
    let kept = try #require(descriptors.first)
    #expect(descriptors.count == 1 && kept.raw >= 16)
    #expect(FileIdentity(of: kept.raw) == FileIdentity(of: "\(base)/moved"))
    unlink("\(base)/moved/default")
  }
}
