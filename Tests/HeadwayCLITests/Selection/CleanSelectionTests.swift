import ArgumentParser
import HeadwayModel
import Testing

@testable import headway

/// The tasks that words of `headway clean` choose.
@Suite struct CleanSelectionTests {
  @Test("ranges and patterns become a query, single tasks stay as they are")
  func words() throws {
    let byNumber = try CleanSelection(naming: [.range(3...5), .task(.number(try number(9)))])
    #expect(byNumber.query.text == "n:3-5,9")
    let byPattern = try CleanSelection(naming: [.pattern("a.*"), .task(.identifier("b"))])
    #expect(byPattern.query.text == "id:\"a.*\",\"b\"")
    guard case .named(let tasks) = try CleanSelection(naming: [.task(.identifier("b"))]) else {
      Issue.record("not by name")
      return
    }
    #expect(tasks == [.identifier("b")])
  }

  @Test("a mixture that no query expresses is refused")
  func mixture() {
    #expect(throws: ValidationError.self) {
      try CleanSelection(naming: [.range(3...5), .pattern("a.*")])
    }
  }

  @Test("a name that no query expresses deletes nothing, instead of tasks with another name")
  func quotes() {
    #expect(throws: ValidationError.self) { try CleanSelection(naming: [.pattern("a\"*")]) }
    #expect(throws: (any Error).self) { try CleanCommand.parse(["--group", "a\"b"]) }
    #expect(throws: Never.self) { try CleanCommand.parse(["--group", "a,b"]) }
  }

  private func number(_ value: Int) throws -> TaskNumber { try #require(TaskNumber(value)) }
}
