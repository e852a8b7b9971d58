/// An input read as a stream and how it arrives: a count, as many piece lengths, and the stream.
///
/// The lengths are used in turn, 0 standing for an empty piece; without any the stream comes whole.
struct Pieces {
  let stream: ArraySlice<UInt8>
  private let lengths: ArraySlice<UInt8>

  private static let lengthLimit = 16

  init(_ input: ArraySlice<UInt8>) {
    let count = Int(input.first ?? 0) % Self.lengthLimit
    lengths = input.dropFirst().prefix(count)
    stream = input.dropFirst(1 + lengths.count)
  }

  /// Calls `body` with every piece in its order.
  func forEach<Failure>(
    _ body: (ArraySlice<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    let isMoving = lengths.contains { $0 > 0 }
    guard isMoving else { return try body(stream) }
    var rest = stream
    while true {
      for length in lengths {
        try body(rest.prefix(Int(length)))
        rest = rest.dropFirst(Int(length))
        if rest.isEmpty { return }
      }
    }
  }
}
