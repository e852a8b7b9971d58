import Foundation
import Glibc
import Testing
import TestHarness
import TestProcesses

/// Commands that run again and again, each time as a task of their own.
@Suite("headway submit --every", .fewAtATime) struct RepeatedRunTests {
  private static let counting = "sh -c 'echo $HEADWAY_TASK_NUMBER | tee -a runs'"

  @Test("each run is a task with a number, a log and a line in history; the next one waits")
  func runs() async throws {
    try await Workspace.use { workspace in
      let submitted = try await workspace.run(
        "headway submit --every 1s --title tick -- \(Self.counting)")
      #expect(submitted.code == 0 && submitted.text == "1\n", "\(submitted.errorText)")
      try await eventually("three runs") { workspace.runs.count >= 3 }
      let logs = try await workspace.run("headway logs 1; headway logs 2")
      #expect(logs.text == "1\n2\n")
      let history = try await workspace.run(
        "headway history --json | grep -c '\"number\" : [12],'")
      #expect(history.text == "2\n")
      try await workspace.endAll()
      #expect(Set(workspace.runs).count == workspace.runs.count, "\(workspace.runs)")
    }
  }

  @Test("kill -9 of the hub between runs loses none of the series and runs nothing twice")
  func killed() async throws {
    try await Workspace.use { workspace in
      try await workspace.run("headway submit --every 1s --title tick -- \(Self.counting)")
      for round in 1...4 {
        try await eventually("run \(round)") { workspace.runs.count >= round }
        for hub in workspace.processes("headwayd") { kill(hub, SIGKILL) }
        let waiting = try await workspace.list().filter { $0.state == "queued" }
        #expect(waiting.count <= 1, "at most one next run")
      }
      try await eventually("two more runs") { workspace.runs.count >= 6 }
      try await workspace.endAll()
      #expect(workspace.runs == Array(1...workspace.runs.count))
    }
  }

  @Test("a cancel of the waiting run ends the series, and says so; list and show name the times")
  func cancel() async throws {
    try await Workspace.use { workspace in
      try await workspace.run("headway submit --every 1h --title backup -- true; headway wait 1")
      try await eventually("the next run") {
        try await workspace.list().contains { $0.number == 2 && $0.state == "queued" }
      }
      let line = try await workspace.run("headway list | grep backup").text
      #expect(line.contains("every 1h, next "), "\(line)")
      let json = try await workspace.run("headway list --json | grep -c '\"every\" : \"1h\"'")
      #expect(json.text == "2\n")
      let sheet = try await workspace.run("headway show 2 | grep '^every'")
      #expect(sheet.text == "every       1h\n")
      let early = try await workspace.run("headway start 2 && headway wait 2")
      #expect(early.code == 0, "\(early.errorText)")
      let cancelled = try await workspace.run("headway cancel 3")
      #expect(cancelled.errorText == "headway: cancelled 3; \"backup\" does not run again\n")
      let ends = try await workspace.list().filter { $0.number == 3 }.map(\.end)
      #expect(ends == ["cancelled/user"])
      #expect(try await workspace.list().allSatisfy { $0.state == "ended" })
    }
  }

  @Test("two runs never overlap: a time during a run is skipped, or waits for the end")
  func overlap() async throws {
    try await Workspace.use { workspace in
      let job = "sh -c 'mkdir lock || echo twice >>faults; sleep 2.5; rmdir lock; echo >>ended'"
      try await workspace.run(
        """
        headway submit --every 1s --overlap queue --title queues -- \(job)
        headway submit --every 1s --title skips -- sh -c 'echo $HEADWAY_TASK_NUMBER; sleep 2.5'
        """)
      try await eventually("the next run waits for the run before") {
        try await workspace.list().contains {
          $0.title == "queues" && $0.blockedOn?.hasPrefix("the run before it, task ") == true
        }
      }
      try await eventually("three runs") { workspace.read("ended").count >= 3 }
      let live = try await workspace.list().filter { $0.state != "ended" }
      #expect(live.count <= 4, "a run and the next one, twice: \(live)")
      try await workspace.endAll()
      #expect(workspace.read("faults") == "")
    }
  }

