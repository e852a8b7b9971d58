import ArgumentParser
import HeadwaySystem

/// The command `headway man`: prints or installs the manual page.
///
/// ```sh
/// headway man | man -l -
/// ```
struct ManCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "man", abstract: "Print the manual page, or install it.",
    discussion: """
      To read it without installing it: headway man | man -l -. --install writes it below ~/.local/share/man, \
      where man looks by itself if ~/.local/bin is in PATH.
      """)

  @Flag(name: .long, help: "Write it to the user's own folder for it.")
  var install = false

  mutating func run() throws {
    guard let page = ManualPage(dump: HeadwayCommand._dumpHelp()) else {
      throw CommandFailure("the commands can't be described; see: headway help", status: .failure)
    }
    guard install else { return StandardStreams.print(page.text) }
    let data =
      try ProcessEnvironment.variable("XDG_DATA_HOME") ?? "\(InstalledFile.home())/.local/share"
    try InstalledFile(path: "\(data)/man/man1/headway.1").write(page.text + "\n")
    StandardStreams.print(
      "man finds it where ~/.local/bin is in PATH; else: man -M \(data)/man headway")
  }
}
