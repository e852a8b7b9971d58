extension RecognitionRule {
  /// The rules of encoders, and of programs that compute on images, maps and sequences.
  static let media = [
    RecognitionRule(
      "x264", needs: "[%]/.,", begins: "[", isCount: true,
      #"^\[[\d.]+%\] (?<completed>\d+)/(?<total>\d+) frames, (?<rate>[\d.]+ fps)"#, extent: .pass,
      line: "[33.3%] 90/270 frames, 19.85 fps, 691.27 kb/s, eta 0:00:09  "),
    RecognitionRule(
      "x264", needs: ",.", begins: "e", #"^(?<end>encoded) \d+ frames"#, extent: .pass,
      line: "encoded 270 frames, 18.46 fps, 814.39 kb/s"),
    RecognitionRule(
      "zstd", needs: ":/.=>%", begins: "CD", isCount: true,
      #"""
      ^(?:Compress|Decompress): (?<stage>\d+)/(?<stages>\d+) files\..* Read: *\#
      (?<completed>[\d.]+ *[KMGT]?i?B) */ *(?<total>[\d.]+ *[KMGT]?i?B) *==>
      """#, extent: .ofStage,
      line: "Compress: 1/3 files. Current: a.txt Read:  6.50 MiB /  10.8 MiB ==> 75%"),
    RecognitionRule(
      "zstd", needs: ":%", number: " ", #"^ *\d+ files (?:de)?(?<end>compressed) *:"#,
      line: "  3 files compressed : 75.33% (  32.4 MiB =>   24.4 MiB)"),
    RecognitionRule(
      "mencoder", needs: ":.(%)", begins: "P", #"^Pos: +[\d.]+s +\d+f \( *(?<percent>\d{1,3})%\)"#,
      line: "Pos:   6.5s    196f (53%) 22.20fps Trem:   0min   1mb  A-V:0.000 [1338:0]"),
    RecognitionRule(
      "mpv", needs: ":/(%)", begins: "A(",
      #"^(?:\(\w+\) )?AV?: [\d:]+ / [\d:]+ \((?<percent>\d{1,3})%\)"#,
      line: "A: 00:00:11 / 00:00:45 (25%) x3.00"),
    RecognitionRule(
      "gdal", begins: "0",
      #"""
      ^(?=0)(?:\d{1,2}\.\.\.)*(?<percent>0|[1-9]0|100)(?<marks>\.{0,3})(?: - done\.)?$
      """#, trust: .whenAdvancing, isOpen: true, markWorth: 2.5, line: "0...10...20...30."),
    RecognitionRule(
      "fastprogress", needs: "/:|%[<", begins: "E", isCount: true,
      #"""
      ^Epoch (?<stage>\d+)/(?<stages>\d+) : \|[^|]*\| [\d.]+% \[(?<completed>\d+)/(?<total>\d+) 
      """#, extent: .ofStage,
      line: "Epoch 1/4 : |██████████████████--| 93.33% [56/60 00:02<00:00... loss 0.02]"),
    RecognitionRule(
      "pyprind", needs: "%[]", number: "%", #"^0% \[(?<marks>[#█]*)(?<rest> *)\] 100%"#,
      line: "0% [#########                     ] 100% | ETA: 00:00:08"),
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
      "flac", needs: "wrotebys,=.", #"^(?:[^ ].*: +)?(?<end>wrote) \d+ bytes, ratio="#,
      line: "wrote 8489753 bytes, ratio=0.481"),
    RecognitionRule(
      "opusenc", needs: "[]%:.", begins: "[",
      #"^\[[-|/\\]\] +(?<percent>\d{1,3})% +\d+:\d\d:\d\d\.\d"#,
      line: "[-] 97% 00:06:31.82 26.1x realtime, 63.38 kbit/s"),
    RecognitionRule(
      "opusenc", needs: "complet", begins: "E", "^Encoding (?<end>complete)",
      line: "Encoding complete"),
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
      ^\d+:\d\d:\d\d +\d+ MB\(-?\d+%\) +(?<subtitle>Iter +\d+) +(?<percent>[\d.]+)% +\#
      (?<phase>[^ ].*?) *$
      """#, extent: .stage,
      line: "00:00:03    30 MB(-3%)  Iter   3   52.55%  Refine biparts"),
    RecognitionRule(
      "scalpel", needs: "/.", begins: "I", isCount: true,
      #"^Image file pass (?<stage>\d+)/(?<stages>\d+)\."#, line: "Image file pass 1/2."),
    RecognitionRule(
      "scalpel", needs: ":.%|",
      #"^[^ ].*: +(?<percent>[\d.]+)% \|\** *\| +[\d.]+ [KMGT]?B +[\d:]+ ETA"#,
      command: "scalpel",
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
}
