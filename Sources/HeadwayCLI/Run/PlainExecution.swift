import Glibc
import HeadwaySystem

/// The execution of a command without supervision (execvp(3)), for `HEADWAY=off` and for cases in
/// which Headway can't work.
enum PlainExecution {
  /// Replaces this process by the command. Returns a failure only if the command can't be executed,
  /// with a shell's status: 127 if it doesn't exist, otherwise 126.
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
