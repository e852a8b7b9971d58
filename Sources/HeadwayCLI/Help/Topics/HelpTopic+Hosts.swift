extension HelpTopic {
  /// The page `headway help hosts`.
  static let hostsPage = """
    HOSTS: tasks of another machine, over ssh

      Headway reaches another machine by your own ssh, with your config, keys,
      agent and jump hosts. Headway itself opens no network socket. Each machine
      has its own hub, its own numbers and its own record. --host names the
      machine, as ssh knows it:

      headway list --host build1              its tasks
      headway cancel build1:7                 its task 7, and so with any number
      headway wait build1:7 && echo done      the exit status of its task 7
      headway logs --follow build1:7          the output of its task 7
      headway attach build1:7                 the terminal of its task 7
      headway submit --host build1 -- make    a job in its queue
      headway submit --host build1 --send data.csv -- ./count data.csv
                                              copies data.csv there first
      headway run --host build1 -- make       a command there, in this terminal
      headway watch --host build1             a monitor of its tasks
      export HEADWAY_HOST=build1              for all commands that take --host

      A job of submit and run begins in your home folder there, with the
      environment of your login there. --directory of submit names another folder.
      --send copies a file or folder into that folder, with your rsync, or with scp
      if one of the machines has no rsync. If the copy fails, nothing is submitted.
      The file of --batch and the editor of edit are there; --batch - reads your
      standard input. In run and submit, --host comes before the command.
      HEADWAY_HOST= headway list asks this machine again.

    SEVERAL MACHINES
      The config names them:

      [hosts]
      watch = ["build1", "gpu2"]
      tell = true                             the monitor notifies of their tasks

      [host.gpu2]
      ssh = "ada@gpu2.example.org"            without it: gpu2
      command = "/opt/headway/bin/headway"    the program there

      headway hosts                           each: version, delay, number of tasks
      headway list --host all                 their tasks and those of this machine
      headway history --host all              ended tasks, by the time of their end
      headway list --host build1 --host gpu2  the tasks of these two
      headway status --host all               a line for a status bar, of them all

      All but status say which machines can't be reached, and end with the exit
      status 69. status ends its line with +1? if one can't be reached, and exits
      0. The line counts the others only. With --follow, status shows one machine.

    ONE MONITOR
      headway shows the machines of watch below this one. headway watch --host a
      --host b shows those two alone. headway watch --plain shows this machine
      alone, unless --host names others.

      @        shows or hides the other machines. The next monitor remembers it
      s        the first order has a heading for each machine. All other orders mix
               the machines, and cards are named build1:7
      Enter    at a heading: folds the machine, logs in, or tries to connect now
      /        host:build1, host:build* and host:here (this machine) filter

      A heading says how the machine is: connecting, live, no word for 12 s, can't
      be reached and why, hub stopped, or that you must log in. The cards of a
      machine that can't be reached stay, in grey, as of the last word. What you do
      with them meanwhile isn't sent later: the footer says so.
      The monitor tries again with growing pauses, up to a minute, and at once
      after a suspend and when the network changes. After a refused key or an
      unknown host key it waits for you: Enter at the heading runs ssh on the
      screen, so that you can log in.
      The header and the terminal's progress count the machines that answer.
      Notifications of other machines come with tell = true under [hosts].
      The monitor shows at most 20,000 tasks of another machine.

    WHAT IT NEEDS THERE
      The programs headway and headwayd, in the PATH of your login shell there or
      in ~/.local/bin, or at the path of command under [host.NAME]. Any login shell
      will do.

      headway hosts install build1            copies them there from here

      It copies this version to ~/.local/bin there, or to the folder of command
      under [host.build1]. The machine needs the same system and architecture. The
      programs are tried there first. Only if both run do they replace older ones.

      headway doctor --host build1            checks the installation there

    TWO KINDS OF COMMANDS
      run, submit, logs, attach, send, edit, status and doctor run there, in an ssh
      that may ask you for a password. If the machine can't be reached, they end
      with the exit status of ssh, 255, and with its words if it has any. What a
      startup file of the login shell prints comes before their output. If you end
      the ssh of run, the command there goes on.
      All others ask the hub there and print the answer themselves. They never ask
      for a password or about a host key: they end with a line that says what to
      do, and with 69. They pass over up to 64 KiB of what a startup file prints.

    CONNECTIONS
      The first command opens a connection, which others share until a minute after
      the last. If your ssh config has a ControlPath, ssh uses that one instead. A
      dead link is noticed after 10 to 20 s.

    WHAT TO KNOW
      Whether a job outlives your last logout there: headway help systemd.
      Lists of another machine are cleaned of control characters, like all texts.
      logs, attach and run show what that machine writes, as it is.

    A HOME FOLDER THAT MACHINES SHARE
      Each machine has its own record there too, with its own numbers. If the home
      folder is on a network file system (NFS, SMB, Lustre, sshfs and others), the
      state of a machine is in a folder of its own:

      ~/.local/state/headway/hosts/build1-3f9c1e07ab52

      A machine also gets such a folder if a hub of another machine has the usual
      one. headway doctor says where the state is, and why. What a version before
      this one left in ~/.local/state/headway goes to the machine whose hub is the
      first to start.
      To keep the state on a disk of the machine, set HEADWAY_STATE to a folder
      there, for all your programs:

      export HEADWAY_STATE=/scratch/$USER/headway
    """
}
