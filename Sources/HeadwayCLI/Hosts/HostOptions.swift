import ArgumentParser
import HeadwayModel

/// The option `--host`, which all commands share that work for another machine.
///
/// ``HostChoice`` takes the option out of the command line before the command reads it. The
/// declaration is for the help, the manual and the completions.
struct HostOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Use the machine NAME, as ssh knows it: headway help hosts.", valueName: "name"))
  var host: String?

  /// Refuses what ``HostChoice`` has left, so that no command acts on the wrong machine.
  func validate() throws {
    if host != nil {
      throw ValidationError(String(localized: "--host stands right behind the command's name"))
    }
  }
}
