import HeadwayModel
import HeadwayRecognition
import TestClocks

/// What is read off output doesn't depend on how it arrives, and makes sense whatever it is.
package struct RecogniserTarget: FuzzTarget {
  package static let name = "recogniser"
  package static let byteLimit = 256

  /// Made once: its rules take longer than most inputs.
  private let fresh = ProgressRecogniser()

  package init() {}

  /// The first byte asks for a filler, which makes a line as long as lines may be, and for skips;
  /// the rest is output and how it arrives.
  package func check(_ input: [UInt8]) throws(BrokenPromise) {
    let pieces = Pieces(input.dropFirst())
    let filler = Self.filler(input.first ?? 0)
    var whole = fresh
    Self.consume(filler + pieces.stream, &whole)
    let outcome = whole.takeReading()
    try checkCut(filler, pieces, outcome)
    if (input.first ?? 0) & 1 == 1 { try checkSkipping(pieces) }
  }

  /// In pieces, and asked after each.
  private func checkCut(
    _ filler: [UInt8], _ pieces: Pieces, _ outcome: RecognisedReading?
  ) throws(BrokenPromise) {
    var log = ReadingLog()
    var recogniser = fresh
    Self.consume(filler, &recogniser)
    try pieces.forEach { (piece) throws(BrokenPromise) in
      Self.consume(piece, &recogniser)
      try log.take(recogniser.takeReading())
    }
    try log.checkLast(is: outcome)
  }

  /// After a skip it goes on without a trap, and still makes sense.
  private func checkSkipping(_ pieces: Pieces) throws(BrokenPromise) {
    var log = ReadingLog()
    var recogniser = fresh
    try pieces.forEach { (piece) throws(BrokenPromise) in
      if piece.isEmpty { recogniser.skip() } else { Self.consume(piece, &recogniser) }
      try log.take(recogniser.takeReading())
    }
  }

  private static func consume(
    _ bytes: some Collection<UInt8>, _ recogniser: inout ProgressRecogniser
  ) {
    bytes.withContiguousStorageIfAvailable {
      recogniser.consume(UnsafeRawBufferPointer($0), at: .zero)
    }
  }

  /// Nothing, or nearly 4 KiB of one line: as many bytes less than the limit as the low bits say.
  private static func filler(_ choice: UInt8) -> [UInt8] {
    guard choice >= 0xF0 else { return [] }
    return [UInt8](repeating: UInt8(ascii: "-"), count: 4096 - Int(choice & 0x0F))
  }
}
