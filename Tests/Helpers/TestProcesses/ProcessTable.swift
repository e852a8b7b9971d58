import Foundation
import Glibc

/// The machine's processes, by what /proc says of them (proc(5)).
package enum ProcessTable {
  /// The processes that were started with `entry` in their environment, except this one.
  package static func pids(withEnvironment entry: String) -> [Int32] {
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
  package static func stat(_ pid: Int32) -> (state: Character, parent: Int32, group: Int32)? {
    guard let data = FileManager.default.contents(atPath: "/proc/\(pid)/stat"),
      let end = data.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let fields = String(decoding: data[(end + 1)...], as: UTF8.self).split(separator: " ")
    guard fields.count > 2, let state = fields[0].first, let parent = Int32(fields[1]),
      let group = Int32(fields[2])
    else { return nil }
    return (state, parent, group)
  }

  /// All children of a process, zombies among them.
  package static func children(of parent: Int32) -> [Int32] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }.filter { stat($0)?.parent == parent }
  }

  /// Whether a process exists and isn't a zombie.
  package static func isAlive(_ pid: Int32) -> Bool {
    stat(pid).map { $0.state != "Z" && $0.state != "X" } ?? false
  }

  package static func arguments(_ pid: Int32) -> [String] {
    let data = FileManager.default.contents(atPath: "/proc/\(pid)/cmdline") ?? Data()
    return data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The targets of its descriptors, by number.
  package static func descriptors(_ pid: Int32) -> [Int: String] {
    let folder = "/proc/\(pid)/fd"
    var targets: [Int: String] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      targets[Int(name) ?? -1] = try? FileManager.default.destinationOfSymbolicLink(
        atPath: "\(folder)/\(name)")
    }
    return targets
  }

  private static func pids(where condition: (String) -> Bool) -> [Int32] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }.filter { $0 != getpid() && condition("/proc/\($0)") }
  }

  /// The number of descriptors that a process has open.
  package static func descriptorCount(_ pid: Int32) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd"))?.count ?? 0
  }

  /// The resident memory of a process in KiB, without the pages of its program's file. 0 for a
  /// process that is gone.
  package static func residentKibibytes(_ pid: Int32) -> Int {
    let data = FileManager.default.contents(atPath: "/proc/\(pid)/status") ?? Data()
    let text = String(decoding: data, as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    return line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
  }
}
