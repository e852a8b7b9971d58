/// A part of Headway that takes in what others wrote, and what must hold of it for any bytes.
///
/// What a target keeps between inputs (a codec, say) has no influence on what it finds: every input
/// alone reproduces its finding.
package protocol FuzzTarget: SendableMetatype {
  /// The name on the command line, of the corpus and of the dictionary.
  static var name: String { get }
  /// Longer inputs cost time and reach nothing new.
  static var byteLimit: Int { get }

  init()

  /// Throws what didn't hold. A trap is a finding as well.
  func check(_ input: [UInt8]) throws(BrokenPromise)
}

/// Every target. A new one needs its row here, and nothing else; a corpus and a dictionary of its
/// name are used where there are any.
package enum FuzzTargetList {
  package static let all: [any FuzzTarget.Type] = [
    FramerTarget.self, UpdateTarget.self, MessageTarget.self, SanitiserTarget.self,
    RecogniserTarget.self, ZigProgressTarget.self, ProgramStatusTarget.self,
    SpoolTarget.self, RecordTarget.self, RowTarget.self, ModelTarget.self,
    HubTarget.self, HostTarget.self,
  ]

  package static var names: [String] { all.map { $0.name } }

  package static func target(named name: String) -> (any FuzzTarget.Type)? {
    all.first { $0.name == name }
  }
}
