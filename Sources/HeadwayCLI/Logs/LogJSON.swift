import FoundationEssentials
import HeadwayModel
import HeadwaySystem

/// The JSON of `headway logs --json`: the objects of `headway list --json`, with `output` besides.
struct LogJSON {
  let paths: HeadwayPaths
  let stream: LogTask.Stream
  /// The attempt whose output is wanted; nil for the last.
  let attempt: Int?
  /// The number of last lines; nil for all.
  let lines: Int?

  /// The tasks as an array of JSON.
  func array(_ tasks: [LogTask]) -> String { MessageCatalog.inEnglish { objects(tasks) } }

  private func objects(_ tasks: [LogTask]) -> String {
    let names = LogNames(in: paths)
    let named = names.added(to: tasks.map(\.snapshot))
    let objects = zip(tasks, named).map { task, snapshot in
      let object = TaskJSON.object(snapshot, indent: "  ")
      let text = json(output(of: task, among: names))
      return "  \(object.dropLast("\n  }".count)),\n    \"output\" : \(text)\n  }"
    }
    return objects.isEmpty ? "[]" : "[\n\(objects.joined(separator: ",\n"))\n]"
  }

  /// The output, in the form in which a pipe gets it. Nil if none is kept.
  private func output(of task: LogTask, among names: LogNames) -> [UInt8]? {
    guard let files = task.log(stream, ofAttempt: attempt, in: paths, among: names) else {
      return nil
    }
    files.seek(toLast: lines)
    var plain = task.snapshot.terms.streams == .terminal ? PlainOutput() : nil
    var output: [UInt8] = []
    files.readAll { bytes in
      output += plain?.pass(bytes) ?? Array(bytes)
    }
    return output + (plain?.finish() ?? [])
  }

  /// The text as JSON. Bytes that aren't UTF-8 become U+FFFD.
  private func json(_ bytes: [UInt8]?) -> String {
    guard let bytes, let data = try? JSONEncoder().encode(String(decoding: bytes, as: UTF8.self))
    else { return "null" }
    return String(decoding: data, as: UTF8.self)
  }
}
