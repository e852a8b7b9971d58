import Glibc
import HeadwayModel
import HeadwayMonitor
import HeadwaySystem
import SystemPackage

/// The user's tmux config, to which `headway tmux setup --write` adds a line.
struct TmuxConfigFile {
  /// The path as the user knows it. It may be a symbolic link.
  let path: String

  /// The largest config that is changed, in bytes.
  private static let byteLimit = 1 << 20

  /// The config to change: the last one that the running server has read, otherwise the first
  /// existing one of tmux's default paths, otherwise a new file.
  static func find() throws(CommandFailure) -> TmuxConfigFile {
    guard let home = ProcessEnvironment.variable("HOME"), home.hasPrefix("/") else {
      throw CommandFailure("HOME isn't an absolute path; set it", status: .usage)
    }
    let config = ProcessEnvironment.variable("XDG_CONFIG_HOME") ?? "\(home)/.config"
    let candidates = ["\(home)/.tmux.conf", "\(config)/tmux/tmux.conf"]
    let existing = candidates.first { access($0, F_OK) == 0 }
    return TmuxConfigFile(path: readByServer() ?? existing ?? candidates[1])
  }

  /// The last config that the server has read and that isn't the system's. Nil outside of tmux.
  private static func readByServer() -> String? {
    guard TmuxSocket.pathAround(ProcessEnvironment.variable) != nil,
      let server = try? TmuxSocket.around(),
      let run = server.run(["display-message", "-p", "#{config_files}"], within: .seconds(3)),
      run.succeeded
    else { return nil }
    return run.line.split(separator: ",").map(String.init).last {
      !$0.hasPrefix("/etc/") && access($0, F_OK) == 0
    }
  }

  /// Adds the line, and saves the old text beside the file. Returns false if the config already
  /// shows the status. Throws if the file isn't a regular file or isn't UTF-8.
  func add(_ line: String) throws(CommandFailure) -> Bool {
    do {
      let target = realPath
      let file = RegularFile(of: target)
      guard file != nil || access(target, F_OK) != 0 else {
        throw CommandFailure(
          "\(path) isn't a regular file, so nothing was written; add the line to your tmux config",
          status: .failure)
      }
      let bytes = try DurableFile.read(target, byteLimit: Self.byteLimit)
      guard let text = String(validating: bytes ?? [], as: UTF8.self) else {
        throw CommandFailure("\(path) isn't UTF-8; add the line yourself", status: .failure)
      }
      guard let new = TmuxConfig.adding(line, to: text) else { return false }
      let mode = file?.mode ?? 0o644
      if let bytes { try DurableFile.write(bytes, to: backup, mode: mode) }
      try PrivateDirectory.make(FilePath(target).removingLastComponent().string)
      try DurableFile.write(Array(new.utf8), to: target, mode: mode)
      return true
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure("\(error); check \(path)", status: .failure)
    }
  }

  /// The path of the saved text.
  var backup: String { realPath + ".before-headway" }

  /// The path behind all symbolic links, so that links stay links (realpath(3)).
  private var realPath: String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
