import HeadwayModel
import TestClocks
import Testing

@testable import HeadwayRecognition

/// A line that is drawn over more often than anybody looks.
@Suite struct RedrawSieveTests {
  @Test("the first states of an instant aren't held back; of the others one of sixteen is kept")
  func states() {
    var sieve = RedrawSieve()
    let now = AwakeTime.origin + .seconds(1)
    var (held, kept): ([Int], [Int]) = ([], [])
    for number in 1...100 where sieve.holdsBack(at: now) {
      held.append(number)
      if !sieve.mayDrop { kept.append(number) }
      sieve.owe(at: now)
    }
    #expect(held == Array(9...100) && kept == [16, 32, 48, 64, 80, 96])
    sieve.beginStretch()
    let stretch = (1...10).filter { _ in sieve.holdsBack(at: now) }
    #expect(stretch == [9, 10])
    let owed = [sieve.takeOwed(), sieve.takeOwed()]
    #expect(owed == [now, nil])
    let later = now + .milliseconds(1)
    #expect(sieve.isNew(later))
    let isHeldBack = sieve.holdsBack(at: later)
    #expect(!isHeldBack)
  }

  @Test(
    "a line is further than another if the first difference is a number that has grown",
    arguments: [
      ("copy a: 10%", "copy a: 9%", true), ("copy a: 11%", "copy a: 10%", true),
      ("copy a:  10%", "copy a:   9%", true), ("a 1/9 55%", "a 1/9 54%", true),
      ("copy b: 10%", "copy a: 9%", false), ("copy a: 9%", "copy a: 10%", false),
      ("copy a: 9%", "copy a: 9%", false), ("copy", "copy a: 9%", false),
      ("copy a: 9% and", "copy a: 9%", false), ("", "", false), ("1", "", false),
      ("2/9 0%", "1/9 99%", true), ("copy a: x", "copy a: 9", false), ("9", "x", false),
    ])
  func further(new: String, old: String, isFurther: Bool) {
    let lines = [new, old].map { text in
      var line = TerminalLine()
      Array(text.utf8).withUnsafeBytes { line.append($0) }
      return line
    }
    #expect(lines[0].isFurther(than: lines[1]) == isFurther)
  }

  private static func bar(_ numbers: some Sequence<Int>, before: String = "") -> String {
    numbers.map { "\r\(before)Cooking: \($0 / 10)%|###  | \($0)/1000 [00:01<00:09]" }.joined()
  }

  @Test(
    "the last of a thousand states is what is shown, also if they come byte by byte",
    arguments: [1, 7, 4096, 1 << 20])
  func last(size: Int) {
    for (text, completed) in [
      (Self.bar(1...637), 637), (Self.bar(1...637) + "\r", 637), (Self.bar(1...1000) + "\n", 1000),
      (Self.bar(1...637, before: "\u{1B}[2K\u{1B}[1G"), 637),
      (Self.bar(1...637) + "\rsome words\r\r\n", 637),
    ] {
      var recogniser = ProgressRecogniser()
      let bytes = Array(text.utf8)
      for start in stride(from: 0, to: bytes.count, by: size) {
        recogniser.consume(Array(bytes[start..<min(bytes.count, start + size)]), at: .seconds(1))
      }
      recogniser.settle(at: .seconds(2))
      let reading = recogniser.takeReading()?.reading
      #expect(
        reading?.completed == Int64(completed) && reading?.total == 1000,
        "\(text.suffix(40)): \(String(describing: reading))")
    }
  }

  @Test("a state that is owed is read before the next instant's, and when somebody asks")
  func owed() {
    var recogniser = ProgressRecogniser()
    recogniser.consume(Array((Self.bar(1...40) + "\r").utf8), at: .seconds(1))
    let first = recogniser.takeReading()
    #expect(first?.reading.completed == 40)
    recogniser.consume(Array(Self.bar(41...90).utf8), at: .seconds(2))
    recogniser.consume(Array("\nCooking is done\n".utf8), at: .seconds(3))
    let news = recogniser.takeReading()
    #expect(news?.reading.completed == 90)
    #expect(news?.subtitle?.string == "Cooking is done")
  }

  @Test("of a thousand states of a bar most are left unread")
  func unread() {
    var recogniser = ProgressRecogniser()
    recogniser.consume(Array(Self.bar(1...1000).utf8), at: .seconds(1))
    #expect((60...100).contains(recogniser.readCount), "\(recogniser.readCount)")
    recogniser.settle(at: .seconds(2))
    let news = recogniser.takeReading()
    #expect(news?.reading.completed == 1000)
  }

  @Test("a state that is owed is read before a binary character hides it")
  func binary() {
    var recogniser = ProgressRecogniser()
    recogniser.consume(Array((Self.bar(1...1000) + "\r\u{1}\n").utf8), at: .seconds(1))
    recogniser.settle(at: .seconds(2))
    let news = recogniser.takeReading()
    #expect(news?.reading.completed == 1000)
  }

  @Test("a gauge that goes up and down a thousand times at once isn't believed")
  func gauge() {
    var recogniser = ProgressRecogniser()
    let values = (0..<1000).map { [12, 60, 35, 80, 41][$0 % 5] }
    let text = values.map { "\rload \($0)%" }.joined()
    recogniser.consume(Array(text.utf8), at: .seconds(1))
    recogniser.settle(at: .seconds(2))
    let news = recogniser.takeReading()
    #expect(news?.reading.completed == nil)
  }

  @Test("a bar that follows another one at the same instant is another stretch, as it is slowly")
  func next() {
    var recogniser = ProgressRecogniser()
    recogniser.consume(Array((Self.bar(1...1000) + "\n" + Self.bar(1...500)).utf8), at: .seconds(1))
    recogniser.settle(at: .seconds(2))
    let fast = recogniser.takeReading()
    var slow = ProgressRecogniser()
    for (second, piece) in (Array(1...1000) + Array(1...500)).enumerated() {
      let end = second == 1000 ? "\n" : ""
      slow.consume(Array((end + Self.bar([piece])).utf8), at: .seconds(second))
      slow.settle(at: .seconds(second) + .milliseconds(10))
    }
    let slowly = slow.takeReading()
    #expect(fast?.reading.completed == slowly?.reading.completed)
    #expect(fast?.isPart == slowly?.isPart)
  }
}
