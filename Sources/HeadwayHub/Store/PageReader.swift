internal import HeadwayHubCore
import Dispatch
import HeadwayModel
import NIOCore

/// Reads pages of the record off the event loop, one after the other. Confined to the event loop.
final class PageReader {
  private let store: RecordStore
  private let loop: any EventLoop
  private let queue = DispatchQueue(label: "headway.pages")
  /// Called with the error of a failed read. Returns whether another record has replaced the
  /// damaged one, so that the read is tried again.
  private let replacesRecord: (any Error) -> Bool

  /// A page as the hub sends it.
  struct Page: Sendable {
    var tasks: [TaskSnapshot]
    var next: PageRequest.Place?
  }

  init(
    store: RecordStore, loop: any EventLoop, replacesRecord: @escaping (any Error) -> Bool
  ) {
    self.store = store
    self.loop = loop
    self.replacesRecord = replacesRecord
  }

  /// Reads only the keys of the page.
  func readKeys(
    _ request: PageRequest,
    then body: @escaping (Result<RecordStore.FoundKeys, any Error>) -> Void
  ) {
    let now = HubClock.now.wall
    perform(
      { [store] in
        try store.keys(request.query, after: request.after.number, at: now)
      }, then: body)
  }

  func read(_ request: PageRequest, then body: @escaping (Result<Page, any Error>) -> Void) {
    let now = HubClock.now.wall
    perform(
      { [store] in
        let page = try store.page(request, at: now)
        return Page(tasks: page.records.map(\.snapshot), next: page.next)
      }, then: body)
  }

  /// Reads the last run of each identifier.
  func readLastRuns(
    limit: Int, then body: @escaping (Result<[RecordedRun], any Error>) -> Void
  ) {
    perform({ [store] in try store.lastRuns(limit: limit) }, then: body)
  }

  private func perform<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value,
    then body: @escaping (Result<Value, any Error>) -> Void
  ) {
    let reader = NIOLoopBound((self, body), eventLoop: loop)
    queue.async { [loop] in
      let result = Result { try work() }
      loop.execute {
        let (reader, body) = reader.value
        if case .failure(let error) = result, reader.replacesRecord(error) {
          reader.perform(work, then: body)
        } else {
          body(result)
        }
      }
    }
  }
}