  @Test("a time that passed while no hub ran is skipped, or made up for once with --catch-up")
  func missed() async throws {
    try await Workspace.use { workspace in
      try await workspace.run(
        """
        headway submit --every 'daily' --title skips -- sh -c 'echo >>skipped'
        headway submit --every 'daily' --catch-up --title catches -- sh -c 'echo >>caught'
        """)
      for hub in workspace.processes("headwayd") { kill(hub, SIGKILL) }
      try await workspace.letTimesPass()
      try await workspace.run("headway list >/dev/null")
      try await eventually("the run that was missed") { workspace.read("caught") == "\n" }
      let tasks = try await workspace.list().filter { $0.state == "queued" }
      #expect(tasks.count == 2, "\(tasks)")
      for task in tasks {
        #expect(task.blockedOn?.hasPrefix("every daily, next ") == true, "\(task)")
      }
      #expect(workspace.read("skipped") == "" && workspace.read("caught") == "\n")
    }
  }

  @Test("a submission under the identifier replaces the series, at a distance from its last run")
  func identifier() async throws {
    try await Workspace.use { workspace in
      let script = """
        headway submit --id job --every 1h -- sh -c 'echo >>first'; headway wait 1
        headway submit --id job --every 2h -- sh -c 'echo >>second'
        """
      let outcome = try await workspace.run(script)
      #expect(outcome.errorText == "headway: task 3 replaces 2\n")
      let tasks = try await workspace.list().filter { $0.state == "queued" }
      #expect(tasks.map(\.number) == [3])
      #expect(tasks.first?.blockedOn?.hasPrefix("every 2h, next ") == true)
      #expect(workspace.read("first") == "\n" && workspace.read("second") == "")
    }
  }

  @Test("edit gives a task times and takes them away; a series survives in the editor's text")
  func edit() async throws {
    try await Workspace.use { workspace in
      try await workspace.run("headway submit --at +1h --title once -- true")
      let made = try await workspace.run("headway edit 1 --every 'Mon..Fri 03:00'")
      #expect(made.code == 0, "\(made.errorText)")
      let words = try await workspace.task("once").blockedOn
      #expect(words?.hasPrefix("every Mon..Fri 03:00, next ") == true)
      let edited = try await workspace.run(
        "EDITOR='sed -i s/Mon..Fri.03:00/hourly/' headway edit 1")
      #expect(edited.code == 0, "\(edited.errorText)")
      let hourly = try await workspace.task("once").blockedOn
      #expect(hourly?.hasPrefix("every hourly, next ") == true)
      let ended = try await workspace.run("headway edit 1 --no-every && headway start 1")
      #expect(ended.code == 0, "\(ended.errorText)")
      try await workspace.run("headway wait 1")
      #expect(try await workspace.list().count == 1)
    }
  }

  @Test(
    "an error names the part that is wrong, and nothing is queued",
    arguments: [
      ("--every 25:00", "25: an hour is a number from 0 to 23"),
      ("--every '*-02-30'", "*-02-30: there is no such date"),
      ("--every dayly", "dayly: this is no weekday"), ("--every 10ms", "an interval is from 1s"),
      ("--every 5", "add a unit"), ("--every 2020-01-01", "\"2020-01-01\" has passed"),
      ("--overlap queue", "add --every"), ("--every 1h --now", "leave it out with --every"),
      ("--every 1h --refresh 1h --id a", "--every and --refresh both repeat"),
    ])
  func errors(_ options: String, _ words: String) async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(
        "headway hub start >/dev/null; headway submit \(options) -- true")
      #expect(outcome.errorText.contains(words), "\(outcome.errorText)")
      #expect(outcome.text.isEmpty)
      #expect(try await workspace.list().isEmpty)
    }
  }
}

extension Workspace {
  /// The numbers that the runs wrote, in order.
  fileprivate var runs: [Int] { read("runs").split(separator: "\n").compactMap { Int($0) } }

  /// Ends all series and all runs, however often a next run begins meanwhile.
  fileprivate func endAll() async throws {
    try await eventually("the end of all series") {
      try await run("headway cancel --filter 'state:queued' --yes; headway cancel --all --yes")
      return try await list().allSatisfy { $0.state == "ended" }
    }
  }

  /// Sets the times of all waiting runs into the past, while no hub runs.
  fileprivate func letTimesPass() async throws {
    let outcome = try await run(
      """
      python3 - '\(folder)/state/headway/record.sqlite' <<'end'
      import json, sqlite3, sys
      with sqlite3.connect(sys.argv[1]) as record:
          rows = record.execute("SELECT key, terms FROM task WHERE state = 'queued'").fetchall()
          for key, terms in rows:
              terms = json.loads(terms)
              terms["at"] = terms["doneThrough"] = "2020-01-01T00:00:00.000Z"
              record.execute("UPDATE task SET terms = ? WHERE key = ?", (json.dumps(terms), key))
      end
      """)
    #expect(outcome.code == 0, "\(outcome.errorText)")
  }
}
