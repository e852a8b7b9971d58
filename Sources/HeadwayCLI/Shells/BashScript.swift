/// The completion script for bash.
enum BashScript {
  /// ArgumentParser's script, called by a function of Headway.
  static func text(_ script: String, _ launchers: [CompletionScript.Launcher]) -> String {
    let generated = "complete -o filenames -F _headway headway"
    return withoutTrap(script).replacing(generated, with: "")
      + functions.replacing("@OPTIONS@", with: options(of: launchers))
      + generated.replacing("-F _headway ", with: "-F __headway_main ")
  }

  /// The script without its trap.
  ///
  /// ArgumentParser restores the options of the shell in a RETURN trap. bash keeps that trap after
  /// the completion, and then resets the options after each file that the user reads with `source`.
  private static func withoutTrap(_ script: String) -> String {
    script.replacing(
      """
          local state
          state="$(shopt -p;shopt -po)"
          trap "${state//$'\\n'/;}" RETURN

      """, with: "")
  }

  /// The branches that find the command behind `run` and the like. Each sets `headway_place`.
  private static func options(of launchers: [CompletionScript.Launcher]) -> String {
    launchers.map { launcher in
      let options = launcher.optionsWithValue.joined(separator: "|")
      let search =
        launcher.needsTerminator
        ? "__headway_find_terminator"
        : "__headway_find_command '\(options)'"
      return "    \(launcher.name)) \(search) ;;\n"
    }.joined()
  }

  /// The functions of Headway. Their variables begin with `headway_`, because the completion of
  /// another command sees them.
  private static let functions = #"""

    # Splits the line up to the cursor into words as the shell does it. COMP_WORDS isn't that: bash
    # also splits at the characters of COMP_WORDBREAKS, such as = and :.
    #
    # - headway_words: the words; the last one ends at the cursor
    # - headway_parts: for each word, the index of its first part in COMP_WORDS
    # - headway_starts: for each word, its place in COMP_LINE
    __headway_split() {
        local headway_rest="${COMP_LINE:0:COMP_POINT}" headway_gap headway_part
        local -i headway_index headway_last
        headway_words=() headway_parts=() headway_starts=()
        for ((headway_index = 0; headway_index <= COMP_CWORD; headway_index++)); do
            headway_gap="${headway_rest%%[![:space:]]*}"
            headway_rest="${headway_rest:${#headway_gap}}"
            headway_part="${COMP_WORDS[headway_index]}"
            if ((headway_index == COMP_CWORD)); then
                headway_part="${headway_rest}"
            fi
            if [[ "${headway_index}" -eq 0 || -n "${headway_gap}" ]]; then
                headway_words+=("${headway_part}")
                headway_parts+=("${headway_index}")
                headway_starts+=("$((COMP_POINT - ${#headway_rest}))")
            else
                headway_last="$((${#headway_words[@]} - 1))"
                headway_words[headway_last]+="${headway_part}"
            fi
            headway_rest="${headway_rest#"${headway_part}"}"
        done
    }

