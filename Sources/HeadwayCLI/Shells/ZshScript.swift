/// The completion script for zsh.
enum ZshScript {
  /// ArgumentParser's script, with a function that looks for the other command first.
  static func text(_ script: String, _ launchers: [CompletionScript.Launcher]) -> String {
    let function = self.function.replacing("@LAUNCHERS@", with: branches(of: launchers))
    return withEqualsSigns(script)
      .replacing(
        "\n_headway() {\n", with: "\n\(function)\n_headway() {\n\(call)", maxReplacements: 1
      )
      .replacing("'*:subcommands:'", with: "'*:subcommands:\(pages)'")
  }

  /// The script with a value allowed behind `--option=`, not only in a word of its own. The
  /// description of an option with a value ends with `]:` (zshcompsys(1), _arguments).
  private static func withEqualsSigns(_ script: String) -> String {
    let option =
      #/(?<start>(?m:^) +'(?:\*?|[^'\n]*'\{-\w,))(?<name>--[a-z-]+)(?<rest>(?:}')?\[[^\n]*[^\\]\]:)/#
    return script.replacing(option) { match in
      "\(match.start)\(match.name)=\(match.rest)"
    }
  }

  /// The completion behind `help`. It is the one of `headway man`, which looks at the line.
  private static let pages =
    #"{__headway_custom_complete ---completion man -- positional@0 "${current_word_index}" "#
    + #""$(__headway_cursor_index_in_current_word)"}"#

  private static func branches(of launchers: [CompletionScript.Launcher]) -> String {
    launchers.map { launcher in
      launcher.needsTerminator
        ? "    (\(launcher.name)) needs_terminator=1 ;;\n"
        : "    (\(launcher.name)) valued=(\(launcher.optionsWithValue.joined(separator: " "))) ;;\n"
    }.joined()
  }

  /// The start of ArgumentParser's function. It stands before that function changes the options of
  /// the shell, because the completion of another command needs the usual ones.
  private static let call = #"""
        local -i headway_place=0
        __headway_find_command
        if (( headway_place )); then
            shift $(( headway_place - 1 )) words
            (( CURRENT -= headway_place - 1 ))
            _normal
            return
        fi

    """#

  /// The function that sets `headway_place` to the index of the other command. 0 if the cursor isn't
  /// there.
  private static let function = #"""
    __headway_find_command() {
        local -a valued
        local -i place needs_terminator=0
        case "${words[2]}" in
    @LAUNCHERS@    (*) return ;;
        esac
        for (( place = 3; place < CURRENT; place++ )); do
            case "${words[place]}" in
            (--)
                (( headway_place = place + 1 ))
                return
                ;;
            (-*) (( ${valued[(Ie)${words[place]}]} )) && (( place++ )) ;;
            (*) (( needs_terminator )) || break ;;
            esac
        done
        (( needs_terminator || place > CURRENT )) && return
        [[ "${words[place]}" == -* ]] || headway_place=place
    }

    """#
}
