import Glibc
import NIOCore

/// Accepts nobody for a second when descriptors or memory have run out (accept(2): EMFILE, ENFILE,
/// ENOBUFS, ENOMEM): those who wait make the socket readable all the time.
///
/// NIO's own `AcceptBackoffHandler` holds back the next read, but leaves the socket polled.
final class AcceptPause: ChannelInboundHandler {
  typealias InboundIn = any Channel

  private static let length: TimeAmount = .seconds(1)
  private static let shortages = [EMFILE, ENFILE, ENOBUFS, ENOMEM]

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? IOError, Self.shortages.contains(error.errnoCode) else {
      return context.fireErrorCaught(error)
    }
    let channel = context.channel
    channel.setOption(.autoRead, value: false).whenFailure { _ in }
    channel.eventLoop.scheduleTask(in: Self.length) {
      channel.setOption(.autoRead, value: true).whenFailure { _ in }
    }
  }
}
