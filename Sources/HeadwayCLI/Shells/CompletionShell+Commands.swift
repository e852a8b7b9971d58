import ArgumentParser

/// The completion of the command after `headway run` and `headway submit`. ArgumentParser's scripts
/// don't know that the words after the options are a command line of their own, so these functions
/// change the scripts.
extension CompletionShell {
  /// The script, changed so that the command is completed as it is without `headway run`.
  func completingCommands(_ script: String) -> String {
    switch self {
    case .zsh: Self.zsh(script)
    case .fish: Self.fish(script)
    default: Self.bash(script)
    }
  }

  /// Replaces the completion of the argument by a function that calls zsh's `_normal`.
  private static func zsh(_ script: String) -> String {
    script.replacing("'*:command:'", with: "'*::command:__headway_complete_command'")
      .replacing("\n_headway() {", with: "\n\(zshFunction)\n_headway() {", maxReplacements: 1)
  }

  /// The function for zsh. `_arguments` takes a `--` before all options for the command, so the
  /// function drops it.
  private static let zshFunction = """
    __headway_complete_command() {
        if [[ "${words[1]}" == -- ]]; then
            shift words
            (( CURRENT-- ))
        fi
        _normal
    }

    """

  /// Calls the function at the start of `run` and `submit`. The arrays with the names of the
  /// options are still filled at that point; ArgumentParser's own code empties them.
  private static func bash(_ script: String) -> String {
    let look = "    __headway_offer_flags_options -1\n"
    var parts = script.split(separator: "\n_headway_", omittingEmptySubsequences: false)
      .map(String.init)
    for index in parts.indices where parts[index].isOfCommand {
      parts[index] = parts[index].replacing(
        look, with: "    __headway_complete_command && return\n\(look)", maxReplacements: 1)
    }
    return parts.joined(separator: "\n_headway_").replacing(
      "\ncomplete -o", with: "\n\(bashFunction)\ncomplete -o")
  }

  /// The function for bash. It uses `_command_offset` of bash-completion if that is loaded, and
  /// completes program and file names otherwise.
  private static let bashFunction = """
    __headway_complete_command() {
        local -i index
        local option
        for ((index = 2; index < COMP_CWORD; index++)); do
            case "${COMP_WORDS[index]}" in
            --)
                ((index++))
                break
                ;;
            -*)
                for option in "${repeating_options[@]}" "${non_repeating_options[@]}"; do
                    [[ "${COMP_WORDS[index]}" = "${option}" ]] || continue
                    [[ "${COMP_WORDS[index + 1]}" = = ]] && ((index++))
                    while [[ "${COMP_WORDS[index + 2]}" = [=:]* ]]; do ((index += 2)); done
                    ((index++))
                    break
                done
                ;;
            *) break ;;
            esac
        done
        [[ "${index}" -gt "${COMP_CWORD}" ]] && return 1
        [[ "${COMP_WORDS[index]}" = -* && "${COMP_WORDS[index - 1]}" != -- ]] && return 1
        if declare -F _command_offset >/dev/null; then
            _command_offset "${index}"
        elif [[ "${index}" -eq "${COMP_CWORD}" ]]; then
            COMPREPLY=($(compgen -c -- "${COMP_WORDS[COMP_CWORD]}"))
        else
            compopt -o default
        fi
        return 0
    }

    """

  /// Adds a function that completes the rest of the line as a command.
  private static func fish(_ script: String) -> String {
    script + """

      function __headway_complete_command
          set -l words (commandline -opc)[3..]
          while set -q words[1]
              switch $words[1]
                  case --
                      set -e words[1]
                      break
                  case \(valuedOptions(fish: script).joined(separator: " "))
                      set -e words[1]
                      set -e words[1]
                  case '-*'
                      set -e words[1]
                  case '*'
                      break
              end
          end
          if not set -q words[1]; and string match -q -- '-*' (commandline -ct)
              return
          end
          complete -C (string join -- ' ' (string escape -- $words) (commandline -ct))
      end
      complete -c headway -n 'contains -- (commandline -opc)[2] run submit' -fa '(__headway_complete_command)'
      """
  }

  /// The options of `run` and `submit` that take a value, such as `--title`, read from
  /// ArgumentParser's script.
  private static func valuedOptions(fish script: String) -> [String] {
    let lines = script.split(separator: "\n").filter { $0.contains("'on-stall='") }
    return Set(lines.flatMap { $0.matches(of: #/'([a-z-]+)=\+?'/#).map { "--\($0.1)" } }).sorted()
  }
}

extension String {
  fileprivate var isOfCommand: Bool { hasPrefix("run() {") || hasPrefix("submit() {") }
}
