import RecordedProgress

/// Scores all recordings, or says all that is wrong with those that are named.
let names = CommandLine.arguments.dropFirst()

func score(_ folder: RecordingFolder) throws -> [Score] {
  try folder.names.filter { names.isEmpty || names.contains($0) }.map { name in
    let truth = folder == .progress ? try Truth(of: name) : nil
    return Scorer.score(try folder.recording(name), against: truth)
  }
}

let progress = try score(.progress)
let without = try score(.without)
for line in ScoreTable.lines(progress: progress, without: without) { print(line) }
if !names.isEmpty {
  for score in progress + without {
    for complaint in score.complaints { print("\(score.name), \(complaint)") }
  }
}
