extension HelpTopic {
  /// The page `headway help hosts`.
  static let hostsPage = """
    HOSTS: tasks of another machine, over ssh

      Headway shows the tasks of one machine: the one on which it runs, and only
      those of your own user. It opens no network socket. For another machine,
      install Headway there and run it there, over ssh:

      ssh -t build1 headway                   the monitor of build1, here
      ssh -t build1 headway attach 7          the terminal of its task 7
      ssh build1 headway list --json          its tasks, for a script
      ssh build1 headway status               its line for a status bar
      ssh build1 headway wait 7               the exit status of its task 7

      -t gives the monitor a terminal. headway list needs none.

    WHAT TO KNOW
      Each machine has its own hub, its own numbers and its own record. There is no
      list of several machines.
      A command over ssh often has a shorter PATH than your shell. If ssh says
      "headway: command not found", install the programs in /usr/local/bin, or
      write the whole path.
      A task that you start over ssh goes on when the connection breaks. Whether it
      outlives your last logout: headway help systemd.
      Over ssh the monitor notifies through your own terminal: headway help
      notifications. Text that you copy in the monitor goes to your clipboard, if
      your terminal knows OSC 52.

    A HOME FOLDER THAT MACHINES SHARE
      Each machine has its own record there too, with its own numbers. If the home
      folder is on a network file system (NFS, SMB, Lustre, sshfs and others), the
      state of a machine is in a folder of its own:

      ~/.local/state/headway/hosts/build1-3f9c1e07ab52

      A machine also gets such a folder if a hub of another machine has the usual
      one. headway doctor says where the state is, and why. The first machine takes
      over what a version before this one left in ~/.local/state/headway.
      To keep the state on a disk of the machine, set HEADWAY_STATE to a folder
      there, for all your programs:

      export HEADWAY_STATE=/scratch/$USER/headway
    """
}
