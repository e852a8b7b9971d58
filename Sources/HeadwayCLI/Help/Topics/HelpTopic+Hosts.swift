extension HelpTopic {
  /// The page `headway help hosts`.
  static let hostsPage = """
    HOSTS: tasks of another machine, over ssh

      Headway reaches another machine by your own ssh, with your config, keys,
      agent and jump hosts. It opens no network socket. Each machine has its own
      hub, its own numbers and its own record. --host names the machine, as ssh
      knows it:

      headway list --host build1              its tasks
      headway cancel build1:7                 its task 7, and so with any number
      headway wait build1:7 && echo done      the exit status of its task 7
      headway logs --follow build1:7          the output of its task 7
      headway attach build1:7                 the terminal of its task 7
      headway submit --host build1 -- make    a job in its queue
      headway run --host build1 -- make       a command there, in this terminal
      headway watch --host build1             its monitor, here
      export HEADWAY_HOST=build1              from now on, every command

      A job of submit and run begins in your home folder there, with the
      environment of your login there. --directory of submit names another folder.
      In run and submit, --host comes before the command.

    SEVERAL MACHINES
      The config names them:

      [hosts]
      watch = ["build1", "gpu2"]

      [host.gpu2]
      ssh = "ada@gpu2.example.org"            without it: gpu2
      command = "/opt/headway/bin/headway"    the program there

      headway hosts                           each: version, delay, number of tasks
      headway list --host all                 their tasks and those of this machine

      A machine that can't be reached is said to be so, and the exit status is 69.

    WHAT IT NEEDS THERE
      The programs headway and headwayd, in the PATH of your login shell there or
      in ~/.local/bin. If the login shell isn't like sh (csh, fish), set command.
      What a startup file of the shell prints doesn't matter, up to 64 KiB.

    LOGGING IN
      Commands that ask the hub there never ask for a password or about a host key.
      They say what is wrong, and ssh build1 asks. They never try again after a
      refusal.
      The first command opens a connection, which others share for a minute; with
      ControlPath in your ssh config, yours is used. A dead link is noticed after
      10 to 15 s.

    WHAT TO KNOW
      The monitor shows one machine at a time. A list shows all: headway list
      --host all.
      A task that you start over ssh goes on when the connection breaks. Whether it
      outlives your last logout: headway help systemd.
      The monitor of another machine notifies through your own terminal: headway
      help notifications.
      Texts of another machine are treated as hostile, like all texts. What logs,
      attach, run and watch show is that machine's terminal output as it is.

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
