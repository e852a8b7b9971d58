import Testing
import TestHarness
import TestProcesses

/// Changes of what a queued task waits for, of its environment, and in an editor.
@Suite("headway edit") struct EditTests {
  private static let config = "[queue]\nslots = 1\n[group.ml]\nslots = 1\n"
  private static let blocker =
    "headway submit --title blocker -- sh -c 'until [ -e go ]; do sleep .05; done' >/dev/null\n"

  @Test("variables, directory, time and title are changed; the rest of the environment stays")
  func options() async throws {
    try await Workspace.use(config: Self.config) { workspace in
      let script =
        Self.blocker + """
          export KEPT=1 LEVEL=1 DEBUG=1
          headway submit --title old --at +2h -- sh -c 'echo $KEPT $LEVEL ${DEBUG-none} ${PWD##*/}' \
            >/dev/null
          mkdir -p new; unset KEPT
          headway edit 2 --env LEVEL=2 --unset DEBUG --directory new --no-at --title new
          touch go; headway wait 2; headway logs 2
          """
      let outcome = try await workspace.run(script)
      #expect(outcome.text == "1 2 none new\n", "\(outcome.errorText)")
      #expect(try await workspace.task("new", all: true).directory == "\(workspace.work)/new")
    }
  }

  @Test("submit takes the directory and the variables of edit; a batch has them for each line")
  func submitPlace() async throws {
    try await Workspace.use(config: Self.config) { workspace in
      let script = """
        mkdir -p new/in; export A=1 B=2
        script='echo $A ${B-none} "$C" ${PWD##*/}'
        headway submit --directory new --env A=7 --env 'C=a  b' --unset B -- sh -c "$script" >/dev/null
        headway wait last; headway logs last
        printf '%s\\n' "$script" '{"command": ["pwd"], "directory": "new/in"}' >jobs
        headway submit --batch jobs --directory new --env B=9 --unset A >/dev/null
        headway wait --all; headway logs 2; headway logs 3
        headway submit --directory nosuch -- true; headway submit --env A -- true
        """
      let outcome = try await workspace.run(script)
      #expect(
        outcome.text == "7 none a  b new\n9  new\n\(workspace.work)/new/in\n",
        "\(outcome.errorText)")
      #expect(
        outcome.errorText.contains("headway: there is no directory nosuch\n")
          && outcome.errorText.contains("--env A must be NAME=VALUE"))
      #expect(try await workspace.list(all: true).map(\.number) == [1, 2, 3])
      #expect(
        try await workspace.list(all: true).map(\.directory) == [
          "\(workspace.work)/new", "\(workspace.work)/new", "\(workspace.work)/new/in",
        ])
    }
  }

  @Test("another group lets a task start; circles and unknown names change nothing")
  func terms() async throws {
    try await Workspace.use(config: Self.config) { workspace in
      try await workspace.run(
        Self.blocker
          + "headway submit --title a -- true; headway submit --title b --after 2 -- true")
      let circle = try await workspace.run("headway edit 2 --priority 9 --after 3")
      #expect(circle.code == 1 && circle.errorText.contains("would wait for its own end"))
      #expect(try await workspace.task("a").priority == 0)
      let group = try await workspace.run("headway edit 2 --priority 9 --group nope")
      #expect(group.code == 64 && group.errorText.contains(#/^headway: [^\n]*\n$/#))
      let moved = try await workspace.run("headway edit 2 --group ml; headway wait 2")
      #expect(moved.code == 0, "\(moved.errorText)")
      let freed = try await workspace.run("headway edit 3 --no-after --group ml; headway wait 3")
      #expect(freed.code == 0, "\(freed.errorText)")
    }
  }

  @Test(
    "the editor's text is applied whole; a mistake keeps it; unchanged and empty change nothing")
  func editor() async throws {
    try await Workspace.use(config: Self.config) { workspace in
      try await workspace.run(
        Self.blocker + "headway submit --title old -- sh -c 'echo $ADDED' >/dev/null")
      let same = try await workspace.run("EDITOR=true headway edit 2")
      #expect(same.code == 0 && same.errorText.contains("unchanged"), "\(same.errorText)")
      let empty = try await workspace.run("EDITOR='truncate -s 0' headway edit 2")
      #expect(empty.code == 0 && empty.errorText.contains("empty"), "\(empty.errorText)")
      let wrong = try await workspace.run(
        "VISUAL='sed -i -e s/^priority.*/priority=x/ -e s/old/new/' headway edit 2")
      #expect(wrong.code == 1 && wrong.errorText.contains("line "), "\(wrong.errorText)")
      #expect(wrong.errorText.contains("your text is in "))
      #expect(try await workspace.task("old").priority == 0)
      let edited = try await workspace.run(
        #"""
        printf '%s\n' 'sed -i -e "s/^title.*/title = \"new\"/" -e "s/^priority.*/priority = 7/" "$1"' \
          'echo "ADDED = \"yes\"" >>"$1"' >ed
        EDITOR='sh ed' headway edit 2; touch go; headway wait 2; headway logs 2
        """#)
      #expect(edited.text == "yes\n", "\(edited.errorText)")
      #expect(try await workspace.task("new", all: true).priority == 7)
    }
  }

  @Test("cancel --signal sends that signal first, and SIGKILL after the grace")
  func cancelSignal() async throws {
    try await Workspace.use { workspace in
      let script = """
        headway submit --no-tty --title polite -- sh -c \
          'trap "echo got >sign; exit 7" USR1; touch begun; while :; do sleep .05; done' >/dev/null
        headway submit --no-tty --title deaf --grace 1s -- sh -c \
          'trap "" INT TERM; touch deaf; while :; do sleep .05; done' >/dev/null
        until [ -e begun ] && [ -e deaf ]; do sleep .05; done
        headway cancel --signal USR1 1; headway wait 1; echo $?; cat sign
        headway cancel -s int 2; headway wait 2; echo $?
        headway cancel --signal KILL 2; echo $?
        """
      let outcome = try await workspace.run(script)
      #expect(outcome.text == "7\ngot\n137\n64\n", "\(outcome.errorText)")
      #expect(try await workspace.task("polite", all: true).end == "cancelled/user")
    }
  }

  @Test("restart --running cancels a task and starts it again, over a restart of the hub")
  func restartRunning() async throws {
    try await Workspace.use(config: Self.config) { workspace in
      let script = """
        headway submit --title one -- sh -c 'echo begun >>begins; exec sleep 300' >/dev/null
        headway wait --state running 1; until [ -e begins ]; do sleep .05; done
        headway restart 1; echo $?
        headway restart --running 1; echo $?
        until [ "$(wc -l <begins)" = 2 ]; do sleep .05; done
        """
      let outcome = try await workspace.run(script)
      #expect(outcome.text == "1\n0\n")
      #expect(
        outcome.errorText == "headway: task 1 runs; to cancel it and start it again: headway "
          + "restart --running 1\n")
      let again = try await workspace.task("one") { $0.state == "running" }
      #expect(again.attempt == 2)
      let stubborn = try await workspace.run(
        """
        headway submit --title two --grace 2s -- sh -c \
          'echo x >>two; trap "" TERM; while :; do sleep 1; done' >/dev/null
        headway cancel 1; headway wait 1; until [ -e two ]; do sleep .05; done
        headway restart --running 2; headway hub stop >/dev/null
        until [ "$(wc -l <two)" = 2 ]; do headway list >/dev/null; sleep .1; done
        """)
      #expect(stubborn.code == 0, "\(stubborn.errorText)")
      #expect(try await workspace.task("two") { $0.state == "running" }.attempt == 2)
    }
  }

  @Test("restart --failed, --hold and --as-new; the new task has the old environment")
  func restart() async throws {
    try await Workspace.use(config: Self.config) { workspace in
      let script = """
        X=kept headway submit --title a -- sh -c 'echo $X; exit 1'; headway submit --title b -- true
        headway wait --all; headway restart --failed --hold
        """
      #expect(try await workspace.run(script).text == "1\n2\n")
      #expect(try await workspace.task("a").blockedOn == "your word")
      #expect(try await workspace.task("b", all: true).attempt == 1)
      let again = try await workspace.run(
        "headway resume 1; headway wait 1; headway restart --as-new 1; headway wait 3; headway logs 3"
      )
      #expect(again.text == "3\nkept\n", "\(again.errorText)")
      let both = try await workspace.run(
        "EDITOR='sed -i s/^title.*/title=\\\"c\\\"/' headway restart --as-new --edit last; "
          + "headway wait 4")
      #expect(both.text == "4\n" && both.code == 1, "\(both.errorText)")
      #expect(try await workspace.task("c", all: true).end == "failed")
    }
  }
}
