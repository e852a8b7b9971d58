import Foundation
import TestHarness
import TestProcesses
import Testing

/// Tasks that a real Slurm runs.
@Suite("Tasks that Slurm runs", .enabled(if: SlurmCluster.isPossible), .fewAtATime)
struct SlurmTests {
  @Test("a job has a card, a percent, a log and its own exit status")
  func story() async throws {
    try await SlurmCluster.use { cluster in
      let task = try await cluster.submit(
        "--title 'スラーム' -- sh -c 'for i in $(seq 12); do echo $i/12 files; sleep 1; done; exit 3'")
      try await eventually("a percent") {
        try await cluster.state(of: task).firstMatch(of: /running +[1-9][0-9]%/) != nil
      }
      let waited = try await cluster.run("headway wait \(task); echo $?; headway logs -n 1 \(task)")
      #expect(waited.text == "3\n12/12 files\n")
      let shown = try await cluster.run("headway show \(task)")
      #expect(shown.text.contains("job         Slurm 1"), "\(shown.text)")
      #expect(shown.text.contains("failed with exit code 3"))
    }
  }

  @Test("the card says what a job waits for, and when it can never start")
  func waits() async throws {
    try await SlurmCluster.use { cluster in
      let all = try await cluster.submit("--slots 4 -- sleep 60")
      try await eventually("it runs") { try await cluster.state(of: all).contains("running") }
      let next = try await cluster.submit("--slots 4 -- true")
      let doctor = try await cluster.run("headway doctor").text
      #expect(doctor.contains(", and its jobs report in "), "\(doctor)")
      try await eventually("resources") {
        try await cluster.state(of: next).contains("queued, Slurm 2, waits for resources (main)")
      }
      let after = try await cluster.submit("--after \(all) -- true")
      try await eventually("a dependency") {
        try await cluster.state(of: after).contains("waits for job 1 (dependency)")
      }
      let later = try await cluster.submit("--at 23:59 -- true")
      try await eventually("a time") { try await cluster.state(of: later).contains("until 23:59") }
      let held = try await cluster.submit("--hold -- true")
      try await eventually("a hold") {
        try await cluster.state(of: held).contains("on hold (headway resume \(held))")
      }
      let never = try await cluster.submit("--slots 64 -- true")
      try await eventually("an impossible job") {
        try await cluster.state(of: never)
          .contains("can never start: asks for 64 CPUs, main has 4 (PartitionConfig)")
      }
      #expect(try await cluster.run("headway status").text.contains("1 needs you"))
      let gone = try await cluster.run(
        "headway cancel --all --yes >/dev/null; headway wait --all; squeue --me -h")
      #expect(gone.text == "", "\(gone.text)")
    }
  }

  @Test("a hold ends by resume, and a running job pauses and goes on")
  func pauses() async throws {
    try await SlurmCluster.use { cluster in
      let held = try await cluster.submit("--hold -- sh -c 'echo on; sleep 61'")
      try await eventually("a hold") { try await cluster.state(of: held).contains("on hold") }
      try await cluster.run("headway resume \(held)")
      try await eventually("it runs") { try await cluster.state(of: held).contains("running") }
      try await cluster.run("headway pause \(held)")
      try await eventually("a pause") { try await cluster.state(of: held).contains("paused") }
      try await eventually("a stopped command") {
        try await cluster.run("ps -eo stat,args | grep -c '^T.*sleep 61$'").text == "2\n"
      }
      try await cluster.run("headway resume \(held)")
      try await eventually("it goes on") { try await cluster.state(of: held).contains("running") }
    }
  }

