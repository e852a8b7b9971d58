import ArgumentParser
import Testing

@testable import headway

@Suite struct CommandExamplesTests {
  /// The words of all commands and subcommands, and those of `headway` itself.
  static let commands = (Manual(dump: HeadwayCommand._dumpHelp())?.pages ?? []).map(\.words)

  private static let options = OptionCheck(dump: HeadwayCommand._dumpHelp())

  @Test("each command has two to four examples", arguments: commands)
  func count(command: [String]) throws {
    let examples = try #require(CommandExamples.of(command))
    #expect((2...4).contains(examples.count))
    #expect(Set(examples.map(\.line)).count == examples.count)
  }

  @Test("each command line of an example is one that headway accepts", arguments: commands)
  func commandLines(command: [String]) throws {
    for example in CommandExamples.of(command) ?? [] {
      let ours = ShellLine(example.line).commands.filter { $0.first == "headway" }
      for words in ours.map({ Array($0.dropFirst()) }) {
        #expect(throws: Never.self, "\(example.line)") {
          try CommandNames.check(words)
          let rest = try HostChoice(words, variable: nil).words
          _ = try HeadwayCommand.parseAsRoot(PriorityCommand.markingNumbers(in: rest))
        }
        // Behind run and submit, ArgumentParser takes a misspelt option for the command's.
        #expect(try #require(Self.options).unknownOption(in: words) == nil, "\(example.line)")
      }
    }
  }

  @Test("one of the examples shows the command itself", arguments: commands)
  func shown(command: [String]) {
    let lines = (CommandExamples.of(command) ?? []).map(\.line)
    #expect(lines.contains { $0.contains((["headway"] + command).joined(separator: " ")) })
  }

  @Test("the purpose of an example is a sentence", arguments: commands)
  func sentences(command: [String]) {
    for example in CommandExamples.of(command) ?? [] {
      #expect(example.purpose.hasSuffix("."))
      #expect(example.purpose.first?.isUppercase == true)
      #expect(example.line.count <= 90, "\(example.line)")
    }
  }

  @Test("a line is taken apart as a shell does it")
  func shellLine() {
    #expect(
      ShellLine(#"a 'b c' "d" && X=1 e >f 2>&1; g | h --i='j k'"#).commands
        == [["a", "b c", "d"], ["e"], ["g"], ["h", "--i=j k"]])
    #expect(ShellLine(#"a "$(b -c d)" && e"#).commands == [["b", "-c", "d"], ["a", "7"], ["e"]])
  }
}
