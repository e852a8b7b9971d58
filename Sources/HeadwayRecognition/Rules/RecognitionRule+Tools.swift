extension RecognitionRule {
  /// By rank: a tool's exact rule goes before the generic ones.
  static let table = transfers + builds + tests + archives + bars + generic

  private static let transfers = [
    RecognitionRule(
      "rsync", needs: "%:/",
      #"""
      ^ *[\d,.]+[KMGT]? +(?<percent>\d+)% +(?<rate>[\d.]+[kMGT]?B/s) +\d+:\d\d:\d\d\#
      (?: +\((?:xfr|xfer)#\d+, (?:to|(?<growing>ir))-chk=(?<left>\d+)/(?<stages>\d+)\))?
      """#),
    RecognitionRule(
      "curl", needs: ":",
      #"""
      ^ *(?<percent>\d+) +[\d.]+[kMGTP]? +\d+ +[\d.]+[kMGTP]? +\d+ +[\d.]+[kMGTP]? +[\d.]+[kMGTP]?\#
       +[\d.]+[kMGTP]? +[\d:]+ +[-:\d]+ +[-:\d]+ +(?<rate>[\d.]+[kMGTP]?)
      """#),
    RecognitionRule(
      "curl", needs: "-:",
      #"^ *(?<percent>100) +[\d.]+[kMGTP]? +100 .*--:--:-- +[-:\d]+ +[-:\d]+ +[\d.]+[kMGTP]?"#),
    RecognitionRule(
      "curl", needs: "-:", #"^ *\d+ +[\d.]+[kMGTP]? +\d+ .*(?<unknown>--:--:--) +[-:\d]+ +--:--:--"#
    ),
    RecognitionRule("curl", needs: " ", #"^ +(?:% Total +% Received|Dload +Upload)"#),
    RecognitionRule("curl", needs: "#%.", #"^#+ +(?<percent>\d{1,3}\.\d)%"#),
    RecognitionRule("curl", needs: "%.", #"^ {20,}(?<percent>\d\.\d)%$"#, isRedrawn: true),
    RecognitionRule(
      "wget", needs: "%[]", #"(?:^|[^ ] +)(?<percent>\d{1,3})%\[[=>+ ]*\]"#),
    RecognitionRule(
      "wget", needs: "%K.", #"^ *\d+K[ .,]+ (?<percent>\d{1,3})% +(?<rate>[\d.]+[KMG]?)"#),
    RecognitionRule(
      "yt-dlp", needs: "[]",
      #"^\[download\] Downloading (?:item|video) (?<stage>\d+) of (?<stages>\d+)"#),
    RecognitionRule(
      "yt-dlp", needs: "[]%",
      #"^\[download\] +(?<percent>[\d.]+)% of +~? *[\d.]+\w+(?: +at +(?<rate>[\d.]+\w+/s))?"#),
    RecognitionRule(
      "aria2", needs: "[#/%]",
      #"^\[#\w+ [^ ]+/[^ ]+\((?<percent>\d+)%\).*?(?: DL:(?<rate>[\d.]+\w+))?"#),
    RecognitionRule(
      "git", needs: ":%(/)",
      #"""
      ^(?:remote: )?(?<phase>[A-Z][\w ]+): +\d{1,3}% \((?<completed>\d+)/(?<total>\d+)\)\#
      (?:, [\d.]+ \w+ \| (?<rate>[\d.]+ \w+/s))?
      """#),
    RecognitionRule(
      "pip", needs: "/.",
      #"""
      ^ *(?:━|╸|╺|-)+ *(?<completed>[\d.]+)/(?<total>[\d.]+) (?<unit>[kMGT]?B)\#
      (?: +(?<rate>[\d.]+ [kMGT]?B/s))?
      """#),
    RecognitionRule("pip", needs: "()", #"^ *Downloading (?<phase>[^ ]+) \([\d.]+ [kMGT]?B\)"#),
  ]

  private static let builds = [
    RecognitionRule(
      "apt", needs: ":.", #"^dlstatus:[^:]*:(?<percent>[\d.]+):(?<subtitle>.*)"#,
      phase: "downloading"),
    RecognitionRule(
      "apt", needs: ":.", #"^pmstatus:[^:]*:(?<percent>[\d.]+):(?<subtitle>.*)"#,
      phase: "installing"),
    RecognitionRule(
      "apt", needs: ":[]%", #"^Progress: \[ *(?<percent>\d+)%\]"#, phase: "installing"),
    RecognitionRule(
      "apt", needs: "%[", #"^ *(?<percent>\d+)% \[(?!=)"#, isRedrawn: true, phase: "downloading"),
    RecognitionRule("dpkg", needs: "(.", #"^\(?Reading (?:database|package lists)\b"#),
    RecognitionRule("apt", needs: ".", #"^(?:Building dependency tree|Reading state information)"#),
    RecognitionRule(
      "cargo", needs: "[]/",
      #"^ *(?<phase>[A-Z][a-z]+) \[[=> ]*\] +(?<completed>\d+)/(?<total>\d+)(?:: (?<subtitle>.*))?"#
    ),
    RecognitionRule(
      "docker", needs: "[+]/()",
      #"^\[\+\] [A-Z]\w+ [\d.]+s \((?<completed>\d+)/(?<total>\d+)\)"#),
    RecognitionRule(
      "gradle", needs: "<>%", #"^<[=-]*> (?<percent>\d+)% (?<phase>[A-Z]+)"#),
    RecognitionRule(
      "make", needs: "[%]", #"^\[ *(?<percent>\d{1,3})%\] (?<subtitle>[^ ].*)"#),
    RecognitionRule(
      "steps", needs: "[/]", #"^\[ *(?<completed>\d+)/(?<total>\d+)\] (?<subtitle>[^ ].*)"#,
      trust: .whenAdvancing),
  ]

  private static let tests = [
    RecognitionRule(
      "ctest", needs: "/#:",
      #"^ *(?<completed>\d+)/(?<total>\d+) Test +#\d+: (?<subtitle>[^ ]+)"#),
    RecognitionRule(
      "pytest", needs: "[%]",
      #"(?:PASSED|FAILED|SKIPPED|ERROR|XFAIL|XPASS|\) |[.FEsxX]) +\[ *(?<percent>\d{1,3})%\]$"#),
    RecognitionRule(
      "pytest", needs: "[/]",
      #"""
      (?:PASSED|FAILED|SKIPPED|ERROR|XFAIL|XPASS|\) |[.FEsxX]) +\#
      \[ *(?<completed>\d+)/(?<total>\d+)\]$
      """#),
    RecognitionRule(
      "pytest", needs: "[%]", #"^\[gw\d+\] \[ *(?<percent>\d{1,3})%\] \w+ (?<subtitle>.*)"#),
  ]

  private static let archives = [
    RecognitionRule(
      "ffmpeg", needs: ":,.", #"^ *Duration: (?<total>\d+:\d\d:\d\d(?:\.\d+)?),"#),
    RecognitionRule(
      "ffmpeg", needs: "=:.",
      #"""
      ^(?:frame=.*?)?(?<end>L)?size=.*? time=(?<completed>\d+:\d\d:\d\d\.\d+)\#
      (?:.*? speed= *(?<rate>[\d.]+x))?
      """#),
    RecognitionRule("ffmpeg", needs: "=:.", #"^out_time=(?<completed>\d+:\d\d:\d\d\.\d+)$"#),
    RecognitionRule("ffmpeg", needs: "=", #"^progress=(?<end>end)$"#),
    RecognitionRule(
      "dd", needs: "(),/",
      #"^(?<completed>\d+) (?<unit>bytes?) \(.*\) copied, [\d.]+ s, (?<rate>[\d.]+ \w+/s)"#),
    RecognitionRule(
      "zstd", needs: "/=>%",
      #"""
      (?:Read *: *|^ *)(?<completed>[\d.]+ *[KMGT]?i?B) */ *(?<total>[\d.]+ *[KMGT]?i?B) *\#
      (?:\(.*\) *)?==> *[\d.]+%
      """#),
    RecognitionRule("zstd", needs: ":%(=>)", #"^[^ ].*: *[\d.]+% +\(.*=>"#),
    RecognitionRule("xz", needs: "-%/", #"^ *--- %"#),
    RecognitionRule(
      "xz", needs: "%/", #"^ *(?<percent>\d{1,3}(?:\.\d)?) % +[\d.,]+ [KMGT]?i?B / "#),
    RecognitionRule(
      "pv", needs: "[]%",
      #"(?:\[ *(?<rate>[\d.]+ *[KMGT]?i?B/s)\] +)?\[[=> ]*\] *(?<percent>\d{1,3})%"#),
    RecognitionRule(
      "pv", needs: "<=>:",
      #"""
      ^ *(?<completed>[\d.]+ *[KMGT]?i?B) +\d+:\d\d:\d\d +\[ *(?<rate>[\d.]+ *[KMGT]?i?B/s)\]\#
       +\[ *<=> *\]
      """#),
    RecognitionRule("pv", #"^(?<percent>\d{1,3})$"#, command: "pv"),
    RecognitionRule(
      "restic", needs: "{:,}",
      #"^\{"message_type":"status".*?"percent_done":(?<fraction>[\d.e-]+)"#),
    RecognitionRule(
      "restic", needs: "[:]%.", #"^\[\d+:\d\d(?::\d\d)?\] +(?<percent>[\d.]+)%  "#),
  ]

  private static let bars = [
    RecognitionRule("epochs", needs: "/", #"^Epoch (?<stage>\d+)/(?<stages>\d+):? *$"#),
    RecognitionRule(
      "tqdm", needs: "%|/[:",
      #"""
      ^(?:(?<phase>(?:[^|]*?(?<stage>\d+)/(?<stages>\d+))?[^|]*?): +| *)\d{1,3}%\|[^|]*\| *\#
      (?<completed>[\d.,]+[kMGTP]?)/(?<total>[\d.,]+[kMGTP]?)(?<unit>i?B)? \[\#
      [^,\]]*(?:, +(?<rate>[^,\]]+))?
      """#),
    RecognitionRule(
      "tqdm", needs: "[:,",
      #"""
      ^(?:(?<phase>[^|]*?): +)?(?<completed>\d+)[a-z]+ \[\d+:\d\d(?::\d\d)?, +(?<rate>[^,\]]+)
      """#, isRedrawn: true),
    RecognitionRule(
      "keras", needs: "/",
      #"^ *(?<completed>\d+)/(?<total>\d+) (?:\[[=>.]*\]|━+) +(?<subtitle>[^ ].*)"#),
    RecognitionRule(
      "rich", needs: "%", #"^(?<phase>.*?) *(?:━|╸|╺)+ +(?<percent>\d{1,3})%"#),
  ]

  /// What nobody in particular prints.
  private static let generic = [
    RecognitionRule(
      "percent", needs: "%",
      #"(?<!\s=> )(?<!\s==> )(?<![\w.,+\-/])(?<percent>\d{1,3}(?:\.\d{1,2})?) ?%(?![\w%])"#,
      trust: .generic),
    RecognitionRule(
      "count", needs: "/",
      #"(?:[\[(] *(?<completed>\d+)/(?<total>\d+)[\])])"#, trust: .generic),
    RecognitionRule(
      "count", needs: "/",
      #"(?<![^\s\[(|])(?<completed>0|[1-9]\d*)/(?<total>[1-9]\d*)(?![^\s\])|:,;])(?! \d\d?:)"#,
      trust: .generic),
  ]
}
