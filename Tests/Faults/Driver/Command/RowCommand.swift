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

  mutating func run() throws {
    guard let row = FaultMatrix.rows.first(where: { $0.number == number }) else {
      throw ValidationError("there is no row \(number)")
    }
    let scene = try FaultScene(count: count, isShort: short, seed: seed)
    do {
      try row.body(scene)
    } catch let obstacle as Obstacle {
      scene.finding.untried.append(obstacle.description)
    } catch {
      scene.finding.broken.append("\(error)")
    }
    try scene.finding.write(to: result)
  }
}
