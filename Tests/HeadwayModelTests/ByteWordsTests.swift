import HeadwayModel
import Testing

@Suite struct ByteWordsTests {
  @Test(
    "bytes are written in tenths of the largest unit, rounded down",
    arguments: [
      (Int64.min, "0 KiB"), (0, "0 KiB"), (1023, "0 KiB"), (1024, "1 KiB"),
      (1_048_575, "1023 KiB"), (1 << 20, "1.0 MiB"), (3_435_973_836, "3.1 GiB"),
      (3_435_973_837, "3.2 GiB"), (Int64.max, "7.9 EiB"),
    ])
  func words(_ bytes: Int64, _ words: String) {
    #expect(byteWords(bytes) == words)
  }
}
