import Testing

/// Scenarios run a few at a time: each has a dozen processes, and two cores are all there is.
struct Places: SuiteTrait, TestTrait, TestScoping {
  private static let gate = Gate(width: 3)

  var isRecursive: Bool { true }

  @concurrent func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    guard testCase != nil else { return try await function() }
    await Self.gate.enter()
    do {
      try await function()
      await Self.gate.leave()
    } catch {
      await Self.gate.leave()
      throw error
    }
  }

  /// Lets `width` in at a time, first come first served.
  private actor Gate {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(width: Int) { free = width }

    func enter() async {
      if free > 0 {
        free -= 1
      } else {
        await withCheckedContinuation { waiting.append($0) }
      }
    }

    func leave() {
      if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
  }
}

extension Trait where Self == Places {
  /// Takes one of the few places scenarios have.
  static var fewAtATime: Places { Places() }
}
