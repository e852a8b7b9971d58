extension RecognitionRule {
  /// The rules of programs that copy between machines, and of the clients of databases and stores.
  static let networks = [
    RecognitionRule(
      "curl", needs: ":-", number: " ",
      #"""
      ^ *(?<percent>\d{1,3}) +(?:--|\d{1,3}) +(?<amount>[\d.]+[kMGTP]?) +[\d.]+[kMGTP]? +\d+ +\d+\#
       +[-:\d]+ +[-:\d]+ +[-:\d]+ +(?<rate>[\d.]+[kMGTP]?)
      """#, rateUnit: "B/s",
      line: " 47 --  17.0M     0     3     2   0:00:13  0:00:08  0:00:07 2717k      "),
    RecognitionRule(
      "uv", needs: ".(/)", begins: "⠸", isCount: true,
      #"^[^ ]+ Preparing packages\.\.\. \((?<completed>\d+)/(?<total>\d+)\)"#,
      line: "⠸ Preparing packages... (0/3)        beta     ------ 8.88 MiB/13.35 MiB"),
    RecognitionRule(
      "uv", begins: "P", #"^(?<end>Prepared) \d+ packages?"#, line: "Prepared 3 packages in 12s"),
    RecognitionRule(
      "uv", needs: "[/]", begins: "█", isCount: true, #"^(?:█|░)+ \[\d+/\d+\] "#,
      line: "██████░░░░░░░░░░░░░░ [1/3] beta==1.0"),
    RecognitionRule(
      "uv file", needs: "-/.B", #"^[\w.-]+ +-{3,} +[\d.]+ [KMG]?i?B/[\d.]+ [KMG]?i?B"#,
      command: "uv", extent: .beside,
      line: "beta                 ------------------------------ 8.88 MiB/13.35 MiB"),
    RecognitionRule(
      "aria2", needs: "[D:]#", begins: "[", #"^\[DL:[^\]]*\]\[#"#, extent: .beside,
      line: "[DL:3.6MiB][#9ca679 11MiB/12MiB(93%)][#e9c894 11MiB/18MiB(62%)]"),
    RecognitionRule(
      "wget2", needs: "%[]",
      #"""
      ^(?<phase>[^ ].*?) +(?<percent>\d{1,3})% \[[=> ]*\] +(?<amount>[\d.]+[KMGT]?)\#
       +(?<rate>[\d.]+ ?[KMGT]?B/s)
      """#, command: "wget2", extent: .parallel,
      line: "2.iso                 75% [======================>        =]    9.04M    1.42MB/s"),
    RecognitionRule(
      "ollama", needs: ".%", begins: "p",
      #"^(?<phase>pulling [\da-f]+)\.\.\. +(?<percent>\d{1,3})%"#,
      line: "pulling 8934d96d3f08...  66% ▕███████████       ▏ 2.5 GB/3.8 GB   45 MB/s 27s"),
    RecognitionRule(
      "aws", needs: "/(B)", begins: "C",
      #"""
      ^Completed (?<completed>[\d.]+ [KMGT]?i?B(?:ytes)?)/~?(?<total>[\d.]+ [KMGT]?i?B(?:ytes)?)\#
       \((?<rate>[\d.]+ [KMGT]?i?B(?:ytes)?/s)\) with
      """#,
      line: "Completed 30.5 MiB/~48.0 MiB (3.1 MiB/s) with ~7 file(s) remaining (calculating...)"),
    RecognitionRule(
      "rclone", needs: ":/%,B", begins: "T",
      #"""
      ^Transferred: +\t? *(?<completed>[\d.]+ [KMGT]?i?B) / (?<total>[\d.]+ [KMGT]?i?B), \d+%, \#
      (?<rate>[\d.]+ [KMGT]?i?B/s)
      """#, line: "Transferred:   \t   15.055 MiB / 54 MiB, 28%, 5.040 MiB/s, ETA 7s"),
    RecognitionRule(
      "rclone", needs: ":/%,B", number: "/",
      #"""
      ^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d INFO +: +(?<completed>[\d.]+ [KMGT]?i?B) / \#
      (?<total>[\d.]+ [KMGT]?i?B), \d+%, (?<rate>[\d.]+ [KMGT]?i?B/s)
      """#,
      line: "2026/11/28 22:36:34 INFO  :    20.211 MiB / 54 MiB, 37%, 5.209 MiB/s, ETA 7s"),
    RecognitionRule(
      "rclone", needs: ":/,%", begins: "TC",
      #"^(?:Transferred|Checks): +\d+ / \d+, "#,
      line: "Transferred:            2 / 6, 33%"),
    RecognitionRule(
      "rclone file", needs: "*:%/", begins: "*", #"^ \* +.*: +\d{1,3}% /"#,
      line: " *                                         a.iso: 14% /9Mi, 0/s, -"),
    RecognitionRule(
      "s3cmd", needs: "[]:->", begins: "ud",
      #"^(?:up|down)load: .* -> .* +\[(?<stage>\d+) of (?<stages>\d+)\]$"#,
      line: "upload: 'a.iso' -> 's3://bucket/a.iso'  [1 of 3]"),
    RecognitionRule(
      "s3cmd", needs: "%/", number: " ",
      #"""
      ^ *(?<completed>\d+) of (?<total>\d+) +\d{1,3}% in +\d+s +(?<rate>[\d.]+ [kKMGT]?B/s)
      """#, line: " 4390912 of 6291456    69% in    1s     3.98 MB/s"),
    RecognitionRule(
      "lftp", needs: "`'(%)", begins: "`",
      #"^`(?<phase>[^']+)' at \d+ \((?<percent>\d{1,3})%\)(?: (?<rate>[\d.]+[KMGT]?/s))?"#,
      line: "`b.iso' at 4274140 (67%) 743.4K/s eta:5s [Receiving data]"),
    RecognitionRule(
      "lrzsz", needs: ":/BS", begins: "B",
      #"^Bytes (?:Sent|Received): *(?<completed>\d+)/ *(?<total>\d+) +BPS:"#,
      line: "Bytes Sent:1200128/1228800   BPS:127211   ETA 00:00  "),
    RecognitionRule(
      "lrzsz", needs: ":BS", begins: "B", #"^Bytes (?:Sent|Received): *\d+ +(?<end>BPS):"#,
      line: "Bytes Sent:1228800   BPS:109083    "),
    RecognitionRule(
      "mbuffer", needs: "@/,%", begins: "i",
      #"^in @ .*, buffer +\d+% full(?:, +(?<percent>\d+)% done)?"#,
      line: "in @ 3266 kiB/s, out @ 3070 kiB/s, 21.8 MiB total, buffer 100% full,  54% done"),
    RecognitionRule(
      "mongodump", needs: "[]/(%)T:", number: "-", isCount: true,
      #"""
      ^\d{4}-\d\d-\d\dT[\d:.+Z-]+\t\[[#.]+\] +(?<phase>[^ ]+) +\#
      (?<completed>\d+)/(?<total>\d+) +\([\d.]+%\)
      """#,
      line: "2026-03-01T10:00:24.120+0000\t[####....]  shop.orders  27258/56789  (48.0%)"),
    RecognitionRule(
      "nmap", needs: ":%;", #"^(?<phase>[^:]+) Timing: About (?<percent>[\d.]+)% done;"#,
      line: "SYN Stealth Scan Timing: About 28.22% done; ETC: 22:18 (0:00:10 remaining)"),
    RecognitionRule(
      "hashcat", needs: ".:/(%)", begins: "P", isCount: true,
      #"^Progress\.+: (?<completed>\d+)/(?<total>\d+) \([\d.]+%\)"#,
      line: "Progress.........: 6882816/14344384 (47.98%)"),
    RecognitionRule(
      "hashcat", needs: ".:/(%)", begins: "HGRC",
      #"""
      ^(?:Guess|Recovered|Rejected|Restore|Candidate|Hardware)[.\w#/]*\.+: .*/.*\([\d.]+%\)
      """#, line: "Guess.Queue......: 1/1 (100.00%)"),
    RecognitionRule(
      "john", needs: ":%/", number: "g",
      #"^ *\d+g \d+:\d\d:\d\d:\d\d (?<percent>[\d.]+)% (?:\(.*\) )?(?<rate>[\d.]+[KMG]?g/s)"#,
      line: "0g 0:00:00:12 16% 0g/s 2832p/s 2832c/s 2832C/s WORD2305..WORD2816"),
  ]
}
