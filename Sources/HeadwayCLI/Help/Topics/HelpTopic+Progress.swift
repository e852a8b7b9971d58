extension HelpTopic {
  /// The page `headway help progress`.
  static let progressPage = #"""
    PROGRESS: where the percent and the time left come from

      No number is better than a wrong number: what isn't known isn't shown.

    THE OUTPUT OF KNOWN TOOLS
      headway run reads the progress off the output. It has rules for rsync, scp,
      curl, wget, yt-dlp, aria2, git, pip, apt, cargo, ninja, make, swift build,
      ctest, pytest, docker, gradle, ffmpeg, HandBrake, dd, badblocks, zstd, xz,
      7z, pv, borg, restic, avrdude, tqdm, Keras, PyTorch and rich.
      Stages roll up: Epoch 3/10 at 20 % is 22 % of the whole.
      The card names the stretch that the tool names: "Receiving objects 42%", or
      the package that pip downloads.
      rsync --progress and scp draw one bar per file. Once rsync prints how many
      files there are, every file counts equally. Before that, a bar counts only if
      the command line asks for one single file.
      Two addresses of one curl count half each.

    OTHER NUMBERS
      Any program can print 42% or 3/12. Headway believes such a number after the
      number has advanced, in one of two ways:
        drawn over     it rises, and no word right beside it says that it measures
                       something else, as in "accuracy 42%"
        line by line   it rises over time, begins near zero, and the words beside
                       it say that work is being done ("copied 40%", "page 3/12").
                       Words for how sure, how full or how many failed don't
      A percent is never read off binary output.
      A share beside a count ("task 1 of 2, 41 %") may measure the task or the
      whole. Headway shows no percent until the count goes on. If the share then
      begins again, it measured the task.
      No bar speaks for the whole if several bars rise in parallel. A bar without a
      name that begins again is a part of an unknown whole. The subtitle then says
      how far the part is, and there is no percent.
      Headway can be mistaken. Percents alone on their lines that rise from zero
      may measure anything. The first of several bars that follow each other looks
      like the only one.
      The rules of belief, with pictures:
      Sources/HeadwayRecognition/HeadwayRecognition.docc

    COMMANDS THAT PRINT NOTHING
      Headway shows how far cp, dd, gzip, mysql <dump.sql and others have read the
      large files that their command line names. It counts reading from one end to
      the other, never random access:
        all files       of programs known to read them all: sha256sum *.iso, cat,
                        cp a b dir/, tar xf
        a part          if the command line asks for it: head -c 4G, dd count=100
        one file        in the subtitle, without a percent, if it says little about
                        the whole: tail, sort, one of several commands of a script
      headway adopt does the same for a process that already runs.

    MESSAGES OF THE PROGRAM
      OSC 9;4           the terminal sequence for progress
      ZIG_PROGRESS      the protocol of Zig's programs
      sd_notify         with [run] notify-socket = true; STATUS= is the subtitle.
                        podman -d would wait for this socket

    FROM A SCRIPT
      headway update --title "Nightly backup" --total 1200 --unit files
      headway update --completed 340 --subtitle /home/ada
      headway update --percent 40 --phase "page 3"
      The update is for the task that the script runs in (HEADWAY_TASK). What a
      script reports goes before what Headway reads off the output. The percent
      doesn't go backward within a phase.
      Swift and Python have libraries. A program in any other language writes lines
      of JSON to the hub's socket:
      Sources/HeadwayWire/HeadwayWire.docc/Protocol.md

    A RULE OF YOUR OWN
      In the config, before the built-in rules:
        [recognise.sheep]
        match = '^sheep (?<completed>\d+) of (?<total>\d+)'
      headway recognise FILE tries all rules on a recording: asciinema rec FILE,
      script FILE, or the output as it is.
      The groups of a rule:
        percent, fraction     0 to 100, 0 to 1
        completed, total      the units done and in all: a number, a size such as
                              8.1 MiB, or a time such as 00:01:30.5
        unit                  the unit, if it stands apart from these numbers
        stage, stages, left   the current stage, all stages, the remaining ones
        phase                 the name of this stretch of the work
        rate, subtitle        text for the subtitle
        amount                units beside a percent. Their rise is headway while a
                              whole percent stays the same
        bound                 an upper limit of the total
        growing, end, unknown marks: the total isn't final, the stretch is done,
                              the extent isn't known
      Headway ignores a group whose name begins with _. Any other name is a
      mistake.

    THE TIME LEFT
      4m10s left      so far, the remaining time was foreseen well
      ~4m left        only about right
      nothing         unknown. That is so while the total grows, while the task
                      stands still longer than is usual for it, while it waits for
                      you, and while it says itself that it rests (OSC 9;4 after an
                      error, or paused)
      A task may consist of stretches that follow each other. The time is then that
      of the current stretch, with ~.
      Headway also asks the last ten completed runs of the same task: the same
      --id, or the same command in the same folder. Their median gives a task
      without a percent its "~4m left". It counts for more the better it agrees
      with this run. How far these times are from the truth: Tests/README.md

    IN THE TAB OR THE TASKBAR
      Some terminals show progress (OSC 9;4): Ghostty, WezTerm, Windows Terminal,
      iTerm2, ConEmu, tmux 3.7. headway run tells such a terminal the percent of
      its command. The monitor tells its terminal the percent of all tasks
      together, in red for half a minute after a failure. The settings are [run]
      terminal-progress and [monitor] terminal-progress.
    """#
}
