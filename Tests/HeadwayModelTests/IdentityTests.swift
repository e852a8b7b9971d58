import HeadwayModel
import SeededRandomness
import Testing

@Suite struct IdentityTests {
  @Test("a key is read as it was written")
  func keysRoundTrip() {
    var generator = SplitMix(seed: 3)
    for _ in 0..<200 {
      let key = TaskKey.random(using: &generator)
      #expect(key.description.utf8.count == 32)
      #expect(TaskKey(key.description) == key)
      #expect(TaskKey(key.description.uppercased()) == key)
    }
    #expect(TaskKey(high: 0, low: 1).description == "00000000000000000000000000000001")
  }

  @Test(
    "other text is no key",
    arguments: [
      "", "0", "0000000000000000000000000000000", "000000000000000000000000000000000",
      "+0000000000000000000000000000000", "0x000000000000000000000000000000",
      "g0000000000000000000000000000000", "０0000000000000000000000000000",
      " 0000000000000000000000000000000",
    ])
  func otherTextIsNoKey(_ text: String) {
    #expect(TaskKey(text) == nil)
  }

  /// Each byte at each place, against the library's own reading of a digit.
  @Test("every byte is a digit or makes no key")
  func everyByteIsADigitOrMakesNoKey() {
    for place in 0..<32 {
      for byte in UInt8.min...UInt8.max {
        var digits = Array("0123456789abcdefABCDEF9876543210".utf8)
        digits[place] = byte
        let isDigit = byte < 0x80 && Character(Unicode.Scalar(byte)).isHexDigit
        let key = TaskKey(hexadecimal: digits.span)
        #expect((key != nil) == isDigit, "\(byte) at \(place)")
        if let key {
          #expect(key.description == String(decoding: digits, as: UTF8.self).lowercased())
        }
      }
    }
  }

  @Test("a reference is read as number, key or identifier")
  func references() throws {
    let seven = try #require(TaskNumber(7))
    let key = TaskKey(high: 1, low: 2)
    #expect(TaskReference("7") == .number(seven))
    #expect(TaskReference("007") == .number(seven))
    #expect(TaskReference(key.description) == .key(key))
    #expect(TaskReference("com.example.export.42") == .identifier("com.example.export.42"))
    #expect(TaskReference("-7") == .identifier("-7"))
    #expect(TaskReference("") == nil)
    #expect(TaskReference("0") == nil)
    #expect(TaskReference("99999999999999999999") == nil)
  }

  @Test("a description names the same task")
  func aDescriptionNamesTheSameTask() throws {
    for text in ["7", "com.example.export", "0000000000000000000000000000000a"] {
      let reference = try #require(TaskReference(text))
      #expect(TaskReference(reference.description) == reference)
    }
  }

  @Test("numbers are positive")
  func numbersArePositive() {
    #expect(TaskNumber(0) == nil)
    #expect(TaskNumber(-1) == nil)
    #expect(TaskNumber(.max)?.value == .max)
  }
}
