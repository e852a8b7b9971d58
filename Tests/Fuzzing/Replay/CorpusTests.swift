import Foundation
import FuzzTargets
import Testing

/// What fuzzing found, and what it grew from, stays mended: every input kept is checked again.
@Suite struct CorpusTests {
  @Test("every input of the corpus keeps its promises", arguments: FuzzTargetList.names)
  func everyInputOfTheCorpusKeepsItsPromises(_ name: String) throws {
    let target = try #require(FuzzTargetList.target(named: name)).init()
    let inputs = try Corpus(of: name).inputs
    #expect(!inputs.isEmpty)
    for input in inputs {
      #expect(throws: Never.self, "\(name)/\(input.name)") { try target.check(input.bytes) }
    }
  }

  @Test("nothing is an input too", arguments: FuzzTargetList.names)
  func nothingIsAnInputToo(_ name: String) throws {
    try #require(FuzzTargetList.target(named: name)).init().check([])
  }

  @Test("every corpus has its target")
  func everyCorpusHasItsTarget() throws {
    #expect(try Corpus.names.sorted() == FuzzTargetList.names.sorted())
  }
}

/// The inputs kept for one target: files under telling names, and those that libFuzzer grew, which
/// have no names, in one archive.
private struct Corpus {
  var inputs: [(name: String, bytes: [UInt8])]

  init(of target: String) throws {
    let directory = try Self.directory.appending(path: target)
    inputs = try Self.contents(of: directory).flatMap { file in
      let bytes = [UInt8](try Data(contentsOf: file))
      return file.lastPathComponent == "inputs.tar"
        ? try Archive(bytes).files : [(file.lastPathComponent, bytes)]
    }
  }

  static var names: [String] {
    get throws { try contents(of: directory).map(\.lastPathComponent) }
  }

  private static var directory: URL {
    get throws { try #require(Bundle.module.resourceURL).appending(path: "Corpus") }
  }

  private static func contents(of directory: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: directory, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
  }
}
