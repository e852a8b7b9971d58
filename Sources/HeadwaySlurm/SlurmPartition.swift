package import HeadwayModel

/// A partition of the cluster, as sinfo shows it.
package struct SlurmPartition: Hashable, Sendable {
  /// The name of the partition.
  package var name: SanitisedText
  /// The number of CPUs of all its nodes.
  package var totalCPUs: Int
  /// The number of its nodes.
  package var nodes: Int
  /// The number of CPUs of each node; nil if the nodes differ.
  package var cpusPerNode: Int?
  /// The largest number of nodes of a job; nil for no limit.
  package var nodeLimit: Int?
  /// The longest time limit of a job; nil for no limit.
  package var timeLimit: Duration?

  /// Makes a partition without limits.
  package init(name: SanitisedText, totalCPUs: Int, nodes: Int) {
    (self.name, self.totalCPUs, self.nodes) = (name, totalCPUs, nodes)
  }

  /// The arguments of `sinfo` for all partitions.
  package static let arguments = [
    "--noheader", "--format=" + ["%R", "%C", "%c", "%D", "%l", "%s"].joined(separator: "\u{1F}"),
  ]
  /// The largest number of lines that are read.
  package static let lineLimit = 10_000

  /// Reads the output of `sinfo` with ``arguments``. A partition whose nodes differ has several
  /// lines, which are added up. Lines of another form are left out.
  package static func partitions(in output: [UInt8]) -> [SlurmPartition] {
    var found: [SlurmPartition] = []
    var places: [SanitisedText: Int] = [:]
    for line in output.split(separator: 0x0A, maxSplits: lineLimit).prefix(lineLimit) {
      guard let partition = partition(line) else { continue }
      if let place = places[partition.name], found.indices.contains(place) {
        found[place].add(partition)
      } else {
        places[partition.name] = found.count
        found.append(partition)
      }
    }
    return found
  }

  private static func partition(_ line: ArraySlice<UInt8>) -> SlurmPartition? {
    guard line.count <= 4096 else { return nil }
    let values = line.split(separator: 0x1F, omittingEmptySubsequences: false)
      .map(SlurmText.field)
    guard values.count == 6, !values[0].isEmpty,
      let total = values[1].split(separator: "/").last.flatMap(Int.init(digits:)),
      let nodes = Int(digits: values[3])
    else { return nil }
    var partition = SlurmPartition(name: SanitisedText(values[0]), totalCPUs: total, nodes: nodes)
    partition.cpusPerNode = Int(digits: values[2])
    partition.timeLimit = SlurmText.duration(values[4])
    partition.nodeLimit = values[5].split(separator: "-").last.flatMap(Int.init(digits:))
    return partition
  }

  private mutating func add(_ other: SlurmPartition) {
    totalCPUs = totalCPUs.addingReportingOverflow(other.totalCPUs).partialValue
    nodes = nodes.addingReportingOverflow(other.nodes).partialValue
    if cpusPerNode != other.cpusPerNode { cpusPerNode = nil }
  }
}
