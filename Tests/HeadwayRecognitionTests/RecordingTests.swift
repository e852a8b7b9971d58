import HeadwayModel
import Testing

@testable import HeadwayRecognition

/// Real commands, as recorded.
@Suite struct RecordingTests {
  @Test("rsync's progress of all files is read")
  func rsyncProgress2() throws {
    let seen = progress(of: try Recording("rsync-progress2").bytes)
    #expect(seen.map(\.wholePercent) == [0, 16, 33, 50, 60, 66, 83, 100])
    #expect(seen.allSatisfy { $0.phase == nil })
  }

  @Test("rsync's progress of each file is read")
  func rsyncPerFile() throws {
    let seen = progress(of: try Recording("rsync-progress").bytes)
    #expect(seen.last?.wholePercent == 100)
    #expect(seen.last?.unit == TaskProgress.percentUnit)
  }

  @Test("curl's progress bar is read to its end")
  func curlBar() throws {
    let seen = progress(of: try Recording("curl-bar").bytes)
    #expect(seen.first?.completed == 390)
    #expect(seen.last?.completed == 10_000)
    #expect(seen.allSatisfy { $0.phase == nil })
  }

  @Test("wget's progress bar is read to its end", arguments: ["wget", "wget-dots"])
  func wget(_ name: String) throws {
    let seen = progress(of: try Recording(name).bytes, every: .milliseconds(10))
    #expect(seen.count > 8)
    #expect(seen.last?.wholePercent == 100)
    #expect(seen.allSatisfy { $0.phase == nil })
  }

  @Test("pv's progress line is read to its end")
  func pipeViewer() throws {
    #expect(progress(of: try Recording("pv").bytes).map(\.wholePercent) == [39, 78, 100])
    let numeric = try Recording("pv-numeric").bytes
    let seen = readings(of: [numeric], command: "pv -n big").last?.reading
    #expect(seen?.wholePercent == 100)
  }

  @Test("curl's meter is read to its end")
  func curlMeter() throws {
    let seen = progress(of: try Recording("curl").bytes)
    #expect(seen.last?.wholePercent == 100)
    #expect(seen.allSatisfy { $0.phase == nil })
  }

  @Test("the phases of git clone are read to their ends")
  func gitClone() throws {
    let seen = progress(of: try Recording("git-clone").bytes)
    #expect(seen.last?.completed == seen.last?.total)
    #expect(seen.last?.phase == "Receiving objects")
    #expect(stepsBack(in: seen) == 0)
  }

  @Test("xz's progress line is read to its end")
  func xz() throws {
    let seen = progress(of: try Recording("xz").bytes)
    #expect(seen.map(\.completed) == [1870, 3750, 5630, 7560, 9490, 10_000])
  }

  /// Nothing in them is progress; bare numbers mean something only where the command says so.
  @Test(
    "a recording without progress shows none", arguments: ["ls-l", "top", "dpkg-l", "pv-numeric"])
  func noProgress(_ name: String) throws {
    #expect(progress(of: try Recording(name).bytes).isEmpty)
  }

  @Test("every split is the same", arguments: try allRecordings())
  func everySplitIsTheSame(_ recording: Recording) {
    let bytes = recording.bytes.prefix(3000)
    let whole = final(of: [bytes])
    #expect(final(of: bytes.map { [$0] }) == whole)
    for split in bytes.indices {
      #expect(final(of: [bytes[..<split], bytes[split...]]) == whole, "split at \(split)")
    }
  }

  private func final(of pieces: some Sequence<some Collection<UInt8>>) -> RecognisedReading? {
    var recogniser = ProgressRecogniser()
    for piece in pieces { recogniser.consume(piece) }
    return recogniser.takeReading()
  }

  private func stepsBack(in readings: [ProgressReading]) -> Int {
    zip(readings, readings.dropFirst()).count { earlier, later in
      earlier.phase == later.phase && (later.completed ?? 0) < (earlier.completed ?? 0)
    }
  }

  private static func allRecordings() throws -> [Recording] {
    try [
      "rsync-progress2", "rsync-progress", "curl", "curl-bar", "wget", "wget-dots", "pv",
      "git-clone", "xz", "zstd",
    ].map(Recording.init)
  }
}
