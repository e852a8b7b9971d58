import Foundation
import Testing
import TestHarness
import TestProcesses

/// `demo/python/headway.py` where something is wrong: the program doesn't notice.
@Suite(.fewAtATime) struct PythonFaultTests {
  @Test("kill -9 the hub, start another: the same task goes on, and ends once")
  func hubKilled() async throws {
    try await Workspace.use { workspace in
      let hub = try await HubProcess.start(workspace)
      let program = try workspace.startPython(
        """
        with headway.task("Steady", total=100, subtitle="before") as task:
            task.advance(10)
            until("killed")
            task.advance(20)
            task.subtitle = "without"
            until("end")
        """)
      let before = try await workspace.task("Steady") { $0.completed == 10 }
      try await hub.kill9()
      try await workspace.run("touch killed")
      try await HubProcess.start(workspace)
      let after = try await workspace.task("Steady", within: .seconds(2)) { $0.completed == 30 }
      #expect(after.key == before.key && after.number == before.number)
      #expect(after.subtitle == "without" && after.state == "running" && after.pid == program.pid)
      try await workspace.run("touch end")
      #expect(try await program.outcome().errorText == "")
      let tasks = try await workspace.list(all: true)
      #expect(tasks.map(\.end) == ["completed"] && tasks.first?.number == before.number)
    }
  }

  @Test("a hub killed for good: the end waits in the spool for the next one, and counts once")
  func endSpooled() async throws {
    try await Workspace.use { workspace in
      let hub = try await HubProcess.start(workspace)
      let program = try workspace.startPython(
        """
        with headway.task("Ends alone", total=4) as task:
            task.advance(2)
            until("killed")
            raise OSError("disk full")
        """)
      let before = try await workspace.task("Ends alone") { $0.completed == 2 }
      try await hub.kill9()
      try await workspace.run("touch killed")
      #expect(try await program.outcome().code == 1)
      #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.spool) == [before.key])
      try await HubProcess.start(workspace)
      try await workspace.task("Ends alone") { $0.end == "failed" }
      #expect(try await workspace.list(all: true).map(\.number) == [before.number])
      #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.spool).isEmpty)
    }
  }

  @Test("a FIFO that has the name of the file on its way to the spool is not waited for")
  func spoolFIFO() async throws {
    try await Workspace.use { workspace in
      let hub = try await HubProcess.start(workspace)
      let program = try workspace.startPython(
        """
        with headway.task("Ends alone") as task:
            until("killed")
            os.mkfifo(os.environ["XDG_STATE_HOME"] + "/headway/spool/" + task.key + ".new")
        """)
      let before = try await workspace.task("Ends alone") { $0.state == "running" }
      try await hub.kill9()
      try await workspace.run("touch killed")
      #expect(try await program.outcome().code == 0)
      #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.spool) == [before.key])
    }
  }

  @Test("a stopped hub: no call takes 10 ms, the exit hardly longer, and the end is in the record")
  func hubStopped() async throws {
    try await Workspace.use { workspace in
      let hub = try await HubProcess.start(workspace)
      let program = try workspace.startPython(
        """
        task = headway.begin("Told", total=10**9)
        eventually(lambda: task.number)
        say("begun")
        until("stopped")
        late = headway.begin("Untold", total=2)

        def unscheduled():  # ns in which this process could have run (proc(5), schedstat)
            paths = ["/proc/self/task/%s/schedstat" % name for name in os.listdir("/proc/self/task")]
            return sum(int(open(path).read().split()[1]) for path in paths)

        step = 0
        def longest():
            global step
            worst, over = 0, time.monotonic() + 0.4
            while time.monotonic() < over:
                step += 1
                waited, before = unscheduled(), time.monotonic_ns()
                task.advance()
                task.subtitle = "%d " % step * 200
                if step % 100 == 0: headway.begin("Step %d" % step).end()
                took = time.monotonic_ns() - before
                if took > worst: worst = max(worst, took - (unscheduled() - waited))
            return worst
        # What waits for the hub does so each time; a processor that others had comes now and then.
        worst = min(longest() for _ in range(3))
        late.end()
        task.end()
        ended = time.monotonic()
        print(worst // 1000, headway.flush(), round((time.monotonic() - ended) * 1000))
        """)
      try await eventually("its begin") { workspace.exists("begun") }
      hub.send(SIGSTOP)
      try await workspace.run("touch stopped")
      let outcome = try await program.outcome()
      let words = outcome.line.split(separator: " ")
      #expect(words.count == 3 && words[1] == "True", "\(outcome.text)\(outcome.errorText)")
      let worst = try #require(words.first.flatMap { Int($0) })
      #expect(worst < 10_000, "the longest call took \(worst) µs")
      let flush = try #require(Int(words[2]))
      #expect(flush < 3000, "the ends took \(flush) ms")
      hub.send(SIGCONT)
      try await workspace.task("Told") { $0.end == "completed" }
      try await workspace.task("Untold") { $0.end == "completed" }
      try await eventually("every end, once") {
        let tasks = try await workspace.list(all: true)
        return tasks.allSatisfy { $0.end == "completed" }
          && Set(tasks.map(\.title)).count == tasks.count
      }
    }
  }

