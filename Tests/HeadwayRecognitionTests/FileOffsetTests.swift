import HeadwayModel
import HeadwayRecognition
import SeededRandomness
import TestClocks
import Testing

/// A process of a test, which reads as it is told.
private struct Reader {
  var process: Int32 = 7
  var bytesRead: Int64 = 0
  var bytesWritten: Int64 = 0
  var read: [FileLook] = []
  var written: [FileLook] = []
  /// Its command line; without one it names all that it ever opened for reading.
  var words: [CommandWord]?
  var isCommand = true
  private var named: [CommandWord] = []

  init(process: Int32 = 7, words: [CommandWord]? = nil) {
    (self.process, self.words) = (process, words)
  }

  mutating func open(
    _ name: String, size: Int64, at position: Int64 = 0, as descriptor: Int32? = nil
  ) {
    read.append(Self.file(name, descriptor ?? Int32(3 + read.count), size, position))
    named.append(word(name, size))
  }

  mutating func create(_ name: String) { written.append(Self.file(name, 40, 0, 0)) }

  private static func file(
    _ name: String, _ descriptor: Int32, _ size: Int64, _ position: Int64
  ) -> FileLook {
    FileLook(
      id: .init(descriptor: descriptor, device: 1, inode: inode(name)), name: SanitisedText(name),
      position: position, size: size)
  }

  mutating func advance(_ index: Int = 0, by count: Int64) {
    read[index].position += count
    bytesRead += count
  }

  var look: ProcessLook {
    var look = ProcessLook(
      process: process, bytesRead: bytesRead...bytesRead, bytesWritten: bytesWritten, read: read,
      written: written)
    look.words = words ?? [CommandWord("tool")] + named
    look.isCommand = isCommand
    return look
  }
}

private func inode(_ name: String) -> UInt64 {
  UInt64(truncatingIfNeeded: name.utf8.reduce(5381) { $0 &* 33 &+ Int($1) })
}

/// A word that names a file.
private func word(_ name: String, _ size: Int64) -> CommandWord {
  CommandWord(name, .file(NamedFile(device: 1, inode: inode(name), size: size)))
}

/// A judge that looks every second.
private struct Watch {
  var judge = FileOffsetJudge()
  var now: AwakeTime = .zero

  private(set) var subtitles: [SanitisedText] = []

  /// Nil where no progress is news.
  mutating func look(_ readers: Reader...) -> ProgressReading? {
    now += .seconds(1)
    guard let news = judge.judge(readers.map(\.look), at: now) else { return nil }
    if let subtitle = news.subtitle { subtitles.append(subtitle) }
    return news.reading == ProgressReading() ? nil : news.reading
  }

  /// Every look's reading while `step` is done to `reader`.
  mutating func readings(
    of reader: inout Reader, _ steps: Int, _ step: (inout Reader) -> Void
  ) -> [ProgressReading] {
    (0..<steps).compactMap { _ in
      let reading = look(reader)
      step(&reader)
      return reading
    }
  }
}

private let megabyte: Int64 = 1 << 20

