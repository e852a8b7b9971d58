import Testing

@testable import headway

/// The values of `headway submit --array`.
@Suite struct ArrayIndicesTests {
  @Test(
    "what Slurm takes",
    arguments: [
      ("1-4", [1, 2, 3, 4], nil), ("0-20:5", [0, 5, 10, 15, 20], nil), ("7", [7], nil),
      ("1,3,7-9%2", [1, 3, 7, 8, 9], 2), ("3,1-4", [1, 2, 3, 4], nil), ("1-6:4%99", [1, 5], 99),
      ("2147483647", [2_147_483_647], nil),
    ] as [(String, [Int], Int?)])
  func taken(text: String, indices: [Int], limit: Int?) throws {
    let array = try #require(ArrayIndices(argument: text))
    #expect(array.indices == indices && array.limit == limit)
  }

  @Test(
    "what isn't indices, or too many",
    arguments: [
      "", "%2", "1-", "-1", "2-1", "1-4%0", "1-4%", "a", "1,,2", "1-9:0", "7:2", "1-4:2:2", "1 2",
      "0-10000", "0-2147483647", "2147483648", "99999999999999999999", "1-4%x", "+1",
    ])
  func refused(text: String) { #expect(ArrayIndices(argument: text) == nil) }

  @Test("ten thousand parts are the most")
  func most() { #expect(ArrayIndices(argument: "1-10000%8")?.indices.count == 10_000) }
}
