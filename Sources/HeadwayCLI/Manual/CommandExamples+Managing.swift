extension CommandExamples {
  /// The commands that change tasks, wait for them and visit them.
  static let managing: [String: [CommandExample]] = [
    "attach": [
      CommandExample("Go to the terminal of task 7. Ctrl-\\ d leaves it.", "headway attach 7"),
      CommandExample(
        "Go to the terminal of the task with an identifier.", "headway attach com.example.export"),
    ],
    "send": [
      CommandExample("Answer a question of task 7 with a line.", "headway send 7 yes"),
      CommandExample(
        "Press the key q in a full-screen program.", "headway send --no-newline 7 q"),
    ],
    "cancel": [
      CommandExample("Stop task 7.", "headway cancel 7"),
      CommandExample(
        "Stop the tasks of a group, and note the reason.",
        #"headway cancel --reason "disk is full" --group ml"#),
      CommandExample("Kill ten tasks at once.", "headway cancel --force 61-70"),
      CommandExample(
        "Interrupt the newest task, as Ctrl-C does.", "headway cancel --signal INT last"),
    ],
    "pause": [
      CommandExample("Stop task 7 until you resume it.", "headway pause 7"),
      CommandExample(
        "Pause a group: its tasks, and those that are submitted to it from now on.",
        "headway pause --group ml"),
      CommandExample(
        "Start nothing from the queue any more; let running tasks go on.",
        "headway pause --all --wait"),
      CommandExample(
        "Hold the tasks that are queued now.", "headway pause --filter state:queued"),
    ],
    "start": [
      CommandExample("Start task 7 now, although all slots are taken.", "headway start 7"),
      CommandExample(
        "Start every queued task of a group.",
        "headway start --filter 'group:ml state:queued'"),
    ],
    "resume": [
      CommandExample("Continue task 7.", "headway resume 7"),
      CommandExample(
        "End the pause of a group and of its tasks.", "headway resume --group ml"),
      CommandExample("Continue all groups and paused tasks.", "headway resume --all"),
    ],
    "answer": [
      CommandExample("Keep a stalled task running.", "headway answer 7 continue"),
      CommandExample("Stop a stalled task.", "headway answer 7 stop"),
    ],
    "wait": [
      CommandExample(
        "Notify once task 7 has succeeded.", #"headway wait 7 && notify-send "Backup done""#),
      CommandExample(
        "Evaluate once all tasks of a group have succeeded.",
        "headway wait --group ml && ./evaluate"),
      CommandExample(
        "Cancel the rest of a group once one of its tasks has failed.",
        "headway wait --fail-fast --group ml || headway cancel --group ml"),
      CommandExample("Wait until task 7 has begun.", "headway wait --state running 7"),
    ],
    "restart": [
      CommandExample("Queue task 7 again.", "headway restart 7"),
      CommandExample(
        "Queue all failed tasks of a group again.", "headway restart --failed --group ml"),
      CommandExample(
        "Cancel task 7, which runs, and start it again.", "headway restart --running 7"),
      CommandExample(
        "Make a new task of task 7, after a change in the editor.",
        "headway restart --as-new --edit 7"),
    ],
    "edit": [
      CommandExample(
        "Give the queued task 9 a title and a priority.",
        "headway edit 9 --title Evening --priority 10"),
      CommandExample(
        "Replace its command. Directory and environment become those of this shell.",
        "headway edit 9 -- ./train --epochs 20"),
      CommandExample(
        "Let it start at another time, with another variable in its environment.",
        "headway edit 9 --at 22:00 --env LEVEL=2"),
      CommandExample(
        "Let a repeated task run every day from now on.", "headway edit 9 --every daily"),
    ],
    "priority": [
      CommandExample("Let task 9 start before the others.", "headway priority 9 10"),
      CommandExample("Let tasks 7 and 8 start after the others.", "headway priority 7 8 -5"),
      CommandExample("Prefer the tasks of a group.", "headway priority --group ml 100"),
    ],
    "switch": [
      CommandExample("Let tasks 8 and 9 change places.", "headway switch 8 9"),
      CommandExample(
        "Let a task with an identifier take the place of task 9.",
        "headway switch com.example.export 9"),
    ],
    "group": [
      CommandExample("List the groups with their slots.", "headway group list"),
      CommandExample(
        "Make a group that runs two tasks at once.", "headway group add ml --slots 2"),
      CommandExample(
        "Run up to four tasks without a group at once.", "headway group slots default 4"),
    ],
    "group add": [
      CommandExample(
        "Make a group that runs one task at once, and stops at the first failure.",
        "headway group add nightly --slots 1 --pause-on-failure"),
      CommandExample(
        "Make a group that shares the slots of the queue.", "headway group add photos"),
    ],
    "group remove": [
      CommandExample("Remove a group.", "headway group remove photos"),
      CommandExample(
        "Remove a group with all that waits in it.",
        "headway cancel --filter 'group:photos state:queued' && headway group remove photos"),
    ],
    "group slots": [
      CommandExample("Run three tasks of a group at once.", "headway group slots ml 3"),
      CommandExample(
        "Run every task as soon as it is queued.", "headway group slots default unlimited"),
    ],
    "group set": [
      CommandExample(
        "Pause a group when one of its tasks fails.", "headway group set ml --pause-on-failure"),
      CommandExample(
        "Let a group go on after failures, with two slots.",
        "headway group set ml --slots 2 --no-pause-on-failure"),
    ],
    "group list": [
      CommandExample("List the groups with their slots and tasks.", "headway group list"),
      CommandExample(
        "Print the names of paused groups, for a script.",
        "headway group list --json | jq -r '.[] | select(.paused).name'"),
    ],
    "wake": [
      CommandExample(
        "Queue a periodic task that a script can wake.",
        "headway submit --refresh 1h --id news -- ./fetch-news"),
      CommandExample("Run it soon, because there is news.", "headway wake news"),
    ],
    "debug": [
      CommandExample(
        "Launch a request of a program under development.",
        "headway debug launch com.example.refresh"),
      CommandExample("Let the program see its task expire.", "headway debug expire 7"),
    ],
    "debug launch": [
      CommandExample(
        "Launch a request, whatever it waits for.", "headway debug launch com.example.refresh"),
      CommandExample(
        "Launch it, and look at its task.",
        "headway debug launch com.example.refresh && headway list --filter id:com.example.refresh"),
    ],
    "debug expire": [
      CommandExample(
        "Expire a task by its identifier.", "headway debug expire com.example.export"),
      CommandExample(
        "Expire task 7, and look at the status it ends with.",
        "headway debug expire 7 && headway wait 7; echo $?"),
    ],
  ]
}
