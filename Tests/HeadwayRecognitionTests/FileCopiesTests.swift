import HeadwayModel
import TestClocks
import Testing

@testable import HeadwayRecognition

/// rsync(1) with a bar for each file.
@Suite struct FileCopiesTests {
  @Test("the command line says what a bar is of")
  func theCommandLineSaysWhatABarIsOf() {
    func copies(_ command: String) -> FileCopies {
      FileCopies(command.split(separator: " ").map(String.init))
    }
    for command in ["rsync -a x y", "rsync -aP --info=progress2 x y", "cp -P x y", ""] {
      #expect(copies(command) == .together, "\(command)")
    }
    for command in ["rsync -aP d/a.iso h:b", "nice /usr/bin/rsync --progress h:a.iso ."] {
      #expect(copies(command) == .each(only: "a.iso"), "\(command)")
    }
    for command in ["rsync -aP d/ b", "rsync -P a b c", "rsync -P *.iso b", "rsync -e ssh -P a b"] {
      #expect(copies(command) == .each(only: nil), "\(command)")
    }
    #expect(FileCopies(["sh", "-c", "cd x && rsync -aP a b; true"]) == .each(only: nil))
  }

  private let bar = "  1,024  50%    1.00kB/s    0:00:01\r"

  /// What is said of the first file once its bar was drawn.
  private func first(_ command: String, _ names: [String]) throws -> RecognisedReading {
    var recogniser = ProgressRecogniser(command: command.split(separator: " ").map(String.init))
    let lines = names.map { "\($0)\n" }.joined() + "\r\(bar)"
    recogniser.consume(Array(lines.utf8), at: .zero)
    let reading = recogniser.takeReading()
    return try #require(reading)
  }

  @Test("the first of several files is a part")
  func theFirstOfSeveralFilesIsAPart() throws {
    let several = try first("rsync -aP d b", ["sending incremental file list", "d/", "d/a"])
    #expect(several.reading.wholePercent == 50 && several.isPart)
    #expect(several.subtitle?.string.hasPrefix("50% · ") == true, "\(several)")
    #expect(try first("rsync -aP d/a.iso b", ["a.iso/", "a.iso/x"]).isPart)
  }

  @Test("the only one is the whole", arguments: ["a.iso", "a(1)+.iso"])
  func theOnlyOneIsTheWhole(_ name: String) throws {
    let one = try first("rsync -aP d/\(name) h:b", ["sending incremental file list", name])
    #expect(one.reading.wholePercent == 50 && !one.isPart)
    #expect(one.subtitle?.string.hasPrefix(name) == true, "\(one)")
  }
}
