import Foundation
import Glibc
import Testing
import TestHarness
import TestProcesses

/// `headway submit --array`.
@Suite("headway submit --array") struct ArrayTests {
  @Test("each part has its index; two run at once; the array is waited for, restarted and shown")
  func parts() async throws {
    try await Workspace.use(config: "[queue]\nslots = 8\n") { workspace in
      let script = #"""
        echo "$HEADWAY_ARRAY $HEADWAY_ARRAY_INDEX $HEADWAY_ARRAY_COUNT" >>"$HEADWAY_ARRAY_INDEX.out"
        mkdir "run.$HEADWAY_ARRAY_INDEX"; ls -d run.* | wc -l >>counts; sleep 0.2
        rmdir "run.$HEADWAY_ARRAY_INDEX"
        test "$HEADWAY_ARRAY_INDEX" != 5 || test -e fixed
        """#
      try workspace.write(script, to: "work/align.sh")
      let done = try await workspace.run(
        """
        headway submit -- true; headway submit --array 1-7:2%2 --title align -- sh align.sh \
          && headway wait --filter array:2
        """)
      #expect(done.text == "1\n2-5\n" && done.code == 1, "\(done.errorText)")
      for index in [1, 3, 5, 7] { #expect(workspace.read("\(index).out") == "2 \(index) 4\n") }
      let counts = workspace.read("counts").split(separator: "\n").compactMap { Int($0) }
      #expect(counts.count == 4 && counts.allSatisfy { $0 <= 2 }, "\(counts)")
      let tasks = try await workspace.list(all: true)
      #expect(
        tasks.map(\.title) == ["true", "align [1]", "align [3]", "align [5]", "align [7]"])
      let json = try await workspace.run("headway list --json --filter array:2")
      let objects = try #require(
        JSONSerialization.jsonObject(with: Data(json.text.utf8)) as? [[String: Any]])
      let places = objects.compactMap { $0["array"] as? [String: Int] }
      #expect(places.count == 4)
      #expect(places.last == ["first": 2, "index": 7, "count": 4, "limit": 2])
      let restarted = try await workspace.run(
        """
        touch fixed; headway restart --failed --filter array:2 && headway wait --filter array:2 \
          && headway show 4 | grep array; headway clean --yes --filter array:2 \
          && headway history --filter array:2
        """)
      #expect(restarted.code == 0, "\(restarted.errorText)")
      #expect(restarted.text.contains("2, index 5 (4 parts)"), "\(restarted.text)")
      #expect(workspace.read("5.out") == "2 5 4\n2 5 4\n")
    }
  }

  @Test("cancel --filter array:N ends all parts, and the limit outlives kill -9")
  func cancelled() async throws {
    try await Workspace.use(config: "[queue]\nslots = 8\n") { workspace in
      let submitted = try await workspace.run("headway submit --array 0-3%1 -- sleep 300")
      #expect(submitted.text == "1-4\n", "\(submitted.errorText)")
      try await workspace.task("sleep 300 [0]") { $0.state == "running" }
      for hub in workspace.processes("headwayd") { kill(hub, SIGKILL) }
      let second = try await workspace.task("sleep 300 [1]") { $0.state == "queued" }
      #expect(second.blockedOn == "the part of its array that runs")
      let ended = try await workspace.run(
        "headway cancel --yes --filter array:1; headway wait --filter array:1")
      #expect(ended.code != 0)
      #expect(try await workspace.list(all: true).allSatisfy { $0.endReason == "cancelled" })
    }
  }

  @Test(
    "misuse is one line",
    arguments: [
      ("--array 0-10000 -- true", "at most 10000"), ("--array 1-3 --batch x", "leave one out"),
      ("--array 1-3 --id x -- true", "--id names one task"), ("--array 1-3 --now -- true", "--now"),
      ("--array 1-3", "no command given"),
    ])
  func misuse(options: String, words: String) async throws {
    try await Workspace.use { workspace in
      let refused = try await workspace.run("headway submit \(options)")
      #expect(refused.code == 64 && refused.errorText.contains(words), "\(refused.errorText)")
      #expect(refused.errorText.split(separator: "\n").count == 1)
    }
  }
}
