/// An example of a command in its manual page.
struct CommandExample {
  /// A sentence that says what the line does.
  let purpose: String
  /// The line for a shell.
  let line: String

  init(_ purpose: String, _ line: String) {
    self.purpose = purpose
    self.line = line
  }
}

/// The examples of each command, for its manual page.
///
/// ```swift
/// CommandExamples.of(["hub", "start"])?.first?.line  // headway hub start
/// ```
enum CommandExamples {
  /// The examples of a command. The command without words is `headway` itself. Nil for a command
  /// without examples.
  static func of(_ words: [String]) -> [CommandExample]? {
    let name = words.joined(separator: " ")
    return starting[name] ?? managing[name] ?? installing[name]
  }

  /// All commands with their examples, by the words of the command.
  static var all: [String: [CommandExample]] {
    starting.merging(managing) { first, _ in first }.merging(installing) { first, _ in first }
  }

  /// The commands that start tasks, report for them and list them.
  static let starting: [String: [CommandExample]] = [
    "": [
      CommandExample("Open the monitor. Without a terminal, print the list.", "headway"),
      CommandExample(
        "Copy a folder, with a card that shows the percent and the time left.",
        "headway run -- rsync -a --info=progress2 src/ dst/"),
      CommandExample(
        "Queue a build, wait for its end, and go on if it succeeded.",
        #"headway wait "$(headway submit -- make -j8)" && ./deploy"#),
      CommandExample("Read about the queue.", "headway help queue"),
    ],
    "watch": [
      CommandExample(
        "Open the monitor on the tasks of a group.", "headway watch --filter group:ml"),
      CommandExample("Fill a small pane with one line a task.", "headway watch --compact"),
      CommandExample(
        "Write a line for each change into the log of a CI job.",
        "headway watch --plain >tasks.log"),
    ],
    "run": [
      CommandExample("Give a copy a card.", "headway run -- rsync -a --info=progress2 src/ dst/"),
      CommandExample(
        "Give the card a title, and notify when the command ends.",
        #"headway run --title "Nightly backup" --notify -- ./backup"#),
      CommandExample(
        "Run two commands as one task. && and a pipe need a shell.",
        "headway run -- sh -c 'make && ./test'"),
      CommandExample(
        "Wait for a slot of the queue and a GPU, then run in this terminal.",
        "headway run --queue --needs gpu -- ./train"),
    ],
    "submit": [
      CommandExample(
        "Queue a training that takes two slots, a GPU, and needs the success of task 12.",
        "headway submit --slots 2 --needs gpu --after 12 -- ./train --epochs 10"),
      CommandExample(
        "Queue the command of each line of a file, all of them or none.",
        "headway submit --batch jobs.txt"),
      CommandExample(
        "Queue a job array of 100 parts, of which eight run at once.",
        "headway submit --array 1-100%8 -- ./align"),
      CommandExample(
        "Run a backup at three on each weekday, each time as a task of its own.",
        "headway submit --every 'Mon..Fri 03:00' -- ./backup"),
    ],
    "adopt": [
      CommandExample("Give the process 4711 a card.", "headway adopt 4711"),
      CommandExample(
        "Find a running copy, and give it a card with a title.",
        #"headway adopt --title "Copy to the NAS" "$(pidof -s rsync)""#),
      CommandExample(
        "Give the job 17, which sbatch submitted, a card.", "headway adopt slurm:17"),
    ],
    "update": [
      CommandExample(
        "At the start of a script: say what it does, and how many units there are.",
        #"headway update --title "Nightly backup" --total 1200 --unit files"#),
      CommandExample(
        "In its loop: report the units done and the current one.",
        #"headway update --completed 340 --subtitle /home/ada"#),
      CommandExample(
        "Report a percent within a phase.", "headway update --percent 40 --phase Encode"),
      CommandExample(
        "Say that the script waits for a person; with --state working it goes on.",
        #"headway update --state blocked --kind question --message "Deploy to prod?""#),
    ],
    "hosts": [
      CommandExample("Show the machines of the config, and what runs there.", "headway hosts"),
      CommandExample(
        "Print the machines that can't be reached, for a script.",
        "headway hosts list --json | jq -r '.[] | select(.error).host'"),
      CommandExample("Copy Headway to a machine.", "headway hosts install build1"),
    ],
    "hosts list": [
      CommandExample("Show the machines of the config, and what runs there.", "headway hosts list"),
      CommandExample(
        "Print how many tasks run on each machine, for a script.",
        "headway hosts list --json | jq -r '.[] | [.host, .running] | @tsv'"),
    ],
    "hosts install": [
      CommandExample(
        "Copy Headway to two machines, and see whether they answer.",
        "headway hosts install build1 gpu2 && headway hosts"),
      CommandExample(
        "Replace a newer version there.", "headway hosts install --force ada@gpu2.example.org"),
    ],
    "list": [
      CommandExample("List the tasks of all machines of the config.", "headway list --host all"),
      CommandExample("List live and recently ended tasks.", "headway list"),
      CommandExample(
        "List the tasks of a group that have left the queue.",
        "headway list --filter 'group:ml -state:queued'"),
      CommandExample(
        "Print the titles of running tasks, for a script.",
        "headway list --json --filter state:running | jq -r '.[].title'"),
    ],
    "show": [
      CommandExample("Print everything about task 7.", "headway show 7"),
      CommandExample(
        "Print the folder of the newest task, for a script.",
        "headway show --json last | jq -r '.[0].directory'"),
      CommandExample(
        "Print everything about the failures of the last hour.",
        "headway show --filter 'reason:failed since:1h'"),
      CommandExample(
        "Print the search path that the command of task 7 gets.",
        "headway show --env 7 | grep ^PATH="),
    ],
    "history": [
      CommandExample("List the last 20 ended tasks.", "headway history --limit 20"),
      CommandExample(
        "List what failed within two days.", "headway history --filter 'reason:failed since:2d'"),
      CommandExample(
        "Print how many seconds each task of a group took.",
        "headway history --json --filter group:ml | jq '.[].elapsed'"),
      CommandExample(
        "List the last 20 ended tasks of all machines.", "headway history --host all --limit 20"),
    ],
    "ack": [
      CommandExample("Stop counting the end of task 7.", "headway ack 7"),
      CommandExample("Acknowledge all ends.", "headway ack --all"),
      CommandExample(
        "Acknowledge the failures of the last hour.",
        "headway ack --filter 'reason:failed since:1h'"),
    ],
    "clean": [
      CommandExample("Delete task 7 and its log.", "headway clean 7"),
      CommandExample(
        "Show which successful tasks are older than a week, and delete nothing.",
        "headway clean --successful --filter '-since:7d' --dry-run"),
      CommandExample("Delete everything that has ended, in a script.", "headway clean --all"),
    ],
    "status": [
      CommandExample("Print the line.", "headway status"),
      CommandExample(
        "Feed a custom module of waybar.", "headway status --follow --format waybar"),
      CommandExample(
        "Print a line of your own whenever it changes.",
        "headway status --follow --format '{running} jobs {percent}%'"),
      CommandExample(
        "Print one line for all machines, in tmux.", "headway status --host all --format tmux"),
    ],
    "logs": [
      CommandExample("Print the output of task 7.", "headway logs 7"),
      CommandExample(
        "Print the last 20 lines, then what comes, until the task has ended.",
        "headway logs --follow -n 20 7"),
      CommandExample(
        "Show the output of task 7 as if the task ran here.",
        "headway logs --follow --exit-status 7"),
      CommandExample(
        "Follow all tasks of a group, each line with the number and title of its task.",
        "headway logs --follow --group ml"),
    ],
  ]
}
