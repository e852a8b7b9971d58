import Foundation
import Testing

@testable import BackgroundTasks

struct PermittedIdentifiersTests {
  static let list = PermittedIdentifiers.listed(["com.example.refresh", "com.example.export.*"])

  @Test(
    "an entry permits itself, a wildcard what goes on from it",
    arguments: [
      ("com.example.refresh", true), ("com.example.refresh.more", false),
      ("com.example.export.42", true), ("com.example.export.a.b", true),
      ("com.example.export.", false), ("com.example.export", false),
      ("com.example.exports.42", false), ("com.example.export.*", false), ("", false),
    ])
  func listed(identifier: String, isPermitted: Bool) {
    #expect(Self.list.permits(identifier) == isPermitted)
  }

  @Test("no list permits all but wildcards and nothing at all")
  func everything() {
    #expect(PermittedIdentifiers.everything.permits("a"))
    #expect(!PermittedIdentifiers.everything.permits("a.*"))
    #expect(!PermittedIdentifiers.everything.permits(""))
  }

  @Test("a bare wildcard in the list permits nothing", arguments: ["*", ".*", ""])
  func bare(entry: String) {
    #expect(!PermittedIdentifiers.listed([entry]).permits("com.example"))
  }

  @Test("the list is read from the file that is named, else from the one beside the program")
  func file() throws {
    try TemporaryFiles.use { files in
      let key = "<key>\(InfoPropertyList.key)</key>"
      try files.write(Self.plist("\(key)<array><string>a.b.*</string></array>"), to: "named")
      try files.write(Self.plist("<key>Other</key><true/>"), to: "Info.plist")
      #expect(Self.read(files, named: "named") == .listed(["a.b.*"]))
      #expect(Self.read(files, named: nil) == .everything)
      try files.write(Self.plist("\(key)<array><string>c</string></array>"), to: "Info.plist")
      #expect(Self.read(files, named: nil) == .listed(["c"]))
    }
  }

  @Test("a list that was meant and can't be read permits nothing")
  func unreadable() throws {
    try TemporaryFiles.use { files in
      #expect(Self.read(files, named: nil) == .everything)
      #expect(Self.read(files, named: "missing") == .listed([]))
      try files.write("no plist <", to: "broken")
      #expect(Self.read(files, named: "broken") == .listed([]))
      let key = "<key>\(InfoPropertyList.key)</key>"
      try files.write(Self.plist("\(key)<string>a</string>"), to: "wrong")
      #expect(Self.read(files, named: "wrong") == .listed([]))
    }
  }

  private static func read(_ files: TemporaryFiles, named: String?) -> PermittedIdentifiers {
    let environment = named.map { ["HEADWAY_INFO_PLIST": files.root + $0] } ?? [:]
    return InfoPropertyList(environment: environment, executable: files.root + "program")
      .permittedIdentifiers()
  }

  private static func plist(_ content: String) -> String {
    #"<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>\#(content)</dict></plist>"#
  }
}
