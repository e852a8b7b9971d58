import HeadwayModel
import HeadwaySystem

/// The checks of `headway doctor` that concern systemd: the hub's units, and the effect of a
/// logout.
struct SystemdExamination {
  let diagnoses: [Diagnosis]

  init(_ paths: HeadwayPaths, hub: HubCondition) {
    let place = Self.place(ofHub: hub)
    let units = Self.units(paths, hub: hub, place: place)
    let isActive = units?.isActive ?? false
    diagnoses = [
      .systemd(units),
      .logout(
        LogoutCondition(
          hasSystemd: LoginManager.isPresent,
          place: place ?? (isActive ? .service : Self.place(of: "self")),
          lingers: LoginManager.lingers, endsSessions: LoginManager.endsSessions,
          isInRuntimeDirectory: paths.socket.hasPrefix("/run/user/"))),
    ]
  }

  /// The unit in which the hub runs. Nil if no hub runs.
  private static func place(ofHub hub: HubCondition) -> ProcessPlace? {
    switch hub {
    case .runs(_, let pid, _, _, _, _), .silent(let pid): place(of: "\(pid)")
    case .asleep, .none, .unusable: nil
    }
  }

  /// The unit of a process, by its control group (proc_pid_cgroup(5)).
  private static func place(of process: String) -> ProcessPlace {
    let bytes = readProcFile("/proc/\(process)/cgroup") ?? []
    return ProcessPlace(cgroup: String(decoding: bytes, as: UTF8.self))
  }

  /// The condition of the hub's units. Nil if the user's service manager doesn't answer.
  private static func units(
    _ paths: HeadwayPaths, hub: HubCondition, place: ProcessPlace?
  ) -> UnitCondition? {
    guard ServiceManager.isReachable, let installed = try? InstalledUnits(paths) else {
      return nil
    }
    return UnitCondition(
      states: installed.units.files.map { (try? installed.state(of: $0)) ?? .foreign },
      isEnabled: HubUnits.names.allSatisfy(ServiceManager.isEnabled),
      isActive: ServiceManager.isActive(HubUnits.socketName),
      isBypassed: place != nil && place != .service, arePackaged: PackagedUnits.fit(paths))
  }
}
