import Dispatch
import HeadwayCore
import NIOCore

/// Reads pages of the record off the event loop, one after the other. Confined to the event loop.
final class PageReader {
  private let store: RecordStore
  private let loop: any EventLoop
  private let queue = DispatchQueue(label: "headway.pages")

  /// A page as it is sent.
  struct Page: Sendable {
    var tasks: [TaskSnapshot]
    var next: PageRequest.Place?
  }

  init(store: RecordStore, loop: any EventLoop) {
    self.store = store
    self.loop = loop
  }

  /// Only the keys.
  func readKeys(
    _ request: PageRequest,
    then body: @escaping (Result<RecordStore.FoundKeys, any Error>) -> Void
  ) {
    let now = HubClock.now.wall
    let answer = NIOLoopBound(body, eventLoop: loop)
    queue.async { [store, loop] in
      let result = Result { try store.keys(request.query, after: request.after.number, at: now) }
      loop.execute { answer.value(result) }
    }
  }

  func read(_ request: PageRequest, then body: @escaping (Result<Page, any Error>) -> Void) {
    let now = HubClock.now.wall
    let answer = NIOLoopBound(body, eventLoop: loop)
    queue.async { [store, loop] in
      let result = Result {
        let page = try store.page(request, at: now)
        return Page(tasks: page.records.map(\.snapshot), next: page.next)
      }
      loop.execute { answer.value(result) }
    }
  }
}
