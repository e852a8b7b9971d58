extension HelpTopic {
  /// The page `headway help queue`.
  static let queuePage = """
    THE QUEUE: commands that start when it is their turn

      headway submit -- make -j8              queues it, prints its number, returns
      headway run --queue -- make -j8         waits for its turn, then runs here
      headway submit --now -- make            starts now, or exits 75 and says what
                                              it would wait for
      headway submit --immediate -- make      starts at once, without a free slot
      headway list                            says what each task waits for

      All options: headway submit --help

      A submitted command gets the environment, directory, umask, niceness and limits
      (ulimit, soft and hard) of your shell, and a terminal of its own: headway logs
      7, headway attach 7. --directory, --env NAME=VALUE, --unset NAME, --nice 5
      and --umask 027 set others. The kernel may refuse a niceness or a hard limit
      that the hub doesn't have itself. The log then says so, and the command gets
      the nearest.
      submit prints the number once the task is on disk. On a full disk, submit says
      so in one line and queues nothing. In the same way restart, edit, priority and
      switch change nothing then, and neither do pause and cancel of a queued task.
      headway run --queue waits in its terminal. Closing the terminal ends neither
      the wait nor the command.

    WITHOUT A TERMINAL
      headway submit --no-tty -- make         no terminal: input is /dev/null, and
                                              headway logs 7 prints exactly the bytes
                                              that make wrote
      headway submit --separate-stderr -- make
                                              the same, with a log of its own for
                                              errors: headway logs --stderr 7
      tty = false under [queue] in the config makes --no-tty the default, and --tty
      the exception. With a terminal, the command gets the width of yours, and PAGER
      and GIT_PAGER are cat: nobody would see a pager. For another pager:
      headway submit -- env PAGER=less ...

    MANY COMMANDS AT ONCE
      headway submit --batch jobs.txt         a task for each line, which sh -c runs;
                                              prints their numbers: 12-111
      gen-jobs | headway submit --group ml --batch -
                                              from standard input; the options apply
                                              to each line
      headway wait $(headway submit --batch jobs.txt)
      A line can also be a JSON object with the options of submit:
        {"command": ["./train", "7"], "needs": {"gpu": 1}, "env": {"SEED": 7}}
      All lines are queued, or none: a mistake names the file and the line.

    JOB ARRAYS
      headway submit --array 1-100%8 -- ./align
                                              100 tasks, at most 8 of them at once;
                                              also 0-20:5 and 1,3,7-9
      Each part finds its index in HEADWAY_ARRAY_INDEX, the number of parts in
      HEADWAY_ARRAY_COUNT, and the number of the first part in HEADWAY_ARRAY:
        headway submit --array 1-9 -- sh -c './align part-$HEADWAY_ARRAY_INDEX'
      On a terminal, the monitor and headway list show an array as one line. To see
      the parts: the right arrow key, and headway list --parts. The first part names
      the array:
        headway wait --filter array:12
        headway cancel --filter array:12
        headway restart --failed --filter array:12

    WHO IS NEXT
      The highest --priority goes first: -1000 to 1000, 0 by default. Among equals
      the oldest task goes first.
      The queue runs as many tasks at once as [queue] slots says. The default is
      one for each core. A [group.NAME] with slots of its own is a separate queue.
      headway submit --slots 2 -- make -j8    takes two slots. No later task of the
                                              queue starts before it has both
      headway start 9                         task 9 starts now: without a slot,
                                              ahead of its time, on hold or not
      headway priority 9 10                   task 9 gets priority 10
      headway switch 8 9                      8 and 9 change places
      headway edit 9 --title Evening -- ./train --some
                                              another title, another command; also
                                              --at, --group, --after, --needs, --env,
                                              --unset, --directory, and --no-at etc.
      headway edit 9                          all of that in your editor

    GROUPS
      headway group list                      slots, tasks and pauses of all groups
      headway group add ml --slots 2          a group with slots of its own
      headway group add photos                a group that shares the [queue] slots
      headway group slots ml 3                also 0 (nothing starts) or unlimited
      headway group slots default 4           the [queue] slots, which the tasks
                                              without a group share
      headway group set ml --pause-on-failure
                                              a task that fails pauses the group
      headway group remove ml                 while no task waits in it
      headway pause --group ml                its tasks, and those submitted later.
                                              With --wait, running tasks go on
      headway pause --all --wait              starts nothing any more, also of groups
                                              that are made later
      headway resume --group ml, resume --all

      What these commands set outlives the hub. What the config says counts again
      when the hub starts or reads the config.
      submit, run --queue, edit, pause and group refuse a group that is neither in
      the config nor made by group add, unless a task of it waits. --create makes it
      first: headway submit --create --group photos -- ./develop
      headway run --group NAME without --queue takes any name: a label for lists.

      A config with a group and a resource:
        [queue]
        slots = 4                             or 0, or "unlimited"
        [group.ml]                            headway submit --group ml
        slots = 1
        pause-on-failure = true
        [resources]                           headway submit --needs license
        license = 2

    WHAT A TASK MAY WAIT FOR
      --needs gpu, --needs gpu=2              units of a resource. Headway finds
                                              the GPUs. [resources] in the config
                                              declares all others
      --after 7                               the success of task 7; also 8,9 and
                                              61-63, and last: the newest task
      --after-any 7                           the end of task 7
      --at 22:00, --at +30m                   a time; also 2026-12-24, 5pm, noon,
                                              "2026-12-24 22:00", mon, "mon 8:30",
                                              "tomorrow 9:00", "+1 week": headway
                                              help time
      --when ac, --when network               external power, a network route
      --when idle=10m                         nobody types for 10 min
      --when 'load<2'                         a load average below 2
      --while CONDITION                       as --when, and for the whole run: the
                                              task is suspended while the condition
                                              doesn't hold
      --hold, headway pause 7                 you: on hold until headway resume 7

      --when and --while can be repeated. All conditions must hold.
      A submitted command finds its number in HEADWAY_TASK_NUMBER, and also has
      HEADWAY_TASK_ATTEMPT and HEADWAY_TASK_GROUP.
      A task that got GPUs finds their numbers in HEADWAY_GPU and in
      CUDA_VISIBLE_DEVICES.
      If a task that --after names doesn't succeed, the waiting task is skipped.
      headway list shows the most informative reason: "waits for gpu", "waits for a
      free slot of ml, position 2", "until 22:00". headway show 7 lists all reasons.
      Enter on the card in headway shows all reasons too; in JSON: waitsFor.

    GPUS
      --needs gpu, --needs gpu=2              any GPU that is free; two of them
      --gpus 0,2                              these two
      --needs gpu=0.5                         half of one: two such tasks share it
      CUDA_VISIBLE_DEVICES=2,3 headway submit --needs gpu -- ./train
                                              one of these
      A GPU of which others use more than half the memory isn't given to a task.
      [queue] gpu-free in the config sets the share that must be free; 0 doesn't
      look. Headway asks nvidia-smi, every 5 s and only while a task waits for a GPU
      that no other task holds.
      [queue] hide-gpus = true hides the GPUs from tasks without --needs gpu.

    HOW CONDITIONS ARE WATCHED
      For power, network and time the hub sleeps until the kernel reports a change.
      The hub checks the load every 5 s. It checks the idle time at the earliest
      moment at which the condition can hold. It checks neither while something
      else keeps the task from starting.
      Idle means that nobody types at a terminal of this machine. Panes of tmux are
      terminals too. Without any terminal the condition holds at once. Headway
      doesn't see keys typed in windows without a terminal.
      A task that was suspended by load<2 goes on once the load has fallen to three
      quarters of the limit: 1.5.

    RETRY, RESTART, REPEAT
      --every 1h, --every 'Mon..Fri 03:00'
                            again and again, each run as a task of its own. The next
                            run waits in the queue: headway help time
      --retry 3             up to 3 more attempts after a failure, after 5 s, 10 s,
                            20 s ... 5 min; none after a cancel or a loss
      headway restart 7     the same number, the next attempt. Restarted tasks keep
                            their remaining retries. Also --failed, --group ml,
                            --hold, --edit; --as-new makes a new task of it;
                            --running cancels it first if it runs
      headway pause 7       the next attempt waits for headway resume 7
      --refresh 1h --id news
                            a short job under one number, until you cancel it. Each
                            run may take 30 s and is stopped then. headway list says
                            so until the next run ends, headway show news for the
                            last 20 runs, and hub.log for longer
      headway wake news     runs that task soon, for a script that knows of news.
                            Several wakes cause one run, at least 10 s after the
                            last one began
      --id NAME             replaces the queued task with that identifier

    NEVER TWICE
      headway submit --key $KEY -- ./nightly
      If the hub doesn't answer in time, submit prints the key of the task and
      exits 69. The command may be queued all the same. A script that must not run
      a command twice chooses a key before the first try, and uses the same key in
      each try:
        KEY=$(tr -d - </proc/sys/kernel/random/uuid)
      While the task is on record, submit with its key queues nothing, prints the
      same number and exits 0. This holds after the end of the task too. After
      headway clean, the hub refuses the key of the task. Until it stops, the hub
      remembers the last 4,096 such keys.

    AN IDENTIFIER FOR A COMMAND
      headway submit --id com.example.export.42   starts what the config names:

        [permitted."com.example.export.*"]    an identifier; its last part may be *
        command = "./export --all"            for sh -c; or a list of words:
                                              ['./export', '--all']
        directory = "~/films"
        group = "ml"
        needs = "gpu"                         also: title, priority, retry

      An entry without keys only permits the identifier. The most specific entry
      counts. Options on the command line override those of the entry.
      The command finds the identifier in HEADWAY_IDENTIFIER. Once the config has
      one such entry, Headway refuses every --id without an entry (exit status 77).

    AFTER A CRASH OR A REBOOT
      After a crash, the next hub goes on where the last one was, and starts nothing
      twice. What starts the next hub: headway help systemd.
      Tasks that were queued before the machine restarted are on hold until headway
      resume 7. With [queue] hold-after-reboot = false they aren't put on hold.

    AFTERWARDS
      headway wait 7; headway wait --group ml; headway wait --all
                                              exits with the highest of their
                                              statuses
      headway logs 7, headway attach 7, headway send 7 TEXT
                                              headway help attach
      headway history --filter 'reason:failed since:2d' --limit 20
      headway clean 7                         headway help config
    """
}
