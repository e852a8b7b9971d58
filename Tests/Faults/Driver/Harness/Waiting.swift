import Glibc
import HeadwayModel
import HeadwaySystem

/// Looks again and again until `condition` gives a value. The limit is for what hangs.
@discardableResult
func eventually<Value>(
  _ what: String, within limit: Duration = .seconds(15), _ condition: () throws -> Value?
) throws -> Value {
  let deadline = SystemClocks.awake + limit
  while true {
    if let value = try condition() { return value }
    if SystemClocks.awake > deadline {
      throw FaultError("waited \(limit.shown) in vain for: \(what)")
    }
    usleep(2000)
  }
}

/// The time until `condition` holds.
@discardableResult
func timeUntil(
  _ what: String, within limit: Duration = .seconds(15), _ condition: () throws -> Bool
) throws -> Duration {
  let start = SystemClocks.awake
  try eventually(what, within: limit) { try condition() ? () : nil }
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
