import Foundation
import Testing
import TestHarness

/// The manual pages that `headway man` prints and installs.
@Suite("Manual pages", .fewAtATime) struct ManualPageTests {
  private static func isInstalled(_ path: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: path)
  }
  private static let hasMan = isInstalled("/usr/bin/man")
  private static let hasGroff = isInstalled("/usr/bin/groff")

  private static let noDataHome = ["XDG_DATA_HOME": "", "MANPATH": ""]

  /// A program `man` of the scenario's own that knows one page: the file that `page` names.
  private func stubMan(_ workspace: Workspace) throws {
    let script = """
      #!/bin/sh
      [ -s "$HOME/page" ] || { echo "No manual entry for $2" >&2; exit 16; }
      cat "$HOME/page"
      """
    try workspace.write(script, to: "work/man")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: "\(workspace.work)/man")
  }

  private func install(_ workspace: Workspace) async throws -> Outcome {
    try await workspace.run(
      "PATH=\(workspace.work):$PATH headway man --install", environment: Self.noDataHome)
  }

  @Test("headway man prints headway(1), and with the words of a command its page")
  func printing() async throws {
    try await Workspace.use { workspace in
      let page = try await workspace.run("headway man")
      #expect(page.code == 0)
      for command in ["run", "submit", "hub", "tmux", "debug"] {
        #expect(page.text.contains(".It Xr headway\\-\(command) 1\n"), "\(command)")
      }
      #expect(page.text.contains(".It Ic Space\npause/resume\n.It Ic c\ncancel\n"))
      let inner = try await workspace.run("headway man hub start; headway man submit")
      #expect(inner.text.contains("\n.Dt HEADWAY-HUB-START 1\n"))
      #expect(inner.text.contains("\n.It Fl Fl stall\\-after Ar duration\n"))
      #expect(inner.output.allSatisfy { $0 < 0x80 })
    }
  }

  @Test(
    "what has no page is misuse, and one line says what may be meant",
    arguments: [
      ("hbu", "there is no command hbu (hub?);"), ("hub strat", "no command strat (start?);"),
      ("queue", "queue is a help topic; see: headway help queue"),
      ("hub start x", "headway hub start has no subcommands; see: headway man hub start"),
      ("--install run", "--install installs every page; leave out the command"),
    ])
  func noPage(words: String, answer: String) async throws {
    try await Workspace.use { workspace in
      let outcome = try await workspace.run("headway man \(words)")
      #expect(outcome.code == 64 && outcome.text.isEmpty)
      #expect(outcome.errorText.contains(#/^headway: [^\n]*\n$/#), "\(outcome.errorText)")
      #expect(outcome.errorText.contains(answer), "\(outcome.errorText)")
    }
  }

  @Test("man and groff complain of no page", .enabled(if: hasGroff))
  func lint() async throws {
    try await Workspace.use { workspace in
      let script = """
        headway man --install >/dev/null
        for page in ~/.local/share/man/man1/*.1; do groff -man -ww -z -Tutf8 "$page"; done
        """
      let outcome = try await workspace.run(script, environment: Self.noDataHome)
      #expect(outcome.code == 0 && outcome.errorText.isEmpty, "\(outcome.errorText)")
    }
  }

  @Test("man finds the pages where ~/.local/bin is in PATH, or by the line", .enabled(if: hasMan))
  func found() async throws {
    try await Workspace.use { workspace in
      let pages = "\(workspace.folder)/home/.local/share/man"
      let script = """
        PATH=$HOME/.local/bin:$PATH headway man --install
        PATH=$HOME/.local/bin:$PATH man -w headway headway-hub-start
        headway man --install >words; cat words
        eval "$(sed -n 's/.*profile: //p' words)"; man -w headway
        headway man --install | tail -n 1
        """
      let outcome = try await workspace.run(script, environment: Self.noDataHome)
      let lines = outcome.text.split(separator: "\n")
      #expect(lines.count == 8, "\(outcome.text)")
      #expect(lines.first?.contains(#/^wrote [0-9]+ pages to /#) == true)
      let found = "read them with: man headway, man headway-run"
      #expect(
        lines.dropFirst(1).prefix(3) == [
          Substring(found), "\(pages)/man1/headway.1", "\(pages)/man1/headway-hub-start.1",
        ])
      #expect(lines.dropFirst(6) == ["\(pages)/man1/headway.1", Substring(found)])
    }
  }

  @Test("after the installation one line says whether man looks there, and what makes it")
  func advice() async throws {
    try await Workspace.use { workspace in
      try stubMan(workspace)
      let pages = "\(workspace.folder)/home/.local/share/man"
      let remedy = "put this line in your shell's profile: export MANPATH=\(pages):\"$MANPATH\"\n"
      let missing = try await install(workspace)
      #expect(
        missing.text.hasSuffix(" pages to \(pages)/man1\nman doesn't look there yet; \(remedy)"))
      try workspace.write("/usr/share/man/man1/headway.1.gz\n", to: "home/page")
      let other = try await install(workspace)
      #expect(other.text.hasSuffix("man shows /usr/share/man/man1/headway.1.gz instead; \(remedy)"))
      try workspace.write("\(pages)/man1/headway.1\n", to: "home/page")
      let found = try await install(workspace)
      #expect(found.text.hasSuffix("\nread them with: man headway, man headway-run\n"))
    }
  }

  @Test("pages of an earlier version are replaced, and those of commands that are gone removed")
  func update() async throws {
    try await Workspace.use { workspace in
      try stubMan(workspace)
      let pages = "home/.local/share/man/man1"
      try await workspace.run("mkdir -p ~/.local/share/man/man1")
      try workspace.write(
        ".Dd $Mdocdate$\n.Dt HEADWAY 1\n.Os\n.Sh NAME\n.Nm headway\n", to: "\(pages)/headway.1")
      let mark = ".\\\" A manual page of headway 0.0.9. headway man --install replaces this file.\n"
      try workspace.write(mark + "run", to: "\(pages)/headway-run.1")
      try workspace.write(mark + "gone", to: "\(pages)/headway-gone.1")
      try workspace.write("mine", to: "\(pages)/headway-mine.1")
      let outcome = try await install(workspace)
      #expect(outcome.code == 0)
      #expect(outcome.text.contains("\nremoved 1 page of commands that no longer exist\n"))
      let list = try await workspace.run(
        "cd ~/.local/share/man/man1; ls headway-gone.1; cat headway-mine.1; cat headway-run.1")
      #expect(list.text.hasPrefix("mine.\\\" A manual page of headway "), "\(list.text.prefix(80))")
      #expect(list.text.contains("\n.Dt HEADWAY-RUN 1\n"))
      #expect(list.errorText.contains("headway-gone.1"))
    }
  }

  @Test(
    "a file that Headway didn't write stays, and nothing is installed",
    arguments: ["echo mine >headway-run.1", "ln -s /etc/hostname headway-run.1"])
  func foreign(making: String) async throws {
    try await Workspace.use { workspace in
      let make = "mkdir -p ~/.local/share/man/man1; cd ~/.local/share/man/man1; \(making); ls -l"
      let before = try await workspace.run(make)
      let outcome = try await install(workspace)
      #expect(outcome.code == 70 && outcome.text.isEmpty)
      #expect(outcome.errorText.contains(#/^headway: [^\n]*headway-run\.1 isn't a page [^\n]*\n$/#))
      let after = try await workspace.run("cd ~/.local/share/man/man1; ls -l")
      #expect(after.text == before.text)
    }
  }
}
