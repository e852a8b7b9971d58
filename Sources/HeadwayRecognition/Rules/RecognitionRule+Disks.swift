extension RecognitionRule {
  /// The rules of programs that make, check and copy file systems, and burn or erase disks.
  static let disks = [
    RecognitionRule(
      "badblocks", needs: "%(/):.", number: "%",
      #"^ *(?<percent>[\d.]+)% done, \d+:\d\d elapsed\. \(\d+/\d+/\d+ errors\)"#, extent: .stage,
      line: " 46.43% done, 0:05 elapsed. (0/0/0 errors)"),
    RecognitionRule(
      "badblocks", needs: "%(/):.", begins: "C",
      #"^Checking for bad blocks \(.*\): +(?<percent>[\d.]+)% done, \d+:\d\d elapsed\."#,
      extent: .stage,
      line: "Checking for bad blocks (read-only test):   0.00% done, 0:00 elapsed. (0/0/0 errors)"),
    RecognitionRule(
      "badblocks", only: "done ", begins: "d", "^(?<end>done) {2,}$", line: "done      "),
    RecognitionRule(
      "e2fsck", needs: ":|%", #"^[^|]+: \|=* *[-\\|/] +(?<percent>[\d.]+)%"#,
      line: "disk.img: |=======          - 12.1%   "),
    RecognitionRule(
      "e2fsck", needs: ":/(%),", isCount: true,
      #"^[^ ].*: (?<end>\d+/\d+ files) \([\d.]+% non-contiguous\), "#,
      line: "disk.img: 11/2508800 files (0.0% non-contiguous), 305048/26214400 blocks"),
    RecognitionRule(
      "e2image", needs: "/(%)",
      #"^(?:Cop(?:ying|ied) )?(?<completed>\d+) / (?<total>\d+) blocks \(\d+%\)"#,
      line: "Copying 80424 / 101004 blocks (80%) 00:00:03 remaining"),
    RecognitionRule(
      "resize2fs", needs: "-", begins: "RSUEM",
      #"""
      ^(?<phase>Relocating blocks|Scanning inode table|Updating inode references|\#
      Extending the inode table|Moving inode table) +(?<rest>-+)$
      """#, line: "Relocating blocks             ----------------------------------------"),
    RecognitionRule("resize2fs", begins: "X", #"^(?<marks>X+)$"#, line: "XXXXXXX"),
    RecognitionRule(
      "xfs_copy", needs: "%.", number: "%", #"^ *0% (?: \.\.\. (?<percent>\d{1,3})% ?)+$"#,
      isOpen: true, line: " 0%  ... 10%  ... 20% "),
    RecognitionRule(
      "xfs_copy", needs: "copiesmltd.", begins: "A", #"^All copies (?<end>completed)\."#,
      line: "All copies completed."),
    RecognitionRule(
      "shred", needs: ":/().", begins: "s", isCount: true,
      #"""
      ^shred: .*: pass (?<stage>\d+)/(?<stages>\d+) \(\w+\)\.\.\.\#
      (?:[^ ]+/[^ ]+ (?<percent>\d{1,3})%)?$
      """#, extent: .ofStage, line: "shred: secret.img: pass 1/4 (random)...132MiB/450MiB 29%"),
    RecognitionRule(
      "shred", needs: ":shredmov", begins: "s", "^shred: .*: (?<end>removed)$",
      line: "shred: secret.img: removed"),
    RecognitionRule(
      "ntfsclone", needs: ".percntomld", number: " ",
      #"^ *(?<percent>[\d.]+) percent completed"#,
      line: " 31.96 percent completed"),
    RecognitionRule(
      "partclone", needs: ":%,.", begins: "E",
      #"^Elapsed: .*, Completed: +(?<percent>[\d.]+)%, +(?:Rate: *)?(?<rate>[\d.]+[kKMGT]?B/min)"#,
      line: "Elapsed: 00:00:06, Remaining: 00:00:05, Completed:  52.10%, 576.72MB/min,"),
    RecognitionRule(
      "partclone", needs: ":%,", begins: "ETc",
      #"^(?:Elapsed: .*, Completed: |Total Time: .*% completed|current block: .* Complete: )"#,
      line: "current block:      56320, total block:     163840, Complete:  34.38%"),
    RecognitionRule(
      "fsarchiver", needs: "-[%]", begins: "-",
      #"^-\[\d+\]\[ *(?<percent>\d{1,3})%\]\[[A-Z]+ *\] (?<subtitle>.*)"#,
      line: "-[00][ 40%][REGFILE ] tree/file35"),
    RecognitionRule(
      "qemu-img", needs: "(/%)", begins: "(", #"^ *\((?<percent>[\d.]+)/100%\)"#,
      line: "    (45.00/100%)"),
    RecognitionRule(
      "squashfs", needs: "[]/%", begins: "[", isCount: true,
      #"^\[=*[-\\|/]? *\] +(?<completed>\d+)/(?<total>\d+) +\d{1,3}%"#,
      line: "[==============\\      ]  59/256  23%"),
    RecognitionRule(
      "genisoimage", needs: "%.,", number: "%",
      #"^ *(?<percent>[\d.]+)% done, estimate finish"#,
      line: " 10.14% done, estimate finish Sat Nov 28 22:11:24 2026"),
    RecognitionRule(
      "genisoimage", needs: "(MB)", number: " ", #"^\d+ extents (?<end>written) \("#,
      line: "49327 extents written (96 MB)"),
    RecognitionRule(
      "xorriso", needs: ":%", begins: "x",
      #"^xorriso : UPDATE : Writing: +\d+s +(?<percent>[\d.]+)%"#,
      line: "xorriso : UPDATE : Writing:       9312s   18.9%   fifo 100%  buf  50%    6.8xD "),
    RecognitionRule(
      "xorriso", needs: "'", begins: "W", "^Writing to '.*' (?<end>completed) successfully",
      line: "Writing to 'stdio:out' completed successfully."),
    RecognitionRule(
      "growisofs", needs: "/(%)@", number: "/", isCount: true,
      #"^ *(?<completed>\d+)/(?<total>\d+) \( *[\d.]+%\) @"#,
      line: "  330301440/734003200 (45.0%) @4.1x, remaining 7:20 RBU 100.0% UBU  99.8%"),
    RecognitionRule(
      "wodim", needs: ":MB", begins: "T",
      #"^(?<phase>Track \d+): +(?<completed>\d+) of +(?<total>\d+) MB written"#,
      line: "Track 01:   56 of  120 MB written (fifo 100%) [buf  98%]  10.9x."),
  ]
}
