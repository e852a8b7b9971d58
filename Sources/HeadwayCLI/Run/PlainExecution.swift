import Glibc
import HeadwaySystem

/// Becomes the command (execvp(3)): `HEADWAY=off`, or where Headway can't work.
enum PlainExecution {
  /// Returns only when the command can't be executed: 127 when it isn't there, else 126.
  static func failure(of command: [RawText]) -> CommandFailure {
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { word in
      (word.bytes + [0]).withUnsafeBytes { bytes in
        bytes.baseAddress.flatMap { strdup($0.assumingMemoryBound(to: CChar.self)) }
      }
    }
    arguments.append(nil)
    ResourceLimits.found?.apply()
    if let program = arguments[0] { execvp(program, arguments) }
    let error = errno
    StandardStreams.complain(
      "\(command[0].string) can't be executed: \(String(cString: strerror(error))); check its name"
    )
    return CommandFailure(silently: error == ENOENT ? 127 : 126)
  }
}
