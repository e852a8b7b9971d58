import HeadwayModel
import HeadwayRecognition

/// The Program Status Protocol in terminal output, cut anywhere: the scanner, the board and the
/// readings.
package struct ProgramStatusTarget: FuzzTarget {
  package static let name = "status"
  package static let byteLimit = 8192

  package init() {}

  package func check(_ input: [UInt8]) throws(BrokenPromise) {
    let pieces = Pieces(input[...])
    var (whole, cut) = (ProgramStatusScanner(), ProgramStatusScanner())
    var (found, same): ([ProgramStatusScanner.Event], [ProgramStatusScanner.Event]) = ([], [])
    Array(pieces.stream).withUnsafeBytes { whole.consume($0) { found.append($0) } }
    pieces.forEach { piece in
      Array(piece).withUnsafeBytes { cut.consume($0) { same.append($0) } }
    }
    try promise(found == same, "cutting changes what is found")
    var board = ProgramStatusBoard()
    var phases = ProgramStatusPhases()
    for event in found {
      board.note(event)
      if case .command(.report(let status, _)) = event { try check(status) }
      try promise(board.recordCount <= ProgramStatusBoard.recordLimit, "the board grows")
      let reading = phases.reading(of: board.summary)
      try promise(
        reading.map { $0.completed ?? 0 <= TaskProgress.percentTotal } ?? true, "above 100 %")
    }
    try checkFilter(pieces)
  }

  private func check(_ status: ProgramStatus) throws(BrokenPromise) {
    try promise(status.percent.map { (0...100).contains($0) } ?? true, "a percent beyond 100")
    try promise(
      status.percent == nil || status.state == .working || status.state.isBlocked,
      "a percent of a state that has none")
    try promise(status.message.map { $0.string.utf8.count <= 2048 } ?? true, "a long message")
  }

  /// Of keys only answers go, and nothing but the beginning of an answer is held.
  private func checkFilter(_ pieces: Pieces) throws(BrokenPromise) {
    var filter = ProgramStatusAnswerFilter()
    var passed: [UInt8] = []
    pieces.forEach { passed += filter.pass(Array($0)) }
    try promise(passed.count <= pieces.stream.count, "keys are added")
    guard !filter.hasAnswer else { return }
    try promise(pieces.stream.starts(with: passed), "keys are changed")
    try promise(pieces.stream.count - passed.count <= 9, "keys are held back")
  }
}
