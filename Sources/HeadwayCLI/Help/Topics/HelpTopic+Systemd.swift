extension HelpTopic {
  /// The page `headway help systemd`.
  static let systemdPage = """
    SYSTEMD: who starts the hub, and what a logout ends

      The hub is the process that knows all tasks. Commands don't depend on the hub:
      no task stops because the hub is restarted, upgraded or killed.
      An update replaces the program file of a running hub. The hub then executes the
      new program in its place. If the new file has an older version, the hub stays
      until headway hub stop.

    WITHOUT SYSTEMD
      A command that needs the hub starts it. headway status, headway hub status and
      headway doctor never start a hub. The hub exits after 10 min without anything
      to do ([hub] exit-after).
      After a crash, a running task, an open monitor or the next command starts a new
      hub. If all tasks are queued and no monitor is open, the tasks wait until
      the next command. After a reboot, the first command starts the hub.
      headway hub stop stops the hub until the next command. Tasks that run go on.
      Queued tasks wait for the next hub. headway hub start starts it.

    WITH SYSTEMD
      headway hub install --now
      Your own systemd then listens at the hub's socket. systemd starts the hub at
      your login, when a command needs the hub, and after a crash. With lingering,
      systemd starts the hub when the machine starts. A status line starts no hub.
      The Debian package has the units already: then the command only enables them.
      headway hub install --print prints the units: headway.socket and
      headway.service. headway hub uninstall undoes the installation.
      systemctl --user reload headway is headway hub reload.

    AFTER YOUR LAST LOGOUT
      loginctl enable-linger keeps the hub, the tasks and the socket.
      Without lingering, a logout may end tasks, or leave them out of reach until
      you log in again. The line "logout" of headway doctor says what a logout does
      on this machine. With KillUserProcesses=yes, logind ends all processes of a
      session. The line then also says how to start tasks that stay.

    A HUB THAT DIES AT START
      Running tasks and open monitors wait together before they start another hub:
      1 s, doubled with each death, at most 60 s. They don't wait after the first
      death by SIGKILL. A command that you type says in one line how the hub died.
      The command tries at once, unless the last hub died less than 1 s ago.
      headway doctor, headway hub status and hub.log say when and how the hub died
      (exit status or signal), and what the hub was working on. hub.log is beside
      the record, in ~/.local/state/headway.

    WHAT IS WRONG HERE?
      headway doctor checks the programs, hub, socket, record, config, disk,
      terminal, systemd and logout: one line for each, with what to do. It exits 1
      if something is wrong. --json is for scripts.

    IN THE PROCESS LIST
      headwayd             the hub
      headway-launcher     ready to become the supervisor of the next queued task
      headway run, headway-supervisor
                           one beside each command
      headway-leader       between supervisor and command: holds the session of the
                           command's terminal
    """
}
