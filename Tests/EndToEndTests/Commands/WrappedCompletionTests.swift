import Foundation
import Testing
import TestHarness

/// The completion of the command behind `headway run`, `headway submit` and `headway edit N --`.
@Suite("Completion of another command", .fewAtATime) struct WrappedCompletionTests {
  private static let git = "/usr/share/bash-completion/completions/git"
  private static let hasGit = FileManager.default.fileExists(atPath: git)

  /// The starts of command lines behind which another command stands.
  private static let starts = [
    "headway run ", "headway run -- ", #"headway run --title "a b" --now "#,
    "headway submit --title=x --at 22:00 --needs gpu=2 -- ", "headway edit 3 --title x -- ",
  ]

  /// A pane with bash, without anybody's settings, that has read Headway's script and `lines`.
  private func bash(_ workspace: Workspace, reading lines: [String]) async throws -> Pane {
    try await workspace.run("headway completions bash >script")
    let pane = try await TmuxServer(workspace).pane("exec bash --norc --noprofile")
    try await pane.wait(for: #/[#$]/#)
    try workspace.write(
      (["PS1='$ '", ". ./script"] + lines).joined(separator: "\n"), to: "work/rc")
    try await pane.type(". ./rc; clear")
    try await pane.wait("a clear screen") { $0.hasPrefix("$") }
    return pane
  }

  @Test(
    "git is completed by its own completion, which adds its own spaces",
    .enabled(if: hasGit), arguments: starts)
  func gitBehind(start: String) async throws {
    try await Workspace.use { workspace in
      try await workspace.run(
        """
        git init -q . && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m x
        git branch 'feature#1'
        """)
      let pane = try await bash(workspace, reading: [". \(Self.git)"])
      try await pane.send("\(start)git chec", "Tab")
      try await pane.wait(for: "$ \(start)git checkout")
      try await pane.send("feat", "Tab")
      try await pane.wait(for: "$ \(start)git checkout feature#1")
      try await pane.send("C-u", "\(start)git log --format=onel", "Tab")
      try await pane.wait(for: "$ \(start)git log --format=oneline")
    }
  }

  @Test(
    "a completion function sees its command as if nothing stood before it",
    arguments: ["probe ", #"probe a --b=c d:e "f g" h\ i"#, "probe --x=", "probe 'k l"])
  func context(line: String) async throws {
    try await Workspace.use { workspace in
      let pane = try await bash(
        workspace,
        reading: [
          """
          seen() {
            printf '<%s>' "$COMP_CWORD" "$COMP_LINE" "$COMP_POINT" "${COMP_WORDS[@]}" -- "$@" >seen.new
            mv seen.new seen
          }
          complete -F seen probe
          """
        ])
      var expected = ""
      for start in [""] + Self.starts {
        try await pane.send("C-u", "\(start)\(line)", "Tab")
        let seen = try await eventually("the call behind '\(start)'") {
          workspace.exists("seen") ? workspace.read("seen") : nil
        }
        try await workspace.run("rm seen")
        if start.isEmpty { expected = seen }
        #expect(seen == expected, "\(start)")
      }
    }
  }

  @Test("the command itself is completed as a program, and a file where nothing else is known")
  func fallback() async throws {
    try await Workspace.use { workspace in
      try workspace.write("", to: "work/ti tle")
      let pane = try await bash(workspace, reading: [])
      for start in Self.starts {
        try await pane.send("C-u", "\(start)headwa", "Tab")
        try await pane.wait(for: "$ \(start)headway")
        try await pane.send("C-u", "\(start)cat ti", "Tab")
        try await pane.wait(for: #"$ \#(start)cat ti\ tle"#)
      }
    }
  }

  @Test("a completion that its loader has still to load is loaded, as by bash")
  func loaded() async throws {
    try await Workspace.use { workspace in
      let pane = try await bash(
        workspace,
        reading: [
          """
          load() { complete -o nospace -W 'alpha=1 beta' "$1"; return 124; }
          complete -D -F load
          """
        ])
      try await pane.send("headway run -- later al", "Tab", "x")
      try await pane.wait(for: "$ headway run -- later alpha=1x")
    }
  }

  @Test("before the command the options of headway are completed, and its values")
  func ownWords() async throws {
    try await Workspace.use(config: "[group.ml]\nslots = 1\n") { workspace in
      let pane = try await bash(workspace, reading: [])
      for (typed, shown) in [
        ("headway run --noti", "headway run --notify"),
        ("headway run --title=x --gro", "headway run --title=x --group"),
        ("headway submit --group m", "headway submit --group ml"),
        ("headway cancel --group=m", "headway cancel --group=ml"),
        ("headway run --on-stall=e", "headway run --on-stall=expire"),
        ("headway status --format=tm", "headway status --format=tmux"),
        ("headway status --format i3s", "headway status --format i3status-rs"),
        ("headway help que", "headway help queue"),
        ("headway help hub rel", "headway help hub reload"),
        ("headway man hub rel", "headway man hub reload"),
      ] {
        try await pane.send("C-u", typed, "Tab")
        try await pane.wait(for: "$ \(shown)")
      }
    }
  }

  @Test("a completion changes no option of the shell, and leaves no trap")
  func options() async throws {
    try await Workspace.use { workspace in
      let pane = try await bash(workspace, reading: ["shopt -u extglob", "set -o history"])
      try await pane.send("headway status --fol", "Tab")
      try await pane.wait(for: "$ headway status --follow")
      try await pane.send("C-u")
      try await pane.type(
        "{ trap -p RETURN; shopt extglob; shopt -o history; } >options; echo done")
      try await eventually("the options") { workspace.read("options").contains("history") }
      #expect(!workspace.read("options").contains("trap"))
      #expect(workspace.read("options").contains(#/extglob\s+off/#))
      #expect(workspace.read("options").contains(#/history\s+on/#))
    }
  }

  @Test("a group is offered as text: bash runs nothing of its name")
  func hostileGroup() async throws {
    try await Workspace.use { workspace in
      try await workspace.run(
        """
        for group in '$(touch pwned)' '`touch pwned`' "it's" 'big disk'; do
          headway submit --create --group "$group" -- sleep 300
        done
        """)
      let outcome = try await workspace.run(
        "SAP_SHELL=bash headway ---completion cancel -- --group 3 0 headway cancel --group ''")
      #expect(outcome.text == "'big disk'\n'it'\\''s'\n", "\(outcome.text)")
      let pane = try await bash(workspace, reading: [])
      try await pane.send("headway cancel --group b", "Tab")
      try await pane.wait(for: #"$ headway cancel --group big\ disk"#)
      try await pane.send("C-u", "headway cancel --group ", "Tab", "Tab")
      try await pane.wait(for: "it's")
      #expect(!workspace.exists("pwned"))
    }
  }
}
