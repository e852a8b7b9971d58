/// A unit of `headway-bridge`, which is there only if the person wants it.
package enum BridgeUnit: Hashable, Sendable, CaseIterable {
  /// The bridge to an MQTT broker.
  case broker
  /// The progress on the desktop. The unit runs while a graphical session does (systemd.special(7)).
  case desktop

  /// The name of the unit file.
  package var name: String {
    switch self {
    case .broker: "headway-bridge.service"
    case .desktop: "headway-desktop.service"
    }
  }

  /// The text of the unit file.
  func text(_ bridge: String, _ assignments: [String]) -> String {
    """
    \(UnitFile.signature)
    # Changes here are lost; use: systemctl --user edit \(name)
    [Unit]
    \(unit)

    [Service]
    ExecStart="\(HubUnits.escaped(bridge))"\(self == .desktop ? " desktop" : "")
    \(assignments.map { "Environment=\"\($0)\"\n" }.joined())\
    Restart=on-failure
    RestartSec=5
    # The config has a mistake, or another bridge of this hub runs: trying again wouldn't help.
    RestartPreventExitStatus=64 75

    [Install]
    WantedBy=\(self == .desktop ? "graphical-session.target" : "default.target")

    """
  }

  private var unit: String {
    switch self {
    case .broker:
      """
      Description=Headway's bridge to an MQTT broker
      After=\(HubUnits.socketName)
      """
    case .desktop:
      """
      Description=Headway's progress on the desktop
      PartOf=graphical-session.target
      After=graphical-session.target \(HubUnits.socketName)
      """
    }
  }
}