@Suite("Progress by file offsets") struct FileOffsetTests {
  @Test("a file is believed after two advances, named by its phase")
  func believed() {
    var (watch, reader) = (Watch(), Reader())
    reader.open("a.iso", size: 100 * megabyte)
    let readings = watch.readings(of: &reader, 4) { $0.advance(by: 10 * megabyte) }
    #expect(
      readings
        == [20, 30].map {
          ProgressReading(
            completed: $0 * megabyte, total: 100 * megabyte, unit: "B", phase: "a.iso")
        })
    #expect(watch.judge.interest == .following)
  }

  @Test("a file that stands still, or is only mapped, says nothing")
  func still() {
    var (watch, reader) = (Watch(), Reader())
    reader.open("model.bin", size: 100 * megabyte)
    reader.open("data.db", size: 100 * megabyte, at: 5 * megabyte)
    let readings = watch.readings(of: &reader, 20) { $0.bytesRead += megabyte }
    #expect(readings.isEmpty && watch.judge.interest == .none)
  }

  @Test("positions that reading doesn't explain are jumps")
  func jumps() {
    var (watch, reader) = (Watch(), Reader())
    reader.open("data.db", size: 100 * megabyte)
    let readings = watch.readings(of: &reader, 10) {
      $0.read[0].position += 9 * megabyte
      $0.bytesRead += 4096
    }
    #expect(readings.isEmpty)
  }

  @Test("advances of a file that is a small part of what is read prove nothing")
  func elsewhere() {
    var (watch, reader) = (Watch(), Reader())
    reader.open("script", size: 100 * megabyte)
    let readings = watch.readings(of: &reader, 10) {
      $0.advance(by: megabyte)
      $0.bytesRead += 50 * megabyte
    }
    #expect(readings.isEmpty)
  }

  @Test("random access is never shown", arguments: 0..<200 as Range<UInt64>)
  func random(seed: UInt64) {
    var generator = SplitMix(seed: seed)
    var (watch, reader) = (Watch(), Reader())
    let size = 100 * megabyte
    reader.open("data.db", size: size)
    let rate = Int64.random(in: 1...400, using: &generator) * megabyte / 2
    let readings = watch.readings(of: &reader, 300) {
      $0.read[0].position = .random(in: 0...size, using: &generator)
      $0.bytesRead += rate
    }
    #expect(readings.isEmpty)
  }

  @Test("a position that falls while it is looked at is a jump")
  func wentBack() {
    var (watch, reader) = (Watch(), Reader())
    reader.open("data.db", size: 100 * megabyte)
    reader.read[0].wentBack = true
    let readings = watch.readings(of: &reader, 8) { $0.advance(by: 10 * megabyte) }
    #expect(readings.isEmpty)
  }

  @Test("a file that grows is no measure")
  func growing() {
    var (watch, reader) = (Watch(), Reader())
    reader.open("log", size: 100 * megabyte)
    let readings = watch.readings(of: &reader, 9) {
      $0.advance(by: 10 * megabyte)
      $0.read[0].size += megabyte
    }
    #expect(readings.isEmpty)
  }

  @Test("files that are read one after the other are of one whole, where the program is known")
  func severalFiles() {
    let names = ["a", "b", "c"]
    var (watch, reader) = (
      Watch(),
      Reader(words: [CommandWord("/usr/bin/sha256sum")] + names.map { word($0, 60 * megabyte) })
    )
    var readings: [ProgressReading] = []
    for name in names {
      reader.read = []
      reader.open(name, size: 60 * megabyte)
      readings += watch.readings(of: &reader, 7) { $0.advance(by: 10 * megabyte) }
    }
    #expect(readings.first?.completed == 20 * megabyte)
    #expect(readings.last?.completed == 180 * megabyte)
    #expect(readings.compactMap(\.completed) == readings.compactMap(\.completed).sorted())
    #expect(Set(readings.map(\.total)) == [180 * megabyte])
    #expect(Set(readings.map(\.phase)) == ["3 files"])
    #expect(watch.subtitles == ["a", "b", "c"])
  }

  @Test("of a program that isn't known, several files are a whole once all of them were opened")
  func severalFilesOfAnother() {
    let words = [CommandWord("tool"), word("a", 60 * megabyte), word("b", 60 * megabyte)]
    var (watch, reader) = (Watch(), Reader(words: words))
    reader.open("a", size: 60 * megabyte)
    let first = watch.readings(of: &reader, 6) { $0.advance(by: 10 * megabyte) }
    #expect(first.isEmpty && watch.subtitles.first == "33% of a")
    reader.read = []
    reader.open("b", size: 60 * megabyte)
    let second = watch.readings(of: &reader, 4) { $0.advance(by: 10 * megabyte) }
    #expect(second.map(\.completed) == [80, 90].map { $0 * megabyte })
    #expect(Set(second.map(\.total)) == [120 * megabyte])
  }

  @Test("files that are read side by side are of one whole")
  func sideBySide() {
    var (watch, reader) = (Watch(), Reader())
    reader.open("a", size: 50 * megabyte)
    reader.open("b", size: 50 * megabyte)
    let readings = watch.readings(of: &reader, 6) {
      $0.advance(0, by: 10 * megabyte)
      $0.advance(1, by: 10 * megabyte)
    }
    #expect(readings.map(\.completed) == [40, 60, 80, 100].map { $0 * megabyte })
  }

  @Test("what a file of several is called is all that is known of an unforeseen one")
  func unforeseen() {
    var (watch, reader) = (Watch(), Reader())
    reader.open("list", size: 50 * megabyte)
    _ = watch.readings(of: &reader, 6) { $0.advance(by: 10 * megabyte) }
    reader.words = reader.look.words
    reader.read = []
    reader.open("next", size: 80 * megabyte)
    let readings = watch.readings(of: &reader, 4) { $0.advance(by: 10 * megabyte) }
    #expect(readings == [ProgressReading(total: 0, unit: "B", phase: "after list")])
    #expect(watch.subtitles == ["25% of next", "37% of next"])
  }

  @Test("a file of a process that isn't the command is told by the subtitle alone")
  func partOfScript() {
    var (watch, reader) = (Watch(), Reader())
    reader.isCommand = false
    reader.open("a.iso", size: 100 * megabyte)
    let readings = watch.readings(of: &reader, 4) { $0.advance(by: 10 * megabyte) }
    #expect(readings.isEmpty && watch.subtitles == ["20% of a.iso", "30% of a.iso"])
  }

  @Test("after a file that is read again from the start nobody knows how often")
  func again() {
    var (watch, reader) = (Watch(), Reader())
    reader.open("a", size: 100 * megabyte)
    let readings = watch.readings(of: &reader, 12) {
      let next = $0.read[0].position + 30 * megabyte
      $0.read[0].position = next % (101 * megabyte)
      $0.bytesRead += next > 101 * megabyte ? 29 * megabyte : 30 * megabyte
    }
    #expect(readings.compactMap(\.phase?.string).uniqued == ["a", "after a"])
    #expect(readings.last?.total == 0)
  }

  @Test("what follows the last file has no known extent")
  func after() {
    var (watch, reader) = (Watch(), Reader())
    reader.open("data.csv", size: 30 * megabyte)
    _ = watch.readings(of: &reader, 3) { $0.advance(by: 10 * megabyte) }
    let readings = watch.readings(of: &reader, 8) { $0.bytesRead += 1 }
    #expect(
      readings.map(\.completed) == [30 * megabyte, nil]
        && readings.last?.phase == "after data.csv" && readings.last?.total == 0)
    #expect(watch.judge.interest == .none)
  }

  @Test("a file that was closed before a look found it read is over")
  func closed() {
    var (watch, reader) = (Watch(), Reader(words: [CommandWord("tool"), word("a.csv", 90 << 20)]))
    reader.open("a.csv", size: 90 * megabyte)
    _ = watch.readings(of: &reader, 4) { $0.advance(by: 20 * megabyte) }
    reader.read = []
    let readings = watch.readings(of: &reader, 8) { $0.bytesRead += 1 }
    #expect(readings.last?.phase == "after a.csv" && readings.last?.total == 0, "\(readings)")
  }

  @Test("tar unpacks the one archive that is named, wherever to")
  func archive() {
    let words = ["tar", "-xf", "a.tar", "-C", "d", "member"].map { CommandWord($0) }
    var unpacking = words
    unpacking[2] = word("a.tar", 90 << 20)
    unpacking[4] = CommandWord("d", .directory)
    var (watch, reader) = (Watch(), Reader(words: unpacking))
    reader.open("a.tar", size: 90 * megabyte)
    #expect(watch.readings(of: &reader, 4) { $0.advance(by: 20 * megabyte) }.count == 2)
    unpacking[1] = CommandWord("-cf")
    (watch, reader) = (Watch(), Reader(words: unpacking))
    reader.open("a.tar", size: 90 * megabyte)
    #expect(watch.readings(of: &reader, 4) { $0.advance(by: 20 * megabyte) }.isEmpty)
  }

  @Test("a copy made by the kernel is measured by its size")
  func kernelCopy() {
    var (watch, reader) = (Watch(), Reader())
    reader.open("big", size: 100 * megabyte)
    reader.create("copy")
    reader.words = [CommandWord("cp"), word("big", 100 * megabyte), word("copy", 0)]
    let readings = watch.readings(of: &reader, 6) {
      $0.written[0].size += 20 * megabyte
      // A call ends, and only now are the positions moved.
      if $0.written[0].size == 80 * megabyte {
        $0.read[0].position = 80 * megabyte
        $0.bytesRead += 80 * megabyte
        $0.bytesWritten += 80 * megabyte
      }
    }
    #expect(readings.map(\.completed) == [40, 60, 80, 100].map { $0 * megabyte })
    #expect(Set(readings.map(\.phase)) == ["big"])
  }

  @Test("a log that a program writes is no copy of the file it has open")
  func noCopy() {
    var (watch, reader) = (Watch(), Reader())
    reader.open("model.bin", size: 100 * megabyte)
    reader.create("log")
    let readings = watch.readings(of: &reader, 20) {
      $0.written[0].size += megabyte
      $0.bytesWritten += megabyte
    }
    #expect(readings.isEmpty)
  }

  @Test("two readers of one shared position: the one that reads counts")
  func sharedPosition() {
    var (watch, reader) = (Watch(), Reader())
    reader.open("dump.sql", size: 100 * megabyte)
    var shell = Reader(process: 6)
    var readings: [ProgressReading] = []
    for _ in 0..<5 {
      shell.read = reader.read
      if let reading = watch.look(shell, reader) { readings.append(reading) }
      reader.advance(by: 10 * megabyte)
    }
    #expect(readings.map(\.completed) == [20, 30, 40].map { $0 * megabyte })
  }
}

extension Array where Element: Equatable {
  /// Without repeats of what came just before.
  fileprivate var uniqued: [Element] {
    reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }
}
