import HeadwayModel
import Testing

@testable import HeadwayMonitor

/// Events in any order: nothing traps, and what is drawn stays whole.
@Suite struct FuzzTests {
  @Test("random events never break the model or the screen", arguments: 0..<UInt64(16))
  func events(seed: UInt64) {
    var random = Knuth(state: seed)
    let glyphs: Glyphs = seed.isMultiple(of: 2) ? .unicode : .ascii
    var model = MonitorModel(settings: MonitorSettings(glyphs: glyphs))
    var now = Moment.start
    for _ in 0..<200 {
      now = now.advanced(by: .milliseconds(Int64.random(in: 0...3000, using: &random)))
      _ = model.update(random.event(), at: now)
      #expect(model.cards.count < 60)
      #expect(model.selection.map { model.cards.index(of: $0) != nil } ?? true)
      #expect((model.selection == nil) == model.cards.isEmpty)
      #expect(model.nextTick(at: now).map { $0 >= .zero } ?? true)
      let canvas = render(model, at: now)
      #expect(canvas.size == model.size)
      #expect(hasWholeCells(canvas))
    }
  }

  @Test("what is drawn again looks as if all were", arguments: 0..<UInt64(16))
  func drawing(seed: UInt64) {
    var random = Knuth(state: seed)
    var model = MonitorModel()
    var renderer = MonitorRenderer()
    var now = Moment.start
    for step in 0..<200 {
      now = now.advanced(by: .seconds(Int64.random(in: 0...2, using: &random)))
      let event = Bool.random(using: &random) ? random.step(in: model) : random.event()
      _ = model.update(event, at: now)
      let canvas = renderer.render(model, at: now)
      let isSame = canvas == render(model, at: now)
      #expect(isSame, "step \(step)")
    }
  }
}

