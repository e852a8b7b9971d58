/// A number of bytes for people, in the largest unit of which there is at least one: "3.2 GiB".
///
/// Rounded down to a tenth. Less than 1 KiB, and anything negative, is written as "0 KiB".
public func byteWords(_ bytes: Int64) -> String {
  let units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
  let bytes = UInt64(max(0, bytes))
  var (unit, power) = (UInt64(1024), 0)
  while power + 1 < units.count, bytes / unit >= 1024 {
    unit *= 1024
    power += 1
  }
  let tenths = power == 0 ? "" : ".\(bytes % unit * 10 / unit)"
  return "\(bytes / unit)\(tenths) \(units[power])"
}
