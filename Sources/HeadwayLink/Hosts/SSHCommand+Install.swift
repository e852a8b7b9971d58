import HeadwayModel

/// The far commands of `headway hosts install`.
///
/// Each is a script for sh(1) between single quotes. It has no character that csh or fish change
/// there: no quote, no backslash, no exclamation mark, no line break.
extension SSHCommand {
  /// The question of which system the machine has, and which version of Headway.
  ///
  /// - Parameter folder: The folder of the programs there; nil for `~/.local/bin`.
  package func stateQuestion(folder: String?) -> [String] {
    script(
      "d=${1:-$HOME/.local/bin}; "
        + "echo \"\(FarInstallation.mark) system $(uname -sm)\"; "
        + "v=$(HEADWAY_HOST= \"$d/headway\" --version </dev/null 2>/dev/null | head -n 1); "
        + "echo \"\(FarInstallation.mark) version $v\"",
      arguments: [folder])
  }

  /// The command that reads the programs as a tar archive, tries them, and then puts them in place.
  ///
  /// The command removes all that it unpacked if one step fails or the archive ends early. The last
  /// mark in the answer names the step.
  ///
  /// - Parameters:
  ///   - sizes: The numbers of bytes of `headway` and `headwayd`.
  ///   - folder: The folder of the programs there; nil for `~/.local/bin`.
  package func installation(sizes: (Int, Int), folder: String?) -> [String] {
    let say = "echo \"\(FarInstallation.mark)"
    return script(
      "d=${3:-$HOME/.local/bin}; n=$d/.headway-$$; clean() { rm -rf \"$n\"; }; "
        + "size() { echo $(($(wc -c <\"$n/$1\"))); }; "
        + "\(say) step folder\"; mkdir -p \"$d\" && mkdir \"$n\" || exit 1; "
        // A lost connection can leave a folder behind, whose shell waits for bytes.
        + "find \"$d\" -maxdepth 1 -name \".headway-[0-9]*\" -mmin +1440 -exec rm -rf {} +; "
        + "trap clean 0; trap \"exit 1\" 1 2 13 15; "
        + "\(say) step copy\"; tar -xof - -C \"$n\" || exit 1; "
        + "[ \"$(size headway) $(size headwayd)\" = \"$1 $2\" ] || exit 1; "
        + "sync -d \"$n/headway\" \"$n/headwayd\" 2>/dev/null; "
        + "\(say) step try\"; for p in headway headwayd; do "
        + "HEADWAY_HOST= \"$n/$p\" --version </dev/null >/dev/null || exit 1; done; "
        + "\(say) step place\"; [ -d \"$d/headway\" ] || [ -d \"$d/headwayd\" ] && "
        + "{ echo \"$d has a folder of that name\" >&2; exit 1; }; "
        + "mv -f \"$n/headwayd\" \"$d/headwayd\" && mv -f \"$n/headway\" \"$d/headway\" || exit 1; "
        + "\(say) step done\"; p=$(command -v headway); [ -z \"$p\" ] || "
        + "[ \"$p\" -ef \"$d/headway\" ] || \(say) path $p\"; "
        + "h=$(\"$d/headway\" hub status </dev/null 2>/dev/null | head -n 1); \(say) hub $h\"",
      arguments: ["\(sizes.0)", "\(sizes.1)", folder])
  }

  /// The far machine's sh with a script.
  ///
  /// - Parameter arguments: Numbers, and then a path that ``Host/isProgram(_:)`` allows.
  private func script(_ text: String, arguments: [String?]) -> [String] {
    let words = ["exec sh -c '\(text)' sh"] + arguments.compactMap(\.self)
    return unattended + [words.joined(separator: " ")]
  }
}
