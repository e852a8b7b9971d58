import Glibc
import Testing
import TestHarness
import TestProcesses

/// `from headway import tqdm`.
@Suite(.fewAtATime) struct TqdmTests {
  @Test("a loop is a card; its description, postfix and total are the card's")
  func loop() async throws {
    try await Workspace.use { workspace in
      try await HubProcess.start(workspace)
      let program = try workspace.startPython(
        """
        bar = tqdm(["a", "b", "c"], desc="Letters: ", unit="letters")
        for letter in bar:
            bar.set_postfix(loss=0.123456, letter=letter)
            if letter == "b": until("b")
        tqdm.write("between")
        with tqdm(total=1.5e9, unit="B", unit_scale=True, desc="Copy", delay=0.01) as bar:
            bar.update(5e8)
            bar.update(250_000_000)
            until("copied")
            bar.reset(total=100)
            bar.update(7)
            bar.set_description("Again")
            until("again")
        print(bar.n, bar.total, len(bar), bool(tqdm([])), sum(trange(5)))
        """)
      let letters = try await workspace.task("Letters") { $0.completed == 1 }
      #expect(letters.total == 3 && letters.subtitle == "letter=b, loss=0.123")
      try await workspace.run("touch b")
      try await workspace.task("Letters") { $0.end == "completed" && $0.completed == 3 }
      let copy = try await workspace.task("Copy") { $0.completed == 750_000_000 }
      #expect(copy.total == 1_500_000_000 && copy.unit == "B")
      try await workspace.run("touch copied")
      let again = try await workspace.task("Again") { $0.completed == 7 }
      #expect(again.total == 100 && again.key == copy.key)
      try await workspace.run("touch again")
      let outcome = try await program.outcome()
      #expect(outcome.text == "between\n7 100 100 False 10\n")
      #expect(outcome.errorText == "")
    }
  }

  @Test("nested bars are two cards, and bars that are over at once are none")
  func nested() async throws {
    try await Workspace.use { workspace in
      try await HubProcess.start(workspace)
      let program = try workspace.startPython(
        """
        for _ in range(200):
            for _ in tqdm(range(10), desc="Short"): pass
        for epoch in trange(3, desc="Epochs"):
            for step in tqdm(range(50), desc="Epoch %d" % epoch, leave=False):
                if step == 25: until("epoch%d" % epoch)
        """)
      for epoch in 0..<3 {
        let inner = try await workspace.task("Epoch \(epoch)") { $0.completed == 25 }
        let outer = try await workspace.task("Epochs") { ($0.completed ?? 0) == epoch }
        #expect(inner.total == 50 && outer.total == 3 && inner.parent == outer.key)
        try await workspace.run("touch epoch\(epoch)")
      }
      #expect(try await program.outcome().errorText == "")
      let tasks = try await workspace.list(all: true)
      #expect(tasks.map(\.title).sorted() == ["Epoch 2", "Epochs"])
      #expect(tasks.allSatisfy { $0.end == "completed" })
    }
  }

  @Test("a loop that is left is cancelled, by an exception failed; a block around it knows better")
  func left() async throws {
    try await Workspace.use { workspace in
      try await HubProcess.start(workspace)
      let program = try workspace.startPython(
        """
        for i in tqdm(range(9), desc="Broken off"):
            if i == 2: until("go"); break
        with tqdm(range(9), desc="Found") as bar:
            for i in bar:
                if i == 2: until("found"); break
        def numbers():
            yield 1
            raise OSError("read error")
        try:
            for i in tqdm(numbers(), desc="Source"): until("source")
        except OSError: pass
        try:
            with tqdm(range(9), desc="Held") as bar:
                for i in bar:
                    for j in tqdm(range(9), desc="Part"):
                        until("held")
                        1 / 0
        except ZeroDivisionError: pass
        until("seen")
        for i in tqdm(range(9), desc="Outer"):
            for j in tqdm(range(9), desc="Inner"):
                until("died")
                1 / 0
        """)
      try await workspace.task("Broken off") { $0.state == "running" }
      try await workspace.run("touch go")
      let broken = try await workspace.task("Broken off") { $0.end == "cancelled/user" }
      #expect(broken.completed == 2 && broken.total == 9)
      try await workspace.task("Found") { $0.state == "running" }
      try await workspace.run("touch found")
      try await workspace.task("Found") { $0.end == "completed" }
      try await workspace.task("Source") { $0.state == "running" }
      try await workspace.run("touch source")
      try await workspace.task("Source") { $0.end == "failed" }
      try await workspace.task("Part") { $0.state == "running" }
      try await workspace.run("touch held")
      try await workspace.task("Held") { $0.end == "failed" }
      try await workspace.task("Part") { $0.end == "failed" }
      try await workspace.run("touch seen")
      try await workspace.task("Inner") { $0.state == "running" }
      try await workspace.run("touch died")
      #expect(try await program.outcome().code == 1)
      try await workspace.task("Inner") { $0.end == "failed" }
      try await workspace.task("Outer") { $0.end == "failed" }
    }
  }

  @Test("a cancel interrupts a loop at its next item, within an inner one too")
  func cancelled() async throws {
    try await Workspace.use { workspace in
      try await HubProcess.start(workspace)
      let program = try workspace.startPython(
        """
        try:
            for epoch in tqdm(range(9), desc="Epochs"):
                for step in tqdm(range(10**9), desc="Steps"):
                    time.sleep(0.001)
        except KeyboardInterrupt as error:
            print("saved at", epoch, error)
        """)
      let outer = try await workspace.task("Epochs")
      try await workspace.task("Steps") { $0.completed ?? 0 > 0 }
      try await workspace.run("headway cancel \(outer.number)")
      let outcome = try await program.outcome()
      #expect(outcome.text == "saved at 0 user\n" && outcome.errorText == "")
      try await workspace.task("Epochs") { $0.end == "cancelled/user" }
      try await workspace.task("Steps") { $0.end == "cancelled/user" }
    }
  }
}
