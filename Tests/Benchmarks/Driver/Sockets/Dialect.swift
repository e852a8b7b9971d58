/// How a server's clients speak: just enough of its protocol to bring updates in and out.
protocol Dialect {
  var name: String { get }
  func connect() throws -> LoadSocket
  /// Makes `socket` the worker number `index` of its server.
  func becomeWorker(_ index: Int, _ socket: LoadSocket) throws
  /// Makes `socket` a subscriber to everything.
  func becomeSubscriber(_ socket: LoadSocket) throws
  /// `payload` as worker `index` sends it.
  func publication(_ payload: [UInt8], by index: Int) -> [UInt8]
  /// A request that is answered once all before it was taken in; and what the answer holds.
  var barrier: [UInt8] { get }
  var barrierAnswer: [UInt8] { get }
}

/// The identity of worker `index`, as on the wire.
func workerKey(_ index: Int) -> String {
  let digits = String(index)
  return "c0ffee" + String(repeating: "0", count: 26 - digits.count) + digits
}
