extension RecognitionRule {
  /// The built-in rules by rank: the exact rules of tools go before the generic ones.
  ///
  /// The arguments `needs`, `begins`, `number` and `isCount` only save time. Each must be true of
  /// every line that the expression matches, or the rule misses lines.
  static let table =
    disks + networks + packages + media + runners + transfers + builds + tests + archives + bars
    + copies + others + generic

  /// The rules of programs that fetch or send: downloads, clones, synchronisation.
  private static let transfers = [
    RecognitionRule(
      "rsync", needs: "%:/", number: " KMGT",
      #"""
      ^ *(?<amount>[\d,.]+[KMGT]?) +(?<percent>\d+)% +(?<rate>[\d.]+[kMGT]?B/s) +\d+:\d\d:\d\d\#
      (?: +\((?:xfr|xfer)#\d+, (?:to|(?<growing>ir))-chk=(?<left>\d+)/(?<stages>\d+)\))?
      """#, extent: .file),
    RecognitionRule(
      "curl", needs: ":", number: " ",
      #"""
      ^ *(?<percent>\d+) +[\d.]+[kMGTP]? +\d+ +(?<amount>[\d.]+[kMGTP]? +\d+ +[\d.]+[kMGTP]?)\#
       +[\d.]+[kMGTP]? +[\d.]+[kMGTP]? +[\d:]+ +[-:\d]+ +[-:\d]+ +(?<rate>[\d.]+[kMGTP]?)
      """#, extent: .transfer, rateUnit: "B/s"),
    RecognitionRule(
      "curl", needs: "-:", number: " ",
      #"^ *(?<percent>100) +[\d.]+[kMGTP]? +100 .*--:--:-- +[-:\d]+ +[-:\d]+ +[\d.]+[kMGTP]?"#,
      extent: .transfer),
    RecognitionRule(
      "curl", needs: "-:", number: " ",
      #"^ *\d+ +[\d.]+[kMGTP]? +\d+ .*(?<unknown>--:--:--) +[-:\d]+ +--:--:--"#, extent: .transfer),
    RecognitionRule(
      "curl", begins: "%D", #"^ +(?:% Total +% Received|Dload +Upload)"#, extent: .transfer),
    RecognitionRule(
      "curl", needs: "#%.", begins: "#", #"^#+ +(?<percent>\d{1,3}\.\d)%"#, extent: .transfer),
    RecognitionRule(
      "curl", needs: "%.", #"^ {20,}(?<percent>\d\.\d)%$"#, isRedrawn: true, extent: .transfer),
    RecognitionRule(
      "wget", needs: "%[]",
      #"(?:^|[^ ] +)(?<percent>\d{1,3})%\[[=>+ ]*\](?: +(?<amount>[\d.,]+[KMGT]?))?"#,
      extent: .transfer),
    RecognitionRule(
      "wget", needs: "%.", number: "K",
      #"^ *(?<amount>\d+)K[ .,]+ (?<percent>\d{1,3})% +(?<rate>[\d.]+[KMG]?)"#, extent: .transfer),
    RecognitionRule("wget", needs: "[<=>]", #"^(?<subtitle>[^ ]+) +\[ *<=> *\] +[\d.]+[KMGT]? "#),
    RecognitionRule(
      "yt-dlp", needs: "[]", begins: "[",
      #"^\[download\] Downloading (?:item|video) (?<stage>\d+) of (?<stages>\d+)"#),
    RecognitionRule(
      "yt-dlp", needs: "[]():+", begins: "[",
      #"^\[info\] .*: Downloading \d+ format\(s\): [^ ]+\+"#, extent: .stage),
    RecognitionRule(
      "yt-dlp", needs: "[]%", begins: "[",
      #"^\[download\] +(?<percent>[\d.]+)% of +~? *[\d.]+\w+(?: +at +(?<rate>[\d.]+\w+/s))?"#),
    RecognitionRule(
      "aria2", needs: "[#/%]", begins: "[",
      #"^\[#\w+ (?<amount>[^ ]+)/[^ ]+\((?<percent>\d+)%\).*?(?: DL:(?<rate>[\d.]+\w+))?"#),
    RecognitionRule(
      "aria2", needs: "()", number: "/",
      #"^\d\d/\d\d \d\d:\d\d:\d\d \[NOTICE\] Downloading (?:[2-9]|\d\d+) item\(s\)"#,
      extent: .stage),
    RecognitionRule("aria2", needs: "(OK):", begins: "(", #"^\(OK\):download (?<end>completed)"#),
    RecognitionRule(
      "git", needs: ":%()", isCount: true,
      #"""
      ^(?<phase>[A-Z][\w ]+): +\d{1,3}% \((?<completed>\d+)/(?<total>\d+)\)\#
      (?:, [\d.]+ \w+ \| (?<rate>[\d.]+ \w+/s))?
      """#),
    RecognitionRule(
      "git", needs: ":%()", begins: "r", isCount: true,
      #"^remote: (?<phase>[A-Z][\w ]+): +\d{1,3}% \((?<completed>\d+)/(?<total>\d+)\)"#,
      extent: .stage),
    RecognitionRule(
      "pip", needs: "/.", begins: "━-",
      #"""
      ^ *(?:━|╸|╺|-)+ *(?<completed>[\d.]+)/(?<total>[\d.]+) (?<unit>[kMGT]?B)\#
      (?: +(?<rate>[\d.]+ [kMGT]?B/s))?
      """#),
    RecognitionRule(
      "pip", needs: "()", begins: "D", #"^ *Downloading (?<phase>[^ ]+) \([\d.]+ [kMGT]?B\)"#),
    RecognitionRule(
      "pip", needs: ":", begins: "I",
      #"^(?<phase>Installing) collected packages: (?<unknown>)(?<subtitle>.*)"#),
    RecognitionRule(
      "pip", needs: "/[]", begins: "━-", isCount: true,
      #"^ *(?:━|╸|╺|-)+ *(?<completed>\d+)/(?<total>\d+) \["#),
  ]

  /// The rule of scp(1), which draws a bar with a name for each file.
  private static let copies = [
    RecognitionRule(
      "scp", needs: "%:/",
      #"""
      ^(?<phase>[^ ].*?) +(?<percent>\d{1,3})% +(?<amount>\d+(?:\.\d)?[KMGT]?B?) +\#
      (?<rate>[\d.]+[KMGT]?B/s) +\#
      (?:\d+:\d\d(?::\d\d)?|--:--)(?: ETA)? *$
      """#, isRedrawn: true, extent: .file)
  ]

  /// The rules of package managers and build tools.
  private static let builds = [
    RecognitionRule(
      "apt", needs: "dlstaus:.", begins: "d",
      #"^dlstatus:[^:]*:(?<percent>[\d.]+):(?<subtitle>.*)"#,
      phase: "downloading"),
    RecognitionRule(
      "apt", needs: "pmstaus:.", begins: "p",
      #"^pmstatus:[^:]*:(?<percent>[\d.]+):(?<subtitle>.*)"#,
      phase: "installing"),
    RecognitionRule(
      "apt", needs: ":[]%", begins: "P", #"^Progress: \[ *(?<percent>\d+)%\]"#, phase: "installing"),
    RecognitionRule(
      "apt", needs: "[", number: "%", #"^ *(?<percent>\d+)% \[[A-Z\d]"#, isRedrawn: true,
      phase: "downloading"),
    RecognitionRule(
      "apt", needs: ".%", begins: "BR",
      #"""
      ^(?<phase>Reading package lists|Building dependency tree|Reading state information)\.\.\.\#
       +(?<percent>\d+)%
      """#),
    RecognitionRule("dpkg", needs: "(.", begins: "(", #"^\(Reading database\b"#),
    RecognitionRule(
      "cargo", needs: "[]", isCount: true,
      #"^ *(?<phase>[A-Z][a-z]+) \[[=> ]*\] +(?<completed>\d+)/(?<total>\d+)(?:: (?<subtitle>.*))?"#
    ),
    RecognitionRule("cargo", needs: "F", begins: "F", "^ *(?<end>Finished) "),
    RecognitionRule(
      "docker", needs: "[+]()", begins: "[", isCount: true,
      #"^\[\+\] [A-Z]\w+ [\d.]+s \((?<completed>\d+)/(?<total>\d+)\)"#),
    RecognitionRule(
      "gradle", needs: "<>%", begins: "<", #"^<[=-]*> (?<percent>\d+)% (?<phase>[A-Z]+)"#),
    RecognitionRule(
      "make", needs: "[%]", begins: "[", #"^\[ *(?<percent>\d{1,3})%\] (?<subtitle>[^ ].*)"#),
    RecognitionRule(
      "steps", needs: "[]", begins: "[", isCount: true,
      #"""
      ^\[ *(?<completed>\d+)/(?<total>\d+)\](?:\[[\d.]+s\])? \#
      (?!(?i:workers?|threads?|process|rank|node|replica|gpu)\b)(?<subtitle>[^ ].*)
      """#, trust: .whenAdvancing, line: "[19/40][0.6s] clang-tidy-19 -p=build /src/unit19.cc"),
  ]

  /// The rules of test runners.
  private static let tests = [
    RecognitionRule(
      "ctest", needs: "#:", number: "/", isCount: true,
      #"^ *(?<completed>\d+)/(?<total>\d+) Test +#\d+: (?<subtitle>[^ ]+)"#),
    RecognitionRule(
      "dots", needs: "[%]",
      #"(?:PASSED|FAILED|SKIPPED|ERROR|XFAIL|XPASS|\) |[.FEsxX]) +\[ *(?<percent>\d{1,3})%\]$"#),
    RecognitionRule(
      "dots", needs: "[]", isCount: true,
      #"""
      (?:PASSED|FAILED|SKIPPED|ERROR|XFAIL|XPASS|\) |[.FEsxX]) +\#
      \[ *(?<completed>\d+)/(?<total>\d+)\]$
      """#),
    RecognitionRule(
      "dots", needs: "[%]", begins: "[",
      #"^\[gw\d+\] \[ *(?<percent>\d{1,3})%\] \w+ (?<subtitle>.*)"#),
  ]

  /// The rules of encoders, archivers, backups and programs that write devices.
  private static let archives = [
    RecognitionRule(
      "ffmpeg", needs: ":,.", begins: "D", #"^ *Duration: (?<bound>\d+:\d\d:\d\d(?:\.\d+)?),"#,
      command: "-shortest", isDuration: true),
    RecognitionRule(
      "ffmpeg", needs: ":,.", begins: "D", #"^ *Duration: (?<total>\d+:\d\d:\d\d(?:\.\d+)?),"#,
      isDuration: true),
    RecognitionRule(
      "ffmpeg", needs: "=:.", begins: "fLs",
      #"""
      ^(?:frame=.*?)?(?<end>L)?size=.*? time=(?<completed>\d+:\d\d:\d\d\.\d+)\#
      (?:.*? speed= *(?<rate>[\d.]+x))?
      """#, extent: .pass),
    RecognitionRule("ffmpeg", needs: "=", begins: "fs", #"^(?:frame=.*)?size=.* time="#),
    RecognitionRule(
      "ffmpeg", needs: "=:.", begins: "o", #"^out_time=(?<completed>\d+:\d\d:\d\d\.\d+)$"#,
      extent: .pass),
    RecognitionRule(
      "ffmpeg", needs: "=", begins: "p", #"^progress=(?<end>end)$"#, extent: .pass),
    RecognitionRule(
      "ffmpeg", needs: ":", begins: "MSecmhvl",
      #"""
      ^ {2,}(?:Metadata:$|Side data:$|cpb: |Stream #\d|(?:encoder|major_brand|minor_version|\#
      compatible_brands|creation_time|handler_name|vendor_id|language) *: )
      """#),
    RecognitionRule(
      "ffmpeg", begins: "IOP[fbcl",
      #"""
      ^(?:(?:Input|Output) #\d+, |Press \[q\] to stop|\[[\w,]+ @ 0x[\da-f]+\] |ffmpeg version |\#
        (?:built with |configuration: |lib\w+ +\d+\. *\d+))
      """#),
    RecognitionRule(
      "ffmpeg", needs: "=", begins: "fsbtodsp",
      #"""
      ^(?:frame|fps|stream_\w+|bitrate|total_size|out_time_us|out_time_ms|dup_frames|drop_frames|\#
      speed|progress)= *[^ ]*$
      """#),
    RecognitionRule(
      "7z", number: "%",
      #"^ *(?<percent>\d{1,3})% (?:\d+ )?[-+=.UTAD] (?<subtitle>.*)"#, isRedrawn: true),
    RecognitionRule("7z", needs: "Ek", begins: "E", "^Everything is (?<end>Ok)"),
    RecognitionRule(
      "borg", needs: ".:", number: "%",
      #"^ *(?<percent>[\d.]+)% Extracting: (?<subtitle>.*)"#),
    RecognitionRule(
      "dd", needs: "(),/", number: " ",
      #"^(?<completed>\d+) (?<unit>bytes?) \(.*\) copied, [\d.]+ s, (?<rate>[\d.]+ \w+/s)"#),
    RecognitionRule(
      "zstd", needs: "/=>%",
      #"""
      (?:Read *: *|^ *)(?<completed>[\d.]+ *[KMGT]?i?B) */ *(?<total>[\d.]+ *[KMGT]?i?B) *\#
      (?:\(.*\) *)?==> *[\d.]+%
      """#),
    RecognitionRule("zstd", needs: ":%(=>)", #"^[^ ].*: *[\d.]+% +\(.*(?<end>=>)"#),
    RecognitionRule("xz", needs: "-%/", begins: "-", #"^ *--- %"#),
    RecognitionRule("xz", needs: "(/)", #"^(?<phase>[^ ].*) \(\d+/\d+\)$"#, command: "xz"),
    RecognitionRule(
      "xz", needs: "%/", number: " ",
      #"^ *(?<percent>\d{1,3}(?:[.,]\d)?) % +(?<amount>[\d.,]+ [KMGT]?i?B) / "#),
    RecognitionRule(
      "pv", needs: "[]%",
      #"""
      ^(?:[^\[\]:]{1,40}: +(?=\d))?(?: *(?<amount>[\d.]+ *[KMGT]?i?B)(?= ))?\#
      [\d.:KMGTiB ]*(?:\[ *(?<rate>[\d.]+ *[KMGT]?i?B/s)\] +)?\#
      (?:\[ *[\d.]+ *[KMGT]?i?B/s\] +)?\[[=>][=> ]*\] *(?<percent>\d{1,3})%
      """#),
    RecognitionRule(
      "pv", needs: "<=>:", number: " KMGTiB",
      #"""
      ^ *(?<completed>[\d.]+ *[KMGT]?i?B) +\d+:\d\d:\d\d +\[ *(?<rate>[\d.]+ *[KMGT]?i?B/s)\]\#
       +\[ *<=> *\]
      """#),
    RecognitionRule("pv", begins: "0123456789", #"^(?<percent>\d{1,3})$"#, command: "pv"),
    RecognitionRule(
      "badblocks", needs: "%:.", begins: "TR",
      #"""
      ^(?<phase>Testing with (?:random )?pattern|Reading and comparing)\b.*?: +\#
      (?<percent>[\d.]+)% done
      """#, extent: .stage),
    RecognitionRule(
      "avrdude", needs: "|%", begins: "RWV",
      #"^(?<phase>Reading|Writing|Verifying) \| #* *\| +(?<percent>\d+)%"#, extent: .stage),
    RecognitionRule("handbrake", begins: "S", #"^Scanning title \d+ of \d+"#),
    RecognitionRule("restic", needs: "A", begins: "A", "^(?<end>Added) to the repo"),
    RecognitionRule(
      "restic", needs: "{:,}", begins: "{", #"^\{"message_type":"(?<end>summary)""#),
    RecognitionRule(
      "restic", needs: "{:,}", begins: "{",
      #"^\{"message_type":"status".*?"percent_done":(?<fraction>[\d.e-]+)"#),
    RecognitionRule(
      "restic", needs: "[:],", begins: "[",
      #"""
      ^\[\d+:\d\d(?::\d\d)?\] +(?:[\d.]+% +)?\d+ files?,? (?<completed>[\d.]+ [KMGT]?i?B),\#
       total \d+ files?,? (?<total>[\d.]+ [KMGT]?i?B)
      """#),
    RecognitionRule(
      "restic", needs: "[:]%.", begins: "[", #"^\[\d+:\d\d(?::\d\d)?\] +(?<percent>[\d.]+)%  "#),
  ]

  /// The rules of bar libraries, and of training loops with their epochs.
  private static let bars = [
    RecognitionRule(
      "tqdm", needs: "%|/[:",
      #"""
      ^(?:(?<phase>(?:[^|]*?(?<stage>\d+)/(?<stages>\d+))?[^|]*?): +| *)\#
      (?:\d{1,3}%\|[^|]*\| *(?<completed>\d+)/(?<total>\d+)|\#
      (?<percent>\d{1,3})%\|[^|]*\| *(?<amount>[^ ]+)) \[\#
      [^,\]]*(?:, +(?<rate>[^,\]]+))?
      """#),
    RecognitionRule(
      "tqdm", needs: "[:,",
      #"""
      ^(?:(?<phase>[^|]*?): +)?(?<completed>\d+)[a-z]+ \[\d+:\d\d(?::\d\d)?, +(?<rate>[^,\]]+)
      """#, isRedrawn: true),
    RecognitionRule(
      "keras", number: "/", isCount: true,
      #"^ *(?<completed>\d+)/(?<total>\d+) (?:\[[=>.]*\]|━+) +(?<subtitle>[^ ].*)"#),
    RecognitionRule(
      "rich", needs: "%━",
      #"""
      ^(?<phase>.*?) *(?:━|╸|╺)+ +\#
      (?:(?<completed>\d+)/(?<total>\d+) +\d{1,3}%|(?<percent>\d{1,3}(?:\.\d)?)%)
      """#),
    RecognitionRule(
      "tqdm", needs: "%|/[:<", isCount: true,
      #"""
      ^(?<phase>[^ |:][^|:]*?) +\d{1,3}%\|[^|]*\| *(?<completed>\d+)/(?<total>\d+) \#
      \[[\d:]+<[\d:?]+, (?<rate>[^\]]+)
      """#, line: "photos   3%|█             |   4/120 [00:00<00:03, 36.35 files/s]"),
    RecognitionRule(
      "pytorch", needs: ":[(%)]", begins: "T", isCount: true,
      #"^Train (?<phase>Epoch: \d+) \[(?<completed>\d+)/(?<total>\d+) \( *\d+%\)\]"#,
      extent: .stage),
    RecognitionRule(
      "epochs", needs: "/", begins: "E", isCount: true,
      #"""
      ^Epoch:? \[?(?<stage>\d+)/(?<stages>\d+)\]?[ ,|:-]+(?i:step|batch|iter\w*):? \#
      \[?(?<completed>\d+)/(?<total>\d+)
      """#),
    RecognitionRule(
      "stages", begins: "EePpSsRr", isCount: true,
      #"""
      ^(?<subtitle>(?i:epoch|step|stage|phase|pass|part|round) (?<stage>\d+)/(?<stages>\d+)\#
      (?: *$|(?: ?[:|,-]| +\w+[=:])(?:[^%]*(?:acc|loss|f1|auc|err|precision|recall)\w*[:=]? ?[\d.]+ ?%)*[^%]*$))
      """#),
    RecognitionRule(
      "stages", begins: "EePpSsRrFfIiTtVv", countsInWords: true,
      #"""
      ^(?<subtitle>(?i:epoch|step|stage|phase|pass|part|round|file|item|task|track|video) (?<stage>\d+) of (?<stages>\d+)\#
      (?: *$| ?[:|,-][^%]*$))
      """#, trust: .whenAdvancing),
  ]

  /// The rules that claim lines without progress: a pager's prompt, and how full a disk is.
  private static let others = [
    RecognitionRule("more", needs: "-(%)", begins: "-", #"^--More--\(\d"#),
    RecognitionRule("df", needs: "/%", begins: "/", #"^/dev/[^ ]+ .*\d% +/"#),
  ]

  /// The rules for numbers that no tool in particular prints.
  private static let generic = [
    RecognitionRule(
      "percent", needs: "%",
      #"(?<![\w.,+\-/])(?<!\s=> )(?<!\s==> )(?<percent>\d{1,3}(?:[.,]\d{1,2})?) ?%(?![\w%])"#,
      trust: .generic),
    RecognitionRule(
      "amount", needs: "/B",
      #"""
      (?<![^\s\[(|])(?<completed>\d+(?:\.\d+)?) ?/ ?(?<total>\d+(?:\.\d+)?) ?(?<unit>[kKMGT]?i?B)\#
      (?![^\s\])|:,;])
      """#, trust: .generic, isRedrawn: true),
    RecognitionRule(
      "amount", needs: "B",
      #"""
      (?<![^\s\[(|])(?<completed>\d+(?:\.\d+)? ?[kKMGT]?i?B) ?(?:/|of) ?\#
      (?<total>\d+(?:\.\d+)? ?[kKMGT]?i?B)(?![^\s\])|:,;])
      """#, trust: .generic, isRedrawn: true),
    RecognitionRule(
      "count", isCount: true,
      #"(?:[\[(] *(?<completed>\d+)/(?<total>\d+)[\])])"#, trust: .generic),
    RecognitionRule(
      "count", isCount: true,
      #"(?<![^\s\[(|])(?<completed>0|[1-9]\d*)/(?<total>[1-9]\d*)(?![^\s\])|:,;])(?! \d\d?:)"#,
      trust: .generic),
    RecognitionRule(
      "count",
      #"""
      (?<![^\s\[(|])(?<completed>\d+|\d{1,3}(?:,\d{3})+)(?:/| of )(?<total>[1-9]\d*|\d{1,3}(?:,\d{3})+)\#
      (?![^\s\])|:;])(?! \d\d?:)
      """#, trust: .generic, isRedrawn: true),
  ]
}
