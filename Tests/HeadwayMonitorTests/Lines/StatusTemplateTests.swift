import HeadwayCore
import Testing

@testable import HeadwayMonitor

@Suite struct StatusTemplateTests {
  private func filled(_ template: String) throws(StatusTemplateError) -> String {
    var summary = HubSummary()
    summary.add(task(7, "{running} of it") { $0.measure(1, of: 4) })
    return StatusLine(summary).filling(try StatusTemplate(template))
  }

  @Test("fields are filled in once, other braces stay")
  func fields() throws {
    #expect(try filled("{running}: {title} {percent}%") == "1: {running} of it 25%")
    #expect(try filled("{\"n\":{running}}") == "{\"n\":1}")
  }

  @Test("what would print itself is refused")
  func refused() {
    #expect(throws: StatusTemplateError.unknownField("{nope}")) { try filled("{running} {nope}") }
    for text in ["{running", "running", "{}", ""] {
      #expect(throws: StatusTemplateError.noField(text)) { try filled(text) }
    }
  }
}
