import HeadwayCore
import HeadwayLink
import HeadwaySystem
import HeadwayWire

/// Keys for a task's terminal, handed to its supervisor; done when the terminal has taken them all.
struct TextDelivery {
  let key: TaskKey
  /// As people name it: its number.
  let name: String
  let paths: HeadwayPaths

  private static let patience: Duration = .seconds(5)
  private static let frameSize = 1024

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

  /// Its end closes the connection after it has taken the last of what this end sent, or says so where
  /// the task is over by then.
  private func deliver(_ bytes: ArraySlice<UInt8>, over connection: AttachConnection) throws {
    var rest = bytes
    var poller = Poller()
    var deadline = SystemClocks.awake + Self.patience
    var hasFinished = false
    var taken: UInt64 = 0
    while SystemClocks.awake < deadline {
      while !rest.isEmpty, connection.takesKeys {
        connection.send(.input(Array(rest.prefix(Self.frameSize))))
        rest = rest.dropFirst(Self.frameSize)
        deadline = SystemClocks.awake + Self.patience
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
      "task \(name) doesn't take it: its program doesn't read its terminal, or its supervisor is "
        + "stopped; part of it may have arrived", status: .nothing)
  }

  private var gone: CommandFailure {
    CommandFailure("task \(name) ended before it took it; see: headway list", status: .nothing)
  }
}
