import Foundation
import Glibc
import HeadwayConfig
import Testing

@Suite struct FileTests {
  @Test("the config is in XDG_CONFIG_HOME, else below the home")
  func whereItIs() {
    #expect(
      HeadwayConfig.path { (["XDG_CONFIG_HOME": "/x", "HOME": "/h"] as [String: String])[$0] }
        == "/x/headway/config.toml")
    #expect(
      HeadwayConfig.path { (["XDG_CONFIG_HOME": "", "HOME": "/h"] as [String: String])[$0] }
        == "/h/.config/headway/config.toml")
    #expect(
      HeadwayConfig.path {
        (["XDG_CONFIG_HOME": "relative", "HOME": "/h"] as [String: String])[$0]
      }
        == "/h/.config/headway/config.toml")
    #expect(HeadwayConfig.path { ([:] as [String: String])[$0] } == nil)
  }

  @Test("a missing file is the defaults")
  func aMissingFileIsTheDefaults() throws {
    #expect(try HeadwayConfig.load(path: "/nonexistent/config.toml") == HeadwayConfig())
    #expect(try HeadwayConfig.load(path: "/dev/null/config.toml") == HeadwayConfig())
  }

  @Test("a file is read")
  func aFileIsRead() throws {
    try withFile(Data("[run]\ngrace = \"9s\"\n".utf8)) { path in
      let config = try HeadwayConfig.load(path: path)
      #expect(config.run.grace == .seconds(9))
    }
  }

  @Test(
    "what can't work is named with its place",
    arguments: [
      ("[permitted.'a.b']\ncommand = 'x'\n  needs = 'tpu'\n", 3, 3),
      ("[permitted.'a.b']\n\ndirectory = '/none'\n", 3, 1),
      ("permitted.'a.b' = { directory = '/none' }\n", 1, 1),
      ("[recognise.sheep]\nmatch = '('\n", 2, 1),
    ])
  func unworkable(text: String, line: Int, column: Int) throws {
    try withFile(Data(text.utf8)) { path in
      let error = #expect(throws: ConfigError.self) {
        try HeadwayConfig.load(path: path) { config throws(ConfigError) in
          try config.check(
            resources: [:], isDirectory: { _ in false }, problemOfRule: { "no: \($0.match)" })
        }
      }
      #expect(error?.position?.line == line && error?.position?.column == column)
    }
  }

  @Test("what can't be read is refused")
  func whatCannotBeReadIsRefused() throws {
    #expect(code(of: "/") == .unreadable)
    let folder = #expect(throws: ConfigError.self) { try HeadwayConfig.load(path: "/") }
    #expect(folder?.message.hasPrefix("a folder, not a file; move it away") == true)
    #expect(code(of: "/dev/zero") == .tooLarge)
    try withFile(Data([0x23, 0xFF, 0x0A])) { #expect(code(of: $0) == .notText) }
    let large = Data(repeating: UInt8(ascii: "#"), count: HeadwayConfig.fileByteLimit + 1)
    try withFile(large) { path in #expect(code(of: path) == .tooLarge) }
  }

  @Test("a file that others can write is not believed: its hooks run as this user")
  func writableForOthers() throws {
    try withFile(Data("[run]\n".utf8)) { path in
      for (mode, expected) in [
        (0o600, nil), (0o644, nil), (0o664, nil), (0o646, .untrusted), (0o666, .untrusted),
      ] as [(mode_t, ConfigError.Code?)] {
        chmod(path, mode)
        #expect(code(of: path) == expected, "\(String(mode, radix: 8))")
      }
    }
  }

  @Test("another user's file is not believed", .enabled(if: geteuid() == 0))
  func foreign() throws {
    try withFile(Data("[run]\n".utf8)) { path in
      chown(path, 65534, 0)
      #expect(code(of: path) == .untrusted)
      chown(path, 0, 65534)
      #expect(code(of: path) == nil)
      chmod(path, 0o664)
      #expect(code(of: path) == .untrusted, "another group can write it")
    }
  }

  private func code(of path: String) -> ConfigError.Code? {
    do {
      _ = try HeadwayConfig.load(path: path)
      return nil
    } catch {
      return error.code
    }
  }

  private func withFile(_ data: Data, _ body: (String) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try data.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try body(file.path)
  }
}
