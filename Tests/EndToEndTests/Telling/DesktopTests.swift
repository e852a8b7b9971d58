import Foundation
import Testing
import TestHarness
import TestProcesses

/// `headway-bridge desktop` on a real session bus. Plasma and a file manager can't be had in tests: two
/// scripts speak their side of the protocols.
@Suite("The desktop", .fewAtATime, .enabled(if: DesktopTrial.isPossible)) struct DesktopTests {
  @Test("Plasma shows a task with its percent, pauses and cancels it, and may be restarted")
  func plasma() async throws {
    try await Workspace.use { workspace in
      try workspace.write(Self.plasma, to: "work/plasma.py")
      let outcome = try await workspace.run(
        """
        exec dbus-run-session -- bash -c '
          told() { until grep -q "$1" told; do sleep 0.02; done; }
          state() { until headway list --json | jq -r .[0].state | grep -qx $1; do sleep 0.05; done; }
          touch told; /usr/bin/python3 plasma.py suspendRequested & first=$!
          told listening
          headway-bridge desktop & trap "kill %2 2>/dev/null" EXIT
          headway submit --title 夜間 -- \\
            sh -c "headway update --completed 40 --total 100; sleep 300"
          told "requestView headway 3"; told "title=夜間"; told "percent=40"; told "progress=0.4"
          state paused; told "suspended=True"
          kill $first; wait $first 2>/dev/null
          echo again >told; /usr/bin/python3 plasma.py cancelRequested >/dev/null & second=$!
          told "title=夜間"; state ended; told "terminate 1"
          kill $second; headway hub stop >/dev/null'
        """, within: .seconds(90))
      let told = workspace.read("told")
      #expect(outcome.code == 0, "\(told) \(outcome.errorText)")
      let task = try await workspace.list(all: true).first
      #expect(task?.endReason == "cancelled")
      try await workspace.run("headway hub stop")
    }
  }

  @Test("a copy of a file manager is a card, and the card cancels it")
  func copy() async throws {
    try await Workspace.use { workspace in
      try workspace.write(Self.copy, to: "work/copy.py")
      let outcome = try await workspace.run(
        """
        exec dbus-run-session -- bash -c '
          headway-bridge desktop & trap "kill %1 2>/dev/null" EXIT
          until dbus-send --session --print-reply --dest=org.freedesktop.DBus / \\
            org.freedesktop.DBus.NameHasOwner string:org.kde.JobViewServer | grep -q true
          do sleep 0.05; done
          /usr/bin/python3 copy.py >copied & copy=$!
          until headway list | grep -q "25%.*Copying 写真"; do sleep 0.05; done
          headway cancel 1; wait $copy; echo "copy $?"; cat copied
          until headway list --all | grep -q cancelled; do sleep 0.05; done
          /usr/bin/python3 copy.py leave; until headway list --all | grep -q lost; do sleep 0.05; done
          headway hub stop >/dev/null'
        """, within: .seconds(90))
      #expect(outcome.code == 0, "\(outcome.text) \(outcome.errorText)")
      #expect(outcome.text.contains("copy 0") && outcome.text.contains("cancelRequested"))
    }
  }

  /// A server of job views that writes down what it is told, and asks for `argv[1]` once a view has its
  /// percent.
  private static let plasma = #"""
    import sys
    from jeepney import DBusAddress, HeaderFields, MessageType, new_error, new_method_return, new_signal
    from jeepney.bus_messages import MatchRule, message_bus
    from jeepney.io.blocking import open_dbus_connection

    told, wish = open("told", "a"), sys.argv[1]
    bus = open_dbus_connection("SESSION")
    bus.send_and_get_reply(message_bus.AddMatch(
        MatchRule(type="signal", interface="com.canonical.Unity.LauncherEntry")))
    bus.send_and_get_reply(message_bus.RequestName("org.kde.JobViewServer", 2))
    print("listening", file=told, flush=True)
    while True:
        message = bus.receive()
        member = message.header.fields.get(HeaderFields.member)
        if message.header.message_type == MessageType.signal:
            if member == "Update":
                values = {name: value for name, (_, value) in message.body[1].items()}
                print(f"progress={values['progress']}", file=told, flush=True)
            continue
        if message.header.message_type != MessageType.method_call:
            continue
        if member == "requestView":
            print("requestView", message.body[0], message.body[1], file=told, flush=True)
            bus.send(new_method_return(message, "o", ("/view/1",)))
            continue
        bus.send(new_method_return(message))
        if member == "terminate":
            print("terminate", message.body[0], message.body[1], file=told, flush=True)
        for name, (_, value) in message.body[0].items() if member == "update" else ():
            print(f"{name}={value}", file=told, flush=True)
            if name == "percent" and wish:
                view = DBusAddress("/view/1", interface="org.kde.JobViewV3")
                bus.send(new_signal(view, wish))
                wish = None

    """#

  /// A file manager that copies until it is cancelled; with an argument it leaves in the middle.
  private static let copy = #"""
    import sys
    from jeepney import DBusAddress, HeaderFields, MessageType, new_method_call
    from jeepney.bus_messages import MatchRule, message_bus
    from jeepney.io.blocking import open_dbus_connection

    bus = open_dbus_connection("SESSION")
    bus.send_and_get_reply(message_bus.AddMatch(
        MatchRule(type="signal", interface="org.kde.JobViewV3")))
    server = DBusAddress("/JobViewServer", "org.kde.JobViewServer", "org.kde.JobViewServerV2")
    view = bus.send_and_get_reply(
        new_method_call(server, "requestView", "sia{sv}", ("org.kde.dolphin", 3, {}))).body[0]
    job = DBusAddress(view, "org.kde.JobViewServer", "org.kde.JobViewV3")
    values = {"title": ("s", "Copying 写真"), "totalBytes": ("t", 4000), "processedBytes": ("t", 1000)}
    bus.send_and_get_reply(new_method_call(job, "update", "a{sv}", (values,)))
    if len(sys.argv) > 1:
        sys.exit()
    while True:
        message = bus.receive()
        if message.header.message_type == MessageType.signal:
            if message.header.fields.get(HeaderFields.member) == "cancelRequested":
                print("cancelRequested", flush=True)
                bus.send_and_get_reply(new_method_call(job, "terminate", "usa{sv}", (1, "cancelled", {})))
                sys.exit()

    """#
}

/// What the scenarios of the desktop need.
private enum DesktopTrial {
  static let isPossible =
    FileManager.default.isExecutableFile(atPath: "/usr/bin/dbus-run-session")
    && FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/jeepney")
}
