internal import CDBus
internal import CDBusSupport
internal import Glibc
package import HeadwayDesktop
import HeadwaySystem

/// A connection to the session bus (D-Bus), for a loop with poll(2).
///
/// The owner polls ``descriptor`` and calls ``step()``. Only one thread may use a client.
///
/// ```swift
/// let bus = try BusClient()
/// for message in bus.step() { handle(message) }
/// ```
package final class BusClient {
  /// A message that came.
  package struct Incoming: Sendable {
    package enum Kind: Sendable, Hashable {
      case call, signal
      /// The answer to the call with this number. An error has no arguments.
      case reply(UInt32), error(UInt32)
    }

    package var kind: Kind
    package var sender = ""
    package var path = ""
    package var interface = ""
    package var member = ""
    package var arguments: [BusValue] = []
    /// Whether the sender of a call waits for an answer.
    package var wantsReply = false
    fileprivate var serial: UInt32 = 0
  }

  private let connection: OpaquePointer

  /// The greatest number of messages of a step, so that others have their turn.
  private static let stepLimit = 256
  /// The depth of containers that is read.
  private static let depthLimit = 4
  /// The greatest number of entries of a container that are read.
  private static let entryLimit = 256

  /// Connects to the bus that the environment names.
  ///
  /// - Throws: a problem that says why, also for a bus of another user.
  package init() throws(BusProblem) {
    if let owner = SessionBus.foreignOwner() {
      throw BusProblem("the session bus belongs to user \(owner), not to you")
    }
    var error = DBusError()
    dbus_error_init(&error)
    guard let connection = dbus_bus_get_private(DBUS_BUS_SESSION, &error) else {
      let words = error.message.map { String(cString: $0) } ?? "it doesn't answer"
      dbus_error_free(&error)
      throw BusProblem("the session bus can't be reached: \(words)")
    }
    self.connection = connection
    dbus_connection_set_exit_on_disconnect(connection, 0)
  }

  deinit {
    dbus_connection_close(connection)
    dbus_connection_unref(connection)
  }

  package var descriptor: CInt {
    var raw: CInt = -1
    return dbus_connection_get_unix_fd(connection, &raw) != 0 ? raw : -1
  }

  /// Whether the bus still answers.
  package var isConnected: Bool { dbus_connection_get_is_connected(connection) != 0 }

  /// Whether bytes wait until the descriptor is writable.
  package var wantsWrite: Bool { dbus_connection_has_messages_to_send(connection) != 0 }

  /// Whether messages wait that have been read already.
  package var hasMessages: Bool {
    dbus_connection_get_dispatch_status(connection) == DBUS_DISPATCH_DATA_REMAINS
  }

  /// Asks the bus for the messages that a rule describes (D-Bus Specification, Match Rules).
  package func match(_ rule: String) { dbus_bus_add_match(connection, rule, nil) }

  /// Takes a name that nobody owns. Others may take the name over.
  ///
  /// - Returns: whether this connection owns the name.
  package func own(_ name: String) -> Bool {
    let flags = UInt32(DBUS_NAME_FLAG_ALLOW_REPLACEMENT | DBUS_NAME_FLAG_DO_NOT_QUEUE)
    let result = dbus_bus_request_name(connection, name, flags, nil)
    return [DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER, DBUS_REQUEST_NAME_REPLY_ALREADY_OWNER]
      .contains(result)
  }

  /// The connection that owns a name; nil for none.
  package func owner(of name: String) -> String? {
    guard dbus_bus_name_has_owner(connection, name, nil) != 0 else { return nil }
    let call = BusMessage.call(
      "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetNameOwner",
      [.text(name)])
    guard let message = make(call) else { return nil }
    defer { dbus_message_unref(message) }
    guard let reply = dbus_connection_send_with_reply_and_block(connection, message, 2_000, nil)
    else { return nil }
    defer { dbus_message_unref(reply) }
    return arguments(of: reply).first?.text
  }

  /// The own name of this connection.
  package var name: String {
    dbus_bus_get_unique_name(connection).map { String(cString: $0) } ?? ""
  }

  /// Sends a call or a signal. Returns the number of a call, for its answer; 0 if it can't be sent.
  @discardableResult
  package func send(_ message: BusMessage) -> UInt32 {
    guard let made = make(message) else { return 0 }
    defer { dbus_message_unref(made) }
    var serial: UInt32 = 0
    guard dbus_connection_send(connection, made, &serial) != 0 else { return 0 }
    return serial
  }

  /// Answers a call.
  package func answer(_ call: Incoming, _ arguments: [BusValue]) {
    guard call.wantsReply, let reply = dbus_message_new(CInt(DBUS_MESSAGE_TYPE_METHOD_RETURN))
    else { return }
    finish(reply, for: call, arguments)
  }

  /// Refuses a call.
  package func refuse(_ call: Incoming, _ error: String, _ words: String) {
    guard call.wantsReply, let reply = dbus_message_new(CInt(DBUS_MESSAGE_TYPE_ERROR)) else {
      return
    }
    dbus_message_set_error_name(reply, error)
    finish(reply, for: call, [.text(words)])
  }

  private func finish(_ reply: OpaquePointer, for call: Incoming, _ arguments: [BusValue]) {
    defer { dbus_message_unref(reply) }
    dbus_message_set_reply_serial(reply, call.serial)
    dbus_message_set_destination(reply, call.sender)
    dbus_message_set_no_reply(reply, 1)
    append(arguments, to: reply)
    dbus_connection_send(connection, reply, nil)
  }

  /// Sends and receives what is possible without waiting, and returns what came.
  package func step() -> [Incoming] {
    dbus_connection_read_write(connection, 0)
    var messages: [Incoming] = []
    while messages.count < Self.stepLimit, let message = dbus_connection_pop_message(connection) {
      if let incoming = read(message) { messages.append(incoming) }
      dbus_message_unref(message)
    }
    return messages
  }
}

