public import BackgroundTasks

extension NotificationCenter {
  /// Returns the notifications of this name as an asynchronous sequence, wrapped as Combine does.
  ///
  /// ```swift
  /// for await _ in NotificationCenter.default
  ///   .publisher(for: UIApplication.didBecomeActiveNotification).values
  /// {
  ///   await refresh()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: the name of the notifications.
  ///   - object: the poster; nil stands for any.
  public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
    Publisher(center: self, name: name, object: object)
  }

  /// A source of notifications of one name.
  ///
  /// Combine doesn't exist on Linux. The type has only `values`, so that a loop written for iOS
  /// compiles.
  public struct Publisher: @unchecked Sendable {
    let center: NotificationCenter
    let name: Notification.Name
    let object: AnyObject?

    /// The notifications that are posted from the start of the loop on. A slow loop misses none.
    public var values: Values { Values(publisher: self) }
  }

  /// An asynchronous sequence of notifications, in the order in which they are posted.
  public struct Values: AsyncSequence, Sendable {
    /// The type of the elements: a posted notification.
    public typealias Element = Notification

    fileprivate let publisher: Publisher

    /// Starts to listen, and returns an iterator. Listening stops when the iterator is released.
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

    /// An iterator over the posted notifications.
    public struct Iterator: AsyncIteratorProtocol {
      fileprivate var base: AsyncStream<Posted>.Iterator

      /// Returns the next notification; nil once the surrounding task is cancelled.
      public mutating func next() async -> Notification? {
        await next(isolation: nil)
      }

      /// Returns the next notification; nil once the surrounding task is cancelled.
      public mutating func next(
        isolation actor: isolated (any Actor)?
      ) async -> Notification? {
        await base.next(isolation: actor)?.notification
      }
    }
  }

  /// A Sendable wrapper that carries a notification from the poster's thread to the listener's.
  /// Nobody changes the notification on the way.
  fileprivate struct Posted: @unchecked Sendable {
    let notification: Notification
  }

  /// A Sendable wrapper of the observer's token, for the end of the stream.
  private struct Observation: @unchecked Sendable {
    let center: NotificationCenter
    let token: any NSObjectProtocol

    func end() { center.removeObserver(token) }
  }
}
