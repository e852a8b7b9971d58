extension HelpTopic {
  /// The page `headway help pueue`.
  static let pueuePage = """
    PUEUE: each command of pueue, and its command here

      pueue runs one task at a time. Headway runs one for each processor, until you
      say: headway group slots default 1

      pueue add -- make        headway submit -- make. Headway runs the words without
                               a shell; with one: headway submit -- sh -c 'a && b'
      add --label L            --title L
      add --group G            --group G; --create makes a group
      add --priority 5         --priority 5
      add --after 3 4          --after 3,4, --after last. --after-any if success
                               doesn't matter
      add -w DIR               --directory DIR; and --env NAME=VALUE, --unset NAME
      add --delay 3h           --at +3h; also "tomorrow 9:00", 5pm, "+1 week"
      a cron job for pueue add --every 1h, --every 'Mon..Fri 03:00'
      add --stashed            --hold
      add --immediate          --immediate
      add in a loop            headway submit --batch FILE: a command on each line,
                               all queued at once
                               headway submit --array 1-100%8 -- CMD: one command
                               for each index
      add --immediate --follow headway run -- make

      pueue status             headway list; or headway, the monitor. --group G too
      pueue log 3              headway logs 3; headway show 3 for everything else
      pueue follow 3           headway logs --follow 3; with --exit-status it exits as
                               the task does
      pueue log -l 20 3        headway logs -n 20 3
      pueue log -a             headway logs --all; with --follow, side by side
      pueue log --json         headway logs --json
      pueue status --json      headway list --json; with --filter QUERY, some of them
      pueue wait 3             headway wait 3. The status is that of the task
      pueue wait -g G          headway wait --group G: new tasks of G too
      pueue wait -s running 3  headway wait --state running 3

      pueue start 3            headway start 3: now, without a free slot
      pueue pause 3            headway pause 3, headway resume 3
      pueue stash 3            headway pause 3: on hold until resume or start
      pueue enqueue 3          headway resume 3
      pueue kill 3             headway cancel 3; with -s KILL: cancel --force 3;
                               with -s INT: cancel --signal INT 3
      pueue kill -g G, -a      headway cancel --group G, --all
      pueue remove 3           headway cancel 3 while it waits, headway clean 3 once
                               it has ended
      pueue restart -i 3       headway restart 3: the same number, the next attempt
      pueue restart 3          headway restart --as-new 3; also --edit, --hold
      (of a task that runs)    headway restart --running 3
      pueue restart -a         headway restart --failed; of a group: --group G too
      pueue switch 1 2         headway switch 1 2
      pueue edit 3             headway edit 3 opens your editor; or --title T,
                               --priority 5, -- COMMAND and more
      pueue enqueue --delay 3h headway edit 3 --at +3h
      pueue env set 3 K V      headway edit 3 --env K=V; env unset: --unset K
      pueue send 3 y           headway send 3 y; or headway attach 3
      pueue clean              headway clean --all
      pueue clean -s, -g G     headway clean --successful, --group G
      pueue reset              headway cancel --all, and then headway clean --all

      pueue pause -g G, -a     headway pause --group G, --all; new tasks wait too.
                               --wait means the same as in pueue
      pueue start -g G, -a     headway resume --group G, --all. Tasks on hold stay so
      pueue parallel 4         headway group slots default 4
      pueue parallel -g G 0    headway group slots G unlimited
      pueue group add G        headway group add G --slots 1; --parallel 2: --slots 2
      pueue group remove G     headway group remove G
      pueue group              headway group list, also with --json
      pause_group_on_failure   headway group set G --pause-on-failure
      pueue callback           on-finish under [tell] in the config
      pueue --config F         XDG_CONFIG_HOME=DIR for DIR/headway/config.toml
      pueued                   nothing: the first command starts the hub
      pueue shutdown           headway hub stop. Tasks that run go on

      Most commands take several tasks, ranges (61-70), --group, --filter and --all.
      The names add, log, follow, enqueue, kill and ps work here too, and so does -g
      for --group. Their other options are those of Headway.
    """
}