  @Test("without a hub, or with HEADWAY=off: nothing is printed, written or started")
  func noHub() async throws {
    let program = """
      import json
      idle = threading.active_count()
      with headway.task("Nobody", total=3) as task:
          task.advance()
          task.check_cancelled()
      for _ in tqdm(range(3)): pass
      print(idle, threading.active_count(), task.completed, task.number, task.cancelled)
      """
    try await Workspace.use { workspace in
      let alone = try await workspace.runPython(program)
      #expect(alone.line == "1 2 1 None None" && alone.errorText == "" && alone.code == 0)
      let off = try await workspace.runPython(program, environment: ["HEADWAY": "off"])
      #expect(off.line == "1 1 1 None None" && off.errorText == "" && off.code == 0)
      for environment in [["HEADWAY_SOCKET": "relative"], ["HEADWAY_SOCKET": "/dev/null/x"]] {
        let lost = try await workspace.runPython(program, environment: environment)
        #expect(lost.line == "1 2 1 None None" && lost.errorText == "" && lost.code == 0)
      }
      #expect(HubProcess.all(workspace).isEmpty)
      let written = try FileManager.default.contentsOfDirectory(atPath: "\(workspace.folder)/state")
      #expect(written == [])
      try await HubProcess.start(workspace)
      #expect(try await workspace.runPython(program, environment: ["HEADWAY": "off"]).code == 0)
      #expect(try await workspace.list(all: true).isEmpty)
    }
  }

  @Test("a socket in a directory that others can enter, or behind a link, hears nothing")
  func untrustedDirectory() async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.runPython(
        """
        import socket
        server = socket.socket(socket.AF_UNIX)
        os.mkdir("open", 0o755)
        os.chmod("open", 0o755)
        os.symlink("open", "link")
        server.bind("open/hub.sock")
        server.listen()
        server.setblocking(False)

        def heard(folder):
            os.environ["HEADWAY_SOCKET"] = os.getcwd() + "/" + folder + "/hub.sock"
            headway.begin("Secret").end()
            headway.flush()
            try:
                server.accept()
                return True
            except BlockingIOError:
                return False

        print(heard("open"))
        os.chmod("open", 0o700)
        print(heard("link"), heard("open"))
        """)
      #expect(outcome.text == "False\nFalse True\n", "\(outcome.errorText)")
    }
  }

  @Test("children of fork and multiprocessing have tasks of their own, the parent keeps its own")
  func forked() async throws {
    try await Workspace.use { workspace in
      try await HubProcess.start(workspace)
      let program = try workspace.startPython(
        """
        import multiprocessing

        def work(method):
            headway.begin("By " + method, total=1).end()

        if __name__ == "__main__":
            with headway.task("Parent", total=10) as task:
                task.advance(2)
                eventually(lambda: task.number)
                child = os.fork()
                if child == 0:
                    task.advance(5)
                    with headway.task("Child", total=3) as own:
                        own.advance(3)
                    sys.exit(0)  # out of the parent's block
                print(os.waitpid(child, 0)[1])
                for method in ("fork", "spawn", "forkserver"):
                    context = multiprocessing.get_context(method)
                    process = context.Process(target=work, args=(method,))
                    process.start()
                    process.join()
                    print(process.exitcode)
                task.advance()
                until("go")
        """)
      try await workspace.task("Parent") { $0.completed == 3 && $0.state == "running" }
      try await workspace.run("touch go")
      let outcome = try await program.outcome()
      #expect(outcome.text == "0\n0\n0\n0\n" && outcome.errorText == "")
      let tasks = try await workspace.list(all: true)
      #expect(tasks.allSatisfy { $0.end == "completed" })
      #expect(
        tasks.map(\.title).sorted() == ["By fork", "By forkserver", "By spawn", "Child", "Parent"])
    }
  }

  @Test("a program that closes every descriptor goes on, and so does its card")
  func descriptorsClosed() async throws {
    try await Workspace.use { workspace in
      try await HubProcess.start(workspace)
      let outcome = try await workspace.runPython(
        """
        with headway.task("Closes", total=2) as task:
            eventually(lambda: task.number)
            os.closerange(3, 100)
            file = open("own", "w+")
            others = [open("own%d" % i, "w+") for i in range(8)]
            task.advance(2)
        file.write("mine")
        """)
      #expect(outcome.code == 0 && outcome.errorText == "")
      #expect(workspace.read("own") == "mine")
      for index in 0..<8 { #expect(workspace.read("own\(index)") == "") }
      let task = try await workspace.task("Closes") { $0.state == "ended" }
      #expect(task.end == "completed" && task.completed == 2)
    }
  }
}
