import ArgumentParser
import Testing

@testable import headway

@Suite struct CompletionScriptTests {
  private func script(_ shell: CompletionShell) throws -> String {
    try #require(CompletionScript(for: shell)).text
  }

  @Test("the script for bash is called by Headway's own function, which knows the options")
  func bash() throws {
    let script = try script(.bash)
    #expect(script.hasSuffix("\ncomplete -o filenames -F __headway_main headway"))
    #expect(script.matches(of: #/\ncomplete /#).count == 1)
    #expect(script.contains(#/run\) __headway_find_command '[^']*--title\|[^']*--retry[^']*' ;;/#))
    #expect(script.contains(#/submit\) __headway_find_command '[^']*--refresh[^']*' ;;/#))
    #expect(script.contains("edit) __headway_find_terminator ;;"))
    #expect(!script.contains("@OPTIONS@"))
  }

  @Test("the script for bash sets no trap, which would stay in the user's shell")
  func trap() throws {
    #expect(try !script(.bash).contains("trap "))
  }

  @Test("the script for zsh looks for the other command before it changes any option of the shell")
  func zsh() throws {
    let script = try script(.zsh)
    #expect(script.contains(#/\(run\) valued=\([^)]*--title /#))
    #expect(script.contains("(edit) needs_terminator=1 ;;"))
    let start = try #require(script.firstRange(of: "\n_headway() {\n"))
    let body = script[start.upperBound...]
    let search = try #require(body.firstRange(of: "__headway_find_command\n"))
    let change = try #require(body.firstRange(of: "emulate -RL zsh"))
    #expect(search.lowerBound < change.lowerBound)
    #expect(!script.contains("@LAUNCHERS@"))
  }

  @Test("zsh takes the value of an option behind an equals sign, and of no flag")
  func zshValues() throws {
    let script = try script(.zsh)
    #expect(script.contains("'--format=[") && script.contains("'*--needs=["))
    #expect(script.contains("{-n,--lines=}"))
    #expect(script.contains("'--follow[") && script.contains("'--json["))
  }

  @Test("the script for fish offers nothing of Headway's own behind the other command")
  func fish() throws {
    let script = try script(.fish)
    #expect(script.contains(#/case run\n            set valued [^\n]*--title /#))
    #expect(script.contains("case edit\n            set needs_terminator 1\n"))
    #expect(script.ranges(of: "    __headway_find_command; and return 1\n").count == 2)
    #expect(!script.contains("@LAUNCHERS@"))
  }

  @Test(
    "formats, groups, help topics and pages are completed",
    arguments: [
      CompletionShell.bash, .zsh, .fish,
    ])
  func values(shell: CompletionShell) throws {
    let script = try script(shell)
    #expect(script.contains("i3status-rs"))
    for words in ["cancel -- --group", "run -- --group", "man -- positional@0"] {
      #expect(script.contains("---completion \(words)"), "\(words)")
    }
    let pages = script.ranges(of: "---completion man -- positional@0").count
    #expect(pages == 2, "man and help")
  }
}
