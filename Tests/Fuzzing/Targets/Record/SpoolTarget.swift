import HeadwayHubCore
import HeadwayModel
import HeadwayWire

/// Files of the spool: an end that is taken in once, or none.
///
/// The input is the file of the task 0123456789abcdef0123456789abcdef.
package struct SpoolTarget: FuzzTarget {
  package static let name = "spool"
  package static let byteLimit = 512

  private static let key = TaskKey(high: 0x0123_4567_89ab_cdef, low: 0x0123_4567_89ab_cdef)

  package init() {}

  package func check(_ input: [UInt8]) throws(BrokenPromise) {
    guard let spooled = try? SpooledEnd(lines: input, of: Self.key) else { return }
    try promise(try again(spooled) == spooled, "spooled again it is another")
    try checkTaking(spooled, in: WatchedHub())
    var hub = WatchedHub()
    try hub.connect(1, isSupervisor: true)
    let begin = TaskDescription(key: Self.key, title: "Export")
    try hub.send(.taskBegan(begin, WorkerReport(), Requester(connection: ConnectionID(1))))
    try checkTaking(spooled, in: hub)
  }

  private func checkTaking(_ spooled: SpooledEnd, in hub: WatchedHub) throws(BrokenPromise) {
    var hub = hub
    try hub.send(.endFoundInSpool(spooled))
    let tasks = hub.snapshots
    try promise(tasks.map(\.ending) == [spooled.ending], "not ended as the spool says")
    try promise(hub.records[Self.key]?.ending == spooled.ending, "the record has another end")
    for task in tasks { try task.checkAll() }
    try hub.send(.endFoundInSpool(spooled))
    try promise(hub.snapshots == tasks, "taken in twice it is another")
  }

  private func again(_ spooled: SpooledEnd) throws(BrokenPromise) -> SpooledEnd {
    let begin = BeginMessage(spooled.description, spooled.report)
    let end = EndMessage(
      task: .key(Self.key), spooled.ending, endedAt: spooled.endedAt)
    guard let begin = begin.line(), let end = end.line(),
      let again = try? SpooledEnd(lines: begin + end, of: Self.key)
    else { throw BrokenPromise("an end that can't be spooled") }
    return again
  }
}
