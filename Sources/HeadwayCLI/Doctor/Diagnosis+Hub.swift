package import HeadwayModel

/// The condition of the hub.
package enum HubCondition: Hashable, Sendable {
  /// A hub runs and answers.
  ///
  /// - Parameters:
  ///   - name: the name of the hub with its version.
  ///   - isReplaced: whether the hub's program was replaced or removed after the hub started.
  ///   - configProblem: the mistake in the hub's config. Nil for a correct config.
  ///   - tellingFailure: the part of `[tell]` that failed when it last ran, and the time. Nil if
  ///     nothing failed.
  case runs(
    name: String, pid: Int32, protocolVersion: Int, isReplaced: Bool, configProblem: String? = nil,
    tellingFailure: String? = nil)
  /// No hub runs, but systemd listens for one.
  case asleep
  case none
  /// A hub runs but doesn't answer.
  case silent(pid: Int32)
  /// The hub can't be used. The text has the reason and what to do.
  case unusable(String)
}

/// The place of the hub's socket, and the problems of the directories for it.
package struct SocketCondition: Hashable, Sendable {
  package var path: String
  /// The problem of the socket's directory, and what to do. Nil for a usable directory.
  package var problem: String?
  /// Whether the directory is in /tmp, because the user has no runtime directory.
  package var isMakeshift: Bool
  /// The reason why the directory in `XDG_RUNTIME_DIR` can't be used, and what to do. Nil if it can
  /// be used or the variable isn't set.
  package var runtimeProblem: String?

  package init(
    path: String, problem: String?, isMakeshift: Bool, runtimeProblem: String? = nil
  ) {
    self.path = path
    self.problem = problem
    self.isMakeshift = isMakeshift
    self.runtimeProblem = runtimeProblem
  }
}

extension Diagnosis {
  /// The machine that is checked, if the user is on another one.
  ///
  /// - Parameters:
  ///   - system: the kernel and the architecture.
  ///   - nearName: the name by which the user's machine knows this one.
  package static func machine(_ name: String, system: String, nearName: HostName) -> Diagnosis {
    let alias = nearName.name == name ? "" : " (--host \(nearName))"
    return Diagnosis("machine", .ok, name + alias + String.betweenWords + system)
  }

  /// The result for `headway` and `headwayd`, which should have the same version.
  ///
  /// - Parameters:
  ///   - own: the version of this program.
  ///   - path: the path of this program.
  ///   - daemon: the path of `headwayd`. Nil if there is none.
  ///   - daemonName: the name and version that `headwayd` prints. Nil if it can't be run.
  package static func programs(
    own: String, path: String, daemon: String?, daemonName: String?
  ) -> Diagnosis {
    guard let daemon else {
      return Diagnosis(
        "programs", .wrong, String(localized: "headway \(own) at \(path), but no headwayd"),
        advice: String(localized: "install it beside headway"))
    }
    guard let daemonName else {
      return Diagnosis(
        "programs", .wrong, String(localized: "\(daemon) can't be run"),
        advice: String(localized: "reinstall it beside headway"))
    }
    guard daemonName == "headwayd \(own)" else {
      return Diagnosis(
        "programs", .warning,
        String(localized: "headway \(own) at \(path), but \(daemonName) at \(daemon)"),
        advice: String(localized: "install the same version of both"))
    }
    return Diagnosis(
      "programs", .ok, String(localized: "headway \(own) at \(path), headwayd at \(daemon)"))
  }

  /// The result for the hub. A recent death of a hub makes a good result worse.
  ///
  /// - Parameters:
  ///   - own: the version of this program.
  ///   - death: the latest death of a hub. Nil if there is none to report.
  ///   - log: the path of the hub's log.
  package static func hub(
    _ hub: HubCondition, own: String, death: HubDeathNews? = nil, log: String = ""
  ) -> Diagnosis {
    let found = Self.hub(hub, own: own)
    guard let death, found.status == .ok else { return found }
    guard case .runs = hub else {
      return Diagnosis(
        "hub", death.isFailing ? .wrong : .warning,
        death.isFailing
          ? String(
            localized: "no hub runs; the hub \(death.words); tasks go on without it")
          : String(
            localized:
              "no hub runs; the hub \(death.words); the next command starts one"),
        advice: String(localized: "see \(log), or start the hub by hand to see why: headwayd"))
    }
    return Diagnosis(
      "hub", .warning,
      String(localized: "\(found.text); an earlier hub \(death.words)"),
      advice: String(localized: "see \(log)"))
  }

  /// The result for the hub without regard to earlier deaths.
  private static func hub(_ hub: HubCondition, own: String) -> Diagnosis {
    switch hub {
    case .none:
      return Diagnosis("hub", .ok, String(localized: "no hub runs; the next command starts one"))
    case .asleep:
      return Diagnosis(
        "hub", .ok, String(localized: "no hub runs; systemd starts one for the next command"))
    case .unusable(let problem): return Diagnosis("hub", .wrong, problem)
    case .silent(let pid):
      return Diagnosis(
        "hub", .wrong, String(localized: "the hub, process \(pid), does not answer"),
        advice: String(localized: "if it is stopped: kill -CONT \(pid); tasks go on without it"))
    case .runs(let name, let pid, let version, let isReplaced, let configProblem, _):
      let text = String(localized: "\(name), pid \(pid), protocol \(version)")
      let restart = String(
        localized: "headway hub stop; the next command starts the new one, and tasks go on")
      if let configProblem {
        return Diagnosis(
          "hub", .wrong,
          String(localized: "\(text), starts nothing from the queue: \(localizing: configProblem)"),
          advice: String(localized: "correct the config, then: headway hub reload"))
      }
      if isReplaced {
        return Diagnosis(
          "hub", .warning, String(localized: "\(text), but its program file was replaced"),
          advice: restart)
      }
      guard name == "headwayd \(own)" else {
        return Diagnosis(
          "hub", .warning, String(localized: "\(text), but headway is \(own)"), advice: restart)
      }
      return Diagnosis("hub", .ok, text)
    }
  }

