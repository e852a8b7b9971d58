import HeadwayModel
import HeadwaySystem
import SystemPackage

/// A file that Headway installs in a directory of the user: a completion script or the manual page.
struct InstalledFile {
  let path: String

  /// The user's home directory. Throws if `HOME` isn't an absolute path.
  static func home() throws(CommandFailure) -> String {
    guard let home = ProcessEnvironment.variable("HOME"), home.hasPrefix("/") else {
      throw CommandFailure("HOME isn't set; set it", status: .usage)
    }
    return home
  }

  /// Writes the file, creates missing directories, and prints a line.
  func write(_ text: String) throws(CommandFailure) {
    do {
      try PrivateDirectory.make(FilePath(path).removingLastComponent().string)
      try DurableFile.write(Array(text.utf8), to: path, mode: 0o644)
    } catch {
      throw CommandFailure("\(error)", status: .failure)
    }
    StandardStreams.print("wrote \(path)")
  }
}
