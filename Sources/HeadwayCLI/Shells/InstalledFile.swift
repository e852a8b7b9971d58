import HeadwayCore
import HeadwaySystem
import SystemPackage

/// A file of Headway's in a folder of the user's.
struct InstalledFile {
  let path: String

  /// The user's home. Fails where it isn't known.
  static func home() throws(CommandFailure) -> String {
    guard let home = ProcessEnvironment.variable("HOME"), home.hasPrefix("/") else {
      throw CommandFailure("HOME isn't set; set it", status: .usage)
    }
    return home
  }

  /// Writes it, with its folders, and says so.
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
