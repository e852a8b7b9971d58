import HeadwayCore

extension HubMessage {
  /// What most clients are answered: a hello, a begin, a submission or an end that is in the
  /// record. Nil where the
  /// library's decoder is to judge; where it isn't nil, the library reads the same.
  package init?(plainReply line: ArraySlice<UInt8>) {
    guard let object = PlainObject(line) else { return nil }
    switch object.text("type") {
    case HubHello.type: self.init(hello: object)
    case BegunMessage.type: self.init(begun: object)
    case SubmittedMessage.type: self.init(submitted: object)
    case EndedMessage.type: self.init(ended: object)
    default: return nil
    }
  }

  private init?(hello object: PlainObject) {
    guard object.hasOnly("type", "version", "hub", "pid"),
      let version = object.integer("version"), let hub = object.text("hub"),
      let pid = object.integer("pid").flatMap(Int32.init(exactly:))
    else { return nil }
    self = .hello(HubHello(version: version, hub: hub, pid: pid))
  }

  private init?(begun object: PlainObject) {
    guard object.hasOnly("type", "request", "key", "number"),
      let key = object.text("key").flatMap(TaskKey.init),
      let number = object.integer("number").flatMap({ TaskNumber($0) })
    else { return nil }
    let request = object.integer("request")
    guard object.has("request") == (request != nil) else { return nil }
    self = .begun(BegunMessage(request: request, key: key, number: number))
  }

  private init?(submitted object: PlainObject) {
    guard case .begun(let begun) = HubMessage(begun: object) else { return nil }
    self = .submitted(
      SubmittedMessage(request: begun.request, key: begun.key, number: begun.number))
  }

  private init?(ended object: PlainObject) {
    guard
      object.hasOnly(
        "type", "request", "key", "number", "reason", "detail", "exitCode", "signal"),
      let key = object.text("key").flatMap(TaskKey.init),
      let number = object.integer("number").flatMap({ TaskNumber($0) }),
      let reason = object.text("reason").flatMap(EndWord.init(rawValue:))
    else { return nil }
    let request = object.integer("request")
    let detail = object.text("detail")
    let exitCode = object.integer("exitCode").flatMap(Int32.init(exactly:))
    let signal = object.integer("signal").flatMap(Int32.init(exactly:))
    let isWhole =
      object.has("request") == (request != nil) && object.has("detail") == (detail != nil)
      && object.has("exitCode") == (exitCode != nil) && object.has("signal") == (signal != nil)
    guard isWhole else { return nil }
    var ended = EndedMessage(
      request: request, key: key, number: number,
      ending: TaskEnding(reason: .completed, status: nil))
    (ended.reason, ended.detail) = (reason, detail)
    (ended.exitCode, ended.signal) = (exitCode, signal)
    self = .ended(ended)
  }
}
