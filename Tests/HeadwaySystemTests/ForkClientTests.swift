import Testing

@testable import HeadwaySystem

@Suite("Asking a fork server")
struct ForkClientTests {
  private static let request = ForkRequest(arguments: ["x"], environment: [])

  @Test("a program that is no fork server doesn't answer, time and again")
  func noServer() throws {
    let client = ForkClient()
    for _ in 0..<3 {
      guard case .unanswered? = Self.failure(of: client, "/bin/true") else {
        throw Unexpected()
      }
    }
  }

  @Test("a program that isn't there is refused")
  func noProgram() throws {
    guard case .refused(let cause)? = Self.failure(of: ForkClient(), "/no/such/program") else {
      throw Unexpected()
    }
    #expect(cause.code == 2)
  }

  private struct Unexpected: Error {}

  private static func failure(of client: ForkClient, _ program: RawText) -> ForkClient.Failure? {
    do throws(ForkClient.Failure) {
      _ = try client.start(request, by: program)
      return nil
    } catch {
      return error
    }
  }
}
