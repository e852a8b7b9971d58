extension HelpTopic {
  /// The page `headway help fleet`.
  static let fleetPage = """
    FLEET: numbers for monitoring systems

      headway metrics                         prints the numbers for Prometheus
      headway metrics --format openmetrics    prints them as OpenMetrics
      headway metrics --output headway.prom   replaces the file in one step

      In the config, the hub writes the same numbers to a file by itself, at each
      end and every 15 s, for the textfile collector of node_exporter:

      [metrics]
      textfile = "/var/lib/prometheus/node-exporter/headway.prom"

      The hub writes the file as you: you need the right to write in its folder.
      The file's name has to end in .prom, or node_exporter doesn't read the file.
      A hub that leaves writes headway_hub_up 0 into the file.

    THE NUMBERS
      headway_tasks{state,group}              tasks that haven't ended
      headway_tasks_needing_you               tasks that wait for a person
      headway_queue_oldest_seconds            the longest wait in the queue
      headway_task_ended_total{reason}        ends since the hub started
      For each identifier (--id), of the 1,000 that ended last:
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
