import RecordedProgress
import Testing

/// Recordings of real commands, against what is true of them (Tests/Recordings).
@Suite struct CorpusTests {
  @Test(
    "progress is read",
    arguments: RecordingFolder.progress.names.filter { !KnownFaults.progress.contains($0) })
  func progressIsRead(_ name: String) throws {
    let recording = try RecordingFolder.progress.recording(name)
    let score = Scorer.score(recording, against: try Truth(of: name))
    #expect(score.complaints == [])
  }

  @Test(
    "nothing else is",
    arguments: RecordingFolder.without.names.filter { !KnownFaults.without.contains($0) })
  func nothingElseIs(_ name: String) throws {
    let score = Scorer.score(try RecordingFolder.without.recording(name), against: nil)
    #expect(score.complaints == [])
  }

  @Test("every known fault has a recording")
  func everyKnownFaultHasARecording() {
    #expect(KnownFaults.progress.subtracting(RecordingFolder.progress.names).isEmpty)
    #expect(KnownFaults.repeating.subtracting(RecordingFolder.progress.names).isEmpty)
    #expect(KnownFaults.without.subtracting(RecordingFolder.without.names).isEmpty)
  }
}
