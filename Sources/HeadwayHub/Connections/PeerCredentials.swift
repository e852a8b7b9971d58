import CHeadwaySystem
import HeadwaySystem
import NIOCore
import SystemPackage

/// Reads SO_PEERCRED of a channel (unix(7)).
enum PeerCredentials {
  /// The process at the other end; fails when it is not this user's.
  static func checked(_ channel: any Channel) -> EventLoopFuture<Int32> {
    guard let provider = channel as? any SocketOptionProvider else {
      return channel.eventLoop.makeFailedFuture(
        SystemError("read the peer's credentials", .notSupported))
    }
    let future: EventLoopFuture<headway_credentials> = provider.unsafeGetSocketOption(
      level: .socket, name: .init(rawValue: headway_peer_credentials_option))
    return future.flatMapThrowing { credentials in
      guard credentials.user == ProcessEnvironment.user else {
        throw ForeignPeer(user: credentials.user)
      }
      return credentials.pid
    }
  }
}

/// The error for a connection from a process of another user.
struct ForeignPeer: Error {
  let user: UInt32
}
