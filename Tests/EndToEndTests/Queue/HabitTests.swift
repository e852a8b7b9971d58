import Testing
import TestHarness
import TestProcesses

/// Habits of people who come from other queues, as they type them.
@Suite("Habits of other queues") struct HabitTests {
  @Test("ranges and numbers also find tasks that have left the list: wait, show, logs, restart")
  func recorded() async throws {
    try await Workspace.use(config: "[monitor]\nkeep-ended = \"1s\"\n") { workspace in
      try await workspace.run(
        "headway submit -- sh -c 'echo out; exit 7' >/dev/null; headway submit -- true >/dev/null; "
          + "headway wait 1; headway wait 2")
      try await eventually("an empty list") { try await workspace.list().isEmpty }
      for words in ["1-2", "--filter n:1-2", "--filter n:1,2"] {
        #expect(try await workspace.run("headway wait \(words)").code == 7, "\(words)")
      }
      let shown = try await workspace.run("headway show --json 1-2 | jq -r '.[].number'")
      #expect(shown.text == "1\n2\n", "\(shown.errorText)")
      #expect(try await workspace.run("headway logs 1-2").text.contains("out"))
      #expect(try await workspace.run("headway wait 5-6").code == 1)
      let again = try await workspace.run("headway restart 1-2; headway wait 1-2")
      #expect(again.code == 7 && again.errorText.isEmpty, "\(again.errorText)")
    }
  }

  @Test("who gives up in the editor of restart --edit restarts nothing")
  func givenUpEdit() async throws {
    try await Workspace.use { workspace in
      try await workspace.run(
        "headway submit --title once -- sh -c 'echo x >>ran; exit 3'; headway wait 1")
      for editor in ["truncate -s 0", "false"] {
        for words in ["", "--as-new"] {
          let given = try await workspace.run(
            "EDITOR='\(editor)' headway restart --edit \(words) 1")
          #expect(given.text.isEmpty && !given.errorText.isEmpty, "\(given.text)")
        }
      }
      let list = try await workspace.list()
      #expect(list.count == 1 && list[0].state == "ended" && list[0].attempt == 1)
      let same = try await workspace.run(
        "EDITOR=true headway restart --edit 1; headway wait 1; cat ran")
      #expect(same.text == "x\nx\n", "\(same.errorText)")
    }
  }

  @Test("resume of a group leaves what a person holds, and says so")
  func heldTasks() async throws {
    try await Workspace.use(config: "[group.hq]\nslots = 1\n") { workspace in
      let script = """
        headway pause --group hq 2>/dev/null
        headway submit -g hq --hold --title held -- true >/dev/null 2>&1
        headway submit -g hq --title free -- true >/dev/null 2>&1
        headway resume --group hq; headway wait 2; headway resume --all
        """
      let outcome = try await workspace.run(script)
      let line = "headway: task 1 stays on hold; to let it go on: headway resume 1\n"
      #expect(outcome.errorText == line + line, "\(outcome.errorText)")
      #expect(try await workspace.task("held").state == "queued")
      #expect(try await workspace.run("headway resume 1; headway wait 1").code == 0)
    }
  }

  @Test("default names the tasks without a group in every command")
  func defaultGroup() async throws {
    try await Workspace.use(config: "[queue]\nslots = 1\n[group.ml]\nslots = 1\n") { workspace in
      let script = """
        headway submit -g default --title a -- sh -c 'exit 4' >/dev/null
        headway submit -g ml --title b -- true >/dev/null
        headway wait --group default; echo $?; headway wait --group ml; echo $?
        headway list --filter group:default --json | jq -r '.[].title'
        headway submit -g ml --hold --title c -- true >/dev/null
        headway edit 3 --group default; headway list --filter n:3 --json | jq -r '.[0].group'
        headway cancel --group default; headway clean --group default >/dev/null
        headway list --all --json | jq -r '.[].title'
        """
      let outcome = try await workspace.run(script)
      #expect(outcome.text == "4\n0\na\nnull\nb\n", "\(outcome.errorText)")
    }
  }

  @Test(
    "a habit that means something else here is refused with what is meant",
    arguments: [
      ("headway add --after 3 4 -- true", "--after 3,4"),
      ("headway submit --id last -- true", "choose another identifier"),
      ("headway submit --id 5-7 -- true", "choose another identifier"),
      ("headway submit --id '' -- true", "--id is empty"),
      (
        "echo '{\"command\": [\"pwd\"], \"directory\": \"/nope\"}' | headway submit --batch -",
        "there is no directory /nope"
      ),
    ])
  func refused(command: String, words: String) async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run(command)
      #expect(outcome.code != 0 && outcome.errorText.contains(words), "\(outcome.errorText)")
      #expect(try await workspace.list().isEmpty)
    }
  }
}
