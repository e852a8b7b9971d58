import HeadwayModel
import SeededRandomness
import Testing

@testable import HeadwayWire

/// Tasks written and read without the library are what the library writes and reads.
@Suite struct PlainTaskTests {
  private let codec = WireCodec()

  @Test("what is written reads the same either way")
  func whatIsWrittenReadsTheSameEitherWay() throws {
    var generator = SplitMix(seed: 5)
    for _ in 0..<2000 {
      let task = try TaskSnapshot.random(&generator)
      try expectSame(ChangeMessage(task: task), .change(ChangeMessage(task: task)))
      let member = TaskMessage(request: generator.maybe(7), task: task)
      try expectSame(member, .task(member))
      let step = StepMessage(task.step)
      try expectSame(step, .step(step))
    }
  }

  @Test("what is written has the librarys fields")
  func whatIsWrittenHasTheLibrarysFields() throws {
    var generator = SplitMix(seed: 6)
    for _ in 0..<200 {
      let change = try ChangeMessage(task: .random(&generator))
      let plain = try #require(change.plainLine)
      let written = try #require(codec.encode(Typed(change))).dropLast()
      #expect(try JSONValue(plain) == JSONValue(Array(written)))
      let step = StepMessage(change.task.step)
      let writtenStep = try #require(codec.encode(Typed(step))).dropLast()
      #expect(try JSONValue(#require(step.plainLine)) == JSONValue(Array(writtenStep)))
    }
  }

  @Test("an infinity is left to the library which refuses it")
  func anInfinityIsLeftToTheLibraryWhichRefusesIt() throws {
    var task = try TaskSnapshot.fixture()
    task.progress.rate = .infinity
    #expect(ChangeMessage(task: task).plainLine == nil)
    #expect(codec.line(ChangeMessage(task: task)) == nil)
  }

  @Test(
    "what isn't plain, or is wrong, is left to the library",
    arguments: [
      "", "{", "{}", #"{"type":"change"}"#, #"{"type":"change","task":{}}"#,
      #"{"type":"change","task":HEAD}"#, #"{"type":"change","task":HEAD}}}"#,
      #"{"type":"change","task":HEAD} }"#, #"{"type":"change", "task":HEAD}}"#,
      #"{"type":"change","request":1,"task":HEAD}}"#, #"{"type":"other","task":HEAD}}"#,
      #"{"type":"change","task":HEAD,"future":1}}"#, #"{"type":"change","task":HEAD},"future":1}"#,
      #"{"type":"change","task":HEAD,"subtitle":"a","subtitle":"b"}}"#,
      #"{"type":"change","task":HEAD,"sensitive":true,"subtitle":"a"}}"#,
      #"{"type":"change","task":HEAD,"subtitle":null}}"#,
      #"{"type":"change","task":HEAD,"subtitle":"a\"b"}}"#,
      #"{"type":"change","task":HEAD,"rate":01}}"#, #"{"type":"change","task":HEAD,"rate":1.}}"#,
      #"{"type":"change","task":HEAD,"rate":.5}}"#, #"{"type":"change","task":HEAD,"rate":1e5}}"#,
      #"{"type":"change","task":HEAD,"rate":+1}}"#, #"{"type":"change","task":HEAD,"rate":nan}}"#,
      #"{"type":"change","task":HEAD,"rate":-}}"#, #"{"type":"change","task":HEAD,"eta":-1}}"#,
      #"{"type":"change","task":HEAD,"completed":1.0}}"#,
      #"{"type":"change","task":HEAD,"exitCode":3000000000}}"#,
      #"{"type":"change","task":HEAD,"stalled":"asleep"}}"#,
      #"{"type":"change","task":HEAD,"startedAt":"yesterday"}}"#,
      #"{"type":"change","task":HEAD,"command":["a",]}}"#,
      #"{"type":"change","task":HEAD,"command":"a"}}"#,
      #"{"type":"change","task":HEAD,"needs":{"gpu":1,"gpu":2}}}"#,
      #"{"type":"change","task":HEAD,"after":[0]}}"#,
      #"{"type":"change","task":HEAD,"after":[1,]}}"#,
      #"{"type":"change","task":HEAD,"after":["1"]}}"#,
      #"{"type":"task","request":x,"task":HEAD}}"#,
      #"{"type":"step"}"#, #"{"type":"step","key":"0123456789abcdef0123456789abcde"}"#,
      #"{"type":"step","key":"0123456789abcdef0123456789abcdef""#,
      #"{"type":"step","key":"0123456789abcdef0123456789abcdef"} "#,
      #"{"type":"step","key":"0123456789abcdef0123456789abcdef","title":"t"}"#,
      #"{"type":"step","key":"0123456789abcdef0123456789abcdef","total":1,"completed":1}"#,
      #"{"type":"step","key":"0123456789abcdef0123456789abcdef","total":1,"total":1}"#,
      #"{"type":"step","key":"0123456789abcdef0123456789abcdef","elapsed":-1}"#,
      #"{"type":"step","key":"0123456789abcdef0123456789abcdef","elapsed":1,"elapsed":1}"#,
    ])
  func leftAlone(_ form: String) {
    let head =
      #"{"number":7,"key":"0123456789abcdef0123456789abcdef","title":"t","state":"running""#
    let line = Array(form.replacing("HEAD", with: head).utf8)
    #expect(HubMessage(plain: line.span) == nil)
  }