/// The reason why a bus can't be used, on one line for a person.
package struct BusProblem: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

// Reading.
extension BusClient {
  private func read(_ message: OpaquePointer) -> Incoming? {
    let kind: Incoming.Kind
    switch dbus_message_get_type(message) {
    case CInt(DBUS_MESSAGE_TYPE_METHOD_CALL): kind = .call
    case CInt(DBUS_MESSAGE_TYPE_SIGNAL): kind = .signal
    case CInt(DBUS_MESSAGE_TYPE_METHOD_RETURN):
      kind = .reply(dbus_message_get_reply_serial(message))
    case CInt(DBUS_MESSAGE_TYPE_ERROR): kind = .error(dbus_message_get_reply_serial(message))
    default: return nil
    }
    func text(_ start: UnsafePointer<CChar>?) -> String { start.map { String(cString: $0) } ?? "" }
    var incoming = Incoming(kind: kind)
    incoming.sender = text(dbus_message_get_sender(message))
    incoming.path = text(dbus_message_get_path(message))
    incoming.interface = text(dbus_message_get_interface(message))
    incoming.member = text(dbus_message_get_member(message))
    incoming.wantsReply = kind == .call && dbus_message_get_no_reply(message) == 0
    incoming.serial = dbus_message_get_serial(message)
    incoming.arguments = arguments(of: message)
    return incoming
  }

  private func arguments(of message: OpaquePointer) -> [BusValue] {
    var iterator = DBusMessageIter()
    guard dbus_message_iter_init(message, &iterator) != 0 else { return [] }
    var values: [BusValue] = []
    repeat {
      values.append(value(&iterator, depth: 0))
    } while values.count < Self.entryLimit && dbus_message_iter_next(&iterator) != 0
    return values
  }

  private func value(_ iterator: inout DBusMessageIter, depth: Int) -> BusValue {
    guard depth < Self.depthLimit else { return .other }
    var raw = DBusBasicValue()
    func basic() -> DBusBasicValue {
      dbus_message_iter_get_basic(&iterator, &raw)
      return raw
    }
    switch UInt8(truncatingIfNeeded: dbus_message_iter_get_arg_type(&iterator)) {
    case UInt8(ascii: "s"): return .text(basic().str.map { String(cString: $0) } ?? "")
    case UInt8(ascii: "o"): return .path(basic().str.map { String(cString: $0) } ?? "")
    case UInt8(ascii: "b"): return .flag(basic().bool_val != 0)
    case UInt8(ascii: "y"): return .byte(basic().byt)
    case UInt8(ascii: "i"): return .int32(Int32(basic().i32))
    case UInt8(ascii: "u"): return .uint32(UInt32(basic().u32))
    case UInt8(ascii: "x"): return .int64(Int64(basic().i64))
    case UInt8(ascii: "t"): return .uint64(UInt64(basic().u64))
    case UInt8(ascii: "d"): return .double(basic().dbl)
    case UInt8(ascii: "v"):
      var inner = DBusMessageIter()
      dbus_message_iter_recurse(&iterator, &inner)
      return value(&inner, depth: depth + 1)
    case UInt8(ascii: "a"): return container(&iterator, depth: depth)
    default: return .other
    }
  }

