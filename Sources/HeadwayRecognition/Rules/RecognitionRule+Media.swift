extension RecognitionRule {
  /// The rules of encoders, and of programs that compute on images, maps and sequences.
  static let media = [
    RecognitionRule(
      "handbrake", needs: ":,%", begins: "E",
      #"^Encoding: task (?<stage>\d+) of (?<stages>\d+), (?<percent>[\d.]+) %"#,
      line: "Encoding: task 1 of 2, 51.00 % (67.06 fps, avg 75.73 fps, ETA 00h00m09s)"),
    RecognitionRule(
      "handbrake", needs: "!", begins: "E", "^(?<end>Encode done)!", line: "Encode done!"),
    RecognitionRule(
      "flac", needs: "%,=.",
      #"^(?:(?<phase>[^ ].*): +)?(?<percent>\d{1,3})% complete, ratio="#,
      line: "track-a.wav: 11% complete, ratio=0.485"),
    RecognitionRule(
      "flac", needs: ",=.", #"^(?:[^ ].*: +)?(?<end>wrote) \d+ bytes, ratio="#,
      line: "wrote 8489753 bytes, ratio=0.481"),
    RecognitionRule(
      "opusenc", needs: "[]%:.", begins: "[",
      #"^\[[-|/\\]\] +(?<percent>\d{1,3})% +\d+:\d\d:\d\d\.\d"#,
      line: "[-] 97% 00:06:31.82 26.1x realtime, 63.38 kbit/s"),
    RecognitionRule(
      "opusenc", begins: "E", "^Encoding (?<end>complete)", line: "Encoding complete"),
    RecognitionRule(
      "imagemagick", needs: "[]:,%",
      #"^(?<phase>[A-Za-z/ ]+)\[.*\]: \d+ of \d+, (?<percent>\d{1,3})% complete"#, extent: .stage,
      line: "Morphology/Image[in.jpg]: 300 of 1200, 25% complete"),
    RecognitionRule(
      "exiftool", needs: "=[/]", begins: "=", isCount: true,
      #"^={8} (?<subtitle>.*) \[(?<completed>\d+)/(?<total>\d+)\]$"#,
      line: "======== ./img187.jpg [98/240]"),
    RecognitionRule(
      "muscle", needs: ":(%)MB", number: ":",
      #"""
      ^\d+:\d\d:\d\d +\d+ MB\(-?\d+%\) +(?<phase>Iter +\d+) +(?<percent>[\d.]+)% +\#
      (?<subtitle>[^ ].*)
      """#, extent: .stage,
      line: "00:00:03    30 MB(-3%)  Iter   3   52.55%  Refine biparts"),
    RecognitionRule(
      "scalpel", needs: "/.", begins: "I", isCount: true,
      #"^Image file pass (?<stage>\d+)/(?<stages>\d+)\."#, line: "Image file pass 1/2."),
    RecognitionRule(
      "scalpel", needs: ":.%|",
      #"^[^ ].*: +(?<percent>[\d.]+)% \|\** *\| +[\d.]+ [KMGT]?B +[\d:]+ ETA"#,
      line: "in.img:  53.8% |*********************                   |  140.0 MB    00:06 ETA"),
    RecognitionRule(
      "scalpel", begins: "S", "^Scalpel is (?<end>done)",
      line: "Scalpel is done, files carved = 0, elapsed = 16 seconds."),
    RecognitionRule(
      "git", needs: "(/)", begins: "R", isCount: true,
      #"^Rewrite [\da-f]{40} \((?<stage>\d+)/(?<stages>\d+)\)"#,
      line: "Rewrite d261d1e3a8f0d4bdcd09762d4932f21503184607 (76/150) (13 seconds passed)"),
    RecognitionRule(
      "esptool", needs: ".(%)", begins: "W",
      #"^Writing at 0x[\da-f]+\.\.\. \((?<percent>\d{1,3}) %\)"#,
      line: "Writing at 0x00008400... (22 %)"),
  ]

  /// The rules of test runners, and of loops that report on lines of their own.
  static let runners = [
    RecognitionRule(
      "meson", needs: "/.", number: "/", isCount: true,
      #"""
      ^ *(?<completed>\d+)/(?<total>\d+) (?<subtitle>[^ ].*?) +\#
      (?:OK|FAIL|SKIP|TIMEOUT|ERROR|EXPECTEDFAIL|UNEXPECTEDPASS|INTERRUPT) +[\d.]+s
      """#, line: " 6/24 case6          OK              0.44s"),
    RecognitionRule(
      "meson", needs: "[/]", begins: "[", isCount: true,
      #"^\[[\d-]+/\d+\] \xF0\x9F\x8C[\x91-\x98] "#, line: "[7/24] 🌒 case7      0/30s"),
    RecognitionRule(
      "prove", needs: ".t/", isCount: true,
      #"^(?<phase>[^ ]+\.t) \.\.+ +(?<completed>\d+)/(?<total>\d+) *$"#, extent: .stage,
      line: "t/b.t .. 30/40 "),
    RecognitionRule(
      "prove", needs: ".tok", #"^[^ ]+\.t \.\.+ +(?<end>ok) *$"#, line: "t/b.t .. ok"),
    RecognitionRule(
      "prove", needs: "=(;/)", begins: "=", isCount: true,
      #"^=+\( +\d+;\d+ +\d+/\d+"#, line: "===(      66;3  34/60  32/60 )======"),
    RecognitionRule(
      "pytest", needs: ":/", begins: "cir", isCount: true,
      #"^(?:created|initialized|ready): \d+/\d+ workers?"#, line: "ready: 1/2 workers"),
    RecognitionRule(
      "joblib", needs: "[=]:|", begins: "[",
      #"^\[Parallel\(n_jobs=-?\d+\)\]: Done +(?<completed>\d+) out of +(?<total>\d+) \|"#,
      line: "[Parallel(n_jobs=2)]: Done  13 out of  60 | elapsed:   12.8s remaining:   46.4s"),
  ]
}
