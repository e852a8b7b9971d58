import ArgumentParser
import FoundationEssentials
import HeadwayCore
import HeadwayLink
import HeadwayMonitor
import HeadwayWire

/// `headway list [--json] [--all]`
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List live tasks and those that ended of late.")

  @Flag(name: .long, help: "Print an array of objects; unknown values are null.")
  var json = false

  @Flag(name: .long, help: "List every task of the record.")
  var all = false

  mutating func run() throws {
    let all = all
    let tasks = try Hub.ask { client throws(LinkError) in try client.list(all: all) }
    if json {
      StandardStreams.print(Self.encoded(tasks))
    } else {
      TaskTable(tasks).lines.forEach(StandardStreams.print)
    }
  }

  private static func encoded(_ tasks: [TaskSnapshot]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    if let explicitNulls = CodingUserInfoKey.explicitNulls {
      encoder.userInfo[explicitNulls] = true
    }
    guard let data = try? encoder.encode(tasks) else { return "[]" }
    return String(decoding: data, as: UTF8.self)
  }
}