  @Test(
    "a cancel is by its user, with the grace of the task; one in Slurm is by somebody there",
    arguments: [
      ("headway cancel N", "cancelled by you"), ("headway cancel --force N", "cancelled by you"),
      ("scancel 1", "cancelled outside Headway"),
      ("scontrol update jobid=1 timelimit=0", "stopped: it reached its time limit"),
    ])
  func ends(_ command: String, _ words: String) async throws {
    try await SlurmCluster.use { cluster in
      let task = try await cluster.submit(
        "-- sh -c 'trap \"echo bye; exit 9\" TERM; echo hi; while :; do sleep 0.1; done'")
      try await eventually("output") {
        try await cluster.run("headway logs \(task)").text.contains("hi")
      }
      try await cluster.run(command.replacingOccurrences(of: "N", with: task))
      try await cluster.run("headway wait \(task)", within: .seconds(120))
      let state = try await cluster.state(of: task)
      #expect(state.contains(words), "\(state)")
      guard !command.contains("--force") else { return }
      #expect(try await cluster.run("headway logs \(task)").text.hasSuffix("bye\n"))
    }
  }

  @Test("a job that Slurm suspends isn't asked about, and a cancel reaches it all the same")
  func suspended() async throws {
    try await SlurmCluster.use(config: "[slurm]\nlook = \"10s\"\n") { cluster in
      let task = try await cluster.submit(
        "--stall-after 3s --on-stall expire --grace 60s -- "
          + "sh -c 'trap \"\" TERM; while :; do echo on; sleep 1; done'")
      try await eventually("it runs") { try await cluster.state(of: task).contains("running") }
      try await cluster.run("scontrol suspend 1")
      try await eventually("the card says so") {
        try await cluster.state(of: task)
          .contains("suspended, Slurm 1, waits for its cluster to resume it")
      }
      let resumed = try await cluster.run("headway resume \(task)")
      #expect(resumed.errorText.contains("suspended by the system"), "\(resumed.errorText)")
      try await cluster.run("headway cancel \(task)")
      let shown = try await cluster.run(
        "headway wait \(task); headway show \(task)", within: .seconds(150))
      #expect(shown.text.contains("cancelled by you"), "\(shown.text)")
    }
  }

  @Test("a node without Headway's program is named, and no command is blamed")
  func missingProgram() async throws {
    let config = "[slurm]\nlook = \"10s\"\nprogram = \"/nosuch/headway\"\n"
    try await SlurmCluster.use(config: config) { cluster in
      let task = try await cluster.submit("-- true")
      // A look at the queue, and 20 s in which a file of the supervisor may still come.
      let shown = try await cluster.run(
        "headway wait \(task); headway show \(task)", within: .seconds(150))
      #expect(shown.text.contains("headway can't be started on localhost"), "\(shown.text)")
      try await cluster.run(
        "sed -i 's|program.*|folder = \"/nosuch/jobs\"|' $HOME/.config/headway/config.toml")
      try await cluster.run("headway hub reload")
      let refused = try await cluster.run("headway submit --on slurm -- true")
      #expect(refused.errorText.contains("there is no folder /nosuch/jobs; make it"))
    }
  }

  @Test("an array is one job, and each part has its own card, index and end")
  func array() async throws {
    try await SlurmCluster.use { cluster in
      let script = """
        headway submit --on slurm --array 1-6%2 --title part -- \\
          sh -c 'echo $HEADWAY_ARRAY_INDEX $HEADWAY_TASK_NUMBER; [ $HEADWAY_ARRAY_INDEX != 4 ]'
        headway wait 1-6; echo $?; squeue --me -h --states=all -o %F | sort -u
        headway logs 3; headway list --filter reason:failed | tail -n +2 | wc -l
        """
      let outcome = try await cluster.run(script)
      #expect(outcome.text == "1-6\n1\n1\n3 3\n1\n", "\(outcome.text)\(outcome.errorText)")
    }
  }

