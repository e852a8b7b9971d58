import ArgumentParser
import Testing

@testable import headway

@Suite struct OptionCheckTests {
  private let check = OptionCheck(dump: HeadwayCommand._dumpHelp())

  @Test(
    "a misspelt option is named, with the nearest known one",
    arguments: [
      (["wait", "--al"], "unknown option --al (--all?)"),
      (["wait", "--bogus", "7"], "unknown option --bogus"),
      (["run", "--titel", "x", "--", "true"], "unknown option --titel (--title?)"),
      (["cancel", "7", "--forse"], "unknown option --forse (--force?)"),
      (["show", "-1"], "unknown option -1"),
      (["hub", "start", "--x"], "unknown option --x"),
      (["logs", "-z", "7"], "unknown option -z"),
      (["list", "--jsn=1"], "unknown option --jsn (--json?)"),
      (["submit", "--label", "x"], "unknown option --label: --title here"),
      (["submit", "-i", "--", "ls"], "unknown option -i: --immediate here"),
      (["run", "--label", "x"], "unknown option --label"),
      (["restart", "--all-failed"], "unknown option --all-failed: --failed here"),
      (["group", "add", "x", "-p", "3"], "unknown option -p: --slots here"),
      (["-S", "4"], "unknown option -S: for the options of tsp see headway help task-spooler"),
      (
        ["--config", "x", "list"],
        "unknown option --config: the config is headway/config.toml in the folder that "
          + "XDG_CONFIG_HOME names"
      ),
    ])
  func misspelt(words: [String], complaint: String) {
    #expect(check?.unknownOption(in: words) == complaint)
  }

  @Test(
    "what is no option of the command is left alone",
    arguments: [
      ["run", "--title", "--x", "--", "ls", "-la"], ["run", "ls", "-la"], ["run", "--", "--x"],
      ["list", "--filter", "-title:Other"], ["priority", "7", "-5"], ["logs", "-fn", "20", "7"],
      ["group", "slots", "ml", "-2"], ["submit", "--retry", "-1", "true"],
      ["cancel", "--group=ml"], ["--help"], ["help", "run"], [],
    ])
  func known(words: [String]) { #expect(check?.unknownOption(in: words) == nil) }

  @Test("a misspelt option before a command is named with the nearest known one, too")
  func misspeltBeforeACommand() {
    let failure = #expect(throws: CommandFailure.self) {
      try CommandWords.command(["--titel", "x", "--", "true"], of: "run")
    }
    #expect(failure?.message?.hasPrefix("unknown option --titel (--title?); see: ") == true)
  }
}
