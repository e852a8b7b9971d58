internal import HeadwayModel

/// The command that the supervisor of a cluster's job is to run, and the place of its log.
///
/// The file consists of fields that end with the byte 0: a name and a version, the state directory of
/// the hub, the number of variables, the variables, the number of details, the details and the words of
/// the supervisor.
package struct RelayJob: Hashable, Sendable {
  /// The arguments of the supervisor.
  package var arguments: SupervisorArguments
  /// The state directory of the hub. The log is there.
  package var stateDirectory: String
  /// The variables that the command gets besides those of the job, as `NAME=value`. The parts of a job
  /// array differ in them.
  package var variables: [RawText]

  private static let magic = "headway job 1"
  /// The size of the largest file that is read, in bytes.
  package static let byteLimit = 8 << 20

  /// Makes a job.
  package init(
    _ arguments: SupervisorArguments, stateDirectory: String, variables: [RawText] = []
  ) {
    (self.arguments, self.stateDirectory) = (arguments, stateDirectory)
    self.variables = variables
  }

  /// The content of the file.
  package var bytes: [UInt8] {
    let details = arguments.details
    let fields =
      [RawText(Self.magic), RawText(stateDirectory), RawText("\(variables.count)")] + variables
      + [RawText("\(details.count)")] + details + arguments.vector
    return fields.flatMap { $0.bytes + [0] }
  }

  /// Reads a file; nil for anything that isn't a job.
  package init?(bytes: [UInt8]) {
    guard bytes.last == 0 else { return nil }
    let fields = bytes.dropLast().split(separator: 0, omittingEmptySubsequences: false)
      .map { RawText(Array($0)) }
    guard fields.count > 3, fields[0].string == Self.magic,
      let variableCount = Int(fields[2].string), (0...64).contains(variableCount),
      fields.count > 3 + variableCount
    else { return nil }
    let rest = fields.dropFirst(3 + variableCount)
    guard let count = rest.first.flatMap({ Int($0.string) }), (0...64).contains(count),
      rest.count > 1 + count
    else { return nil }
    let request = ForkRequest(
      arguments: Array(rest.dropFirst(1 + count)), details: Array(rest.dropFirst().prefix(count)),
      environment: [])
    guard !request.details.isEmpty, let arguments = SupervisorArguments(request) else { return nil }
    self.init(
      arguments, stateDirectory: fields[1].string,
      variables: Array(fields.dropFirst(3).prefix(variableCount)))
  }
}
