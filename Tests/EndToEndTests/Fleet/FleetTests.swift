import Foundation
import Testing
import TestHarness
import TestProcesses

/// A hub, its bridge, and screens elsewhere, through a real mosquitto.
@Suite("Fleets, by MQTT", .fewAtATime, .enabled(if: Broker.isPossible)) struct FleetTests {
  private static let accepting =
    "accept-cancel = true\naccept-pause = true\naccept-resume = true\naccept-answer = true"

  @Test("a screen elsewhere shows the tasks with their percent, and its orders come back")
  func screen() async throws {
    try await Broker.use(fleet: Self.accepting) { broker in
      let workspace = broker.workspace
      let bridge = try await broker.startBridge()
      try await workspace.run(
        "headway submit --title 夜間 -- sh -c 'headway update --completed 40 --total 100; sleep 300'; "
          + "headway submit --title Second -- sleep 300")
      let server = try TmuxServer(workspace)
      let pane = try await server.pane(
        "headway watch --fleet \(broker.url)", columns: 90, rows: 20)
      try await pane.wait(for: "夜間")
      try await pane.wait(for: "40%")
      // The tasks come in any order, and the selection stays with the one that came first: a filter
      // selects the one that is meant.
      try await pane.wait(for: "Second")
      // The bridge was there before the hub, and says that a hub is there only after it has told the tasks:
      // until then no order is sent.
      try await pane.wait(for: "live")
      try await pane.send("/", "夜間", "Enter")
      try await eventually("the filter") { try await !pane.screen().contains("Second") }
      try await pane.send("Escape")
      try await pane.wait(for: "Second")
      #expect(try await pane.screen().contains("ada@"))
      try await pane.send("Space")
      try await workspace.task("夜間") { $0.state == "paused" }
      try await pane.wait(for: "paused")
      try await pane.send("Space")
      try await workspace.task("夜間") { $0.state == "running" }
      try await pane.send("c")
      try await pane.wait(for: "y yes")
      try await pane.send("y")
      try await workspace.task("夜間") { $0.state == "ended" }
      try await pane.wait(for: "cancelled by you")
      // The counts follow a second later.
      try await eventually("the counts") {
        try await workspace.run("headway status --fleet \(broker.url)").text == "1 running\n"
      }
      // Without the bridge the tasks stay on the screen, as they were.
      bridge.send(SIGTERM)
      try await pane.wait(for: "its bridge isn't connected")
      #expect(try await pane.screen().contains("Second"))
      try await eventually("the hub that can't be reached") {
        try await workspace.run("headway status --fleet \(broker.url)").text == "+1?\n"
      }
      try await workspace.run("headway cancel --all --force --yes")
    }
  }

  @Test("--fleet alone is the broker of the config; a machine whose topic is emptied leaves")
  func forgotten() async throws {
    try await Broker.use { broker in
      let workspace = broker.workspace
      let bridge = try await broker.startBridge()
      try await workspace.run("headway submit --title Mine -- sleep 300")
      let server = try TmuxServer(workspace)
      let pane = try await server.pane("headway watch --fleet", columns: 90, rows: 20)
      try await pane.wait(for: "Mine")
      let doctor = try await workspace.run("headway doctor").text
      #expect(doctor.contains("a bridge is connected to \(broker.url)"), "\(doctor)")
      bridge.send(SIGSTOP)
      try await eventually("doctor sees that the bridge is stopped") {
        try await workspace.run("headway doctor").text.contains("kill -CONT \(bridge.pid)")
      }
      bridge.send(SIGCONT)
      bridge.send(SIGTERM)
      try await pane.wait(for: "its bridge isn't connected")
      try await workspace.run(
        "mosquitto_pub \(broker.options) -r -n -t headway/v1/ada/$(uname -n)/s")
      try await eventually("the machine has left the screen") {
        let screen = try await pane.screen()
        return !screen.contains("ada@") && !screen.contains("Mine")
      }
      #expect(try await workspace.run("headway status --fleet").text == "")
      // The hub is back with its bridge.
      _ = try await broker.startBridge()
      try await pane.wait(for: "Mine")
      let far = try await workspace.run("headway status --fleet --host nowhere")
      #expect(far.code == 64 && far.errorText.contains("exclude each other"), "\(far.errorText)")
      try await workspace.run("headway cancel --all --force --yes")
    }
  }

  @Test("nothing of a sensitive task but its state, and no command, is on the broker")
  func privacy() async throws {
    try await Broker.use(fleet: "home-assistant = true") { broker in
      let workspace = broker.workspace
      _ = try await broker.startBridge()
      let all = try workspace.start(
        "exec mosquitto_sub \(broker.options) -t '#' -v >everything")
      try await eventually("the listener") { workspace.read("everything").contains("\"up\":true") }
      try await workspace.run(
        "headway run --sensitive --title xsecretx --id xsecretid --group xsecretgroup -- "
          + "sh -c 'echo xsecretline 5%; sleep 2; headway update --subtitle xsecretsub; sleep 2'")
      try await workspace.run("headway run --title plain --id plainid -- sh -c ': xsecretcommand'")
      try await eventually("the end of the plain task") {
        workspace.read("everything").contains("plainid\",\"sensitive\":false,\"endReason\"")
      }
      all.send(SIGTERM)
      let text = workspace.read("everything")
      #expect(!text.contains("xsecret"), "\(text)")
      #expect(text.contains("\"sensitive\":true") && text.contains("\"endReason\":\"completed\""))
    }
  }

  @Test("what isn't switched on, was kept, comes twice or starts something is not obeyed")
  func orders() async throws {
    try await Broker.use(fleet: "accept-pause = true") { broker in
      let workspace = broker.workspace
      try await workspace.run("headway submit --title T -- sleep 300")
      try await workspace.task("T") { $0.state == "running" }
      let base = "headway/v1/ada/$(uname -n)"
      // An order that the broker keeps, from before the bridge connects.
      try await workspace.run(
        "mosquitto_pub \(broker.options) -r -q 1 -t \(base)/c -m '{\"type\":\"pause\",\"task\":1}'")
      _ = try await broker.startBridge()
      try await eventually("the kept order was seen") {
        workspace.read("bridge").contains("ignored: an order that the broker had kept")
      }
      func ask(_ order: String) async throws -> String {
        try await workspace.run(
          "mosquitto_rr \(broker.options) -q 1 -W 20 -t \(base)/c -e \(base)/r/test "
            + "-D publish correlation-data \(UUID().uuidString) -m '\(order)'"
        ).text
      }
      for order in [
        #"{"type":"cancel","request":4,"task":1}"#, #"{"type":"answer","task":1,"answer":"stop"}"#,
        #"{"type":"submit","title":"evil"}"#, #"{"type":"stop"}"#, "nonsense",
      ] {
        let reply = try await ask(order)
        #expect(reply.contains(#""type":"error""#), "\(order): \(reply)")
      }
      #expect(try await workspace.list().map(\.state) == ["running"])
      #expect(try await ask(#"{"type":"pause","request":9,"task":1}"#).contains(#""request":9"#))
      try await workspace.task("T") { $0.state == "paused" }
      let unknown = try await ask(#"{"type":"pause","task":77}"#)
      #expect(unknown.contains("unknownTask"), "\(unknown)")
      try await workspace.run("headway cancel --all --force --yes")
    }
  }

  @Test("broker, bridge and hub are killed in turn: every end arrives, and no order is obeyed late")
  func killed() async throws {
    try await Broker.use(fleet: Self.accepting) { broker in
      let workspace = broker.workspace
      var bridge = try await broker.startBridge()
      let hub = try await HubProcess.start(workspace)
      try await workspace.run("for i in 1 2 3 4; do headway submit --title A$i -- sleep 1; done")
      hub.send(SIGKILL)
      try await workspace.run("headway wait 1-4")
      bridge.kill()
      // While nobody is there: ends that the next bridge tells.
      try await workspace.run(
        "for i in 1 2; do headway submit --title B$i -- true; done; headway wait 5,6")
      let base = "headway/v1/ada/$(uname -n)"
      let nobody = try await workspace.run(
        "mosquitto_pub \(broker.options) -q 1 -t \(base)/c -D publish message-expiry-interval 30 "
          + "-m '{\"type\":\"cancel\",\"task\":7}'")
      #expect(nobody.code == 0)
      try await workspace.run("headway submit --title Late -- sleep 300")
      bridge = try await broker.startBridge()
      broker.kill9()
      try await workspace.run(
        "for i in 1 2; do headway submit --title C$i -- true; done; headway wait 8,9")
      #expect(try await broker.start())
      try await eventually("every end is on the broker") {
        let kept = try await broker.kept("'headway/v1/+/+/t/+'")
        return ["A1", "A2", "A3", "A4", "B1", "B2", "C1", "C2"].allSatisfy { title in
          kept.count { $0.contains("\"title\":\"\(title)\"") && $0.contains("\"completed\"") } == 1
        }
      }
      try await workspace.task("Late") { $0.state == "running" }
      try await workspace.run("headway cancel --all --force --yes")
      bridge.send(SIGTERM)
    }
  }

  @Test("a second bridge of a hub ends, here and elsewhere")
  func twoBridges() async throws {
    try await Broker.use { broker in
      let workspace = broker.workspace
      let first = try await broker.startBridge()
      let second = try await workspace.run("headway-bridge")
      #expect(second.code == 75 && second.errorText.contains("a bridge of this hub runs already"))
      // Another machine of the same name.
      _ = try workspace.start(
        "exec headway-bridge 2>other",
        environment: ["HEADWAY_SOCKET": "\(workspace.folder)/run/other.sock"])
      let outcome = try await first.outcome()
      #expect(outcome.code == 75)
      #expect(workspace.read("bridge").contains("another bridge has connected"))
    }
  }

  @Test("a broker that is slow isn't taken for an empty one")
  func slowBroker() async throws {
    try await Broker.use { broker in
      let workspace = broker.workspace
      _ = try await broker.startBridge()
      try await workspace.run("headway submit --title Mine -- sleep 300")
      try await eventually("the hub's counts are on the broker") {
        try await broker.kept("'headway/v1/+/+/s'").contains { $0.contains("\"running\":1") }
      }
      // What follows the first answer of the broker comes 2 s late.
      try workspace.write(
        """
        import socket, sys, threading, time
        server = socket.create_server(("localhost", 0))
        print(server.getsockname()[1], flush=True)
        client, _ = server.accept()
        broker = socket.create_connection(("localhost", int(sys.argv[1])))
        def forward():
            while data := client.recv(65536): broker.sendall(data)
        threading.Thread(target=forward, daemon=True).start()
        client.sendall(broker.recv(65536))
        time.sleep(2)
        while data := broker.recv(65536): client.sendall(data)
        """, to: "work/slow.py")
      _ = try workspace.start("exec python3 slow.py \(broker.port) >port")
      let port = try await eventually("the slow way is open") {
        Int(workspace.read("port").trimmingCharacters(in: .whitespacesAndNewlines))
      }
      let status = try await workspace.run("headway status --fleet mqtt://localhost:\(port)")
      #expect(status.text == "1 running\n", "\(status.text) \(status.errorText)")
      try await workspace.run("headway cancel --all --force --yes")
    }
  }

  @Test("with certificates each user sees and orders only what is their own")
  func rights() async throws {
    let options = [
      "allow_anonymous false", "cafile FOLDER/ca.crt", "certfile FOLDER/localhost.crt",
      "keyfile FOLDER/localhost.key", "require_certificate true", "use_identity_as_username true",
      "acl_file FOLDER/acl",
    ]
    // The broker reads the files when it starts.
    try await Workspace.use { workspace in
      try await Self.makeCertificates(in: "\(workspace.folder)/work", workspace)
      let files = "\(workspace.folder)/work"
      let adopted = options.map { $0.replacing("FOLDER", with: files) }
      let fleet = { (user: String) in
        """
        ca = "\(files)/ca.crt"
        certificate = "\(files)/\(user).crt"
        key = "\(files)/\(user).key"
        """
      }
      try await Broker.use(options: adopted, scheme: "mqtts", fleet: fleet("ada")) { broker in
        let inner = broker.workspace
        _ = try await broker.startBridge()
        try await inner.run("headway submit --title Mine -- sleep 300")
        func tls(_ user: String) -> String {
          "--cafile \(files)/ca.crt --cert \(files)/\(user).crt --key \(files)/\(user).key"
        }
        try await eventually("ada sees the task") {
          try await broker.kept("'headway/v1/+/+/t/+'", tls("ada")).count == 1
        }
        #expect(try await broker.kept("'#'", tls("eve")).isEmpty)
        let order = try await inner.run(
          "mosquitto_pub \(broker.options) \(tls("eve")) -q 1 -t headway/v1/ada/$(uname -n)/c "
            + "-m '{\"type\":\"cancel\",\"task\":1}' 2>&1")
        #expect(order.text.contains("ot authori"), "\(order.text)")
        let nobody = try await inner.run(
          "mosquitto_sub \(broker.options) --cafile \(files)/ca.crt -t '#' -W 2")
        #expect(nobody.code != 0)
        try await eventually("the hub's counts are on the broker") {
          try await broker.kept("'headway/v1/+/+/s'", tls("ada")).contains {
            $0.contains("\"running\":1")
          }
        }
        let status = try await inner.run("headway status --fleet \(broker.url)")
        let kept = try await broker.kept("'headway/v1/+/+/s'", tls("ada"))
        #expect(status.text == "1 running\n", "\(status.code) \(status.errorText) \(kept)")
        // What is wrong with the encryption is said.
        func complaint(_ settings: String, _ url: String) async throws -> String {
          try await inner.run("mkdir -p ../other/headway")
          try inner.write("[fleet]\n\(settings)\n", to: "other/headway/config.toml")
          return try await inner.run(
            "XDG_CONFIG_HOME=$PWD/../other headway status --fleet \(url)"
          ).errorText
        }
        let unknown = try await complaint("", broker.url)
        #expect(unknown.contains("can't be trusted (self"), "\(unknown)")
        let other = try await complaint(fleet("ada"), "mqtts://127.0.0.1:\(broker.port)")
        #expect(other.contains("can't be trusted (IP address mismatch)"), "\(other)")
        let bare = try await complaint("ca = \"\(files)/ca.crt\"", broker.url)
        #expect(bare.contains("doesn't trust this client; set [fleet] certif"), "\(bare)")
        let mixed = fleet("ada").replacing("ada.key", with: "eve.key")
        let unpaired = try await complaint(mixed, broker.url)
        #expect(unpaired.contains("used together (key values mismatch)"), "\(unpaired)")
        let closed = try await complaint("", "mqtts://localhost:1")
        #expect(closed.contains("can't be reached (Connection refused)"), "\(closed)")
        _ = try inner.start("exec python3 -u -m http.server --bind localhost 0 >web")
        let web = try await eventually("a server without TLS") {
          inner.read("web").firstMatch(of: /port (\d+)/)?.1
        }
        let plain = try await complaint("", "mqtts://localhost:\(web)")
        #expect(plain.contains("doesn't speak TLS"), "\(plain)")
        // A key that others can read is refused.
        try await inner.run("chmod 644 \(files)/ada.key")
        let open = try await inner.run("headway status --fleet \(broker.url)")
        #expect(open.code == 69 && open.errorText.contains("chmod 600"), "\(open.errorText)")
        try await inner.run("headway cancel --all --force --yes")
      }
    }
  }

  private static func makeCertificates(in folder: String, _ workspace: Workspace) async throws {
    let outcome = try await workspace.run(
      """
      cd \(folder) && umask 077
      openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=lab -keyout ca.key -out ca.crt
      for name in localhost ada eve; do
        openssl req -newkey rsa:2048 -nodes -subj /CN=$name -keyout $name.key -out $name.csr
        openssl x509 -req -in $name.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 \
          -extfile <(echo subjectAltName=DNS:localhost) -out $name.crt
      done
      echo 'pattern readwrite headway/v1/%u/#' >acl
      """)
    #expect(outcome.code == 0, "\(outcome.errorText)")
  }
}
