import Glibc
import HeadwayModel
import HeadwayLink
import HeadwaySystem
import TestHarness

/// Where a row happens: the workspace of this process's environment, and what was found so far.
final class FaultScene {
  let count: Int
  let isShort: Bool
  let paths: HeadwayPaths
  let seed: UInt64
  var finding = Finding()
  /// Connections that stay for as long as the row.
  var kept: [RawClient] = []

  init(count: Int, isShort: Bool, seed: UInt64) throws {
    self.count = count
    self.isShort = isShort
    self.seed = seed
    paths = try HeadwayPaths.resolve()
    guard chdir(Self.folder + "/work") == 0 else { throw HarnessError("no workspace") }
  }

  /// The workspace's; the current directory is `work` in it.
  static var folder: String { ProcessEnvironment.variable(RowRunner.folderVariable) ?? "." }

  var folder: String { Self.folder }

  let workspace = Workspace.ofRow(at: FaultScene.folder)

  /// Something acknowledged is gone, or came twice.
  func lose(_ what: String) { finding.losses.append(what) }

  func check(_ condition: Bool, _ complaint: @autoclosure () -> String) {
    finding.checkCount += 1
    if !condition { finding.broken.append(complaint()) }
  }

  /// A figure that has a bar.
  func measure(_ what: String, _ value: Duration, bar: Duration) {
    finding.figures.append("\(what) \(value.shown) (bar \(bar.shown))")
    finding.checkCount += 1
    if value > bar { finding.late.append("\(what): \(value.shown), the bar is \(bar.shown)") }
  }

  func measure(_ what: String, kibibytes: Int, bar: Int) {
    finding.figures.append("\(what) \(kibibytes) KiB (bar \(bar) KiB)")
    check(kibibytes <= bar, "\(what): \(kibibytes) KiB, the bar is \(bar) KiB")
  }

  /// A figure without a bar.
  func note(_ figure: String) { finding.figures.append(figure) }

  /// Does `body`; where this machine lacks a means the row goes on without it.
  func attempt(_ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch let obstacle as Obstacle {
      finding.untried.append(obstacle.description)
    }
  }
}
