import headway
import Testing

@testable import HeadwayModel

@Suite("Whether the hub outlives logout") struct LogoutTests {
  @Test(
    "a process is of a session, of the user's services, or of neither",
    arguments: [
      ("0::/user.slice/user-1000.slice/session-3.scope\n", ProcessPlace.session),
      (
        "0::/user.slice/user-1000.slice/user@1000.service/app.slice/headway.service\n",
        .service
      ),
      ("0::/user.slice/user-1000.slice/user@1000.service/tmux-spawn-1.scope\n", .service),
      ("0::/app.slice/headway.service\n", .service),
      ("9:name=systemd:/user.slice/user-0.slice/session-1.scope\n1:cpu:/\n0::/\n", .session),
      ("2:cpu:/\n1:name=systemd:/user.slice/user-0.slice/session-1.scope\n0::/x\n", .session),
      ("0::/system.slice/cron.service\n", .elsewhere), ("0::/\n", .elsewhere), ("", .elsewhere),
      ("0::/docker/session-1\n", .elsewhere), ("nonsense", .elsewhere), ("0::", .elsewhere),
    ])
  func places(cgroup: String, place: ProcessPlace) {
    #expect(ProcessPlace(cgroup: cgroup) == place)
  }

  @Test("without systemd, or outside of sessions, nothing ends it")
  func unaffected() {
    for place in [ProcessPlace.session, .service, .elsewhere] {
      #expect(status(place, hasSystemd: false, lingers: false, ends: true) == .ok)
    }
    #expect(status(.elsewhere, lingers: false, ends: true) == .ok)
  }

  @Test("a service goes on where services linger")
  func service() {
    #expect(status(.service, lingers: true, ends: true) == .ok)
    #expect(status(.service, lingers: false, ends: false) == .warning)
    #expect(status(.service, lingers: nil, ends: false) == .warning)
    #expect(advice(.service, lingers: false, ends: nil)?.contains("enable-linger") == true)
  }

  @Test("a session's processes go on unless logind ends them; their socket where services linger")
  func session() {
    #expect(status(.session, lingers: true, ends: true) == .warning, "lingering saves no session")
    #expect(advice(.session, lingers: false, ends: true)?.contains("hub install --now") == true)
    for ends in [false, nil] {
      #expect(status(.session, lingers: true, ends: ends) == .ok)
      #expect(status(.session, lingers: false, ends: ends) == .warning)
      #expect(status(.session, lingers: false, ends: ends, inRuntime: false) == .ok)
    }
  }

  @Test("units are as they should be, or it says what isn't")
  func units() {
    var units = UnitCondition(
      states: [.upToDate, .upToDate], isEnabled: true, isActive: true, isBypassed: false)
    #expect(Diagnosis.systemd(units).status == .ok)
    #expect(Diagnosis.systemd(nil).status == .ok)
    units.isBypassed = true
    #expect(Diagnosis.systemd(units).advice?.string.contains("restart headway.socket") == true)
    units.isActive = false
    #expect(Diagnosis.systemd(units).text.string.contains("isn't listening"))
    units.states = [.upToDate, .outdated]
    #expect(Diagnosis.systemd(units).advice?.string == "headway hub install --now")
    units.states = [.missing, .missing]
    #expect(Diagnosis.systemd(units).status == .ok)
    #expect(Diagnosis.systemd(units).advice?.string.contains("headway hub install --now") == true)
    for none in [units, nil] {
      #expect(Diagnosis.systemd(none).text.string.contains("killed while all tasks wait"))
    }
    units.states = [.foreign, .outdated]
    #expect(Diagnosis.systemd(units).status == .ok)
    units.states = [.upToDate, .upToDate]
    units.isEnabled = false
    #expect(Diagnosis.systemd(units).status == .warning)
  }

  private func status(
    _ place: ProcessPlace, hasSystemd: Bool = true, lingers: Bool?, ends: Bool?,
    inRuntime: Bool = true
  ) -> Diagnosis.Status {
    diagnosis(place, hasSystemd, lingers, ends, inRuntime).status
  }

  private func advice(_ place: ProcessPlace, lingers: Bool?, ends: Bool?) -> String? {
    diagnosis(place, true, lingers, ends, true).advice?.string
  }

  private func diagnosis(
    _ place: ProcessPlace, _ hasSystemd: Bool, _ lingers: Bool?, _ ends: Bool?, _ inRuntime: Bool
  ) -> Diagnosis {
    .logout(
      LogoutCondition(
        hasSystemd: hasSystemd, place: place, lingers: lingers, endsSessions: ends,
        isInRuntimeDirectory: inRuntime))
  }
}
