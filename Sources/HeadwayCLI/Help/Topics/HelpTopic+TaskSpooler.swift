extension HelpTopic {
  /// The page `headway help task-spooler`.
  static let taskSpoolerPage = #"""
    TASK-SPOOLER: each option of tsp, and its command here

      tsp runs one task at a time. Headway runs one for each processor, until you
      say: headway group slots default 1

      tsp make              headway submit -- make
      tsp -L name make      headway submit --title name -- make
      tsp -f make           headway run --queue -- make
      tsp -n make           headway submit -- sh -c 'make >/dev/null 2>&1'
      tsp -nf make          headway run --queue -- sh -c 'make >/dev/null 2>&1'
      tsp -E make           headway submit --separate-stderr -- make, and then
                            headway logs --stderr 7
      tsp -O name make      nothing: headway show 7 has the log's path, and headway
                            logs 7 prints it
      tsp -g make, -z       nothing: headway logs --raw 7 | gzip >file
      tsp -m make           headway submit --notify -- make tells you of the end.
                            To mail the output: see below
      tsp -d make           headway submit --after last -- make: only if the last one
                            succeeded; in any case: --after-any last
      tsp -D 7,8 make       headway submit --after 7,8 -- make; --after-any 7,8
      tsp -W 7 make         headway submit --after 7 -- make
      tsp -N 2 make         headway submit --slots 2 -- make
      tsp -G 1 make         headway submit --needs gpu -- make
      tsp -g 0,2 make       headway submit --gpus 0,2 -- make
      tsp -G 0 make         hide-gpus = true under [queue] in the config
      tsp --set_gpu_free_perc 90
                            gpu-free = 90 under [queue] in the config
      TS_VISIBLE_DEVICES=0,1
                            CUDA_VISIBLE_DEVICES=0,1 headway submit --needs gpu

      xargs -I% tsp %       headway submit --batch FILE: a command on each line; or
                            headway submit --array 1-100%8 -- CMD

      tsp, tsp -l           headway list; or headway, the monitor
      tsp -s 7, tsp -i 7    headway show 7; or Enter on its card in headway
      tsp -p 7              pid in headway list --json --filter n:7: the process
                            that supervises the command
      tsp -c 7              headway logs --follow --exit-status 7
      tsp -t 7              headway logs --follow --exit-status -n 10 7
      tsp -o 7              headway logs --raw 7 >file

      tsp -w 7              headway wait 7
      tsp -k 7              headway cancel 7
      tsp -u 7              headway priority 7 10. Among equals the oldest goes
                            first: for 8 to pass 7, headway priority 8 11, or
                            headway switch 7 8
      tsp -U 7-8            headway switch 7 8
      tsp -r 7              headway cancel 7 while it waits, headway clean 7 once
                            it has ended
      tsp -C                headway clean --all; or clean 7 8, --successful,
                            --failed, --filter QUERY

      tsp -S 4              headway group slots default 4
      tsp -S                headway group list
      TS_ONFINISH=cmd       on-finish = 'cmd' under [tell] in the config
      tsp -K                headway hub stop. Tasks that run go on. Queued tasks
                            wait for the next hub
      tsp -T                headway cancel --all --force
      TS_MAXFINISHED=100    keep-tasks = 100 under [record] in the config. Lists show
                            an ended task for keep-ended under [monitor]: 15 min
      TS_ENV=cmd            no such setting: headway show --env 7 prints the
                            environment of the command
      TS_SOCKET             HEADWAY_SOCKET; another record: XDG_STATE_HOME
      --set_logdir          XDG_STATE_HOME: the logs are in the record's folder

      TS_MAILTO=you, in the config:
        [tell]
        on-finish = '''
          [ -z "$HEADWAY_TASK_NOTIFY" ] || mail -s "$HEADWAY_SUMMARY" you \
            <"${HEADWAY_TASK_LOG:-/dev/null}"'''

      The hub acknowledges a submit once it is on disk: a killed hub or a reboot
      loses no task. See headway help queue.
    """#
}
