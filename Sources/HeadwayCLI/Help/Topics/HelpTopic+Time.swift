extension HelpTopic {
  /// The page `headway help time`.
  static let timePage = """
    TIME: a start at a time, and commands that run again and again

    ONCE
      headway submit --at 22:00 -- ./backup   the next 22:00; or later, if the queue
                                              is busy
      --at +30m, "+1 week", "now + 2 hours"   from now on
      --at 5pm, 2200, noon, "tomorrow 9:00"   as for at
      --at mon, "mon 8:30", "next monday"     the next Monday
      --at 2026-12-24, "2026-12-24 22:00"     a date; also "Dec 24", "10am 24 Dec",
                                              "April 1 2027 18:30"
      --at @1798106400, 2026-12-24T22:00:00Z  seconds since 1970; UTC, as in JSON;
                                              other zones: 2026-12-24T22:00+02:00

    AGAIN AND AGAIN
      headway submit --every 1h -- ./fetch    now, and then every hour, counted from
                                              the start of the run before: 1s to 366d
      headway submit --every 'Mon..Fri 03:00' -- ./backup
                                              at the times of the calendar

      Each run is a task of its own, with a number, a log and a line in headway
      history. The next run waits in the queue, and headway list shows it: "every
      Mon..Fri 03:00, next 2026-11-30 03:00". Say that it is task 9:
      headway start 9                         runs it now. The times stay as they are
      headway edit 9 --at 05:00               moves this one run
      headway edit 9 --every daily            other times from now on
      headway edit 9 --no-every               only this run is left
      headway pause 9, headway resume 9       the series stands still meanwhile
      headway cancel 9                        ends the series. A cancel of a run that
                                              has begun ends only that run
      --id backup                             a submit under the same identifier
                                              replaces the series

      Two runs never overlap. If the time comes while the run before still runs:
      --overlap skip                          the next run moves to the next time.
                                              This is the default
      --overlap queue                         it starts right after the run before
      A failure doesn't end the series. --retry 3 tries a failed run again.

    MISSED TIMES
      Runs happen while the hub runs. The hub stays as long as a task waits, and
      after a restart of the machine the first command starts it. To have systemd
      start it with your session: headway hub install. To have it run without a
      session: loginctl enable-linger.
      A time that passed by more than a minute, because the machine was off or
      asleep, is skipped. With --catch-up one run makes up for all missed ones, at
      once. A clock that is set back runs nothing twice.
      A reboot doesn't put the next run on hold, unlike other tasks.

    CALENDAR EXPRESSIONS
      These are the expressions of systemd.time(7): weekdays, a date and a time, each
      of which may be left out. Times are those of the machine's time zone.
      Mon..Fri 03:00                          on weekdays
      Sat,Sun 9,21:00                         twice a day at the weekend
      *-*-01                                  at midnight on the first of each month
      Mon *-*-1..7 08:00                      on the first Monday of each month
      2026-12-24 18:00                        once
      9..17:00                                every full hour from 9 to 17
      *:0/15                                  every 15 minutes; also *:*/15
      minutely, hourly, daily, weekly, monthly, quarterly, yearly

      A part is *, a number, a range a..b, each of them with a step /n, or several
      with commas. Not supported: time zones, fractions of seconds, and days from the
      end of the month (~). To see the times: systemd-analyze calendar EXPRESSION.
      When summer time begins, a skipped time runs at the end of the gap. When it
      ends, a time that comes twice runs once.
    """
}
