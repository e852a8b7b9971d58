extension RecognitionRule {
  /// The rules of package managers, build tools and what runs on clusters.
  static let packages = [
    RecognitionRule(
      "dnf", needs: "(/):%[]", begins: "(", isCount: true,
      #"^\([\d-]+/\d+\): .* (?<percent>\d{1,3})% \[[-= ]*\] +(?<rate>[\d.]+ [kMG]?B/s)"#,
      phase: "downloading",
      line: "(1-2/3): alpha-1-1.n 49% [=========-          ] 1.4 MB/s | 8.9 MB     00:06 ETA"),
    RecognitionRule(
      "dnf", needs: ":/", begins: "IURDECV", isCount: true,
      #"""
      ^  (?<phase>Installing|Upgrading|Reinstalling|Downgrading|Erasing|Cleanup|Verifying) +: [^\[]*\#
      (?:\[(?<marks>=*)(?<rest> *)\]|(?<end>)) *(?<stage>\d+)/(?<stages>\d+) *$
      """#, extent: .ofStage,
      line: "  Installing       : gamma-1-1.noarch [=============        ] 1/3"),
    RecognitionRule(
      "dnf", needs: ":/", begins: "PR", isCount: true,
      #"^  (?:Preparing|Running scriptlet) *: .*\d+/\d+ *$"#,
      line: "  Running scriptlet: beta-1-1.noarch                                        2/3 "),
    RecognitionRule(
      "pacman", needs: "(/)[]%", begins: "(", isCount: true,
      #"""
      ^\((?<stage>\d+)/(?<stages>\d+)\) (?:installing|upgrading|reinstalling|downgrading|removing)\#
       [^ ]+ +\[[#-]+\] +(?<percent>\d{1,3})%
      """#, extent: .ofStage,
      line: "(2/4) installing beta                              [#####################-]  99%"),
    RecognitionRule(
      "pacman", needs: "(/)[]%", begins: "(", isCount: true,
      #"^\(\d+/\d+\) (?:checking|loading) .*\[[#-]+\] +\d{1,3}%"#,
      line: "(0/4) checking keys in keyring                     [----------------------]   0%"),
    RecognitionRule(
      "rpm", needs: "(%)",
      #"^(?:(?:Verifying|Preparing)\.\.\.| +\d+:[^ ]+)? *#* *\( *\d{1,3}%\) *$"#,
      command: "rpm", line: "   2:delta-1-1   ##########                ( 78%)"),
    RecognitionRule(
      "rpm", needs: "[%]",
      #"^(?:(?:Verifying|Preparing)\.\.\.| +\d+:[^ ]+)? *#* *\[ *(?:(?<percent>\d{1,2})|(?<end>100))%\] *$"#,
      command: "rpm", line: "################################# [ 50%]"),
    RecognitionRule(
      "apk", needs: "%#", number: "%", #"^ *(?<percent>\d{1,3})% #+ *$"#, isRedrawn: true,
      line: " 50% #########"),
    RecognitionRule(
      "apk", needs: ":MB", begins: "O", #"^(?<end>OK): \d+ [KMG]?i?B in \d+ packages"#,
      line: "OK: 13 MiB in 27 packages"),
    RecognitionRule(
      "apt", needs: ".D", begins: "BR",
      #"""
      ^(?:Reading package lists|Building dependency tree|Reading state information)\.\.\. \#
      (?<end>Done)
      """#, line: "Reading package lists... Done"),
    RecognitionRule(
      "maven", needs: "[INFO]/", begins: "[", isCount: true,
      #"^\[INFO\] Building (?<subtitle>[^ ].*?) +\[(?<stage>\d+)/(?<stages>\d+)\]"#,
      line: "[INFO] Building model 1.0                                   [2/7]"),
    RecognitionRule(
      "maven", needs: "():/", begins: "P", #"^Progress \(\d+\): "#,
      line: "Progress (1): 160/345 kB"),
    RecognitionRule(
      "maven", needs: "[INFO]", begins: "[", #"^\[INFO\] BUILD (?<end>SUCCESS)"#,
      line: "[INFO] BUILD SUCCESS"),
    RecognitionRule(
      "bazel", needs: "[/]", begins: "[",
      #"^\[(?<completed>[\d,]+) / (?<total>[\d,]+)\] (?<subtitle>.*)"#,
      trust: .whenAdvancing,
      line: "[588 / 1,040] 2 actions, 2 running"),
    RecognitionRule(
      "bazel", needs: "INFO:", begins: "I", #"^INFO: (?<end>Build completed) successfully"#,
      line: "INFO: Build completed successfully, 1400 total actions"),
    RecognitionRule(
      "docker step", needs: "=>.s", begins: "=", #"^ => "#, extent: .beside,
      line: " => [2/5] RUN apt-get update                                           1.8s"),
    RecognitionRule(
      "buildkit", needs: "#[/]", begins: "#", isCount: true,
      #"^#\d+ \[ *(?<stage>\d+)/(?<stages>\d+)\] (?<subtitle>.*)"#,
      line: "#5 [3/6] COPY . /src"),
    RecognitionRule(
      "buildkit", needs: "#DONE.", begins: "#", #"^#\d+ (?<end>DONE) [\d.]+s"#,
      line: "#8 DONE 1.8s"),
    RecognitionRule(
      "ghc", needs: "[]of", begins: "[",
      #"^\[ *(?<stage>\d+) of (?<stages>\d+)\] (?<subtitle>Compiling [^ ]+)"#,
      line: "[ 59 of 120] Compiling Sample.Part059 ( src/Sample/Part059.hs )"),
    RecognitionRule(
      "cmake", needs: "-[%]", begins: "-", #"^-- \[download (?<percent>\d{1,3})% complete\]"#,
      extent: .stage, line: "-- [download 45% complete]"),
    RecognitionRule(
      "terraform", needs: "P:,.", begins: "P",
      #"""
      ^Plan: (?:0 to \w+, )*(?<total>[1-9]\d*) to (?:add|change|destroy)(?:, 0 to \w+)*\.
      """#, line: "Plan: 10 to add, 0 to change, 0 to destroy."),
    RecognitionRule(
      "terraform", needs: ":compltafr",
      #"^(?<subtitle>[^ ]+): (?:Creation|Modifications|Destruction) (?<one>complete) after "#,
      line: "terraform_data.site[0]: Creation complete after 1s [id=7c9e6679]"),
    RecognitionRule(
      "nextflow", needs: "[/]%", begins: "[",
      #"^\[[\da-f]{2}/[\da-f]{6,}\] (?:process > |.*\[ *\d{1,3}%\] \d+ of \d+)"#,
      extent: .beside,
      line: "[3f/a1b2c3] process > ALIGN  (sample4)  [ 30%] 3 of 10"),
    RecognitionRule(
      "snakemake", needs: "(%)", number: " ",
      #"^(?<completed>\d+) of (?<total>\d+) steps \(\d+(?:\.\d+)?%\) done"#,
      line: "3 of 13 steps (23%) done"),
    RecognitionRule(
      "spark", needs: "[S:(+)/]", begins: "[",
      #"^\[(?<phase>Stage \d+):=*>? *\((?<completed>\d+) \+ \d+\) / (?<total>\d+)\]"#,
      extent: .stage, line: "[Stage 1:==========>         (20 + 2) / 80]"),
  ]
}
