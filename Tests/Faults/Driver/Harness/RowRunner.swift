import FoundationEssentials
import Glibc
import HeadwayModel
import HeadwaySystem
import TestHarness
import TestSupport

/// Runs one row in a process of its own, within its time, and leaves nothing behind.
struct RowRunner {
  let row: FaultRow
  let form: RowForm

  static let folderVariable = "HEADWAY_FAULTS_FOLDER"

  func run() -> RowOutcome {
    let start = SystemClocks.awake
    var finding = findingOfProcess()
    if form.isShort, finding.isOnlyLate { finding = secondFinding(after: finding) }
    return RowOutcome(
      row: row, count: form.count(of: row), finding: finding, took: SystemClocks.awake - start)
  }

  /// The short form has few samples, on a machine that may have been busy with something else just
  /// then: a time that is really missed is missed again. What the first run found stays readable.
  private func secondFinding(after first: Finding) -> Finding {
    var second = findingOfProcess()
    second.figures.append("run again, after: " + first.late.joined(separator: ", "))
    return second
  }

  private func findingOfProcess() -> Finding {
    var finding = Finding()
    do {
      let workspace = try Workspace.forRow()
      defer { workspace.removeRow() }
      let program = try Program(
        words(workspace), environment: workspace.environment,
        streams: .descriptors(input: nil, output: 2))
      let outcome = Interruption.end(of: program, within: row.limit) { workspace.removeRow() }
      if let written = Finding(from: workspace.result) { finding = written }
      if outcome == nil { finding.broken.append("it hangs: over \(row.limit.shown)") }
      if let outcome, outcome != 0 {
        finding.broken.append("the row's process left with \(outcome)")
      }
      program.kill()
      let left = workspace.endProcesses()
      if !left.isEmpty { finding.broken.append("processes are left: \(left)") }
    } catch {
      finding.broken.append("\(error)")
    }
    return finding
  }

  private func words(_ workspace: Workspace) -> [String] {
    (row.mounts ? Self.asRoot : []) + [
      ProcessEnvironment.executablePath ?? "headway-faults", "row", "\(row.number)", "--count",
      "\(form.count(of: row))", "--seed", "\(form.seed)", "--result", workspace.result,
    ] + (form.isShort ? ["--short"] : [])
  }

  /// user_namespaces(7)
  private static var asRoot: [String] {
    let namespace = ["unshare", "--user", "--map-root-user", "--mount", "--"]
    guard getuid() != 0,
      let test = try? Program(
        namespace + ["true"], streams: .descriptors(input: nil, output: 2)),
      comesTrue(within: .seconds(5), { test.hasEnded })
    else { return [] }
    return test.exitStatus == .code(0) ? namespace : []
  }
}
