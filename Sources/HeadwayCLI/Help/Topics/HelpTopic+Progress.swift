extension HelpTopic {
  /// The page `headway help progress`.
  static let progressPage = #"""
    PROGRESS: where the percent and the time left come from

      No number is better than a wrong number: what isn't known isn't shown.

    THE OUTPUT OF KNOWN TOOLS
      headway run reads the progress off the output. It has rules for rsync, scp,
      curl, wget, yt-dlp, aria2, git, pip, apt, cargo, ninja, make, swift build,
      ctest, pytest, docker, gradle, ffmpeg, HandBrake, dd, badblocks, zstd, xz,
      7z, pv, borg, restic, avrdude, tqdm, Keras, PyTorch, rich, dnf, pacman, apk,
      Maven, Bazel, BuildKit, Terraform, GHC, rclone, AWS, uv, nmap, hashcat, GDAL,
      mke2fs, e2fsck, partclone, qemu-img, shred, PHPUnit, prove, Bats and others.
      ffmpeg -t, -to, -ss, -stream_loop and -frames are taken into account.
      Stages roll up: Epoch 3/10 at 20 % is 22 % of the whole.
      The card names the current phase as the tool does: "Receiving objects 42%", or
      the package that pip downloads.
      rsync --progress and scp draw one bar per file. Once rsync prints how many
      files there are, every file counts equally. Before that, a bar counts only if
      the command line asks for one single file.
      If one curl command has two addresses, each counts half.

    OTHER NUMBERS
      Any program can print 42% or 3/12. Headway shows such a number only once the
      number has advanced, in one of two ways:
        drawn over     The number rises in place, and the line gives a reason: a
                       word of work, no word at all, the time left, a single bar, a
                       count that agrees, a file name. "tank 42%" gives none.
                       A number that falls twice is a gauge: never shown again
        line by line   The number rises over time, and begins near zero. The words
                       beside it speak of work ("copied 40%", "page 3/12"), not of
                       how sure, how full or how many failed
      Headway never reads a percent off binary output.
      A percent beside a count ("task 1 of 2, 41 %") may measure the task or the
      whole. Headway shows no percent until the count advances. If the percent then
      starts over, it measured the task.
      If several bars rise in parallel, Headway shows no percent: none of the bars
      measures the whole. If a bar without a name starts over, nobody knows how many
      more bars follow. Headway then shows this bar in the subtitle, and no percent.
      Headway can be mistaken. Percents alone on their lines that rise from zero
      may measure anything. The first of several bars that follow each other looks
      like the only one.
      All rules for such numbers, with pictures:
      Sources/HeadwayRecognition/HeadwayRecognition.docc

    COMMANDS THAT PRINT NOTHING
      Headway shows how far cp, dd, gzip, mysql <dump.sql and others have read the
      large files that their command line names. Only reading from start to end
      counts, never random access:
        all files       of programs known to read them all: sha256sum *.iso, cat,
                        cp a b dir/, tar xf
        a part          if the command line asks for it: head -c 4G, dd count=100
        one file        only in the subtitle, without a percent, if the file says
                        little about the whole: tail, sort, one of several commands
                        of a script
      headway adopt does the same for a process that already runs.

    MESSAGES OF THE PROGRAM
      OSC 7501          the Program Status Protocol: percent, one line of text, and
                        whether the program works, rests or needs you (permission,
                        question, sign-in). Headway answers when the program asks
                        whether the terminal knows the protocol. Headway only shows
                        what the program tells; the task ends when the program exits.
                        Records with an id are subtasks: the details of the card
                        and headway show list them, 64 at most
      OSC 9;4           the terminal sequence for progress
      ZIG_PROGRESS      the protocol of Zig's programs
      ARGO_PROGRESS_FILE
                        the file of Argo Workflows, into which a program writes N/M.
                        Headway gives each command such a file, and reads the
                        command's own if the variable is set already
      sd_notify         with [run] notify-socket = true; STATUS= is the subtitle.
                        podman -d would then wait for the socket

    FROM A SCRIPT
      headway update --title "Nightly backup" --total 1200 --unit files
      headway update --completed 340 --subtitle /home/ada
      headway update --percent 40 --phase "page 3"
      headway update --state blocked --kind question --message "Deploy to prod?"
      headway update reports for the task that the script runs in (HEADWAY_TASK).
      Headway prefers the script's reports to what it reads off the output. Within
      a phase, the percent doesn't go back.
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
        phase                 the name of the current phase
        rate, subtitle        text for the subtitle
        amount                units beside a percent. The task isn't stalled while
                              they rise, even if the percent stays the same
        bound                 an upper limit of the total
        remaining             the number of units that are left
        one                   one more of the total of an earlier line is done
        marks, rest           signs for what is done, as a row of dots; the places
                              of the bar that are still empty
        growing, end, unknown marks: the total isn't final, the phase is done, the
                              total isn't known
      Headway ignores a group whose name begins with _. Any other name is a
      mistake.

    THE TIME LEFT
      4m10s left      a fifth is done at a steady pace; nine of ten such times are
                      within a quarter of the truth
      ~4m left        a rough forecast
      nothing         unknown: the pace of this run foretells nothing yet, the total
                      grows, or the task has stood still for longer than usual,
                      waits for you, or reports that it rests (OSC 9;4 with an error
                      or a pause)
      In a task of several phases, the time is that of the current phase, with ~.
      Headway also uses the last ten completed runs of the same task: the same
      --id, or the same command in the same folder.
        their pace        Headway expects the parts that were slow in earlier runs
                          to be slow again. The latest three runs count that had one
                          phase and about as many units (10 % more or fewer)
        their durations   A task without a percent gets its "~4m left" from their
                          median: within a second if none of those runs showed a
                          percent, otherwise after 15 seconds. If the pace of no run
                          counts, a task with a percent uses the median too. The
                          closer the median is to this run, the more it counts
      How far these times are from the truth: Tests/README.md

    IN THE TAB OR THE TASKBAR
      Some terminals show progress (OSC 9;4): Ghostty, WezTerm, Windows Terminal,
      iTerm2, ConEmu, Konsole 26.04, Ptyxis 48, VTE 0.80 and tmux 3.7. headway run
      tells such a terminal the percent of its command. The monitor tells its
      terminal the percent of all tasks together, in red for half a minute after a
      failure.
      Headway tells more to a terminal that knows the Program Status Protocol (OSC
      7501). headway run tells whether its command works, is paused or waits for
      you. The monitor tells which tasks need you, with one record for each task.
      Inside tmux 3.4 with allow-passthrough all, both tell the terminal around
      tmux, if that is Ghostty, iTerm2 or Contour.
      The settings are [run] terminal-progress and [monitor] terminal-progress.
    """#
}
