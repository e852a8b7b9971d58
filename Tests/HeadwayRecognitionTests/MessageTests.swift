import HeadwayModel
import SeededRandomness
import Testing

@testable import HeadwayRecognition

@Suite("sd_notify") struct ServiceNoticeTests {
  private func notice(_ text: String) -> ServiceNotice? { ServiceNotice(Array(text.utf8)) }

  @Test("what a card cares for is taken, the rest passed over")
  func fields() {
    let full = notice(
      "READY=1\nSTATUS=Loading = 3\nWATCHDOG=1\nX-OURS=1\nEXTEND_TIMEOUT_USEC=2500000\n")
    #expect(full?.status == "Loading = 3" && full?.subtitle == "Loading = 3")
    #expect(full?.isAlive == true && full?.isStopping == false)
    #expect(full?.extends == .milliseconds(2500))
    #expect(notice("STOPPING=1")?.subtitle == "stopping")
    #expect(notice("STOPPING=1\nSTATUS=Saving")?.subtitle == "Saving")
    #expect(notice("STATUS=")?.status == "")
  }

  @Test(
    "of no use",
    arguments: ["", "READY=1", "WATCHDOG=0", "STATUS", "X_STATUS=a", "=1", "\u{0}\n\n"])
  func ofNoUse(_ text: String) {
    #expect(notice(text) == nil)
  }

  @Test("hostile text is harmless, and a patience without end has one")
  func hostile() {
    #expect(notice("STATUS=a\u{1B}[2Jb\u{202E}")?.status == SanitisedText("a\u{1B}[2Jb\u{202E}"))
    #expect(notice("EXTEND_TIMEOUT_USEC=18446744073709551615")?.extends == .seconds(86_400))
    #expect(notice("EXTEND_TIMEOUT_USEC=-1") == nil)
    #expect(ServiceNotice([0xFF, 0xFE] + Array("\nSTATUS=".utf8) + [0xC3])?.status != nil)
  }
}

@Suite("ARGO_PROGRESS_FILE") struct ProgressFileTextTests {
  @Test(
    "N of M, on the last line",
    arguments: [
      ("50/100", 50, 100), ("0/1\n", 0, 1), ("1/9\n2/9\n\n", 2, 9), (" 3 / 4 \r\n", 3, 4),
      ("999999999999999999/999999999999999999", 999_999_999_999_999_999, 999_999_999_999_999_999),
    ])
  func told(text: String, completed: Int64, total: Int64) {
    let reading = ProgressFileText.reading(of: Array(text.utf8))
    #expect(reading == ProgressReading(completed: completed, total: total))
  }

  @Test(
    "any other text says nothing",
    arguments: [
      "", "\n", "50", "50/", "/100", "1/2/3", "5/4", "0/0", "-1/4", "1.5/4", "50%", "a/b",
      "1/9999999999999999999", "½/1", "1 2/3",
    ])
  func untold(text: String) { #expect(ProgressFileText.reading(of: Array(text.utf8)) == nil) }
}

@Suite("ZIG_PROGRESS") struct ZigProgressTests {
  /// A message as Zig writes it.
  private func message(
    _ nodes: [(name: String, completed: UInt32, total: UInt32, parent: UInt8)]
  ) -> [UInt8] {
    func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(number >> (8 * $0) & 0xFF) } }
    let storage = nodes.flatMap { node in
      bytes(node.completed) + bytes(node.total)
        + (Array(node.name.utf8) + Array(repeating: 0, count: 40)).prefix(40)
    }
    return [UInt8(nodes.count)] + storage + nodes.map(\.parent)
  }

  private var build: [UInt8] {
    message([
      ("", 0, 0, 255), ("steps", 3, 8, 0), ("compile exe", 0, 0, 1),
      ("Semantic Analysis", 40, 0, 2),
    ])
  }

  @Test(
    "the first step whose extent is known stands for the whole, the deepest name is the subtitle")
  func tree() {
    let tree = ZigProgressTree(message: build)
    var phases = ZigProgressPhases()
    let reading = phases.reading(of: tree)
    #expect(
      reading == ProgressReading(completed: 3, total: 8, unit: .empty, phase: "steps"))
    #expect(tree.subtitle == "Semantic Analysis")
  }

  @Test("two that compete say nothing, more done than there is reads as all")
  func whole() {
    let two = ZigProgressTree(message: message([("", 0, 0, 255), ("a", 1, 2, 0), ("b", 1, 9, 0)]))
    #expect(two.progress == nil)
    let over = ZigProgressTree(message: message([("all", 9, 4, 255)]))
    #expect(over.progress?.completed == 4)
    let special = ZigProgressTree(message: message([("all", 9, .max, 255)]))
    #expect(special.progress == nil)
  }

  @Test("a child may come before its parent, and a ring names nothing")
  func order() {
    let reversed = ZigProgressTree(message: message([("leaf", 0, 0, 1), ("root", 1, 2, 255)]))
    #expect(reversed.subtitle == "leaf" && reversed.progress?.total == 2)
    let ring = ZigProgressTree(message: message([("a", 1, 2, 1), ("b", 1, 2, 0)]))
    #expect(ring.subtitle == nil && ring.progress == nil)
    let itself = ZigProgressTree(message: message([("a", 1, 2, 0)]))
    #expect(itself.subtitle == nil && itself.progress == nil)
  }

  @Test("a step back is the next phase")
  func phases() {
    var phases = ZigProgressPhases()
    let given = [(1, 4), (3, 4), (3, 6), (0, 6), (1, 3)].map { completed, total in
      phases.reading(
        of: ZigProgressTree(message: message([("all", UInt32(completed), UInt32(total), 255)])))?
        .phase?.string
    }
    #expect(given == ["all", "all", "all", "all, again (2)", "all, again (3)"])
  }

  @Test("however the stream is cut, the last whole message counts")
  func splits() {
    let stream = message([("old", 1, 9, 255)]) + [0] + build
    for cut in 0...stream.count {
      var decoder = ZigProgressDecoder()
      decoder.consume(stream[..<cut])
      decoder.consume(stream[cut...])
      let tree = decoder.takeTree()
      let again = decoder.takeTree()
      #expect(tree == ZigProgressTree(message: build) && again == nil, "\(cut)")
    }
  }

  @Test("what isn't that protocol ends it, and nothing traps", arguments: 0..<200 as Range<UInt64>)
  func hostile(seed: UInt64) {
    var generator = SplitMix(seed: seed)
    var decoder = ZigProgressDecoder()
    for _ in 0..<100 {
      let piece = (0..<200).map { _ in UInt8.random(in: 0...255, using: &generator) }
      decoder.consume(piece)
      if let tree = decoder.takeTree() {
        var phases = ZigProgressPhases()
        let reading = phases.reading(of: tree)
        #expect(reading.map { $0.completed ?? 0 <= $0.total ?? 0 } != false)
        _ = tree.subtitle
      }
    }
    var broken = ZigProgressDecoder()
    broken.consume([254])
    broken.consume(build)
    let tree = broken.takeTree()
    #expect(broken.isBroken && tree == nil)
  }
}