  /// As long as a number comes, and as near to the middle between two of the library's.
  @Test("numbers are rounded as the library does")
  func numbersAreRoundedAsTheLibraryDoes() throws {
    var generator = SplitMix(seed: 8)
    var texts = [
      "0", "-0", "0.0", "1", "9007199254740993", "9007199254740992.5", "9007199254740993.5",
      "0.3", "0.1000000000000000055", "1.7976931348623157", "9999999999999999999",
      "0.9999999999999999999", "4503599627370496.5", "4503599627370497.5", "0.000000000000000001",
    ]
    for _ in 0..<20_000 {
      let digits = String(UInt64.random(in: 0...9_999_999_999_999_999_999, using: &generator))
        .prefix(Int.random(in: 1...19, using: &generator))
      let whole = digits.prefix(Int.random(in: 1...digits.count, using: &generator))
      let fraction = digits.dropFirst(whole.count)
      texts.append(String(whole) + (fraction.isEmpty ? "" : "." + fraction))
    }
    for text in texts {
      var scanner = PlainScanner()
      #expect(scanner.number(Array(text.utf8).span) == Double(text), "\(text)")
    }
  }

  @Test("a line that is no UTF 8 is left to the library")
  func aLineThatIsNoUTF8IsLeftToTheLibrary() throws {
    let line = try #require(ChangeMessage(task: .fixture()).plainLine)
    let place = try #require(line.firstIndex(of: UInt8(ascii: "T")))
    var damaged = line
    damaged[place] = 0xFF
    #expect(HubMessage(plain: damaged.span) == nil)
  }

