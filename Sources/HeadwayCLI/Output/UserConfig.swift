import HeadwayConfig
import HeadwaySystem

/// The config file of this user.
enum UserConfig {
  /// The defaults where there is none. A wrong one is named, with the line that is.
  static func load() throws(CommandFailure) -> HeadwayConfig {
    guard let path = HeadwayConfig.path(environment: ProcessEnvironment.variables) else {
      return HeadwayConfig()
    }
    do {
      return try HeadwayConfig.load(path: path)
    } catch {
      throw CommandFailure("\(path): \(error)", status: .usage)
    }
  }
}
