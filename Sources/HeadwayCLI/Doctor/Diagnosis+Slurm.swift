internal import HeadwayModel

/// The condition of the cluster whose jobs this machine may submit.
package struct SlurmCondition: Hashable, Sendable {
  /// The version, as Slurm prints it: `slurm 22.05.8`. Nil for a machine without Slurm's commands.
  package var version: String?
  /// The reason why Slurm told nothing about its nodes; nil if it did.
  package var trouble: String?
  /// Whether a node is another machine than this one.
  package var hasOtherNodes = false
  /// The folder in which the nodes report, unless the nodes see no folder of this machine.
  package var folder: String?
  /// The reason why the folder can't be used, and what to do; nil for a usable one.
  package var folderProblem: String?
  /// The network file system that the folder is on; nil for a local disk.
  package var network: String?

  /// Makes the condition of a machine with Slurm's commands of this version.
  package init(version: String?) { self.version = version }
}

extension Diagnosis {
  /// The result for Slurm. A cluster that doesn't answer for a while is no fault of this installation.
  package static func slurm(_ slurm: SlurmCondition) -> Diagnosis {
    guard let version = slurm.version else {
      return Diagnosis(
        "slurm", .warning,
        String(localized: "the config uses Slurm, but there is no sbatch in PATH"),
        advice: String(localized: "install Slurm's commands, or take Slurm out of the config"))
    }
    if let trouble = slurm.trouble {
      return Diagnosis(
        "slurm", .warning, "\(version): \(String(localizing: trouble))",
        advice: String(localized: "try: sinfo, and scontrol ping"))
    }
    guard let folder = slurm.folder else {
      return Diagnosis(
        "slurm", .ok, String(localized: "\(version), and its jobs report by steps (shared = false)")
      )
    }
    if let problem = slurm.folderProblem { return Diagnosis("slurm", .wrong, problem) }
    let text = String(localized: "\(version), and its jobs report in \(folder)")
    guard slurm.hasOtherNodes, slurm.network == nil else {
      return Diagnosis("slurm", .ok, text)
    }
    return Diagnosis(
      "slurm", .warning,
      String(localized: "\(text), on a disk of this machine that other nodes may not see"),
      advice: String(
        localized: "set folder under [slurm] to one that all nodes see, or shared = false"))
  }
}
