import HeadwayModel
import Testing

@Suite struct PermittedIdentifiersTests {
  private static func titled(_ title: String) -> TaskHandler {
    var handler = TaskHandler()
    handler.title = title
    return handler
  }

  private static func list(_ patterns: [String]) throws -> PermittedIdentifiers {
    var list = PermittedIdentifiers()
    for text in patterns {
      list[try #require(IdentifierPattern(text), "\(text)")] = titled(text)
    }
    return list
  }

  @Test(
    "the most specific wins",
    arguments: [
      ("com.example.export.42", "com.example.export.42"),
      ("com.example.export.7", "com.example.export.*"),
      ("com.example.export.7.a", "com.example.export.*"), ("com.example.sync", "com.example.*"),
      ("com.example.export", "com.example.*"), ("org.other", "*"),
    ])
  func theMostSpecificWins(_ identifier: String, _ pattern: String) throws {
    let list = try Self.list([
      "*", "com.example.*", "com.example.export.*", "com.example.export.42",
    ])
    #expect(list.handler(of: identifier)?.title == pattern)
  }

  @Test("what isn't listed is refused once there is a list")
  func whatIsNotListedIsRefusedOnceThereIsAList() throws {
    let list = try Self.list(["com.example.*", "org.sync"])
    #expect(list.permit(nil) && list.permit("com.example.a") && list.permit("org.sync"))
    for identifier in ["com.example", "com.example.", "com.examples.a", "org.sync.a", "other"] {
      #expect(!list.permit(identifier), "\(identifier)")
    }
    #expect(PermittedIdentifiers().permit("anything"))
  }

  @Test(
    "a text that is no pattern of identifiers is refused",
    arguments: ["", "com.*.export", "com.ex*", "*.com", "com.**", "com.example.*.*", "a*b.*"])
  func noPattern(_ text: String) { #expect(IdentifierPattern(text) == nil) }
}
