extension RecognitionRule {
  /// The rules of test runners, and of loops that report on lines of their own.
  static let runners = [
    RecognitionRule(
      "dots", needs: "/colectdims", begins: "c",
      #"^collected \d+ items?(?: / .*)? / (?<total>\d+) selected"#,
      line: "collected 120 items / 100 deselected / 20 selected"),
    RecognitionRule(
      "dots", needs: "colectdims", begins: "c", #"^collected (?<total>\d+) items?"#,
      line: "collected 120 items"),
    RecognitionRule(
      "dots", needs: "[]", number: " ", #"^\d+ workers? \[(?<total>\d+) items?\]"#,
      line: "2 workers [240 items]"),
    RecognitionRule(
      "dots", only: ".FESXRWIN0123456789 []()/%",
      #"""
      ^(?<marks>[.FEsxXRWSIN]+)\#
      (?: +(?:\[ *(?<percent>\d{1,3})%\]|(?<completed>\d+) / (?<total>\d+) \( *\d{1,3}%\)))?$
      """#, isOpen: true, line: "...............      126 / 200 ( 63%)"),
    RecognitionRule(
      "dots", needs: ".py ",
      #"^[^ ]+\.py (?<marks>[.FEsxXRWSIN]+)(?: +\[ *(?<percent>\d{1,3})%\])?$"#, isOpen: true,
      line: "test_a.py ....F..s                         [ 40%]"),
    RecognitionRule(
      "cargo test", needs: "runigtes", begins: "r", #"^running (?<total>\d+) tests$"#,
      extent: .stage,
      line: "running 36 tests"),
    RecognitionRule(
      "cargo test", needs: ".", begins: "t",
      #"^test (?<subtitle>.*?) \.\.\. (?<one>ok|ignored|FAILED)"#, extent: .stage,
      line: "test case_16 ... ok"),
    RecognitionRule(
      "sklearn", needs: "[/;]", begins: "[", isCount: true,
      #"""
      ^\[CV (?<completed>\d+)/(?<total>\d+); (?<stage>\d+)/(?<stages>\d+)\] END 
      """#, extent: .ofStage, line: "[CV 3/3; 3/12] END .....................depth=3;, score=0.5"),
    RecognitionRule(
      "sklearn", needs: "[/;]", begins: "[", isCount: true, #"^\[CV \d+/\d+; \d+/\d+\] START "#,
      line: "[CV 1/3; 1/12] START depth=1..................."),
    RecognitionRule(
      "bats", needs: "/", isCount: true, #"^   .* (?<stage>\d+)/(?<stages>\d+)$"#, isRedrawn: true,
      command: "bats", line: "   case 6 holds  6/24"),
    RecognitionRule(
      "bats", needs: ",", number: " ", #"^(?<end>\d+ tests?), \d+ failures?"#, command: "bats",
      line: "24 tests, 0 failures"),
    RecognitionRule(
      "mafft", begins: "MCP",
      "^(?<phase>Making a distance matrix|Constructing a UPGMA tree|Progressive alignment)",
      command: "mafft", line: "Constructing a UPGMA tree (efffree=0) ... "),
    RecognitionRule(
      "mafft", needs: "().V",
      #"(?:^|\(thread +\d+\))(?<phase>[a-z][a-z0-9-]+) \((?:aa|nuc)\) Version \d"#,
      command: "mafft", line: "dndpre (aa) Version 7.505"),
    RecognitionRule(
      "mafft", needs: "/", number: " ",
      #"^ *(?<completed>\d+) / (?<total>\d+)(?: \(thread +\d+\).*)?$"#, command: "mafft",
      extent: .stage, line: "   70 / 80"),
    RecognitionRule(
      "mafft", needs: "/", begins: "S",
      #"^STEP *(?<completed>\d+) / (?<total>\d+)(?: \(thread +\d+\).*)?$"#, command: "mafft",
      extent: .stage, line: "STEP    25 / 139 (thread    0) f"),
    RecognitionRule(
      "mafft", needs: "-", number: "-", #"^\d{3}-\d{4}-\d(?<unknown>) "#, command: "mafft",
      line: "001-0034-0 (thread    1) identical     "),
    RecognitionRule(
      "parallel", needs: "ETA:/%", begins: "E",
      #"^ETA: .* Left: (?<remaining>\d+) AVG: [\d.]+s +[^ ]+:\d+/(?<completed>\d+)/\d+%/[\d.]+s *$"#,
      line: "ETA: 8s Left: 32 AVG: 0.25s  local:2/8/100%/0.4s "),
    RecognitionRule(
      "percent", needs: "percnt", number: " ",
      #"^ *(?<percent>\d{1,3}(?:[.,]\d+)?) percent complete"#,
      trust: .whenAdvancing, line: "  46 percent complete"),
    RecognitionRule(
      "json", needs: "{:}", begins: "{",
      #"^\{.*"progress": ?(?<fraction>0(?:\.\d+)?|1(?:\.0+)?) ?[,}]"#, trust: .whenAdvancing,
      line: #"{"ts": "2026-03-01T10:00:16Z", "event": "indexed", "progress": 0.2667}"#),
    RecognitionRule(
      "remaining", needs: "(:)",
      #"""
      (?<![\w.,+\-/])(?<completed>\d+)(?:/| of )(?<total>[1-9]\d*),? \#
      \(?(?:\d+:)?\d+:\d\d (?:remaining|left)\b
      """#, trust: .whenAdvancing,
      line: "10:00:29,203 INFO indexer: 1.3 docs/s, indexed 29 of 60 (0:00:06 remaining)"),
    RecognitionRule(
      "meson", needs: "/.", number: "/", isCount: true,
      #"""
      ^ *(?<completed>\d+)/(?<total>\d+) (?<subtitle>[^ ].*?) +\#
      (?:OK|FAIL|SKIP|TIMEOUT|ERROR|EXPECTEDFAIL|UNEXPECTEDPASS|INTERRUPT) +[\d.]+s
      """#, line: " 6/24 case6          OK              0.44s"),
    RecognitionRule(
      "meson", needs: "[/]🌒", begins: "[", isCount: true,
      #"^\[[\d-]+/\d+\] \xF0\x9F\x8C[\x91-\x98] "#, line: "[7/24] 🌒 case7      0/30s"),
    RecognitionRule(
      "prove", needs: ".t/", begins: "t./", isCount: true,
      #"^(?<phase>[^ ]+\.t) \.\.+ +(?<completed>\d+)/(?<total>\d+) *$"#, extent: .stage,
      line: "t/b.t .. 30/40 "),
    RecognitionRule(
      "prove", needs: ".tok", begins: "t./", #"^[^ ]+\.t \.\.+ +(?<end>ok) *$"#, line: "t/b.t .. ok"
    ),
    RecognitionRule(
      "prove", needs: "=(;/)", begins: "=", isCount: true,
      #"^=+\( +\d+;\d+ +\d+/\d+"#, extent: .beside, line: "===(      66;3  34/60  32/60 )======"),
    RecognitionRule(
      "dots", needs: ":/", begins: "cir", isCount: true,
      #"^(?:created|initialized|ready): \d+/\d+ workers?"#, line: "ready: 1/2 workers"),
    RecognitionRule(
      "joblib", needs: "[=]:|", begins: "[",
      #"^\[Parallel\(n_jobs=-?\d+\)\]: Done +(?<completed>\d+) out of +(?<total>\d+) \|"#,
      line: "[Parallel(n_jobs=2)]: Done  13 out of  60 | elapsed:   12.8s remaining:   46.4s"),
  ]
}
