import HeadwayModel
import HeadwayWire
import Testing

@Suite("Submissions on the wire")
struct SubmitMessageTests {
  @Test("the terms mean what they say")
  func terms() throws {
    guard
      case .submit(let message) = try ClientMessage(line: Fixture("client-submit").line)
    else { throw WireError.malformed("no submission") }
    var terms = LaunchTerms()
    terms.priority = 5
    terms.needs = ["gpu": 1]
    terms.dependencies = [
      Dependency(.number(try #require(TaskNumber(7))), needsSuccess: true),
      Dependency(.key(TaskKey(high: 0, low: 1)), needsSuccess: false),
    ]
    terms.earliest = EarliestStart(
      WallTime(millisecondsSinceEpoch: 1_795_384_800_000), words: "until 22:00")
    terms.conditions = [.externalPower, .network, .idle(.seconds(600)), .loadBelow(2)]
    terms.retries = 2
    #expect(message.terms == terms)
    #expect(message.submission.description.group == "ml")
  }

  @Test("what must hold as long as a task runs is told apart from what must hold when it starts")
  func whileConditions() throws {
    guard
      case .submit(let message) = try ClientMessage(line: Fixture("client-submit-while").line)
    else { throw WireError.malformed("no submission") }
    #expect(message.terms.conditions == [.idle(.seconds(600))])
    #expect(message.terms.whileConditions == [.externalPower, .loadBelow(1.5)])
  }

  @Test(
    "terms that aren't understood are refused: nothing starts on a guess",
    arguments: [
      #""priority":1001"#, #""needs":{"gpu":0}"#, #""needs":{"gpu":-1}"#, #""needs":{"gpu":1e9}"#,
      #""needs":7"#, #""after":"x y""#, #""after":[0]"#, #""at":"tomorrow""#,
      #""when":["moonlight"]"#,
      #""refresh":60"#, #""identifier":"a","refresh":0"#,
      #""identifier":"a","refresh":60,"launcher":"worker""#, #""identifier":"a","refresh":1e99"#,
      #""while":["rain"]"#, #""while":"ac""#, #""when":["load<0"]"#, #""when":["idle="]"#,
      #""retries":-1"#, #""launcher":"cron""#,
      #""strategy":"soon""#, #""slot":"yes""#, #""array":{"index":-1,"count":2}"#,
      #""array":{"index":1,"count":10001}"#, #""array":{"index":1,"count":2,"limit":0}"#,
      #""array":{"count":2}"#, #""patch":"AA==""#,
    ])
  func badTerms(field: String) {
    let line = #"{"type":"submit","key":"5f0c9a7e21d34b6f8a90c1d2e3f40516","title":"x",\#(field)}"#
    #expect(throws: WireError.self) { try decodeClient(line) }
  }

  @Test("a payload is what it was, whatever bytes it holds; what is none is nil")
  func payload() {
    let payload = LaunchPayload(
      command: [[0x73, 0x68], [], [0xFF, 0x0A, 0x80]], environment: [[0x41, 0x3D], [0xFE]],
      directory: [0x2F, 0xE9], umask: 0o27)
    #expect(LaunchPayload(payload.bytes) == payload)
    for count in 0..<payload.bytes.count {
      let part = LaunchPayload(Array(payload.bytes.prefix(count)))
      #expect(part?.command != payload.command || part?.directory == payload.directory)
    }
    for text in [
      "", "\0", "22\0/\0" + "0\0", "22\0/\0" + "9\0ls\0", "8\0/\0" + "1\0ls\0", "22\0/\0-1\0ls\0",
    ] {
      #expect(LaunchPayload(Array(text.utf8)) == nil, "\(text)")
    }
  }

  @Test(
    "conditions are written as they are read", arguments: ["ac", "network", "idle=600", "load<0.5"])
  func conditions(text: String) throws {
    #expect(try #require(StartCondition(text)).text == text)
  }
}
