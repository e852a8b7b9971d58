import HeadwayModel
import Testing

@Suite struct TaskQueryTests {
  private static let now = WallTime(millisecondsSinceEpoch: 1_700_000_000_000)

  private static func task(_ adjust: (inout TaskSnapshot) -> Void = { _ in }) throws
    -> TaskSnapshot
  {
    var task = TaskSnapshot(
      number: try #require(TaskNumber(7)), key: TaskKey(high: 0, low: 7), title: "Nightly Backup",
      state: .ended)
    task.identifier = "com.example.backup.7"
    task.subtitle = "/home/Ada"
    task.group = "ml"
    task.command = ["rsync", "-a", "Über uns"]
    task.ending = TaskEnding(reason: .failed, status: .code(2))
    task.startedAt = WallTime(millisecondsSinceEpoch: 1_700_000_000_000 - 7_200_000)
    task.endedAt = WallTime(millisecondsSinceEpoch: 1_700_000_000_000 - 3_600_000)
    adjust(&task)
    return task
  }

  @Test(
    "a query holds for the tasks it describes",
    arguments: [
      "", "   ", "backup", "BACK*up", "nightly ada", "rsync", "über", "\"y b\"", "\"-a\"",
      "title:night", "command:\"rsync -a\"", "state:ended", "state:running,ended", "-state:live",
      "state:failed", "-state:completed,silent,waiting",
      "reason:failed", "reason:lost,failed", "group:ml", "group:M*", "id:com.example.*",
      "id:*.7", "id:com*back*7", "since:2h", "since:1h", "-since:30m", "n:7",
      "started:2h", "started:<3h", "started:>1h", "ended:1h", "ended:>59m", "exit:2", "exit:1-9",
      "-exit:0", "n:1-9", "n:1,7",
      "group:ml reason:failed id:com.example.* since:2h backup", "\"nightly\"", "*", "-nothing",
      "-group:other", "nightly -evening",
    ])
  func holds(_ text: String) throws {
    let query = try TaskQuery(text)
    let task = try Self.task()
    #expect(query.matches(task, at: Self.now))
  }

  @Test(
    "a query doesn't hold for other tasks",
    arguments: [
      "evening", "up*back", "state:running", "state:live", "reason:completed", "group:m",
      "group:ml*x",
      "id:com.example", "id:com.example.backup.7.*", "since:59m", "n:8",
      "started:1h", "started:>2h", "ended:59m", "ended:>1h", "exit:0", "exit:3-9", "n:8-9",
      "-backup",
      "backup -rsync", "-group:ml", "title:ada", "command:nightly",
    ])
  func doesNotHold(_ text: String) throws {
    let query = try TaskQuery(text)
    let task = try Self.task()
    #expect(!query.matches(task, at: Self.now))
  }

  @Test(
    "the newest task has its number, and the rest of the query stays",
    arguments: [
      ("n:last", "n:7"), ("-n:last,3 state:ended", "-n:7,3 state:ended"), ("n:1-9", "n:1-9"),
      ("  \"n:last\" title:\"a  b\"  n:last", "\"n:last\" title:\"a  b\" n:7"),
    ])
  func newest(_ text: String, named: String) throws {
    let query = try TaskQuery(text)
    let hasNewest = named != text
    #expect(query.namesNewest == hasNewest)
    let resolved = query.naming(newest: try #require(TaskNumber(7)))
    #expect(resolved.text == named && !resolved.namesNewest)
    #expect(try !hasNewest || !TaskQuery("n:last").matches(Self.task(), at: Self.now))
  }

  @Test(
    "what the list says of a live task can be asked for, with spaces or hyphens",
    arguments: [
      "silent", "not-advancing", "\"not advancing\"", "slow", "memory-is-short",
      "waiting-for-input", "waiting",
      "\"waiting for your input\"", "waiting-for-a-password", "running", "live",
    ])
  func standing(_ value: String) throws {
    let tasks = try StallKind.allCases.map { stall in
      try Self.task { ($0.state, $0.stall.kind) = (.running, stall) }
    }
    let waits = try [InputWait.input, .password].map { wait in
      try Self.task { ($0.state, $0.waitingForInput) = (.running, wait) }
    }
    let query = try TaskQuery("state:\(value)")
    let matches = (tasks + waits).filter { query.matches($0, at: Self.now) }
    let expected = ["running": 7, "live": 7, "waiting": 2][value] ?? 1
    #expect(matches.count == expected)
    #expect(!query.matches(try Self.task(), at: Self.now))
  }

  @Test("what isn't known matches no value")
  func whatIsNotKnownMatchesNoValue() throws {
    let task = try Self.task {
      ($0.identifier, $0.group, $0.command, $0.state) = (nil, nil, nil, .running)
    }
    for text in [
      "id:*", "group:*", "command:r", "reason:failed", "ended:>1s", "ended:9d", "exit:2",
    ] {
      let query = try TaskQuery(text)
      #expect(!query.matches(task, at: Self.now), "\(text)")
    }
    let live = try TaskQuery("since:1s state:live")
    #expect(live.matches(task, at: Self.now))
  }

  @Test(
    "errors say what to do",
    arguments: [
      ("colour:red", "unknown filter key colour"), ("state:done", "state:done isn't understood"),
      ("state:done", "live, queued"), ("state:done", "reason:failed"),
      ("state:done", "not-advancing"),
      ("state:", "isn't understood"), ("reason:failed,", "isn't understood"),
      ("started:soon", "started:2h"), ("ended:>", "ended:2h"), ("exit:-1", "exit:2 or exit:1-255"),
      ("since:soon", "since:2h or since:3d"), ("since:99999999999d", "isn't understood"),
      ("n:0", "n:7, n:7-12 or n:last"), ("n:9-7", "isn't"), ("n:99999999999999999999", "isn't"),
      ("\"open", "close it"), ("http://example.com", "unknown filter key http"),
    ])
  func errorsSayWhatToDo(_ text: String, _ words: String) {
    let error = #expect(throws: QueryError.self) { try TaskQuery(text) }
    let line = error?.description ?? ""
    #expect(line.contains(words) && !line.contains("\n"), "\(line)")
  }

  @Test("what is hostile is harmless")
  func whatIsHostileIsHarmless() throws {
    let error = #expect(throws: QueryError.self) { try TaskQuery("state:\u{1B}[2J") }
    #expect(error?.description.contains("\u{1B}") == false)
    #expect(throws: QueryError.tooLong) { try TaskQuery(String(repeating: "a", count: 5000)) }
    #expect(throws: QueryError.tooLong) { try TaskQuery(String(repeating: "a ", count: 65)) }
    let stars = try TaskQuery(String(repeating: "*a", count: 2000))
    let task = try Self.task { $0.title = SanitisedText(String(repeating: "a", count: 60)) }
    #expect(!stars.matches(task, at: Self.now))
  }
}
