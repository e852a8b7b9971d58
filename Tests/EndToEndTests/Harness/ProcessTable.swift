import Foundation
import Glibc

/// The machine's processes, by what /proc says of them (proc(5)).
enum ProcessTable {
  /// All that carry `entry` in the environment they were started with.
  static func pids(withEnvironment entry: String) -> [pid_t] {
    pids { path in
      environment(at: path).split(separator: 0).contains { $0.elementsEqual(entry.utf8) }
    }
  }

  /// In the midst of execve(2) a process has neither an environment nor arguments for a moment,
  /// a long one on a busy machine: then it is looked at again.
  private static func environment(at path: String) -> Data {
    let deadline = ContinuousClock.now + .seconds(1)
    repeat {
      guard let data = FileManager.default.contents(atPath: "\(path)/environ") else { break }
      guard data.isEmpty, isStartingProgram(at: path) else { return data }
      usleep(1000)
    } while ContinuousClock.now < deadline
    return Data()
  }

  /// A program, and no thread of the kernel nor a zombie, that was not given its arguments yet.
  private static func isStartingProgram(at path: String) -> Bool {
    let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(path)/exe")
    return program != nil
      && FileManager.default.contents(atPath: "\(path)/cmdline")?.isEmpty == true
  }

  /// State letter, parent, group and session of one; nil when it is gone.
  static func stat(_ pid: pid_t) -> (state: Character, parent: pid_t, group: pid_t)? {
    guard let data = FileManager.default.contents(atPath: "/proc/\(pid)/stat"),
      let end = data.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let fields = String(decoding: data[(end + 1)...], as: UTF8.self).split(separator: " ")
    guard fields.count > 2, let state = fields[0].first, let parent = pid_t(fields[1]),
      let group = pid_t(fields[2])
    else { return nil }
    return (state, parent, group)
  }

  /// All children of a process, zombies among them.
  static func children(of parent: pid_t) -> [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter { stat($0)?.parent == parent }
  }

  /// There, and not a zombie.
  static func isAlive(_ pid: pid_t) -> Bool {
    stat(pid).map { $0.state != "Z" && $0.state != "X" } ?? false
  }

  static func arguments(_ pid: pid_t) -> [String] {
    let data = FileManager.default.contents(atPath: "/proc/\(pid)/cmdline") ?? Data()
    return data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The targets of its descriptors, by number.
  static func descriptors(_ pid: pid_t) -> [Int: String] {
    let folder = "/proc/\(pid)/fd"
    var targets: [Int: String] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      targets[Int(name) ?? -1] = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "\(folder)/\(name)")
    }
    return targets
  }

  private static func pids(where condition: (String) -> Bool) -> [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter { $0 != getpid() && condition("/proc/\($0)") }
  }
}
