import FoundationEssentials
import TestProcesses
import TestSupport

extension FaultScene {
  /// What `headway list --json` says.
  func list(all: Bool = false, within limit: Duration = .seconds(20)) throws -> [ListedTask] {
    let outcome = try run("exec headway list --json" + (all ? " --all" : ""), within: limit)
    guard outcome.code == 0 else { throw FaultError("list: \(outcome.code) \(outcome.error)") }
    return try JSONDecoder().decode([ListedTask].self, from: Data(outcome.output))
  }

  /// The task with this title, once `condition` holds for it.
  @discardableResult
  func task(
    _ title: String, within limit: Duration = .seconds(15),
    where condition: (ListedTask) -> Bool = { _ in true }
  ) throws -> ListedTask {
    var last: ListedTask?
    do {
      return try eventually("task \(title)", within: limit) {
        last = try list().last { $0.title == title }
        return last.flatMap { condition($0) ? $0 : nil }
      }
    } catch let error as WaitedInVain {
      throw FaultError("\(error); it is \(last.map { "\($0)" } ?? "not listed")")
    }
  }
}