  /// The result for `[tell]` of the config. Hooks have no output, so this is where a person learns
  /// that one fails.
  package static func telling(_ hub: HubCondition) -> Diagnosis {
    guard case .runs(_, _, _, _, _, let failure?) = hub else {
      return Diagnosis("tell", .ok, String(localized: "no [tell] hook or command has failed"))
    }
    return Diagnosis(
      "tell", .warning, String(localizing: failure),
      advice: String(localized: "correct it in the config, then: headway hub reload"))
  }

  /// The result for the bridge to the broker of the config.
  package static func fleet(_ broker: BrokerURL, _ bridge: BridgeCondition) -> Diagnosis {
    switch bridge {
    case .none:
      Diagnosis(
        "fleet", .warning, String(localized: "no bridge to \(broker) runs"),
        advice: String(localized: "headway hub install --bridge --now, or run headway-bridge"))
    case .connected:
      Diagnosis("fleet", .ok, String(localized: "a bridge is connected to \(broker)"))
    case .unknown: Diagnosis("fleet", .ok, String(localized: "a bridge to \(broker) runs"))
    case .down(let reason):
      Diagnosis(
        "fleet", .warning,
        String(localized: "the bridge isn't connected, and tries again: \(localizing: reason)"),
        advice: String(localized: "see: headway help fleet"))
    case .stopped(let process):
      Diagnosis(
        "fleet", .warning,
        String(localized: "the bridge has been stopped by a signal and publishes nothing"),
        advice: "kill -CONT \(process)")
    }
  }

  /// The result for `headway-bridge desktop`. Without a graphical session it needn't run.
  package static func desktop(runs: Bool) -> Diagnosis {
    runs
      ? Diagnosis("desktop", .ok, String(localized: "headway-bridge desktop runs"))
      : Diagnosis(
        "desktop", .ok, String(localized: "headway-bridge desktop doesn't run now"),
        advice: String(localized: "on a desktop: headway hub install --desktop --now"))
  }

  /// The result for the file of `[metrics]`. `age` is the time since the last write; nil for no file.
  /// `problem` is the reason why the file can't be replaced; nil if it can.
  package static func metrics(
    _ path: String, age: Duration?, problem: String? = nil, hubRuns: Bool
  ) -> Diagnosis {
    guard path.hasSuffix(".prom") else {
      return Diagnosis(
        "metrics", .warning, String(localized: "\(path) doesn't end in .prom"),
        advice: String(localized: "node_exporter reads only *.prom; change [metrics] textfile"))
    }
    if let problem {
      return Diagnosis(
        "metrics", .wrong, String(localized: "\(path) can't be written: \(problem)"),
        advice: String(
          localized: "get the right to write in its folder, or change [metrics] textfile"))
    }
    if let age, age < .seconds(60) {
      return Diagnosis("metrics", .ok, String(localized: "\(path) is fresh"))
    }
    guard hubRuns else {
      return Diagnosis("metrics", .ok, String(localized: "\(path) is written while a hub runs"))
    }
    return Diagnosis(
      "metrics", .wrong, String(localized: "the hub doesn't write \(path)"),
      advice: String(
        localized: "the log of the hub says why; after a change of the config: headway hub reload"))
  }

  /// The result for the socket. The path of a socket can't exceed 107 bytes (unix(7)).
  package static func socket(_ socket: SocketCondition) -> Diagnosis {
    let longest = 107
    if let problem = socket.problem { return Diagnosis("socket", .wrong, problem) }
    guard socket.path.utf8.count <= longest else {
      return Diagnosis(
        "socket", .wrong, String(localized: "\(socket.path) is longer than \(longest) bytes"),
        advice: String(localized: "set HEADWAY_SOCKET to a shorter path"))
    }
    guard !socket.isMakeshift else {
      if let problem = socket.runtimeProblem {
        return Diagnosis(
          "socket", .warning,
          String(localized: "\(socket.path), not in XDG_RUNTIME_DIR: \(problem)"))
      }
      return Diagnosis(
        "socket", .warning,
        String(localized: "\(socket.path), because you have no directory in /run/user"),
        advice: String(localized: "log in with systemd, or set XDG_RUNTIME_DIR"))
    }
    return Diagnosis("socket", .ok, socket.path)
  }
}

/// The condition of the bridge to a broker.
package enum BridgeCondition: Hashable, Sendable {
  /// No bridge runs.
  case none
  case connected
  /// The bridge runs without a connection, for this reason.
  case down(String)
  /// A signal has stopped the process.
  case stopped(Int32)
  /// A bridge of another version runs, and says nothing of itself.
  case unknown
}

/// The kernel's ability to report memory pressure.
package enum MemoryNews: Hashable, Sendable {
  /// The kernel reports memory pressure through this file.
  case told(by: String)
  /// The kernel doesn't report memory pressure, for this reason.
  case untold(String)
}

extension Diagnosis {
  /// The result for the reports of memory pressure.
  package static func memory(_ news: MemoryNews) -> Diagnosis {
    switch news {
    case .told(let path):
      Diagnosis("memory", .ok, String(localized: "the kernel reports memory pressure in \(path)"))
    case .untold(let reason):
      Diagnosis(
        "memory", .warning,
        String(
          localized: """
            Headway can't ask about tasks when the system is low on memory: the kernel reports no \
            memory pressure (\(reason))
            """),
        advice: String(
          localized: "boot with psi=1, or allow containers to write /proc/pressure/memory"))
    }
  }
}
