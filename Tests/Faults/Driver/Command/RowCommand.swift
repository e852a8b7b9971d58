import ArgumentParser
import Glibc

/// One row, in the workspace that its environment names: started by `MatrixCommand`, which keeps
/// the time.
struct RowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "row", shouldDisplay: false)

  @Argument var number: Int
  @Option(name: .long) var count: Int
  @Option(name: .long) var seed: UInt64
  @Flag(name: .long) var short = false
  /// The file for what was found.
  @Option(name: .long) var result: String

  func run() throws {
    guard let row = FaultMatrix.rows.first(where: { $0.number == number }) else {
      throw ValidationError("there is no row \(number)")
    }
    let (count, isShort, seed, result) = (count, short, seed, result)
    // The signals of this process are the main thread's: the row has a thread beside it.
    Task.detached {
      do {
        let scene = try FaultScene(count: count, isShort: isShort, seed: seed)
        await row.perform(scene)
        try scene.finding.write(to: result)
        Glibc.exit(0)
      } catch {
        Notes.write("\(error)")
        Glibc.exit(1)
      }
    }
    while true { pause() }
  }
}

extension FaultRow {
  /// Performs the row. Its error is a finding.
  fileprivate func perform(_ scene: FaultScene) async {
    do {
      try await body(scene)
    } catch let obstacle as Obstacle {
      scene.finding.untried.append(obstacle.description)
    } catch {
      scene.finding.broken.append("\(error)")
    }
  }
}
