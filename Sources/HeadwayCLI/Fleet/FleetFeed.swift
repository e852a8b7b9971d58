import HeadwayFleet
import HeadwayLink
import HeadwayModel
import HeadwaySystem
import HeadwayWire
import SystemPackage

/// The hubs of a fleet, as `headway-bridge watch` tells of them. One thread may use a feed.
///
/// ```swift
/// let feed = try FleetFeed(BrokerURL("mqtts://broker")!)
/// try feed.awaitFirst()
/// for session in feed.sessions { … }
/// ```
final class FleetFeed {
  private let url: BrokerURL
  private let program: String
  private var bridge: BridgeProcess
  /// The time at which a bridge that has ended is started again. Nil while one runs.
  private var restartsAt: AwakeTime?
  private var backoff = Backoff(first: .seconds(1), longest: .seconds(30))
  private var generator = SystemRandomNumberGenerator()
  private var framer = LineFramer()
  private var places: [FleetAddress: Int] = [:]
  /// The hubs, in the order in which they were found; the first ones by their names.
  private(set) var sessions: [FleetSession] = []
  /// The hubs that were told before all of them were.
  private var isComplete = false
  private var isOver = false
  /// Why the broker isn't connected; nil while it is.
  private(set) var trouble: SanitisedText?

  /// The time in which a broker tells what it has.
  private static let patience: Duration = .seconds(15)
  /// The greatest number of hubs that are shown.
  private static let limit = 5_000
  /// The number of bytes that are read at a time, so that keys have their turn.
  private static let portion = 4 << 20

  /// Starts the bridge.
  init(_ url: BrokerURL) throws(CommandFailure) {
    self.url = url
    guard let program = BridgeProgram.path else { throw BridgeProgram.missing }
    self.program = program
    do throws(SystemError) {
      bridge = try Self.start(program, url)
    } catch {
      throw CommandFailure("\(error)", status: .failure)
    }
  }

  private static func start(
    _ program: String, _ url: BrokerURL
  ) throws(SystemError) -> BridgeProcess {
    try BridgeProcess(program, ["headway-bridge", "watch", "\(url)"], blocks: false)
  }

  /// Starts the bridge again, if it has ended and it is time.
  private func restart() {
    guard let time = restartsAt, SystemClocks.awake >= time else { return }
    restartsAt = nil
    framer = LineFramer()
    do throws(SystemError) {
      bridge = try Self.start(program, url)
      isOver = false
    } catch {
      restartsAt = SystemClocks.awake + backoff.pause(using: &generator)
    }
  }

  /// The descriptor to poll; nil once the bridge has ended.
  var descriptor: CInt? { isOver ? nil : bridge.stream.rawValue }

  /// The awake time of the next step without news on the descriptor; nil for none.
  var nextDeadline: AwakeTime? { restartsAt }

  /// Waits until the broker has told what it has.
  ///
  /// - Throws: a failure if the broker can't be reached.
  func awaitFirst() throws(CommandFailure) {
    let until = SystemClocks.awake + Self.patience
    while !isComplete {
      wait(until: until)
      if let trouble { throw CommandFailure("\(localizing: trouble)", status: .noHub) }
      guard isOver || SystemClocks.awake >= until else { continue }
      let words = bridgeWords() ?? String(localized: "\(url) tells nothing")
      throw CommandFailure(words, status: .noHub)
    }
  }

  /// Waits until a hub has published something.
  func awaitHub() throws(CommandFailure) {
    guard sessions.isEmpty else { return }
    StandardStreams.complain(
      String(localized: "nobody publishes to \(url) yet; waiting, Ctrl-C ends"))
    while sessions.isEmpty {
      wait(until: nil)
      if isOver {
        let words = bridgeWords() ?? String(localized: "headway-bridge has ended")
        throw CommandFailure(words, status: .noHub)
      }
    }
  }

  private func wait(until deadline: AwakeTime?) {
    var poller = Poller()
    if let descriptor { poller.watch(descriptor, .readable) }
    poller.wait(until: deadline)
    step()
  }