  @Test("parts of an array that are cancelled before they begin are cancelled, here and in Slurm")
  func cancelledParts() async throws {
    try await SlurmCluster.use { cluster in
      try await cluster.run(
        "headway submit --on slurm --array 1-5%1 --title part -- sleep 30; headway cancel 2 3")
      try await cluster.run("scancel 1_4; headway cancel --force 1 5; headway wait 1-5")
      let ends = try await cluster.run("headway list | tail -n +2 | sed 's/,.*//; s/^[0-9]* *//'")
      #expect(
        ends.text.split(separator: "\n").sorted() == [
          "cancelled by you", "cancelled by you", "cancelled by you", "cancelled by you",
          "cancelled outside Headway",
        ], "\(ends.text)")
    }
  }

  @Test("a task whose dependency has failed already is answered, and skipped")
  func skipped() async throws {
    try await SlurmCluster.use { cluster in
      let outcome = try await cluster.run(
        """
        headway submit -- false; headway wait 1; headway submit --on slurm --after 1 -- true
        headway wait 2; echo $?; squeue --me -h --states=all
        """)
      #expect(outcome.text == "1\n2\n130\n", "\(outcome.text)\(outcome.errorText)")
    }
  }

  @Test("what Slurm can't keep or doesn't take is refused in a line, and nothing is queued")
  func refusals() async throws {
    try await SlurmCluster.use { cluster in
      for (words, message) in [
        ("--now -- true", "Slurm has no --now; leave it out"),
        ("--while ac -- true", "Slurm has no --while"),
        ("--engine-options '-p nope' -- true", "Slurm refuses: Invalid partition name specified"),
        ("--engine-options '--wrap x' -- true", "give the command after --"),
        ("--engine-options '\"' -- true", "without its end"),
        ("--array 1-3 --engine-options '-p nope' -- true", "Invalid partition name specified"),
      ] {
        let outcome = try await cluster.run("headway submit --on slurm \(words)")
        #expect(outcome.code != 0 && outcome.errorText.contains(message), "\(outcome.errorText)")
        #expect(outcome.errorText.split(separator: "\n").count == 1)
      }
      #expect(try await cluster.run("headway list | tail -n +2; squeue --me -h").text == "")
    }
  }

  @Test(
    "a hub that is killed between sbatch and the record finds the job, and submits no second one")
  func killedBetween() async throws {
    try await SlurmCluster.use { cluster in
      let folder = cluster.workspace.folder
      try await cluster.run("mkdir \(folder)/near")
      try cluster.workspace.write(
        """
        #!/bin/sh
        PATH=$(printf %s "$PATH" | sed 's,^[^:]*:,,')
        n=$(sbatch "$@") || exit
        mkdir \(folder)/killed 2>/dev/null && {
          kill -9 $(headway hub status | sed -n 's/.*pid \\([0-9]*\\),.*/\\1/p'); sleep 1; }
        echo "$n"
        """, to: "near/sbatch")
      try await cluster.run("chmod 700 \(folder)/near/sbatch")
      let path = "\(folder)/near:\(cluster.workspace.environment["PATH"] ?? "")"
      let outcome = try await cluster.run(
        "headway submit --on slurm --title once -- sh -c 'echo ran; sleep 3'",
        environment: ["PATH": path])
      #expect(outcome.text == "1\n", "the client asks the next hub: \(outcome.errorText)")
      #expect(cluster.workspace.exists("../killed"))
      try await eventually("the job is found") {
        try await cluster.run("headway list | grep once").text.contains("completed")
      }
      #expect(try await cluster.run("squeue --me -h --states=all | wc -l").text == "1\n")
      #expect(try await cluster.run("headway logs last").text == "ran\n")
    }
  }

  @Test("a hub that is killed takes its jobs up again: waiting, running, and ended meanwhile")
  func killedHub() async throws {
    try await SlurmCluster.use { cluster in
      let short = try await cluster.submit("--title short -- sh -c 'sleep 2; exit 4'")
      let long = try await cluster.submit(
        "--title long -- sh -c 'for i in 1 2 3 4 5 6 7 8; do echo $i/8 files; sleep 1; done'")
      let held = try await cluster.submit("--hold --title held -- true")
      try await eventually("they run") {
        let short = try await cluster.state(of: short)
        return try await cluster.state(of: long).contains("running") && short.contains("running")
      }
      try await cluster.run(
        "kill -9 $(headway hub status | sed -n 's/.*pid \\([0-9]*\\),.*/\\1/p'); sleep 4")
      let ended = try await cluster.run(
        "headway wait \(short); echo $?; headway wait \(long); echo $?")
      #expect(ended.text == "4\n0\n", "\(ended.errorText)")
      #expect(try await cluster.state(of: held).contains("on hold"))
      #expect(try await cluster.state(of: long).contains("100%"))
    }
  }

  @Test("without a controller a submission is refused with 75, and what runs goes on")
  func noController() async throws {
    try await SlurmCluster.use { cluster in
      let task = try await cluster.submit("-- sh -c 'echo 1/2; sleep 8; echo 2/2'")
      try await eventually("it runs") { try await cluster.state(of: task).contains("running") }
      try await cluster.killController()
      let refused = try await cluster.run("headway submit --on slurm --title second -- true")
      #expect(refused.code == 75)
      #expect(
        refused.errorText == "headway: Slurm doesn't answer (nothing was queued); try again later\n"
      )
      try await cluster.run("headway wait \(task)")
      #expect(try await cluster.state(of: task).contains("completed"))
      try await cluster.startController()
      let again = try await cluster.submit("--title second -- true")
      try await cluster.run("headway wait \(again)")
      #expect(
        try await cluster.run("squeue --me -h --states=all -o %j").text.contains("second"))
      #expect(try await cluster.run("headway list | grep -c second").text == "1\n")
    }
  }

  @Test("a job that Slurm runs once more is the next attempt, with a log of its own")
  func requeued() async throws {
    try await SlurmCluster.use { cluster in
      let task = try await cluster.submit(
        "--retry 1 -- sh -c 'echo run ${SLURM_RESTART_COUNT:-0}; sleep 60'")
      try await eventually("output") {
        try await cluster.run("headway logs \(task)").text == "run 0\n"
      }
      try await cluster.run("scontrol requeue 1")
      try await eventually("it waits") { try await cluster.state(of: task).contains("queued") }
      // Slurm lets the job wait for two minutes from when the last of the first run is cleaned up: a
      // start time that was set before that doesn't hold, so it is set until the job runs.
      try await eventually("it runs again", within: .seconds(60)) {
        try await cluster.run("scontrol update jobid=1 starttime=now; headway logs \(task)").text
          == "run 1\n"
      }
      try await eventually("the second attempt") {
        try await cluster.run("headway show \(task)").text.contains("attempt     2")
      }
    }
  }

  @Test("a job of sbatch is adopted: its state, its percent, its log, its end, and a cancel")
  func adopted() async throws {
    try await SlurmCluster.use(config: "[slurm]\nlook = \"10s\"\n") { cluster in
      let script = """
        cd \(cluster.workspace.folder)
        sbatch --parsable --job-name='外の 仕事' --output='out %j.txt' --wrap \\
          'i=0; until [ -e go ]; do [ $i -ge 29 ] || { i=$((i+1)); echo $i/30 files; }; sleep 2; done; exit 5'
        sbatch --parsable --wrap 'sleep 100'; sbatch --parsable --array=0-2%1 --wrap 'sleep 100'
        headway adopt slurm:1; headway adopt --title mine --id a.b slurm:2; headway adopt slurm:3
        """
      let made = try await cluster.run(script)
      #expect(made.text == "1\n2\n3\n1\n2\n3\n", "\(made.errorText)")
      try await eventually("a percent", within: .seconds(90)) {
        try await cluster.state(of: "1").firstMatch(of: /running +[1-9][0-9]?%.*外の 仕事/) != nil
      }
      #expect(try await cluster.run("headway logs 1").text.hasPrefix("1/30 files\n2/30"))
      try await eventually("the parts") {
        let parts = try await cluster.run("headway list --filter n:3-5").text
        return parts.contains("waits for the limit of its array")
      }
      let refused = try await cluster.run(
        "headway adopt slurm:2; headway adopt slurm:99; headway adopt slurm:x; headway pause 2; "
          + "headway attach 2 </dev/null; headway send 2 x; headway restart 2")
      for words in [
        "job 2 has a card already", "Slurm has no job 99 of yours", "slurm:17", "can't be paused",
        "sbatch submitted Slurm 2",
      ] {
        #expect(refused.errorText.contains(words), "\(refused.errorText)")
      }
      try await cluster.run("headway cancel a.b; headway wait 2; scancel 3; headway wait 3-5")
      #expect(try await cluster.state(of: "2").contains("cancelled by you"))
      #expect(try await cluster.state(of: "4").contains("cancelled outside Headway"))
      let ended = try await cluster.run(
        "touch \(cluster.workspace.folder)/go; headway wait 1; echo $?; headway restart 1; echo $?")
      #expect(ended.text.hasPrefix("5\n") && ended.errorText.contains("wasn't submitted"))
    }
  }

  @Test("with watch = \"mine\" jobs of sbatch have cards, and the next hub goes on with them")
  func watched() async throws {
    try await SlurmCluster.use(config: "[slurm]\nwatch = \"mine\"\nlook = \"10s\"\n") { cluster in
      try await cluster.run(
        "cd \(cluster.workspace.folder); sbatch --job-name=first --wrap 'sleep 100'")
      let tmux = try TmuxServer(cluster.workspace)
      let variables = cluster.environment.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
      let monitor = try await tmux.pane("exec env \(variables) headway")
      try await monitor.wait(for: "first")
      try await cluster.run(
        "kill -9 $(headway hub status | sed -n 's/.*pid \\([0-9]*\\),.*/\\1/p')")
      try await cluster.run(
        "cd \(cluster.workspace.folder); sbatch --job-name=second --wrap 'until [ -e go ]; do sleep .2; done; exit 4'"
      )
      let own = try await cluster.submit("--title own -- sleep 100")
      try await eventually("all three", within: .seconds(90)) {
        let lines = try await cluster.run("headway list").text
        return ["first", "second", "own"].allSatisfy(lines.contains)
      }
      try await cluster.run("touch \(cluster.workspace.folder)/go")
      try await eventually("an end that Slurm tells", within: .seconds(90)) {
        try await cluster.run("headway list").text.firstMatch(of: /failed.*second/) != nil
      }
      #expect(try await cluster.run("headway list | grep -c -e first -e own").text == "2\n")
      try await cluster.run("headway cancel --all --yes; headway wait \(own)")
      try await eventually("no job") { try await cluster.run("squeue --me -h").text == "" }
    }
  }

  @Test("a node that sees no folder of the hub gets the job in its script, and answers by steps")
  func notShared() async throws {
    let config = "[slurm]\nshared = false\nlook = \"10s\"\n"
    try await SlurmCluster.use(config: config, hidesHome: true) { cluster in
      let tmux = try TmuxServer(cluster.workspace)
      let variables = cluster.environment.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
      let monitor = try await tmux.pane("exec env \(variables) headway")
      let script = """
        headway submit --on slurm --title far -- \\
          sh -c 'ls ~/.local/state/headway >&2; for i in $(seq 100); do echo $i/100 files; sleep 1; done'
        headway submit --on slurm --array 1-2 --title part -- \\
          sh -c 'sleep 1; exit $HEADWAY_ARRAY_INDEX'
        """
      let made = try await cluster.run(script)
      #expect(made.text == "1\n2-3\n", "\(made.errorText)")
      try await monitor.wait(for: #/[1-9][0-9]?%/#)
      let log = try await cluster.run("headway logs 1")
      #expect(log.text.contains("3/100 files"), "\(log.errorText)")
      #expect(!log.text.contains("record.sqlite"), "the node has a home directory of its own")
      let ends = try await cluster.run("headway wait 2; echo $?; headway wait 3; echo $?")
      #expect(ends.text == "1\n2\n", "\(ends.errorText)")
      try await cluster.run("headway pause 1")
      try await monitor.wait(for: "paused")
      try await cluster.run("headway resume 1; headway cancel 1; headway wait 1")
      #expect(try await cluster.state(of: "1").contains("cancelled by you"))
      let gone = try await cluster.run("headway logs 1")
      #expect(gone.errorText.contains("stays on its node"), "\(gone.errorText)")
    }
  }
}
