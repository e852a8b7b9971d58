public import BackgroundTasks

extension NotificationCenter {
  /// The notifications of this name as they are posted, for as long as they are listened to.
  public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
    Publisher(center: self, name: name, object: object)
  }

  /// Notifications of one name. Combine isn't there: of a publisher this has `values`.
  public struct Publisher: @unchecked Sendable {
    let center: NotificationCenter
    let name: Notification.Name
    let object: AnyObject?

    /// Each as it is posted, from when they are gone through; none is passed over.
    public var values: Values { Values(publisher: self) }
  }

  /// Notifications as they are posted.
  public struct Values: AsyncSequence, Sendable {
    /// One that was posted.
    public typealias Element = Notification

    fileprivate let publisher: Publisher

    /// Listens from now on.
    public func makeAsyncIterator() -> Iterator {
      let publisher = publisher
      let stream = AsyncStream<Posted> { continuation in
        let observation = Observation(
          center: publisher.center,
          token: publisher.center.addObserver(
            forName: publisher.name, object: publisher.object, queue: nil
          ) { continuation.yield(Posted(notification: $0)) })
        continuation.onTermination = { _ in observation.end() }
      }
      return Iterator(base: stream.makeAsyncIterator())
    }

    /// Goes through them.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate var base: AsyncStream<Posted>.Iterator

      /// The next one; nil once the surrounding task is cancelled.
      public mutating func next() async -> Notification? {
        await next(isolation: nil)
      }

      /// The next one; nil once the surrounding task is cancelled.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async -> Notification? {
        await base.next(isolation: actor)?.notification
      }
    }
  }

  /// From the poster's thread to the listener's: it isn't changed.
  fileprivate struct Posted: @unchecked Sendable {
    let notification: Notification
  }

  private struct Observation: @unchecked Sendable {
    let center: NotificationCenter
    let token: any NSObjectProtocol

    func end() { center.removeObserver(token) }
  }
}
