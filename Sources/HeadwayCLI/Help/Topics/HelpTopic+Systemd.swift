extension HelpTopic {
  /// The page `headway help systemd`.
  static let systemdPage = """
    SYSTEMD: who starts the hub, and what a logout ends

      The hub is the process that knows all tasks. Commands run without it: no task
      stops because the hub is restarted, upgraded or killed.

    WITHOUT SYSTEMD
      A command starts the hub, if the command needs one. headway status, headway
      hub status and headway doctor never do. The hub leaves after 10 min without
      anything to do ([hub] exit-after).
      A killed hub comes back with the next command, with a running task or with an
      open monitor. If tasks only wait for their time, their turn or AC power,
      there is none of these: the tasks wait longer. After a reboot the hub comes
      with the first command.
      headway hub start, headway hub stop: a stopped hub stays away until the next
      command. Tasks that run go on. Queued tasks wait for the next hub.

    WITH SYSTEMD
      headway hub install --now
      Your own systemd then listens for the hub. It starts the hub at your login,
      when somebody needs the hub, and after a crash. With lingering it starts the
      hub when the machine starts. A status line, which only looks, doesn't wake
      the hub.
      headway hub install --print prints the units: headway.socket and
      headway.service. headway hub uninstall undoes the installation.
      systemctl --user reload headway is headway hub reload.

    AFTER YOUR LAST LOGOUT
      loginctl enable-linger keeps the hub, the tasks and the socket.
      Without it a logout may end tasks, or leave them out of reach until you log
      in again. The line "logout" of headway doctor says what holds here. If logind
      ends all processes of a session (KillUserProcesses=yes), it also says how to
      start tasks that stay.

    A HUB THAT DIES AT START
      Running tasks and open monitors share a pause before the next try: 1 s,
      doubled with each death, at most 60 s. The first death by SIGKILL costs no
      pause. A command that you type tries at once, unless the last hub died less
      than 1 s ago, and says in one line how the hub died.
      headway doctor, headway hub status and hub.log say when and how the hub died
      (exit status or signal), and what it was working on. After a clean stop there
      is nothing to say. hub.log is beside the record, in ~/.local/state/headway.

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