  /// The last line that a bridge which has ended wrote, in the reader's language.
  private func bridgeWords() -> String? {
    let until = SystemClocks.awake + .seconds(2)
    while isOver, SystemClocks.awake < until {
      if let (_, output) = bridge.endNow() {
        let line = output.split(whereSeparator: \.isNewline).last.map {
          SanitisedText($0, limit: .line)
        }
        let prefix = "headway-bridge: "
        return line.map { line in
          let words = line.string
          return String(
            localizing: words.hasPrefix(prefix) ? String(words.dropFirst(prefix.count)) : words)
        }
      }
      SystemClocks.rest(for: BridgeProcess.lookPause)
    }
    return nil
  }

  /// Reads what is there, and hands it to the sessions.
  func step() {
    restart()
    var count = 0
    while !isOver, count < Self.portion {
      switch bridge.readNow() {
      case .bytes(let bytes):
        count += bytes.count
        framer.append(bytes)
        readLines()
      case .nothing: return
      case .ended:
        end(String(localized: "the connection to the broker was lost here; trying again"))
      }
    }
  }

  private func readLines() {
    do {
      while let line = try framer.next() {
        if let line = FleetLine(line) { take(line) }
      }
    } catch {
      end(String(localized: "headway-bridge isn't understood: \(error)"))
    }
  }

  private func end(_ reason: String) {
    isOver = true
    restartsAt = SystemClocks.awake + backoff.pause(using: &generator)
    for session in sessions { session.close(reason) }
  }

  private func take(_ line: FleetLine) {
    switch line {
    case .brokerUp:
      (trouble, isComplete) = (nil, false)
      for session in sessions { session.begin() }
    case .brokerDown(let reason):
      (trouble, isComplete) = (reason, false)
      for session in sessions { session.close(reason.localized) }
    case .complete:
      if places.isEmpty || sessions.allSatisfy({ !$0.isOpen }) { sortSessions() }
      isComplete = true
      backoff.reset()
      for session in sessions {
        // A hub that the broker hasn't told again is no longer there.
        if !session.isTold { forget(session) }
        if !session.isForgotten { session.complete() }
      }
    case .status(let address, let status): session(address)?.take(status, isComplete: isComplete)
    case .task(let address, let task): session(address)?.take(task)
    case .removed(let address, let key): session(address)?.remove(key)
    case .gone(let address):
      guard let session = places[address].map({ sessions[$0] }) else { return }
      forget(session)
    case .reply(let address, let reply): session(address)?.take(reply)
    }
  }

  private func forget(_ session: FleetSession) {
    guard !session.isForgotten else { return }
    session.forget()
    forgotten.append(session)
  }

  /// The hubs that the broker has forgotten, and that nobody has asked about yet.
  private var forgotten: [FleetSession] = []

  /// Returns the hubs that the broker has forgotten since the last call.
  func takeForgotten() -> [FleetSession] {
    guard isComplete else { return [] }
    defer { forgotten = [] }
    return forgotten.filter(\.isForgotten)
  }

  /// The hubs that nobody has asked about yet.
  private var unasked: [FleetSession] = []

  /// Returns the hubs that were found since the last call.
  func takeNew() -> [FleetSession] {
    guard isComplete else { return [] }
    defer { unasked = [] }
    return unasked
  }

  /// Sorts the hubs by their names, before anybody has asked for them.
  private func sortSessions() {
    guard unasked.count == sessions.count else { return }
    sessions.sort { $0.address < $1.address }
    unasked = sessions
    places = Dictionary(
      uniqueKeysWithValues: sessions.enumerated().map { ($1.address, $0) })
  }

  private func session(_ address: FleetAddress) -> FleetSession? {
    if let place = places[address] { return sessions[place] }
    guard sessions.count < Self.limit, let name = HostName(address.name) else { return nil }
    let session = FleetSession(address, Host(name)) { [unowned self] in send($0) }
    places[address] = sessions.count
    sessions.append(session)
    unasked.append(session)
    if isComplete { session.complete() }
    return session
  }

  private func send(_ line: [UInt8]) -> Bool {
    guard !isOver, trouble == nil else { return false }
    return line.withUnsafeBytes { Transfer.send(bridge.stream.rawValue, $0) } == .bytes(line.count)
  }
}
