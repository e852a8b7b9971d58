/// The completion script for fish.
enum FishScript {
  /// ArgumentParser's script, with functions that complete the other command.
  static func text(_ script: String, _ launchers: [CompletionScript.Launcher]) -> String {
    let check = "    __headway_find_command; and return 1\n"
    // Both functions that decide whether something of Headway's own is offered begin so.
    let head = #/function __headway_should_offer_completions_for_\w+ -a [^\n]*\n/#
    let guarded = script.replacing(head) { $0.output + check }
    return guarded + pages(of: script)
      + functions.replacing("@LAUNCHERS@", with: branches(of: launchers))
  }

  /// The completion behind `help`: that of `headway man`, which looks at the line.
  private static func pages(of script: String) -> String {
    script.split(separator: "\n").filter { $0.contains(#"_positional "headway man" "#) }
      .map { "\n" + $0.replacing(#""headway man""#, with: #""headway help""#) }.joined()
  }

  private static func branches(of launchers: [CompletionScript.Launcher]) -> String {
    launchers.map { launcher in
      launcher.needsTerminator
        ? "        case \(launcher.name)\n            set needs_terminator 1\n"
        : "        case \(launcher.name)\n            set valued "
          + launcher.optionsWithValue.joined(separator: " ") + "\n"
    }.joined()
  }

  /// The functions of Headway. The first one prints the words of the other command up to the word at
  /// the cursor. Its status is 1 if the cursor isn't there.
  private static let functions = #"""


    function __headway_find_command
        set -l words (commandline -opc)
        set -l valued
        set -l needs_terminator 0
        switch "$words[2]"
    @LAUNCHERS@        case '*'
                return 1
        end
        set words $words[3..]
        while set -q words[1]
            if test "$words[1]" = --
                string escape -- $words[2..]
                return 0
            else if contains -- "$words[1]" $valued
                set -q words[2]; or return 1
                set -e words[1]
            else if string match -q -- '-*' "$words[1]"
            else if test $needs_terminator = 0
                string escape -- $words
                return 0
            end
            set -e words[1]
        end
        test $needs_terminator = 0; and not string match -q -- '-*' (commandline -ct)
    end
    function __headway_complete_command
        set -l words (__headway_find_command); or return
        complete -C (string join -- ' ' $words (commandline -ct))
    end
    complete -c headway -n '__headway_find_command >/dev/null' -fa '(__headway_complete_command)'
    """#
}
