import Glibc
import HeadwayModel
import HeadwaySystem
import TestHarness
import TestSupport

/// The time until `condition` holds.
@discardableResult
func timeUntil(
  _ what: String, within limit: Duration = .seconds(15), _ condition: () throws -> Bool
) throws -> Duration {
  let start = SystemClocks.awake
  try eventually(what, within: limit, condition)
  return SystemClocks.awake - start
}

/// The time until `condition` holds.
@discardableResult
func timeUntil(
  _ what: String, within limit: Duration = .seconds(15), file: StaticString = #fileID,
  line: UInt = #line, _ condition: () async throws -> Bool
) async throws -> Duration {
  let start = SystemClocks.awake
  try await eventually(what, within: limit, file: file, line: line, isTrue: condition)
  return SystemClocks.awake - start
}

/// Passes time in which something is to go on.
func pass(_ time: Duration) {
  let deadline = SystemClocks.awake + time
  while SystemClocks.awake < deadline {
    let rest = (deadline - SystemClocks.awake) / .microseconds(1)
    usleep(useconds_t(max(1, min(rest, 500_000))))
  }
}

func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

/// Makes an empty file, for those who wait for it.
func touch(_ path: String) throws {
  let file = OwnedDescriptor(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
  if file.raw < 0 { throw SystemError("create \(path)") }
}