  private func container(_ iterator: inout DBusMessageIter, depth: Int) -> BusValue {
    let element = UInt8(truncatingIfNeeded: dbus_message_iter_get_element_type(&iterator))
    var inner = DBusMessageIter()
    dbus_message_iter_recurse(&iterator, &inner)
    var texts: [String] = []
    var dictionary: [String: BusValue] = [:]
    var count = 0
    while dbus_message_iter_get_arg_type(&inner) != 0, count < Self.entryLimit {
      count += 1
      if element == UInt8(ascii: "e") {
        var entry = DBusMessageIter()
        dbus_message_iter_recurse(&inner, &entry)
        let name = value(&entry, depth: depth + 1)
        if let name = name.text, dbus_message_iter_next(&entry) != 0 {
          dictionary[name] = value(&entry, depth: depth + 1)
        }
      } else if element == UInt8(ascii: "s") {
        if let text = value(&inner, depth: depth + 1).text { texts.append(text) }
      }
      dbus_message_iter_next(&inner)
    }
    return switch element {
    case UInt8(ascii: "e"): .dictionary(dictionary)
    case UInt8(ascii: "s"): .texts(texts)
    default: .other
    }
  }
}

// Writing.
extension BusClient {
  private func make(_ message: BusMessage) -> OpaquePointer? {
    let made =
      message.destination.map {
        dbus_message_new_method_call($0, message.path, message.interface, message.member)
      } ?? dbus_message_new_signal(message.path, message.interface, message.member)
    guard let made else { return nil }
    append(message.arguments, to: made)
    return made
  }

  private func append(_ values: [BusValue], to message: OpaquePointer) {
    var iterator = DBusMessageIter()
    dbus_message_iter_init_append(message, &iterator)
    for value in values { append(value, to: &iterator) }
  }

  private func append(_ value: BusValue, to iterator: inout DBusMessageIter) {
    var raw = DBusBasicValue()
    func basic(_ type: Unicode.Scalar) {
      dbus_message_iter_append_basic(&iterator, CInt(type.value), &raw)
    }
    switch value {
    case .text(let text): append(text, "s", to: &iterator)
    case .path(let path): append(path, "o", to: &iterator)
    case .flag(let flag):
      raw.bool_val = flag ? 1 : 0
      basic("b")
    case .byte(let byte):
      raw.byt = byte
      basic("y")
    case .int32(let number):
      raw.i32 = number
      basic("i")
    case .uint32(let number):
      raw.u32 = number
      basic("u")
    case .int64(let number):
      raw.i64 = Int(number)
      basic("x")
    case .uint64(let number):
      raw.u64 = UInt(number)
      basic("t")
    case .double(let number):
      raw.dbl = number
      basic("d")
    case .texts(let texts):
      var inner = DBusMessageIter()
      dbus_message_iter_open_container(&iterator, CInt(UInt8(ascii: "a")), "s", &inner)
      for text in texts { append(text, "s", to: &inner) }
      dbus_message_iter_close_container(&iterator, &inner)
    case .dictionary(let values):
      var inner = DBusMessageIter()
      dbus_message_iter_open_container(&iterator, CInt(UInt8(ascii: "a")), "{sv}", &inner)
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        guard let signature = value.signature else { continue }
        var entry = DBusMessageIter()
        dbus_message_iter_open_container(&inner, CInt(UInt8(ascii: "e")), nil, &entry)
        append(name, "s", to: &entry)
        var variant = DBusMessageIter()
        dbus_message_iter_open_container(&entry, CInt(UInt8(ascii: "v")), signature, &variant)
        append(value, to: &variant)
        dbus_message_iter_close_container(&entry, &variant)
        dbus_message_iter_close_container(&inner, &entry)
      }
      dbus_message_iter_close_container(&iterator, &inner)
    case .other: break
    }
  }

  private func append(
    _ text: String, _ type: Unicode.Scalar, to iterator: inout DBusMessageIter
  ) {
    // A zero would end the text, and libdbus refuses it.
    let clean = text.unicodeScalars.contains("\0") ? text.replacing("\0", with: "") : text
    clean.withCString { start in
      var start: UnsafePointer<CChar>? = start
      dbus_message_iter_append_basic(&iterator, CInt(type.value), &start)
    }
  }
}

extension BusValue {
  /// The signature of the value within a variant; nil for a value that isn't written.
  fileprivate var signature: String? {
    switch self {
    case .text: "s"
    case .path: "o"
    case .flag: "b"
    case .byte: "y"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .texts: "as"
    case .dictionary: "a{sv}"
    case .other: nil
    }
  }
}
