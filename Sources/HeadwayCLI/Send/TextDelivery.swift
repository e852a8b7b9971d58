import HeadwayModel
import HeadwayLink
import HeadwaySystem
import HeadwayWire

/// The delivery of typed text to a task's terminal, for `headway send`. It succeeds once the
/// terminal has taken all bytes.
struct TextDelivery {
  let key: TaskKey
  /// The task's name in messages, which is its number.
  let name: String
  let paths: HeadwayPaths

  /// The time without any progress after which the delivery fails.
  var patience: Duration = .seconds(5)
  /// The number of bytes in a frame.
  private static let frameSize = 1024

  /// Delivers the bytes. Throws a failure if the task has no terminal, ends, or doesn't take them.
  func perform(_ bytes: [UInt8]) throws(CommandFailure) {
    do {
      let connection = try AttachConnection(to: paths.attachPlace(ofKey: key))
      try deliver(bytes[...], over: connection)
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw Attachment.failure(error, of: name)
    }
  }

  /// Sends the frames and waits. The supervisor closes the connection after it has taken the last
  /// byte. If the task ends first, the supervisor reports the number of bytes taken.
  private func deliver(_ bytes: ArraySlice<UInt8>, over connection: AttachConnection) throws {
    var rest = bytes
    var poller = Poller()
    var deadline = SystemClocks.awake + patience
    var hasFinished = false
    var taken: UInt64 = 0
    while SystemClocks.awake < deadline {
      while !rest.isEmpty, connection.takesKeys {
        connection.send(.input(Array(rest.prefix(Self.frameSize))))
        rest = rest.dropFirst(Self.frameSize)
        deadline = SystemClocks.awake + patience
      }
      if rest.isEmpty, !connection.wantsWrite, !hasFinished {
        connection.finishSending()
        hasFinished = true
      }
      poller.begin()
      poller.watch(
        connection.descriptor, .readable(andWritable: connection.wantsWrite))
      poller.wait(until: deadline)
      connection.flush()
      guard poller.readiness(of: connection.descriptor).contains(.readable) else { continue }
      guard let frames = try connection.receive() else {
        if hasFinished { return }
        throw gone
      }
      for frame in frames {
        switch frame {
        case .refused(let reason): throw AttachError.refused(reason)
        case .typed(let count): taken = count
        case .ended where taken == bytes.count: return
        case .ended: throw gone
        case .output, .skipped, .hello, .welcome, .size, .input: break
        }
      }
    }
    throw CommandFailure(
      """
      task \(name) doesn't take the text: its program doesn't read its terminal, or its supervisor \
      is stopped; part of the text may have arrived
      """, status: .nothing)
  }

  /// The failure for a task that ended too early.
  private var gone: CommandFailure {
    CommandFailure(
      "task \(name) ended before it took the text; see: headway list", status: .nothing)
  }
}
