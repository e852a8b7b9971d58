internal import HeadwayConfig
internal import HeadwayMonitor
internal import HeadwaySystem

extension HelpTopic {
  /// The page `headway help config`. The table of settings writes its list.
  static var configPage: String {
    """
    THE CONFIG: \(HeadwayConfig.path(ProcessEnvironment.variable) ?? "config.toml")

      A TOML file (toml.io). Every setting is optional. headway hub reload, or
      SIGHUP, makes a running hub read the file again. headway doctor checks it.

    \(HeadwayConfig.help(
      styles: StyleRole.allCases.map(\.rawValue), actions: KeyAction.allCases.map(\.rawValue)))

    A CONFIG WITH A MISTAKE
      headway hub reload and headway hub status name the line and the column of the
      mistake. A running hub keeps its settings. A hub that starts with a mistake
      uses the defaults and starts nothing from the queue: headway hub status,
      headway doctor and the waiting tasks say so. headway submit queues nothing
      until you have corrected the file.
      The file must be yours, and nobody else may be able to write it: hooks in it
      run as you.

    WHAT IS KEPT
      The record and the logs keep everything until you clean them.
      headway clean 7                         deletes a task, and its log
      headway clean --successful --filter '-since:7d' --dry-run
                                              shows what it would delete
      On a terminal, headway clean without arguments shows what it would delete and
      asks. A script gives --all, tasks or a filter.
      The settings of [record] delete old tasks when the hub starts and when tasks
      end. Tasks that the list shows stay, and so do tasks that a queued task
      depends on. A periodic task (--refresh) doesn't end, so the settings apply to
      the logs of its runs. By default its last 100 runs keep their logs.
      A hub that starts lists the newest 2,000 ended tasks at most. headway history
      lists all.

    WHAT YOU CLEAN IS GONE
      A restart needs the command and the environment of a submitted task, so the
      record has both. The environment may contain passwords. Only you can enter
      the folder of the record.
      headway clean and [record] remove a task from the record and overwrite its
      data. headway clean returns once both are done. Overwriting fails, for
      example, while another program reads the record. headway clean then returns
      all the same, and the hub tries again every second. What [record] deletes is
      overwritten a moment later.
      Single copies may stay in unused parts of the file. headway clean removes
      these copies from a record of at most 256 MiB. Headway overwrites neither a
      record that was set aside (record.sqlite.damaged-...) nor your own backups.

    A LOST OR DAMAGED RECORD
      The hub sets a damaged record aside, and begins a new one with all that it has
      in memory. If part of the record is removed or damaged while no hub runs,
      headway hub status, headway doctor and hub.log say how many changes are
      missing and since when. New tasks get numbers above the highest ever given.
      A hub refuses a record that a newer version of Headway wrote. After headway
      hub stop the file record.sqlite alone has everything.
      Ends are in the record before the hub acknowledges them. If no hub takes an
      end within 100 ms, the end waits in the folder spool for the next hub.

    FILES AND VARIABLES
      ~/.local/state/headway      record.sqlite, logs, spool, jobs, hub.log. Its
                                  parent is XDG_STATE_HOME if that is set. Below
                                  it is hosts/MACHINE in a home folder that
                                  machines share: headway help hosts
      HEADWAY_STATE               another folder for all of these: an absolute path
      $XDG_RUNTIME_DIR/headway/hub.sock, else /tmp/headway-UID/hub.sock
                                  the socket of the hub
      HEADWAY_SOCKET              another socket: an absolute path, in a folder
                                  that is yours alone (mode 700)
      HEADWAY=off                 headway run only executes the command; adopt,
                                  update and the libraries do nothing
      HEADWAY_TASK                set for each command: its task
      TRACEPARENT                 set for each command: its place in a trace (W3C
                                  Trace Context), below the one that it inherits
    """
  }
}
