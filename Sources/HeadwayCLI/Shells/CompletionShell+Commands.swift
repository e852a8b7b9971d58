import ArgumentParser

/// What the parser's scripts know nothing of: the command that `headway run` and `headway submit` are given
/// is completed as it is without them.
extension CompletionShell {
  func completingCommands(_ script: String) -> String {
    switch self {
    case .zsh: Self.zsh(script)
    case .fish: Self.fish(script)
    default: Self.bash(script)
    }
  }

  private static func zsh(_ script: String) -> String {
    script.replacing("'*:command:'", with: "'*::command:__headway_complete_command'")
      .replacing("\n_headway() {", with: "\n\(zshFunction)\n_headway() {", maxReplacements: 1)
  }

  /// A `--` before all options is taken for the command by `_arguments`.
  private static let zshFunction = """
    __headway_complete_command() {
        if [[ "${words[1]}" == -- ]]; then
            shift words
            (( CURRENT-- ))
        fi
        _normal
    }

    """

  /// The names of the options are still in their arrays before the parser's own look at them.
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

  /// bash-completion's `_command_offset` does it where that is loaded.
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

  /// `--title` …: of `run` and `submit`, as their lines in the script have them.
  private static func valuedOptions(fish script: String) -> [String] {
    let lines = script.split(separator: "\n").filter { $0.contains("'on-stall='") }
    return Set(lines.flatMap { $0.matches(of: #/'([a-z-]+)=\+?'/#).map { "--\($0.1)" } }).sorted()
  }
}

extension String {
  fileprivate var isOfCommand: Bool { hasPrefix("run() {") || hasPrefix("submit() {") }
}