  /// Cut anywhere, or with any byte changed, it reads as the library does or not at all.
  @Test("damaged lines are never read otherwise")
  func damagedLinesAreNeverReadOtherwise() throws {
    var generator = SplitMix(seed: 7)
    for _ in 0..<3 {
      let task = try TaskSnapshot.random(&generator)
      try expectNoDamageIsReadOtherwise(#require(ChangeMessage(task: task).plainLine))
      try expectNoDamageIsReadOtherwise(#require(StepMessage(task.step).plainLine))
    }
  }

  private func expectNoDamageIsReadOtherwise(_ line: [UInt8]) {
    for place in line.indices {
      expectSameOrLeftAlone(line[..<place])
      for byte in [0x20, 0x22, 0x2C, 0x2D, 0x30, 0x5C, 0x65, 0x7D, 0x80, 0xFF] as [UInt8] {
        var damaged = line
        damaged[place] = byte
        expectSameOrLeftAlone(damaged[...])
      }
    }
  }

  /// What is escaped on the line is for the library alone.
  private func expectSame(_ body: some MessageBody, _ message: HubMessage) throws {
    let line = try #require(codec.line(body)).dropLast()
    let isSame = try library(line) == message
    #expect(isSame)
    let plain = HubMessage(plain: line.span)
    let isSameOrAlone = line.contains(UInt8(ascii: "\\")) ? plain == nil : plain == message
    #expect(isSameOrAlone)
  }

  private func expectSameOrLeftAlone(_ line: ArraySlice<UInt8>) {
    guard let plain = HubMessage(plain: line.span) else { return }
    let isSame = (try? library(line)) == plain
    #expect(isSame, "\(String(decoding: line, as: UTF8.self))")
  }

  private func library(_ line: ArraySlice<UInt8>) throws -> HubMessage {
    try codec.decode(HubMessage.self, from: line)
  }
}

extension TaskSnapshot {
  fileprivate static func fixture() throws -> TaskSnapshot {
    var generator = SplitMix(seed: 1)
    var task = try TaskSnapshot.random(&generator)
    task.title = "Title"
    return task
  }

  fileprivate static func random(_ generator: inout SplitMix) throws -> TaskSnapshot {
    let state = TaskState.allCases.randomElement(using: &generator) ?? .running
    let number = try #require(TaskNumber(.random(in: 1...99_999, using: &generator)))
    var task = TaskSnapshot(
      number: number, key: .random(using: &generator), title: generator.text(), state: state)
    task.identifier = generator.maybe("com.example.export.42")
    task.subtitle = generator.maybe(generator.text())
    task.sensitive = .random(using: &generator)
    task.ending = generator.maybe(
      TaskEnding(reason: .expired(.stall), status: generator.maybe(.signal(9))))
    task.cancelNote = generator.maybe(generator.text())
    task.progress = .random(&generator)
    task.queuedAt = generator.maybe(generator.time())
    task.startedAt = generator.maybe(generator.time())
    task.endedAt = generator.maybe(generator.time())
    task.elapsed = generator.maybe(.milliseconds(Int.random(in: 0...99_999_999, using: &generator)))
    task.foreground = .random(using: &generator)
    task.isAttachable = .random(using: &generator)
    task.isPausable = .random(using: &generator)
    task.isRestartable = .random(using: &generator)
    task.stalled = generator.maybe(StallKind.allCases.randomElement(using: &generator) ?? .silent)
    task.slowdown = task.stalled == .slow ? .random(in: 10...500, using: &generator) : nil
    task.memoryBytes = generator.maybe(3_435_973_837)
    task.stalledFor = generator.maybe(.seconds(31))
    task.expiresIn = generator.maybe(.milliseconds(29_500))
    task.waitingForInput = generator.maybe(.password)
    task.pid = generator.maybe(4711)
    task.command = generator.maybe(["rsync", "-a", generator.text(), ""])
    task.directory = generator.maybe("/home/me/データ")
    task.parent = generator.maybe(.random(using: &generator))
    task.attempt = .random(in: 1...9, using: &generator)
    task.group = generator.maybe("ml")
    task.priority = .random(in: -5...5, using: &generator)
    task.needs = generator.maybe(["gpu": 2, "licence \"x\"": 1]) ?? [:]
    task.position = generator.maybe(3)
    task.blockedOn = generator.maybe("gpu")
    task.terms = try .random(&generator)
    return task
  }
}

extension LaunchTermsView {
  fileprivate static func random(_ generator: inout SplitMix) throws -> LaunchTermsView {
    var view = LaunchTermsView()
    let numbers = try [3, 41].map { try #require(TaskNumber($0)) }
    view.waitsFor = generator.maybe(["task 3", generator.text(), "until 22:00"]) ?? []
    view.after = generator.maybe(numbers) ?? []
    view.afterAny = generator.maybe(numbers) ?? []
    view.earliest = generator.maybe(generator.time())
    view.conditions = generator.maybe(["ac", "load<2"]) ?? []
    view.whileConditions = generator.maybe(["idle=600"]) ?? []
    view.retries = .random(in: 0...3, using: &generator)
    view.retriesAt = generator.maybe(generator.time())
    view.refresh = generator.maybe(.milliseconds(1500))
    return view
  }
}

extension TaskProgressView {
  fileprivate static func random(_ generator: inout SplitMix) -> TaskProgressView {
    var view = TaskProgressView()
    view.completed = generator.maybe(.random(in: -5 ... .max / 100, using: &generator))
    view.total = generator.maybe(.random(in: 0...9_999_999, using: &generator))
    view.unit = generator.maybe("MiB")
    view.estimated = .random(in: 0...99, using: &generator)
    view.fraction = generator.maybe(.random(in: 0...1, using: &generator))
    view.estimatedFraction = generator.maybe(.random(in: 0...1, using: &generator))
    view.isGrowing = .random(using: &generator)
    view.phase = generator.maybe(generator.text())
    view.rate = generator.maybe(.random(in: 0.001...1e9, using: &generator))
    view.eta = generator.maybe(.milliseconds(Int.random(in: 0...99_999_999, using: &generator)))
    view.etaConfidence = generator.maybe(.approximate)
    return view
  }
}