/// A sequence of numbers that is the same for the same seed (Knuth's MMIX constants).
private struct Knuth: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 33)
  }

  mutating func event() -> MonitorEvent {
    switch Int.random(in: 0..<20, using: &self) {
    case 0: .resized(size())
    case 1: .linkChanged(link())
    case 2: .snapshotStarted()
    case 3: .snapshotEnded()
    case 4: .taskRemoved(key(Int.random(in: 1...50, using: &self)))
    case 5: .requestFailed(text())
    case 6: news()
    case 7..<12: .keyPressed(pressed())
    case 12: outputEvent()
    case 13: mouse()
    default: .taskChanged(snapshot())
    }
  }

  /// One of the cards is further on.
  mutating func step(in model: MonitorModel) -> MonitorEvent {
    let index = Int.random(in: 0...max(0, model.cards.count - 1), using: &self)
    guard let shown = model.cards[index]?.snapshot else { return .tick }
    var snapshot = shown
    if snapshot.subtitle != nil { snapshot.subtitle = text() }
    if snapshot.elapsed != nil { snapshot.elapsed = duration() }
    addProgress(to: &snapshot)
    if Bool.random(using: &self), let step = snapshot.step(from: shown) {
      return .tasksStepped([step])
    }
    return .taskChanged(snapshot)
  }

  private mutating func size() -> CanvasSize {
    let widest = Int.random(in: 0..<4, using: &self) == 0 ? 230 : 100
    return CanvasSize(
      columns: Int.random(in: -1...widest, using: &self),
      rows: Int.random(in: -1...50, using: &self))
  }

  private mutating func link() -> LinkState {
    let links: [LinkState] = [
      .connecting, .connected, .connected, .reconnecting, .goodbye, .refused(text()),
    ]
    return links.randomElement(using: &self) ?? .connected
  }

  private mutating func pressed() -> Key {
    let keys: [Key] =
      "jkgGcCxynNl?qz/vfmMVssso ".unicodeScalars.map(Key.character)
      + [.up, .down, .left, .right, .pageUp, .pageDown, .enter, .tab, .escape, .control("l")]
      + [.home, .end, .delete, .backspace, .control("w"), .control("k")]
    return keys.randomElement(using: &self) ?? .enter
  }

  private mutating func outputEvent() -> MonitorEvent {
    let task = key(Int.random(in: 1...50, using: &self))
    let bytes = (0..<Int.random(in: 0...300, using: &self)).map { _ in
      UInt8.random(in: 0...255, using: &self)
    }
    let events: [MonitorEvent] = [
      .outputBegan(task, isCut: Bool.random(using: &self)), .output(task, bytes),
      .output(task, Array("line\nline\n".utf8)), .outputMissing(task),
      .measured([task: ResourceUse(cores: 1, bytes: 1 << 20, processCount: 2)]),
    ]
    return events.randomElement(using: &self) ?? .tick
  }

  private mutating func news() -> MonitorEvent {
    var summary = HubSummary()
    summary.running = Int.random(in: 0...3, using: &self)
    summary.fraction = [nil, 0, 0.5, .nan, 7].randomElement(using: &self) ?? nil
    let notification = NewsNotification(
      summary: text().string, body: text().string, isUrgent: Bool.random(using: &self))
    let events: [MonitorEvent] = [.tick, .summaryChanged(summary), .told(notification)]
    return events.randomElement(using: &self) ?? .tick
  }

  private mutating func mouse() -> MonitorEvent {
    let actions: [MouseAction] = [.press, .wheelUp, .wheelDown]
    return .mouse(
      actions.randomElement(using: &self) ?? .press, row: Int.random(in: -2...60, using: &self),
      column: Int.random(in: -2...240, using: &self))
  }

  private mutating func text() -> SanitisedText {
    let alphabet = Array("ab 日📷e\u{301}👍🏽🇩🇪\u{1112}\u{1161}\u{11AB}ก็\u{1B}\u{202E}\n".unicodeScalars)
    var raw = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...90, using: &self) {
      if let scalar = alphabet.randomElement(using: &self) { raw.append(scalar) }
    }
    return SanitisedText(String(raw))
  }

  private mutating func snapshot() -> TaskSnapshot {
    var new = task(Int.random(in: 1...50, using: &self), "")
    new.title = text()
    new.state = TaskState.allCases.randomElement(using: &self) ?? .running
    new.subtitle = Bool.random(using: &self) ? text() : nil
    new.worker.foreground = Bool.random(using: &self)
    new.elapsed = Bool.random(using: &self) ? duration() : nil
    if new.state == .ended { new.endedAt = Moment.start.wall.advanced(by: duration()) }
    if Bool.random(using: &self) { addQuestion(to: &new) }
    if Bool.random(using: &self) { new.parent = taskKey(Int.random(in: 1...50, using: &self)) }
    new.group = [nil, "ml", "net"].randomElement(using: &self) ?? nil
    addProgress(to: &new)
    return new
  }

  private mutating func addQuestion(to new: inout TaskSnapshot) {
    new.stall.kind = [.slow, .notAdvancing, nil].randomElement(using: &self) ?? nil
    new.stall.slowdown = new.stall.kind == .slow ? 12.5 : nil
    new.stall.memoryBytes = new.stall.kind == .memory ? 1 << 32 : nil
    new.stall.time = Bool.random(using: &self) ? duration() : nil
    new.stall.expiresIn = Bool.random(using: &self) ? duration() : nil
    new.waitingForInput = [.input, .password, nil].randomElement(using: &self) ?? nil
    new.programState = ProgramState.allCases.randomElement(using: &self)
  }

  private mutating func addProgress(to new: inout TaskSnapshot) {
    let numbers: [Int64?] = [nil, 0, 1, -5, 99, 10_000, .max, .min]
    new.progress.completed = numbers.randomElement(using: &self) ?? nil
    new.progress.total = numbers.randomElement(using: &self) ?? nil
    new.progress.unit = [nil, "B", "%", "files"].randomElement(using: &self) ?? nil
    let fractions: [Double?] = [nil, 0, 0.3333, 1, 7, -2, .nan, .infinity]
    new.progress.fraction = fractions.randomElement(using: &self) ?? nil
    new.progress.estimatedFraction = fractions.randomElement(using: &self) ?? nil
    new.progress.rate = fractions.randomElement(using: &self) ?? nil
    new.progress.eta = Bool.random(using: &self) ? duration() : nil
    new.progress.etaConfidence = new.progress.eta == nil ? nil : .approximate
    new.progress.isGrowing = Bool.random(using: &self)
  }

  private mutating func duration() -> Duration {
    .seconds([0, 1, 59, 3600, 86_400, 3_155_760_000, -5].randomElement(using: &self) ?? 0)
  }
}