    # Sets headway_place to the index of the command behind the options. The argument has the options
    # that take a value.
    __headway_find_command() {
        local headway_last="$((${#headway_words[@]} - 1))"
        for ((headway_place = 2; headway_place < headway_last; headway_place++)); do
            case "${headway_words[headway_place]}" in
            --)
                ((headway_place++))
                return
                ;;
            -*) [[ "|${1}|" = *"|${headway_words[headway_place]}|"* ]] && ((headway_place++)) ;;
            *) return ;;
            esac
        done
        [[ "${headway_words[headway_place]}" = -* ]] && headway_place=-1
    }

    # Sets headway_place to the index of the command behind --.
    __headway_find_terminator() {
        local headway_last="$((${#headway_words[@]} - 1))"
        for ((headway_place = 2; headway_place < headway_last; headway_place++)); do
            if [[ "${headway_words[headway_place]}" = -- ]]; then
                ((headway_place++))
                return
            fi
        done
        headway_place=-1
    }

    # Completes another command as if it stood at the start of the line. Its own completion gets the
    # words, the line and the cursor without what stands before the command.
    #
    # positional arguments:
    #
    # - 1: the index of the command in COMP_WORDS
    # - 2: the place of the command in COMP_LINE
    # - 3, 4: the word at the cursor and the word before it
    __headway_complete_command() {
        local -a headway_rest=("${COMP_WORDS[@]:${1}}")
        local -a COMP_WORDS=("${headway_rest[@]}")
        local COMP_CWORD="$((COMP_CWORD - ${1}))"
        local COMP_LINE="${COMP_LINE:${2}}"
        local COMP_POINT="$((COMP_POINT - ${2}))"
        if [[ "${COMP_CWORD}" -eq 0 ]]; then
            local headway_reply
            while IFS= read -r headway_reply; do
                COMPREPLY+=("${headway_reply}")
            done < <(compgen -c -- "${3}")
            return
        fi
        # What follows decides itself how the shell inserts its words.
        compopt +o filenames 2>/dev/null
        local -i headway_try
        for headway_try in 1 2; do
            __headway_call_completion "${COMP_WORDS[0]}" "${3}" "${4}"
            [[ "${?}" -eq 124 ]] || break
        done
    }

    # Calls the completion of a command. Loads it, if nobody has: then the status is 124, as that of
    # such a function is (bash(1), Programmable Completion).
    __headway_call_completion() {
        local headway_spec
        headway_spec="$(complete -p -- "${1}" 2>/dev/null || complete -p -- "${1##*/}" 2>/dev/null)"
        if [[ -z "${headway_spec}" && "${headway_try}" -eq 1 ]]; then
            headway_spec="$(complete -p -D 2>/dev/null)"
        fi
        if [[ -z "${headway_spec}" ]]; then
            compopt -o bashdefault -o default 2>/dev/null
            return 0
        fi
        local -a headway_options headway_generators=()
        local -i headway_index
        local headway_function='' headway_program=''
        eval "headway_options=(${headway_spec})"
        for ((headway_index = 1; headway_index < ${#headway_options[@]}; headway_index++)); do
            case "${headway_options[headway_index]}" in
            -o) compopt -o "${headway_options[++headway_index]}" 2>/dev/null ;;
            -F) headway_function="${headway_options[++headway_index]}" ;;
            -C) headway_program="${headway_options[++headway_index]}" ;;
            -[AGWXPS])
                headway_generators+=("${headway_options[@]:headway_index:2}")
                ((++headway_index))
                ;;
            -D | --) ;;
            -*) headway_generators+=("${headway_options[headway_index]}") ;;
            esac
        done
        local headway_reply
        local -i headway_status=0
        if [[ "${#headway_generators[@]}" -gt 0 ]]; then
            while IFS= read -r headway_reply; do
                COMPREPLY+=("${headway_reply}")
            done < <(compgen "${headway_generators[@]}" -- "${2}")
        fi
        if [[ -n "${headway_program}" ]]; then
            while IFS= read -r headway_reply; do
                COMPREPLY+=("${headway_reply}")
            done < <(
                export COMP_LINE COMP_POINT COMP_KEY COMP_TYPE
                eval "${headway_program}"' "${@}"'
            )
        fi
        if [[ -n "${headway_function}" ]]; then
            "${headway_function}" "${@}"
            headway_status="${?}"
        fi
        return "${headway_status}"
    }

    # Completes the options and words of Headway itself by the functions above. A value behind --option=
    # becomes a word of its own, as these functions expect it.
    __headway_complete_own() {
        local -i headway_last="$((${#headway_words[@]} - 1))"
        local cur="${headway_words[headway_last]}" prev='' headway_option=''
        local headway_kept="${cur%"${2}"}" headway_line="${COMP_LINE}"
        local -i headway_start="${headway_starts[headway_last]}"
        if [[ "${cur}" = --*=* ]]; then
            headway_option="${cur%%=*}="
            cur="${cur#*=}"
            headway_words[headway_last]="${headway_option%=}"
            headway_words+=("${cur}")
            headway_start+="${#headway_option}"
            headway_line="${COMP_LINE:0:headway_start-1} ${COMP_LINE:headway_start}"
            ((++headway_last))
        fi
        prev="${headway_words[headway_last - 1]}"

        local -a COMP_WORDS=("${headway_words[@]}")
        local COMP_CWORD="${headway_last}" COMP_LINE="${headway_line}"
        if [[ "${headway_words[1]}" = help && "${headway_last}" -gt 1 ]]; then
            local -x SAP_SHELL=bash
            __headway_add_completions -W "$(__headway_custom_complete ---completion man -- positional@0 "${COMP_CWORD}" 0)"
        else
            local headway_state
            headway_state="$(shopt -p extglob; shopt -po history posix)"
            _headway "${1}" "${cur}" "${prev}"
            eval "${headway_state}"
        fi
        # The shell replaces only the last part of the word.
        COMPREPLY=("${COMPREPLY[@]/#/"${headway_option}"}")
        COMPREPLY=("${COMPREPLY[@]#"${headway_kept}"}")
    }

    # Completes a command line of Headway, or the command behind run and the like.
    __headway_main() {
        local -a headway_words=() headway_parts=() headway_starts=()
        local -i headway_place=-1
        __headway_split
        case "${headway_words[1]}" in
    @OPTIONS@    esac
        if [[ "${headway_place}" -lt 0 || "${headway_place}" -ge "${#headway_words[@]}" ]]; then
            __headway_complete_own "${@}"
        else
            __headway_complete_command "${headway_parts[headway_place]}" "${headway_starts[headway_place]}" \
                "${2}" "${3}"
        fi
    }


    """#
}
