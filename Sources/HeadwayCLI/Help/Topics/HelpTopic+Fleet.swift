extension HelpTopic {
  /// The page `headway help fleet`.
  static let fleetPage = """
    FLEET: many machines on one screen, by an MQTT broker

      headway-bridge                          publishes your tasks to the broker
      headway hub install --bridge --now      lets systemd run the bridge
      headway watch --fleet                   shows the tasks of all machines
      headway status --fleet                  one line for a status bar. With +2?,
                                              two hubs can't be reached
      headway watch --fleet mqtts://broker    the same, of another broker than the
                                              config's

      The hub has no network. headway-bridge is a program beside it, and a client
      of the hub like the monitor. In the config of each machine:

      [fleet]
      broker = "mqtts://broker.example.org"
      user = "ada"
      certificate = "/home/ada/.headway/ada.crt"
      key = "/home/ada/.headway/ada.key"
      accept-cancel = true

      The other settings: ca, password-file, accept-pause, accept-resume,
      accept-answer, home-assistant. headway help config has them all. headway
      watch --fleet uses the same certificate, key and password. mqtt:// is a
      broker without TLS, on port 1883: for tests on one machine.

    WHAT IS PUBLISHED
      headway/v1/USER/HOST/s      the counts of the hub; {"up":false} once its
                                  bridge is gone, which the broker itself says
      headway/v1/USER/HOST/t/KEY  a task, as in headway list --json, without its
                                  command, directory, conditions and process
      headway/v1/USER/HOST/i/ID   with home-assistant: an identifier's last run
      Of a sensitive task only number, state, position, times, percent and end are
      there: no title, subtitle, group, identifier or question.
      The 1,000 tasks that matter most are published: first those that run, then
      those that ended last, then the queue. Then parts of job arrays are single
      tasks.
      The counts are of all.
      Progress is sent when it moved by 1 %, else every 5 s, and at most once a
      second.

    ORDERS
      Cancel, pause, resume and answer go back to the hub, if the config of that
      machine accepts them. Nothing else is taken: no command is ever started.
      The screen says so if nobody got the order, or if the hub refused it, or if
      no answer came within 10 s: then look before you try again. An order that
      was published as retained is ignored.
      Output, attach and restart need the machine itself: headway help hosts.

    THE BROKER
      Any broker of MQTT 5. For mosquitto, so that each user has only their own:

      listener 8883
      cafile /etc/mosquitto/ca.crt
      certfile /etc/mosquitto/broker.crt
      keyfile /etc/mosquitto/broker.key
      require_certificate true
      use_identity_as_username true
      acl_file /etc/mosquitto/headway.acl
      max_queued_messages 0
      persistence true
      autosave_interval 1
      autosave_on_changes true

      and in headway.acl, where the name in a certificate is USER in the topics:

      pattern readwrite headway/v1/%u/#
      user wallboard
      topic read headway/v1/+/+/s
      topic read headway/v1/+/+/t/+

      If a user may not read a topic, the broker says nothing: machines are simply
      missing. The names of users and machines have letters, digits, '.', '_' and
      '-'. Two hubs of one machine need two names: [fleet] user.
      If two bridges have the same user and the same machine, the one that started
      later goes on, and the other ends with exit status 75.
      A machine that is gone stays on the screen for 7 days, or until you empty its
      topic: mosquitto_pub -r -n -t headway/v1/USER/HOST/s

    HOME ASSISTANT
      With home-assistant = true the bridge publishes a device for each hub:
      running, queued, needs you, failed and progress, and for each identifier
      (--id) a sensor, and with accept-cancel a button that cancels. The sensor and
      the button go when the task leaves the list. The broker has to let the user
      write below homeassistant/device/headway_USER_HOST.

    THE DESKTOP
      headway-bridge desktop                  shows the progress in Plasma's
                                              notifications and task bar, with
                                              cancel and pause, and on docks
      headway hub install --desktop           starts it with each graphical session

      If no desktop shows the copies of file managers, headway-bridge desktop shows
      them as cards. It owns the D-Bus name org.kde.JobViewServer then.
      [desktop] in the config has progress, copies and notify.
      Docks and Plasma know Headway by an installed headway.desktop.

    METRICS
      headway metrics                         prints the numbers for Prometheus
      headway metrics --format openmetrics    prints them as OpenMetrics
      headway metrics --output headway.prom   replaces the file in one step

      In the config, the hub writes the same numbers to a file by itself, at each
      end and every 15 s, for the textfile collector of node_exporter:

      [metrics]
      textfile = "/var/lib/prometheus/node-exporter/headway.prom"

      You need the right to write in its folder. The name of the file has to end in
      .prom, or node_exporter doesn't read the file. A hub that leaves writes
      headway_hub_up 0 into the file.

      headway_tasks{state,group}              tasks that haven't ended
      headway_tasks_needing_you               tasks that wait for a person
      headway_queue_oldest_seconds            the longest wait in the queue
      headway_task_ended_total{reason}        ends since the hub started
      For each identifier, 1,000 at most:
      headway_run_running{id}                 how many run now
      headway_run_progress_ratio{id}          the completed share, 0 to 1
      headway_run_eta_seconds{id}             the time left
      headway_run_last_success_timestamp_seconds{id}
      headway_run_last_end_timestamp_seconds{id}
      headway_run_last_duration_seconds{id}
      headway_run_last_exit_code{id}

      An alert for a backup that hasn't succeeded for a day:
      time() - headway_run_last_success_timestamp_seconds{id="backup"} > 86400

      Labels are groups and identifiers, never titles. A sensitive task is counted,
      but its identifier isn't there.

    TRACES AND THE JOURNAL
      Each command gets a TRACEPARENT (W3C Trace Context). The system's journal has
      an entry for each end: headway help notifications.
    """
}
