import Glibc
import HeadwayModel
import HeadwaySystem

/// The program `headway-bridge`, which connects to brokers.
enum BridgeProgram {
  /// The path: beside this program, or in `PATH`. Nil if the program isn't installed.
  static var path: String? {
    if let own = ProcessEnvironment.executablePath, let slash = own.lastIndex(of: "/") {
      let beside = "\(own[..<slash])/headway-bridge"
      if access(beside, X_OK) == 0 { return beside }
    }
    return ProgramPath.find("headway-bridge")
  }

  /// The failure of a command that needs the program.
  static var missing: CommandFailure {
    CommandFailure(
      "the program headway-bridge was not found; install it beside headway", status: .failure)
  }
}
